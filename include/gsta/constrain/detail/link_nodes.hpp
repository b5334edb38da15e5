#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_nodes.hpp"
#include "gsta/constrain/detail/sent_rules.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {
template <memory_space S>
struct timing_nodes;
}

namespace gsta::detail {

inline constexpr id behind_all_arcs = std::numeric_limits<id>::max();

/// Which nodes are linked: told by tags and the roles of arcs, or listed.
template <memory_space S>
struct node_joins {
  timing_graph_view<S> pins;
  span<edge_map const, S> edges;           // [arcs]
  span<arc_role const, S> role;            // [arcs], or shorter: the rest pass
  span<id const, S> first_node;            // [pins + 1]
  span<id const, S> node_pin;              // [nodes]
  span<id const, S> node_tag;              // [nodes] ascending within a pin
  span<id const, S> launched;              // [tags] what each becomes behind an arc that launches, or none
  span<id const, S> launches;              // [tags] what becomes each there, or none
  span<std::uint8_t const, S> starts_new;  // [pins], or empty: 1 where arrivals from in front end
  span<std::uint8_t const, S> ideal;       // [tags] 1 for ideal clocks
  listed_links_view<S> listed;

  GSTA_HD id row_of(id pin) const noexcept { return listed.row_of.empty() ? none : listed.row_of[pin]; }
  GSTA_HD bool ends_arrivals(id pin) const noexcept { return !starts_new.empty() && starts_new[pin] != 0; }
  GSTA_HD arc_role role_of(id arc) const noexcept {
    return static_cast<std::size_t>(arc) < role.size() ? role[arc] : arc_role::pass;
  }
  /// The node of `pin` with `tag`, or none.
  GSTA_HD id find(id pin, id tag) const noexcept {
    id first = first_node[pin], last = first_node[pin + 1];
    id const end = last;
    while (first < last) {
      id const middle = first + (last - first) / 2;
      node_tag[middle] < tag ? first = middle + 1 : last = middle;
    }
    return first < end && node_tag[first] == tag ? first : none;
  }

  /// Calls `visit(node in front, arc)` in the order of the node's row.
  template <class F>
  GSTA_HD void each(std::true_type /*fan-in*/, id node, F& visit) const noexcept {
    id const pin = node_pin[node], listed_row = row_of(pin);
    if (listed_row != none) {
      id const row = listed_row + node - first_node[pin];
      for (id k = listed.begin[row]; k < listed.begin[row + 1]; ++k) visit(listed.from[k], listed.arc[k]);
      return;
    }
    if (ends_arrivals(pin)) return;
    for (id k = pins.fanin_begin[pin]; k < pins.fanin_begin[pin + 1]; ++k) {
      id const from = pins.fanin_from[k], arc = pins.fanin_arc[k];
      arc_role const of = role_of(arc);
      if (edges[arc].code == 0) {
        for (id n = first_node[from]; n < first_node[from + 1]; ++n) visit(n, arc);
        continue;
      }
      if (stops(of) || (of == arc_role::to_ideal_clock && ideal[node_tag[node]] != 0)) continue;
      id const tag = of == arc_role::launch ? launches[node_tag[node]] : node_tag[node];
      id const n = tag == none ? none : find(from, tag);
      if (n != none) visit(n, arc);
    }
  }

  /// Calls `visit(node behind, arc)` in the order of the node's row.
  template <class F>
  GSTA_HD void each(std::false_type /*fan-out*/, id node, F& visit) const noexcept {
    id const pin = node_pin[node];
    std::size_t next = first_listed(node);
    auto const listed_before = [&](id arc) {
      for (; next < listed.out_from.size() && listed.out_from[next] == node && listed.out_arc[next] < arc;
           ++next)
        visit(listed.out_to[next], listed.out_arc[next]);
    };
    for (id k = pins.fanout_begin[pin]; k < pins.fanout_begin[pin + 1]; ++k) {
      id const to = pins.fanout_to[k], arc = pins.fanout_arc[k];
      if (row_of(to) != none || ends_arrivals(to)) continue;
      listed_before(arc);
      arc_role const of = role_of(arc);
      if (edges[arc].code == 0) {
        for (id n = first_node[to]; n < first_node[to + 1]; ++n) visit(n, arc);
        continue;
      }
      if (stops(of)) continue;
      id const tag = of == arc_role::launch ? launched[node_tag[node]] : node_tag[node];
      id const n = tag == none ? none : find(to, tag);
      if (n != none) visit(n, arc);
    }
    listed_before(behind_all_arcs);
  }

 private:
  GSTA_HD std::size_t first_listed(id node) const noexcept {
    std::size_t first = 0, last = listed.out_from.size();
    while (first < last) {
      std::size_t const middle = first + (last - first) / 2;
      listed.out_from[middle] < node ? first = middle + 1 : last = middle;
    }
    return first;
  }
};

/// [tags] 1 for ideal clocks.
inline std::vector<std::uint8_t> ideal_tags(arrival_rules const& rules, std::vector<tag> const& tags) {
  std::vector<std::uint8_t> ideal;
  ideal.reserve(tags.size());
  for (auto const& t : tags) ideal.push_back(is_ideal(rules, t));
  return ideal;
}

template <class Way, memory_space S>
struct count_links_op {
  node_joins<S> joins;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t node) const noexcept {
    id n = 0;
    auto visit = [&](id, id) { ++n; };
    joins.each(Way{}, static_cast<id>(node), visit);
    count[node] = n;
  }
};

template <class Way, memory_space S>
struct write_links_op {
  node_joins<S> joins;
  span<id const, S> begin;
  span<id, S> other, arc;
  GSTA_HD void operator()(std::size_t node) const noexcept {
    id k = begin[node];
    auto visit = [&](id n, id a) {
      other[k] = n;
      arc[k++] = a;
    };
    joins.each(Way{}, static_cast<id>(node), visit);
  }
};

/// Rows of all nodes, one way.
template <class Way, executor E>
void link_one_way(E const& exec, node_joins<E::space> const& joins, timing_graph<E::space>& graph) {
  constexpr memory_space S = E::space;
  std::size_t const nodes = joins.node_pin.size();
  buffer<id, S> count(exec, nodes), begin(exec, nodes + 1);
  for_each_n(exec, nodes, count_links_op<Way, S>{joins, count.view()});
  auto const links = reduce(exec, nodes, value_term<std::int64_t, id, S>{std::as_const(count).view()},
                            std::int64_t{0}, sum_of<std::int64_t>{});
  require(links < std::numeric_limits<id>::max(), "make_nodes: more links between nodes than ids can number");
  exclusive_scan(exec, std::as_const(count).view(), begin.view());
  buffer<id, S> other(exec, static_cast<std::size_t>(links)), arc(exec, static_cast<std::size_t>(links));
  for_each_n(exec, nodes,
             write_links_op<Way, S>{joins, std::as_const(begin).view(), other.view(), arc.view()});
  auto& view = graph.view;
  (Way::value ? view.fanin_begin : view.fanout_begin) = graph.keep(std::move(begin));
  (Way::value ? view.fanin_from : view.fanout_to) = graph.keep(std::move(other));
  (Way::value ? view.fanin_arc : view.fanout_arc) = graph.keep(std::move(arc));
}

template <memory_space S>
struct pin_of_nodes_op {
  span<id const, S> first_node;
  span<id, S> node_pin;
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    for (id n = first_node[pin]; n < first_node[pin + 1]; ++n) node_pin[n] = static_cast<id>(pin);
  }
};

template <memory_space S>
struct count_in_order_op {
  span<id const, S> pin_order, first_node;
  span<id, S> count;  // by position
  GSTA_HD void operator()(std::size_t i) const noexcept {
    count[i] = first_node[pin_order[i] + 1] - first_node[pin_order[i]];
  }
};

template <memory_space S>
struct write_in_order_op {
  span<id const, S> pin_order, first_node, at;
  span<id, S> order;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const first = first_node[pin_order[i]], last = first_node[pin_order[i] + 1];
    for (id n = first; n < last; ++n) order[at[i] + n - first] = n;
  }
};

/// Nodes in the level order of their pins.
template <executor E>
levels<E::space> order_like_pins(E const& exec, levels<E::space> const& pin_levels,
                                 view_for<E, id const> first_node, std::size_t nodes) {
  constexpr memory_space S = E::space;
  auto const pin_order = pin_levels.order.view.vertex;
  std::size_t const pins = pin_order.size();
  buffer<id, S> count(exec, pins), at(exec, pins + 1), vertex(exec, nodes);
  for_each_n(exec, pins, count_in_order_op<S>{pin_order, first_node, count.view()});
  exclusive_scan(exec, std::as_const(count).view(), at.view());
  for_each_n(exec, pins,
             write_in_order_op<S>{pin_order, first_node, std::as_const(at).view(), vertex.view()});
  levels<S> order;
  order.order.view = {order.order.keep(std::move(vertex))};
  auto const begin = clone(exec, pin_levels.begin);
  buffer<id, S> node_begin(exec, begin.size());
  for_each_n(exec, begin.size(), gather_op<id, S>{begin.view(), std::as_const(at).view(), node_begin.view()});
  order.begin = to_vector(exec, std::as_const(node_begin).view());
  return order;
}

template <memory_space S>
struct scatter_asserted_op {
  span<id const, S> node;
  span<per_condition<float> const, S> arrival;
  span<per_condition<float>, S> asserted;
  GSTA_HD void operator()(std::size_t i) const noexcept { asserted[node[i]] = arrival[i]; }
};

/// Arrivals of their own: most nodes have none, so that only the others go to a device.
template <executor E>
buffer<per_condition<float>, E::space> assert_on_nodes(E const& exec, std::size_t nodes,
                                                       host_nodes const& made) {
  constexpr memory_space S = E::space;
  auto const node = clone(exec, made.asserted);
  auto const arrival = clone(exec, made.arrival);
  buffer<per_condition<float>, S> asserted(exec, nodes);
  fill(exec, asserted.view(), undefined_arrival());
  for_each_n(exec, made.asserted.size(),
             scatter_asserted_op<S>{node.view(), arrival.view(), asserted.view()});
  return asserted;
}

/// `graph`, `order` and `node_pin` of nodes that are found.
template <executor E>
void link_nodes(E const& exec, timing_graph_view<E::space> const& pins, levels<E::space> const& pin_levels,
                view_for<E, edge_map const> edges, arrival_rules const& rules,
                sent_rules<E::space> const& sent, host_nodes const& made, view_for<E, id const> node_tag,
                timing_nodes<E::space>& nodes) {
  auto const clone_levels = [&](leveled_nodes const& from) {
    return levels<E::space>{clone_view(exec, vertex_order_view<memory_space::host>{view_of(from.order)}),
                            from.level_begin};
  };
  auto const ideal = clone(exec, ideal_tags(rules, made.tags));
  auto const launched = clone(exec, made.launched);
  auto const launches = clone(exec, made.launches);
  auto const listed = clone_view(exec, made.links.view());
  std::size_t const count = made.node_tag.size();
  nodes.node_pin = buffer<id, E::space>(exec, count);
  auto const first_node = std::as_const(nodes.first_node).view();
  for_each_n(exec, pins.vertex_count(), pin_of_nodes_op<E::space>{first_node, nodes.node_pin.view()});
  node_joins<E::space> const joins{pins,
                                   edges,
                                   sent.role.view(),
                                   first_node,
                                   std::as_const(nodes.node_pin).view(),
                                   node_tag,
                                   launched.view(),
                                   launches.view(),
                                   sent.starts_new.view(),
                                   ideal.view(),
                                   listed.view};
  link_one_way<std::true_type>(exec, joins, nodes.graph);
  link_one_way<std::false_type>(exec, joins, nodes.graph);
  if (made.by_level.order.empty()) {
    nodes.order = order_like_pins(exec, pin_levels, first_node, count);
  } else {
    nodes.order = clone_levels(made.by_level);
    nodes.looping = clone_levels(made.looping);
    nodes.opened_loops = made.opened_loops;
  }
  exec.sync();  // the host arrays that were copied from end here
}

}  // namespace gsta::detail
