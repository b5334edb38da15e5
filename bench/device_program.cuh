#pragma once

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "gsta/core/cuda_executor.cuh"

namespace gsta_bench {

/// The main function of a benchmark of the device: `measure_all` takes the words of the command line and
/// returns the exit status. Without a device nothing is measured, which is no failure.
template <class F>
int device_program(char const* name, int argc, char** argv, F const& measure_all) {
  if (!gsta::cuda_available()) {
    std::puts("no CUDA device: nothing is measured");
    return 0;
  }
  try {
    return measure_all(std::vector<std::string>(argv + 1, argv + argc));
  } catch (std::exception const& error) {
    std::printf("FAIL %s: %s\n", name, error.what());
    return 1;
  }
}

}  // namespace gsta_bench
