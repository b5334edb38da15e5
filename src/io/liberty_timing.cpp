// Timing groups and tables of Liberty.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/io/liberty_bits.hpp"
#include "src/io/liberty_reader.hpp"
#include "src/io/liberty_syntax.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

table_axis axis_of(std::string_view name) noexcept {
  using enum model::axis_variable;
  if (name == "input_net_transition" || name == "input_transition_time") return {input_slew};
  if (name == "total_output_net_capacitance") return {output_load};
  if (name == "related_out_total_output_net_capacitance") return {output_load, true};
  if (name == "constrained_pin_transition") return {constrained_slew};
  if (name == "related_pin_transition") return {related_slew};
  return {other};
}

/// Each axis is one that a table of this use may have, and none occurs twice.
bool axes_make_sense(table_template const& axes, table_use use) {
  using enum model::axis_variable;
  for (int i = 0; i < table_template::axes; ++i) {
    auto const& axis = axes.variable[i];
    if (axis == table_axis{}) continue;
    auto const v = axis.variable;
    bool const fits = use == table_use::delay ? v == input_slew || v == output_load
                                              : v == constrained_slew || v == related_slew;
    if (!fits && !axis.is_related_load) return false;
    if (std::find(axes.variable, axes.variable + i, axis) != axes.variable + i) return false;
  }
  return true;
}

/// from_chars takes no plus sign.
char const* after_plus(char const* at, char const* end) noexcept {
  return *at == '+' && at + 1 != end && at[1] != '-' ? at + 1 : at;
}

/// The table without axis `gone`: of the values along it the least or the largest one.
read_values without_axis(read_values const& read, int gone, bool largest) {
  read_values result = read;
  result.index[gone].clear();
  result.values.clear();
  std::size_t stride = 1;
  for (int i = gone + 1; i < table_template::axes; ++i) stride *= read.size(i);
  auto const along = read.size(gone);
  for (std::size_t first = 0; first < read.values.size(); first += along * stride) {
    for (std::size_t k = 0; k < stride; ++k) {
      float value = read.values[first + k];
      for (std::size_t j = 1; j < along; ++j) {
        float const other = read.values[first + j * stride + k];
        value = largest ? std::max(value, other) : std::min(value, other);
      }
      result.values.push_back(value);
    }
  }
  return result;
}

/// The table of at most two axes.
model::table table_of(read_values read, table_template const& axes) {
  model::table result;
  int kept = 0;
  for (int i = 0; i < table_template::axes; ++i) {
    if (read.index[i].empty()) continue;
    (kept == 0 ? result.variable_1 : result.variable_2) = axes.variable[i].variable;
    (kept++ == 0 ? result.index_1 : result.index_2) = std::move(read.index[i]);
  }
  result.values = std::move(read.values);
  return result;
}

}  // namespace

void liberty_reader::read_template(statement const& group) {
  static constexpr std::string_view variables[] = {"variable_1", "variable_2", "variable_3"};
  static constexpr std::string_view indices[] = {"index_1", "index_2", "index_3"};
  table_template result;
  for_each_in(group, [&](statement const& s) {
    for (int i = 0; i < table_template::axes; ++i) {
      if (s.name == variables[i]) result.variable[i] = axis_of(argument(s));
      if (s.name == indices[i]) result.index[i] = &s;
    }
  });
  for (int i = 1; i < table_template::axes; ++i) {
    if (result.variable[i - 1] == table_axis{} && result.variable[i] != table_axis{}) {
      fail_at(group.name,
              "the template has " + std::string(variables[i]) + " and no " + std::string(variables[i - 1]));
    }
  }
  if (!templates_.insert_or_assign(name_of(group), result).second) {
    count("lu_table_template defined twice, the last one used", group);
  }
}

/// The template that a table names; a null pointer for a scalar, which needs none.
table_template const* liberty_reader::template_of(statement const& group) const {
  auto const name = trimmed(argument(group));
  if (name.empty() || name == "scalar") return nullptr;
  auto const found = templates_.find(name);
  if (found == templates_.end()) {
    fail_at(argument(group), "there is no lu_table_template " + in_quotes(name) + " in this library");
  }
  return &found->second;
}

void liberty_reader::append_numbers(std::string_view text, double scale, std::vector<float>& into) const {
  char const* at = text.data();
  char const* const end = at + text.size();
  auto const separates = [](char c) { return is_blank(c) || c == ',' || c == '\\'; };
  for (;;) {
    while (at != end && separates(*at)) ++at;
    if (at == end) return;
    double value = 0;
    auto const read = std::from_chars(after_plus(at, end), end, value);
    bool const ends_well = read.ptr == end || separates(*read.ptr);
    auto const scaled = static_cast<float>(value * scale);
    if (read.ec != std::errc{} || !ends_well || !math::is_within(scaled, most_time)) {
      auto const* stop = at;
      while (stop != end && !separates(*stop)) ++stop;
      std::string_view const piece(at, static_cast<std::size_t>(stop - at));
      if (read.ec == std::errc{} && ends_well) float_of(file_, piece, value * scale, most_time);  // throws
      fail_at(piece, "expected a number, found " + in_quotes(piece));
    }
    into.push_back(scaled);
    at = read.ptr;
  }
}

std::vector<float> liberty_reader::read_numbers(statement const& s, double scale) const {
  std::vector<float> result;
  for (std::uint32_t i = 0; i < s.argument_count; ++i) append_numbers(syntax_.argument(s, i), scale, result);
  if (result.empty()) fail_at(s.name, "expected numbers in " + in_quotes(s.name) + ", found none");
  return result;
}

std::vector<float> liberty_reader::read_axis(statement const& s, table_axis const& axis) const {
  auto result = read_numbers(s, axis.variable == model::axis_variable::output_load ? to_ff_ : to_ps_);
  for (std::size_t i = 1; i < result.size(); ++i) {
    if (result[i] <= result[i - 1])
      fail_at(s.name, "the values of " + in_quotes(s.name) + " do not increase");
  }
  return result;
}

/// What a table's axes are: those of its template, with values of its own where it has some.
table_template liberty_reader::axes_of(statement const& group, table_template axes) const {
  static constexpr std::string_view names[] = {"index_1", "index_2", "index_3"};
  for_each_in(group, [&](statement const& s) {
    for (int i = 0; i < table_template::axes; ++i) {
      if (s.name == names[i]) axes.index[i] = &s;
    }
  });
  for (int i = 0; i < table_template::axes; ++i) {
    bool const is_axis = axes.variable[i] != table_axis{};
    if (!is_axis && axes.index[i] != nullptr) {
      fail_at(axes.index[i]->name, "the template of the table has no variable for " + std::string(names[i]));
    }
    if (is_axis && axes.index[i] == nullptr)
      fail_at(group.name, "neither the table nor its template has " + std::string(names[i]));
  }
  return axes;
}

read_values liberty_reader::read_table_values(statement const& group, table_template const& axes) {
  read_values result;
  statement const* values = nullptr;
  for_each_in(group, [&](statement const& s) {
    if (s.name == "values") values = &s;
  });
  if (values == nullptr) fail_at(group.name, "the table " + in_quotes(group.name) + " has no values");
  std::size_t spanned = 1;
  for (int i = 0; i < table_template::axes; ++i) {
    if (axes.index[i] == nullptr) continue;
    result.index[i] = read_axis(*axes.index[i], axes.variable[i]);
    spanned *= result.index[i].size();
  }
  result.values = read_numbers(*values, to_ps_);
  auto const found = result.values.size();
  if (found == spanned) return result;
  auto const name = trimmed(argument(group));
  if (name.empty()) {
    fail_at(group.name, "the table " + in_quotes(group.name) + " names no lu_table_template, and has " +
                            std::to_string(found) + " values: without a template it is one value");
  }
  fail_at(values->name, "expected " + std::to_string(spanned) + (spanned == 1 ? " value" : " values") +
                            ", as many as the axes span, found " + std::to_string(found));
}

/// Where the file has one more axis, the load of another output, `into` gets the largest values along it and
/// `least` the least.
void liberty_reader::read_table(statement const& group, table_use use, model::timing_group& of,
                                model::table& into, model::table* least) {
  auto const* const named = template_of(group);
  if (named != nullptr && !axes_make_sense(*named, use)) {
    of.gap = model::table_gap::unknown_axis;
    return count("table over variables that are not supported", group);
  }
  if (!into.empty()) count("second table of one kind in a timing group, the last one used", group);
  // A scalar's index, which some libraries write, says nothing.
  auto const axes = named == nullptr ? table_template() : axes_of(group, *named);
  auto read = read_table_values(group, axes);
  int gone = -1;
  for (int i = 0; i < table_template::axes; ++i) {
    if (axes.variable[i].is_related_load) gone = i;
  }
  if (gone >= 0) {
    if (of.gap == model::table_gap::none) of.gap = model::table_gap::third_axis;
    if (least != nullptr) *least = table_of(without_axis(read, gone, false), axes);
    read = without_axis(read, gone, true);
  }
  into = table_of(std::move(read), axes);
}

/// A table that only early arrivals take.
void liberty_reader::read_early_table(statement const& group, std::size_t which, model::timing_group& of) {
  of.early.resize(4);
  model::table read, least;
  read_table(group, table_use::delay, of, read, &least);
  of.early[which] = std::move(least.empty() ? read : least);
}

namespace {

model::timing_type timing_type_of(std::string_view name) noexcept {
  using enum model::timing_type;
  static constexpr std::pair<std::string_view, model::timing_type> known[] = {
      {"combinational", combinational},
      {"combinational_rise", combinational_rise},
      {"combinational_fall", combinational_fall},
      {"rising_edge", rising_edge},
      {"falling_edge", falling_edge},
      {"preset", preset},
      {"clear", clear},
      {"three_state_enable", three_state_enable},
      {"three_state_enable_rise", three_state_enable_rise},
      {"three_state_enable_fall", three_state_enable_fall},
      {"three_state_disable", three_state_disable},
      {"three_state_disable_rise", three_state_disable_rise},
      {"three_state_disable_fall", three_state_disable_fall},
      {"setup_rising", setup_rising},
      {"setup_falling", setup_falling},
      {"hold_rising", hold_rising},
      {"hold_falling", hold_falling},
      {"recovery_rising", recovery_rising},
      {"recovery_falling", recovery_falling},
      {"removal_rising", removal_rising},
      {"removal_falling", removal_falling},
      {"non_seq_setup_rising", non_seq_setup_rising},
      {"non_seq_setup_falling", non_seq_setup_falling},
      {"non_seq_hold_rising", non_seq_hold_rising},
      {"non_seq_hold_falling", non_seq_hold_falling},
      {"min_pulse_width", min_pulse_width},
      {"minimum_period", minimum_period},
  };
  auto const* const found =
      std::find_if(std::begin(known), std::end(known), [&](auto& k) { return k.first == name; });
  return found == std::end(known) ? other : found->second;
}

}  // namespace

void liberty_reader::read_sense(statement const& s, model::timing_group& into) {
  auto const name = argument(s);
  if (name == "positive_unate") {
    into.sense = model::timing_sense::positive_unate;
  } else if (name == "negative_unate") {
    into.sense = model::timing_sense::negative_unate;
  } else if (name == "non_unate") {
    into.sense = model::timing_sense::non_unate;
  } else {
    fail_at(name, "expected positive_unate, negative_unate or non_unate, found " + in_quotes(name));
  }
}

/// Several names stand in one string, between blanks. Those of related_bus_pins stand for all bits of a bus.
void liberty_reader::read_related_pins(statement const& s, model::timing_group& into) {
  auto const text = argument(s);
  auto const before = into.related_pins.size();
  for_each_word(text, [&](std::string_view name) {
    auto const* const bits = s.name == "related_bus_pins" ? bits_of(name, s) : nullptr;
    if (bits == nullptr) {
      into.related_pins.emplace_back(name);
    } else {
      charge(bits->size() * sizeof(std::string), s.name);
      into.related_pins.insert(into.related_pins.end(), bits->begin(), bits->end());
    }
  });
  if (into.related_pins.size() == before) {
    fail_at(text, "expected the name of a pin in " + std::string(s.name) + ", found none");
  }
}

void liberty_reader::read_timing_attribute(statement const& s, model::timing_group& into) {
  if (s.name == "related_pin" || s.name == "related_bus_pins") {
    read_related_pins(s, into);
  } else if (s.name == "timing_type") {
    into.type_text = argument(s);
    into.type = timing_type_of(into.type_text);
  } else if (s.name == "timing_sense") {
    read_sense(s, into);
  } else if (s.name == "when") {
    into.when = argument(s);
  } else if (s.name == "sdf_cond") {
    into.sdf_cond = argument(s);
  } else if (s.name.starts_with("intrinsic_") || s.name.starts_with("rise_resistance") ||
             s.name.starts_with("fall_resistance")) {
    count("linear (generic_cmos) delay that is not supported", s);
  } else if (s.name == "mode") {
    count("mode of a timing group that is not read: the group counts in every mode", s);
  }
}

/// False for a group that is no table. Where a table of delays has bounds of its own for early arrivals,
/// these count unless the group has others for them.
bool liberty_reader::read_tables(statement const& s, model::timing_group& into) {
  static constexpr std::string_view usual[] = {"cell_rise", "cell_fall", "rise_transition",
                                               "fall_transition"};
  static constexpr std::string_view retained[] = {"retaining_rise", "retaining_fall", "retain_rise_slew",
                                                  "retain_fall_slew"};
  for (std::size_t i = 0; i < 4; ++i) {
    if (s.name == usual[i]) {
      model::table least;
      read_table(s, table_use::delay, into, (i < 2 ? into.delay : into.transition)[i % 2], &least);
      if (least.empty()) return true;
      into.early.resize(4);
      if (into.early[i].empty()) into.early[i] = std::move(least);
      return true;
    }
    if (s.name == retained[i]) return read_early_table(s, i, into), true;
  }
  for (int e = 0; e < 2; ++e) {
    if (s.name != (e == 0 ? "rise_constraint" : "fall_constraint")) continue;
    return read_table(s, table_use::constraint, into, into.constraint[e]), true;
  }
  return false;
}

void liberty_reader::read_timing_part(statement const& s, model::timing_group& into) {
  if (s.kind != statement_kind::group) return read_timing_attribute(s, into);
  if (read_tables(s, into)) return;
  if (s.name.starts_with("ocv_")) return count("OCV table that is not supported", s);
  note_unread(s);
}

bool liberty_reader::has_table(model::timing_group const& group) noexcept {
  for (auto const* const tables : {group.delay, group.transition, group.constraint}) {
    if (!tables[0].empty() || !tables[1].empty()) return true;
  }
  return !group.early.empty();
}

/// Tables of constraints where the type is none of a check: which it would be nobody knows. And tables of
/// delays where it is one.
void liberty_reader::note_unused_tables(statement const& group, model::timing_group const& read) {
  if (read.type == model::timing_type::other) return;  // noted where it is used
  bool const checks = read.type >= model::timing_type::setup_rising;
  auto const any = [](model::table const(&of)[2]) { return !of[0].empty() || !of[1].empty(); };
  std::string const of_type =
      read.type_text.empty() ? "without timing_type" : "of timing_type " + read.type_text;
  if (!checks && any(read.constraint))
    count("rise_constraint or fall_constraint in a timing group " + of_type + ": no check is made", group);
  if (checks && (any(read.delay) || any(read.transition) || !read.early.empty()))
    count("delays or transitions in a timing group " + of_type + ": they are not used", group);
}

model::timing_group liberty_reader::read_timing(statement const& group) {
  model::timing_group result;
  result.line = cursor_.locate(offset_of(file_, group.name)).line;
  bool has_current_source = false;
  for_each_in(group, [&](statement const& s) {
    has_current_source |= s.name.starts_with("output_current_");
    read_timing_part(s, result);
  });
  if (!has_table(result)) {
    count(has_current_source ? "timing group with current-source (CCS) tables only"
                             : "timing group without a table that is supported",
          group);
  }
  note_unused_tables(group, result);
  bool const of_pin_itself =
      result.type == model::timing_type::min_pulse_width || result.type == model::timing_type::minimum_period;
  if (result.related_pins.empty() && !of_pin_itself) count("timing group without a related_pin", group);
  return result;
}

}  // namespace gsta::io::detail
