#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/handles.hpp"

namespace gsta {

namespace detail {
/// Of several of one name the first goes to the first, the next to the next.
inline std::vector<id> match_names(std::vector<std::string> const& before,
                                   std::vector<std::string> const& now) {
  std::vector<id> to(before.size(), none);
  std::size_t i = 0;
  for (; i < std::min(before.size(), now.size()) && before[i] == now[i]; ++i) to[i] = static_cast<id>(i);
  std::unordered_map<std::string, std::vector<id>> later;
  for (std::size_t k = now.size(); k-- > i;) later[now[k]].push_back(static_cast<id>(k));
  for (; i < before.size(); ++i) {
    auto const found = later.find(before[i]);
    if (found == later.end() || found->second.empty()) continue;
    to[i] = found->second.back();
    found->second.pop_back();
  }
  return to;
}
}  // namespace detail

/// Where pins and nets went in a design that was flattened anew, by their names. Arcs and checks have none:
/// their handles end.
///
/// Shapes: any two designs; without names nothing is found. Cost: O(names behind the first that differ).
/// Where: host. Throws: what allocation throws.
inline structure_maps match_by_name(flat_design const& before, flat_design const& now) {
  return {detail::match_names(before.pin_name, now.pin_name),
          detail::match_names(before.net_name, now.net_name),
          {},
          {}};
}

}  // namespace gsta
