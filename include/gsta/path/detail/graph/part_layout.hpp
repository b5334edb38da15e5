#pragma once

#include <utility>

#include "gsta/path/detail/recover/counts.hpp"
#include "gsta/path/timing_graph.hpp"

/// Search graphs that are parts of others: what is cut out by a constraint, or by a bound with credits. A
/// vertex of the whole may be several of the part; each row has some edges of the whole's, in their order.
namespace gsta::detail {

/// An edge of the whole, where it leads in the part, and at what cost there; head none: it is left out.
struct part_edge {
  id edge = none, head = none;
  femtoseconds weight = 0;
};

/// Arrays of a part before they have an owner.
template <memory_space S>
struct part_arrays {
  buffer<id, S> begin, to;
  buffer<femtoseconds, S> weight;
  buffer<id, S> edge;       ///< the whole's
  std::size_t entries = 0;  ///< edges of the source

  search_graph_view<S> view() const noexcept { return {begin.view(), to.view(), weight.view()}; }
};

template <memory_space S, class Rows>
struct count_part_row_op {
  Rows rows;
  span<id, S> count;
  struct counter {
    id edges = 0;
    GSTA_HD void operator()(part_edge const&) noexcept { ++edges; }
  };
  GSTA_HD void operator()(std::size_t i) const noexcept {
    counter of_row;
    rows.each(i, of_row);
    count[i] = of_row.edges;
  }
};

template <memory_space S, class Rows>
struct count_part_entry_op {
  Rows rows;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t i) const noexcept { count[i] = rows.entry(i).head != none ? 1 : 0; }
};

/// Where the arrays of a part are written.
template <memory_space S>
struct part_spans {
  span<id, S> begin, to;
  span<femtoseconds, S> weight;
  span<id, S> edge;
  GSTA_HD void put(id at, part_edge const& of) const noexcept {
    to[at] = of.head;
    weight[at] = of.weight;
    edge[at] = of.edge;
  }
};

template <memory_space S, class Rows>
struct fill_part_row_op {
  Rows rows;
  span<id const, S> row;
  part_spans<S> out;
  struct writer {
    part_spans<S> const& out;
    id at;
    GSTA_HD void operator()(part_edge const& of) noexcept { out.put(at++, of); }
  };
  GSTA_HD void operator()(std::size_t i) const noexcept {
    out.begin[i] = row[i];
    writer edges{out, row[i]};
    rows.each(i, edges);
  }
};

/// Writes an edge of the source; the one behind the last closes the rows.
template <memory_space S, class Rows>
struct fill_part_entry_op {
  Rows rows;
  span<id const, S> row, entry;
  part_spans<S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const source = row.size() - 1;
    id const first = row[source];
    if (i + 1 == entry.size()) {
      out.begin[source] = first;
      out.begin[source + 1] = out.begin[source + 2] = first + entry[i];
    } else if (entry[i] < entry[i + 1]) {
      out.put(first + entry[i], rows.entry(i));
    }
  }
};

template <memory_space S>
struct two_totals_op {
  span<id const, S> a, b;
  span<id, S> total;
  GSTA_HD void operator()(std::size_t) const noexcept {
    total[0] = a[a.size() - 1];
    total[1] = b[b.size() - 1];
  }
};

/// Lays a part out. `Rows` says what is in it: `each(vertex, visit)` calls `visit(part_edge)` for the edges
/// of a row, `entry(i)` gives the i-th edge of the whole's source.
template <executor E, class Rows>
class part_layout {
  static constexpr memory_space S = E::space;

 public:
  /// Counts the edges. `surely`: there are no more. Waits. Throws: argument_error with `sentence` where ids
  /// cannot number them.
  part_layout(E const& exec, Rows const& rows, std::size_t vertices, std::size_t entries, std::size_t surely,
              char const* sentence)
      : exec_(exec), rows_(rows), row_(exec, vertices + 1), entry_(exec, entries + 1) {
    buffer<id, S> count(exec, vertices), entered(exec, entries), total(exec, 2);
    for_each_n(exec, vertices, count_part_row_op<S, Rows>{rows, count.view()});
    for_each_n(exec, entries, count_part_entry_op<S, Rows>{rows, entered.view()});
    require_ids<E>(exec, std::as_const(count).view(), entries + 3, surely, sentence);
    exclusive_scan(exec, std::as_const(count).view(), row_.view());
    exclusive_scan(exec, std::as_const(entered).view(), entry_.view());
    for_each_n(exec, 1, two_totals_op<S>{row(), entry(), total.view()});
    auto const totals = to_vector(exec, total.view());
    inner_ = static_cast<std::size_t>(totals[0]);
    entries_ = static_cast<std::size_t>(totals[1]);
  }

  /// Of the rows of vertices alone; the source's edges stand behind them.
  std::size_t inner_edges() const noexcept { return inner_; }
  std::size_t edges() const noexcept { return inner_ + entries_; }
  /// Of the source.
  std::size_t entries() const noexcept { return entries_; }
  std::size_t vertices() const noexcept { return row_.size() - 1; }
  /// Memory that `make` takes.
  std::size_t bytes() const noexcept {
    return edges() * (2 * sizeof(id) + sizeof(femtoseconds)) + (vertices() + 3) * sizeof(id);
  }

  part_arrays<S> make() const {
    part_arrays<S> made{
        {exec_, vertices() + 3}, {exec_, edges()}, {exec_, edges()}, {exec_, edges()}, entries_};
    part_spans<S> const out{made.begin.view(), made.to.view(), made.weight.view(), made.edge.view()};
    for_each_n(exec_, vertices(), fill_part_row_op<S, Rows>{rows_, row(), out});
    for_each_n(exec_, entry_.size(), fill_part_entry_op<S, Rows>{rows_, row(), entry(), out});
    return made;
  }

 private:
  span<id const, S> row() const noexcept { return row_.view(); }
  span<id const, S> entry() const noexcept { return entry_.view(); }

  E const& exec_;
  Rows rows_;
  buffer<id, S> row_, entry_;  // where rows and the source's edges go
  std::size_t inner_ = 0, entries_ = 0;
};

/// What vertices of a timing search stand for.
template <memory_space S>
struct pin_of_vertex_op {
  timing_search_view<S> search;
  span<id, S> vertex;  ///< becomes the pin
  GSTA_HD void operator()(std::size_t i) const noexcept { vertex[i] = search.pin_of(vertex[i]); }
};

/// What edges stand for: arcs, and for those of the source ends.
template <memory_space S>
struct arc_of_edge_op {
  timing_search_view<S> search;
  std::size_t first_end;
  span<id, S> edge;  ///< becomes the arc
  span<id, S> slot;
  GSTA_HD void operator()(std::size_t e) const noexcept {
    if (e >= first_end) slot[e - first_end] = search.slot_of(edge[e]);
    edge[e] = search.arc[edge[e]];
  }
};

/// A part of a timing search as one of its own. `pin`: what its vertices stand for.
template <executor E>
timing_search<E::space> part_of_search(E const& exec, timing_search_view<E::space> const& whole,
                                       part_arrays<E::space>&& made, buffer<id, E::space>&& pin) {
  constexpr memory_space S = E::space;
  buffer<id, S> slot(exec, made.entries);
  for_each_n(exec, made.edge.size(),
             arc_of_edge_op<S>{whole, made.edge.size() - made.entries, made.edge.view(), slot.view()});
  timing_search<S> part;
  part.view.graph = {part.keep(std::move(made.begin)), part.keep(std::move(made.to)),
                     part.keep(std::move(made.weight))};
  part.view.pin = part.keep(std::move(pin));
  part.view.arc = part.keep(std::move(made.edge));
  part.view.slot = part.keep(std::move(slot));
  part.view.pins = whole.pins;
  part.view.side = whole.side;
  return part;
}

}  // namespace gsta::detail
