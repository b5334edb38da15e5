#pragma once

#include <utility>

#include "gsta/io/detail/sdc_select.ipp"

/// Limits that are checked beside slack.
namespace gsta::io::detail {

/// The same limit for each object that `words` names: the design, by its handle or its name, or others of
/// these kinds.
GSTA_INLINE void sdc_reader::add_limits(model::design_limit given, std::string const& words,
                                        sdc_kinds kinds) {
  using scope = model::design_limit::scope;
  given.at = tcl.locate().at;
  sdc_list list;
  flatten_words(words, 0, list);
  bool found = false;
  for (auto const& word : list) {
    auto const* const handle = handles_.find(word);
    bool const is_design =
        handle != nullptr ? handle->kind == sdc_kind::design : word == names_.netlist().name;
    if (is_design) {
      given.of_what = scope::design;
      given.name.clear();
      limits_.push_back(given);
      found = true;
      continue;
    }
    auto objects = objects_of(word, kinds, sdc_missing::noted);
    found = found || !objects.empty();
    drop_modules(objects);
    for (auto const& object : objects) {
      given.of_what = object.kind == sdc_kind::clock      ? scope::clock
                      : object.kind == sdc_kind::cell     ? scope::instance
                      : object.kind == sdc_kind::lib_cell ? scope::library_cell
                                                          : scope::pin;
      auto const pins = given.of_what == scope::pin ? leaf_pins(object) : sdc_list{object.name};
      for (auto const& pin : pins) {
        given.name = pin;
        limits_.push_back(given);
      }
    }
  }
  if (!found) count(command_ + " of an empty list");
}

GSTA_INLINE sdc_reply sdc_reader::set_max_transition(sdc_arguments const& in) {
  in.expect_words(2, 2);
  model::design_limit limit;
  limit.of = model::design_limit::kind::transition;
  limit.value = not_negative(in.words[0], units_.time_to_ps);
  bool const any_edge = in.has("rise") == in.has("fall");
  limit.rise = any_edge || in.has("rise");
  limit.fall = any_edge || in.has("fall");
  limit.data_path = !in.has("clock_path") || in.has("data_path");
  limit.clock_path = !in.has("data_path") || in.has("clock_path");
  add_limits(std::move(limit), in.words[1],
             sdc_kind::clock | sdc_kind::lib_cell | sdc_kind::cell | sdc_kind::port | sdc_kind::pin);
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_max_capacitance(sdc_arguments const& in) {
  in.expect_words(2, 2);
  model::design_limit limit;
  limit.of = model::design_limit::kind::capacitance;
  limit.value = not_negative(in.words[0], units_.capacitance_to_ff);
  add_limits(std::move(limit), in.words[1],
             sdc_kind::lib_cell | sdc_kind::cell | sdc_kind::port | sdc_kind::pin);
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_max_fanout(sdc_arguments const& in) {
  in.expect_words(2, 2);
  model::design_limit limit;
  limit.of = model::design_limit::kind::fanout;
  limit.value = not_negative(in.words[0], 1);
  add_limits(std::move(limit), in.words[1],
             sdc_kind::lib_cell | sdc_kind::cell | sdc_kind::port | sdc_kind::pin);
  return {};
}

/// Without objects it holds for all clocks.
GSTA_INLINE sdc_reply sdc_reader::set_min_pulse_width(sdc_arguments const& in) {
  in.expect_words(1, 2);
  model::design_limit limit;
  limit.of = model::design_limit::kind::pulse_width;
  limit.value = not_negative(in.words[0], units_.time_to_ps);
  limit.rise = in.has("high") || !in.has("low");
  limit.fall = in.has("low") || !in.has("high");
  if (in.words.size() == 2) {
    add_limits(std::move(limit), in.words[1],
               sdc_kind::clock | sdc_kind::cell | sdc_kind::port | sdc_kind::pin);
    return {};
  }
  limit.at = tcl.locate().at;
  limits_.push_back(std::move(limit));
  return {};
}

}  // namespace gsta::io::detail
