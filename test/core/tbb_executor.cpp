#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"

#include "test/support/catch.hpp"

TEST_CASE("an executor of few threads leaves those of others alone", "[core]") {
  using oneapi::tbb::global_control;
  auto const before = global_control::active_value(global_control::max_allowed_parallelism);
  gsta::tbb_executor const one{1}, many{64};
  CHECK(one.threads() == 1);
  CHECK(global_control::active_value(global_control::max_allowed_parallelism) >= before);
}
#endif
