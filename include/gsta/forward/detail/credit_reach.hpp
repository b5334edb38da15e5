#pragma once

#include <cstdint>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/engine/detail/sweep.hpp"

/// Where a credit level is needed: at a node where some launch in front and some capture behind part at the
/// credit level's vertex. Where all launches are of the one group that all captures leave out the credit
/// level has nothing to say, and sweeps need not pass.
namespace gsta::detail {

inline constexpr id several_groups = -4;  // in front of a node: launches of more than one

/// Lanes are masked in words of so many.
inline constexpr std::size_t levels_of_word = 32;

/// What finds out which credit levels are needed where.
template <memory_space S>
struct credit_reach {
  arrival_problem<S> nodes;
  span<arc_role const, S> role;  // [arcs], or shorter
  clock_tree_view<S> tree;
  std::size_t first, count;  // credit levels

  GSTA_HD bool launches(id arc) const noexcept {
    return static_cast<std::size_t>(arc) < role.size() && role[arc] == arc_role::launch;
  }
  GSTA_HD std::size_t at(id node, int late, std::size_t credit_level) const noexcept {
    return (2 * static_cast<std::size_t>(node) + static_cast<std::size_t>(late)) * count + credit_level;
  }
  /// The group of what starts at a node under a condition.
  GSTA_HD id group(id node, int c, std::size_t credit_level) const noexcept {
    id const row = tree.launch_row[static_cast<std::size_t>(conditions) * static_cast<std::size_t>(node) +
                                   static_cast<std::size_t>(c)];
    return tree.starts[static_cast<std::size_t>(row) * tree.credit_levels + first + credit_level].group;
  }
  GSTA_HD id left_out(id row, std::size_t credit_level) const noexcept {
    return tree.leaves_out[static_cast<std::size_t>(row) * tree.credit_levels + first + credit_level];
  }
};

GSTA_HD inline void merge_groups(id& into, id other) noexcept {
  if (into == group_absent) {
    into = other;
  } else if (other != group_absent && other != into) {
    into = several_groups;
  }
}
GSTA_HD inline void merge_left_out(id& into, id other) noexcept {
  if (into == is_not_at_level) {
    into = other;
  } else if (other != is_not_at_level && other != into) {
    into = leaves_nothing_out;
  }
}

/// The groups of all launches in front of a node.
template <memory_space S>
struct groups_in_front_op {
  credit_reach<S> in;
  span<id, S> groups;  // [nodes][side][credit level]

  GSTA_HD void operator()(id node) const noexcept {
    for (int late = 0; late < 2; ++late) {
      for (std::size_t credit_level = 0; credit_level < in.count; ++credit_level)
        groups[in.at(node, late, credit_level)] = find(node, late, credit_level);
    }
  }

 private:
  GSTA_HD id find(id node, int late, std::size_t credit_level) const noexcept {
    auto const& graph = in.nodes.graph;
    id found = group_absent;
    for (int c = 2 * late; c < 2 * late + 2; ++c) {
      if (math::is_defined(in.nodes.asserted[node][c])) merge_groups(found, in.group(node, c, credit_level));
    }
    for (id k = graph.fanin_begin[node]; k < graph.fanin_begin[node + 1]; ++k) {
      id const arc = graph.fanin_arc[k], from = graph.fanin_from[k];
      for (int c = 2 * late; c < 2 * late + 2; ++c) {
        int const input = in.nodes.edges[arc].input(c);
        if (input < 0) continue;
        merge_groups(found, in.launches(arc) ? in.group(from, input, credit_level)
                                             : groups[in.at(from, late, credit_level)]);
      }
    }
    return found;
  }
};

/// What all captures behind a node leave out.
template <memory_space S>
struct left_out_behind_op {
  credit_reach<S> in;
  timing_checks_view<S> checks;
  span<id, S> left_out;  // [nodes][side][credit level]

  GSTA_HD void operator()(id node) const noexcept {
    for (int late = 0; late < 2; ++late) {
      for (std::size_t credit_level = 0; credit_level < in.count; ++credit_level)
        left_out[in.at(node, late, credit_level)] = find(node, late, credit_level);
    }
  }

 private:
  GSTA_HD id find(id node, int late, std::size_t credit_level) const noexcept {
    auto const& graph = in.nodes.graph;
    id found = is_not_at_level;
    for (id k = checks.data_begin[node]; k < checks.data_begin[node + 1]; ++k) {
      id const check = checks.checks_of_data[k];
      if (is_late(checks.check[check].kind) != (late == 1)) continue;
      merge_left_out(found, in.left_out(in.tree.capture_row[check], credit_level));
    }
    for (id k = graph.fanout_begin[node]; k < graph.fanout_begin[node + 1]; ++k) {
      id const arc = graph.fanout_arc[k];
      if (in.nodes.edges[arc].code != 0 && !in.launches(arc))
        merge_left_out(found, left_out[in.at(graph.fanout_to[k], late, credit_level)]);
    }
    return found;
  }
};

/// A bit for each credit level that a node needs.
template <memory_space S>
struct needed_levels_op {
  credit_reach<S> in;
  span<id const, S> groups, left_out;  // [nodes][side][credit level]
  span<std::uint32_t, S> needed;       // [nodes]

  GSTA_HD void operator()(std::size_t node) const noexcept {
    std::uint32_t mask = 0;
    for (std::size_t credit_level = 0; credit_level < in.count; ++credit_level) {
      for (int late = 0; late < 2; ++late) {
        std::size_t const i = in.at(static_cast<id>(node), late, credit_level);
        bool const meet = groups[i] != group_absent && left_out[i] != is_not_at_level;
        if (meet && groups[i] != left_out[i]) mask |= 1u << credit_level;
      }
    }
    needed[node] = mask;
  }
};

/// Which credit levels of [first, first + count) each node needs; at most `levels_of_word`.
template <executor E>
buffer<std::uint32_t, E::space> find_needed_levels(E const& exec, credit_reach<E::space> const& in,
                                                   timing_checks_view<E::space> const& checks) {
  constexpr memory_space S = E::space;
  std::size_t const nodes = in.nodes.graph.vertex_count();
  buffer<id, S> groups(exec, 2 * nodes * in.count), left_out(exec, 2 * nodes * in.count);
  sweep_forward(exec, *in.nodes.order, groups_in_front_op<S>{in, groups.view()});
  sweep_backward(exec, *in.nodes.order, left_out_behind_op<S>{in, checks, left_out.view()});
  buffer<std::uint32_t, S> needed(exec, nodes);
  for_each_n(exec, nodes, needed_levels_op<S>{in, groups.view(), left_out.view(), needed.view()});
  return needed;
}

}  // namespace gsta::detail
