#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"

namespace gsta::detail {

/// Sums and maxima over many terms in one fixed order, without waiting for the result: lane i of 4096 takes
/// the terms i, i + 4096, ...; 64 lanes then take the 4096 in the same way, and one takes the 64.
inline constexpr std::size_t fold_lanes[] = {4096, 64, 1};
inline constexpr std::size_t fold_scratch = 4096 + 64 + 1;

struct fold_sum {
  static constexpr double identity = 0;
  GSTA_HD double operator()(double a, double b) const noexcept { return math::add(a, b); }
};
struct fold_max {
  static constexpr double identity = -math::infinity;
  GSTA_HD double operator()(double a, double b) const noexcept { return a < b ? b : a; }
};

template <memory_space S, class Term, class Combine>
struct fold_op {
  Term term;
  Combine combine;
  std::size_t terms, lanes;
  span<double, S> out;  // [lanes]
  GSTA_HD void operator()(std::size_t lane) const noexcept {
    double total = Combine::identity;
    for (std::size_t i = lane; i < terms; i += lanes) total = combine(total, term(i));
    out[lane] = total;
  }
};

template <memory_space S>
struct fold_before {
  span<double const, S> value;
  GSTA_HD double operator()(std::size_t i) const noexcept { return value[i]; }
};

/// Folds `term(0) .. term(n-1)`; the result is the last element of `scratch`, [fold_scratch].
template <executor E, class Term, class Combine>
void fold(E const& exec, std::size_t n, Term const& term, Combine const& combine,
          span<double, E::space> scratch) {
  constexpr memory_space S = E::space;
  auto const first = scratch.subspan(0, fold_lanes[0]);
  auto const second = scratch.subspan(fold_lanes[0], fold_lanes[1]);
  auto const last = scratch.subspan(fold_lanes[0] + fold_lanes[1], 1);
  for_each_n(exec, fold_lanes[0], fold_op<S, Term, Combine>{term, combine, n, fold_lanes[0], first});
  using before = fold_before<S>;
  for_each_n(exec, fold_lanes[1],
             fold_op<S, before, Combine>{{first}, combine, fold_lanes[0], fold_lanes[1], second});
  for_each_n(exec, 1, fold_op<S, before, Combine>{{second}, combine, fold_lanes[1], 1, last});
}

}  // namespace gsta::detail
