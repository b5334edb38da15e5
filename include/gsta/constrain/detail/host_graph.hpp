#pragma once

#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta::detail {

/// Calls `part(of, i)` for each i below `parts`, side by side.
using part_runner = void (*)(std::size_t parts, void (*part)(void const* of, std::size_t i), void const* of);

/// Threads of the host that work for an executor: its own, unless a special driver says more.
template <class E>
struct threads_beside {
  static unsigned count() noexcept { return 1; }
  static constexpr part_runner run = nullptr;
};

/// A pin graph brought to the host.
struct host_graph {
  vector_by_id<id> fanin_begin, fanin_from, fanin_arc;
  vector_by_id<edge_map> edges;
  std::vector<id> order;
  unsigned threads = 1;       ///< that the host may use
  part_runner run = nullptr;  ///< on these
};

inline arc_role role_of(arrival_rules const& rules, id arc) {
  return static_cast<std::size_t>(arc) < rules.role.size() ? rules.role[arc] : arc_role::pass;
}

/// The way of a generated clock's path that is kept where no arrival is its own.
inline constexpr id recorded_way = -1;

/// Whether nothing but paths to generated clocks passes.
GSTA_HD inline bool stops(arc_role role) noexcept {
  return role == arc_role::stop || role == arc_role::to_source;
}

inline bool starts_new(arrival_rules const& rules, id pin) {
  return !rules.starts_new.empty() && rules.starts_new[pin];
}

inline end_inside ends_at(arrival_rules const& rules, id pin) {
  return rules.ends.empty() ? end_inside::no : rules.ends[pin];
}

inline bool is_ideal(arrival_rules const& rules, tag const& t) {
  if (t.kind != arrival_kind::clock || t.launch_edge == none) return false;
  auto const clock = static_cast<std::size_t>(t.launch_edge / 2);
  return clock < rules.ideal.size() && rules.ideal[clock];
}

}  // namespace gsta::detail
