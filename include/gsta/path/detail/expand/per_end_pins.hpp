#pragma once

#include <algorithm>
#include <vector>

#include "gsta/core/span.hpp"

namespace gsta::detail {

/// Takes paths of a list one after the other: those whose pins no path taken visits, and no more than `each`
/// of one end. On the host, as every decision depends on those before.
struct end_picker {
  std::vector<id> const&
      twin;  ///< [paths] the last path in front of it with the same check and pins, or none
  std::vector<id> const& slot;  ///< [paths] 2 * check + data edge
  std::size_t each;
  std::vector<id> taken{};

  /// False where an end's paths were cut off at `asked`, and some behind might have been taken.
  bool pick(std::size_t asked) {
    std::size_t const slots =
        slot.empty() ? 0 : static_cast<std::size_t>(*std::max_element(slot.begin(), slot.end())) + 1;
    std::vector<std::size_t> seen(slots, 0), picked(slots, 0);
    std::vector<id> first(twin.size());            // the first path with these pins
    std::vector<unsigned char> used(twin.size());  // by that path: one with these pins is taken
    for (std::size_t p = 0; p < twin.size(); ++p) {
      auto const at = static_cast<std::size_t>(slot[p]);
      first[p] = twin[p] == none ? static_cast<id>(p) : first[static_cast<std::size_t>(twin[p])];
      auto const pins = static_cast<std::size_t>(first[p]);
      ++seen[at];
      if (used[pins] != 0 || picked[at] == each) continue;
      used[pins] = 1;
      ++picked[at];
      taken.push_back(static_cast<id>(p));
    }
    for (std::size_t at = 0; at < slots; ++at)
      if (seen[at] == asked && picked[at] < each) return false;
    return true;
  }
};

}  // namespace gsta::detail
