#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "gsta/io/detail/sdc_fan.hpp"
#include "gsta/io/detail/sdc_related.ipp"

namespace gsta::io::detail {

/// Where a leaf pin or a port stands in the netlist; none where nothing connects it.
GSTA_INLINE std::optional<sdc_pin_ref> sdc_reader::place_of(std::string const& pin) const {
  for (auto const& at : names_.pins_of(net_of_pin(pin))) {
    if (names_.name_of(at) == pin) return at;
  }
  return std::nullopt;
}

/// What all_fanin and all_fanout mean: pins by their places, with the fewest steps first.
GSTA_INLINE sdc_objects sdc_reader::fan_of(sdc_arguments const& in, bool forward) {
  auto const* const words = in.value(forward ? "from" : "to");
  if (words == nullptr || !in.words.empty())
    throw sdc_error(command_ + (forward ? " needs -from" : " needs -to") + " and nothing beside options");
  auto const* const trace = in.value("trace_arcs");
  if (trace != nullptr && *trace != "all" && *trace != "timing" && *trace != "enabled")
    throw sdc_error("expected timing, enabled or all in -trace_arcs, found " + quoted(*trace));
  bool const all = trace != nullptr && *trace == "all";
  if (!all && !(cases_.records.empty() && logic_values_.records.empty() && disabled_.empty()))
    throw sdc_error(command_ + " behind case analysis or disabled arcs needs -trace_arcs all");
  auto const most = [&](char const* option) {
    auto const* const value = in.value(option);
    auto const number = value == nullptr ? 0 : integer(*value, 0, "a number of levels");
    return number == 0 ? std::numeric_limits<int>::max() : number;
  };
  int const most_cells = most("levels"), most_pins = most("pin_levels");
  sdc_fan const fan(names_);
  bool const ends_alone = in.has(forward ? "endpoints_only" : "startpoints_only");
  auto const is_end = [&](sdc_pin_ref pin) {
    bool const is_first = fan.in_front(pin).empty();
    if (!forward) return is_first || fan.is_register_clock(pin);
    return !is_first &&
           (fan.is_checked(pin) || fan.behind(pin).empty() || required_.by_pin.contains(names_.name_of(pin)));
  };
  struct reached {
    sdc_pin_ref pin;
    int cells, pins;
  };
  std::vector<reached> met;
  std::set<std::pair<std::size_t, std::size_t>> known;
  auto const reach = [&](sdc_pin_ref pin, int cells, int pins) {
    if (known.insert({pin.instance, pin.index}).second) met.push_back({pin, cells, pins});
  };
  for (auto const& object : objects_of(*words, sdc_kind::port | sdc_kind::pin | sdc_kind::net)) {
    auto const* const of_module = module_pin(object);
    bool const is_net = object.kind == sdc_kind::net;
    auto const pins = is_net                 ? (forward ? loads_of(object.name) : drivers_of(object.name))
                      : of_module == nullptr ? sdc_list{object.name}
                      : forward              ? loads_behind(*of_module)
                                             : drivers_of(of_module->net);
    for (auto const& pin : pins) {
      if (auto const at = place_of(pin)) reach(*at, 0, 0);
    }
  }
  sdc_objects result;
  for (std::size_t i = 0; i < met.size(); ++i) {
    auto const [pin, cells, pins] = met[i];
    auto const name = names_.name_of(pin);
    auto const level = names_.parent_of(name);
    bool const stops = pins >= most_pins || (forward ? is_end(pin) : fan.is_register_clock(pin));
    auto const next = stops ? std::vector<sdc_fan::step>{} : forward ? fan.behind(pin) : fan.in_front(pin);
    for (auto const& [to, through_cell] : next) {
      if (cells >= most_cells && through_cell) continue;
      if (in.has("flat") || names_.parent_of(names_.name_of(to)) == level)
        reach(to, cells + (through_cell ? 1 : 0), pins + 1);
    }
    if (ends_alone && !is_end(pin)) continue;
    bool const is_port = pin.instance == sdc_pin_ref::none;
    if (!in.has("only_cells")) {
      result.push_back({is_port ? sdc_kind::port : sdc_kind::pin, names_.name_of(pin)});
    } else if (!is_port) {
      result.push_back({sdc_kind::cell, std::string(names_.netlist().instances[pin.instance].name)});
    }
  }
  return result;
}

GSTA_INLINE sdc_reply sdc_reader::all_fanin(sdc_arguments const& in) {
  return handles_once(fan_of(in, false));
}

GSTA_INLINE sdc_reply sdc_reader::all_fanout(sdc_arguments const& in) {
  return handles_once(fan_of(in, true));
}

/// Each once.
GSTA_INLINE sdc_reply sdc_reader::handles_once(sdc_objects const& objects) {
  auto result = handles(objects);
  std::set<std::string> met;
  std::erase_if(result.list, [&](auto const& handle) { return !met.insert(handle).second; });
  return result;
}

/// The clock pins that a clock reaches from its sources, up to those of other clocks.
GSTA_INLINE std::set<std::string> sdc_reader::clock_pins_of(std::string const& clock) {
  sdc_fan const fan(names_);
  std::vector<sdc_pin_ref> met;
  std::set<std::string> known, result;
  auto const reach = [&](std::string const& pin) {
    auto const at = place_of(pin);
    if (at && known.insert(pin).second) met.push_back(*at);
  };
  std::set<std::string> of_others;
  for (auto const& other : clocks_) of_others.insert(other.sources.begin(), other.sources.end());
  for (auto const& made : generated_clocks_)
    of_others.insert(made.clock.sources.begin(), made.clock.sources.end());
  for (auto const& source : usable_clock(clock)->sources) {
    auto const* const of_module = module_pin({sdc_kind::pin, source});
    for (auto const& pin : of_module == nullptr ? sdc_list{source} : loads_behind(*of_module)) reach(pin);
  }
  for (std::size_t i = 0; i < met.size(); ++i) {
    auto const pin = met[i];
    if (fan.is_register_clock(pin)) result.insert(names_.name_of(pin));
    for (auto const& [to, through_cell] : fan.behind(pin)) {
      if (auto const name = names_.name_of(to); !of_others.contains(name)) reach(name);
    }
  }
  return result;
}

}  // namespace gsta::io::detail
