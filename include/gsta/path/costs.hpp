#pragma once

#include <cstdint>
#include <utility>

#include "gsta/path/detail/costs/ops.hpp"
#include "gsta/path/graph.hpp"

namespace gsta {

/// Whether the best costs from the source are found as well, or left to the search, which finds those near
/// the best path.
enum class prefix_costs : std::uint8_t {
  automatic,  ///< left out on a device, where the graph has long rows and very many edges a level
  found,      ///< always
  left_out,   ///< never
};

namespace detail {
template <memory_space S>
bool finds_prefixes(search_rows<S> const& rows, prefix_costs wanted) {
  if (wanted != prefix_costs::automatic) return wanted == prefix_costs::found;
  search_rows_view<S> const& view = rows.view();
  return S == memory_space::host ||
         !prefixes_are_dear(view.order.size(), view.in_from.size(), rows.level_count());
}
}  // namespace detail

/// Room for the costs of one graph, to be filled again and again as its weights change.
template <memory_space S>
class search_cost_buffers {
 public:
  /// Memory for the graph that `rows` was made of.
  template <executor E>
    requires(E::space == S)
  search_cost_buffers(E const& exec, search_rows<S> const& rows,
                      prefix_costs prefixes = prefix_costs::automatic)
      : suffix_(exec, rows.view().order.size()),
        prefix_(exec, detail::finds_prefixes(rows, prefixes) ? rows.view().order.size() : 0),
        choice_(exec, rows.view().order.size()),
        height_(exec, rows.view().order.size()),
        next_(exec, rows.view().order.size()),
        scratch_(exec, rows.tiles) {}

  /// The costs last found; the buffers must outlive the view.
  search_costs_view<S> view() const noexcept {
    return {suffix_.view(), prefix_.view(), choice_.view(), height_.view(), next_.view()};
  }
  /// For those that find costs.
  detail::cost_spans<S> spans() noexcept {
    return {suffix_.view(), prefix_.view(), choice_.view(), height_.view(), next_.view()};
  }
  /// For those that find costs.
  detail::cost_scratch<S>& scratch() noexcept { return scratch_; }

  /// The costs as they are, in an owner of their own.
  search_costs<S> release() && {
    search_costs<S> result;
    result.view.suffix = result.keep(std::move(suffix_));
    result.view.prefix = result.keep(std::move(prefix_));
    result.view.choice = result.keep(std::move(choice_));
    result.view.height = result.keep(std::move(height_));
    result.view.next = result.keep(std::move(next_));
    return result;
  }

 private:
  buffer<femtoseconds, S> suffix_, prefix_;
  buffer<id, S> choice_, height_, next_;
  detail::cost_scratch<S> scratch_;
};

/// Finds the best costs from the source to each vertex and from each vertex to the sink, and the forest of
/// best suffixes, level by level. Vertices pull from their rows, so nothing is done twice.
///
/// Shapes: `rows` of this graph; out for this many vertices, with prefixes or without. Units: fs. Cost:
/// O(vertices + edges) work, two steps a level (path/costs.cuh: one launch). Where: the executor; does
/// not wait, takes no memory. Needs: sums that 60 bits hold. Exact: equal on every executor; `choice` is the
/// first of the best. Throws: cuda_error. Paper: Chang et al., "G-PathGen", ICS 2026, section 3.1; there
/// vertices push costs with atomics, and only suffixes are found.
template <executor E>
void find_costs(E const& exec, search_rows<E::space> const& rows, search_graph_view<E::space> const& graph,
                search_cost_buffers<E::space>& out) {
  static_assert(driver_known<primitive::find_costs, E>, "find_costs on a device needs gsta/path/costs.cuh");
  constexpr memory_space S = E::space;
  detail::cost_spans<S> const spans = out.spans();
  std::size_t const levels = rows.level_count();
  for (std::size_t l = 0; l < levels; ++l) {
    auto const level = [&](std::size_t which) {
      id const first = rows.level_begin[which];
      return rows.view().order.subspan(static_cast<std::size_t>(first),
                                       static_cast<std::size_t>(rows.level_begin[which + 1] - first));
    };
    span<id const, S> const early = level(l), late = level(levels - 1 - l);
    if (!spans.prefix.empty())
      for_each_n(exec, early.size(), detail::pull_prefix_op<S>{graph, rows.view(), early, spans.prefix});
    for_each_n(exec, late.size(), detail::pull_suffix_op<S>{graph, late, spans});
  }
}

/// The same into new memory.
///
/// Shapes: `rows` of this graph. Cost: as above, and four allocations. Where: the executor; does not wait.
/// Throws: cuda_error, what allocation throws.
template <executor E>
search_costs<E::space> find_costs(E const& exec, search_rows<E::space> const& rows,
                                  search_graph_view<E::space> const& graph,
                                  prefix_costs prefixes = prefix_costs::automatic) {
  search_cost_buffers<E::space> out(exec, rows, prefixes);
  find_costs(exec, rows, graph, out);
  return std::move(out).release();
}

}  // namespace gsta
