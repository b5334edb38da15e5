#pragma once

#include <algorithm>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/latch_order.hpp"
#include "gsta/flat/structure.hpp"

namespace gsta {

inline structure_editor::structure_editor(flat_design const& design)
    : design_((design.require_owned(), design)),
      net_begin_(design.pin_load.size() + 1, 0),
      pin_gone_(design.pin_load.size(), 0),
      arc_gone_(design.arc_from.size(), 0),
      check_gone_(design.check_data.size(), 0),
      net_count_(design.net_driver.size()),
      exception_gone_(design.exceptions.size(), 0) {
  for (id const pin : design.net_sink) ++net_begin_[pin + 1];
  for (id const pin : design.net_driver) ++net_begin_[pin + 1];
  for (std::size_t p = 1; p < net_begin_.size(); ++p) net_begin_[p] += net_begin_[p - 1];
  net_of_.resize(static_cast<std::size_t>(net_begin_.back()));
  vector_by_id<id> next(net_begin_.begin(), net_begin_.end() - 1);
  for (std::size_t net = 0; net < net_count_; ++net) {
    net_of_[next[design.net_driver[net]]++] = static_cast<id>(net);
    for (id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a)
      net_of_[next[design.net_sink[a]]++] = static_cast<id>(net);
  }
}

inline id structure_editor::add_pin(std::string name, per_condition<float> const& load) {
  for (int c = 0; c < conditions; ++c) check(math::is_defined(load[c]), "add_pin: a load is a number");
  pins_.push_back({std::move(name), load});
  pin_gone_.push_back(0);
  return static_cast<id>(pin_gone_.size()) - 1;
}

inline void structure_editor::remove_pin(id pin) {
  check(is_pin(pin), "remove_pin: no such pin");
  for (std::size_t i = 0; i < design_.shadow_of.size(); ++i) {
    if (design_.shadow_of[i] != pin || pin_gone_[i] != 0) continue;
    leave_nets(static_cast<id>(i));
    pin_gone_[i] = 1;
  }
  leave_nets(pin);
  pin_gone_[pin] = 1;
}

inline id structure_editor::add_arc(id from, id to, id type) {
  check(is_pin(from) && is_pin(to), "add_arc: no such pin");
  check(type >= 0 && static_cast<std::size_t>(type) < design_.arc_types.size(), "add_arc: no such type");
  arcs_.push_back({from, to, type});
  arc_gone_.push_back(0);
  return static_cast<id>(arc_gone_.size()) - 1;
}

inline void structure_editor::remove_arc(id arc) {
  check(arc >= 0 && static_cast<std::size_t>(arc) < arc_gone_.size() && arc_gone_[arc] == 0,
        "remove_arc: no such cell arc");
  bool const is_new = static_cast<std::size_t>(arc) >= design_.arc_from.size();
  check(is_new || !orders_latch(design_, arc), "remove_arc: the arc orders a latch, and goes with it");
  arc_gone_[arc] = 1;
}

inline id structure_editor::add_check(id data, id clock, id type) {
  check(is_pin(data) && is_pin(clock), "add_check: no such pin");
  check(type >= 0 && static_cast<std::size_t>(type) < design_.check_types.size(), "add_check: no such type");
  checks_.push_back({data, clock, type});
  check_gone_.push_back(0);
  return static_cast<id>(check_gone_.size()) - 1;
}

inline void structure_editor::remove_check(id i) {
  check(i >= 0 && static_cast<std::size_t>(i) < check_gone_.size() && check_gone_[i] == 0,
        "remove_check: no such check");
  check_gone_[i] = 1;
}

inline id structure_editor::add_net(id driver, std::vector<id> const& sinks, std::string name) {
  check(is_pin(driver), "add_net: no such pin");
  check(driven_by(driver) == none, "add_net: the pin drives a net already");
  for (std::size_t i = 0; i < sinks.size(); ++i) {
    check(is_pin(sinks[i]), "add_net: no such pin");
    check(std::find(sinks.begin(), sinks.begin() + static_cast<std::ptrdiff_t>(i), sinks[i]) ==
              sinks.begin() + static_cast<std::ptrdiff_t>(i),
          "add_net: a pin ends the net twice");
  }
  id const net = static_cast<id>(net_count_++);
  detail::net_record& of = nets_[net];
  of.driver = driver;
  of.name = std::move(name);
  joined_[driver].push_back(net);
  for (id const sink : sinks) {
    of.sinks.push_back({sink, none});
    joined_[sink].push_back(net);
  }
  return net;
}

inline void structure_editor::remove_net(id net) {
  check(is_net(net), "remove_net: no such net");
  edit_net(net).driver = none;
}

inline void structure_editor::connect(id pin, id net) {
  check(is_pin(pin), "connect: no such pin");
  check(is_net(net), "connect: no such net");
  detail::net_record& of = edit_net(net);
  check(!of.has(pin), "connect: the pin ends this net already");
  of.sinks.push_back({pin, none});
  joined_[pin].push_back(net);
}

inline void structure_editor::disconnect(id pin) {
  check(is_pin(pin), "disconnect: no such pin");
  leave_nets(pin);
}

inline void structure_editor::set_driver(id net, id pin) {
  check(is_net(net), "set_driver: no such net");
  check(is_pin(pin), "set_driver: no such pin");
  id const driven = driven_by(pin);
  if (driven == net) return;
  check(driven == none, "set_driver: the pin drives another net");
  edit_net(net).driver = pin;
  joined_[pin].push_back(net);
}

inline void structure_editor::set_wire(id net, wire_network const& wire) {
  check(is_net(net), "set_wire: no such net");
  detail::net_record& of = edit_net(net);
  detail::check_network(wire, [&](id pin) { return of.has(pin); });
  of.wire = wire;
}

inline gate_pattern structure_editor::pattern_of(std::vector<id> const& pins) const {
  gate_pattern pattern;
  std::unordered_map<id, id> at;
  for (id const pin : pins) {
    check(is_pin(pin) && static_cast<std::size_t>(pin) < design_.pin_load.size(), "pattern_of: no such pin");
    at[pin] = static_cast<id>(pattern.pins.size());
    std::string const name(static_cast<std::size_t>(pin) < design_.pin_name.size() ? design_.pin_name[pin]
                                                                                   : "");
    std::size_t const cut = name.find_last_of("/:");
    pattern.pins.push_back({cut == std::string::npos ? name : name.substr(cut + 1), design_.pin_load[pin]});
  }
  auto const both = [&](id from, id to) { return at.count(from) != 0 && at.count(to) != 0; };
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i)
    if (both(design_.arc_from[i], design_.arc_to[i]))
      pattern.arcs.push_back({at[design_.arc_from[i]], at[design_.arc_to[i]], design_.arc_type_of[i]});
  for (std::size_t i = 0; i < design_.check_data.size(); ++i)
    if (both(design_.check_data[i], design_.check_clock[i]))
      pattern.checks.push_back(
          {at[design_.check_data[i]], at[design_.check_clock[i]], design_.check_type_of[i]});
  return pattern;
}

inline id structure_editor::insert_gate(gate_pattern const& pattern, std::string const& name) {
  auto const fits = [&](gate_pattern::arc const& of, std::size_t types) {
    auto const below = [](id i, std::size_t size) { return i >= 0 && static_cast<std::size_t>(i) < size; };
    return below(of.from, pattern.pins.size()) && below(of.to, pattern.pins.size()) && below(of.type, types);
  };
  check(!pattern.pins.empty(), "insert_gate: a gate has pins");
  for (auto const& arc : pattern.arcs)
    check(fits(arc, design_.arc_types.size()), "insert_gate: an arc has a pin or type that there is not");
  for (auto const& of : pattern.checks)
    check(fits(of, design_.check_types.size()), "insert_gate: a check has a pin or type that there is not");
  id const first = static_cast<id>(pin_gone_.size());
  for (auto const& pin : pattern.pins) add_pin(name.empty() ? name : name + "/" + pin.name, pin.load);
  for (auto const& arc : pattern.arcs) add_arc(first + arc.from, first + arc.to, arc.type);
  for (auto const& of : pattern.checks) add_check(first + of.from, first + of.to, of.type);
  return first;
}

inline void structure_editor::remove_gate(std::vector<id> const& pins) {
  for (id const pin : pins) check(is_pin(pin), "remove_gate: no such pin");
  for (id const pin : pins)
    if (is_pin(pin)) remove_pin(pin);  // shadows may be gone already
}

inline inserted_buffer structure_editor::insert_buffer(id net, std::vector<id> const& sinks,
                                                       gate_pattern const& pattern, std::size_t input,
                                                       std::size_t output, std::string const& name) {
  check(is_net(net), "insert_buffer: no such net");
  check(input < pattern.pins.size() && output < pattern.pins.size() && input != output,
        "insert_buffer: the gate has no such pins");
  for (id const sink : sinks) check(edit_net(net).has(sink), "insert_buffer: a sink ends no such net");
  id const first = insert_gate(pattern, name);
  for (id const sink : sinks) edit_net(net).drop(sink);
  inserted_buffer made{first + static_cast<id>(input), first + static_cast<id>(output), none};
  connect(made.input, net);
  made.net = add_net(made.output, sinks, name);
  return made;
}

inline void structure_editor::add_exception(path_exception const& path) {
  for (auto const* const list : {&path.from, &path.to})
    for (id const pin : *list) check(is_pin(pin), "add_exception: no such pin");
  for (auto const& points : path.through)
    for (id const pin : points.pins) check(is_pin(pin), "add_exception: no such pin");
  for (auto const* const list : {&path.from_clocks, &path.to_clocks})
    for (id const clock : *list)
      check(clock >= 0 && static_cast<std::size_t>(clock) < design_.clocks.size(),
            "add_exception: no such clock");
  exceptions_.push_back(path);
}

inline void structure_editor::remove_exception(std::size_t i) {
  check(i < exception_gone_.size() && exception_gone_[i] == 0, "remove_exception: no such exception");
  exception_gone_[i] = 1;
}

inline detail::net_record const* structure_editor::edited_net(id net) const {
  auto const found = nets_.find(net);
  return found == nets_.end() ? nullptr : &found->second;
}

inline bool structure_editor::is_net(id net) const {
  if (net < 0 || static_cast<std::size_t>(net) >= net_count_) return false;
  auto const* const edited = edited_net(net);
  return edited == nullptr || edited->driver != none;
}

inline detail::net_record& structure_editor::edit_net(id net) {
  auto const [at, fresh] = nets_.try_emplace(net);
  if (fresh) {
    at->second = detail::record_of(design_, static_cast<std::size_t>(net));
    if (static_cast<std::size_t>(net) < design_.net_name.size()) at->second.name = design_.net_name[net];
  }
  return at->second;
}

inline id structure_editor::driven_by(id pin) const {
  auto const drives = [&](id net) {
    auto const* const edited = edited_net(net);
    return (edited == nullptr ? design_.net_driver[net] : edited->driver) == pin;
  };
  if (static_cast<std::size_t>(pin) + 1 < net_begin_.size())
    for (id k = net_begin_[pin]; k < net_begin_[pin + 1]; ++k)
      if (drives(net_of_[k])) return net_of_[k];
  if (auto const joined = joined_.find(pin); joined != joined_.end())
    for (id const net : joined->second)
      if (drives(net)) return net;
  return none;
}

inline void structure_editor::leave_nets(id pin) {
  auto const leave = [&](id net) {
    detail::net_record& of = edit_net(net);
    of.drop(pin);
    if (of.driver == pin) of.driver = none;
  };
  if (static_cast<std::size_t>(pin) + 1 < net_begin_.size())
    for (id k = net_begin_[pin]; k < net_begin_[pin + 1]; ++k) leave(net_of_[k]);
  if (auto const joined = joined_.find(pin); joined != joined_.end())
    for (id const net : joined->second) leave(net);
}

}  // namespace gsta
