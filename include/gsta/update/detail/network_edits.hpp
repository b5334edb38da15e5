#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/wire_network.hpp"

namespace gsta::detail {

/// Replaces RC networks of some nets in a design by one pass over those arrays, and keeps all of them as they
/// were, to go back.
class network_edits {
 public:
  /// Whether everything from before is here, values of networks too.
  bool keeps_all() const noexcept { return before_.has_value(); }

  /// `wires`: each net once, in ascending order.
  void set(flat_design& design, std::vector<net_wire> const& wires, bool keeps_old) {
    arrays made;
    std::size_t done = 0;
    for (net_wire const& of : wires) {
      made.copy(design, done, static_cast<std::size_t>(of.net));
      made.add(design, of);
      done = static_cast<std::size_t>(of.net) + 1;
    }
    made.copy(design, done, design.net_driver.size());
    made.swap(design);
    if (keeps_old && !before_) before_ = std::move(made);
  }
  void restore(flat_design& design) noexcept {
    if (before_) before_->swap(design);
    before_.reset();
  }
  void forget() noexcept { before_.reset(); }

 private:
  struct arrays {
    std::vector<id> node_begin{0}, edge_begin{0}, root, node_sink, edge_a, edge_b;
    std::vector<float> capacitance, resistance;

    void copy(flat_design const& d, std::size_t first, std::size_t last) {
      if (first == last) return;
      id const nodes = static_cast<id>(capacitance.size()) - d.rc_node_begin[first];
      id const edges = static_cast<id>(resistance.size()) - d.rc_edge_begin[first];
      for (std::size_t net = first + 1; net <= last; ++net) {
        node_begin.push_back(d.rc_node_begin[net] + nodes);
        edge_begin.push_back(d.rc_edge_begin[net] + edges);
      }
      append(root, d.rc_root, static_cast<id>(first), static_cast<id>(last));
      append(capacitance, d.rc_capacitance, d.rc_node_begin[first], d.rc_node_begin[last]);
      append(node_sink, d.rc_node_sink, d.rc_node_begin[first], d.rc_node_begin[last]);
      append(edge_a, d.rc_edge_a, d.rc_edge_begin[first], d.rc_edge_begin[last]);
      append(edge_b, d.rc_edge_b, d.rc_edge_begin[first], d.rc_edge_begin[last]);
      append(resistance, d.rc_resistance, d.rc_edge_begin[first], d.rc_edge_begin[last]);
    }
    void add(flat_design const& d, net_wire const& of) {
      auto const sinks = d.net_sink.begin();
      auto const first = sinks + d.net_begin[of.net], last = sinks + d.net_begin[of.net + 1];
      root.push_back(of.wire.root);
      for (id const pin : of.wire.sink)
        node_sink.push_back(pin == none ? none : static_cast<id>(std::find(first, last, pin) - sinks));
      append(capacitance, of.wire.capacitance);
      append(edge_a, of.wire.a);
      append(edge_b, of.wire.b);
      append(resistance, of.wire.resistance);
      node_begin.push_back(static_cast<id>(capacitance.size()));
      edge_begin.push_back(static_cast<id>(resistance.size()));
    }
    void swap(flat_design& d) noexcept {
      d.rc_node_begin.swap(node_begin), d.rc_edge_begin.swap(edge_begin);
      d.rc_root.swap(root), d.rc_node_sink.swap(node_sink);
      d.rc_edge_a.swap(edge_a), d.rc_edge_b.swap(edge_b);
      d.rc_capacitance.swap(capacitance), d.rc_resistance.swap(resistance);
    }

    template <class T>
    static void append(std::vector<T>& to, std::vector<T> const& from) {
      to.insert(to.end(), from.begin(), from.end());
    }
    template <class T>
    static void append(std::vector<T>& to, std::vector<T> const& from, id first, id last) {
      to.insert(to.end(), from.begin() + first, from.begin() + last);
    }
  };

  std::optional<arrays> before_;
};

}  // namespace gsta::detail
