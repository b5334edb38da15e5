#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/graph/levelize.hpp"
#include "gsta/path/detail/costs/ops.hpp"

namespace gsta::detail {

/// `find_costs` without prefixes on the host, by one walk in depth: it needs no rows by head and no levels,
/// which take longer to make than a few paths to find.
///
/// Exact: the arrays of `find_costs`. Throws: graph_error with the vertices of one cycle.
class depth_first_costs {
 public:
  static constexpr memory_space host = memory_space::host;

  depth_first_costs(host_executor const& exec, search_graph_view<host> const& graph)
      : graph_(graph),
        found_(exec, graph.vertex_count(), false),
        at_(graph.begin.begin(), graph.begin.end() - 1) {
    fill(exec, found_.height.view(), fresh);
    walk(graph.source());
    for (id v = 0; v < static_cast<id>(graph.vertex_count()); ++v) walk(v);
  }

  search_costs<host> release() && { return std::move(found_).release(); }

 private:
  static constexpr id fresh = -1, open = -2;  // in place of heights

  void walk(id start) {
    if (found_.height[start] != fresh) return;
    enter(start);
    while (!stack_.empty()) {
      id const v = stack_.back();
      if (at_[v] == graph_.begin[v + 1]) {
        close(v);
        continue;
      }
      id const to = graph_.to[at_[v]++];
      if (found_.height[to] == open) throw_cycle({std::find(stack_.begin(), stack_.end(), to), stack_.end()});
      if (found_.height[to] == fresh) enter(to);
    }
  }
  void enter(id v) {
    found_.height[v] = open;
    stack_.push_back(v);
  }
  /// All that its edges lead to is closed.
  void close(id v) {
    stack_.pop_back();
    pull_suffix_op<host>{graph_, {&v, 1}, found_.spans()}(0);
  }

  search_graph_view<host> graph_;
  cost_arrays<host> found_;
  vector_by_id<id> at_, stack_;
};

}  // namespace gsta::detail
