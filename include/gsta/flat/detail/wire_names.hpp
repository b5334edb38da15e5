#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/core/units.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::detail {

/// What is known of a node that has a name while its net is gathered.
struct wire_name {
  id pin = none;   ///< that it names
  id node = none;  ///< that stands for it in the draft
  bool is_resolved = false, is_known = false;
};

/// The nodes of one draft of a net's wire. Points inside of the net are their numbers and no more, unless
/// what they are called may mean something else too: then they are names like others.
class wire_names {
 public:
  /// Of a wire with so many names; none of its nodes was met yet.
  void begin(std::size_t names, bool points_are_names) {
    ++draft_;
    all_.assign(names, {});
    points_are_names_ = points_are_names;
  }

  /// Whether a node is a point inside of the net, and nothing else.
  bool is_point(model::wire_node node) const noexcept { return node.is_point() && !points_are_names_; }
  /// The node of the draft that stands for a point, none where it has none yet.
  id& node_at(model::wire_node point) {
    auto const number = point.number();
    if (number >= by_number_.size()) by_number_.resize(2 * std::size_t{number} + 64);
    numbered& at = by_number_[number];
    if (at.draft != draft_) at = {draft_, none};
    return at.node;
  }
  /// What is known of a name.
  wire_name& operator[](model::wire_node name) {
    if (!name.is_point()) return all_[name.place()];
    id& place = node_at(name);
    if (place == none) {
      place = static_cast<id>(all_.size());
      all_.emplace_back();
    }
    return all_[static_cast<std::size_t>(place)];
  }

 private:
  struct numbered {
    std::uint32_t draft = 0;
    id node = none;
  };

  std::vector<numbered> by_number_;  // by points' numbers
  std::vector<wire_name> all_;
  std::uint32_t draft_ = 0;
  bool points_are_names_ = false;
};

}  // namespace gsta::detail
