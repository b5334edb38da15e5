#pragma once

#include <cstddef>
#include <cstdint>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/graph/timing_graph.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

/// Read access to all arrays of a timed design: a struct of spans that a call or a kernel takes by value.
/// Arrays by arrival node have `node_` in their names; other arrays are by pin, arc, net, check or endpoint.
/// Times in ps, capacitances in fF, resistances in kOhm.
///
/// `timer::view` returns it. It stays valid while the timer lives and is not moved; results in it change with
/// each update. Structure edits of a live timer end it.
template <memory_space S>
struct timing_view {
  flat_view<S> design;              ///< loads, connections, wires, arcs, tables
  timing_graph_view<S> graph;       ///< of pins: the delay layer's
  span<id const, S> pin_order;      ///< [pins] level by level
  span<edge_map const, S> arc_map;  ///< [arcs] which input edge makes which condition at the output
  rc_forest_view<S> forest;         ///< RC trees; empty where they are not kept

  timing_graph_view<S> node_graph;  ///< of nodes: the arrival layer's, with the pin graph's arc ids
  span<id const, S> node_pin;       ///< [nodes]
  span<id const, S> first_node;     ///< [pins + 1]; empty: each pin is its own node
  span<per_condition<float> const, S>
      node_asserted;                         ///< [nodes] ps from the launch edge; undefined: not asserted
  timing_checks_view<S> checks;              ///< what is checked against what, and endpoints
  latch_view<S> latches;                     ///< empty without latches
  clock_tree_view<S> clock_tree;             ///< of common-path credits; empty without these
  span<per_condition<float> const, S> slew;  ///< [pins] ps; undefined_arrival() where nothing arrives
  span<per_condition<float> const, S> load;  ///< [pins] fF that a driver sees; 0 for other pins
  span<wire_answer const, S> wire;           ///< [net arcs] delay and impulse of each sink
  span<pi_load const, S> pi;                 ///< [nets] under `wire_slew::reduce`; else empty
  span<per_condition<float> const, S> arc_delay;     ///< [arcs] ps, by the edge at the arc's output
  span<per_condition<float> const, S> node_arrival;  ///< [nodes] ps from the node's launch edge
  span<per_condition<id> const, S>
      node_predecessor;  ///< [nodes] position in fanin_from of `node_graph`, or none
  span<per_condition<float> const, S> node_required;  ///< [nodes] ps from the node's launch edge
  span<per_condition<float> const, S> node_slack;     ///< [nodes] ps
  span<per_edge const, S> check_required;   ///< [checks] ps from the data's launch edge, by data edge
  span<per_edge const, S> check_slack;      ///< [checks] ps
  span<per_split const, S> endpoint_slack;  ///< [endpoints] ps, the worst of each side
  credited_view<S> credits;                 ///< [checks], [latch pairs] ps; empty without credits
  span<per_condition<float> const, S>
      stage_credit;             ///< [stages of `clock_tree`] ps, by condition of the data
  bool is_written = false;      ///< false: no update was made, and results may be anything
  bool latches_settled = true;  ///< false: loops through latches did not come to rest
};

}  // namespace gsta
