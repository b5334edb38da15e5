#pragma once

#include <cstddef>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/span.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// A net's RC network: nodes with their capacitance and, where a sink is, that pin; edges between nodes.
/// Without nodes the net has ideal wires.
struct wire_network {
  id root = none;                  ///< the driver's node, none, or `reduced_root`
  std::vector<float> capacitance;  ///< [nodes] fF, without pins
  std::vector<id> sink;            ///< [nodes] pin of the net, or none
  std::vector<id> a;               ///< [edges] node at one end
  std::vector<id> b;               ///< [edges] node at the other
  std::vector<float> resistance;   ///< [edges] kOhm
};

/// A net's wires as they shall be.
struct net_wire {
  id net;             ///< of the design
  wire_network wire;  ///< with pins that end it
};

namespace detail {
/// Refuses what is no network of a net; ends_there(pin): a sink of it.
template <class Ends>
void check_network(wire_network const& wire, Ends const& ends_there) {
  auto const is_node = [&](id n) { return n >= 0 && static_cast<std::size_t>(n) < wire.capacitance.size(); };
  require(wire.sink.size() == wire.capacitance.size(), "set_wire: arrays of nodes differ in size");
  require(wire.a.size() == wire.resistance.size() && wire.b.size() == wire.a.size(),
          "set_wire: arrays of edges differ in size");
  require(is_wire_root(wire.root, wire.capacitance.size(), wire.resistance.size()),
          "set_wire: the root is no node");
  for (id const sink : wire.sink)
    require(sink == none || ends_there(sink), "set_wire: a node's pin ends no such net");
  for (std::size_t e = 0; e < wire.a.size(); ++e)
    require(is_node(wire.a[e]) && is_node(wire.b[e]), "set_wire: an edge ends at no node");
  for (float const value : wire.capacitance)
    require(math::is_within(value, most_capacitance), "set_wire: capacitances are numbers, at most 1e12 fF");
  for (float const value : wire.resistance)
    require(is_resistance(value), "set_wire: resistances are numbers from 0 to 1e12 kOhm");
}
}  // namespace detail

}  // namespace gsta
