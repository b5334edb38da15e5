#include <cstdlib>

#include "gsta/io/spef.hpp"
#include "test/fuzz/fuzz_reader.hpp"
#include "test/io/spef_compare.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return gsta_fuzz::run(data, size, [](gsta::io::source const& file) {
    if (file.text().empty()) return;
    auto const quickly = gsta_test::spef_as_read([&](auto& seen) { return gsta::io::read_spef(file, seen); });
    if (file.text().find('\0') == std::string_view::npos && quickly != gsta_test::spef_by_grammar(file))
      std::abort();
    gsta::model::diagnostics seen;
    (void)gsta::io::read_spef(file, seen);
  });
}
