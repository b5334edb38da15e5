#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gsta/flat/flat_design.hpp"

namespace gsta_bench {

/// A cell type of the made-up library. A combinational cell has a sense an input: '+' positive, '-' negative,
/// 'x' non-unate. A register has its data inputs, all checked, then its clock.
struct generated_cell {
  std::string_view senses;  ///< an entry an input
  int drive = 1;            ///< 1, 2, 4, ...: output resistance falls, input capacitance grows
  bool is_register = false;
  int groups = 1;  ///< arcs of one sense between the same two pins: one for each of as many conditions
  gsta::id first_arc = 0;    ///< arc types, by input, group and sense (a non-unate input has two)
  gsta::id first_check = 0;  ///< check types: setup and hold a data input
  float input_load = 0;      ///< fF

  int inputs() const { return static_cast<int>(senses.size()); }
};

/// Sixty types: those with 1 to 6 inputs, clock buffers, registers with and without scan inputs.
struct generated_library {
  std::vector<generated_cell> cells;
  std::vector<int> by_inputs[7];  ///< combinational types
  std::vector<int> clock_buffers, registers, scan_registers;
};

namespace detail {
/// Fills tables and types. All values are integers in 1/1024 ps before they become floats, so that no
/// compiler's rounding can touch them.
class library_writer {
 public:
  library_writer(gsta::flat_design& design, generated_library& into) : design_(design), library_(into) {}

  int add_combinational(std::string_view senses, int drive, int slowness, int groups = 1) {
    generated_cell cell{senses, drive, false, groups};
    slowness_ = slowness;
    cell.first_arc = static_cast<gsta::id>(design_.arc_types.size());
    cell.input_load = static_cast<float>(9 + 2 * drive) / 8;
    for (int input = 0; input < cell.inputs(); ++input) {
      for (int group = 0; group < groups; ++group) {
        if (senses[input] != '-') add_arc(cell, input, gsta::positive_edges(), group);
        if (senses[input] != '+') add_arc(cell, input, gsta::negative_edges(), group);
      }
    }
    library_.cells.push_back(cell);
    return static_cast<int>(library_.cells.size()) - 1;
  }

  int add_register(std::string_view pins, int drive) {
    generated_cell cell{pins, drive, true};
    slowness_ = 12;
    cell.first_arc = static_cast<gsta::id>(design_.arc_types.size());
    cell.first_check = static_cast<gsta::id>(design_.check_types.size());
    cell.input_load = static_cast<float>(5 + drive) / 8;
    gsta::edge_map edges;
    for (int c = 0; c < gsta::conditions; ++c) edges.set(c, gsta::edge::rise);
    add_arc(cell, cell.inputs(), edges, 0);
    design_.arc_types.back().launches = true;
    for (int data = 0; data + 1 < cell.inputs(); ++data) add_checks(drive, data);
    library_.cells.push_back(cell);
    return static_cast<int>(library_.cells.size()) - 1;
  }

 private:
  static constexpr int slews[7] = {2, 6, 15, 35, 80, 180, 400};  // ps
  static constexpr int loads[7] = {1, 2, 5, 11, 25, 60, 140};    // fF, times the drive

  template <class F>
  gsta::id table(int load_scale, F const& value) {
    std::vector<float> x, y, z;
    for (int const s : slews) x.push_back(static_cast<float>(s));
    for (int const l : loads) y.push_back(static_cast<float>(l * load_scale));
    for (int const s : slews) {
      for (int const l : loads) z.push_back(static_cast<float>(value(s, l * load_scale)) / 1024);
    }
    return design_.luts.add(x, y, z);
  }

  /// Later inputs, later groups and cells with more inputs are slower, falling edges a little faster; early
  /// is 0.95 of late.
  void add_arc(generated_cell const& cell, int input, gsta::edge_map edges, int group) {
    gsta::arc_type type;
    type.edges = edges;
    int const variant = edges.code == gsta::negative_edges().code ? 0 : 1;
    for (int c = 0; c < gsta::conditions; ++c) {
      int const percent = gsta::is_late(c) ? 100 : 95, tilt = 64 - 5 * gsta::edge_of(c);
      int const intrinsic = 4 + 2 * cell.inputs() + input + 3 * variant + 2 * group + slowness_;
      type.delay[c] = table(cell.drive, [&](int slew, int load) {
        int const late = (1024 * intrinsic + 1400 * load / cell.drive + 150 * slew + slew * load / 4) / 64;
        return late * tilt * percent / 100;
      });
      type.slew[c] = table(cell.drive, [&](int slew, int load) {
        int const late =
            (1024 * (3 + cell.inputs() + variant + group) + 1800 * load / cell.drive + 100 * slew) / 64;
        return late * tilt * percent / 100;
      });
    }
    design_.add_arc_type(type);
  }

  void add_checks(int drive, int data) {
    for (auto const kind : {gsta::check_kind::setup, gsta::check_kind::hold}) {
      gsta::check_type type;
      type.kind = kind;
      int const base = kind == gsta::check_kind::setup ? 14 + drive / 4 : 2,
                sign = kind == gsta::check_kind::setup;
      for (int e = 0; e < 2; ++e) {
        type.constraint[e] = table(1, [&](int data_slew, int clock_slew) {
          return 1024 * (base + data + 2 * e) + 120 * data_slew * (sign ? 1 : -1) / 2 + 30 * clock_slew;
        });
      }
      design_.add_check_type(type);
    }
  }

  gsta::flat_design& design_;
  generated_library& library_;
  int slowness_ = 0;  ///< ps
};
}  // namespace detail

/// Adds the library's tables and types to a design without any; with conditional arcs, cells of two inputs
/// have two groups an input.
inline generated_library make_library(gsta::flat_design& design, bool conditional = false) {
  struct family {
    std::string_view senses;
    int sizes;
  };
  static constexpr family families[] = {
      {"-", 5},    {"+", 5},    {"--", 4},   {"--", 4},    {"++", 2},    {"++", 2},     {"xx", 2},
      {"---", 3},  {"---", 2},  {"---", 3},  {"---", 2},   {"++x", 2},   {"----", 3},   {"----", 2},
      {"----", 3}, {"++++", 1}, {"++x-", 1}, {"-----", 2}, {"--++-", 1}, {"------", 2}, {"++++xx", 1}};
  generated_library library;
  detail::library_writer writer(design, library);
  int family_number = 0;  // families of the same senses differ in speed
  for (family const& f : families) {
    int const groups = conditional && f.senses.size() == 2 ? 2 : 1;
    for (int size = 0; size < f.sizes; ++size)
      library.by_inputs[f.senses.size()].push_back(writer.add_combinational(
          f.senses, size > 0 && size + 1 == f.sizes ? 16 : 1 << size, family_number % 5, groups));
    ++family_number;
  }
  for (int const drive : {8, 12, 16})
    library.clock_buffers.push_back(writer.add_combinational("+", drive, 3));
  for (int const drive : {1, 4, 16}) library.registers.push_back(writer.add_register("dc", drive));
  for (int const drive : {2, 16}) library.scan_registers.push_back(writer.add_register("dddc", drive));
  return library;
}

}  // namespace gsta_bench
