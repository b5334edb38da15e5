#pragma once

#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta::detail {

/// A pin graph brought to the host.
struct host_graph {
  std::vector<id> fanin_begin, fanin_from, fanin_arc;
  std::vector<edge_map> edges;
  std::vector<id> order, level_begin;
};

inline arc_role role_of(arrival_rules const& rules, id arc) {
  return static_cast<std::size_t>(arc) < rules.role.size() ? rules.role[arc] : arc_role::pass;
}

inline bool starts_new(arrival_rules const& rules, id pin) {
  return !rules.starts_new.empty() && rules.starts_new[pin];
}

}  // namespace gsta::detail
