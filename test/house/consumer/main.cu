#ifdef CONSUMER_ADDED  // two headers will do there: the package is tested with all of them
#include <gsta/core/cuda_executor.cuh>
#include <gsta/core/math.hpp>
#else
#include <gsta/gsta.cuh>
#endif

float third(float x);

__global__ void halve(gsta::device_span<float> values) {
  values[threadIdx.x] = gsta::math::mul(values[threadIdx.x], 0.5f);
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return third(3.0f) == 1.0f ? 0 : 1;
  float host[8], *device = nullptr;
  for (float& x : host) x = third(6.0f);
  if (cudaMalloc(&device, sizeof host) != cudaSuccess) return 1;
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  halve<<<1, 8>>>({device, 8});
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  return cudaFree(device) == cudaSuccess && host[7] == 1.0f ? 0 : 1;
}
