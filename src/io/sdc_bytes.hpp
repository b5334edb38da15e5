#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "src/io/sdc_records.hpp"

/// Constraints as bytes and back, to pass them between processes of one program.
namespace gsta::io::detail {

/// Appends values to a text.
class byte_writer {
 public:
  std::string bytes;

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(T& value) {
    bytes.append(reinterpret_cast<char const*>(&value), sizeof value);
  }
  void operator()(std::string& text) {
    auto size = text.size();
    (*this)(size);
    bytes += text;
  }
  template <class T>
  void operator()(std::vector<T>& values);
};

/// Takes values from a text, lists into empty ones; `ok` is false once there is too little of it.
class byte_reader {
 public:
  std::string const& bytes;
  std::size_t at = 0;
  bool ok = true;

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(T& value) {
    if (!has(sizeof value)) return;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    at += sizeof value;
  }
  void operator()(std::string& text) {
    std::size_t size = 0;
    (*this)(size);
    if (!has(size)) return;
    text.assign(bytes, at, size);
    at += size;
  }
  template <class T>
  void operator()(std::vector<T>& values);

 private:
  bool has(std::size_t size) noexcept {
    ok = ok && size <= bytes.size() - at;
    return ok;
  }
};

/// One list of a record's members serves both ways.
template <class Archive, class... Members>
void pass_all(Archive& a, Members&... members) {
  (a(members), ...);
}

template <class A>
void pass(A& a, std::string& text) {
  a(text);
}
template <class A, class T>
  requires std::is_arithmetic_v<T>
void pass(A& a, T& value) {
  a(value);
}
template <class A, class T>
void pass(A& a, std::vector<T>& values) {
  a(values);
}
/// By members: behind them the record has bytes without a value.
template <class A>
void pass(A& a, model::clock_properties& p) {
  pass_all(a, p.insertion, p.latency, p.transition, p.setup_uncertainty, p.hold_uncertainty);
}
template <class A>
void pass(A& a, model::clock& c) {
  pass_all(a, c.name, c.sources, c.period, c.rise, c.fall, c.propagated, c.at);
  pass(a, c.properties);
}
template <class A>
void pass(A& a, model::clock_at_pin& c) {
  pass_all(a, c.pin, c.clock, c.propagated, c.at);
  pass(a, c.properties);
}
template <class A>
void pass(A& a, model::input_arrival& r) {
  pass_all(a, r.pin, r.clock, r.clock_edge, r.arrival, r.at, r.has_insertion, r.has_latency, r.reference);
}
template <class A>
void pass(A& a, model::input_slew& r) {
  pass_all(a, r.pin, r.slew, r.at);
}
template <class A>
void pass(A& a, model::driving_cell& r) {
  pass_all(a, r.port, r.library, r.cell, r.from_pin, r.pin, r.input_slew, r.active, r.at);
}
template <class A>
void pass(A& a, model::output_required& r) {
  pass_all(a, r.pin, r.clock, r.clock_edge, r.required, r.at, r.has_insertion, r.has_latency, r.reference);
}
template <class A>
void pass(A& a, model::port_load& r) {
  pass_all(a, r.pin, r.load, r.at, r.is_net, r.subtracts_pins);
}
template <class A>
void pass(A& a, model::timing_derate& r) {
  pass_all(a, r.of, r.name, r.factor, r.early, r.late, r.rise, r.fall, r.cells, r.nets, r.checks, r.clock,
           r.data, r.at);
}
template <class A>
void pass(A& a, model::case_value& r) {
  pass_all(a, r.pin, r.value, r.at, r.is_edge);
}
template <class A>
void pass(A& a, model::generated_clock& r) {
  pass(a, r.clock);
  pass_all(a, r.source, r.master, r.divide_by, r.multiply_by, r.duty_cycle, r.edges, r.edge_shifts, r.invert,
           r.combinational);
}
template <class A>
void pass(A& a, model::clock_groups& r) {
  pass_all(a, r.name, r.of, r.allow_paths, r.groups, r.at);
}
template <class A>
void pass(A& a, model::clock_uncertainty& r) {
  pass_all(a, r.from, r.to, r.from_rise, r.from_fall, r.to_rise, r.to_fall, r.setup, r.hold, r.value, r.at);
}
template <class A>
void pass(A& a, model::clock_sense& r) {
  pass_all(a, r.of, r.pins, r.clocks, r.at);
}
template <class A>
void pass(A& a, model::gating_check& r) {
  pass_all(a, r.clocks, r.instances, r.pins, r.margin, r.active, r.at);
}
template <class A>
void pass(A& a, model::ungated_object& r) {
  pass_all(a, r.name, r.is_instance, r.at);
}
template <class A>
void pass(A& a, model::path_points& r) {
  pass_all(a, r.pins, r.instances, r.nets, r.clocks, r.rise, r.fall);
}
template <class A>
void pass(A& a, model::path_exception& r) {
  pass(a, r.from);
  pass(a, r.to);
  pass_all(a, r.of, r.through, r.setup, r.hold, r.rise, r.fall, r.delay, r.cycles, r.by_start,
           r.ignore_clock_latency, r.probe, r.name, r.at);
}
template <class A>
void pass(A& a, model::disabled_timing& r) {
  pass_all(a, r.of, r.name, r.from, r.to, r.at);
}
template <class A>
void pass(A& a, model::data_check& r) {
  pass_all(a, r.from, r.to, r.clock, r.from_rise, r.from_fall, r.to_rise, r.to_fall, r.setup, r.hold,
           r.margin, r.at);
}
template <class A>
void pass(A& a, model::operating_choice& r) {
  pass_all(a, r.library, r.name, r.at);
}
template <class A>
void pass(A& a, model::time_borrow& r) {
  pass_all(a, r.clocks, r.instances, r.pins, r.limit, r.at);
}
template <class A>
void pass(A& a, model::design_limit& r) {
  pass_all(a, r.of, r.of_what, r.name, r.value, r.rise, r.fall, r.clock_path, r.data_path, r.at);
}
template <class A>
void pass(A& a, model::diagnostic& d) {
  pass_all(a, d.kind, d.count, d.first);
}
template <class A>
void pass(A& a, model::omission& o) {
  pass_all(a, o.what, o.at);
}
template <class A>
void pass(A& a, model::diagnostics& seen) {
  seen.pass([&](auto&... members) { pass_all(a, members...); });
}
template <class A>
void pass(A& a, model::constraints& c) {
  pass_all(a, c.file, c.rules, c.clocks, c.generated_clocks, c.clock_pins, c.arrivals, c.slews,
           c.driving_cells, c.required, c.loads, c.derates, c.case_values, c.exceptions, c.groups,
           c.uncertainties, c.gating_checks, c.ungated, c.time_borrows, c.common_path_credits,
           c.preset_clear_arcs);
  pass(a, c.disabled);
  pass(a, c.limits);
  pass(a, c.senses);
  pass(a, c.data_checks);
  for (auto& of : c.operating) pass(a, of);
}

inline void pass(auto& a, sdc_clock_place& place) { pass_all(a, place.index, place.generated); }
template <class Key, class Value>
void pass(byte_writer& a, std::unordered_map<Key, Value>& map) {
  auto size = map.size();
  a(size);
  for (auto& [key, value] : map) {
    Key copy = key;
    pass(a, copy);
    pass(a, value);
  }
}
template <class Key, class Value>
void pass(byte_reader& a, std::unordered_map<Key, Value>& map) {
  std::size_t size = 0;
  a(size);
  for (std::size_t i = 0; a.ok && i < size; ++i) {
    Key key;
    pass(a, key);
    pass(a, map[std::move(key)]);
  }
}
template <class A, class Record>
void pass(A& a, sdc_record_table<Record>& table) {
  pass(a, table.records);
  pass(a, table.by_pin);
  pass(a, table.by_pin_and_clock);
}
template <class A>
void pass(A& a, sdc_records& r) {
  pass_all(a, r.units_, r.units_are_given_, r.scope_, r.clocks_, r.generated_clocks_, r.driving_cells_,
           r.derates_, r.exceptions_, r.groups_, r.uncertainties_, r.gating_checks_, r.ungated_,
           r.time_borrows_, r.common_path_credits_, r.preset_clear_arcs_);
  pass(a, r.disabled_);
  pass(a, r.limits_);
  pass(a, r.senses_);
  pass(a, r.data_checks_);
  for (auto& of : r.operating_) pass(a, of);
  pass(a, r.clock_index_);
  pass(a, r.clock_location_);
  pass(a, r.clocks_at_);
  pass(a, r.clock_pins_);
  pass(a, r.arrivals_);
  pass(a, r.required_);
  pass(a, r.slews_);
  pass(a, r.pin_loads_);
  pass(a, r.wire_loads_);
  pass(a, r.net_loads_);
  pass(a, r.drivers_of_port_);
  pass(a, r.cases_);
  pass(a, r.logic_values_);
}

template <class T>
void byte_writer::operator()(std::vector<T>& values) {
  auto size = values.size();
  (*this)(size);
  for (auto& value : values) pass(*this, value);
}

template <class T>
void byte_reader::operator()(std::vector<T>& values) {
  std::size_t size = 0;
  (*this)(size);
  for (std::size_t i = 0; ok && i < size; ++i) pass(*this, values.emplace_back());
}

}  // namespace gsta::io::detail
