// Binary searches against looking at every element, on all sizes up to past a few halvings, with ties and
// empty rows.
#include "gsta/core/search.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using gsta::id;

namespace {

/// `n` ascending numbers, the first 0, of which many are equal.
std::vector<id> ascending_ids(gsta_test::prng& random, int n) {
  std::vector<id> value;
  for (int i = 0; i < n; ++i) value.push_back(value.empty() ? 0 : value.back() + random.below(3));
  return value;
}

}  // namespace

TEST_CASE("searches find what looking at every element finds", "[core][small]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    gsta_test::prng random(seed);
    int const n = static_cast<int>(seed % 20);
    auto const value = ascending_ids(random, n);
    CAPTURE(seed);
    for (id first = 0; first <= n; ++first) {
      for (id last = first; last <= n; ++last) {
        for (id bound = -1; bound <= (n == 0 ? 0 : value.back() + 1); ++bound) {
          id want = first;
          while (want < last && value[static_cast<std::size_t>(want)] < bound) ++want;
          REQUIRE(gsta::lower_bound(value, first, last, bound) == want);
          auto const passes = [&](id i) { return value[static_cast<std::size_t>(i)] >= bound; };
          REQUIRE(gsta::first_passing(first, last, passes) == want);
          if (first == last || value[static_cast<std::size_t>(first)] > bound) continue;
          id row = first;
          for (id i = first; i < last; ++i) row = value[static_cast<std::size_t>(i)] <= bound ? i : row;
          REQUIRE(gsta::row_of(value, first, last, bound) == row);
        }
      }
    }
  }
}

TEST_CASE("a position's row is found among all rows, empty ones not", "[core][small]") {
  std::vector<id> const begin{0, 0, 3, 3, 3, 4, 9, 9};  // rows 1, 4 and 5 have something in them
  std::vector<id> rows;
  for (id position = 0; position < 9; ++position) rows.push_back(gsta::row_of(begin, position));
  CHECK(rows == std::vector<id>{1, 1, 1, 4, 5, 5, 5, 5, 5});
}

TEST_CASE("many bounds are searched for at once", "[core][small]") {
  gsta_test::prng random(9);
  auto const value = ascending_ids(random, 500);
  gsta_test::on_host_backends([&](auto const& exec) {
    std::vector<id> bound, out(700, -1), want;
    for (std::size_t i = 0; i < out.size(); ++i) {
      bound.push_back(random.below(value.back() + 3) - 1);
      want.push_back(
          static_cast<id>(std::lower_bound(value.begin(), value.end(), bound.back()) - value.begin()));
    }
    for_each_n(exec, out.size(),
               gsta::lower_bound_op<gsta::memory_space::host>{
                   gsta::view_of(value), gsta::view_of(std::as_const(bound)), gsta::view_of(out)});
    CHECK(out == want);
  });
}
