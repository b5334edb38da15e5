#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// What leads to each pin: the driver of its net, and arcs.
class pin_fanin {
 public:
  pin_fanin() = default;
  /// Cost: O(net arcs + cell arcs).
  explicit pin_fanin(flat_design const& design) : from_(design.pin_load.size()) {
    for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
      for (id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a)
        add(design.net_driver[net], design.net_sink[a]);
    }
    for (std::size_t i = 0; i < design.arc_from.size(); ++i) add(design.arc_from[i], design.arc_to[i]);
  }

  bool empty() const noexcept { return from_.empty(); }
  void add(id from, id to) { from_[to].push_back(from); }
  std::vector<id> const& operator[](id pin) const { return from_[pin]; }
  /// One for each pin, all 0.
  vector_by_id<std::uint8_t> no_pins() const { return vector_by_id<std::uint8_t>(from_.size(), 0); }

  /// Walks backward from the pins of `open`, and calls visit(pin) for each pin in front that is not yet
  /// `seen`, once. `visit` may add to the fan-in of its pin; where it returns false the walk ends. Returns
  /// whether it never did.
  template <class Visit>
  bool walk(std::vector<id> open, vector_by_id<std::uint8_t>& seen, Visit const& visit) const {
    while (!open.empty()) {
      id const pin = open.back();
      open.pop_back();
      for (id const from : from_[pin]) {
        if (std::exchange(seen[from], std::uint8_t{1}) != 0) continue;
        if (!visit(from)) return false;
        open.push_back(from);
      }
    }
    return true;
  }
  /// 1 for each pin in front of `end`.
  vector_by_id<std::uint8_t> in_front(id end) const {
    auto seen = no_pins();
    walk({end}, seen, [](id) { return true; });
    return seen;
  }

 private:
  vector_by_id<std::vector<id>> from_;  // [pins]
};

}  // namespace gsta::detail
