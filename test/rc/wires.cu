#include "gsta/gsta.cuh"
#include "test/rc/wires_body.hpp"
#include "test/support/cuda.cuh"

TEST_CASE("wires on CUDA agree with recursion in double and have the serial bits", "[rc][small][race]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) { gsta_test::check_wires(exec); });
}
