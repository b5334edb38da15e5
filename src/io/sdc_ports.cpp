// Delays, loads and drivers of ports, constant values, and derates.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_pattern.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// The pin that -reference_pin names, empty without one; nothing where it is not applied.
std::optional<std::string> sdc_reader::reference_of(sdc_arguments const& in, std::string const& clock) {
  auto const* const given = in.value("reference_pin");
  if (given == nullptr) return std::string();
  auto const pins = leaf_pins(*given, sdc_kind::port | sdc_kind::pin);
  for (char const* const included : {"source_latency_included", "network_latency_included"}) {
    if (in.has(included)) count(command_ + " -" + included + " beside -reference_pin, ignored");
  }
  if (pins.size() == 1 && !clock.empty()) return pins.front();
  leave_out(command_ + (clock.empty() ? " -reference_pin without -clock" : " -reference_pin of not one pin"));
  return std::nullopt;
}

/// One value for some conditions of some ports or pins, against one clock edge. Without -add_delay it
/// replaces what other edges had; with it, the same edge keeps the worse value (late arrivals the larger,
/// late required times the smaller). A required time without a clock bounds nothing.
template <class Record>
void sdc_reader::set_delay(record_table<Record>& table, per_condition<float> Record::* values,
                           sdc_arguments const& in, double sign, model::direction forbidden) {
  in.expect_words(2, 2);
  auto const value = scaled(in.words[0], sign * units_.time_to_ps);
  auto const clock = clock_option(in);
  auto const clock_edge = in.has("clock_fall") ? edge::fall : edge::rise;
  auto const undefined = Record{}.*values;
  auto const mask = conditions_of(in);
  bool const add = in.has("add_delay");
  auto const pins = leaf_pins(in.words[1], sdc_kind::port | sdc_kind::pin, sdc_missing::refused,
                              sign > 0 ? sdc_modules::without_effect : sdc_modules::lead_behind);
  auto const reference = reference_of(in, clock);
  if (!reference) return;
  for (auto const& pin : pins) {
    auto const* const port = names_.find_port(pin);
    if (port != nullptr && port->direction == forbidden) {
      count(command_ + (forbidden == model::direction::input ? " of an input port, ignored"
                                                             : " of an output port, ignored"));
      continue;
    }
    auto& record = record_of(table, pin, clock, clock_edge);
    bool const bounds = sign > 0 || !clock.empty();
    record.reference = *reference;
    record.has_insertion = in.has("source_latency_included");
    record.has_latency = in.has("network_latency_included");
    for (int c = 0; c < conditions; ++c) {
      if (!bounds || (mask >> c & 1) == 0) continue;
      auto& own = (record.*values)[c];
      if (!add || !math::is_defined(own) || (undefined[c] < 0 ? value > own : value < own)) own = value;
    }
    if (add) continue;
    for (auto const i : table.by_pin[pin]) {
      if (&table.records[i] != &record) table.records[i].*values = undefined;
    }
  }
}

sdc_reply sdc_reader::set_input_delay(sdc_arguments const& in) {
  set_delay(arrivals_, &model::input_arrival::arrival, in, 1, model::direction::output);
  return {};
}

sdc_reply sdc_reader::set_output_delay(sdc_arguments const& in) {
  if (!in.has("clock")) count("set_output_delay without -clock: nothing is checked");
  set_delay(required_, &model::output_required::required, in, -1, model::direction::input);
  return {};
}

sdc_reply sdc_reader::set_input_transition(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const value = not_negative(in.words[0], units_.time_to_ps);
  for (auto const& port : ports_of(in.words[1], model::direction::output)) {
    assign(record_of(slews_, port, {}, edge::rise).slew, conditions_of(in), value);
  }
  return {};
}

/// A port has a capacitance of pins and one of wires outside, which add up; a net has one of wires.
sdc_reply sdc_reader::set_load(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const value = not_negative(in.words[0], units_.capacitance_to_ff);
  if (value > most_capacitance) throw sdc_error("the value " + quoted(in.words[0]) + " is out of range");
  auto const mask = conditions_of(in);
  auto const objects = objects_of(in.words[1], sdc_kind::port | sdc_kind::net, sdc_missing::noted);
  if (objects.empty()) count(command_ + " of an empty list");
  bool const is_wire = in.has("wire_load") && !in.has("pin_load");
  for (auto const& object : objects) {
    bool const is_net = object.kind == sdc_kind::net;
    if (is_net && in.has("pin_load")) count("set_load -pin_load of a net, taken as a wire load");
    bool const subtracts = in.has("subtract_pin_load");
    if (!is_net && subtracts) count("set_load -subtract_pin_load of a port, taken without it");
    auto& table = is_net ? net_loads_ : is_wire ? wire_loads_ : pin_loads_;
    auto& record = record_of(table, object.name, {}, edge::rise);
    assign(record.load, mask, value);
    record.subtracts_pins = is_net && subtracts;
  }
  return {};
}

/// Checks the cell and its pins; finds the output where only one can be meant.
void sdc_reader::check_driving_pins(model::driving_cell& driver) const {
  auto const* const cell = names_.library().find_cell(driver.cell);
  if (cell == nullptr) throw sdc_error("there is no library cell " + in_quotes(driver.cell));
  auto const of_cell = " of the library cell " + in_quotes(driver.cell);
  for (auto const* const name : {&driver.pin, &driver.from_pin}) {
    if (!name->empty() && cell->find_pin(*name) == nullptr)
      throw sdc_error("there is no pin " + in_quotes(*name) + of_cell);
  }
  if (!driver.pin.empty()) return;
  for (auto const& pin : cell->pins) {
    if (pin.direction != model::direction::output) continue;
    if (!driver.pin.empty()) throw sdc_error("-pin must say which output" + of_cell + " is meant");
    driver.pin = pin.name;
  }
  if (driver.pin.empty()) throw sdc_error("there is no output pin" + of_cell);
}

/// The last command of a port and condition counts.
sdc_reply sdc_reader::set_driving_cell(sdc_arguments const& in) {
  in.expect_words(1, 1);
  auto const text = [&](char const* option) {
    auto const* const value = in.value(option);
    return value == nullptr ? std::string() : *value;
  };
  model::driving_cell driver;
  driver.at = tcl.locate().at;
  driver.library = text("library");
  auto const named = in.has("lib_cell") ? text("lib_cell") : text("cell");
  if (named.empty()) throw sdc_error("set_driving_cell needs -lib_cell");
  auto const cells = objects_of(named, in_set(sdc_kind::lib_cell));
  if (cells.size() != 1) throw sdc_error("expected one cell in -lib_cell, found " + quoted(named));
  driver.cell = cells[0].name;
  // get_lib_pins gives `cell/pin`.
  auto const pin_name = [&](char const* option) {
    auto const name = handles_.shown(text(option));
    return name.substr(name.rfind('/') + 1);
  };
  driver.pin = pin_name("pin");
  driver.from_pin = pin_name("from_pin");
  check_driving_pins(driver);
  auto const slew = [&](char const* option, std::uint8_t mask) {
    if (in.has(option)) assign(driver.input_slew, mask, not_negative(*in.value(option), units_.time_to_ps));
  };
  slew("input_transition_rise", 0b0101);
  slew("input_transition_fall", 0b1010);
  driver.active = conditions_of(in);
  if (in.has("clock")) return {};  // counted already
  for (auto& port : ports_of(in.words[0], model::direction::output)) {
    auto& of_port = drivers_of_port_[port];
    for (auto const i : of_port) {
      driving_cells_[i].active = static_cast<std::uint8_t>(driving_cells_[i].active & ~driver.active);
    }
    std::erase_if(of_port, [&](std::size_t i) { return driving_cells_[i].active == 0; });
    of_port.push_back(driving_cells_.size());
    driver.port = std::move(port);
    driving_cells_.push_back(driver);
  }
  return {};
}

/// The last value of a pin counts.
void sdc_reader::set_case(record_table<model::case_value>& table, std::string const& words, bool value,
                          bool is_edge) {
  for (auto const& pin : leaf_pins(words, sdc_kind::port | sdc_kind::pin)) {
    auto& of_pin = record_of(table, pin, {}, edge::rise);
    of_pin.value = value;
    of_pin.is_edge = is_edge;
  }
}

sdc_reply sdc_reader::set_case_analysis(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const value = sdc_lower_case(trimmed(in.words[0]));
  if (value == "0" || value == "zero") {
    set_case(cases_, in.words[1], false);
  } else if (value == "1" || value == "one") {
    set_case(cases_, in.words[1], true);
  } else if (value == "rise" || value == "rising" || value == "fall" || value == "falling") {
    set_case(cases_, in.words[1], value == "rise" || value == "rising", true);
  } else {
    throw sdc_error("expected 0, 1, zero, one, rising or falling, found " + quoted(in.words[0]));
  }
  return {};
}

sdc_reply sdc_reader::set_logic_zero(sdc_arguments const& in) {
  in.expect_words(1, 1);
  set_case(logic_values_, in.words[0], false);
  return {};
}
sdc_reply sdc_reader::set_logic_one(sdc_arguments const& in) {
  in.expect_words(1, 1);
  set_case(logic_values_, in.words[0], true);
  return {};
}

/// A net has only a delay of its wires, an instance and a library cell one of the cell and checks.
void sdc_reader::add_derates(model::timing_derate const& given, bool names_kinds,
                             sdc_objects const& objects) {
  using scope = model::timing_derate::scope;
  for (auto const& object : objects) {
    auto derate = given;
    derate.name = object.name;
    if (object.kind == sdc_kind::net) {
      if (given.checks || (names_kinds && given.cells))
        count("set_timing_derate of cells for a net, ignored");
      derate.of = scope::net;
      derate.nets = true;
      derate.cells = derate.checks = false;
    } else {
      if (names_kinds && given.nets) count("set_timing_derate of nets for a cell, ignored");
      derate.of = object.kind == sdc_kind::cell ? scope::instance : scope::library_cell;
      derate.nets = false;
      if (is_module(object)) {
        count("set_timing_derate of a module, which has no effect");
        continue;
      }
      if (!derate.cells && !derate.checks) continue;
    }
    derates_.push_back(std::move(derate));
  }
}

sdc_reply sdc_reader::set_timing_derate(sdc_arguments const& in) {
  in.expect_words(1, 2);
  model::timing_derate derate;
  derate.at = tcl.locate().at;
  derate.factor = not_negative(in.words[0], 1);
  if (derate.factor == 0) throw sdc_error("a factor of 0 leaves no delay: set_timing_derate needs one above");
  derate.early = in.has("early");
  derate.late = in.has("late");
  if (!derate.early && !derate.late) throw sdc_error("set_timing_derate needs -early or -late");
  bool const any_edge = in.has("rise") == in.has("fall"), any_path = in.has("clock") == in.has("data");
  derate.rise = any_edge || in.has("rise");
  derate.fall = any_edge || in.has("fall");
  derate.clock = any_path || in.has("clock");
  derate.data = any_path || in.has("data");
  bool const names_kinds = in.has("cell_delay") || in.has("net_delay") || in.has("cell_check");
  derate.cells = !names_kinds || in.has("cell_delay");
  derate.nets = !names_kinds || in.has("net_delay");
  derate.checks = in.has("cell_check");
  if (in.words.size() == 1) {
    derates_.push_back(std::move(derate));
    return {};
  }
  auto const objects =
      objects_of(in.words[1], sdc_kind::cell | sdc_kind::lib_cell | sdc_kind::net, sdc_missing::noted);
  if (objects.empty()) count(command_ + " of an empty list");
  add_derates(derate, names_kinds, objects);
  return {};
}

}  // namespace gsta::io::detail
