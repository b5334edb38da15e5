#pragma once

#include <cstddef>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/update/detail/net_wires.hpp"
#include "gsta/update/detail/same_types.hpp"
#include "gsta/update/detail/transfer_wires.hpp"
#include "gsta/update/incremental.hpp"

namespace gsta {

/// Carries the timing of one design over to another, similar one, and notes what has to be found anew: each
/// net, pin, node and check whose step would read anything else than its counterpart's did. Wires are found
/// at once, of those nets alone. It looks at arrays and not at edits, so that it does not matter how one
/// design became the other.
///
/// Where: host. Needs: the design of before as it was timed, and no latches in either, and options alike.
/// Exact: with the repairs that follow, a full update bit for bit.
class transferred_timing {
 public:
  /// `pin_before`: [pins of now] their counterparts, or none; each at most once.
  transferred_timing(timed_parts const& before, timed_parts const& now, std::vector<id> const& pin_before)
      : before_(before),
        now_(now),
        pin_before_(view_of(pin_before)),
        arc_before_(now.edges.size(), none),
        node_before_(now.nodes->count(), none),
        types_(before.design, now.design) {
    clear();
    detail::net_wires find_wires;
    find_wires(now_, detail::wire_carrier(before_, now_, pin_before_, types_).run());
    for (std::size_t pin = 0; pin < pin_before_.size(); ++pin) transfer_pin(static_cast<id>(pin));
    match_nodes();
    for (std::size_t node = 0; node < node_before_.size(); ++node) transfer_node(static_cast<id>(node));
    for (std::size_t node = 0; node < node_before_.size(); ++node) transfer_required(static_cast<id>(node));
  }

  /// Tells the repairs of now, which were made behind this, what to look at. Cost: O(size).
  void touch(incremental_update& repairs) const {
    for (id const pin : pins_) repairs.touch_pin(pin);
    for (id const node : nodes_) repairs.touch_node(node);
    for (id const node : required_) repairs.touch_required(node);
    for (std::size_t i = 0; i < now_.checks.check.size(); ++i) repairs.touch_check(static_cast<id>(i));
  }

 private:
  static constexpr memory_space S = memory_space::host;
  using graph_view = timing_graph_view<S>;

  template <class Buffer, class T>
  static void fill(Buffer& array, T const& value) {
    for (std::size_t i = 0; i < array.size(); ++i) array[i] = value;
  }
  void clear() {
    fill(now_.delays->slew, undefined_arrival());
    fill(now_.delays->arc_delay, undefined_arrival());
    if (has_stages()) fill(now_.stages->sink, sink_timing{});
    fill(now_.arrivals->node_arrival, undefined_arrival());
    fill(now_.arrivals->node_predecessor, per_condition<id>{{none, none, none, none}});
    fill(now_.slacks->node_required, undefined_required());
    fill(now_.slacks->node_slack, undefined_required());
    fill(now_.slacks->check_required, per_edge{});
    fill(now_.slacks->check_slack, per_edge{});
    fill(now_.slacks->endpoint_slack, per_split{});
  }

  bool has_stages() const noexcept { return now_.stages != nullptr && !now_.stages->sink.empty(); }

  id was_pin(id pin) const { return pin == none ? none : pin_before_[pin]; }
  id was_node(id node) const { return node == none ? none : node_before_[node]; }

  void transfer_pin(id pin) {
    id const was = pin_before_[pin];
    if (was == none) return pins_.push_back(pin);
    now_.delays->slew[pin] = before_.delays->slew[was];
    bool same = same_stage(pin, was) &&
                !detail::differs(now_.design.asserted_slew[pin], before_.design.asserted_slew[was]);
    id const first = now_.pins.fanin_begin[pin], count = now_.pins.fanin_begin[pin + 1] - first;
    id const first_was = before_.pins.fanin_begin[was];
    if (count != before_.pins.fanin_begin[was + 1] - first_was) return pins_.push_back(pin);
    for (id k = 0; k < count; ++k) {
      bool const from_same =
          was_pin(now_.pins.fanin_from[first + k]) == before_.pins.fanin_from[first_was + k];
      id const arc = now_.pins.fanin_arc[first + k], arc_was = before_.pins.fanin_arc[first_was + k];
      same = from_same && transfer_arc(arc, arc_was, pin, was) && same;
    }
    if (!same) pins_.push_back(pin);
  }

  /// Whether a driver's wires are equal, where its step reads them; then its sinks' part stays too.
  bool same_stage(id pin, id was) const {
    if (!has_stages()) return true;
    id const net = now_.stages->net_of[pin], net_was = before_.stages->net_of[was];
    if (net == none || net_was == none) return net == net_was;
    auto const &nets = now_.design.nets, &of = before_.design.nets;
    id const first = nets.begin[net], first_was = of.begin[net_was], count = nets.begin[net + 1] - first;
    bool same = count == of.begin[net_was + 1] - first_was &&
                !detail::differs(now_.wires->pi[net], before_.wires->pi[net_was]);
    for (id k = 0; k < count && same; ++k)
      same = was_pin(nets.sink[first + k]) == of.sink[first_was + k] &&
             !detail::differs(now_.wires->sink[first + k], before_.wires->sink[first_was + k]);
    for (id k = 0; k < count && same; ++k) now_.stages->sink[first + k] = before_.stages->sink[first_was + k];
    return same;
  }

  /// An arc between counterparts. False where its step reads something else.
  bool transfer_arc(id arc, id was, id to, id to_was) {
    id const nets = static_cast<id>(now_.design.net_arc_count());
    id const nets_was = static_cast<id>(before_.design.net_arc_count());
    id const cells = nets + static_cast<id>(now_.design.cell_arc_count());
    id const cells_was = nets_was + static_cast<id>(before_.design.cell_arc_count());
    if ((arc < nets) != (was < nets_was) || (arc < cells) != (was < cells_was)) return false;
    if (now_.edges[arc].code != before_.edges[was].code) return false;
    arc_before_[arc] = was;
    now_.delays->arc_delay[arc] = before_.delays->arc_delay[was];
    if (arc >= cells) return true;
    if (arc < nets && has_stages()) now_.stages->sink[arc] = before_.stages->sink[was];
    if (arc < nets)
      return !detail::differs(now_.wires->sink[arc], before_.wires->sink[was]) &&
             types_.same_derate(arc, was) && types_.same_response(arc, was);
    return types_(now_.design.arcs.type[arc - nets], before_.design.arcs.type[was - nets_was]) &&
           types_.same_derate(arc, was) &&
           !detail::differs(now_.wires->load[to], before_.wires->load[to_was]);
  }

  /// Nodes of counterparts with equal tags. Which nodes are taken for counterparts is free: what is not the
  /// same shows in their rows.
  void match_nodes() {
    auto const &now = *now_.nodes, &of = *before_.nodes;
    vector_by_id<id> tag_before(now.tags.size(), none);
    for (std::size_t t = 0; t < now.tags.size(); ++t)
      for (std::size_t u = 0; u < of.tags.size() && tag_before[t] == none; ++u)
        if (same_tag(now.tags[t], of.tags[u])) tag_before[t] = static_cast<id>(u);
    for (std::size_t pin = 0; pin < pin_before_.size(); ++pin) {
      id const was = pin_before_[pin];
      if (was == none) continue;
      for (id v = now.pin_begin[pin]; v < now.pin_begin[pin + 1]; ++v)
        for (id u = of.pin_begin[was]; u < of.pin_begin[was + 1]; ++u)
          if (of.node_tag[u] == tag_before[now.node_tag[v]]) node_before_[v] = u;
    }
  }
  bool same_tag(tag now, tag before) const {
    bool const same_row = now_.nodes->exception_rows[now.exception].size() ==
                          before_.nodes->exception_rows[before.exception].size();
    now.exception = before.exception = 0;
    return same_row && now == before;
  }

  /// Whether two rows of neighbours are those of counterparts.
  bool same_row(id first, id last, host_span<id const> of, host_span<id const> arc, id first_was, id last_was,
                host_span<id const> of_was, host_span<id const> arc_was) const {
    if (last - first != last_was - first_was) return false;
    for (id k = 0; k < last - first; ++k) {
      bool const same = was_node(of[first + k]) == of_was[first_was + k] &&
                        arc_before_[arc[first + k]] == arc_was[first_was + k];
      if (!same) return false;
    }
    return true;
  }

  void transfer_node(id node) {
    id const was = node_before_[node];
    if (was == none) return nodes_.push_back(node);
    graph_view const &g = now_.nodes->graph.view, &of = before_.nodes->graph.view;
    now_.arrivals->node_arrival[node] = before_.arrivals->node_arrival[was];
    bool const same = !detail::differs(now_.nodes->node_asserted[node], before_.nodes->node_asserted[was]) &&
                      same_row(g.fanin_begin[node], g.fanin_begin[node + 1], g.fanin_from, g.fanin_arc,
                               of.fanin_begin[was], of.fanin_begin[was + 1], of.fanin_from, of.fanin_arc);
    if (!same) return nodes_.push_back(node);
    for (int c = 0; c < conditions; ++c) {
      id const at = before_.arrivals->node_predecessor[was][c];
      now_.arrivals->node_predecessor[node][c] =
          at == none ? none : at - of.fanin_begin[was] + g.fanin_begin[node];
    }
  }

  void transfer_required(id node) {
    id const was = node_before_[node];
    if (was == none) return required_.push_back(node);
    graph_view const &g = now_.nodes->graph.view, &of = before_.nodes->graph.view;
    now_.slacks->node_required[node] = before_.slacks->node_required[was];
    now_.slacks->node_slack[node] = before_.slacks->node_slack[was];
    bool same = same_row(g.fanout_begin[node], g.fanout_begin[node + 1], g.fanout_to, g.fanout_arc,
                         of.fanout_begin[was], of.fanout_begin[was + 1], of.fanout_to, of.fanout_arc);
    same = same_checks(now_.checks.data_begin, now_.checks.checks_of_data, node, before_.checks.data_begin,
                       before_.checks.checks_of_data, was) &&
           same;
    same = same_checks(now_.checks.capture_begin, now_.checks.capture_check, node,
                       before_.checks.capture_begin, before_.checks.capture_check, was) &&
           same;
    if (!same) required_.push_back(node);
  }

  /// Checks are all found anew; what counterparts had tells where that changed something.
  bool same_checks(host_span<id const> begin, host_span<id const> member, id node,
                   host_span<id const> begin_was, host_span<id const> member_was, id was) {
    id const first = begin[node], first_was = begin_was[was], count = begin[node + 1] - first;
    if (count != begin_was[was + 1] - first_was) return false;
    bool same = true;
    for (id k = 0; k < count; ++k) {
      id const i = member[first + k], j = member_was[first_was + k];
      timing_check const &a = now_.checks.check[i], &b = before_.checks.check[j];
      if (a.kind != b.kind || a.active != b.active || was_node(a.data) != b.data ||
          was_node(a.capture) != b.capture) {
        same = false;
        continue;
      }
      now_.slacks->check_required[i] = before_.slacks->check_required[j];
      now_.slacks->check_slack[i] = before_.slacks->check_slack[j];
    }
    return same;
  }

  timed_parts before_, now_;
  host_span<id const> pin_before_;
  vector_by_id<id> arc_before_, node_before_;
  detail::same_types types_;
  std::vector<id> pins_, nodes_, required_;  // to be found anew
};

}  // namespace gsta
