#include "test/golden/engines_body.hpp"

using gsta::path_engine;

TEST_CASE("every engine lists the plain engine's paths of the real designs", "[slow]") {
  gsta_test::engines_agree_on_real_designs(gsta::host_executor{}, {{path_engine::bounded, 100'000},
                                                                   {path_engine::best_first, 100'000},
                                                                   {gsta::schemes::dual_queue{}, 1000},
                                                                   {gsta::schemes::level_mdl{}, 1000}});
}
