// Libraries in the Liberty format: the whole file, its units and conditions.

#include "gsta/io/liberty.hpp"

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/io/source.hpp"
#include "src/io/liberty_reader.hpp"
#include "src/io/liberty_syntax.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

std::string lower_case(std::string_view text) {
  std::string result(text.substr(0, 16));
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

}  // namespace

/// `1ps`, `100ps`, `1ns`: how many ps the unit has.
void liberty_reader::read_time_unit(statement const& s) {
  static constexpr std::pair<std::string_view, double> units[] = {{"fs", 1e-3}, {"ps", 1},   {"ns", 1e3},
                                                                  {"us", 1e6},  {"ms", 1e9}, {"s", 1e12}};
  auto const text = trimmed(argument(s));
  auto const digits = text.substr(0, text.find_first_not_of("0123456789.+"));
  double many = 0;
  if (to_number(digits, many) && many > 0) {
    auto const unit = lower_case(trimmed(text.substr(digits.size())));
    for (auto const& [name, ps] : units) {
      if (unit == name) {
        to_ps_ = many * ps;
        return;
      }
    }
  }
  fail_at(text, "expected a time unit such as 1ps or 1ns, found " + in_quotes(text));
}

/// `(1, ff)` or `(0.1, pf)`, or the unit first.
void liberty_reader::read_capacitance_unit(statement const& s) {
  if (s.argument_count != 2) fail_at(s.name, "expected capacitive_load_unit (number, ff) or (number, pf)");
  auto piece = trimmed(syntax_.argument(s, 0)), unit = trimmed(syntax_.argument(s, 1));
  double many = 0;
  if (!to_number(piece, many) && to_number(unit, many)) std::swap(piece, unit);
  many = number_of(file_, piece);
  if (many <= 0) fail_at(piece, "expected a unit greater than 0, found " + in_quotes(piece));
  auto const name = lower_case(unit);
  if (name != "ff" && name != "pf") fail_at(unit, "expected ff or pf, found " + in_quotes(unit));
  to_ff_ = name == "ff" ? many : many * 1000;
}

/// `..._threshold_pct_rise` and `_fall`, in percent of the supply.
void liberty_reader::read_threshold(statement const& s, model::thresholds& into) {
  if (s.name == "slew_derate_from_library") {
    into.slew_derate = float_of(file_, argument(s), number(s));
    if (into.slew_derate <= 0) fail_at(argument(s), "expected a slew_derate_from_library greater than 0");
    return;
  }
  auto const kind = s.name.substr(0, s.name.find("_threshold_pct_"));
  float* const of_kind = kind == "input"        ? into.delay
                         : kind == "output"     ? into.output_delay
                         : kind == "slew_lower" ? into.slew_lower
                         : kind == "slew_upper" ? into.slew_upper
                                                : nullptr;
  if (of_kind == nullptr || kind == s.name) return;
  double const percent = number(s);
  if (percent < 0 || percent > 100) {
    fail_at(argument(s), "expected a threshold from 0 to 100 percent, found " + in_quotes(argument(s)));
  }
  of_kind[s.name.ends_with("_fall") ? 1 : 0] = static_cast<float>(percent / 100);
}

void liberty_reader::check_thresholds(statement const& group, model::thresholds const& read) {
  for (int e = 0; e < 2; ++e) {
    if (read.slew_lower[e] >= read.slew_upper[e]) {
      fail_at(group.name, "the lower slew threshold of this library is not below its upper one");
    }
  }
}

void liberty_reader::read_units(statement const& group, model::library& into) {
  bool has_capacitance_unit = false;
  for_each_in(group, [&](statement const& s) {
    has_capacitance_unit |= s.name == "capacitive_load_unit";
    if (s.name == "time_unit") read_time_unit(s);
    if (s.name == "capacitive_load_unit") read_capacitance_unit(s);
    if (s.kind == statement_kind::simple) read_threshold(s, into.thresholds);
  });
  if (!has_capacitance_unit) count("library without capacitive_load_unit, 1 pf assumed", group);
  check_thresholds(group, into.thresholds);
  into.time_unit_ps = static_cast<float>(to_ps_);
  into.capacitance_unit_ff = static_cast<float>(to_ff_);
}

namespace {

/// What a k factor is of, behind `k_process_` and its like: by edge, or both edges where it has none.
struct factor_place {
  bool known = false;
  model::scaled_value of = model::scaled_value::delay;
  int first_edge = 0, last_edge = 1;
};

factor_place factor_place_of(std::string_view name) noexcept {
  using enum model::scaled_value;
  static constexpr std::pair<std::string_view, model::scaled_value> of_edges[] = {
      {"cell_", delay},        {"setup_", setup},     {"hold_", hold},
      {"recovery_", recovery}, {"removal_", removal}, {"min_pulse_width_", pulse_width}};
  if (name == "rise_transition") return {true, transition, 0, 0};
  if (name == "fall_transition") return {true, transition, 1, 1};
  if (name == "min_period") return {true, period};
  if (name == "pin_cap") return {true, capacitance};
  for (auto const& [begin, of] : of_edges) {
    if (!name.starts_with(begin)) continue;
    auto const edge = name.substr(begin.size());
    bool const pulse = of == pulse_width;
    if (edge == (pulse ? "high" : "rise")) return {true, of, 0, 0};
    if (edge == (pulse ? "low" : "fall")) return {true, of, 1, 1};
  }
  return {};
}

}  // namespace

/// `k_volt_cell_rise : -0.5`. Factors of wires, powers and other delay models say nothing of what is read.
void liberty_reader::read_factor(statement const& s, model::scale_factors& into) const {
  static constexpr std::string_view kinds[] = {"k_process_", "k_volt_", "k_temp_"};
  for (int kind = 0; kind < 3; ++kind) {
    if (!s.name.starts_with(kinds[kind])) continue;
    auto const place = factor_place_of(s.name.substr(kinds[kind].size()));
    if (!place.known) return;
    for (int e = place.first_edge; e <= place.last_edge; ++e)
      into.k[static_cast<std::size_t>(place.of)][e][kind] = float_of(file_, trimmed(argument(s)), number(s));
  }
}

model::operating_point liberty_reader::read_point(statement const& group) const {
  static constexpr std::string_view names[] = {"process", "voltage", "temperature"};
  model::operating_point result;
  for_each_in(group, [&](statement const& s) {
    for (int i = 0; i < 3; ++i) {
      if (s.name == names[i]) result.of[i] = float_of(file_, trimmed(argument(s)), number(s));
    }
  });
  return result;
}

void liberty_reader::read_conditions(statement const& s, model::library_conditions& into) {
  static constexpr std::string_view nominal[] = {"nom_process", "nom_voltage", "nom_temperature"};
  auto const own = [&]() -> model::scale_factors& {
    if (into.factors.empty()) into.factors.emplace_back();
    return into.factors.front();
  };
  if (s.kind == statement_kind::group) {
    if (s.name == "operating_conditions")
      into.known.push_back({std::string(trimmed(argument(s))), read_point(s)});
    if (s.name != "scaling_factors") return;
    own();
    auto& made = into.factors.emplace_back();
    made.name = name_of(s);
    return for_each_in(s, [&](statement const& part) { read_factor(part, made); });
  }
  if (s.name == "default_operating_conditions") into.preset = argument(s);
  if (s.name.starts_with("k_")) read_factor(s, own());
  for (int i = 0; i < 3; ++i) {
    if (s.name == nominal[i]) into.nominal.of[i] = float_of(file_, trimmed(argument(s)), number(s));
  }
}

/// What is named has to be there, and what factors scale by.
void liberty_reader::check_conditions(statement const& group, model::library_conditions const& read) {
  if (!read.preset.empty() && read.find(read.preset) == nullptr)
    count("default_operating_conditions that the library does not have", group);
  static constexpr char const* names[] = {"nom_process", "nom_voltage", "nom_temperature"};
  for (int i = 0; i < 3; ++i) {
    bool scales = false;
    for (auto const& factors : read.factors)
      for (auto const& of : factors.k) scales = scales || of[0][i] != 0 || of[1][i] != 0;
    if (scales && !read.known.empty() && !math::is_defined(read.nominal.of[i]))
      count(std::string("k factors in a library without ") + names[i] + ", which scale nothing", group);
  }
}

/// `scaling_factors : NAME` of a cell.
std::size_t liberty_reader::scaling_of(statement const& s, model::library_conditions const& known) {
  auto const name = argument(s);
  for (std::size_t i = 1; i < known.factors.size(); ++i) {
    if (known.factors[i].name == name) return i;
  }
  count("scaling_factors that the library does not have", s);
  return 0;
}

namespace {

/// Groups that are read elsewhere, or that change no delay, no slew and no check as gsta has them,
/// between blanks.
constexpr std::string_view harmless_liberty_groups =
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

}  // namespace

void liberty_reader::fail_at(std::string_view piece, std::string const& sentence) const {
  fail(file_, offset_of(file_, piece), sentence);
}

void liberty_reader::count(std::string const& kind, statement const& s) {
  if (is_repeating_) return;
  seen_.add(kind, location_text(file_, cursor_.locate(offset_of(file_, s.name))));
}

std::string_view liberty_reader::name_of(statement const& group) const {
  auto const name = trimmed(argument(group));
  if (name.empty()) fail_at(group.name, "the group " + in_quotes(group.name) + " has no name");
  return name;
}

bool liberty_reader::flag(statement const& s) const {
  auto const text = argument(s);
  if (text != "true" && text != "false") fail_at(text, "expected true or false, found " + in_quotes(text));
  return text == "true";
}

long liberty_reader::whole_number(std::string_view piece, long least, long most) const {
  long value = 0;
  auto const read = std::from_chars(piece.data(), piece.data() + piece.size(), value);
  if (read.ec != std::errc{} || read.ptr != piece.data() + piece.size() || value < least || value > most) {
    fail_at(piece, "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                       ", found " + in_quotes(piece));
  }
  return value;
}

/// What matters wherever it stands.
void liberty_reader::look_at_all() {
  for (auto const& s : syntax_.statements) {
    if (s.kind == statement_kind::assignment) count("variable (name = value) that is not used", s);
    if (s.name == "include_file") {
      fail_at(s.name, "include_file is not supported: pass the library with the file's text in its location");
    }
  }
}

void liberty_reader::read_library_attribute(statement const& s) {
  if (s.name == "delay_model" && argument(s) != "table_lookup") {
    return count("delay_model other than table_lookup", s);
  }
  if (s.name == "bus_naming_style") naming_style_ = argument(s);
  if (s.name == "default_wire_load") count("wire_load models that are not applied", s);
  if (s.name.starts_with("ocv_") && s.name != "ocv_table_template") {
    return count("OCV statement that is not supported", s);
  }
}

/// Any other group is noted by its name.
void liberty_reader::note_unread(statement const& s) {
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
void liberty_reader::read_library_part(statement const& s, model::library& into) {
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
liberty_statement const& liberty_reader::library_group() const {
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

model::library liberty_reader::read() {
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

}  // namespace gsta::io::detail

namespace gsta::io {

model::library read_liberty(source const& file, model::diagnostics& seen) {
  return detail::liberty_reader(file, seen).read();
}

}  // namespace gsta::io
