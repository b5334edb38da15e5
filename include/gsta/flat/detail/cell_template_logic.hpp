#pragma once

#include <algorithm>

#include "gsta/flat/detail/cell_template.hpp"
#include "gsta/flat/detail/timing_groups.hpp"

namespace gsta::detail {

inline cell_template template_maker::make_black_box(model::cell const& pins) {
  cell_template made;
  made.early = made.late = &pins;
  add_pins(made, false);
  made.values = made.vertices;
  return made;
}

/// Names are pins, or states of the cell (IQ), which have places behind the vertices.
inline parsed_logic template_maker::parse(cell_template const& made, std::string const& text) const {
  return parse_logic(text, [&](std::string_view name) -> id {
    auto const pin = made.pin_index.find(name);
    if (pin != made.pin_index.end()) return pin->second;
    auto const& states = made.early->states;
    for (std::size_t s = 0; s < states.size(); ++s) {
      if (states[s].state == name) return static_cast<id>(made.vertices + 2 * s);
      if (states[s].inverted_state == name) return static_cast<id>(made.vertices + 2 * s + 1);
    }
    return none;
  });
}

/// Functions of outputs. One that cannot be read leaves its output unknown.
inline void template_maker::add_functions(cell_template& made) {
  made.values = made.vertices + 2 * made.early->states.size();
  for (std::size_t i = 0; i < made.early->pins.size(); ++i) {
    model::pin const& pin = made.early->pins[i];
    bool const drives = pin.direction == model::direction::output || pin.direction == model::direction::inout;
    if (pin.function.empty() || !drives) continue;
    parsed_logic parsed = parse(made, pin.function);
    if (!parsed) {
      notes_.add("a function is left out: " + parsed.problem, early_.file + ": cell " + made.early->name);
      continue;
    }
    id const side = made.driving_pin[i] == none ? static_cast<id>(i) : made.driving_pin[i];
    made.outputs.push_back({side, std::move(parsed.function), parse(made, pin.three_state).function});
  }
}

/// Arcs from a latch's data to outputs that its enable launches too; their slews never count there. False
/// where there are none.
inline bool template_maker::mark_latch_arcs(cell_template& made, id data, id enable) {
  bool any = false;
  for (auto& arc : made.arcs) {
    bool const launched = std::any_of(made.arcs.begin(), made.arcs.end(), [&](auto const& of) {
      return of.from == enable && of.to == arc.to && design_.arc_types[of.type].launches;
    });
    if (arc.from != data || !launched) continue;
    any = arc.is_latch = true;
    for (int c = 0; c < conditions; ++c) design_.arc_types[arc.type].slew[c] = none;
  }
  return any;
}

/// Data pins of latches and their enables, where both have arcs to an output; and the setups of the one
/// against the other.
inline void template_maker::add_latches(cell_template& made) {
  for (auto const& state : made.early->states) {
    if (!state.is_latch) continue;
    logic_function const data = parse(made, state.data).function, open = parse(made, state.clock).function;
    for (id const from : data.inputs()) {
      for (id const enable : open.inputs()) {
        bool const is_known = std::any_of(made.latches.begin(), made.latches.end(), [&](auto const& of) {
          return of.data == from && of.enable == enable;
        });
        if (is_known || !mark_latch_arcs(made, from, enable)) continue;
        cell_template::latch& latch = made.latches.emplace_back(cell_template::latch{from, enable, open, {}});
        for (std::size_t k = 0; k < made.checks.size(); ++k) {
          auto const& check = made.checks[k];
          bool const is_setup = design_.check_types[check.type].kind == check_kind::setup;
          if (is_setup && check.data == from && check.clock == enable) latch.checks.push_back(k);
        }
      }
    }
  }
}

/// Whether an output shows a latch that takes its data from `from`.
inline bool template_maker::passes_latch(cell_template const& made, id from, id to) const {
  auto const& states = made.early->states;
  auto const names = [](logic_function const& function, id place) {
    auto const& inputs = function.inputs();
    return std::find(inputs.begin(), inputs.end(), place) != inputs.end();
  };
  for (auto const& output : made.outputs) {
    if (output.pin != to) continue;
    for (std::size_t s = 0; s < states.size(); ++s) {
      auto const place = static_cast<id>(made.vertices + 2 * s);
      if (!states[s].is_latch || !(names(output.function, place) || names(output.function, place + 1)))
        continue;
      if (names(parse(made, states[s].data).function, from)) return true;
    }
  }
  return false;
}

/// The row of a group's `when`, or none. One that cannot be read is of unknown value.
inline id template_maker::condition_id(cell_template& made, model::library const& from,
                                       model::timing_group const& group) {
  if (group.when.empty()) return none;
  parsed_logic parsed = parse(made, group.when);
  if (!parsed) {
    notes_.add("a condition (when) is left out: " + parsed.problem,
               from.file + ":" + std::to_string(group.line) + ":1");
    parsed.function = {};
  }
  made.conditions.push_back(std::move(parsed.function));
  return static_cast<id>(made.conditions.size()) - 1;
}

inline model::timing_sense sense_named(input_sense sense) {
  if (sense == input_sense::positive) return model::timing_sense::positive_unate;
  if (sense == input_sense::negative) return model::timing_sense::negative_unate;
  return model::timing_sense::non_unate;
}

/// A group's type. In the contest there are no arcs of one output edge, and none of three-state: all that has
/// tables is combinational, by its sense. Else what has no type in the file is launched by an edge where its
/// output shows a state and its pin is that state's clock.
inline model::timing_type template_maker::type_of(cell_template const& made, model::timing_group const& group,
                                                  id from, id to) const {
  bool const plain =
      is_one_sided(group.type) || is_three_state_enable(group.type) || is_three_state_disable(group.type);
  if (contest_) return plain ? model::timing_type::combinational : group.type;
  return group.type_text.empty() && group.type == model::timing_type::combinational
             ? type_behind_state(made, from, to)
             : group.type;
}

/// What launches an arc without a type: an edge of `from` where that is the clock of a state that `to` shows
/// and `to` follows it in no other way. Where the output's function is not given, of a flip-flop.
inline model::timing_type template_maker::type_behind_state(cell_template const& made, id from, id to) const {
  using model::timing_type;
  auto const& states = made.early->states;
  if (states.empty() || !made.early->clock_gate.empty()) return timing_type::combinational;
  auto const output =
      std::find_if(made.outputs.begin(), made.outputs.end(), [&](auto const& of) { return of.pin == to; });
  bool const known = output != made.outputs.end();
  auto const names = [](logic_function const& of, id place) {
    return std::find(of.inputs().begin(), of.inputs().end(), place) != of.inputs().end();
  };
  if (known && names(output->function, from)) return timing_type::combinational;
  vector_by_id<logic_value> const unknown(made.values, logic_value::unknown);
  auto result = timing_type::combinational;
  for (std::size_t s = 0; s < states.size(); ++s) {
    auto const place = static_cast<id>(made.vertices + 2 * s);
    bool const shown =
        known ? names(output->function, place) || names(output->function, place + 1) : !states[s].is_latch;
    logic_function const clock = parse(made, states[s].clock).function;
    if (!shown || !names(clock, from)) continue;
    auto const sense = clock.sense(from, view_of(unknown));
    if (sense != input_sense::positive && sense != input_sense::negative) continue;
    auto const type = sense == input_sense::positive ? timing_type::rising_edge : timing_type::falling_edge;
    if (result == timing_type::combinational) result = type;
    if (result != type) return timing_type::combinational;  // both edges, and a type has one
  }
  return result;
}

/// A group's sense; where the file gives none, that of the output's function, or of what makes it float. In
/// the contest a group without sense has both.
inline model::timing_sense template_maker::sense_of(cell_template const& made,
                                                    model::timing_group const& group, id from, id to) const {
  if (group.sense != model::timing_sense::unspecified) return group.sense;
  if (contest_) return model::timing_sense::non_unate;
  vector_by_id<logic_value> const unknown(made.values, logic_value::unknown);
  bool const enables = is_three_state_enable(group.type);
  if (enables || is_three_state_disable(group.type)) {
    parsed_logic const floats = parse(made, pin_at(made, to).three_state);
    if (!floats) return model::timing_sense::non_unate;
    input_sense const sense = floats.function.sense(from, view_of(unknown));
    bool const turn = enables && (sense == input_sense::positive || sense == input_sense::negative);
    if (!turn) return sense_named(sense);
    return sense_named(sense == input_sense::positive ? input_sense::negative : input_sense::positive);
  }
  for (auto const& output : made.outputs) {
    if (output.pin == to) return sense_named(output.function.sense(from, view_of(unknown)));
  }
  return model::timing_sense::non_unate;
}

/// The pin of a vertex, which may be its driving side.
inline model::pin const& template_maker::pin_at(cell_template const& made, id vertex) const {
  for (std::size_t i = 0; i < made.driving_pin.size(); ++i) {
    if (made.driving_pin[i] == vertex) return made.early->pins[i];
  }
  return made.early->pins[static_cast<std::size_t>(vertex)];
}

}  // namespace gsta::detail
