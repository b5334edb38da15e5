#pragma once

#include <cstddef>

/// The bytes that each stage cannot do without: every array that it reads or writes counts once, however
/// often caches load it again; tables are small and left out. A value of the four conditions has 16 bytes.
namespace gsta_bench {

/// The sizes of a design and of its plans.
struct stage_sizes {
  std::size_t pins = 0, nets = 0, net_arcs = 0, cell_arcs = 0, rc_nodes = 0, rc_edges = 0;
  std::size_t nodes = 0, node_arcs = 0, checks = 0, check_bytes = 0, endpoints = 0;
  std::size_t forward_slots = 0, forward_values = 0;    ///< slots of tiles; kept vertices
  std::size_t backward_slots = 0, backward_values = 0;  ///< of the backward pass
};

namespace detail {
constexpr double bytes(std::size_t count, std::size_t each) {
  return static_cast<double>(count) * static_cast<double>(each);
}
}  // namespace detail

/// Places (8) and loads (16) of pins; a sink's id (4); two values of each wire; a net's row and load. A plan
/// adds where each sink belongs (8).
constexpr double star_bytes(stage_sizes const& n, bool plan) {
  return detail::bytes(n.pins, 24) + detail::bytes(n.net_arcs, plan ? 4 + 32 + 8 : 4 + 32) +
         detail::bytes(n.nets, 8 + 16);
}
/// R and C; five ids of the tree a node, or a plan's record of 16; sinks' places, loads and values. The
/// papers' passes keep two or more values a node in memory, written once and read once.
constexpr double tree_bytes(stage_sizes const& n, bool plan) {
  return detail::bytes(n.rc_nodes, plan ? 8 + 16 : 8 + 20 + 64) + detail::bytes(n.net_arcs, 4 + 16 + 32) +
         detail::bytes(n.nets, 8 + 16);
}

/// The generic loop's and the papers' sweep: order and row (8), slew, arrival (written, and read by those
/// behind), predecessor; from, arc and edges (9) of each arc, its delay written; type of a cell arc; delay
/// and impulse of a wire; loads.
constexpr double loop_forward_bytes(stage_sizes const& n) {
  return detail::bytes(n.pins, 8 + 32) + detail::bytes(n.nodes, 8 + 32 + 16) +
         detail::bytes(n.node_arcs, 9 + 16) + detail::bytes(n.cell_arcs, 4) + detail::bytes(n.net_arcs, 32) +
         detail::bytes(n.nets, 16);
}
/// Checks first; then order and rows (16), arrival, required (written, and read by those in front), slack;
/// to, arc and edges (9) of each arc and its delay.
constexpr double loop_backward_bytes(stage_sizes const& n) {
  return detail::bytes(n.checks, n.check_bytes + 4 * 16 + 3 * 16) + detail::bytes(n.endpoints, 16) +
         detail::bytes(n.nodes, 16 + 16 + 32 + 16) + detail::bytes(n.node_arcs, 9 + 16);
}

/// Values filled with ones.
constexpr double reset_bytes(stage_sizes const& n) {
  return detail::bytes(n.forward_values, 32) + detail::bytes(n.backward_values, 16);
}
/// Records; two values of each wire; loads; slews and arrivals of kept vertices written and read; winning
/// arcs; delays of cell arcs written.
constexpr double sweep_forward_bytes(stage_sizes const& n) {
  return detail::bytes(n.forward_slots, 32) + detail::bytes(n.net_arcs, 32) + detail::bytes(n.nets, 16) +
         detail::bytes(n.forward_values, 64 + 16) + detail::bytes(n.cell_arcs, 16);
}
/// The check, its four results, and slew and arrival of both its pins with where these come from; whether it
/// alone decides a leaf's required times, and these.
constexpr double check_bytes(stage_sizes const& n) {
  return detail::bytes(n.checks, n.check_bytes + 16 + 2 * (16 + 32) + 1 + 8);
}
constexpr double endpoint_bytes(stage_sizes const& n) {
  return detail::bytes(n.checks, 4 + 8) + detail::bytes(n.endpoints, 8 + 8);
}
/// Records; delays of wires and cell arcs; required times written and read; those of sinks written.
constexpr double sweep_backward_bytes(stage_sizes const& n) {
  return detail::bytes(n.backward_slots, 32) + detail::bytes(n.net_arcs, 16 + 16) +
         detail::bytes(n.cell_arcs, 16) + detail::bytes(n.backward_values, 32);
}
/// Where a pin's value comes from (8), slew and arrival written; kept values; two values of each wire. For
/// paths also the winning arc, and the delays of wires by id.
constexpr double scatter_forward_bytes(stage_sizes const& n, bool paths) {
  return detail::bytes(n.pins, paths ? 8 + 32 + 16 : 8 + 32) +
         detail::bytes(n.forward_values, paths ? 32 + 16 : 32) +
         detail::bytes(n.net_arcs, paths ? 32 + 16 + 4 : 32);
}
/// Rank, required time and slack of a pin; kept values and those of sinks.
constexpr double scatter_backward_bytes(stage_sizes const& n) {
  return detail::bytes(n.pins, 4 + 32) + detail::bytes(n.backward_values, 16) + detail::bytes(n.net_arcs, 16);
}
constexpr double scatter_delays_bytes(stage_sizes const& n) { return detail::bytes(n.cell_arcs, 4 + 32); }

/// Ends of edges read; five ids a node and where a sink stands written.
constexpr double flatten_bytes(stage_sizes const& n) {
  return detail::bytes(n.rc_edges, 8) + detail::bytes(n.rc_nodes, 4 + 20) + detail::bytes(n.net_arcs, 4) +
         detail::bytes(n.nets, 16);
}
/// Ends of arcs read, other ends and arcs written both ways, rows of vertices.
constexpr double build_bytes(std::size_t vertices, std::size_t arcs) {
  return detail::bytes(arcs, 8 + 16) + detail::bytes(vertices, 8);
}
/// Rows both ways and the level of a vertex, its place in the order; the other end of an arc.
constexpr double levelize_bytes(std::size_t vertices, std::size_t arcs) {
  return detail::bytes(vertices, 8 + 8 + 4) + detail::bytes(arcs, 4);
}

}  // namespace gsta_bench
