#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "test/support/random.hpp"
#include "test/support/set_wire.hpp"

namespace gsta_test {

/// How the nodes of a random wire hang together.
enum class wire_shape { chain, star, two_stars, bushy };

/// One net's RC network before it is put into a design: node 0 is the driver's until the nodes are
/// renumbered.
struct random_wire {
  gsta::id root = 0;
  std::vector<float> capacitance, resistance;
  std::vector<gsta::id> sink_position, a, b;

  void add_edge(gsta::id from, gsta::id to, float r) {
    a.push_back(from);
    b.push_back(to);
    resistance.push_back(r);
  }
  void add_to(gsta::flat_design& design) const {
    gsta_test::set_wire(design, root, capacitance, sink_position, a, b, resistance);
  }
};

/// The parent of `node` among the nodes before it.
inline gsta::id parent_of(gsta::id node, wire_shape shape, prng& random) {
  switch (shape) {
    case wire_shape::chain:
      return node - 1;
    case wire_shape::star:
      return 0;
    case wire_shape::two_stars:
      return node < 3 ? node - 1 : random.chance(60) ? 2 : 0;
    case wire_shape::bushy:
      break;
  }
  return random.below(node);
}

/// A tree over a driver, `sinks` sinks and `extra` nodes between. Its total capacitance and resistance stay
/// moderate however many nodes there are.
inline random_wire make_tree(prng& random, int sinks, int extra, wire_shape shape) {
  random_wire wire;
  int const nodes = 1 + sinks + extra;
  double const share = 1.0 / nodes;
  std::vector<gsta::id> position(static_cast<std::size_t>(nodes) - 1, gsta::none);
  std::iota(position.begin(), position.begin() + sinks, 0);
  random.shuffle(position);
  wire.sink_position.push_back(gsta::none);
  wire.sink_position.insert(wire.sink_position.end(), position.begin(), position.end());
  double const r = shape == wire_shape::chain ? share : 0.3;
  for (int i = 0; i < nodes; ++i) {
    wire.capacitance.push_back(random.chance(10) ? 0.0f : random.real(0, 60 * share));
    if (i == 0) continue;
    gsta::id const parent = parent_of(i, shape, random);
    wire.add_edge(parent, i, random.chance(5) ? 0.0f : random.real(0, r));
  }
  return wire;
}

/// Renumbers nodes and reorders edges at random: what a file might hold.
inline void scramble(random_wire& wire, prng& random) {
  std::size_t const nodes = wire.capacitance.size(), edges = wire.a.size();
  std::vector<gsta::id> to(nodes), order(edges);
  std::iota(to.begin(), to.end(), 0);
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(to);
  random.shuffle(order);
  random_wire result;
  result.root = wire.root == gsta::none ? gsta::none : to[static_cast<std::size_t>(wire.root)];
  result.capacitance.resize(nodes);
  result.sink_position.resize(nodes);
  for (std::size_t i = 0; i < nodes; ++i) {
    result.capacitance[static_cast<std::size_t>(to[i])] = wire.capacitance[i];
    result.sink_position[static_cast<std::size_t>(to[i])] = wire.sink_position[i];
  }
  for (gsta::id const e : order) {
    auto const k = static_cast<std::size_t>(e);
    gsta::id a = to[static_cast<std::size_t>(wire.a[k])], b = to[static_cast<std::size_t>(wire.b[k])];
    if (random.chance(50)) std::swap(a, b);
    result.add_edge(a, b, wire.resistance[k]);
  }
  wire = std::move(result);
}

/// What extraction sometimes does: a sink without a node, an edge missing, a loop, no node for the driver.
inline void damage(random_wire& wire, prng& random) {
  int const nodes = static_cast<int>(wire.capacitance.size());
  auto const some_node = [&] { return static_cast<std::size_t>(random.below(nodes)); };
  if (random.chance(4)) wire.sink_position[some_node()] = gsta::none;
  if (random.chance(4)) {
    auto const from = static_cast<gsta::id>(some_node());
    wire.add_edge(from, static_cast<gsta::id>(some_node()), 0.1f);
  }
  if (random.chance(3)) wire.root = gsta::none;
  if (random.chance(3) && !wire.a.empty()) {
    wire.a.pop_back();
    wire.b.pop_back();
    wire.resistance.pop_back();
  }
}

/// A wire of any shape and health for a net of `sinks` sinks.
inline random_wire make_wire(prng& random, int sinks) {
  auto const shape = static_cast<wire_shape>(random.below(4));
  random_wire wire = make_tree(random, sinks, random.chance(80) ? random.below(8) : random.below(80), shape);
  damage(wire, random);
  scramble(wire, random);
  return wire;
}

}  // namespace gsta_test
