#pragma once

#include <map>
#include <vector>

#include "gsta/constrain/latches.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The arrays of `latch_view`, on the host.
struct listed_latches {
  std::vector<latch_pair> pair;
  std::vector<id> row_of, begin{0}, row_pair, arc, arc_to, arc_data, arc_departs;

  listed_latches(flat_design const& design, std::vector<latch_pair> const& pairs, std::size_t nodes)
      : pair(pairs), row_of(nodes, none) {
    std::map<id, std::vector<id>> by_node;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (id const node : pairs[i].departs) {
        if (node == none) continue;
        auto& row = by_node[node];
        if (row.empty() || row.back() != static_cast<id>(i)) row.push_back(static_cast<id>(i));
      }
    }
    for (auto const& [node, row] : by_node) {
      row_of[node] = static_cast<id>(begin.size()) - 1;
      row_pair.insert(row_pair.end(), row.begin(), row.end());
      begin.push_back(static_cast<id>(row_pair.size()));
    }
    std::map<id, id> data_of;
    for (auto const& latch : design.latches) data_of[latch.departs] = latch.data;
    for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
      auto const found = data_of.find(design.arc_from[i]);
      if (found == data_of.end()) continue;
      arc.push_back(static_cast<id>(design.net_sink.size() + i));
      arc_to.push_back(design.arc_to[i]);
      arc_data.push_back(found->second);
      arc_departs.push_back(found->first);
    }
  }
  latch_view<memory_space::host> view() const noexcept {
    return {view_of(pair), view_of(row_of), view_of(begin),    view_of(row_pair),
            view_of(arc),  view_of(arc_to), view_of(arc_data), view_of(arc_departs)};
  }
};

}  // namespace gsta::detail
