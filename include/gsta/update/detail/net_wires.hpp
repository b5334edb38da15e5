#pragma once

#include <cstddef>
#include <vector>

#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// Finds the wires of some nets from their RC networks on, as a problem of these nets alone: no trees are
/// kept for it, so that nothing of a design has to follow where networks change. The bits are those of all
/// nets' wires, since a net's sums are in an order of its own.
class net_wires {
 public:
  /// What wires of these nets do, into `parts.wires`; all others stay.
  void operator()(timed_parts const& parts, std::vector<id> const& nets) {
    if (nets.empty()) return;
    clear();
    for (id const net : nets) add(parts.design, net);
    wire_problem<S> const problem{
        {view_of(driver_), view_of(begin_), view_of(sink_)},
        {view_of(node_begin_), view_of(edge_begin_), view_of(root_), view_of(capacitance_),
         view_of(node_sink_), view_of(edge_a_), view_of(edge_b_), view_of(resistance_), view_of(response_),
         parts.design.rc.responses},
        view_of(load_)};
    host_executor const exec;
    auto const rc = flatten_rc(exec, problem);
    auto trees = make_rc_state(exec, problem);
    auto found = make_wire_state(exec, problem, parts.wiring.slew);
    update_wires(exec, problem, rc.forest.view, trees, found, parts.wiring);
    for (std::size_t i = 0; i < nets.size(); ++i) put(parts, found, i, nets[i]);
  }

 private:
  static constexpr memory_space S = memory_space::host;

  void clear() {
    for (auto* const list : {&driver_, &sink_, &root_, &node_sink_, &edge_a_, &edge_b_, &response_})
      list->clear();
    for (auto* const list : {&begin_, &node_begin_, &edge_begin_}) list->assign(1, 0);
    for (auto* const list : {&capacitance_, &resistance_}) list->clear();
    load_.clear();
  }

  template <class T>
  static void append(std::vector<T>& to, host_span<T const> from, id first, id last) {
    to.insert(to.end(), from.data() + first, from.data() + last);
  }
  template <class T>
  static id end_of(std::vector<T> const& list) noexcept {
    return static_cast<id>(list.size());
  }

  /// Each pin is there once a net.
  id add_pin(per_condition<float> const& load) {
    load_.push_back(load);
    return end_of(load_) - 1;
  }
  void add(flat_view<S> const& of, id net) {
    id const first = of.nets.begin[net], last = of.nets.begin[net + 1];
    id const shift = end_of(sink_) - first;
    driver_.push_back(add_pin(of.pin_load[of.nets.driver[net]]));
    for (id a = first; a < last; ++a) sink_.push_back(add_pin(of.pin_load[of.nets.sink[a]]));
    begin_.push_back(end_of(sink_));
    if (!of.rc.response.empty()) append(response_, of.rc.response, first, last);
    root_.push_back(of.rc.root[net]);
    id const node = of.rc.node_begin[net], node_end = of.rc.node_begin[net + 1];
    append(capacitance_, of.rc.capacitance, node, node_end);
    for (id n = node; n < node_end; ++n)
      node_sink_.push_back(of.rc.node_sink[n] == none ? none : of.rc.node_sink[n] + shift);
    node_begin_.push_back(end_of(capacitance_));
    id const edge = of.rc.edge_begin[net], edge_end = of.rc.edge_begin[net + 1];
    append(edge_a_, of.rc.edge_a, edge, edge_end);
    append(edge_b_, of.rc.edge_b, edge, edge_end);
    append(resistance_, of.rc.resistance, edge, edge_end);
    edge_begin_.push_back(end_of(resistance_));
  }

  void put(timed_parts const& parts, wire_state<S> const& found, std::size_t i, id net) const {
    auto const& of = parts.design.nets;
    wire_state<S>& wires = *parts.wires;
    wires.load[of.driver[net]] = found.load[driver_[i]];
    if (!wires.pi.empty()) wires.pi[net] = found.pi[i];
    for (id a = of.begin[net]; a < of.begin[net + 1]; ++a)
      wires.sink[a] = found.sink[begin_[i] + a - of.begin[net]];
  }

  std::vector<id> driver_, begin_, sink_, node_begin_, edge_begin_, root_, node_sink_, edge_a_, edge_b_,
      response_;
  std::vector<float> capacitance_, resistance_;
  std::vector<per_condition<float>> load_;
};

}  // namespace gsta::detail
