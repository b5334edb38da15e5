#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// One value for a rising and one for a falling data edge.
struct alignas(8) per_edge {
  float value[2];  ///< rise, fall
  /// The value of edge `e`: 0 rise, 1 fall.
  GSTA_HD constexpr float& operator[](int e) noexcept { return value[e]; }
  /// The same of a constant.
  GSTA_HD constexpr float const& operator[](int e) const noexcept { return value[e]; }
};

/// One value for the early (hold-like) and one for the late (setup-like) side.
struct alignas(8) per_split {
  float value[2];  ///< early, late
  /// The value of one side.
  GSTA_HD constexpr float& operator[](split s) noexcept { return value[static_cast<int>(s)]; }
  /// The same of a constant.
  GSTA_HD constexpr float const& operator[](split s) const noexcept { return value[static_cast<int>(s)]; }
};

/// Required times and slacks, written by `update_required`. An undefined slack is +infinity.
template <memory_space S>
struct slack_state {
  buffer<corner_values, S> node_required;  ///< [nodes] ps from the node's launch edge
  buffer<corner_values, S> node_slack;     ///< [nodes] ps
  buffer<per_edge, S> check_required;      ///< [checks] ps from the data's launch edge, by data edge
  buffer<per_edge, S> check_slack;         ///< [checks] ps
  buffer<per_split, S> endpoint_slack;     ///< [endpoints] ps, the worst of each side
};

/// Buffers for `update_required`.
///
/// Shapes: as the struct says. Cost: five allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
slack_state<E::space> make_slack_state(E const& exec, std::size_t nodes, std::size_t checks,
                                       std::size_t endpoints) {
  return {{exec, nodes}, {exec, nodes}, {exec, checks}, {exec, checks}, {exec, endpoints}};
}

}  // namespace gsta
