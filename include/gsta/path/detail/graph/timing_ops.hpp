#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/graph/levelize.hpp"
#include "gsta/path/detail/graph/topological.hpp"
#include "gsta/path/graph.hpp"
#include "gsta/path/path_problem.hpp"

namespace gsta::detail {

/// What the passes over a problem may find wrong; each is a mark of its own.
enum timing_fault : std::size_t { bad_fanin, bad_check, large_cost, timing_faults };

/// What a pass over one split of a problem reads, and where it says what is wrong.
template <memory_space S>
struct timing_graph_input {
  path_problem<S> problem;
  split side;
  femtoseconds most;  ///< costs beyond this may not fit sums
  span<id, S> fault;  ///< [timing_faults]

  GSTA_HD std::size_t node_count() const noexcept { return problem.arrival.size(); }
  GSTA_HD int condition_at(id pin) const noexcept { return condition(side, static_cast<edge>(pin % 2)); }
  GSTA_HD femtoseconds start_cost(id pin) const noexcept {
    return problem.start_cost(pin / 2, condition_at(pin));
  }
  GSTA_HD femtoseconds launch_cost(id pin) const noexcept {
    return problem.launch_cost(pin / 2, condition_at(pin));
  }

  GSTA_HD void see(femtoseconds cost) const noexcept {
    if (cost != no_path && (cost > most || cost < -most)) set_mark<id>(fault[large_cost], 1);
  }

  /// Calls `visit(arc, pin, launches, cost)` for each way into `pin` (2 * node + edge), in the order of the
  /// fan-in row. Order-only and undefined arcs are none, nor are launches by a clock that does not arrive.
  template <class Visit>
  GSTA_HD void edges_into(id pin, Visit& visit) const noexcept {
    id const node = pin / 2;
    int const c = condition_at(pin);
    for (id k = problem.fanin_begin[node]; k < problem.fanin_begin[node + 1]; ++k) {
      id const arc = problem.fanin_arc[k], from = problem.fanin_from[k];
      if (!is_arc(arc, from)) continue;
      femtoseconds const cost = problem.arc_cost(arc, c);
      if (cost == no_path) continue;
      id const before = 2 * from + static_cast<id>(edge_of(problem.edges[arc].input(c)));
      bool const launches = problem.launches(arc);
      if (launches && launch_cost(before) == no_path) continue;
      visit(arc, before, launches, cost);
    }
  }

  /// The pin, 2 * node + edge, at which the slot 2 * check + data edge ends paths; none: not in this split.
  GSTA_HD id end_pin(id slot) const noexcept {
    id const check = slot / 2;
    timing_check const& at = problem.checks[check];
    if (is_late(at.kind) != (side == split::late)) return none;
    if (at.data < 0 || at.data >= static_cast<id>(node_count())) {
      set_mark<id>(fault[bad_check], 1);
      return none;
    }
    return end_offset(slot) == no_path ? none : 2 * at.data + slot % 2;
  }
  GSTA_HD femtoseconds end_offset(id slot) const noexcept {
    return problem.end_offset(slot / 2, static_cast<edge>(slot % 2));
  }

 private:
  GSTA_HD bool is_arc(id arc, id from) const noexcept {
    bool const fits = arc >= 0 && static_cast<std::size_t>(arc) < problem.edges.size() && from >= 0 &&
                      static_cast<std::size_t>(from) < node_count();
    if (!fits) set_mark<id>(fault[bad_fanin], 1);
    return fits;
  }
};

/// Counts the row of a pin, and marks the pins that launch into it.
template <memory_space S>
struct count_timing_row_op {
  timing_graph_input<S> input;
  span<id, S> count, launched;

  struct visitor {
    count_timing_row_op const& op;
    id edges;
    GSTA_HD void operator()(id, id before, bool launches, femtoseconds cost) noexcept {
      ++edges;
      op.input.see(cost);
      if (!launches) return;
      set_mark<id>(op.launched[before], 1);
      op.input.see(op.input.launch_cost(before));
    }
  };

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = static_cast<id>(i);
    femtoseconds const start = input.start_cost(pin);
    visitor entering{*this, start == no_path ? 0 : 1};
    input.see(start);
    input.edges_into(pin, entering);
    count[i] = entering.edges;
  }
};

template <memory_space S>
struct count_timing_end_op {
  timing_graph_input<S> input;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t slot) const noexcept {
    bool const ends = input.end_pin(static_cast<id>(slot)) != none;
    if (ends) input.see(input.end_offset(static_cast<id>(slot)));
    count[slot] = ends ? 1 : 0;
  }
};

/// Where everything of a search graph stands: pins, then copies of those that launch, then source and sink.
template <memory_space S>
struct timing_graph_offsets {
  span<id const, S> row;     ///< [pins + 1] begins of the pins' rows
  span<id const, S> copy;    ///< [pins + 1] launching pins in front of each
  span<id const, S> ending;  ///< [slots + 1] ends in front of each
  id pins, copies;
  GSTA_HD id source() const noexcept { return pins + copies; }
  GSTA_HD id sink() const noexcept { return pins + copies + 1; }
};

template <memory_space S>
struct timing_graph_arrays {
  span<id, S> begin, to;
  span<femtoseconds, S> weight;
  span<id, S> arc, launch_pin, slot;
  GSTA_HD void put(id edge, id head, femtoseconds cost, id by_arc) const noexcept {
    to[edge] = head;
    weight[edge] = cost;
    arc[edge] = by_arc;
  }
};

/// Writes the row of a pin and, where it launches, that of its copy.
template <memory_space S>
struct fill_timing_row_op {
  timing_graph_input<S> input;
  timing_graph_offsets<S> offsets;
  timing_graph_arrays<S> out;

  struct visitor {
    fill_timing_row_op const& op;
    id edge;
    GSTA_HD void operator()(id arc, id before, bool launches, femtoseconds cost) noexcept {
      op.out.put(edge++, launches ? op.offsets.pins + op.offsets.copy[before] : before, cost, arc);
    }
  };

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = static_cast<id>(i);
    visitor entering{*this, offsets.row[pin]};
    out.begin[pin] = entering.edge;
    femtoseconds const start = input.start_cost(pin);
    if (start != no_path) out.put(entering.edge++, offsets.sink(), start, none);
    input.edges_into(pin, entering);
    if (offsets.copy[pin] < offsets.copy[pin + 1]) fill_copy(pin);
  }

  GSTA_HD void fill_copy(id pin) const noexcept {
    id const copy = offsets.copy[pin], edge = offsets.row[offsets.pins] + copy;
    out.launch_pin[copy] = pin;
    out.begin[offsets.pins + copy] = edge;
    out.put(edge, offsets.sink(), input.launch_cost(pin), none);
  }
};

/// Writes the source's edge of a slot where it ends paths; the last slot closes the rows.
template <memory_space S>
struct fill_timing_end_op {
  timing_graph_input<S> input;
  timing_graph_offsets<S> offsets;
  timing_graph_arrays<S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const slot = static_cast<id>(i), slots = static_cast<id>(offsets.ending.size()) - 1;
    id const first = offsets.row[offsets.pins] + offsets.copies;
    if (slot == slots) {
      out.begin[offsets.source()] = first;
      out.begin[offsets.sink()] = out.begin[offsets.sink() + 1] = first + offsets.ending[slots];
    } else if (offsets.ending[slot] < offsets.ending[slot + 1]) {
      out.put(first + offsets.ending[slot], input.end_pin(slot), input.end_offset(slot), none);
      out.slot[offsets.ending[slot]] = slot;
    }
  }
};

/// Costs up to this fit the sums of any path over `pins` pins, whatever the graph looks like.
inline femtoseconds surely_summable(std::size_t pins) noexcept {
  return std::min(most_femtoseconds - 1,
                  std::numeric_limits<femtoseconds>::max() / 8 / (static_cast<femtoseconds>(pins) + 3));
}

/// Refuses costs that were cut off, and those whose sums along the longest path might not fit. On the host:
/// only a graph with some cost beyond `surely_summable` comes here.
template <executor E>
void require_summable(E const& exec, search_graph_view<E::space> const& graph) {
  vector_by_id<id> const begin = to_vector(exec, graph.begin), to = to_vector(exec, graph.to);
  std::vector<id> const order = tails_before_heads(view_of(begin), view_of(to));
  if (order.size() < graph.vertex_count()) throw_cycle(find_cycle(begin, to));
  vector_by_id<id> arcs(graph.vertex_count(), 0);
  femtoseconds largest = 1, longest = 0;
  for (femtoseconds const cost : to_vector(exec, graph.weight))
    largest = std::max(largest, cost < 0 ? -cost : cost);
  for (std::size_t i = order.size(); i-- > 0;) {
    id const v = order[i];
    if (v == graph.source()) continue;
    for (id e = begin[v]; e < begin[v + 1]; ++e) {
      if (to[e] != graph.sink()) arcs[v] = std::max(arcs[v], arcs[to[e]] + 1);
    }
    longest = std::max<femtoseconds>(longest, arcs[v]);
  }
  if (largest < most_femtoseconds && largest <= std::numeric_limits<femtoseconds>::max() / 8 / (longest + 2))
    return;
  throw range_error("make_timing_search: times are too long for sums of 64 bits", none);
}

}  // namespace gsta::detail
