#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/library_check.hpp"
#include "gsta/constrain/detail/list_checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/atomic.hpp"
#include "gsta/core/functional.hpp"

namespace gsta::detail {

/// A design's checks where an executor has them: those of the library by their ids, then those of
/// requirements.
template <memory_space S>
struct checks_in {
  buffer<timing_check, S> checks;
  std::size_t captured = 0;  ///< those with a capturing node
};

/// The edges that launch any tag, ascending: figures of checks are tables of two of them.
struct launching_edges {
  std::vector<id> edge, rank;  // [edges]; [tags] place of a tag's edge; none: in no check

  explicit launching_edges(std::vector<tag> const& tags) {
    for (tag const& t : tags) {
      if (t.launch_edge != none && !is_source_path(t)) edge.push_back(t.launch_edge);
    }
    std::sort(edge.begin(), edge.end());
    edge.erase(std::unique(edge.begin(), edge.end()), edge.end());
    for (tag const& t : tags) {
      auto const found = std::lower_bound(edge.begin(), edge.end(), t.launch_edge);
      bool const counts = t.launch_edge != none && !is_source_path(t);
      rank.push_back(counts ? static_cast<id>(found - edge.begin()) : none);
    }
  }
  /// Entries of a table of figures.
  std::size_t table_size() const noexcept { return edge.size() * edge.size() * figure_sorts; }
};

/// Which pairs of nodes the library checks bind, where neither exceptions nor latches say more than clocks:
/// as `check_lister` finds them, in its order.
template <memory_space S>
struct tagged_pairs {
  arc_view<S> arcs;
  span<id const, S> first_node, node_tag;
  span<std::uint8_t const, S> node_mask;
  span<tag const, S> tags;
  span<id const, S> rank;           // [tags] as `launching_edges`
  span<std::uint8_t const, S> cut;  // [edges][edges] 1: paths from the one to the other are not checked
  std::size_t edges;

  /// Calls `visit(data node, capture node, place of its figures)`. What no clock launches, or captures, only
  /// path delays could bind.
  template <class F>
  GSTA_HD void each(std::size_t i, F& visit) const noexcept {
    check_type const& type = arcs.check_types[arcs.check_type_of[i]];
    id const data_pin = arcs.check_data[i], clock_pin = arcs.check_clock[i];
    int const counts = capture_condition(type);
    std::size_t const sort = figure_sort(type.kind);
    for (id data = first_node[data_pin]; data < first_node[data_pin + 1]; ++data) {
      id const from = rank[node_tag[data]];
      if (from == none) continue;
      for (id capture = first_node[clock_pin]; capture < first_node[clock_pin + 1]; ++capture) {
        id const to = rank[node_tag[capture]];
        if (to == none || (node_mask[capture] >> counts & 1) == 0 ||
            !may_capture(type, tags[node_tag[capture]]))
          continue;
        std::size_t const pair = static_cast<std::size_t>(from) * edges + static_cast<std::size_t>(to);
        if (cut[pair] == 0) visit(data, capture, pair * figure_sorts + sort);
      }
    }
  }
};

/// How many checks each library check makes, and which figures they need.
template <memory_space S>
struct count_tagged_op {
  tagged_pairs<S> pairs;
  span<id, S> count;
  span<std::uint8_t, S> used;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id n = 0;
    auto visit = [&](id, id, std::size_t place) {
      ++n;
      set_mark(used[place], std::uint8_t{1});
    };
    pairs.each(i, visit);
    count[i] = n;
  }
};

template <memory_space S>
struct write_tagged_op {
  tagged_pairs<S> pairs;
  span<id const, S> begin;
  span<check_figures const, S> figures;
  span<timing_check, S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id k = begin[i];
    check_type const& type = pairs.arcs.check_types[pairs.arcs.check_type_of[i]];
    id const data_pin = pairs.arcs.check_data[i], clock_pin = pairs.arcs.check_clock[i];
    auto visit = [&](id data, id capture, std::size_t place) {
      out[k++] = library_check(type, data, capture, data_pin, clock_pin, static_cast<id>(i), figures[place]);
    };
    pairs.each(i, visit);
  }
};

/// Pairs of nodes that meet at a library check, whether or not they are checked.
template <memory_space S>
struct meeting_pairs_term {
  span<id const, S> first_node, data, clock;
  GSTA_HD std::int64_t operator()(std::size_t i) const noexcept {
    return std::int64_t{first_node[data[i] + 1] - first_node[data[i]]} *
           (first_node[clock[i] + 1] - first_node[clock[i]]);
  }
};

/// As `limit_check_pairs`; the design's pins are on the graph.
template <executor E>
void limit_tagged_pairs(E const& exec, flat_design const& design, arc_view<E::space> const& arcs,
                        timing_nodes<E::space> const& nodes) {
  std::int64_t pairs =
      reduce(exec, arcs.check_data.size(),
             meeting_pairs_term<E::space>{nodes.first_node.view(), arcs.check_data, arcs.check_clock},
             std::int64_t{0}, sum_of<std::int64_t>{});
  for (auto const& requirement : design.requirements)
    pairs += 2 * (nodes.pin_begin[requirement.pin + 1] - nodes.pin_begin[requirement.pin]);
  require_pair_room(design, static_cast<std::size_t>(pairs));
  require(pairs < std::numeric_limits<id>::max(), "make_checks: more checks than ids can number");
}

/// The figures that are used, by the same function as the host's checks.
inline std::vector<check_figures> list_figures(flat_design const& design, launching_edges const& of,
                                               std::vector<std::uint8_t> const& used) {
  clock_pairs clocks(design);
  std::vector<check_figures> figures(used.size());
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) continue;
    std::size_t const pair = i / figure_sorts;
    figures[i] = clocks.figures(of.edge[pair / of.edge.size()], of.edge[pair % of.edge.size()],
                                kinds_of_figures[i % figure_sorts]);
  }
  return figures;
}

inline std::vector<std::uint8_t> list_cuts(flat_design const& design, launching_edges const& of) {
  clock_pairs const clocks(design);
  std::vector<std::uint8_t> cut;
  for (id const from : of.edge) {
    for (id const to : of.edge) cut.push_back(clocks.are_cut(from, to) ? 1 : 0);
  }
  return cut;
}

/// `list_checks` of a design without exceptions, latches and uncertainties of pins, whose pins have several
/// nodes and are on the graph. Waits for the number of checks.
template <executor E>
checks_in<E::space> list_tagged_checks(E const& exec, flat_design const& design,
                                       arc_view<E::space> const& arcs, timing_nodes<E::space> const& nodes,
                                       launching_edges const& edges) {
  constexpr memory_space S = E::space;
  limit_tagged_pairs(exec, design, arcs, nodes);
  auto const node_tag = clone(exec, nodes.node_tag);
  auto const node_mask = clone(exec, nodes.node_mask);
  auto const tags = clone(exec, nodes.tags);
  auto const rank = clone(exec, edges.rank);
  auto const cuts = list_cuts(design, edges);
  auto const cut = clone(exec, cuts);
  tagged_pairs<S> const pairs{
      arcs,       nodes.first_node.view(), node_tag.view(), node_mask.view(), tags.view(), rank.view(),
      cut.view(), edges.edge.size()};
  std::size_t const n = arcs.check_data.size();
  buffer<id, S> count(exec, n), begin(exec, n + 1);
  buffer<std::uint8_t, S> used(exec, edges.table_size());
  fill(exec, used.view(), std::uint8_t{0});
  for_each_n(exec, n, count_tagged_op<S>{pairs, count.view(), used.view()});
  exclusive_scan(exec, std::as_const(count).view(), begin.view());
  // Requirements are few: the host lists them meanwhile.
  nodes_of_pins const of_pins{nodes.pin_begin, nodes.node_tag, nodes.node_mask};
  check_lister list(design, nodes.tags, nodes.exception_rows, of_pins);
  for (std::size_t i = 0; i < design.requirements.size(); ++i) list.add_requirement(static_cast<id>(i));
  auto const required = list.take();
  auto const library =
      static_cast<std::size_t>(to_vector(exec, std::as_const(begin).view().subspan(n, 1))[0]);
  auto const figures_here = list_figures(design, edges, to_vector(exec, std::as_const(used).view()));
  auto const figures = clone(exec, figures_here);
  checks_in<S> result{{exec, library + required.size()}, library};
  for (auto const& check : required) result.captured += check.capture != none ? 1 : 0;
  for_each_n(exec, n,
             write_tagged_op<S>{pairs, std::as_const(begin).view(), figures.view(), result.checks.view()});
  copy(exec, host_span<timing_check const>(required.data(), required.size()),
       result.checks.view().subspan(library, required.size()));
  exec.sync();  // the host arrays that were copied from end here
  return result;
}

}  // namespace gsta::detail
