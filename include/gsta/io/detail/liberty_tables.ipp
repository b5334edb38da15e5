#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_reader.hpp"

namespace gsta::io::detail {

GSTA_INLINE table_axis axis_of(std::string_view name) noexcept {
  using enum model::axis_variable;
  if (name == "input_net_transition" || name == "input_transition_time") return {input_slew};
  if (name == "total_output_net_capacitance") return {output_load};
  if (name == "related_out_total_output_net_capacitance") return {output_load, true};
  if (name == "constrained_pin_transition") return {constrained_slew};
  if (name == "related_pin_transition") return {related_slew};
  return {other};
}

GSTA_INLINE void liberty_reader::read_template(statement const& group) {
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
GSTA_INLINE table_template const* liberty_reader::template_of(statement const& group) const {
  auto const name = trimmed(argument(group));
  if (name.empty() || name == "scalar") return nullptr;
  auto const found = templates_.find(name);
  if (found == templates_.end()) {
    fail_at(argument(group), "there is no lu_table_template " + in_quotes(name) + " in this library");
  }
  return &found->second;
}

/// Each axis is one that a table of this use may have, and none occurs twice.
GSTA_INLINE bool axes_make_sense(table_template const& axes, table_use use) {
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
GSTA_INLINE char const* after_plus(char const* at, char const* end) noexcept {
  return *at == '+' && at + 1 != end && at[1] != '-' ? at + 1 : at;
}

GSTA_INLINE void liberty_reader::append_numbers(std::string_view text, double scale,
                                                std::vector<float>& into) const {
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

GSTA_INLINE std::vector<float> liberty_reader::read_numbers(statement const& s, double scale) const {
  std::vector<float> result;
  for (std::uint32_t i = 0; i < s.argument_count; ++i) append_numbers(syntax_.argument(s, i), scale, result);
  if (result.empty()) fail_at(s.name, "expected numbers in " + in_quotes(s.name) + ", found none");
  return result;
}

GSTA_INLINE std::vector<float> liberty_reader::read_axis(statement const& s, table_axis const& axis) const {
  auto result = read_numbers(s, axis.variable == model::axis_variable::output_load ? to_ff_ : to_ps_);
  for (std::size_t i = 1; i < result.size(); ++i) {
    if (result[i] <= result[i - 1])
      fail_at(s.name, "the values of " + in_quotes(s.name) + " do not increase");
  }
  return result;
}

/// What a table's axes are: those of its template, with values of its own where it has some.
GSTA_INLINE table_template liberty_reader::axes_of(statement const& group, table_template axes) const {
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

GSTA_INLINE read_values liberty_reader::read_table_values(statement const& group,
                                                          table_template const& axes) {
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

/// The table without axis `gone`: of the values along it the least or the largest one.
GSTA_INLINE read_values without_axis(read_values const& read, int gone, bool largest) {
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
GSTA_INLINE model::table table_of(read_values read, table_template const& axes) {
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

/// Where the file has one more axis, the load of another output, `into` gets the largest values along it and
/// `least` the least.
GSTA_INLINE void liberty_reader::read_table(statement const& group, table_use use, model::timing_group& of,
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
GSTA_INLINE void liberty_reader::read_early_table(statement const& group, std::size_t which,
                                                  model::timing_group& of) {
  of.early.resize(4);
  model::table read, least;
  read_table(group, table_use::delay, of, read, &least);
  of.early[which] = std::move(least.empty() ? read : least);
}

}  // namespace gsta::io::detail
