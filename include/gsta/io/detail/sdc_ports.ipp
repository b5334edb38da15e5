#pragma once

#include <algorithm>
#include <utility>

#include "gsta/io/detail/sdc_clocks.ipp"

namespace gsta::io::detail {

/// One value for some conditions of some ports or pins, against one clock edge. Without -add_delay it
/// replaces what other edges had; with it, the same edge keeps the worse value (late arrivals the larger,
/// late required times the smaller). A required time without a clock bounds nothing.
template <class Record>
void sdc_reader::set_delay(record_table<Record>& table, corner_values Record::* values,
                           sdc_arguments const& in, double sign, model::direction forbidden) {
  in.expect_words(2, 2);
  auto const value = scaled(in.words[0], sign * units_.time_to_ps);
  auto const clock = clock_option(in);
  auto const clock_edge = in.has("clock_fall") ? edge::fall : edge::rise;
  auto const undefined = Record{}.*values;
  auto const mask = conditions_of(in);
  bool const add = in.has("add_delay");
  auto const pins = leaf_pins(in.words[1], sdc_kind::port | sdc_kind::pin);
  if (in.has("reference_pin")) return;  // counted already
  for (auto const& pin : pins) {
    auto const* const port = names_.find_port(pin);
    if (port != nullptr && port->direction == forbidden) {
      count(command_ + (forbidden == model::direction::input ? " of an input port, ignored"
                                                             : " of an output port, ignored"));
      continue;
    }
    auto& record = record_of(table, pin, clock, clock_edge);
    bool const bounds = sign > 0 || !clock.empty();
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

GSTA_INLINE sdc_reply sdc_reader::set_input_delay(sdc_arguments const& in) {
  set_delay(arrivals_, &model::input_arrival::arrival, in, 1, model::direction::output);
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_output_delay(sdc_arguments const& in) {
  if (!in.has("clock")) count("set_output_delay without -clock: nothing is checked");
  set_delay(required_, &model::output_required::required, in, -1, model::direction::input);
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_input_transition(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const value = not_negative(in.words[0], units_.time_to_ps);
  for (auto const& port : ports_of(in.words[1], model::direction::output)) {
    assign(record_of(slews_, port, {}, edge::rise).slew, conditions_of(in), value);
  }
  return {};
}

/// A port has a capacitance of pins and one of wires outside, which add up; a net has one of wires.
GSTA_INLINE sdc_reply sdc_reader::set_load(sdc_arguments const& in) {
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
    auto& table = is_net ? net_loads_ : is_wire ? wire_loads_ : pin_loads_;
    assign(record_of(table, object.name, {}, edge::rise).load, mask, value);
  }
  return {};
}

}  // namespace gsta::io::detail
