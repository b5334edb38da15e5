#pragma once

#include "gsta/constrain/nodes.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta {

/// Where `find_pin_timing` writes: each array [pins], or empty where it is not asked for.
template <memory_space S>
struct pin_timing_view {
  span<per_condition<float>, S> slack{};     ///< ps; +infinity where nothing is checked
  span<per_condition<float>, S> required{};  ///< ps from the launch edge of the node it is of
  span<per_condition<float>, S> arrival{};   ///< ps from the launch edge of the node it is of
};

namespace detail {
/// The worst of one pin's nodes under each condition: of the least slack, of several the first; where no node
/// has a slack, of the worst arrival. All three values are of the same node.
template <memory_space S>
struct pin_timing_op {
  span<id const, S> first_node;  // [pins + 1], or empty: pins are nodes
  span<per_condition<float> const, S> slack, required, arrival;
  pin_timing_view<S> out;

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    id const first = first_node.empty() ? static_cast<id>(pin) : first_node[pin];
    id const last = first_node.empty() ? first + 1 : first_node[pin + 1];
    per_condition<float> worst_slack = same_value(math::infinity), worst_required = undefined_required(),
                         worst_arrival = undefined_arrival();
    for (id node = first; node < last; ++node) {
      for (int c = 0; c < conditions; ++c) {
        bool const later = beats(c, arrival[node][c], worst_arrival[c]);
        if (node > first && !(slack[node][c] < worst_slack[c]) &&
            (math::is_defined(worst_slack[c]) || !later))
          continue;
        worst_slack[c] = slack[node][c];
        worst_required[c] = required[node][c];
        worst_arrival[c] = arrival[node][c];
      }
    }
    if (!out.slack.empty()) out.slack[pin] = worst_slack;
    if (!out.required.empty()) out.required[pin] = worst_required;
    if (!out.arrival.empty()) out.arrival[pin] = worst_arrival;
  }
};
}  // namespace detail

/// The timing of pins from that of their arrival nodes (a node is a pin under one launching clock edge), into
/// the caller's arrays: under each condition slack, required time and arrival of the node with the worst
/// slack; where no node of a pin has a slack, of the node with the worst arrival.
///
/// Shapes: states as `nodes` is; each array of `out` [pins], or empty. Units: ps. Cost: O(nodes), one launch.
/// Where: the executor; does not wait, allocates nothing. Throws: argument_error on sizes and before the
/// first update.
template <executor E>
void find_pin_timing(E const& exec, timing_nodes<E::space> const& nodes,
                     arrival_state<E::space> const& arrivals, slack_state<E::space> const& slacks,
                     pin_timing_view<E::space> const& out) {
  std::size_t const pins = nodes.pin_begin.size() - 1;
  require(arrivals.node_arrival.size() == nodes.count() && slacks.node_slack.size() == nodes.count(),
          "find_pin_timing: the states were made for another graph");
  require(slacks.is_written, "find_pin_timing: nothing is timed yet; update comes first");
  auto const fits = [&](auto const& array) { return array.empty() || array.size() == pins; };
  require(fits(out.slack) && fits(out.required) && fits(out.arrival),
          "find_pin_timing: an array is not as long as the pins");
  for_each_n(exec, pins,
             detail::pin_timing_op<E::space>{nodes.first_node.view(), slacks.node_slack.view(),
                                             slacks.node_required.view(), arrivals.node_arrival.view(), out});
}

}  // namespace gsta
