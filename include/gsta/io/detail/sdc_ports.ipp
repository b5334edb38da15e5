#pragma once

#include <algorithm>
#include <utility>

#include "gsta/io/detail/sdc_reader.ipp"

namespace gsta::io::detail {

/// The ports that `words` names. Other objects, and ports of the `forbidden` direction, are counted and left
/// out.
GSTA_INLINE sdc_list sdc_reader::ports_of(std::string const& words, model::direction forbidden) {
  auto result = objects_of(words);
  if (result.empty()) count(command_ + " of an empty list");
  std::erase_if(result, [&](std::string const& name) {
    auto const* const port = names_.find_port(name);
    if (port == nullptr) {
      count(command_ + " of a pin inside is not supported yet");
    } else if (port->direction == forbidden) {
      count(command_ + (forbidden == model::direction::input ? " of an input port, ignored"
                                                             : " of an output port, ignored"));
    }
    return port == nullptr || port->direction == forbidden;
  });
  return result;
}

/// One value for some conditions of some ports, against one clock edge. Without -add_delay it replaces what
/// other edges had; with it, the same edge keeps the worse value (late arrivals the larger, late required
/// times the smaller).
template <class Record>
void sdc_reader::set_delay(record_table<Record>& table, corner_values Record::* values,
                           sdc_arguments const& in, double sign, model::direction forbidden) {
  in.expect_words(2, 2);
  auto const value = static_cast<float>(sign * number(in.words[0]) * units_.time_to_ps);
  if (!math::is_defined(value)) throw sdc_error("the delay " + in_quotes(in.words[0]) + " is out of range");
  auto const clock = clock_of(in);
  auto const clock_edge = in.has("clock_fall") ? edge::fall : edge::rise;
  auto const undefined = Record{}.*values;
  auto const mask = conditions_of(in);
  bool const add = in.has("add_delay");
  for (auto const& port : ports_of(in.words[1], forbidden)) {
    auto& record = record_of(table, port, clock, clock_edge);
    for (int c = 0; c < conditions; ++c) {
      if ((mask >> c & 1) == 0) continue;
      auto& own = (record.*values)[c];
      if (!add || !math::is_defined(own) || (undefined[c] < 0 ? value > own : value < own)) own = value;
      if (add) continue;
      for (auto const i : table.by_pin[port]) {
        if (&table.records[i] != &record) (table.records[i].*values)[c] = undefined[c];
      }
    }
  }
}

GSTA_INLINE sdc_list sdc_reader::set_input_delay(sdc_arguments const& in) {
  set_delay(arrivals_, &model::input_arrival::arrival, in, 1, model::direction::output);
  return {};
}

GSTA_INLINE sdc_list sdc_reader::set_output_delay(sdc_arguments const& in) {
  if (!in.has("clock")) {
    in.expect_words(2, 2);
    count("set_output_delay without -clock: nothing is checked");
    return {};
  }
  set_delay(required_, &model::output_required::required, in, -1, model::direction::input);
  return {};
}

template <class Record>
void sdc_reader::set_port_values(record_table<Record>& table, corner_values Record::* values,
                                 sdc_arguments const& in, double scale, model::direction forbidden) {
  in.expect_words(2, 2);
  auto const value = static_cast<float>(number(in.words[0]) * scale);
  if (!math::is_defined(value) || value < 0) {
    throw sdc_error("expected a value that is not negative, found " + in_quotes(in.words[0]));
  }
  auto const mask = conditions_of(in);
  for (auto const& port : ports_of(in.words[1], forbidden)) {
    auto& record = record_of(table, port, {}, edge::rise);
    for (int c = 0; c < conditions; ++c) {
      if (mask >> c & 1) (record.*values)[c] = value;
    }
  }
}

GSTA_INLINE sdc_list sdc_reader::set_input_transition(sdc_arguments const& in) {
  set_port_values(slews_, &model::input_slew::slew, in, units_.time_to_ps, model::direction::output);
  return {};
}

GSTA_INLINE sdc_list sdc_reader::set_load(sdc_arguments const& in) {
  set_port_values(loads_, &model::port_load::load, in, units_.capacitance_to_ff, model::direction::input);
  return {};
}

/// An input port without set_input_transition has slew 0.
GSTA_INLINE void sdc_reader::fill_slews() {
  for (auto const& port : names_.netlist().ports) {
    if (port.direction == model::direction::output) continue;
    auto& record = record_of(slews_, port.name, {}, edge::rise);
    for (int c = 0; c < conditions; ++c) {
      if (!math::is_defined(record.slew[c])) record.slew[c] = 0;
    }
  }
}

GSTA_INLINE model::constraints sdc_reader::finish() {
  assert_clocks();
  fill_slews();
  std::erase_if(arrivals_.records,
                [](auto const& r) { return r.pin.empty() || r.arrival == undefined_arrival(); });
  std::erase_if(required_.records,
                [](auto const& r) { return r.pin.empty() || r.required == undefined_required(); });
  model::constraints result;
  result.clocks = std::move(clocks_);
  result.arrivals = std::move(arrivals_.records);
  result.slews = std::move(slews_.records);
  result.required = std::move(required_.records);
  result.loads = std::move(loads_.records);
  return result;
}

}  // namespace gsta::io::detail
