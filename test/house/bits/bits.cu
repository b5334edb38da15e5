// As bits.cpp, compiled by nvcc: the host's hash and, where there is a GPU, the device's.
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "bits.hpp"

__global__ void all_items(std::uint64_t* out) {
  std::uint32_t const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < items) out[i] = item_bits(i);
}

int main() {
  std::uint64_t host = 0, device = 0;
  for (std::uint32_t i = 0; i < items; ++i) host = mix(host, item_bits(i));
  std::printf("%016" PRIx64 "\n", host);
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 0;
  std::vector<std::uint64_t> result(items);
  std::uint64_t* out = nullptr;
  if (cudaMalloc(&out, items * sizeof *out) != cudaSuccess) return 1;
  all_items<<<(items + 127) / 128, 128>>>(out);
  if (cudaMemcpy(result.data(), out, items * sizeof *out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(out);
  for (std::uint64_t const bits : result) device = mix(device, bits);
  std::printf("%016" PRIx64 "\n", device);
}
