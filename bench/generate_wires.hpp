#pragma once

#include <cstdlib>
#include <utility>
#include <vector>

#include "bench/generate_options.hpp"
#include "bench/generate_random.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta_bench::detail {

/// In quarters of a micrometre.
struct spot {
  std::int32_t x = 0, y = 0;
};

/// What the lengths below come to, a micrometre: kOhm and fF, fractions of 2.
inline constexpr float resistance_per_um = 4.0f / 2048, capacitance_per_um = 2 * 4 * 13.0f / 512;

/// Where the pins of a cell lie within it.
inline spot pin_spot(spot cell, int pin) { return {cell.x + pin, cell.y + 2 * pin % 5}; }

/// Cell `index` of `count`, laid out along a Hilbert curve: what is near in number is near in the plane.
inline spot hilbert_spot(std::uint64_t index, std::uint64_t count) {
  constexpr std::int32_t pitch = 6;
  int order = 1;
  while ((std::uint64_t{1} << (2 * order)) < count) ++order;
  std::int32_t x = 0, y = 0;
  for (std::int32_t side = 1; side < (1 << order); side *= 2, index /= 4) {
    auto const right = static_cast<std::int32_t>((index / 2) & 1);
    auto const up = static_cast<std::int32_t>((index ^ static_cast<std::uint64_t>(right)) & 1);
    if (up == 0) {
      if (right == 1) {
        x = side - 1 - x;
        y = side - 1 - y;
      }
      std::swap(x, y);
    }
    x += side * right;
    y += side * up;
  }
  return {x * pitch, y * pitch};
}

/// Appends the RC tree of one net after another. Lengths are integers, and so are sums of capacitance
/// until they become floats: no rounding depends on the compiler.
class wire_writer {
 public:
  wire_writer(gsta::flat_design& design, std::vector<spot> const& pins, generate_options const& options)
      : design_(design), pins_(pins), nodes_(options.tree_nodes), random_(options.seed ^ 0x77697265u) {
    gsta::require(nodes_ >= 100 && nodes_ <= 10000,
                  "the trees of a generated design have 1 to 100 nodes a sink");
  }

  /// A random tree over driver and sinks; each of its wires has some Steiner points, and a later
  /// wire starts at any of them. Edges stand in either direction; none has no length.
  void add_tree(std::size_t net) {
    begin();
    spots_.assign(1, spot_of(design_.net_driver[net]));
    for (gsta::id at = design_.net_begin[net]; at < design_.net_begin[net + 1]; ++at) {
      auto const here = spot_of(design_.net_sink[at]);
      auto from = random_.below(spots_.size());
      auto const other = random_.below(spots_.size());
      if (distance(spots_[other], here) < distance(spots_[from], here)) from = other;
      add_wire(static_cast<gsta::id>(from), here, pieces(), at);
    }
    finish();
  }

 private:
  spot spot_of(gsta::id pin) const { return pins_[static_cast<std::size_t>(pin)]; }
  static int distance(spot a, spot b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

  int pieces() { return nodes_ / 100 + (static_cast<int>(random_.below(100)) < nodes_ % 100 ? 1 : 0); }

  void begin() {
    capacitance_.assign(1, 0);
    design_.rc_node_sink.push_back(gsta::none);
  }
  gsta::id add_node(gsta::id net_arc) {
    capacitance_.push_back(0);
    design_.rc_node_sink.push_back(net_arc);
    return static_cast<gsta::id>(capacitance_.size()) - 1;
  }
  void add_edge(gsta::id a, gsta::id b, int length) {
    capacitance_[static_cast<std::size_t>(a)] += length;
    capacitance_[static_cast<std::size_t>(b)] += length;
    design_.rc_edge_a.push_back(a);
    design_.rc_edge_b.push_back(b);
    design_.rc_resistance.push_back(static_cast<float>(length) / 2048);
  }
  void add_wire(gsta::id from, spot to, int pieces, gsta::id net_arc) {
    spot const start = spots_[static_cast<std::size_t>(from)];
    gsta::id before = from;
    spot last = start;
    for (int piece = 1; piece <= pieces; ++piece) {
      spot const next{start.x + (to.x - start.x) * piece / pieces,
                      start.y + (to.y - start.y) * piece / pieces};
      gsta::id const node = add_node(piece == pieces ? net_arc : gsta::none);
      bool const turned = random_.below(2) == 1;
      add_edge(turned ? node : before, turned ? before : node, 1 + distance(last, next));
      spots_.push_back(next);
      before = node;
      last = next;
    }
  }
  void finish() {
    for (std::int64_t const length : capacitance_)
      design_.rc_capacitance.push_back(static_cast<float>(length * 13) / 512);  // half of each wire
    design_.rc_root.push_back(0);
    design_.rc_node_begin.push_back(static_cast<gsta::id>(design_.rc_capacitance.size()));
    design_.rc_edge_begin.push_back(static_cast<gsta::id>(design_.rc_resistance.size()));
  }

  gsta::flat_design& design_;
  std::vector<spot> const& pins_;
  int nodes_;  // hundredths of a sink's
  generator_random random_;
  std::vector<std::int64_t> capacitance_;  // [nodes of the net] lengths of wires that end there
  std::vector<spot> spots_;                // [nodes of the net]
};

}  // namespace gsta_bench::detail
