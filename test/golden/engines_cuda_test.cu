#include "gsta/path/find_paths.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#include "gsta/sta/timer.cuh"
#include "test/golden/engines_body.hpp"
#include "test/support/cuda.cuh"

using gsta::path_engine;

TEST_CASE("every engine lists the plain engine's paths of the real designs on CUDA", "[golden]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta_test::engines_agree_on_real_designs(exec, {{path_engine::bounded, 100'000},
                                                    {gsta::schemes::dual_queue{}, 100'000},
                                                    {gsta::schemes::level_mdl{}, 100'000}});
  });
}
