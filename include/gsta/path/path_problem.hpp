#pragma once

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/path/graph.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta {

/// What a delay or an arrival under condition `c` adds to a path's slack, rounded once: early paths get worse
/// the less they take, late paths the more, so late costs count negatively and smaller is worse for both.
///
/// Undefined is `no_path`. Path search refuses what `to_femtoseconds` had to cut off.
GSTA_HD inline femtoseconds path_cost(int c, float ps) noexcept {
  if (!math::is_defined(ps)) return no_path;
  femtoseconds const fs = to_femtoseconds(ps);
  return is_late(c) ? -fs : fs;
}

/// What path search reads of a timed design: the arrival layer, its delays and its checks. Arc ids are those
/// of `pin_arcs`: net arcs, cell arcs, order-only arcs. This struct alone says what a path's pieces cost.
template <memory_space S>
struct path_problem {
  span<id const, S> fanin_begin;                  ///< [nodes + 1] rows of the node graph
  span<id const, S> fanin_from;                   ///< [node arcs] node
  span<id const, S> fanin_arc;                    ///< [node arcs] arc of the pin graph
  span<edge_map const, S> edges;                  ///< [arcs]
  span<per_condition<float> const, S> arc_delay;  ///< [arcs] ps
  span<per_condition<float> const, S> arrival;    ///< [nodes] ps from the launch edge
  span<per_condition<float> const, S>
      asserted;                        ///< [nodes] ps from the launch edge, undefined where no path starts
  span<timing_check const, S> checks;  ///< [checks] ends of paths
  span<per_edge const, S> check_required;  ///< [checks] ps from the data's launch edge
  std::size_t net_arcs = 0;                ///< arcs that are no cell arcs, in front of those
  span<id const, S> arc_type_of;           ///< [cell arcs]; may be empty: no arc launches
  span<arc_type const, S> arc_types;       ///< what arc_type_of counts
  span<latch_pair const, S> latches{};     ///< checks that are required as the worst data come
  span<std::uint8_t const, S> ends{};  ///< [2 * checks] by data edge: 0 where no path ends; empty: all end

  /// Number of arrival nodes.
  std::size_t node_count() const noexcept { return arrival.size(); }

  /// True for a register's clock-to-output arc: a data path starts in front of it.
  GSTA_HD bool launches(id arc) const noexcept {
    std::size_t const cell_arc = static_cast<std::size_t>(arc) - net_arcs;  // wraps for net arcs
    return cell_arc < arc_type_of.size() && arc_types[arc_type_of[cell_arc]].launches;
  }

  /// Cost of passing `arc` to output condition `c`.
  GSTA_HD femtoseconds arc_cost(id arc, int c) const noexcept {
    return edges[arc].input(c) < 0 ? no_path : path_cost(c, arc_delay[arc][c]);
  }
  /// Cost of starting at an asserted arrival.
  GSTA_HD femtoseconds start_cost(id node, int c) const noexcept { return path_cost(c, asserted[node][c]); }
  /// Cost of starting at a launching clock pin: its arrival, so that the clock's own arcs are not part of the
  /// path.
  GSTA_HD femtoseconds launch_cost(id node, int c) const noexcept { return path_cost(c, arrival[node][c]); }

  /// The condition of a check's data at one edge.
  GSTA_HD int end_condition(id check, edge data_edge) const noexcept {
    return condition(is_late(checks[check].kind) ? split::late : split::early, data_edge);
  }
  /// What a check adds to the cost of a path to make it a slack: late required - cost, early cost - required.
  /// `no_path` where no path ends.
  GSTA_HD femtoseconds end_offset(id check, edge data_edge) const noexcept {
    if (!ends.empty() && ends[2 * check + static_cast<id>(data_edge)] == 0) return no_path;
    femtoseconds const cost =
        path_cost(end_condition(check, data_edge), check_required[check][static_cast<int>(data_edge)]);
    return cost == no_path ? no_path : -cost;
  }
  /// How long before its check's required time a latch opens; 0 where no data borrow.
  GSTA_HD femtoseconds borrowed(latch_pair const& pair, edge data_edge) const noexcept {
    float const required = check_required[pair.check][static_cast<int>(data_edge)];
    if (!math::is_defined(required)) return 0;
    return to_femtoseconds(required) - to_femtoseconds(detail::window_among(pair, arrival, required).opens);
  }
};

/// What path search reads of common-path credits.
template <memory_space S>
struct path_credits {
  clock_tree_view<S> tree;  ///< of the design; without lanes: there are no credits
  /// [stages of the tree] ps, by condition of the data: `credit_state::credit`
  span<per_condition<float> const, S> credit;

  /// True where paths have credits.
  GSTA_HD bool any() const noexcept { return tree.credit_levels > 0; }
};

/// Slacks of checks that are known before a search, as behind an update: on a host the k-th least of them
/// bounds the k-th path, so that only what is in front of few checks is searched.
template <memory_space S>
struct known_slacks {
  span<per_edge const, S> check{};  ///< [checks] ps, as `update_checks` found it, with credits or without
  std::size_t levels = 0;           ///< of the graph of nodes: no path has more arcs
};

/// What a query's pins, clock edges and groups mean in a design, on the host. What no query asks for may be
/// empty.
struct path_places {
  host_span<id const> first_node{};    ///< [pins + 1] nodes of a pin; empty: each pin is its own node
  host_span<id const> launch_edge{};   ///< [nodes] 2 * clock + edge that launches what arrives, or none
  host_span<id const> capture_edge{};  ///< [checks] 2 * clock + edge that captures, or none
  host_span<id const> group_begin{};   ///< [checks + 1] into group
  host_span<id const> group{};         ///< path groups of each check
};

/// All that `find_paths` reads of a timed design.
template <memory_space S>
struct path_arrays {
  path_problem<S> problem;    ///< with credits, required times are those without
  path_credits<S> credits{};  ///< empty: paths have none
  known_slacks<S> slacks{};   ///< empty: not known
  path_places places{};       ///< for queries by pin, clock and group
};

/// The slack of one path to a latch that lends so much to the worst one. The latch's required time is that of
/// the worst path, which gives `slack`: what comes before it opens waits for that, what comes while it is
/// open is on time.
template <class T>
GSTA_HD T open_slack(T slack, T borrowed) noexcept {
  if (slack >= borrowed) return slack - borrowed;
  return slack < 0 ? slack : 0;
}

namespace detail {
template <memory_space S>
void require_fitting(path_problem<S> const& problem) {
  std::size_t const nodes = problem.node_count();
  require(problem.fanin_begin.size() == nodes + 1 && problem.asserted.size() == nodes &&
              problem.fanin_from.size() == problem.fanin_arc.size(),
          "paths: the node arrays differ in size");
  require(problem.edges.size() == problem.arc_delay.size() &&
              problem.net_arcs + problem.arc_type_of.size() <= problem.edges.size(),
          "paths: the arc arrays differ in size");
  require(problem.checks.size() == problem.check_required.size(), "paths: the check arrays differ in size");
  require(nodes < (std::size_t{1} << 29) && problem.checks.size() < (std::size_t{1} << 30),
          "paths: more nodes or checks than ids can number");
}
}  // namespace detail

}  // namespace gsta
