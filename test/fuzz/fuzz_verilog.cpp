#include <vector>

#include "gsta/io/verilog.hpp"
#include "test/fuzz/fuzz_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return gsta_fuzz::run(data, size, [](gsta::io::source const& file) {
    gsta::io::verilog_options options;
    options.instance_limit = 100'000;  // what multiplies is read in time
    gsta::model::diagnostics seen;
    (void)gsta::io::read_verilog(std::vector<gsta::io::source>{file}, options, seen);
  });
}
