#pragma once

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_bits.ipp"
#include "gsta/io/detail/liberty_buses.ipp"
#include "gsta/io/detail/liberty_cells.ipp"
#include "gsta/io/detail/liberty_conditions.ipp"
#include "gsta/io/detail/liberty_expand.ipp"
#include "gsta/io/detail/liberty_pins.ipp"
#include "gsta/io/detail/liberty_syntax.ipp"
#include "gsta/io/detail/liberty_tables.ipp"
#include "gsta/io/detail/liberty_timing.ipp"
#include "gsta/io/detail/liberty_units.ipp"
#include "gsta/io/liberty.hpp"

namespace gsta::io {
namespace detail {

GSTA_INLINE void liberty_reader::fail_at(std::string_view piece, std::string const& sentence) const {
  fail(file_, offset_of(file_, piece), sentence);
}

GSTA_INLINE void liberty_reader::count(std::string const& kind, statement const& s) {
  if (is_repeating_) return;
  seen_.add(kind, location_text(file_, cursor_.locate(offset_of(file_, s.name))));
}

GSTA_INLINE std::string_view liberty_reader::name_of(statement const& group) const {
  auto const name = trimmed(argument(group));
  if (name.empty()) fail_at(group.name, "the group " + in_quotes(group.name) + " has no name");
  return name;
}

GSTA_INLINE bool liberty_reader::flag(statement const& s) const {
  auto const text = argument(s);
  if (text != "true" && text != "false") fail_at(text, "expected true or false, found " + in_quotes(text));
  return text == "true";
}

GSTA_INLINE long liberty_reader::whole_number(std::string_view piece, long least, long most) const {
  long value = 0;
  auto const read = std::from_chars(piece.data(), piece.data() + piece.size(), value);
  if (read.ec != std::errc{} || read.ptr != piece.data() + piece.size() || value < least || value > most) {
    fail_at(piece, "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                       ", found " + in_quotes(piece));
  }
  return value;
}

/// What matters wherever it stands.
GSTA_INLINE void liberty_reader::look_at_all() {
  for (auto const& s : syntax_.statements) {
    if (s.kind == statement_kind::assignment) count("variable (name = value) that is not used", s);
    if (s.name == "include_file") {
      fail_at(s.name, "include_file is not supported: pass the library with the file's text in its location");
    }
  }
}

GSTA_INLINE void liberty_reader::read_library_attribute(statement const& s) {
  if (s.name == "delay_model" && argument(s) != "table_lookup") {
    return count("delay_model other than table_lookup", s);
  }
  if (s.name == "bus_naming_style") naming_style_ = argument(s);
  if (s.name == "default_wire_load") count("wire_load models that are not applied", s);
  if (s.name.starts_with("ocv_") && s.name != "ocv_table_template") {
    return count("OCV statement that is not supported", s);
  }
}

/// Groups that are read elsewhere, or that change no delay, no slew and no check as gsta has them,
/// between blanks.
inline constexpr std::string_view harmless_liberty_groups =
    " "
    "base_curves bundle bus cell char_config compact_ccs_fall compact_ccs_power compact_ccs_rise "
    "compact_lut_template constraint_high critical_area_lut_template critical_area_table "
    "dc_current_template device_layer dynamic_current electromigration em_lut_template fall_power "
    "fault_lut_template ff ff_bank functional_yield_metric gate_leakage input_ccb input_voltage "
    "internal_power intrinsic_parasitic iv_lut_template latch latch_bank leakage_current "
    "leakage_power lu_table_template maxcap_lut_template maxtrans_lut_template memory memory_read "
    "memory_write min_pulse_width minimum_period noise_lut_template normalized_driver_waveform "
    "operating_conditions output_ccb output_current_fall output_current_rise output_current_template "
    "output_voltage pg_current_template pg_pin pg_setting_definition pin power power_lut_template "
    "power_supply power_supply_template propagation_lut_template rise_power routing_track "
    "scaling_factors sensitization statetable switching_group test_cell timing type user_parameters "
    "va_parameters voltage_state_range_list wire_load_selection ";

/// Any other group is noted by its name.
GSTA_INLINE void liberty_reader::note_unread(statement const& s) {
  static constexpr std::string_view beginnings[] = {"ccsn_",
                                                    "dc_current",
                                                    "hyperbolic_noise_",
                                                    "noise_immunity_",
                                                    "propagated_noise",
                                                    "propagation_noise",
                                                    "receiver_capacitance",
                                                    "steady_state_current"};
  if (harmless_liberty_groups.find(" " + std::string(s.name) + " ") != std::string_view::npos) return;
  for (auto const begin : beginnings) {
    if (s.name.starts_with(begin)) return;
  }
  if (s.name == "wire_load" || s.name == "wire_load_table")
    return count("wire_load models that are not applied", s);
  count("group " + std::string(s.name.substr(0, 100)) + " that is not read", s);
}

/// What cells may name, wherever it stands.
GSTA_INLINE void liberty_reader::read_library_part(statement const& s, model::library& into) {
  using model::direction;
  auto const preset = [&](direction d) { default_capacitance_[static_cast<int>(d)] = capacitance(s, 0); };
  read_conditions(s, into.conditions);
  if (s.name == "default_input_pin_cap") return preset(direction::input);
  if (s.name == "default_output_pin_cap") return preset(direction::output);
  if (s.name == "default_inout_pin_cap") return preset(direction::inout);
  if (s.kind != statement_kind::group && s.name.starts_with("default_")) {
    if (s.name == "default_max_transition") default_rules_.max_transition = bound(s, to_ps_);
    if (s.name == "default_max_capacitance") default_rules_.max_capacitance = bound(s, to_ff_);
    if (s.name == "default_max_fanout") default_rules_.max_fanout = bound(s, 1);
    if (s.name == "default_fanout_load") default_rules_.fanout_load = bound(s, 1);
  }
  if (s.kind != statement_kind::group) return read_library_attribute(s);
  if (s.name == "lu_table_template") return read_template(s);
  if (s.name == "type") return read_type(s, types_);
  if (s.name.starts_with("ocv_")) return read_library_attribute(s);
  note_unread(s);
}

/// The one group that the file consists of.
GSTA_INLINE liberty_statement const& liberty_reader::library_group() const {
  auto const& all = syntax_.statements;
  if (all.empty()) fail_expected(file_, file_.text().size(), "library (NAME) { ... }");
  auto const& first = all.front();
  if (first.kind != statement_kind::group || first.name != "library") {
    fail_at(first.name, "expected library (NAME) { ... }, found " + in_quotes(first.name));
  }
  if (first.end != all.size()) {
    fail_at(all[first.end].name,
            "expected the end of the file after the library, found " + in_quotes(all[first.end].name));
  }
  return first;
}

GSTA_INLINE model::library liberty_reader::read() {
  syntax_ = read_liberty_syntax(file_);
  auto const& group = library_group();
  look_at_all();
  model::library result;
  result.file = file_.name();
  result.name = argument(group);
  read_units(group, result);
  result.conditions.library = result.name;
  for_each_in(group, [&](statement const& s) { read_library_part(s, result); });
  check_conditions(group, result.conditions);
  for_each_in(group, [&](statement const& s) {
    if (s.name == "cell" && s.kind == statement_kind::group) read_cell(s, result);
  });
  if (result.cells.empty()) fail_at(group.name, "the library has no cell");
  return result;
}

}  // namespace detail

GSTA_INLINE model::library read_liberty(source const& file, model::diagnostics& seen) {
  return detail::liberty_reader(file, seen).read();
}

}  // namespace gsta::io
