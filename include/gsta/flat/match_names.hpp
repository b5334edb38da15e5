#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/handles.hpp"

namespace gsta {

namespace detail {
/// Where names went that were taken away and added here and there, while the rest kept its order.
class name_matcher {
 public:
  name_matcher(name_list const& before, name_list const& now)
      : before_(before), now_(now), to_(before.size(), none) {
    std::size_t i = 0, k = 0;
    while (i < before.size() && k < now.size()) {
      if (before[i] == now[k])
        to_[i++] = static_cast<id>(k++);
      else
        skip(i, k);
    }
    for (; i < before.size(); ++i) lost_.push_back(i);
    for (; k < now.size(); ++k) came_.push_back(k);
    if (!lost_.empty()) find_lost();
  }

  std::vector<id> take() { return std::move(to_); }

 private:
  static constexpr std::size_t furthest = 64;

  /// Goes on where the next name of one side stands on the other.
  void skip(std::size_t& i, std::size_t& k) {
    std::size_t gone = 0, more = 0;
    for (std::size_t d = 1; d <= furthest && gone == 0 && more == 0; ++d) {
      if (i + d < before_.size() && before_[i + d] == now_[k]) gone = d;
      if (k + d < now_.size() && now_[k + d] == before_[i]) more = d;
    }
    if (gone == 0 && more == 0) gone = more = 1;
    for (; gone > 0; --gone) lost_.push_back(i++);
    for (; more > 0; --more) came_.push_back(k++);
  }

  void find_lost() {
    std::unordered_map<std::string_view, std::vector<std::size_t>> at;
    for (std::size_t n = came_.size(); n-- > 0;) at[now_[came_[n]]].push_back(came_[n]);
    for (std::size_t const i : lost_) {
      auto const found = at.find(before_[i]);
      if (found == at.end() || found->second.empty()) continue;
      to_[i] = static_cast<id>(found->second.back());
      found->second.pop_back();
    }
  }

  name_list const &before_, &now_;
  std::vector<id> to_;
  std::vector<std::size_t> lost_, came_;  // that the walk passed by
};
}  // namespace detail

/// Where pins and nets went in a design that was flattened anew, by their names. Arcs and checks have none:
/// their handles end. Several of one name find each other in some order.
///
/// Shapes: any two designs; without names nothing is found. Cost: O(names).
/// Where: host. Throws: what allocation throws.
inline structure_maps match_by_name(flat_design const& before, flat_design const& now) {
  return {detail::name_matcher(before.pin_name, now.pin_name).take(),
          detail::name_matcher(before.net_name, now.net_name).take(),
          {},
          {}};
}

}  // namespace gsta
