#pragma once

#include <limits>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {

namespace primitive {
struct build_graph;
}

/// One side of a compressed graph: for each vertex the arcs of its row and the vertices at their other ends.
template <memory_space S>
struct compressed_rows {
  buffer<id, S> begin;   ///< [vertices + 1]
  buffer<id, S> vertex;  ///< [arcs]
  buffer<id, S> arc;     ///< [arcs] ascending in each row
};

namespace detail {
inline void require_ids(std::size_t vertices, std::size_t arcs) {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<id>::max());
  require(vertices < most && arcs < most, "build_graph: more vertices or arcs than ids can number");
}

/// Puts arcs in the order of their rows, each row in the order of its arcs. On the host one pass does it:
/// each arc goes to the next free place of its row.
template <executor E>
void order_by_row(E const& exec, view_for<E, id const> row, view_for<E, id const> begin,
                  view_for<E, id> arc) {
  if constexpr (host_side_executor<E>) {
    buffer<id, E::space> next = clone(exec, begin);
    for (std::size_t a = 0; a < row.size(); ++a) arc[next[row[a]]++] = static_cast<id>(a);
  } else {
    buffer<id, E::space> key = clone(exec, row);
    for_each_n(exec, row.size(), iota_op<E::space>{arc});
    sort_by_key(exec, key.view(), arc);
  }
}
}  // namespace detail

/// Compresses arcs by one of their ends, `row`; `other` is the other. Parallel arcs are kept.
///
/// Shapes: row, other [arcs], values in [0, vertices). Cost: a stable sort of the arcs, on the host two
/// passes (graph/build.cuh: of no more bits than vertices have). Where: the executor; does not wait. Throws:
/// argument_error if sizes differ or are more than ids can number, what allocation throws.
template <executor E>
compressed_rows<E::space> compress_rows(E const& exec, std::size_t vertices, view_for<E, id const> row,
                                        view_for<E, id const> other) {
  static_assert(driver_known<primitive::build_graph, E>,
                "compress_rows on a device needs gsta/graph/build.cuh");
  constexpr memory_space S = E::space;
  std::size_t const arcs = row.size();
  require(other.size() == arcs, "compress_rows: the ends of the arcs differ in number");
  detail::require_ids(vertices, arcs);
  buffer<id, S> count(exec, vertices);
  compressed_rows<S> rows{{exec, vertices + 1}, {exec, arcs}, {exec, arcs}};
  fill(exec, count.view(), 0);
  for_each_n(exec, arcs, count_op<S>{row, count.view()});
  exclusive_scan(exec, std::as_const(count).view(), rows.begin.view());
  detail::order_by_row<E>(exec, row, std::as_const(rows.begin).view(), rows.arc.view());
  for_each_n(exec, arcs, gather_op<id, S>{std::as_const(rows.arc).view(), other, rows.vertex.view()});
  return rows;
}

/// Compresses arcs `from[a] -> to[a]` into rows both ways. Parallel arcs are kept.
///
/// Shapes: from, to [arcs], values in [0, vertices). Cost: `compress_rows` twice. Where: the executor; does
/// not wait. Throws: argument_error if from and to differ in size, what allocation throws.
template <executor E>
timing_graph<E::space> build_graph(E const& exec, std::size_t vertices, view_for<E, id const> from,
                                   view_for<E, id const> to) {
  static_assert(driver_known<primitive::build_graph, E>,
                "build_graph on a device needs gsta/graph/build.cuh");
  auto fanin = compress_rows(exec, vertices, to, from);
  auto fanout = compress_rows(exec, vertices, from, to);
  timing_graph<E::space> graph;
  graph.view = {graph.keep(std::move(fanin.begin)),   graph.keep(std::move(fanin.vertex)),
                graph.keep(std::move(fanin.arc)),     graph.keep(std::move(fanout.begin)),
                graph.keep(std::move(fanout.vertex)), graph.keep(std::move(fanout.arc))};
  return graph;
}

/// The arcs of a design's pin graph, numbered: net arcs (as in `net_view::sink`), then cell arcs (as in
/// `arc_view`), then, if asked for, one order-only arc clock -> data for each check. Order-only arcs carry no
/// edge: they only make a check's data pin come after its clock pin.
template <memory_space S>
struct pin_arcs {
  buffer<id, S> from;         ///< [arcs] pin
  buffer<id, S> to;           ///< [arcs] pin
  buffer<edge_map, S> edges;  ///< [arcs] which input edge makes which condition; none for order-only arcs
};

namespace detail {
template <memory_space S>
struct net_arcs_op {
  net_view<S> nets;
  span<id, S> from, to;
  span<edge_map, S> edges;
  GSTA_HD void operator()(std::size_t net) const noexcept {
    for (id a = nets.begin[net]; a < nets.begin[net + 1]; ++a) {
      from[a] = nets.driver[net];
      to[a] = nets.sink[a];
      edges[a] = positive_edges();
    }
  }
};

template <memory_space S>
struct cell_arcs_op {
  arc_view<S> arcs;
  std::size_t first;
  span<id, S> from, to;
  span<edge_map, S> edges;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    from[first + i] = arcs.from[i];
    to[first + i] = arcs.to[i];
    edges[first + i] = arcs.types[arcs.type[i]].edges;
  }
};

template <memory_space S>
struct check_arcs_op {
  arc_view<S> arcs;
  std::size_t first;
  span<id, S> from, to;
  span<edge_map, S> edges;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    from[first + i] = arcs.check_clock[i];
    to[first + i] = arcs.check_data[i];
    edges[first + i] = {};
  }
};
}  // namespace detail

/// Whether checks get arcs of their own in the pin graph: only
/// `capture_required::from_data_slack` needs them.
enum class check_arcs {
  leave_out,   ///< net arcs and cell arcs only
  order_only,  ///< one clock -> data for each check, without edges
};

/// Lists the arcs of the pin graph of `design`.
///
/// Shapes: [net arcs + cell arcs (+ checks)]. Cost: O(arcs). Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
pin_arcs<E::space> list_pin_arcs(E const& exec, flat_view<E::space> const& design,
                                 check_arcs checks = check_arcs::leave_out) {
  constexpr memory_space S = E::space;
  std::size_t const wires = design.net_arc_count(), cells = design.cell_arc_count();
  std::size_t const order_only = checks == check_arcs::order_only ? design.arcs.check_data.size() : 0;
  std::size_t const total = wires + cells + order_only;
  pin_arcs<S> arcs{{exec, total}, {exec, total}, {exec, total}};
  for_each_n(exec, design.nets.driver.size(),
             detail::net_arcs_op<S>{design.nets, arcs.from.view(), arcs.to.view(), arcs.edges.view()});
  for_each_n(
      exec, cells,
      detail::cell_arcs_op<S>{design.arcs, wires, arcs.from.view(), arcs.to.view(), arcs.edges.view()});
  for_each_n(exec, order_only,
             detail::check_arcs_op<S>{design.arcs, wires + cells, arcs.from.view(), arcs.to.view(),
                                      arcs.edges.view()});
  return arcs;
}

}  // namespace gsta
