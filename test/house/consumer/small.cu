#include <gsta/core/cuda_executor.cuh>

int main() { return gsta::cuda_available() ? 0 : 4; }
