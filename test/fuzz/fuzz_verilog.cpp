#include "gsta/io/verilog.hpp"
#include "test/fuzz/fuzz_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return gsta_fuzz::run(data, size, [](gsta::io::source const& file) {
    gsta::model::diagnostics seen;
    (void)gsta::io::read_verilog(file, seen);
  });
}
