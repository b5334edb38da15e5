#include <zlib.h>

#include <cstring>

#include "gsta/core/executor.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "test/fuzz/fuzz_reader.hpp"

namespace {

/// Makes length and checksums right, so that what stands behind them is reached.
void seal(std::string& file) {
  std::uint32_t sections = 0;
  if (file.size() < 32) return;
  auto const size = static_cast<std::uint64_t>(file.size());
  std::memcpy(file.data() + 16, &size, 8);
  std::memcpy(&sections, file.data() + 24, 4);
  if (sections > (file.size() - 32) / 24) return;
  auto const sum_of = [](char const* at, std::size_t length) {
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<unsigned char const*>(at), length));
  };
  for (std::size_t i = 0; i < sections; ++i) {
    char* const entry = file.data() + 32 + 24 * i;
    std::uint64_t offset = 0, bytes = 0;
    std::memcpy(&offset, entry + 8, 8);
    std::memcpy(&bytes, entry + 16, 8);
    if (offset > file.size() || bytes > file.size() - offset) continue;
    auto const sum = sum_of(file.data() + offset, static_cast<std::size_t>(bytes));
    std::memcpy(entry + 4, &sum, 4);
  }
  auto const sum = sum_of(file.data() + 32, 24 * static_cast<std::size_t>(sections));
  std::memcpy(file.data() + 28, &sum, 4);
}

/// What was taken can be timed, or is refused as any design is.
void time_it(gsta::flat_design const& design) {
  if (design.pin_load.size() > 10000 || design.rc_capacitance.size() > 100000) return;
  try {
    gsta::host_executor const exec;
    gsta::timer timer(exec, design);
    timer.update(exec);
    (void)timer.summary(exec, gsta::split::late);
  } catch (gsta::graph_error const&) {
  } catch (gsta::argument_error const&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string file(reinterpret_cast<char const*>(data), size);
  for (bool const sealed : {false, true}) {
    if (sealed) seal(file);
    try {
      gsta::host_executor const exec;
      auto const saved = gsta::io::read_snapshot(gsta::host_threads(exec), "fuzz", file);
      for (auto const cell : saved.cell_of_pin)  // what consumers index with
        if (cell != gsta::none && static_cast<std::size_t>(cell) >= saved.cells.size()) std::abort();
      time_it(saved.design);
    } catch (gsta::input_error const& e) {
      gsta_fuzz::check_error(e, file);
    }
  }
  return 0;
}
