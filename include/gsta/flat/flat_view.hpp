#pragma once

#include <cstdint>
#include <limits>

#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/check_kind.hpp"
#include "gsta/lut/lut_pool.hpp"

namespace gsta {

/// Which edge at an arc's input makes each condition at its output: two bits a condition, 0 where none does.
///
/// A non-unate timing group is two arcs (one positive, one negative), so that every arc has at most one input
/// edge for an output edge, and four delays.
struct edge_map {
  /// Bits 2c and 2c + 1 for output condition c: 0 none, 1 an input rise, 2 an input fall.
  std::uint8_t code = 0;

  /// The input condition behind output condition `c`, or -1. Early comes from early, late from late.
  GSTA_HD constexpr int input(int c) const noexcept {
    int const bits = (code >> (2 * c)) & 3;
    return bits == 0 ? -1 : (c & 2) + bits - 1;
  }
  /// Says which input edge makes an output condition that has none yet.
  GSTA_HD constexpr void set(int output_condition, edge input_edge) noexcept {
    code = static_cast<std::uint8_t>(code | ((1 + static_cast<int>(input_edge)) << (2 * output_condition)));
  }
};

/// False for a code that names a third edge.
GSTA_HD constexpr bool is_edge_map(edge_map map) noexcept {
  return (map.code & (map.code >> 1) & 0b01'01'01'01) == 0;
}

/// Rise makes rise, fall makes fall: a wire, a buffer.
GSTA_HD constexpr edge_map positive_edges() noexcept { return {0b10'01'10'01}; }
/// Rise makes fall, fall makes rise: an inverter.
GSTA_HD constexpr edge_map negative_edges() noexcept { return {0b01'10'01'10}; }

/// Where a cell's library measures: the crossings of its output that end a delay, and between which a slew is
/// taken, as fractions of the supply by the output's edge.
struct slew_measure {
  float threshold[2] = {0.5f, 0.5f};  ///< of delays to this output
  float lower[2] = {0.2f, 0.2f};      ///< of slews
  float upper[2] = {0.8f, 0.8f};      ///< of slews
  float derate = 1;                   ///< slews in tables times this are the times between both crossings
};

/// What all arcs made from one library timing group share: a table for each output condition.
struct arc_type {
  /// The value of `only_clock` of an arc that only arrivals of kind `source` go through.
  static constexpr id only_source_paths = -2;

  per_condition<id> delay{{none, none, none, none}};  ///< table (input slew, output load) -> delay
  per_condition<id> slew{{none, none, none, none}};   ///< table (input slew, output load) -> output slew
  edge_map edges;                                     ///< a condition without an input edge needs no tables
  bool launches = false;  ///< clock to output of a register or latch: data paths start in front of it
  /// From a register's clock pin to the shadow that stands for it under an ideal clock: no delay, and ideal
  /// clocks' arrivals do not pass, since the shadow has its own.
  bool to_ideal_clock = false;
  /// Arrivals of this clock alone pass: from its source to shadows, with its latency, and if the arc launches
  /// to inputs that it starts. `only_source_paths`: arrivals on their way to generated clocks alone.
  id only_clock = none;
  /// Makes slews and delays, but passes no arrivals: constants make its condition false, or keep its output
  /// from following so.
  bool slews_only = false;
  bool beyond_no_load = false;  ///< only the delay above that at no load: a driving cell outside the design
  id measure = none;            ///< row of measures: where its tables' values are measured; none: as usual
};

/// What all checks made from one library constraint group share.
struct check_type {
  check_kind kind = check_kind::setup;  ///< any but those of outputs
  edge active = edge::rise;             ///< the clock's edge
  id constraint[2] = {none,
                      none};  ///< table (data slew, clock slew) -> constraint, by data edge; none: no check
  id only_clock = none;       ///< against this clock alone; none: against all
  bool is_checked = true;     ///< false: a latch's, which says when that closes and has no slack
};

/// How a wire's arc differs from the plain one, by edge: behind a driver without resistance (an ideal port),
/// or between cells that measure at other thresholds.
struct wire_response {
  float delay[2] = {1, 1};  ///< times Elmore's delay
  float widen[2] = {0, 0};  ///< times Elmore's delay is added to the slew, where wires keep slews
  float scale[2] = {1, 1};  ///< times the slew, in the end
  float shift[2] = {0, 0};  ///< times the slew before that is added to the delay
};

/// Nets, each with one driver; a net that several pins drive stands here once for each of them.
/// The position of a sink in `sink` is the id of the net arc driver -> sink.
template <memory_space S>
struct net_view {
  span<id const, S> driver;  ///< [nets] pin
  span<id const, S> begin;   ///< [nets + 1] into sink
  span<id const, S> sink;    ///< [net arcs] pin, in each net in a fixed order

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  net_view<D> map(F f) const {
    return {f(driver), f(begin), f(sink)};
  }
};

/// `rc_view::root` of a net of which no wire is known, but what it was reduced to: a pi model, pins included,
/// and Elmore's delays of sinks. Nodes 0 and 1 are the near and the far end of the pi model, edge 0 is the
/// resistance between. Node k + 1 is a sink, and edge k > 0 leads to it from node 1, with a resistance
/// through which 1 fF has that sink's delay.
inline constexpr id reduced_root = std::numeric_limits<id>::min();

/// Whether a net of so many nodes and edges may have this root.
GSTA_HD constexpr bool is_wire_root(id root, std::size_t nodes, std::size_t edges) noexcept {
  if (root == reduced_root) return nodes >= 2 && edges + 1 == nodes;
  return root == none || (root >= 0 && static_cast<std::size_t>(root) < nodes);
}

/// Extracted wires as undirected edge lists, nodes numbered from 0 within each net. A net with no nodes is
/// ideal.
template <memory_space S>
struct rc_view {
  span<id const, S> node_begin;            ///< [nets + 1] into node arrays
  span<id const, S> edge_begin;            ///< [nets + 1] into edge arrays
  span<id const, S> root;                  ///< [nets] local node of the driver, none, or reduced_root
  span<float const, S> capacitance;        ///< [nodes] fF, without pins
  span<id const, S> node_sink;             ///< [nodes] net arc whose sink this node is, or none
  span<id const, S> edge_a;                ///< [edges] local node at one end
  span<id const, S> edge_b;                ///< [edges] local node at the other
  span<float const, S> resistance;         ///< [edges] kOhm
  span<id const, S> response;              ///< [net arcs] row of responses, or none; may be empty
  span<wire_response const, S> responses;  ///< [rows] shared by net arcs

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  rc_view<D> map(F f) const {
    return {f(node_begin), f(edge_begin), f(root),       f(capacitance), f(node_sink),
            f(edge_a),     f(edge_b),     f(resistance), f(response),    f(responses)};
  }
};

/// Cell arcs (one or two for each timing group of each instance) and checks.
template <memory_space S>
struct arc_view {
  span<id const, S> from;                 ///< [cell arcs] pin
  span<id const, S> to;                   ///< [cell arcs] pin
  span<id const, S> type;                 ///< [cell arcs] into types
  span<arc_type const, S> types;          ///< [types] shared by the instances of a cell
  span<id const, S> check_data;           ///< [checks] pin whose arrival is checked
  span<id const, S> check_clock;          ///< [checks] pin of the register's clock
  span<id const, S> check_type_of;        ///< [checks] into check_types
  span<check_type const, S> check_types;  ///< [check types] shared by the instances of a cell
  span<id const, S> derate;               ///< [net arcs + cell arcs] row of derates, or none; may be empty
  span<per_condition<float> const, S> derates;  ///< factors on delays, by the condition at the arc's input
  span<slew_measure const, S> measures;         ///< [rows] shared by types

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  arc_view<D> map(F f) const {
    return {f(from),          f(to),          f(type),   f(types),   f(check_data), f(check_clock),
            f(check_type_of), f(check_types), f(derate), f(derates), f(measures)};
  }
};

/// Drivers of cells that are always on and end at one net, each group by its pins: by effective capacitances
/// they charge it together (`share_loads`). Each still has a net of its own.
template <memory_space S>
struct parallel_view {
  span<id const, S> begin;   ///< [groups + 1] into driver; may be empty
  span<id const, S> driver;  ///< [drivers in groups] pin, in one group

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  parallel_view<D> map(F f) const {
    return {f(begin), f(driver)};
  }
};

/// A design as arrays: what every stage after reading works on. Fill one from your own arrays, on the host or
/// on the device, or let `flatten` make it from files.
template <memory_space S>
struct flat_view {
  span<per_condition<float> const, S> pin_load;  ///< [pins] fF that the pin puts on its net, sink or driver
  span<per_condition<float> const, S>
      asserted_slew;            ///< [pins] ps, undefined_arrival() where nothing is asserted
  net_view<S> nets;             ///< drivers, sinks and the ids of net arcs
  rc_view<S> rc;                ///< the nets' wires, where they are extracted
  arc_view<S> arcs;             ///< of cells, and library checks
  lut_pool_view<S> luts;        ///< the tables that types name
  parallel_view<S> parallel{};  ///< drivers that charge a net together

  /// Pins, shadows included: the vertices of the pin graph.
  GSTA_HD std::size_t pin_count() const noexcept { return pin_load.size(); }
  /// Net arcs have the arc ids below this number.
  GSTA_HD std::size_t net_arc_count() const noexcept { return nets.sink.size(); }
  /// Cell arc i has the arc id `net_arc_count()` + i.
  GSTA_HD std::size_t cell_arc_count() const noexcept { return arcs.from.size(); }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  flat_view<D> map(F f) const {
    return {f(pin_load),
            f(asserted_slew),
            nets.template map<D>(f),
            rc.template map<D>(f),
            arcs.template map<D>(f),
            luts.template map<D>(f),
            parallel.template map<D>(f)};
  }
};

}  // namespace gsta
