#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/costs/depth_first.hpp"
#include "gsta/path/detail/timing/part.hpp"
#include "gsta/path/detail/timing/picker.hpp"
#include "gsta/path/k_critical.hpp"
#include "gsta/path/path_lists.hpp"

namespace gsta::detail {

/// Makes a part ready to be searched, and finds the first of its paths, with all their steps: those that cost
/// least, by sums along the search graph.
template <executor E>
class path_tracer {
 public:
  static constexpr memory_space S = E::space;

  path_tracer(E const& exec, path_request<E> const& request) : exec_(exec), request_(request) {}

  /// What the request's constraint leaves of a search graph; without costs.
  search_part<S> constrained(timing_search<S> search) const {
    search_part<S> part{std::move(search), {}, {}};
    if (request_.constraint.empty()) return part;
    auto rows = make_search_rows(exec_, part.search.view.graph);
    if (close_edges_of(rows, part.search))
      part.rows = std::move(rows);
    else
      part.search =
          constrain_search(exec_, rows, part.search.view, request_.constraint, request_.scheme.form);
    return part;
  }

  /// Finds rows and costs, as far as the request needs them.
  void complete(search_part<S>& part) const {
    auto const& graph = part.search.view.graph;
    if constexpr (host_side_executor<E>) {
      if (!request_.needs_rows()) {
        part.rows = {};
        part.costs = depth_first_costs(host_executor{}, graph).release();
        return;
      }
    }
    if (!part.has_rows()) part.rows = make_search_rows(exec_, graph);
    part.costs = find_costs(exec_, part.rows, graph);
  }

  path_buffers<S> trace(search_part<S> const& part) const {
    if (request_.wants_none() || !part.has_ends()) return no_paths();
    if (!request_.unique_pins)
      return request_.wants_all_ends() ? trace_first(part, request_.k)
                                       : trace_ends(part, request_.per_end, request_.k);
    return request_.wants_all_ends() ? trace_unique(part) : trace_unique_ends(part);
  }

  path_buffers<S> no_paths() const { return clone_view(exec_, path_set{}.view()); }

 private:
  /// Leaves open what satisfies the constraint, where that can be said of edges.
  bool close_edges_of(search_rows<S> const& rows, timing_search<S>& search) const {
    if (request_.scheme.form != constraint_form::automatic) return false;
    auto weight = close_edges(exec_, rows, search.view, request_.constraint);
    if (weight) search.view.graph.weight = search.keep(*std::move(weight));
    return weight.has_value();
  }

  /// The engine for `k` paths over all ends. A part without rows was made for few paths.
  path_engine engine_for(search_part<S> const& part, std::size_t k) const {
    bool const one_by_one = host_side_executor<E> && (k <= few_paths || !part.has_rows());
    return request_.scheme.engine.value_or(one_by_one ? path_engine::best_first : path_engine::bounded);
  }

  path_buffers<S> recover(search_part<S> const& part, k_paths_result<S> const& found) const {
    return gsta::recover_paths(exec_, part.search.view, part.problem(), found.paths.view);
  }

  path_buffers<S> trace_first(search_part<S> const& part, std::size_t k) const {
    k_paths_options search;
    search.k = k;
    search.below = request_.below;
    search.most_bytes = request_.most_bytes;
    if (request_.named) return recover(part, request_.named.find(exec_, part.rows, part.problem(), search));
    return recover(part, k_critical_paths(exec_, part.rows, part.problem(), search, engine_for(part, k)));
  }

  path_buffers<S> trace_ends(search_part<S> const& part, std::size_t each, std::size_t k) const {
    per_end_options search;
    search.each = each;
    search.k = k;
    search.below = request_.below;
    search.most_bytes = request_.most_bytes;
    return recover(part, paths_per_end(exec_, part.problem(), search));
  }

  /// Asks for ever more paths, until k with pins of their own are among them.
  path_buffers<S> trace_unique(search_part<S> const& part) const {
    for (std::size_t ask = request_.k;; ask = 2 * ask) {
      auto const found = trace_first(part, ask);
      auto const kept = unique_pins(exec_, found.view);
      if (found.view.size() < ask || kept.view.size() >= request_.k)
        return first_of_list(exec_, kept, request_.k);
    }
  }

  /// Asks for ever more paths of each end: here one may be short of paths though others have plenty.
  path_buffers<S> trace_unique_ends(search_part<S> const& part) const {
    for (std::size_t ask = request_.per_end;; ask = 2 * ask) {
      auto const found = trace_ends(part, ask, std::numeric_limits<std::size_t>::max());
      if (auto picked = pick_unique(exec_, found, request_, ask)) return *std::move(picked);
    }
  }

  E const& exec_;
  path_request<E> const& request_;
};

}  // namespace gsta::detail
