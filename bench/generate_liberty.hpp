#pragma once

#include <string>
#include <utility>

#include "bench/generate_text.hpp"

namespace gsta_bench::detail {

/// The cells with the tables of one side. Units: ps, fF.
class liberty_writer {
 public:
  liberty_writer(generated_netlist const& from, bool late)
      : from_(from), design_(from.placed.design), late_(late) {}

  text_file make() {
    out_ << "library (" << (late_ ? "late" : "early") << ") {\n"
         << "  delay_model : table_lookup;\n  time_unit : \"1ps\";\n  capacitive_load_unit (1, ff);\n"
         << "  voltage_unit : \"1V\";\n  current_unit : \"1mA\";\n  pulling_resistance_unit : \"1kohm\";\n"
         << "  nom_process : 1;\n  nom_temperature : 25;\n  nom_voltage : 1;\n";
    for (char const* const edge : {"rise", "fall"}) {
      out_ << "  slew_lower_threshold_pct_" << edge << " : 20;\n  slew_upper_threshold_pct_" << edge
           << " : 80;\n"
           << "  input_threshold_pct_" << edge << " : 50;\n  output_threshold_pct_" << edge << " : 50;\n";
    }
    add_template("delay", "input_net_transition", "total_output_net_capacitance");
    add_template("check", "constrained_pin_transition", "related_pin_transition");
    for (std::size_t i = 0; i < from_.library.cells.size(); ++i) add_cell(i);
    out_ << "}\n";
    return std::move(out_);
  }

 private:
  void add_template(char const* name, char const* first, char const* second) {
    out_ << "  lu_table_template (" << name << ") {\n    variable_1 : " << first
         << ";\n    variable_2 : " << second
         << ";\n    index_1 (\"1, 2, 3, 4, 5, 6, 7\");\n    index_2 (\"1, 2, 3, 4, 5, 6, 7\");\n  }\n";
  }

  void add_cell(std::size_t number) {
    generated_cell const& cell = from_.library.cells[number];
    out_ << "  cell (c" << number << ") {\n";
    for (int input = 0; input < cell.inputs(); ++input) {
      bool const is_clock = cell.is_register && input + 1 == cell.inputs();
      out_ << "    pin (" << design_names::cell_pin(cell, input)
           << ") {\n      direction : input;\n      capacitance : " << cell.input_load << ";\n";
      if (is_clock) out_ << "      clock : true;\n";
      if (cell.is_register && !is_clock) add_checks(cell, input);
      out_ << "    }\n";
    }
    out_ << "    pin (z) {\n      direction : output;\n";
    gsta::id arc = cell.first_arc;
    if (cell.is_register) {
      add_arc(cell, cell.inputs() - 1, arc, "non_unate", "rising_edge", "");
    } else {
      for (int input = 0; input < cell.inputs(); ++input) add_arcs(cell, input, arc);
    }
    out_ << "    }\n  }\n";
  }

  /// Groups that share their pins hold under different conditions.
  void add_arcs(generated_cell const& cell, int input, gsta::id& arc) {
    char const sense = cell.senses[static_cast<std::size_t>(input)];
    int const count = (sense == 'x' ? 2 : 1) * cell.groups;
    for (int k = 0; k < count; ++k, ++arc) {
      bool const positive =
          design_.arc_types[static_cast<std::size_t>(arc)].edges.code == gsta::positive_edges().code;
      std::string when;
      if (count > 1) {
        when = k % 2 == 0 ? "" : "!";
        when += design_names::cell_pin(cell, (input + 1 + k / 2) % cell.inputs());
      }
      add_arc(cell, input, arc, positive ? "positive_unate" : "negative_unate", "combinational", when);
    }
  }

  void add_arc(generated_cell const& cell, int input, gsta::id arc, char const* sense, char const* type,
               std::string const& when) {
    gsta::arc_type const& tables = design_.arc_types[static_cast<std::size_t>(arc)];
    out_ << "      timing () {\n        related_pin : \"" << design_names::cell_pin(cell, input)
         << "\";\n        timing_type : " << type << ";\n        timing_sense : " << sense << ";\n";
    if (!when.empty()) out_ << "        when : \"" << when << "\";\n";
    int const first = late_ ? 2 : 0;
    add_table("cell_rise", "delay", tables.delay[first]);
    add_table("cell_fall", "delay", tables.delay[first + 1]);
    add_table("rise_transition", "delay", tables.slew[first]);
    add_table("fall_transition", "delay", tables.slew[first + 1]);
    out_ << "      }\n";
  }

  void add_checks(generated_cell const& cell, int input) {
    for (int kind = 0; kind < 2; ++kind) {
      gsta::check_type const& tables =
          design_.check_types[static_cast<std::size_t>(cell.first_check + 2 * input + kind)];
      out_ << "      timing () {\n        related_pin : \"" << design_names::cell_pin(cell, cell.inputs() - 1)
           << "\";\n        timing_type : " << (kind == 0 ? "setup_rising" : "hold_rising") << ";\n";
      add_table("rise_constraint", "check", tables.constraint[0]);
      add_table("fall_constraint", "check", tables.constraint[1]);
      out_ << "      }\n";
    }
  }

  void add_table(char const* group, char const* shape, gsta::id table) {
    auto const pool = design_.luts.view();
    gsta::lut const& of = pool.tables[table];
    auto const list = [&](float const* values, gsta::id count) {
      for (gsta::id i = 0; i < count; ++i) out_ << (i == 0 ? "\"" : ", ") << values[i];
      out_ << "\"";
    };
    auto const axis = [&](gsta::id a) { return pool.axis_points.data() + pool.axis_begin[a]; };
    gsta::id const nx = pool.axis_begin[of.x_axis + 1] - pool.axis_begin[of.x_axis];
    gsta::id const ny = pool.axis_begin[of.y_axis + 1] - pool.axis_begin[of.y_axis];
    out_ << "        " << group << " (" << shape << ") {\n          index_1 (";
    list(axis(of.x_axis), nx);
    out_ << ");\n          index_2 (";
    list(axis(of.y_axis), ny);
    out_ << ");\n          values (";
    for (gsta::id i = 0; i < nx; ++i) {
      if (i > 0) out_ << ", \\\n            ";
      list(pool.values.data() + of.values + i * ny, ny);
    }
    out_ << ");\n        }\n";
  }

  generated_netlist const& from_;
  gsta::flat_design const& design_;
  bool late_;
  text_file out_;
};

}  // namespace gsta_bench::detail
