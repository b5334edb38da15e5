#pragma once

#include <utility>

#include "gsta/io/detail/sdc_select.ipp"

namespace gsta::io::detail {

/// The last value of a pin counts.
GSTA_INLINE void sdc_reader::set_case(record_table<model::case_value>& table, std::string const& words,
                                      bool value, bool is_edge) {
  for (auto const& pin : leaf_pins(words, sdc_kind::port | sdc_kind::pin)) {
    auto& of_pin = record_of(table, pin, {}, edge::rise);
    of_pin.value = value;
    of_pin.is_edge = is_edge;
  }
}

GSTA_INLINE sdc_reply sdc_reader::set_case_analysis(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const value = sdc_lower_case(trimmed(in.words[0]));
  if (value == "0" || value == "zero") {
    set_case(cases_, in.words[1], false);
  } else if (value == "1" || value == "one") {
    set_case(cases_, in.words[1], true);
  } else if (value == "rise" || value == "rising" || value == "fall" || value == "falling") {
    set_case(cases_, in.words[1], value == "rise" || value == "rising", true);
  } else {
    throw sdc_error("expected 0, 1, zero, one, rising or falling, found " + quoted(in.words[0]));
  }
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_logic_zero(sdc_arguments const& in) {
  in.expect_words(1, 1);
  set_case(logic_values_, in.words[0], false);
  return {};
}
GSTA_INLINE sdc_reply sdc_reader::set_logic_one(sdc_arguments const& in) {
  in.expect_words(1, 1);
  set_case(logic_values_, in.words[0], true);
  return {};
}

/// A net has only a delay of its wires, an instance and a library cell one of the cell and checks.
GSTA_INLINE void sdc_reader::add_derates(model::timing_derate const& given, bool names_kinds,
                                         sdc_objects const& objects) {
  using scope = model::timing_derate::scope;
  for (auto const& object : objects) {
    auto derate = given;
    derate.name = object.name;
    if (object.kind == sdc_kind::net) {
      if (given.checks || (names_kinds && given.cells))
        count("set_timing_derate of cells for a net, ignored");
      derate.of = scope::net;
      derate.nets = true;
      derate.cells = derate.checks = false;
    } else {
      if (names_kinds && given.nets) count("set_timing_derate of nets for a cell, ignored");
      derate.of = object.kind == sdc_kind::cell ? scope::instance : scope::library_cell;
      derate.nets = false;
      if (is_module(object)) {
        count("set_timing_derate of a module, which has no effect");
        continue;
      }
      if (!derate.cells && !derate.checks) continue;
    }
    derates_.push_back(std::move(derate));
  }
}

GSTA_INLINE sdc_reply sdc_reader::set_timing_derate(sdc_arguments const& in) {
  in.expect_words(1, 2);
  model::timing_derate derate;
  derate.at = tcl.locate().at;
  derate.factor = not_negative(in.words[0], 1);
  if (derate.factor == 0) throw sdc_error("a factor of 0 leaves no delay: set_timing_derate needs one above");
  derate.early = in.has("early");
  derate.late = in.has("late");
  if (!derate.early && !derate.late) throw sdc_error("set_timing_derate needs -early or -late");
  bool const any_edge = in.has("rise") == in.has("fall"), any_path = in.has("clock") == in.has("data");
  derate.rise = any_edge || in.has("rise");
  derate.fall = any_edge || in.has("fall");
  derate.clock = any_path || in.has("clock");
  derate.data = any_path || in.has("data");
  bool const names_kinds = in.has("cell_delay") || in.has("net_delay") || in.has("cell_check");
  derate.cells = !names_kinds || in.has("cell_delay");
  derate.nets = !names_kinds || in.has("net_delay");
  derate.checks = in.has("cell_check");
  if (in.words.size() == 1) {
    derates_.push_back(std::move(derate));
    return {};
  }
  auto const objects =
      objects_of(in.words[1], sdc_kind::cell | sdc_kind::lib_cell | sdc_kind::net, sdc_missing::noted);
  if (objects.empty()) count(command_ + " of an empty list");
  add_derates(derate, names_kinds, objects);
  return {};
}

}  // namespace gsta::io::detail
