#pragma once

#include <string>
#include <vector>

#include "bench/path_graphs.hpp"

namespace gsta_bench {

/// A circuit's size as the papers give it.
struct circuit_size {
  std::string name;
  std::size_t vertices = 0, edges = 0, levels = 0;
  int degree = 0;     ///< edges a vertex after random ones were added; 0: none are
  bool unit = false;  ///< every delay is 1: paths of one length tie
  std::uint64_t seed = 1;
};

/// Pins and arcs of DAC'21 and TCAD'23, levels of ICS'26.
inline std::vector<circuit_size> paper_circuits() {
  return {{"leon2", 4328255, 7984262, 503},
          {"leon3mp", 3376821, 6277562, 482},
          {"netcard", 3999174, 7404006, 480},
          {"vga_lcd", 397809, 756631, 212},
          {"des_perf", 371587, 697145, 201}};
}
/// The rest of DAC'21's: no paper says how many levels they have, so those are made up.
inline std::vector<circuit_size> more_paper_circuits() {
  return {{"vga_lcd_iccad", 679258, 1243041, 220},
          {"b19_iccad", 782914, 1576198, 300},
          {"edit_dist_ispd", 416609, 799167, 210},
          {"mgc_edit_dist", 450354, 852615, 210},
          {"mgc_matric_mult", 492568, 948154, 210}};
}
inline circuit_size densified(circuit_size size, int degree = 40) {
  size.name += " densified";
  size.degree = degree;
  return size;
}
inline circuit_size with_unit_delays(circuit_size size) {
  size.name += " unit delays";
  size.unit = true;
  return size;
}

namespace detail {
/// Vertices are pins; a path is walked backwards, so a row holds a pin's fan-in. Pins come in clusters of
/// about 32,768 ids, scattered over levels within: a netlist is local, and in no order of time. Each pin has
/// one fan-in on the level below, which makes the number of levels exact; most of the rest are near.
///
/// Cuts say how a cluster is dealt to levels: 4 % launch, then fewer and fewer, seven tenths of all in the
/// first half.
template <gsta::memory_space S>
struct circuit_making {
  static constexpr gsta::memory_space space = S;
  static constexpr std::uint64_t scatter = 2147483647;  // a prime beyond any cluster: i -> i * scatter mod n
  std::size_t vertices, clusters, levels;
  std::uint32_t more_share;  // of 2^32: pins with more than one arc
  std::uint64_t more_arcs;   // of these, arcs beyond the first, in 2^-16
  int dense;                 // random edges a pin
  bool unit;
  std::uint64_t seed;
  gsta::span<std::uint32_t const, S> cut;  // [levels + 1] in 2^-31 of a cluster

  struct place {
    std::size_t cluster, first, size, slot, level;
  };
  GSTA_HD std::size_t cluster_begin(std::size_t c) const noexcept { return c * vertices / clusters; }
  GSTA_HD std::size_t level_begin(std::size_t level, std::size_t size) const noexcept {
    return (std::uint64_t{cut[level]} * size) >> 31;
  }
  GSTA_HD id vertex_at(std::size_t first, std::size_t size, std::size_t slot) const noexcept {
    return static_cast<id>(first + slot * (scatter % size) % size);
  }
  GSTA_HD place place_of(std::size_t i) const noexcept {
    std::size_t c = i * clusters / vertices;
    while (cluster_begin(c + 1) <= i) ++c;
    while (cluster_begin(c) > i) --c;
    std::size_t const first = cluster_begin(c), size = cluster_begin(c + 1) - first, slot = i - first;
    std::size_t under = 0, over = levels;
    while (over - under > 1) {
      std::size_t const middle = (under + over) / 2;
      (level_begin(middle, size) <= slot ? under : over) = middle;
    }
    return {c, first, size, slot, under};
  }

  GSTA_HD id vertex(std::size_t i) const noexcept {
    place const at = place_of(i);
    return vertex_at(at.first, at.size, at.slot);
  }
  GSTA_HD int plain_degree(place const& at, std::size_t i) const noexcept {
    std::uint64_t const hash = mixed(seed, i);
    if (at.level == 0) return 0;
    if (low(hash) >= more_share) return 1;
    return 1 + static_cast<int>((more_arcs + (high(hash) & 0xffff)) >> 16);
  }
  GSTA_HD int degree(std::size_t i) const noexcept {
    place const at = place_of(i);
    int const plain = plain_degree(at, i);
    if (plain == 0 || dense == 0) return plain;
    return plain + dense - 8 + static_cast<int>(below(low(mixed(seed + 1, i)), 17));
  }

  /// A pin of level `level` of some cluster; `pick` says which.
  GSTA_HD id pick(std::size_t c, std::size_t level, std::uint32_t which) const noexcept {
    std::size_t const first = cluster_begin(c), size = cluster_begin(c + 1) - first;
    std::size_t const begin = level_begin(level, size), count = level_begin(level + 1, size) - begin;
    // A cluster may be too small for all levels: then the last pin of a lower one.
    if (count == 0) return vertex_at(first, size, begin == 0 ? 0 : begin - 1);
    return vertex_at(first, size, begin + below(which, count));
  }
  /// The first fan-in: along with its neighbours on its level, one after the other, so that few pins below
  /// are left over.
  GSTA_HD id straight_below(place const& at) const noexcept {
    std::size_t const own = level_begin(at.level, at.size), count = level_begin(at.level + 1, at.size) - own;
    std::size_t const turn = below(low(mixed(seed + 2, at.level * clusters + at.cluster)), count);
    std::size_t const position = (at.slot - own + turn) % count;
    return pick(
        at.cluster, at.level - 1,
        static_cast<std::uint32_t>(((std::uint64_t{position} << 32) + (std::uint64_t{1} << 31)) / count));
  }
  GSTA_HD std::size_t levels_down(std::size_t level, std::uint64_t hash) const noexcept {
    std::uint64_t const share = below(low(hash), 100), more = high(hash) & 0xffffff;
    std::size_t const down = share < 60 ? 1 : share < 85 ? 2 : share < 95 ? 3 + more % 6 : 1 + more % level;
    return down < level ? down : level;
  }
  GSTA_HD made_edge edge(std::size_t i, int k) const noexcept {
    place const at = place_of(i);
    std::uint64_t const hash = mixed(seed + 3 + static_cast<std::uint64_t>(k), i), again = mixed(hash, i);
    std::uint64_t const spread = below(high(again), 60000);
    femtoseconds const delay = unit ? 1 : static_cast<femtoseconds>(5000 + spread);
    if (k == 0) return {straight_below(at), -delay};
    bool const random = k >= plain_degree(at, i);
    std::size_t const down = random ? 1 + below(high(hash), at.level) : levels_down(at.level, hash);
    bool const elsewhere = random || below(low(again), 100) < 5;
    std::size_t const c = elsewhere ? below(low(mixed(again, 7)), clusters) : at.cluster;
    id const from = pick(c, at.level - down, high(mixed(again, 8)));
    // An edge that skips levels would never matter with the delay of one: it takes about as long as those.
    femtoseconds const far = static_cast<femtoseconds>(down * (15000 + spread / 2));
    return {from, random && !unit ? -far : -delay};
  }

  GSTA_HD femtoseconds last_weight(std::size_t i) const noexcept {
    return unit ? 0 : -static_cast<femtoseconds>(50000 + below(low(mixed(seed + 900, i)), 30000));
  }
  GSTA_HD bool is_first(std::size_t v, id entered) const noexcept {
    return entered == 0 || below(low(mixed(seed + 901, v)), 100) < 4;
  }
  GSTA_HD femtoseconds first_weight(std::size_t v) const noexcept {
    return unit ? 0 : static_cast<femtoseconds>(40000 * levels + below(low(mixed(seed + 902, v)), 50000));
  }
};

inline std::vector<std::uint32_t> level_cuts(std::size_t levels) {
  constexpr double one = 2147483648.0, launching = 0.04;
  auto const whole = static_cast<double>(levels);
  std::vector<double> weight{0};
  double total = 0;
  for (std::size_t l = 1; l < levels; ++l) {
    weight.push_back(10 * (whole - static_cast<double>(l)) + whole);
    total += weight.back();
  }
  std::vector<std::uint32_t> cut{0};
  double sum = launching;
  for (std::size_t l = 1; l < levels; ++l) {
    cut.push_back(static_cast<std::uint32_t>(sum * one));
    sum += (1 - launching) * weight[l] / total;
  }
  cut.push_back(static_cast<std::uint32_t>(one));
  return cut;
}
}  // namespace detail

/// A made-up circuit, as a search graph from path ends to launching pins.
template <gsta::executor E>
gsta::search_graph<E::space> make_circuit(E const& exec, circuit_size const& size) {
  auto const cut = clone(exec, detail::level_cuts(size.levels));
  std::size_t const clusters = std::max<std::size_t>(1, size.vertices / 32768);
  // The launching pins have no fan-in; of the rest, 45 % have more arcs than one.
  double const share = 0.45,
               arcs = static_cast<double>(size.edges) / (0.96 * static_cast<double>(size.vertices));
  int const dense = size.degree == 0 ? 0 : static_cast<int>(size.degree / 0.96 - arcs + 0.5);
  detail::circuit_making<E::space> const making{size.vertices,
                                                clusters,
                                                size.levels,
                                                static_cast<std::uint32_t>(share * 4294967296.0),
                                                static_cast<std::uint64_t>((arcs - 1) / share * 65536),
                                                dense,
                                                size.unit,
                                                size.seed,
                                                cut.view()};
  return make_search_graph(exec, making);
}

}  // namespace gsta_bench
