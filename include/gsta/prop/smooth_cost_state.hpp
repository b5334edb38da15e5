#pragma once

#include <cstdint>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// What a smooth cost adds up. Costs are violations, in ps: less is better.
enum class smooth_goal : std::uint8_t {
  total,  ///< smooth -TNS: the sum over endpoints of the soft-max of 0 and all their violations
  worst,  ///< smooth -worst slack: the soft-max of all violations of all endpoints
};

struct smooth_cost_options {
  smooth_goal goal = smooth_goal::total;
  split side = split::late;
  float gamma = 10;  ///< ps, temperature of the merges over checks and endpoints
};

/// One value for a rising and one for a falling data edge.
template <class Value>
struct edge_pair {
  Value value[2];
  GSTA_HD constexpr Value& operator[](int e) noexcept { return value[e]; }
  GSTA_HD constexpr Value const& operator[](int e) const noexcept { return value[e]; }
};

/// By edge. Sums of pairs have the bits of two sums.
template <class Value>
GSTA_HD edge_pair<Value> add(edge_pair<Value> const& a, edge_pair<Value> const& b) noexcept {
  return {{math::add(a[0], b[0]), math::add(a[1], b[1])}};
}

/// A cost of smooth arrivals and its gradients, written by `update_smooth_cost`.
template <memory_space S, class Value = float>
struct smooth_cost_state {
  buffer<double, S> cost;                   ///< [1] ps; minus infinity for the worst of no endpoint
  buffer<Value, S> violation;               ///< [endpoints] ps, smooth
  buffer<edge_pair<Value>, S> check_share;  ///< [checks] d cost / d violation, by data edge
  buffer<per_condition<Value>, S> arrival;  ///< [nodes] d cost / d smooth arrival: the seed of an adjoint
  buffer<double, S> scratch;                ///< of sums over endpoints
};

}  // namespace gsta
