// The second hash of bits.cpp, compiled by nvcc: the host's and, where there is a GPU, the device's.
#include <cinttypes>
#include <cstdio>

#include "design.hpp"
#include "gsta/sta/timer.cuh"

struct item_op {
  gsta::device_span<std::uint64_t> out;
  GSTA_HD void operator()(std::size_t i) const { out[i] = item_bits(static_cast<std::uint32_t>(i)); }
};

int main() {
  std::uint64_t device = 0;
  std::printf("%016" PRIx64 "\n", mix(all_item_bits(), design_bits(gsta::host_executor{})));
  if (!gsta::cuda_available()) return 0;
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  gsta::buffer<std::uint64_t, gsta::memory_space::device> out(exec, items);
  for_each_n(exec, items, item_op{out.view()});
  for (std::uint64_t const bits : to_vector(exec, out.view())) device = mix(device, bits);
  device = mix(device, design_bits(exec));
  std::printf("%016" PRIx64 "\n", device);
}
