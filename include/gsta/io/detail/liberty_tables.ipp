#pragma once

#include <charconv>
#include <cmath>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_reader.hpp"

namespace gsta::io::detail {

GSTA_INLINE model::axis_variable axis_variable_of(std::string_view name) noexcept {
  using enum model::axis_variable;
  if (name == "input_net_transition" || name == "input_transition_time") return input_slew;
  if (name == "total_output_net_capacitance") return output_load;
  if (name == "constrained_pin_transition") return constrained_slew;
  if (name == "related_pin_transition") return related_slew;
  return other;
}

GSTA_INLINE void liberty_reader::read_template(statement const& group) {
  table_template result;
  for_each_in(group, [&](statement const& s) {
    if (s.name == "variable_1") result.variable[0] = axis_variable_of(argument(s));
    if (s.name == "variable_2") result.variable[1] = axis_variable_of(argument(s));
    if (s.name == "variable_3") result.understood = false;
    if (s.name == "index_1") result.index[0] = &s;
    if (s.name == "index_2") result.index[1] = &s;
  });
  for (auto const v : result.variable) result.understood &= v != model::axis_variable::other;
  if (result.variable[0] == model::axis_variable::none && result.variable[1] != model::axis_variable::none) {
    fail_at(group.name, "the template has variable_2 and no variable_1");
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

GSTA_INLINE double liberty_reader::scale_of(model::axis_variable variable) const noexcept {
  return variable == model::axis_variable::output_load ? to_ff_ : to_ps_;
}

GSTA_INLINE bool liberty_reader::axes_make_sense(table_template const& axes, table_use use) const {
  using enum model::axis_variable;
  auto const [a, b] = axes.variable;
  auto const fits = [use](model::axis_variable v) {
    if (v == none) return true;
    return use == table_use::delay ? v == input_slew || v == output_load
                                   : v == constrained_slew || v == related_slew;
  };
  return axes.understood && fits(a) && fits(b) && (a != b || a == none);
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

GSTA_INLINE std::vector<float> liberty_reader::read_axis(statement const& s,
                                                         model::axis_variable variable) const {
  auto result = read_numbers(s, scale_of(variable));
  for (std::size_t i = 1; i < result.size(); ++i) {
    if (result[i] <= result[i - 1])
      fail_at(s.name, "the values of " + in_quotes(s.name) + " do not increase");
  }
  return result;
}

/// Fills a table's axes, and returns how many values they span.
GSTA_INLINE std::size_t liberty_reader::read_axes(statement const& group, table_template const& axes,
                                                  model::table& into) const {
  static constexpr char const* names[2] = {"index_1", "index_2"};
  std::vector<float>* const index[2] = {&into.index_1, &into.index_2};
  std::size_t spanned = 1;
  for (int i = 0; i < 2; ++i) {
    if (axes.variable[i] == model::axis_variable::none) {
      if (axes.index[i] == nullptr) continue;
      fail_at(axes.index[i]->name, std::string("the template of the table has no variable for ") + names[i]);
    }
    if (axes.index[i] == nullptr) {
      fail_at(group.name, std::string("neither the table nor its template has ") + names[i]);
    }
    *index[i] = read_axis(*axes.index[i], axes.variable[i]);
    spanned *= index[i]->size();
  }
  return spanned;
}

GSTA_INLINE void liberty_reader::read_table(statement const& group, table_use use, model::table& into) {
  static constexpr table_template scalar{};
  auto const* const named = template_of(group);
  auto axes = named == nullptr ? scalar : *named;
  if (!axes_make_sense(axes, use)) return count("table over variables that are not supported", group);
  if (!into.empty()) count("second table of one kind in a timing group, the last one used", group);

  statement const* values = nullptr;
  for_each_in(group, [&](statement const& s) {
    // A scalar's index, which some libraries write, says nothing.
    if (s.name == "index_1" && named != nullptr) axes.index[0] = &s;
    if (s.name == "index_2" && named != nullptr) axes.index[1] = &s;
    if (s.name == "values") values = &s;
  });
  if (values == nullptr) fail_at(group.name, "the table " + in_quotes(group.name) + " has no values");

  model::table result{axes.variable[0], axes.variable[1], {}, {}, {}};
  auto const spanned = read_axes(group, axes, result);
  result.values = read_numbers(*values, to_ps_);
  if (result.values.size() != spanned) {
    fail_at(values->name, "expected " + std::to_string(spanned) + (spanned == 1 ? " value" : " values") +
                              ", as many as the axes span, found " + std::to_string(result.values.size()));
  }
  into = std::move(result);
}

}  // namespace gsta::io::detail
