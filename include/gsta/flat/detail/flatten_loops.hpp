#pragma once

#include <numeric>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Edges of the pin graph; `arc`: the cell arc that one is, or none.
struct pin_edges {
  std::vector<id> from, to, arc;

  void add(id tail, id head, id cell_arc) {
    from.push_back(tail);
    to.push_back(head);
    arc.push_back(cell_arc);
  }
};

/// Those that stay when pins that no edge enters are taken away with their edges, until all are entered: the
/// edges of loops and behind them, turned.
inline pin_edges behind_loops(std::size_t pins, pin_edges const& edges) {
  std::vector<id> begin(pins + 1, 0), entered(pins, 0), edge(edges.from.size()), free;
  for (id const pin : edges.from) ++begin[static_cast<std::size_t>(pin) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<id> next(begin.begin(), begin.end() - 1);
  for (std::size_t e = 0; e < edge.size(); ++e) {
    edge[next[edges.from[e]]++] = static_cast<id>(e);
    ++entered[edges.to[e]];
  }
  for (std::size_t pin = 0; pin < pins; ++pin) {
    if (entered[pin] == 0) free.push_back(static_cast<id>(pin));
  }
  for (std::size_t done = 0; done < free.size(); ++done) {
    for (id e = begin[free[done]]; e < begin[free[done] + 1]; ++e) {
      if (--entered[edges.to[edge[e]]] == 0) free.push_back(edges.to[edge[e]]);
    }
  }
  pin_edges rest;
  for (std::size_t e = 0; e < edge.size(); ++e) {
    if (entered[edges.from[e]] > 0) rest.add(edges.to[e], edges.from[e], edges.arc[e]);
  }
  return rest;
}

/// Arcs that pass no arrival and would be part of a loop go: constants open it, and slews alone must not
/// close it again.
inline void flattener::leave_out_loops() {
  if (slews_only_type_.empty()) return;
  pin_edges all;
  for (std::size_t net = 0; net < design_.net_driver.size(); ++net) {
    for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a)
      all.add(design_.net_driver[net], design_.net_sink[a], none);
  }
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i)
    all.add(design_.arc_from[i], design_.arc_to[i], static_cast<id>(i));
  std::size_t const pins = design_.pin_load.size();
  pin_edges const in_loops = behind_loops(pins, behind_loops(pins, all));
  std::vector<bool> goes(design_.arc_from.size());
  for (id const arc : in_loops.arc) {
    if (arc == none || !design_.arc_types[design_.arc_type_of[arc]].slews_only) continue;
    goes[arc] = true;
    notes_.add("slews of an arc that constants switch off are left out: it would close a loop",
               design_.pin_name[design_.arc_to[arc]]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < goes.size(); ++i) {
    if (goes[i]) continue;
    design_.arc_from[kept] = design_.arc_from[i];
    design_.arc_to[kept] = design_.arc_to[i];
    design_.arc_type_of[kept++] = design_.arc_type_of[i];
  }
  for (auto* of : {&design_.arc_from, &design_.arc_to, &design_.arc_type_of}) of->resize(kept);
}

}  // namespace gsta::detail
