#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/error.hpp"

namespace gsta_bench {

/// Where wires come from.
enum class generated_wires {
  star,    ///< arrays: straight from the driver to each sink
  tree,    ///< arrays: trees with Steiner points
  placed,  ///< no arrays: from the placement, by who times the design
};

/// What to generate. `cells` and `pins` are met exactly, and so is `levels` but for oddness: levels of the
/// pin graph, the clock tree's included.
struct generate_options {
  std::size_t cells = 20000, pins = 62200;
  int levels = 60;
  std::uint64_t seed = 1;
  int clock_depth = 4;         ///< clock buffers between the clock port and a register, at most
  int clock_fanout = 0;        ///< registers that a leaf of the clock tree drives, at most; 0: about 24
  int clock_depth_spread = 0;  ///< leaves lie up to so many levels above the deepest, at random
  generated_wires wires = generated_wires::star;
  int tree_nodes = 750;              ///< RC nodes a sink of trees, in hundredths
  int tags = 1;                      ///< clocks, each of which launches at every input and every register
  std::size_t undefined_inputs = 0;  ///< inputs that nothing is known of: the first ones
  bool conditional = false;          ///< cells of two inputs have two arcs between the same two pins
  std::vector<std::uint32_t> large_nets{};  ///< nets of so many sinks, 1001 and more, driven by registers
  int clock_derate_early = 1000;  ///< thousandths: factor on delays of the clock tree's wires and cells
  int clock_derate_late = 1000;
  int data_derate_early =
      1000;  ///< of all other delays, those from a register's clock to its output included
  int data_derate_late = 1000;

  std::size_t registers() const { return cells * 14 / 100; }
  std::size_t inputs() const { return 16 + cells / 2000; }
  std::size_t outputs() const { return 16 + cells / 2000; }
  bool has_derates() const {
    return clock_derate_early != 1000 || clock_derate_late != 1000 || data_derate_early != 1000 ||
           data_derate_late != 1000;
  }
  /// Combinational cells between two registers at most.
  int stages() const { return (levels - 2 * clock_depth - 4) / 2; }
};

/// Designs of the sizes that papers report, and two for tests. leon2_rc has the trees of leon2: 22.6 million
/// nodes.
inline generate_options preset(std::string_view name) {
  struct size {
    std::string_view name;
    std::size_t cells, pins;
    int levels, clock_depth;
    generated_wires wires = generated_wires::star;
    int tree_nodes = 750;
  };
  static constexpr size sizes[] = {
      {"tiny", 500, 1640, 26, 2},
      {"small", 20000, 62200, 60, 4},
      {"pins37k", 11900, 37000, 70, 4},
      {"aes_core", 22900, 67000, 130, 5},
      {"vga_lcd", 139529, 400000, 90, 7},
      {"superblue18", 770000, 2560000, 150, 9},
      {"superblue1", 1210000, 3770000, 180, 9},
      {"superblue3", 1213252, 3905321, 180, 9},
      {"superblue4", 795645, 2497940, 150, 9},
      {"superblue5", 1086888, 3246878, 180, 9},
      {"superblue7", 1931639, 6372094, 220, 10},
      {"superblue10", 1880000, 5560000, 220, 10},
      {"superblue16", 981559, 3013268, 170, 9},
      {"leon2", 1616369, 4328255, 140, 10},
      {"leon2_rc", 1616369, 4328255, 140, 10, generated_wires::tree, 774},
  };
  for (size const& s : sizes) {
    if (s.name == name)
      return {.cells = s.cells,
              .pins = s.pins,
              .levels = s.levels,
              .clock_depth = s.clock_depth,
              .wires = s.wires,
              .tree_nodes = s.tree_nodes};
  }
  throw gsta::argument_error("there is no generated design named " + std::string(name));
}

}  // namespace gsta_bench
