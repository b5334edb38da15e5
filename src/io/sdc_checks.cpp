// Checks, disabled arcs, and limits.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// Which of -END, -rise_END and -fall_END is given, and the edges that it leaves; empty: none.
std::string sdc_reader::edge_option(sdc_arguments const& in, std::string_view option, bool& rise,
                                    bool& fall) const {
  for (std::string const edge : {"", "rise_", "fall_"}) {
    auto name = edge + std::string(option);
    if (!in.has(name)) continue;
    rise = edge != "fall_";
    fall = edge != "rise_";
    return name;
  }
  return {};
}

sdc_reply sdc_reader::set_clock_gating_check(sdc_arguments const& in) {
  in.expect_words(0, 1);
  if (in.has("high") && in.has("low")) throw sdc_error("-high and -low exclude each other");
  if (!in.has("setup") && !in.has("hold")) throw sdc_error("set_clock_gating_check needs -setup or -hold");
  model::gating_check check;
  check.at = tcl.locate().at;
  bool const any_edge = in.has("rise") == in.has("fall");
  for (int c = 0; c < conditions; ++c) {
    auto const* const margin = in.value(is_late(c) ? "setup" : "hold");
    if (margin != nullptr && (any_edge || in.has(edge_of(c) == 0 ? "rise" : "fall")))
      check.margin[c] = scaled(*margin, units_.time_to_ps);
  }
  if (in.has("high")) check.active = "1";
  if (in.has("low")) check.active = "0";
  auto objects =
      in.words.empty()
          ? sdc_objects{}
          : objects_of(in.words[0], sdc_kind::clock | sdc_kind::cell | sdc_kind::port | sdc_kind::pin,
                       sdc_missing::noted);
  drop_modules(objects);
  for (auto const& object : objects) {
    if (object.kind == sdc_kind::clock) {
      check.clocks.push_back(object.name);
    } else if (object.kind == sdc_kind::cell) {
      check.instances.push_back(object.name);
    } else {
      for (auto& pin : leaf_pins(object)) check.pins.push_back(std::move(pin));
    }
  }
  if (!check.active.empty() && check.instances.empty() && check.pins.empty() &&
      (in.words.empty() || !check.clocks.empty()))
    throw sdc_error("-high and -low are for pins and instances only");
  if (!in.words.empty() && objects.empty()) {
    count(command_ + " of an empty list");
    return {};
  }
  gating_checks_.push_back(std::move(check));
  return {};
}

sdc_reply sdc_reader::set_disable_clock_gating(sdc_arguments const& in) {
  in.expect_words(1, 1);
  auto objects =
      objects_of(in.words[0], sdc_kind::lib_cell | sdc_kind::cell | sdc_kind::pin, sdc_missing::noted);
  drop_modules(objects);
  drop_module_pins(objects);
  for (auto const& object : objects) {
    if (object.kind == sdc_kind::lib_cell) {
      leave_out(command_ + " of a library cell");
    } else {
      ungated_.push_back({object.name, object.kind == sdc_kind::cell, tcl.locate().at});
    }
  }
  return {};
}

/// What set_disable_timing names. A pin of a module is the wires through it.
std::vector<model::disabled_timing> sdc_reader::disabled_by(sdc_arguments const& in) {
  in.expect_words(1, 1);
  using scope = model::disabled_timing::scope;
  std::vector<model::disabled_timing> result;
  model::disabled_timing given;
  given.at = tcl.locate().at;
  auto const pin_name = [&](char const* option) {
    auto const* const value = in.value(option);
    auto const name = value == nullptr ? std::string() : handles_.shown(*value);
    return name.substr(name.rfind('/') + 1);
  };
  given.from = pin_name("from");
  given.to = pin_name("to");
  auto const objects = objects_of(
      in.words[0], sdc_kind::lib_cell | sdc_kind::lib_pin | sdc_kind::cell | sdc_kind::port | sdc_kind::pin,
      sdc_missing::noted);
  for (auto const& object : objects) {
    auto one = given;
    if (is_module(object)) throw sdc_error(command_ + " of the module " + in_quotes(object.name));
    if (object.kind == sdc_kind::port || object.kind == sdc_kind::pin) {
      one.from.clear();
      one.to.clear();
      one.of = module_pin(object) != nullptr ? scope::wire : scope::pin;
      auto const* const of_module = module_pin(object);
      if (of_module != nullptr && !is_told_apart(*of_module)) continue;
      for (auto& pin : leaf_pins(object)) {
        one.name = std::move(pin);
        result.push_back(one);
      }
      continue;
    }
    one.of = object.kind == sdc_kind::cell       ? scope::instance
             : object.kind == sdc_kind::lib_cell ? scope::library_cell
                                                 : scope::library_pin;
    one.name = object.name;
    check_disabled_pins(one);
    result.push_back(std::move(one));
  }
  if (objects.empty()) count(command_ + " of an empty list");
  return result;
}

/// -from and -to are pins or buses of the cell.
void sdc_reader::check_disabled_pins(model::disabled_timing const& one) const {
  bool const is_instance = one.of == model::disabled_timing::scope::instance;
  auto const* const instance = is_instance ? names_.find_instance(one.name) : nullptr;
  auto const* const cell =
      names_.library().find_cell(instance != nullptr ? std::string(instance->cell) : one.name);
  if (cell == nullptr) return;
  for (auto const* const pin : {&one.from, &one.to}) {
    bool const is_bus = std::any_of(cell->buses.begin(), cell->buses.end(),
                                    [&](auto const& bus) { return bus.name == *pin; });
    if (!pin->empty() && cell->find_pin(*pin) == nullptr && !is_bus)
      throw sdc_error("there is no pin " + in_quotes(*pin) + " of " + in_quotes(one.name));
  }
}

sdc_reply sdc_reader::set_disable_timing(sdc_arguments const& in) {
  for (auto& one : disabled_by(in)) disabled_.push_back(std::move(one));
  return {};
}

/// The pins, edges and sides that -from, -to and other options name; empty pins for those of modules.
model::data_check sdc_reader::data_check_of(sdc_arguments const& in) {
  model::data_check check;
  check.at = tcl.locate().at;
  check.setup = !in.has("hold") || in.has("setup");
  check.hold = !in.has("setup") || in.has("hold");
  auto const from = edge_option(in, "from", check.from_rise, check.from_fall);
  auto const to = edge_option(in, "to", check.to_rise, check.to_fall);
  if (from.empty() || to.empty()) throw sdc_error(command_ + " needs -from and -to");
  auto const pin_of = [&](std::string const& words) {
    auto objects = objects_of(words, sdc_kind::port | sdc_kind::pin);
    if (objects.size() != 1) throw sdc_error("expected one port or pin, found " + quoted(words));
    drop_module_pins(objects);
    return objects.empty() ? std::string() : objects[0].name;
  };
  check.from = pin_of(*in.value(from));
  check.to = pin_of(*in.value(to));
  if (in.has("clock")) check.clock = one_clock(*in.value("clock"));
  return check;
}

sdc_reply sdc_reader::set_data_check(sdc_arguments const& in) {
  in.expect_words(1, 1);
  auto check = data_check_of(in);
  check.margin = scaled(in.words[0], units_.time_to_ps);
  if (in.has("clock")) count(command_ + " -clock: data of all clocks are checked");
  if (!check.from.empty() && !check.to.empty()) data_checks_.push_back(std::move(check));
  return {};
}

sdc_reply sdc_reader::set_max_time_borrow(sdc_arguments const& in) {
  in.expect_words(2, 2);
  model::time_borrow borrow;
  borrow.at = tcl.locate().at;
  borrow.limit = not_negative(in.words[0], units_.time_to_ps);
  auto objects =
      objects_of(in.words[1], sdc_kind::clock | sdc_kind::cell | sdc_kind::pin, sdc_missing::noted);
  drop_modules(objects);
  drop_module_pins(objects);
  for (auto const& object : objects) {
    auto& into = object.kind == sdc_kind::clock  ? borrow.clocks
                 : object.kind == sdc_kind::cell ? borrow.instances
                                                 : borrow.pins;
    into.push_back(object.name);
  }
  if (objects.empty()) {
    count(command_ + " of an empty list");
    return {};
  }
  time_borrows_.push_back(std::move(borrow));
  return {};
}

/// The same limit for each object that `words` names: the design, by its handle or its name, or others of
/// these kinds.
void sdc_reader::add_limits(model::design_limit given, std::string const& words, sdc_kinds kinds) {
  using scope = model::design_limit::scope;
  given.at = tcl.locate().at;
  sdc_list list;
  flatten_list(words, 0, list);
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

sdc_reply sdc_reader::set_max_transition(sdc_arguments const& in) {
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

sdc_reply sdc_reader::set_max_capacitance(sdc_arguments const& in) {
  in.expect_words(2, 2);
  model::design_limit limit;
  limit.of = model::design_limit::kind::capacitance;
  limit.value = not_negative(in.words[0], units_.capacitance_to_ff);
  add_limits(std::move(limit), in.words[1],
             sdc_kind::lib_cell | sdc_kind::cell | sdc_kind::port | sdc_kind::pin);
  return {};
}

sdc_reply sdc_reader::set_max_fanout(sdc_arguments const& in) {
  in.expect_words(2, 2);
  model::design_limit limit;
  limit.of = model::design_limit::kind::fanout;
  limit.value = not_negative(in.words[0], 1);
  add_limits(std::move(limit), in.words[1],
             sdc_kind::lib_cell | sdc_kind::cell | sdc_kind::port | sdc_kind::pin);
  return {};
}

/// Without objects it holds for all clocks.
sdc_reply sdc_reader::set_min_pulse_width(sdc_arguments const& in) {
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
