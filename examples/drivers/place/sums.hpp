#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"

namespace place {

/// Two sums at once, or a sum and a least value. In double, and always added in the same order: lane l takes
/// the terms l, l + lanes, ..., then 64 lanes at a time are added up, then those.
struct two_sums {
  double first = 0, second = 0;
  static GSTA_HD two_sums both(two_sums const& a, two_sums const& b) noexcept {
    return {gsta::math::add(a.first, b.first), gsta::math::add(a.second, b.second)};
  }
};
struct sum_and_least {
  double sum = 0, least = 0;  ///< the least is at most 0
  static GSTA_HD sum_and_least both(sum_and_least const& a, sum_and_least const& b) noexcept {
    return {gsta::math::add(a.sum, b.sum), a.least < b.least ? a.least : b.least};
  }
};

inline constexpr std::size_t sum_lanes = 4096, sum_groups = 64;

namespace detail {
/// Entry l of `out` becomes the sum of the terms l, l + stride, ...
template <gsta::memory_space S, class Value, class Term>
struct strided_sum_op {
  Term term;
  std::size_t count, stride;
  gsta::span<Value, S> out;
  GSTA_HD void operator()(std::size_t lane) const noexcept {
    Value sum{};
    for (std::size_t i = lane; i < count; i += stride) sum = Value::both(sum, term(i));
    out[lane] = sum;
  }
};
template <gsta::memory_space S, class Value>
struct element_of {
  gsta::span<Value const, S> values;
  GSTA_HD Value operator()(std::size_t i) const noexcept { return values[i]; }
};
}  // namespace detail

/// Adds up `term(0) .. term(n - 1)` into out[0]. `scratch` has sum_lanes + sum_groups elements. Three
/// launches; does not wait.
template <gsta::executor E, class Value, class Term>
void add_up(E const& exec, std::size_t n, Term const& term, gsta::span<Value, E::space> scratch,
            gsta::span<Value, E::space> out) {
  constexpr auto S = E::space;
  using element = detail::element_of<S, Value>;
  auto const lanes = scratch.subspan(0, sum_lanes), groups = scratch.subspan(sum_lanes, sum_groups);
  for_each_n(exec, sum_lanes, detail::strided_sum_op<S, Value, Term>{term, n, sum_lanes, lanes});
  for_each_n(exec, sum_groups,
             detail::strided_sum_op<S, Value, element>{{lanes}, sum_lanes, sum_groups, groups});
  for_each_n(exec, 1, detail::strided_sum_op<S, Value, element>{{groups}, sum_groups, 1, out});
}

}  // namespace place
