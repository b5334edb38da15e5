#pragma once

#include <string>
#include <vector>

/// What a library must come out as, in ps and fF.
namespace gsta_test {

struct wanted_axis {
  std::string variable;
  std::vector<double> values;
};
struct wanted_table {
  std::vector<wanted_axis> axes;
  std::vector<double> values;  ///< empty: the group has no such table
};
struct wanted_timing {
  std::vector<std::string> related;
  std::string when, type;
  wanted_table tables[6];  ///< in the order of `table_names`
};
struct wanted_pin {
  std::string name, direction, function;
  double capacitance[2][2] = {{0, 0}, {0, 0}};  ///< [early, late][rise, fall]
  std::vector<wanted_timing> timing;
};
struct wanted_cell {
  std::string name;
  std::vector<wanted_pin> pins;
  std::vector<std::vector<std::string>> buses;
};

inline constexpr char const* table_names[6] = {"cell_rise",       "cell_fall",       "rise_transition",
                                               "fall_transition", "rise_constraint", "fall_constraint"};

}  // namespace gsta_test
