#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gsta/core/units.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::detail {

/// What is known of a node that has a name while its net is gathered.
struct wire_name {
  id pin = none;  ///< that it names
  bool is_resolved = false, is_known = false;
};

/// The names of one net's wire. Points inside of the net are their numbers and no more, unless what they are
/// called may mean something else too: then they are names like others, once they were asked for.
class wire_names {
 public:
  /// Of a wire with so many names, of which nothing is known yet.
  void begin(std::size_t names, bool points_are_names) {
    all_.assign(names, {});
    points_are_names_ = points_are_names;
    points_.clear();
    place_of_point_.clear();
    names_ = names;
  }

  /// Whether a node is a point inside of the net, and nothing else.
  bool is_point(model::wire_node node) const noexcept { return node.is_point() && !points_are_names_; }
  /// What is known of a name.
  wire_name& operator[](model::wire_node name) {
    if (!name.is_point()) return all_[name.place()];
    auto const [found, is_new] = place_of_point_.try_emplace(name.number(), all_.size());
    if (is_new) {
      points_.push_back(name);
      all_.emplace_back();
    }
    return all_[found->second];
  }
  /// `visit(node, name)` for each.
  template <class Visit>
  void for_each(Visit const& visit) const {
    for (std::size_t i = 0; i < all_.size(); ++i)
      visit(i < names_ ? model::wire_node::named(i) : points_[i - names_], all_[i]);
  }

 private:
  std::vector<wire_name> all_;  // the wire's names, then points
  std::size_t names_ = 0;
  std::vector<model::wire_node> points_;
  std::unordered_map<std::uint32_t, std::size_t> place_of_point_;  // by their numbers
  bool points_are_names_ = false;
};

}  // namespace gsta::detail
