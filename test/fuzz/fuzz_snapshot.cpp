#include "gsta/core/executor.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "test/fuzz/fuzz_reader.hpp"
#include "test/fuzz/sealed_snapshot.hpp"

namespace {

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
    if (sealed) gsta_fuzz::seal(file);
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
