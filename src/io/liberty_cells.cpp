// Cells and pins of Liberty.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "src/io/liberty_reader.hpp"
#include "src/io/liberty_syntax.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

float liberty_reader::capacitance(statement const& s, std::uint32_t i) const {
  auto const piece = trimmed(syntax_.argument(s, i));
  auto const value = float_of(file_, piece, number_of(file_, piece) * to_ff_, most_capacitance);
  if (value < 0) fail_at(piece, "expected a capacitance that is not negative, found " + in_quotes(piece));
  return value;
}

/// False where the group has none.
bool liberty_reader::read_direction(statement const& group, model::pin& into) const {
  bool found = false;
  for_each_in(group, [&](statement const& s) {
    if (s.name != "direction") return;
    found = true;
    auto const text = argument(s);
    if (text == "input") {
      into.direction = model::direction::input;
    } else if (text == "output") {
      into.direction = model::direction::output;
    } else if (text == "inout") {
      into.direction = model::direction::inout;
    } else if (text == "internal") {
      into.direction = model::direction::internal;
    } else {
      fail_at(text, "expected input, output, inout or internal, found " + in_quotes(text));
    }
  });
  return found;
}

void liberty_reader::read_capacitance(statement const& s, model::pin& into) {
  int const e = s.name.starts_with("fall") ? 1 : 0;
  if (s.name.ends_with("_range")) {
    if (s.argument_count != 2)
      fail_at(s.name, "expected two values, smallest and largest, in " + in_quotes(s.name));
    for (std::uint32_t split = 0; split < 2; ++split) into.capacitance[split][e] = capacitance(s, split);
    if (into.capacitance[0][e] > into.capacitance[1][e]) {
      count("capacitance range whose first value is the larger one", s);
    }
  } else {
    for (auto& of_split : into.capacitance) of_split[e] = capacitance(s, 0);
  }
}

/// From the general to the particular, whatever their order in the file: capacitance, an edge's value, an
/// edge's range (smallest for early, largest for late).
void liberty_reader::read_capacitances(statement const& group, model::pin& into) {
  for_each_in(group, [&](statement const& s) {
    if (s.name != "capacitance") return;
    auto const value = capacitance(s, 0);
    for (auto& of_split : into.capacitance) of_split[0] = of_split[1] = value;
  });
  for_each_in(group, [&](statement const& s) {
    if (s.name == "rise_capacitance" || s.name == "fall_capacitance") read_capacitance(s, into);
  });
  for_each_in(group, [&](statement const& s) {
    if (s.name == "rise_capacitance_range" || s.name == "fall_capacitance_range") read_capacitance(s, into);
  });
}

void liberty_reader::read_pin_statement(statement const& s, bit_location bit, model::pin& into) {
  using model::clock_gate_pin;
  auto const play = [&](clock_gate_pin role) {
    if (flag(s)) into.gate_role = role;
  };
  if (s.name == "clock") {
    into.is_clock = flag(s);
  } else if (s.name == "function") {
    into.function = of_bit(argument(s), bit, s);
  } else if (s.name == "three_state") {
    into.three_state = of_bit(argument(s), bit, s);
  } else if (s.name == "state_function") {
    count("state_function that is not supported", s);
  } else if (s.name == "clock_gate_clock_pin") {
    play(clock_gate_pin::clock);
  } else if (s.name == "clock_gate_enable_pin") {
    play(clock_gate_pin::enable);
  } else if (s.name == "clock_gate_test_pin") {
    play(clock_gate_pin::test);
  } else if (s.name == "clock_gate_out_pin") {
    play(clock_gate_pin::output);
  } else if (s.name.starts_with("ocv_")) {
    count("OCV statement that is not supported", s);
  } else if (s.name.find("_threshold_pct_") != s.name.npos) {
    count("threshold of a single pin that is not supported", s);
  } else {
    read_pin_rule(s, into.rules);
    if (s.kind == statement_kind::group) note_unread(s);
  }
}

/// A time or a number that bounds something.
float liberty_reader::bound(statement const& s, double scale) const {
  auto const piece = trimmed(argument(s));
  auto const value = float_of(file_, piece, number(s) * scale);
  if (value < 0) fail_at(piece, "expected a limit that is not negative, found " + in_quotes(piece));
  return value;
}

/// Limits that are checked beside slack. Of several least widths, or periods, the largest counts, whatever
/// their conditions are.
void liberty_reader::read_pin_rule(statement const& s, model::pin_rules& into) {
  auto const at_least = [](float& least, float value) { least = std::max(least, value); };
  if (s.kind == statement_kind::group) {
    if (s.name == "min_pulse_width" || s.name == "minimum_period") {
      for_each_in(s, [&](statement const& part) {
        if (part.name == "constraint_high") at_least(into.min_pulse_width[0], bound(part, to_ps_));
        if (part.name == "constraint_low") at_least(into.min_pulse_width[1], bound(part, to_ps_));
        if (part.name == "constraint") at_least(into.min_period, bound(part, to_ps_));
      });
    }
  } else if (s.name == "max_transition") {
    into.max_transition = bound(s, to_ps_);
  } else if (s.name == "max_capacitance") {
    into.max_capacitance = bound(s, to_ff_);
  } else if (s.name == "max_fanout") {
    into.max_fanout = bound(s, 1);
  } else if (s.name == "fanout_load") {
    into.fanout_load = bound(s, 1);
  } else if (s.name == "min_pulse_width_high") {
    at_least(into.min_pulse_width[0], bound(s, to_ps_));
  } else if (s.name == "min_pulse_width_low") {
    at_least(into.min_pulse_width[1], bound(s, to_ps_));
  } else if (s.name == "min_period") {
    at_least(into.min_period, bound(s, to_ps_));
  }
}

/// What a cell's pins do not say the library does.
void liberty_reader::fill_in_rules(model::cell& into) const {
  for (auto& pin : into.pins) {
    bool const drives = pin.direction == model::direction::output || pin.direction == model::direction::inout;
    auto const fill = [](float& value, float preset) {
      if (value == math::infinity) value = preset;
    };
    if (drives) {
      fill(pin.rules.max_transition, default_rules_.max_transition);
      fill(pin.rules.max_capacitance, default_rules_.max_capacitance);
      fill(pin.rules.max_fanout, default_rules_.max_fanout);
    }
    fill(pin.rules.fanout_load, default_rules_.fanout_load);
  }
}

/// What a group says of one pin but timing(). Where the group is inside a bus, what the bus says is known
/// already; only default capacitances wait for the direction.
void liberty_reader::read_pin(statement const& group, statement const* bus, bit_location bit,
                              model::pin& into) {
  bool const had_direction = into.direction != model::direction::unknown;
  bool const has_direction = read_direction(group, into);
  if (bus == nullptr || (has_direction && !had_direction)) {
    auto const preset = default_capacitance_[static_cast<int>(into.direction)];
    for (auto& of_split : into.capacitance) of_split[0] = of_split[1] = preset;
    if (bus != nullptr) read_capacitances(*bus, into);
  }
  read_capacitances(group, into);
  for_each_in(group, [&](statement const& s) { read_pin_statement(s, bit, into); });
}

/// Reads timing() once for all pins that the group stands for.
void liberty_reader::add_timing(statement const& group, bool as_bits, pin_list const& pins,
                                model::cell& into) {
  auto timing = read_timing(group);
  if (timing.related_pins.empty() && !has_table(timing)) return;  // nothing could use it
  if (pins.size() > 1) {
    std::size_t values = 0;
    auto const add = [&](model::table const& of) {
      values += of.values.size() + of.index_1.size() + of.index_2.size();
    };
    for (auto const* const tables : {timing.delay, timing.transition, timing.constraint}) {
      for (int e = 0; e < 2; ++e) add(tables[e]);
    }
    for (auto const& of : timing.early) add(of);
    charge(
        pins.size() * (sizeof(timing) + timing.early.size() * sizeof(model::table) + values * sizeof(float) +
                       timing.sdf_cond.size() + timing.related_pins.size() * sizeof(std::string)),
        group.name);
  }
  for (std::size_t k = 0; k < pins.size(); ++k) {
    is_repeating_ = k > 0;
    auto& of_pin = into.pins[pins[k]].timing;
    if (k + 1 == pins.size()) {
      of_pin.push_back(std::move(timing));  // NOLINT(bugprone-use-after-move): the last pin
    } else {
      of_pin.push_back(timing);
    }
    relate_to_bits(of_pin.back(), as_bits ? bit_location{k, pins.size()} : bit_location{}, group);
  }
  is_repeating_ = false;
}

/// One group may stand for the bits of a bus or a range, or for several pins on their own: `pin (A, B)`.
void liberty_reader::read_pin_group(statement const& group, statement const* bus, pin_list const& pins,
                                    model::cell& into) {
  bool const as_bits = group.name != "pin" || group.argument_count == 1;
  auto const statements = group.end - static_cast<std::size_t>(&group - syntax_.statements.data());
  if (pins.size() > 1) charge(pins.size() * statements * sizeof(statement), group.name);
  for (std::size_t k = 0; k < pins.size(); ++k) {
    is_repeating_ = k > 0;
    read_pin(group, bus, as_bits ? bit_location{k, pins.size()} : bit_location{}, into.pins[pins[k]]);
  }
  is_repeating_ = false;
  std::size_t groups = 0;
  for_each_in(group, [&](statement const& s) { groups += s.name == "timing" && has_parts(s) ? 1 : 0; });
  // A timing group is large: growing by doubling would need half as much again.
  if (pins.size() == 1 && bus == nullptr) into.pins[pins.front()].timing.reserve(groups);
  for_each_in(group, [&](statement const& s) {
    if (s.name == "timing" && s.kind == statement_kind::group) add_timing(s, as_bits, pins, into);
  });
}

/// `piece` is where the name, or what it is made from, stands in the text.
std::size_t liberty_reader::add_pin(std::string_view name, std::string_view piece, model::cell& into) {
  if (!pin_names_.emplace(name, into.pins.size()).second) {
    fail_at(piece, "the cell " + in_quotes(into.name) + " has a pin " + in_quotes(name) + " already");
  }
  into.pins.emplace_back().name = name;
  return into.pins.size() - 1;
}

void liberty_reader::read_pins(statement const& group, model::cell& into) {
  name_of(group);
  pin_list pins;
  for (std::uint32_t i = 0; i < group.argument_count; ++i) {
    auto const name = trimmed(syntax_.argument(group, i));
    auto const* const bits = name.find(':') == name.npos ? nullptr : bits_of(name, group);
    if (bits == nullptr) {
      pins.push_back(add_pin(name, name, into));
      continue;
    }
    for (auto const& bit : *bits) pins.push_back(add_pin(bit, name, into));
  }
  read_pin_group(group, nullptr, pins, into);
  if (into.pins[pins.front()].direction == model::direction::unknown) count("pin without a direction", group);
}

model::sequential liberty_reader::state_of(statement const& group, bit_location bit) {
  model::sequential result;
  result.is_latch = group.name.starts_with("latch");
  result.state = of_bit(trimmed(syntax_.argument(group, 0)), bit, group);
  result.inverted_state = of_bit(trimmed(syntax_.argument(group, 1)), bit, group);
  for_each_in(group, [&](statement const& s) {
    if (s.name == "clocked_on" || s.name == "enable") result.clock = of_bit(argument(s), bit, s);
    if (s.name == "next_state" || s.name == "data_in") result.data = of_bit(argument(s), bit, s);
    if (s.name == "clear") result.clear = of_bit(argument(s), bit, s);
    if (s.name == "preset") result.preset = of_bit(argument(s), bit, s);
    if (s.name == "clocked_on_also" || s.name == "enable_also") {
      count("second clock of a state that is not supported", s);
    }
  });
  return result;
}

/// A bank makes one state for each of its bits.
void liberty_reader::read_states(statement const& group, model::cell& into) {
  std::size_t width = 1;
  if (group.name.ends_with("_bank")) {
    width = names_.find(trimmed(argument(group)))->size();
    auto const statements = group.end - static_cast<std::size_t>(&group - syntax_.statements.data());
    charge(width * statements * sizeof(statement), group.name);
  }
  for (std::size_t k = 0; k < width; ++k) {
    is_repeating_ = k > 0;
    into.states.push_back(state_of(group, {k, width}));
  }
  is_repeating_ = false;
}

void liberty_reader::read_cell_part(statement const& s, model::library_conditions const& known,
                                    model::cell& into) {
  if (s.name.starts_with("ocv_")) return count("OCV statement that is not supported", s);
  if (s.kind != statement_kind::group) {
    if (s.name == "clock_gating_integrated_cell") into.clock_gate = argument(s);
    if (s.name == "scaling_factors") into.scaling = scaling_of(s, known);
    return;
  }
  if (s.name == "pin") return read_pins(s, into);
  if (s.name == "bus" || s.name == "bundle") return read_bus(s, into);
  if (s.name == "ff" || s.name == "latch" || s.name == "ff_bank" || s.name == "latch_bank") {
    return read_states(s, into);
  }
  if (s.name == "pg_pin") {
    into.supply_pins.emplace_back(name_of(s));
    return;
  }
  if (s.name == "statetable") return count("statetable that is not supported", s);
  note_unread(s);
}

void liberty_reader::read_cell(statement const& group, model::library& into) {
  model::cell result;
  result.name = name_of(group);
  declare_names(group);
  for_each_in(group, [&](statement const& s) { read_cell_part(s, into.conditions, result); });
  fill_in_rules(result);
  for (auto const name : ranges_) result.buses.push_back({std::string(name), *names_.find(name)});
  auto const [found, is_new] = into.cell_index.emplace(result.name, into.cells.size());
  if (is_new) {
    into.cells.push_back(std::move(result));
  } else {
    count("cell defined twice, the last one used", group);
    into.cells[found->second] = std::move(result);
  }
}

}  // namespace gsta::io::detail
