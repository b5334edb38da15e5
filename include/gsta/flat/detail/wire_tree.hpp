#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/units.hpp"

namespace gsta::detail {

/// The wire of one net while it is gathered: nodes as they are met, resistors in the file's order.
struct wire_draft {
  id root = none;                  ///< the node of the driver
  std::vector<float> capacitance;  ///< [nodes] fF
  std::vector<id> pin;             ///< [nodes] that the node stands for, or none
  std::vector<id> sink_position;   ///< [nodes] among the net's sinks, or none
  std::vector<id> a, b;            ///< [resistors] nodes
  std::vector<float> resistance;   ///< [resistors] kOhm
  std::size_t nodes = 0;           ///< how many there are while they are added

  void clear() {
    root = none;
    capacitance.clear();
    for (auto* const of : {&pin, &sink_position, &a, &b}) of->clear();
    resistance.clear();
  }

  /// Room for so many nodes, of which there are none yet.
  void begin_nodes(std::size_t room) {
    nodes = 0;
    resize_nodes(room);
  }
  /// A new node that stands for no pin.
  id add_node() {
    if (nodes == capacitance.size()) resize_nodes(2 * nodes + 8);
    return static_cast<id>(nodes++);
  }
  void end_nodes() { resize_nodes(nodes); }

  void resize_nodes(std::size_t count) {
    capacitance.resize(count, 0.0f);
    pin.resize(count, none);
    sink_position.resize(count, none);
  }

  void resize_resistors(std::size_t count) {
    a.resize(count);
    b.resize(count);
    resistance.resize(count);
  }

  /// The node that stands for a pin, or none.
  id node_of(id wanted) const noexcept {
    for (std::size_t i = 0; i < pin.size(); ++i) {
      if (pin[i] == wanted) return static_cast<id>(i);
    }
    return none;
  }
};

/// What cutting needs, kept from wire to wire.
struct wire_scratch {
  struct step {
    id node, next, from;  ///< the next of its resistors, and the one that led here
  };
  std::vector<id> begin, list, next;
  std::vector<std::uint8_t> is_cut, is_visited;
  std::vector<step> path;
};

/// Makes a tree of a wire: walks into the depth from the driver's node, resistors of a node in their order,
/// and leaves out each by which the walk meets a node that it came through, and those with both ends at one
/// node. So of two in parallel the second goes. Resistors that the driver does not reach stay.
class wire_loop_cutter {
 public:
  explicit wire_loop_cutter(wire_draft& wire) : wire_loop_cutter(wire, own_) {}
  wire_loop_cutter(wire_draft& wire, wire_scratch& scratch)
      : wire_(wire), begin_(scratch.begin), list_(scratch.list), is_cut_(scratch.is_cut), scratch_(scratch) {}
  wire_loop_cutter(wire_loop_cutter const&) = delete;
  wire_loop_cutter& operator=(wire_loop_cutter const&) = delete;

  /// How many resistors went.
  std::size_t cut() {
    if (grows() || !has_loops()) return 0;
    is_cut_.assign(wire_.a.size(), 0);
    for (std::size_t e = 0; e < wire_.a.size(); ++e) is_cut_[e] = wire_.a[e] == wire_.b[e];
    list_resistors();
    walk();
    return keep_others();
  }

 private:
  /// Whether each resistor ends in a node that those before it do not have, as files mostly list trees: then
  /// there is no loop.
  bool grows() {
    auto& met = scratch_.is_visited;
    met.assign(wire_.capacitance.size(), 0);
    for (std::size_t e = 0; e < wire_.a.size(); ++e) {
      id const a = wire_.a[e], b = wire_.b[e];
      if ((met[a] & met[b]) != 0 || a == b) return false;
      met[a] = met[b] = 1;
    }
    return true;
  }

  /// Whether a resistor joins what others join already, anywhere: sets of joined nodes, by their first one.
  bool has_loops() {
    auto& joined = scratch_.next;
    joined.resize(wire_.capacitance.size());
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
    begin_.assign(wire_.capacitance.size() + 1, 0);
    for (auto const* const ends : {&wire_.a, &wire_.b}) {
      for (id const node : *ends) ++begin_[static_cast<std::size_t>(node) + 1];
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
    visited.assign(wire_.capacitance.size(), 0);
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
    std::size_t const gone = is_cut_.size() - kept;
    wire_.a.resize(kept);
    wire_.b.resize(kept);
    wire_.resistance.resize(kept);
    return gone;
  }

  wire_draft& wire_;
  wire_scratch own_;
  std::vector<id>&begin_, &list_;
  std::vector<std::uint8_t>& is_cut_;
  wire_scratch& scratch_;
};

}  // namespace gsta::detail
