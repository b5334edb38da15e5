#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "gsta/core/inline.hpp"
#include "gsta/io/detail/sdc_arguments.ipp"
#include "gsta/io/detail/sdc_names.ipp"
#include "gsta/io/detail/sdc_reader.hpp"
#include "gsta/io/detail/text.hpp"

namespace gsta::io::detail {

GSTA_INLINE sdc_reader::sdc_reader(model::netlist const& netlist, model::library const& library,
                                   model::diagnostics& seen, sdc_options const& options)
    : names_(netlist, library),
      seen_(seen),
      library_units_{library.time_unit_ps, library.capacitance_unit_ff},
      units_are_given_(options.units.has_value()) {
  units_ = options.units.value_or(library_units_);
}

GSTA_INLINE sdc_list sdc_reader::run(sdc_command const& command, std::vector<std::string> words) {
  command_ = command.name;
  sdc_arguments const in(command.options, std::move(words));
  for (auto const& option : in.unsupported) count(command_ + " " + option + " is not supported yet");
  return (this->*command.run)(in);
}

GSTA_INLINE sdc_list sdc_reader::skip(std::string_view why, std::string const& name) {
  count_of(std::string(why), name);
  return {};
}

GSTA_INLINE std::string sdc_reader::here() const {
  auto const at = tcl.locate();
  return file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

GSTA_INLINE void sdc_reader::count(std::string const& kind) { seen_.add(kind, here()); }

/// Counts each `detail` apart as long as there are few of them.
GSTA_INLINE void sdc_reader::count_of(std::string const& general, std::string const& detail) {
  constexpr std::size_t most = 100;
  auto const kind = general + " " + detail;
  bool const apart = counted_.contains(kind) || (counted_.size() < most && counted_.insert(kind).second);
  count(apart ? kind : general + " (others)");
}

GSTA_INLINE double sdc_reader::number(std::string const& text) const {
  double value = 0;
  if (!to_number(trimmed(text), value)) throw sdc_error("expected a number, found " + in_quotes(text));
  return value;
}

/// Bit c is set for each condition that -min, -max, -rise and -fall leave.
GSTA_INLINE std::uint8_t sdc_reader::conditions_of(sdc_arguments const& in) const {
  bool const any_split = in.has("min") == in.has("max"), any_edge = in.has("rise") == in.has("fall");
  bool const splits[2] = {any_split || in.has("min"), any_split || in.has("max")};
  bool const edges[2] = {any_edge || in.has("rise"), any_edge || in.has("fall")};
  unsigned mask = 0;
  for (int c = 0; c < conditions; ++c) {
    if (splits[is_late(c) ? 1 : 0] && edges[edge_of(c)]) mask |= 1U << c;
  }
  return static_cast<std::uint8_t>(mask);
}

/// Ports and pins that a list names, patterns expanded. A name that nothing has is an error.
GSTA_INLINE sdc_list sdc_reader::objects_of(std::string const& words) const {
  sdc_list result;
  for (auto const& word : tcl.split(words)) {
    // What get_* returned is a name as it stands, whatever signs it holds.
    if (names_.find_port(word) != nullptr || names_.is_pin(word)) {
      result.push_back(word);
      continue;
    }
    auto found = names_.ports(word);
    if (found.empty()) found = names_.pins(word);
    if (found.empty()) throw sdc_error("there is no port or pin " + in_quotes(word));
    result.insert(result.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  return result;
}

/// The clock that -clock names; empty where the option is not given.
GSTA_INLINE std::string sdc_reader::clock_of(sdc_arguments const& in) {
  auto const* const option = in.value("clock");
  if (option == nullptr) return {};
  auto const names = tcl.split(*option);
  if (names.size() != 1) throw sdc_error("expected one clock in -clock, found " + in_quotes(*option));
  if (find_clock(names[0]) == nullptr) throw sdc_error("there is no clock " + in_quotes(names[0]));
  return names[0];
}

/// The record of a pin and clock edge, made undefined where there is none.
template <class Record>
Record& sdc_reader::record_of(record_table<Record>& table, std::string const& pin, std::string const& clock,
                              edge clock_edge) {
  auto& of_pin = table.by_pin[pin];
  for (auto const i : of_pin) {
    if constexpr (requires(Record const& r) { r.clock; }) {
      if (table.records[i].clock != clock || table.records[i].clock_edge != clock_edge) continue;
    }
    return table.records[i];
  }
  of_pin.push_back(table.records.size());
  auto& made = table.records.emplace_back();
  made.pin = pin;
  made.at = tcl.locate();
  if constexpr (requires { made.clock; }) {
    made.clock = clock;
    made.clock_edge = clock_edge;
  }
  return made;
}

}  // namespace gsta::io::detail
