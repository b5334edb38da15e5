#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>

#include "test/support/catch.hpp"

TEST_CASE("an executor of more threads than cores has them while it lives, whatever others have",
          "[core][small]") {
  using control = oneapi::tbb::global_control;
  auto const allowed = [] { return control::active_value(control::max_allowed_parallelism); };
  std::size_t const before = allowed();
  auto const more = static_cast<unsigned>(oneapi::tbb::info::default_concurrency()) + 3;
  {
    gsta::tbb_executor const many(more), one(1);
    CHECK(many.threads() == more);
    CHECK(allowed() == more);  // the executor of one thread keeps nobody from it
  }
  CHECK(allowed() == before);
}
#endif
