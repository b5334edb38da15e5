#pragma once

#include "gsta/report/report_input.hpp"
#include "gsta/sta/timer.hpp"

namespace gsta {

/// Copies a timer's results to the host.
///
/// Shapes: as the struct says. Cost: one copy an array. Where: the executor; waits. Throws: cuda_error.
template <executor E>
timing_snapshot take_snapshot(E const& exec, timer<E> const& t) {
  timing_snapshot s;
  s.tags = t.nodes.tags;
  s.pin_begin = t.nodes.pin_begin;
  s.node_tag = t.nodes.node_tag;
  s.node_pin = to_vector(exec, t.nodes.node_pin.view());
  s.slew = to_vector(exec, t.delays.slew.view());
  s.load = to_vector(exec, t.wires.load.view());
  s.arc_delay = to_vector(exec, t.delays.arc_delay.view());
  s.edges = to_vector(exec, t.arcs.edges.view());
  s.node_arrival = to_vector(exec, t.arrivals.node_arrival.view());
  s.node_predecessor = to_vector(exec, t.arrivals.node_predecessor.view());
  s.node_required = to_vector(exec, t.slacks.node_required.view());
  s.node_slack = to_vector(exec, t.slacks.node_slack.view());
  s.fanin_begin = to_vector(exec, t.nodes.graph.view.fanin_begin);
  s.fanin_from = to_vector(exec, t.nodes.graph.view.fanin_from);
  s.fanin_arc = to_vector(exec, t.nodes.graph.view.fanin_arc);
  s.node_asserted = to_vector(exec, t.nodes.node_asserted.view());
  s.checks = to_vector(exec, t.checks.view.check);
  s.check_required = to_vector(exec, t.slacks.check_required.view());
  s.check_slack = to_vector(exec, t.slacks.check_slack.view());
  s.endpoint_pin = to_vector(exec, t.checks.view.endpoint_pin);
  s.endpoint_begin = to_vector(exec, t.checks.view.endpoint_begin);
  s.endpoint_check = to_vector(exec, t.checks.view.endpoint_check);
  s.setup = t.summary(exec, split::late);
  s.hold = t.summary(exec, split::early);
  return s;
}

}  // namespace gsta
