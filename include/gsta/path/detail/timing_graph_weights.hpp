#pragma once

#include "gsta/path/detail/timing_graph_ops.hpp"
#include "gsta/path/path_search.hpp"

namespace gsta::detail {

/// Writes the weights of a pin's row, and of its copy's. Sets `changed` where the row has other edges now.
template <memory_space S>
struct reweigh_row_op {
  timing_graph_input<S> input;
  timing_search_view<S> search;
  span<femtoseconds, S> weight;
  span<id, S> changed;

  /// Where the walk along a row is, and whether all is as it was so far.
  struct visitor {
    reweigh_row_op const& op;
    id edge, end;
    bool same = true;
    GSTA_HD void operator()(id arc, id before, bool launches, femtoseconds cost) noexcept {
      put(cost, arc, before, launches);
      if (!launches || !same) return;
      op.input.see(op.input.launch_cost(before));
      id const copy = op.search.graph.to[edge - 1];
      set_mark(op.weight[op.search.graph.begin[copy]], op.input.launch_cost(before));
    }
    GSTA_HD void put(femtoseconds cost, id arc, id before, bool launches) noexcept {
      same = same && edge < end && op.leads(edge, arc, before, launches);
      if (!same) return;
      op.input.see(cost);
      op.weight[edge++] = cost;
    }
  };

  /// `before` none: into the sink.
  GSTA_HD bool leads(id edge, id arc, id before, bool launches) const noexcept {
    id const to = search.graph.to[edge];
    if (before == none || to == search.graph.sink()) return before == none && to == search.graph.sink();
    return search.arc[edge] == arc && search.pin_of(to) == before && (to >= search.plain) == launches;
  }

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = static_cast<id>(i);
    visitor ways{*this, search.graph.begin[pin], search.graph.begin[pin + 1]};
    femtoseconds const start = input.start_cost(pin);
    if (start != no_path) ways.put(start, none, none, false);
    input.ways_in(pin, ways);
    if (!ways.same || ways.edge != ways.end) set_mark<id>(changed[0], 1);
  }
};

template <memory_space S>
struct reweigh_end_op {
  timing_graph_input<S> input;
  timing_search_view<S> search;
  span<femtoseconds, S> weight;
  span<id, S> changed;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const slot = static_cast<id>(i);
    std::size_t low = 0, high = search.slot.size();
    while (low < high) {
      std::size_t const middle = low + (high - low) / 2;
      if (search.slot[middle] < slot)
        low = middle + 1;
      else
        high = middle;
    }
    bool const listed = low < search.slot.size() && search.slot[low] == slot;
    id const pin = input.end_pin(slot);
    std::size_t const edge = static_cast<std::size_t>(search.first_end()) + low;
    if (listed ? pin != search.graph.to[edge] : pin != none) {
      set_mark<id>(changed[0], 1);
    } else if (listed) {
      input.see(input.end_offset(slot));
      weight[edge] = input.end_offset(slot);
    }
  }
};

template <memory_space S>
struct gather_marks_op {
  span<id const, S> changed, fault;
  span<id, S> any;
  GSTA_HD void operator()(std::size_t) const noexcept {
    id sum = changed[0];
    for (std::size_t i = 0; i < timing_faults; ++i) sum += fault[i];
    any[0] = sum;
  }
};

}  // namespace gsta::detail
