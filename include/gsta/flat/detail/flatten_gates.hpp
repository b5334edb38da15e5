#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Which pins clocks reach, and behind which of them a register is clocked.
struct gated_pins {
  vector_by_id<std::uint8_t> is_clock;           ///< [pins]
  vector_by_id<std::uint8_t> is_source;          ///< [pins] what is in front of them gates nothing
  vector_by_id<std::uint8_t> leads_to_register;  ///< [pins], once `find_registers` found them

  gated_pins(flat_design const& design, pin_fanout const& fanout)
      : is_clock(design.pin_load.size(), 0),
        is_source(is_clock),
        design_(design),
        graph_(design, fanout, false) {
    for (auto const& source : design.sources) is_source[source.pin] |= source.kind == arrival_kind::clock;
    for (auto const& network : clock_network(design, graph_, false)) {
      for (auto const& at : network) is_clock[at.pin] = 1;
    }
  }

  void find_registers() {
    leads_to_register.assign(is_clock.size(), 0);
    std::vector<std::pair<id, id>> back;  // arcs of clock networks, by their heads
    for (std::size_t pin = 0; pin < is_clock.size(); ++pin) {
      if (is_clock[pin] == 0) continue;
      graph_.for_each(static_cast<id>(pin), [&](id to, edge_map) {
        if (is_clock[to] != 0) back.push_back({to, static_cast<id>(pin)});
      });
    }
    std::sort(back.begin(), back.end());
    std::vector<id> front;
    auto const reach = [&](id pin) {
      if (is_clock[pin] && !std::exchange(leads_to_register[pin], std::uint8_t{1})) front.push_back(pin);
    };
    for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
      if (design_.arc_types[design_.arc_type_of[i]].launches) reach(design_.arc_from[i]);
    }
    for (id const pin : design_.check_clock) reach(pin);
    for (std::size_t n = 0; n < front.size(); ++n) {
      auto at = std::lower_bound(back.begin(), back.end(), std::pair(front[n], id{0}));
      for (id const pin = front[n]; at != back.end() && at->first == pin; ++at) reach(at->second);
    }
  }

 private:
  flat_design const& design_;
  clock_arcs graph_;
};

/// What set_clock_gating_check says, by the ids of what it names; later commands win for the edges that they
/// name.
struct gate_margins {
  struct values {
    per_condition<float> margin = undefined_arrival();
    std::string_view active{};  ///< the clock's value that leaves the gate open, where it is said

    void take(model::gating_check const& check) {
      for (int c = 0; c < conditions; ++c) margin[c] = math::defined_or(check.margin[c], margin[c]);
      if (!check.active.empty()) active = check.active;
    }
  };
  using of_ids = std::map<id, values>;
  values everywhere{};
  of_ids of_clock{}, of_instance{}, of_pin{};
  std::unordered_set<id> ungated_pins{}, ungated_instances{};

  static values const* find(of_ids const& in, id key) {
    auto const found = in.find(key);
    return found == in.end() ? nullptr : &found->second;
  }
};

inline gate_margins flattener::list_gate_margins() {
  gate_margins result;
  auto const each_instance = [&](std::string const& name, auto const& visit) {
    if (id const instance = find_instance(name); instance != none) visit(instance);
  };
  for (auto const& check : constraints_.gating_checks) {
    if (check.clocks.empty() && check.instances.empty() && check.pins.empty()) result.everywhere.take(check);
    for (auto const& name : check.clocks) {
      if (auto const found = clock_.find(name); found != clock_.end())
        result.of_clock[found->second].take(check);
    }
    for (auto const& name : check.instances)
      each_instance(name, [&](id instance) { result.of_instance[instance].take(check); });
    for (auto const& name : check.pins) {
      if (id const pin = find_timed_pin(name, check.at); pin != none) result.of_pin[pin].take(check);
    }
  }
  for (auto const& given : constraints_.ungated) {
    if (given.is_instance) {
      each_instance(given.name, [&](id instance) { result.ungated_instances.insert(instance); });
    } else if (id const pin = find_timed_pin(given.name, given.at); pin != none) {
      result.ungated_pins.insert(pin);
    }
  }
  return result;
}

/// While the clock at one pin has its active value, the other pin must not change.
inline void flattener::add_gate(gate_margins const& given, gate const& at) {
  if (is_wire_cut(at.enable)) return;
  auto const* const of_enable = gate_margins::find(given.of_pin, at.enable);
  auto const* const of_instance = gate_margins::find(given.of_instance, at.instance);
  auto const* const of_clock_pin = gate_margins::find(given.of_pin, at.clock);
  bool active_high = at.active_high;
  for (auto const* const of : {of_clock_pin, of_instance, of_enable}) {
    if (of != nullptr && !of->active.empty()) active_high = of->active == "1";
  }
  auto const add = [&](gate_margins::values const* of_clock, id only_clock) {
    per_condition<float> margin = same_value(0.0f);
    for (auto const* const of : {&given.everywhere, of_clock, of_clock_pin, of_instance, of_enable}) {
      for (int c = 0; of != nullptr && c < conditions; ++c)
        margin[c] = math::defined_or(of->margin[c], margin[c]);
    }
    for (check_kind const kind : {check_kind::gating_setup, check_kind::gating_hold})
      design_.add_check(at.enable, at.clock, gate_type(kind, margin, active_high, only_clock));
  };
  if (given.of_clock.empty()) return add(nullptr, none);
  for (id clock = 0; clock < static_cast<id>(design_.clocks.size()); ++clock)
    add(gate_margins::find(given.of_clock, clock), clock);
}

inline id flattener::gate_type(check_kind kind, per_condition<float> const& margin, bool active_high,
                               id only_clock) {
  bool const late = is_late(kind);
  float const rise = margin[late ? 2 : 0], fall = margin[late ? 3 : 1];
  auto const [found, fresh] = gate_types_.try_emplace({kind, rise, fall, active_high, only_clock}, none);
  if (!fresh) return found->second;
  check_type type;
  type.kind = kind;
  type.active = active_high == late ? edge::rise : edge::fall;
  type.constraint[0] = design_.luts.add({}, {}, {rise});
  type.constraint[1] = design_.luts.add({}, {}, {fall});
  type.only_clock = only_clock;
  return found->second = design_.add_check_type(type);
}

/// Pins that gate a clock: operands of an AND or OR whose direct operand is a clock, and whose output leads
/// to the clock pin of a register. Cells that are gates by their library have checks of their own. Path
/// delays that end anywhere end there too, registers behind or not.
inline void flattener::add_gates() {
  if (!sdc_ || design_.clocks.empty()) return;
  gated_pins pins(design_, fanout());
  std::set<std::pair<id, id>> gating;  // arcs from no clock to one
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
    id const from = design_.arc_from[i], to = design_.arc_to[i];
    if (!pins.is_clock[to] || pins.is_clock[from] || pins.is_source[to]) continue;
    arc_type const& type = design_.arc_types[design_.arc_type_of[i]];
    if (!type.launches && !type.slews_only && type.edges.code != 0) gating.insert({from, to});
  }
  if (gating.empty()) return;
  pins.find_registers();
  gate_margins const given = list_gate_margins();
  for (std::size_t n = 0; n < instances_.size(); ++n) {
    instance_record const& of = instances_[n];
    if (!of.cell->early->clock_gate.empty() || given.ungated_instances.count(static_cast<id>(n)) != 0)
      continue;
    for (auto const& output : of.cell->outputs) {
      id const to = of.first_pin + output.pin;
      if (!pins.is_clock[to]) continue;
      gate_shape const shape = output.function.shape();
      bool const all_of = shape.is == gate_shape::top::all_of;
      if (!all_of && shape.is != gate_shape::top::any_of) continue;
      for (auto const& clock : shape.direct) {
        id const clock_pin = of.first_pin + clock.input;
        if (static_cast<std::size_t>(clock.input) >= of.cell->vertices || !pins.is_clock[clock_pin]) continue;
        for (id const input : shape.inputs) {
          id const enable = of.first_pin + input;
          if (gating.count({enable, to}) == 0 || given.ungated_pins.count(enable) != 0) continue;
          if (pins.leads_to_register[to])
            add_gate(given, {enable, clock_pin, static_cast<id>(n), all_of != clock.inverted});
          if (ends_anywhere_ && (starts_or_ends_[enable] & path_ends) == 0) {
            starts_or_ends_[enable] |= path_ends;
            add_delay_requirement(enable);
          }
        }
      }
    }
  }
}

}  // namespace gsta::detail
