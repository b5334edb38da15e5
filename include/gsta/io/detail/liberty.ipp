#pragma once

#include <charconv>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/core/inline.hpp"
#include "gsta/io/detail/liberty_cells.ipp"
#include "gsta/io/detail/liberty_syntax.ipp"
#include "gsta/io/detail/liberty_tables.ipp"
#include "gsta/io/detail/liberty_timing.ipp"
#include "gsta/io/liberty.hpp"

namespace gsta::io {
namespace detail {

GSTA_INLINE void liberty_reader::fail_at(std::string_view piece, std::string const& sentence) const {
  fail(file_, offset_of(file_, piece), sentence);
}

GSTA_INLINE void liberty_reader::count(std::string const& kind, statement const& s) {
  seen_.add(kind, place(file_, cursor_.locate(offset_of(file_, s.name))));
}

GSTA_INLINE std::string_view liberty_reader::name_of(statement const& group) const {
  auto const name = trimmed(argument(group));
  if (name.empty()) fail_at(group.name, "the group " + in_quotes(group.name) + " has no name");
  return name;
}

GSTA_INLINE double liberty_reader::number(statement const& s) const {
  return number_of(file_, trimmed(argument(s)));
}

/// `1ps`, `100ps`, `1ns`: how many ps the unit has.
GSTA_INLINE void liberty_reader::read_time_unit(statement const& s) {
  static constexpr std::pair<std::string_view, double> units[] = {{"fs", 1e-3}, {"ps", 1},   {"ns", 1e3},
                                                                  {"us", 1e6},  {"ms", 1e9}, {"s", 1e12}};
  auto const text = trimmed(argument(s));
  auto const digits = text.substr(0, text.find_first_not_of("0123456789.+"));
  double many = 0;
  if (to_number(digits, many) && many > 0) {
    auto const unit = trimmed(text.substr(digits.size()));
    for (auto const& [name, ps] : units) {
      if (unit == name) {
        to_ps_ = many * ps;
        return;
      }
    }
  }
  fail_at(text, "expected a time unit such as 1ps or 1ns, found " + in_quotes(text));
}

/// `(1, ff)` or `(0.1, pf)`.
GSTA_INLINE void liberty_reader::read_capacitance_unit(statement const& s) {
  if (s.argument_count != 2) fail_at(s.name, "expected capacitive_load_unit (number, ff) or (number, pf)");
  auto const piece = trimmed(syntax_.argument(s, 0));
  auto const unit = trimmed(syntax_.argument(s, 1));
  auto const many = number_of(file_, piece);
  if (many <= 0) fail_at(piece, "expected a unit greater than 0, found " + in_quotes(piece));
  if (unit == "ff" || unit == "fF" || unit == "FF") {
    to_ff_ = many;
  } else if (unit == "pf" || unit == "pF" || unit == "PF") {
    to_ff_ = many * 1000;
  } else {
    fail_at(unit, "expected ff or pf, found " + in_quotes(unit));
  }
}

GSTA_INLINE void liberty_reader::read_library_attribute(statement const& s) {
  if (s.name == "time_unit") return read_time_unit(s);
  if (s.name == "capacitive_load_unit") return read_capacitance_unit(s);
  if (s.name == "delay_model" && argument(s) != "table_lookup") {
    return count("delay_model other than table_lookup", s);
  }
  if (s.name == "slew_derate_from_library" && number(s) != 1)
    return count("slew_derate_from_library, not applied", s);
  if (s.name == "scaled_cell") return count("scaled_cell that is not supported", s);
  if (s.name == "include_file") return count("include_file, not followed", s);
  if (s.name.starts_with("ocv_") && s.name != "ocv_table_template") {
    return count("OCV statement that is not supported", s);
  }
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
  using model::direction;
  syntax_ = read_liberty_syntax(file_);
  auto const& group = library_group();
  model::library result;
  result.file = file_.name();
  result.name = argument(group);
  bool has_capacitance_unit = false;
  for_each_in(group, [&](statement const& s) {
    has_capacitance_unit |= s.name == "capacitive_load_unit";
    read_library_attribute(s);
  });
  if (!has_capacitance_unit) count("library without capacitive_load_unit, 1 pf assumed", group);
  result.time_unit_ps = static_cast<float>(to_ps_);
  result.capacitance_unit_ff = static_cast<float>(to_ff_);
  for_each_in(group, [&](statement const& s) {
    if (s.name == "lu_table_template") read_template(s);
    auto const preset = [&](direction d) { default_capacitance_[static_cast<int>(d)] = capacitance(s, 0); };
    if (s.name == "default_input_pin_cap") preset(direction::input);
    if (s.name == "default_output_pin_cap") preset(direction::output);
    if (s.name == "default_inout_pin_cap") preset(direction::inout);
  });
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
