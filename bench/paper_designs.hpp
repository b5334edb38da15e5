#pragma once

#include <algorithm>
#include <cstddef>
#include <future>
#include <string>
#include <vector>

#include "bench/generate.hpp"

/// Made-up designs of the sizes in ICCAD'20, table 1: gates, pins and nodes of RC trees are the paper's; what
/// is connected to what, levels and clock trees are generated.
namespace gsta_bench {

struct paper_design {
  std::string name;
  std::size_t gates = 0, nets = 0, pins = 0, rc_nodes = 0;
  int levels = 100, clock_depth = 6;
};

/// By size. The small ones are no designs of the paper: they stand where its figures 11 to 13 find the
/// crossovers of host and device. tip_master has so few pins a gate that it is made with 36,700 gates.
inline std::vector<paper_design> paper_designs() {
  return {{"500 gates", 500, 516, 1460, 12000, 30, 2},
          {"1K gates", 1000, 1017, 2900, 20000, 40, 3},
          {"2K gates", 2000, 2018, 5800, 40000, 50, 3},
          {"5K gates", 5000, 5019, 14500, 100000, 60, 4},
          {"10K gates", 10000, 10022, 29000, 200000, 70, 4},
          {"aes_core", 22938, 23199, 66751, 413588, 130, 5},
          {"tip_master", 36700, 38493, 95524, 533690, 90, 5},
          {"fft", 38158, 39184, 116139, 646992, 90, 5},
          {"cordic", 45359, 45393, 127993, 746447, 90, 5},
          {"des_perf", 138878, 139112, 371587, 2128130, 90, 7},
          {"vga_lcd", 139529, 139635, 397809, 1966411, 90, 7},
          {"edit_dist", 147650, 150212, 416609, 2638639, 100, 7},
          {"mgc_edit_dist", 161692, 164254, 450354, 2436927, 100, 7},
          {"mgc_matrix_mult", 171282, 174484, 492568, 2713241, 100, 7},
          {"vga_lcd_iccad", 259067, 259152, 679258, 3556285, 90, 8},
          {"b19", 255278, 255300, 782914, 4423074, 130, 8},
          {"leon3mp", 1247725, 1247979, 3376832, 17755954, 140, 10},
          {"netcard", 1496719, 1498555, 3999174, 21121256, 140, 10},
          {"leon2", 1616369, 1616984, 4328255, 22600317, 140, 10}};
}

/// With RC trees of about as many nodes as the design is to have: each net has a root, the rest is shared
/// out over sinks.
inline generate_options options_of(paper_design const& design) {
  std::size_t const sinks = design.pins - design.nets;
  return {.cells = design.gates,
          .pins = design.pins,
          .levels = design.levels,
          .clock_depth = design.clock_depth,
          .wires = generated_wires::tree,
          .tree_nodes = static_cast<int>(100 * (design.rc_nodes - design.nets) / sinks)};
}

struct made_design {
  paper_design size;
  gsta::flat_design design;
};

/// Those that are wanted, all if no name is given, each made by a thread of its own before anything is
/// measured.
inline std::vector<made_design> make_paper_designs(std::vector<std::string> const& wanted) {
  std::vector<std::future<made_design>> making;
  for (paper_design const& size : paper_designs()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), size.name) == wanted.end()) continue;
    making.push_back(
        std::async(std::launch::async, [size] { return made_design{size, generate(options_of(size))}; }));
  }
  std::vector<made_design> all;
  for (auto& one : making) all.push_back(one.get());
  return all;
}

}  // namespace gsta_bench
