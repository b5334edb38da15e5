#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// The resistors of one net's wire, in the file's order.
struct wire_resistors {
  id root = none;               ///< the node of the driver
  std::size_t nodes = 0;        ///< of the wire
  host_span<id> a, b;           ///< [resistors] nodes
  host_span<float> resistance;  ///< [resistors] kOhm
};

/// What cutting needs, kept from wire to wire.
struct wire_scratch {
  struct step {
    id node, next, from;  ///< the next of its resistors, and the one that led here
  };
  vector_by_id<id> begin, list, next;
  vector_by_id<std::uint8_t> is_cut, is_visited;
  std::vector<step> path;
};

/// Makes a tree of a wire: walks into the depth from the driver's node, resistors of a node in their order,
/// and leaves out each by which the walk meets a node that it came through, and those with both ends at one
/// node. So of two in parallel the second goes. Resistors that the driver does not reach stay.
class wire_loop_cutter {
 public:
  wire_loop_cutter(wire_resistors const& wire, wire_scratch& scratch)
      : wire_(wire), begin_(scratch.begin), list_(scratch.list), is_cut_(scratch.is_cut), scratch_(scratch) {}

  /// How many resistors went: those that stay come first now.
  std::size_t cut() {
    if (!has_loops()) return 0;
    is_cut_.assign(wire_.a.size(), 0);
    for (std::size_t e = 0; e < wire_.a.size(); ++e) is_cut_[e] = wire_.a[e] == wire_.b[e];
    list_resistors();
    walk();
    return keep_others();
  }

 private:
  /// Whether a resistor joins what others join already, anywhere: sets of joined nodes, by their first one.
  bool has_loops() {
    auto& joined = scratch_.next;
    joined.resize(wire_.nodes);
    for (std::size_t i = 0; i < joined.size(); ++i) joined[i] = static_cast<id>(i);
    auto const first = [&](id node) {
      while (joined[node] != node) node = joined[node] = joined[joined[node]];
      return node;
    };
    for (std::size_t e = 0; e < wire_.a.size(); ++e) {
      id const a = first(wire_.a[e]), b = first(wire_.b[e]);
      if (a == b) return true;
      joined[std::max(a, b)] = std::min(a, b);
    }
    return false;
  }

  /// Rows of resistors by node, each in the file's order.
  void list_resistors() {
    begin_.assign(wire_.nodes + 1, 0);
    for (auto const& ends : {wire_.a, wire_.b}) {
      for (id const node : ends) ++begin_[static_cast<std::size_t>(node) + 1];
    }
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    list_.resize(2 * wire_.a.size());
    auto& at = scratch_.next;
    at.assign(begin_.begin(), begin_.end() - 1);
    for (std::size_t e = 0; e < wire_.a.size(); ++e) {
      list_[at[wire_.a[e]]++] = static_cast<id>(e);
      list_[at[wire_.b[e]]++] = static_cast<id>(e);
    }
  }

  void walk() {
    auto& visited = scratch_.is_visited;
    auto& path = scratch_.path;
    visited.assign(wire_.nodes, 0);
    path.assign(1, {wire_.root, begin_[wire_.root], none});
    visited[wire_.root] = 1;
    while (!path.empty()) {
      wire_scratch::step& here = path.back();
      if (here.next == begin_[here.node + 1]) {
        path.pop_back();
        continue;
      }
      id const e = list_[here.next++];
      if (e == here.from || is_cut_[e]) continue;
      id const other = wire_.a[e] == here.node ? wire_.b[e] : wire_.a[e];
      if (visited[other]) {
        is_cut_[e] = 1;
      } else {
        visited[other] = 1;
        path.push_back({other, begin_[other], e});
      }
    }
  }

  std::size_t keep_others() {
    std::size_t kept = 0;
    for (std::size_t e = 0; e < is_cut_.size(); ++e) {
      if (is_cut_[e]) continue;
      wire_.a[kept] = wire_.a[e];
      wire_.b[kept] = wire_.b[e];
      wire_.resistance[kept++] = wire_.resistance[e];
    }
    return is_cut_.size() - kept;
  }

  wire_resistors wire_;
  vector_by_id<id>&begin_, &list_;
  vector_by_id<std::uint8_t>& is_cut_;
  wire_scratch& scratch_;
};

}  // namespace gsta::detail
