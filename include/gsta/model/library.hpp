#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/operating_conditions.hpp"

/// Plain host records of a cell library, as read. Times in ps, capacitances in fF, resistances in kOhm:
/// readers scale from the file's units.
namespace gsta::model {

/// Which way a pin or port drives.
enum class direction {
  input,     ///< a sink of its net
  output,    ///< drives its net
  inout,     ///< both
  internal,  ///< on no net
  unknown,   ///< the file does not say
};

/// What a table's axis measures.
enum class axis_variable {
  none,              ///< nothing: the missing axes of scalar and 1-D tables
  input_slew,        ///< ps, input_net_transition and its like
  output_load,       ///< fF
  constrained_slew,  ///< ps, of a check's data pin
  related_slew,      ///< ps, of a check's clock pin
  other,             ///< what gsta does not know
};

/// A table: values row-major, index_2 fastest. A scalar has two empty axes, a 1-D table an empty second.
struct table {
  axis_variable variable_1 = axis_variable::none;  ///< what `index_1` measures
  axis_variable variable_2 = axis_variable::none;  ///< what `index_2` measures
  std::vector<float> index_1;                      ///< [rows] ascending, ps or fF; empty: one row
  std::vector<float> index_2;                      ///< [columns] ascending, ps or fF; empty: one column
  std::vector<float> values;                       ///< [rows][columns] ps
  /// The library has no such table.
  bool empty() const noexcept { return values.empty(); }
};

/// Liberty `timing_sense`: which input edge makes which output edge.
enum class timing_sense {
  unspecified,     ///< as the output's function has it
  positive_unate,  ///< rise makes rise, fall makes fall
  negative_unate,  ///< rise makes fall, fall makes rise
  non_unate,       ///< either edge makes either edge
};

/// Liberty `timing_type`: arcs first, then checks. Values not listed become `other` and keep their text in
/// `timing_group::type_text`.
enum class timing_type {
  combinational,             ///< both edges of the output
  combinational_rise,        ///< the rising edge of the output only
  combinational_fall,        ///< the falling edge of the output only
  rising_edge,               ///< launched by the clock's rising edge
  falling_edge,              ///< launched by the clock's falling edge
  preset,                    ///< asynchronous; see `flatten_options::async_arcs`
  clear,                     ///< asynchronous; see `flatten_options::async_arcs`
  three_state_enable,        ///< the output begins to drive
  three_state_enable_rise,   ///< it begins to drive 1
  three_state_enable_fall,   ///< it begins to drive 0
  three_state_disable,       ///< the output is let go
  three_state_disable_rise,  ///< with the rising edge's tables only
  three_state_disable_fall,  ///< with the falling edge's tables only
  setup_rising,              ///< against the clock's rising edge
  setup_falling,             ///< against the clock's falling edge
  hold_rising,               ///< against the clock's rising edge
  hold_falling,              ///< against the clock's falling edge
  recovery_rising,           ///< of an asynchronous pin, against the clock's rising edge
  recovery_falling,          ///< of an asynchronous pin, against the clock's falling edge
  removal_rising,            ///< of an asynchronous pin, against the clock's rising edge
  removal_falling,           ///< of an asynchronous pin, against the clock's falling edge
  non_seq_setup_rising,      ///< against the rising edge of a pin that need not be a clock
  non_seq_setup_falling,     ///< against the falling edge of such a pin
  non_seq_hold_rising,       ///< against the rising edge of such a pin
  non_seq_hold_falling,      ///< against the falling edge of such a pin
  min_pulse_width,  ///< rise_constraint: of high pulses of the pin itself, fall_constraint: of low ones
  minimum_period,   ///< rise_constraint: of the clock at the pin itself
  other,            ///< any other text; `flatten` leaves such groups out
};

/// Whether tables of a group hold all that the file says.
enum class table_gap {
  none,         ///< they do
  third_axis,   ///< one was over the load of another output too: the largest of each row, or for early the
                ///< least
  unknown_axis  ///< one is over what gsta does not know, and left out
};

/// One `timing()` group. Every group is kept, however many share a related pin. A group naming several
/// related pins is kept once, with all of them. Edge pairs are indexed 0 = rise, 1 = fall, by the edge of the
/// owning pin.
struct timing_group {
  std::vector<std::string> related_pins;           ///< where the arc starts; of a check the clock
  timing_sense sense = timing_sense::unspecified;  ///< of delay groups; checks have none
  timing_type type = timing_type::combinational;   ///< tells delays from checks
  table_gap gap = table_gap::none;                 ///< what its tables lack; `flatten` counts it
  std::string type_text;                           ///< timing_type as written; empty: there is none
  std::string when;      ///< the group holds under this condition, in Liberty's syntax; empty: always
  std::string sdf_cond;  ///< the condition as SDF writes it; timing does not use it
  table delay[2];        ///< cell_rise, cell_fall
  table transition[2];   ///< rise_transition, fall_transition
  table constraint[2];   ///< rise_constraint, fall_constraint
  /// Those of early arrivals where they are others: delay[0], delay[1], transition[0], transition[1]. Of
  /// retaining_rise and its like. Empty, or four of which empty ones are the tables above.
  vector_by_id<table> early;
  std::size_t line = 0;  ///< in the library's file

  /// cell_rise or cell_fall, as it is for early or late arrivals.
  table const& delay_of(bool late, int edge) const noexcept {
    return late || early.empty() || early[edge].empty() ? delay[edge] : early[edge];
  }
  /// rise_transition or fall_transition, as it is for early or late arrivals.
  table const& transition_of(bool late, int edge) const noexcept {
    return late || early.empty() || early[2 + edge].empty() ? transition[edge] : early[2 + edge];
  }
};

/// What a pin is to a clock-gating cell: clock_gate_clock_pin, _enable_pin, _test_pin, _out_pin.
enum class clock_gate_pin {
  none,    ///< no clock-gating cell, or another pin of one
  clock,   ///< the clock that is gated
  enable,  ///< lets it pass
  test,    ///< lets it pass in scan tests
  output,  ///< the gated clock
};

/// What a pin is to keep to. Infinity: the library says nothing, also not as a default.
struct pin_rules {
  float max_transition = math::infinity;   ///< ps; default_max_transition for outputs
  float max_capacitance = math::infinity;  ///< fF; default_max_capacitance for outputs
  float max_fanout = math::infinity;       ///< default_max_fanout for outputs
  float fanout_load = math::infinity;      ///< default_fanout_load
  float min_pulse_width[2] = {0, 0};       ///< ps, of high and low pulses; 0: nothing
  float min_period = 0;                    ///< ps; 0: nothing
};

/// A pin of a cell, or one bit of a bus.
struct pin {
  std::string name;         ///< `name[i]` for a bit
  std::string function;     ///< what the output computes, in Liberty's syntax; empty: not given
  std::string three_state;  ///< when the output floats; empty: never
  model::direction direction = model::direction::unknown;  ///< of an inout both sides are timed
  bool is_clock = false;                                   ///< Liberty `clock : true`
  clock_gate_pin gate_role = clock_gate_pin::none;         ///< in a cell with `cell::clock_gate`
  /// [split early, late][edge rise, fall], fF; `capacitance`, overridden by rise_/fall_ values and ranges.
  float capacitance[2][2] = {{0, 0}, {0, 0}};
  pin_rules rules;                   ///< max_transition, max_fanout, ...; the groups in `timing` come on top
  std::vector<timing_group> timing;  ///< arcs that end here and checks of this pin, in the file's order
};

/// A group of pins that stand in the file as one bus or bundle, in its order.
struct pin_bus {
  std::string name;               ///< without bits
  std::vector<std::string> pins;  ///< `name[i]` for the bits of a bus
};

/// An ff() or latch() group: a state that the cell keeps. Expressions are in Liberty's syntax. A bank of n is
/// n states, `IQ[0]` to `IQ[n-1]`; the functions of its outputs and its data name bits likewise.
struct sequential {
  bool is_latch = false;       ///< else a flip-flop
  std::string state;           ///< the name that functions use, IQ
  std::string inverted_state;  ///< IQN
  std::string clock;           ///< clocked_on, or enable of a latch
  std::string data;            ///< next_state, or data_in of a latch
  std::string clear;           ///< empty: it has none
  std::string preset;          ///< empty: it has none
};

/// One cell of a library.
struct cell {
  std::string name;                      ///< by which instances name it
  std::vector<pin> pins;                 ///< in the file's order, buses by bits
  std::vector<pin_bus> buses;            ///< buses and bundles among the pins
  std::vector<std::string> supply_pins;  ///< power and ground, pg_pin(); none of `pins`
  std::vector<sequential> states;        ///< empty: combinational
  std::string clock_gate;                ///< clock_gating_integrated_cell
  std::size_t thresholds = 0;  ///< 0: the library's own; else a row of `library::more_thresholds`, plus 1
  std::size_t scaling = 0;     ///< row of `library_conditions::factors`; 0: those of its library
  /// The pin of that name, or null. A search through all pins.
  pin const* find_pin(std::string_view pin_name) const noexcept {
    for (auto const& p : pins) {
      if (p.name == pin_name) return &p;
    }
    return nullptr;
  }
};

/// Where on a transition delays and slews are measured, as fractions of the supply.
struct thresholds {
  float delay[2] = {0.5f, 0.5f};         ///< of an input, by edge
  float output_delay[2] = {0.5f, 0.5f};  ///< of an output
  float slew_lower[2] = {0.2f, 0.2f};    ///< a slew is measured from here, by edge
  float slew_upper[2] = {0.8f, 0.8f};    ///< to here
  float slew_derate = 1;                 ///< slew_derate_from_library
};

/// The cells of one Liberty file, or of several by `merge`.
struct library {
  std::string name;                                 ///< of library()
  std::string file;                                 ///< for messages
  model::thresholds thresholds;                     ///< of cells whose `cell::thresholds` is 0
  std::vector<model::thresholds> more_thresholds;   ///< of the libraries that were merged into this one
  library_conditions conditions;                    ///< of cells whose `cell::thresholds` is 0
  std::vector<library_conditions> more_conditions;  ///< of merged ones, as `more_thresholds`; or shorter
  float time_unit_ps = 1000;                        ///< the file's own unit, in which SDC speaks by default
  float capacitance_unit_ff = 1000;                 ///< the file's own unit, in which SDC speaks by default
  std::vector<cell> cells;                          ///< names are unique
  std::unordered_map<std::string, std::size_t> cell_index;  ///< name -> position in `cells`
  /// Where the delays and slews of a cell of this library are measured.
  model::thresholds const& thresholds_of(cell const& of) const noexcept {
    return of.thresholds == 0 ? thresholds : more_thresholds[of.thresholds - 1];
  }
  /// What the library that a cell comes from says of operating conditions.
  library_conditions const& conditions_of(cell const& of) const noexcept {
    static library_conditions const nothing;
    if (of.thresholds == 0) return conditions;
    return of.thresholds <= more_conditions.size() ? more_conditions[of.thresholds - 1] : nothing;
  }
  /// The cell of that name, or null. One hash look-up.
  cell const* find_cell(std::string const& cell_name) const noexcept {
    auto const found = cell_index.find(cell_name);
    return found == cell_index.end() ? nullptr : &cells[found->second];
  }
};

/// Adds a library's cells to another, which may be empty. Of cells with the same name the first stays, and
/// the others are counted. What holds for the whole library (units, thresholds) is that of the first; cells
/// keep the thresholds and operating conditions they came with.
///
/// Shapes: any. Cost: O(cells added). Where: host. Throws: what allocation throws.
inline void merge(library& all, library one, diagnostics& seen) {
  if (all.cells.empty()) {
    all = std::move(one);
    return;
  }
  std::size_t const first = all.more_thresholds.size() + 1;
  all.more_thresholds.push_back(one.thresholds);
  for (auto const& more : one.more_thresholds) all.more_thresholds.push_back(more);
  all.more_conditions.resize(first - 1);
  one.more_conditions.resize(one.more_thresholds.size());
  all.more_conditions.push_back(std::move(one.conditions));
  for (auto& more : one.more_conditions) all.more_conditions.push_back(std::move(more));
  for (auto& cell : one.cells) {
    cell.thresholds += first;
    if (all.cell_index.emplace(cell.name, all.cells.size()).second) {
      all.cells.push_back(std::move(cell));
    } else {
      seen.add("cell in two libraries, the first one used", one.file + ":0:0");
    }
  }
}

}  // namespace gsta::model
