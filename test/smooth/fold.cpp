#include "gsta/smooth/detail/fold.hpp"

#include <algorithm>
#include <vector>

#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace {

struct listed_term {
  gsta::host_span<double const> value;
  double operator()(std::size_t i) const noexcept { return value[i]; }
};

/// One lane after the other takes each `lanes`-th of the terms, first to last.
std::vector<double> dealt_sums(std::vector<double> const& terms, std::size_t lanes) {
  std::vector<double> sums(lanes, 0);
  for (std::size_t i = 0; i < terms.size(); ++i) sums[i % lanes] += terms[i];
  return sums;
}

}  // namespace

TEST_CASE("a fold adds up in its fixed order, and finds the largest", "[smooth][small]") {
  gsta_test::prng random(1);
  gsta_test::on_host_backends([&](auto const& exec) {
    for (std::size_t const n : {0u, 1u, 2u, 63u, 64u, 65u, 4095u, 4096u, 4097u, 9000u, 20000u}) {
      std::vector<double> terms;
      for (std::size_t i = 0; i < n; ++i) terms.push_back(random.real(-1, 1) / 3.0);
      gsta::buffer<double, gsta::memory_space::host> scratch(exec, gsta::detail::fold_scratch);
      listed_term const term{gsta::view_of(std::as_const(terms))};
      CAPTURE(n);
      gsta::detail::fold(exec, n, term, gsta::detail::fold_sum{}, scratch.view());
      CHECK(scratch[gsta::detail::fold_scratch - 1] ==
            dealt_sums(dealt_sums(dealt_sums(terms, 4096), 64), 1)[0]);
      gsta::detail::fold(exec, n, term, gsta::detail::fold_max{}, scratch.view());
      double const largest = n == 0 ? -gsta::math::infinity : *std::max_element(terms.begin(), terms.end());
      CHECK(scratch[gsta::detail::fold_scratch - 1] == largest);
    }
  });
}
