#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/spef.hpp"
#include "src/io/spef_files.hpp"
#include "test/fuzz/fuzz_reader.hpp"
#include "test/io/spef_compare.hpp"
#include "test/support/gzip.hpp"

namespace {

/// The same text as gzip that is unpacked by steps; of some inputs, as it takes a file and a thread.
void check_unpacked(gsta::io::source const& file) {
  auto const text = file.text();
  if (text.size() % 32 != 0) return;
  std::string const path = "fuzz-spef-" + std::to_string(getpid()) + ".gz";
  std::ofstream(path, std::ios::binary) << gsta_test::gzip(std::string(text), 0, 0, 1);
  bool is_unpacked = false;
  auto const unpacked = gsta_test::spef_as_read([&](auto& seen) {
    return gsta::io::detail::read_spef_by_steps(gsta::host_executor{}, path, 1 + text.size() / 5, seen, {},
                                                is_unpacked);
  });
  auto const whole = gsta_test::spef_in_one_piece(gsta::io::load(path));
  unlink(path.c_str());
  if (unpacked != whole) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return gsta_fuzz::run(data, size, [](gsta::io::source const& file) {
    if (file.text().empty()) return;
    auto const quickly = gsta_test::spef_as_read([&](auto& seen) { return gsta::io::read_spef(file, seen); });
    if (file.text().find('\0') == std::string_view::npos) {
      if (quickly != gsta_test::spef_in_one_piece(file)) std::abort();
      check_unpacked(file);
    }
    gsta::model::diagnostics seen;
    (void)gsta::io::read_spef(file, seen);
  });
}
