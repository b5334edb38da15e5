#include "gsta/io/tau15.hpp"
#include "test/fuzz/fuzz_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return gsta_fuzz::run(data, size, [](gsta::io::source const& file) { (void)gsta::io::read_timing(file); });
}
