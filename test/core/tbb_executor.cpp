#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

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

TEST_CASE("long arrays are copied, added up and reduced on the threads to what one thread has",
          "[core][small]") {
  gsta::host_executor const serial;
  for (unsigned const threads : {1u, 2u, 3u, 7u}) {
    gsta::tbb_executor const exec(threads);
    for (std::size_t const n : {0u, 1u, 65'536u, 131'071u, 131'072u, 1'000'003u}) {
      CAPTURE(threads, n);
      std::vector<gsta::id> list(n);
      for (std::size_t i = 0; i < n; ++i) list[i] = static_cast<gsta::id>(i * 2654435761u % 1000);
      auto const in = gsta::view_of(std::as_const(list));
      auto const copied = clone(exec, list);
      CHECK(std::equal(list.begin(), list.end(), copied.view().begin()));
      CHECK(to_vector(exec, copied.view()) == list);
      std::vector<gsta::id> sums(n + 1, -1), expected(n + 1, -1);
      exclusive_scan(exec, in, gsta::view_of(sums));
      exclusive_scan(serial, in, gsta::view_of(expected));
      CHECK(sums == expected);
      auto const item = [&](std::size_t i) { return std::int64_t{list[i]}; };
      auto const add = [](std::int64_t a, std::int64_t b) { return a + b; };
      auto const least = [](std::int64_t a, std::int64_t b) { return std::min(a, b); };
      CHECK(reduce(exec, n, item, std::int64_t{5}, add) == reduce(serial, n, item, std::int64_t{5}, add));
      CHECK(reduce(exec, n, item, std::int64_t{5}, least) == reduce(serial, n, item, std::int64_t{5}, least));
    }
    std::vector<gsta::id> few(2);
    CHECK_THROWS_AS(exclusive_scan(exec, gsta::view_of(std::as_const(few)), gsta::view_of(few)),
                    gsta::argument_error);
  }
}
#endif
