#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "gsta/flat/flatten.hpp"
#include "gsta/sta/snapshot.hpp"

namespace gsta_test {

inline constexpr auto data_kind = gsta::arrival_kind::data;

using gsta::id;
using gsta::none;
using gsta::per_condition;
using gsta::same_value;
namespace model = gsta::model;

inline constexpr float early_none = gsta::math::infinity, late_none = -gsta::math::infinity;

/// base + per_slew * slew + per_load * load; exact in float for the small numbers of these tests.
inline model::table plane(float base, float per_slew = 0, float per_load = 0) {
  model::table t;
  t.variable_1 = model::axis_variable::input_slew;
  t.variable_2 = model::axis_variable::output_load;
  t.index_1 = t.index_2 = {0, 128};
  t.values = {base, base + 128 * per_load, base + 128 * per_slew, base + 128 * (per_slew + per_load)};
  return t;
}

/// The same over a check's data slew and clock slew.
inline model::table check_plane(float base, float per_data_slew = 0, float per_clock_slew = 0) {
  model::table t = plane(base, per_data_slew, per_clock_slew);
  t.variable_1 = model::axis_variable::constrained_slew;
  t.variable_2 = model::axis_variable::related_slew;
  return t;
}

inline model::pin& add_pin(model::cell& cell, std::string const& name, model::direction direction,
                           float capacitance = 0, std::string const& function = {}) {
  model::pin& pin = cell.pins.emplace_back();
  pin.name = name;
  pin.direction = direction;
  pin.function = function;
  for (auto& split : pin.capacitance) split[0] = split[1] = capacitance;
  return pin;
}

/// A delay group: `rise` and `fall` ps, plus a ps for each fF, slews 4 (rise) and 6 (fall) plus half of that.
inline model::timing_group& add_delay(model::pin& pin, std::string const& related, float rise, float fall,
                                      model::timing_sense sense = model::timing_sense::unspecified,
                                      model::timing_type type = model::timing_type::combinational) {
  model::timing_group& group = pin.timing.emplace_back();
  group.related_pins = {related};
  group.sense = sense;
  group.type = type;
  group.delay[0] = plane(rise, 0, 1);
  group.delay[1] = plane(fall, 0, 1);
  group.transition[0] = plane(4, 0, 0.5f);
  group.transition[1] = plane(6, 0, 0.5f);
  return group;
}

inline void add_check(model::pin& pin, std::string const& clock, model::timing_type type, float rise,
                      float fall) {
  model::timing_group& group = pin.timing.emplace_back();
  group.related_pins = {clock};
  group.type = type;
  group.constraint[0] = check_plane(rise, 0.5f, 0.25f);
  group.constraint[1] = check_plane(fall, 0.5f, 0.25f);
}

/// Records of a small library, netlist and constraints under SDC's rules, filled by hand; no files. All
/// inputs of cells have 1 fF, their outputs none.
///
///   BUF 10 20, INV 5 7, AND2 8 9, XOR2 11 12, MUX2 6 7, TIE0, TIE1; DFF: CK -> Q 30 32, setup 3 4, hold 1 2
///   (rise fall, ps, plus a ps for each fF; checks plus half the data's and a quarter of the clock's slew)
class model_maker {
 public:
  model::library library;
  model::netlist netlist;
  model::parasitics parasitics;
  model::constraints constraints;
  gsta::flatten_options options;
  model::diagnostics notes;

  model_maker() {
    library.file = "cells.lib";
    netlist.file = "top.v";
    netlist.name = "top";
    parasitics.file = "top.spef";
    constraints.file = "top.sdc";
    constraints.rules = model::timing_rules::sdc;
    using model::direction;
    gate("BUF", {"A"}, "A", 10, 20);
    gate("INV", {"A"}, "!A", 5, 7);
    gate("AND2", {"A", "B"}, "A*B", 8, 9);
    gate("XOR2", {"A", "B"}, "A^B", 11, 12);
    gate("MUX2", {"A", "B", "S"}, "(A*!S)+(B*S)", 6, 7);
    gate("TIE0", {}, "0", 0, 0);
    gate("TIE1", {}, "1", 0, 0);
    model::cell& dff = cell("DFF");
    dff.states.push_back({false, "IQ", "IQN", "CK", "D", "", ""});
    add_pin(dff, "CK", direction::input, 1).is_clock = true;
    model::pin& d = add_pin(dff, "D", direction::input, 1);
    add_check(d, "CK", model::timing_type::setup_rising, 3, 4);
    add_check(d, "CK", model::timing_type::hold_rising, 1, 2);
    add_delay(add_pin(dff, "Q", direction::output, 0, "IQ"), "CK", 30, 32, model::timing_sense::non_unate,
              model::timing_type::rising_edge);
  }

  /// Adds a cell; the reference lasts until the next one.
  model::cell& cell(std::string const& name) {
    library.cell_index[name] = library.cells.size();
    library.cells.emplace_back().name = name;
    return library.cells.back();
  }
  model::cell& gate(std::string const& name, std::initializer_list<char const*> inputs,
                    std::string const& function, float rise, float fall) {
    model::cell& made = cell(name);
    for (char const* input : inputs) add_pin(made, input, model::direction::input, 1);
    model::pin& z = add_pin(made, "Z", model::direction::output, 0, function);
    for (char const* input : inputs) add_delay(z, input, rise, fall);
    return made;
  }
  model::cell& known(std::string const& name) { return library.cells[library.cell_index.at(name)]; }

  void port(std::string const& name, model::direction direction) {
    netlist.ports.push_back({name, "", true, direction, {}});
  }
  void input(std::string const& name) { port(name, model::direction::input); }
  void output(std::string const& name) { port(name, model::direction::output); }
  void instance(std::string const& cell_name, std::string const& name,
                std::initializer_list<std::pair<char const*, char const*>> connections) {
    model::instance& made = netlist.instances.emplace_back();
    made.cell = cell_name;
    made.name = name;
    for (auto const& [pin, net] : connections) made.connections.push_back({pin, net, {}});
  }

  /// A clock of period 1000 ps that rises at 0 and falls at 500.
  model::clock& clock(std::string const& name, std::string const& source, bool propagated) {
    model::clock& made = constraints.clocks.emplace_back();
    made.name = name;
    if (!source.empty()) made.sources = {source};
    made.period = 1000000;
    made.fall = 500000;
    made.propagated = propagated;
    return made;
  }
  model::input_arrival& arrival(std::string const& pin, std::string const& of_clock,
                                per_condition<float> at) {
    model::input_arrival& made = constraints.arrivals.emplace_back();
    made.pin = pin;
    made.clock = of_clock;
    made.arrival = at;
    return made;
  }
  model::output_required& required(std::string const& pin, std::string const& of_clock,
                                   per_condition<float> at) {
    model::output_required& made = constraints.required.emplace_back();
    made.pin = pin;
    made.clock = of_clock;
    made.required = at;
    return made;
  }
  void slew(std::string const& pin, per_condition<float> at) { constraints.slews.push_back({pin, at, {}}); }
  model::timing_derate& derate(float factor, bool early, bool late) {
    model::timing_derate& made = constraints.derates.emplace_back();
    made.factor = factor;
    made.early = early;
    made.late = late;
    return made;
  }
  /// The wire of a net: resistors in series from the first node on, a capacitor at each node.
  model::wire_net& wire(std::string const& net, std::initializer_list<char const*> chain, float resistance,
                        float capacitance) {
    parasitics.add({.name = net});
    model::wire_net& made = parasitics.nets.back();
    std::string last;
    for (char const* node : chain) {
      made.add_capacitor(node, capacitance);
      if (!last.empty()) made.add_resistor(last, node, resistance);
      last = node;
    }
    return made;
  }

  gsta::flat_design flat() {
    notes = {};
    return gsta::flatten({library, library, netlist, parasitics, constraints}, options, notes);
  }
  /// How often notes whose kind has `text` in it were counted.
  std::size_t noted(std::string const& text) const {
    std::size_t count = 0;
    for (auto const& note : notes.entries())
      count += note.kind.find(text) == std::string::npos ? 0 : note.count;
    return count;
  }
};

/// A design timed as sign-off timers do (wires keep slews, tables are clipped), read by names. Of several
/// vertices with one name `nth` chooses: 0 is the pin itself, 1 its second side or shadow.
class timed_model {
 public:
  gsta::flat_design flat;
  gsta::timing_snapshot state;

  explicit timed_model(model_maker& maker) : timed_model(maker.flat()) {}
  explicit timed_model(gsta::flat_design design) : flat(std::move(design)) {
    gsta::timer_options options;
    options.delays = {gsta::wire_slew::keep, gsta::negative_slew::clip, gsta::unreached_sink::no_delay};
    gsta::host_executor const exec;
    gsta::timer<gsta::host_executor> timer(exec, flat, options);
    timer.update(exec);
    state = take_snapshot(exec, timer);
  }

  /// The vertex, or none.
  id pin(std::string const& name, int nth = 0) const {
    for (std::size_t p = 0; p < flat.pin_name.size(); ++p) {
      if (flat.pin_name[p] == name && nth-- == 0) return static_cast<id>(p);
    }
    return none;
  }
  per_condition<float> slew(std::string const& name, int nth = 0) const {
    return state.slew.at(at(name, nth));
  }
  per_condition<float> load(std::string const& name, int nth = 0) const {
    return state.load.at(at(name, nth));
  }
  per_condition<float> arrival(std::string const& name, id launch, gsta::arrival_kind kind,
                               int nth = 0) const {
    std::size_t const n = node(name, launch, kind, nth);
    return n == no_node ? gsta::undefined_arrival() : state.node_arrival[n];
  }
  /// Data launched by a clock's rising edge: by the first clock's, if no other is named.
  per_condition<float> data(std::string const& name, id launch = 0, int nth = 0) const {
    return arrival(name, launch, gsta::arrival_kind::data, nth);
  }
  per_condition<float> clock(std::string const& name, id launch = 0, int nth = 0) const {
    return arrival(name, launch, gsta::arrival_kind::clock, nth);
  }
  per_condition<float> required(std::string const& name, id launch, gsta::arrival_kind kind,
                                int nth = 0) const {
    std::size_t const n = node(name, launch, kind, nth);
    return n == no_node ? gsta::undefined_required() : state.node_required[n];
  }
  /// The required time and slack of the one check of a pin on one side, by data edge; infinite without one.
  gsta::per_edge check_required(std::string const& name, bool late) const {
    return of_check(state.check_required, name, late);
  }
  gsta::per_edge check_slack(std::string const& name, bool late) const {
    return of_check(state.check_slack, name, late);
  }
  std::size_t checks_of(std::string const& name) const {
    std::size_t count = 0;
    for (auto const& check : state.checks)
      count += flat.pin_name[static_cast<std::size_t>(check.data_pin)] == name;
    return count;
  }
  bool is_endpoint(std::string const& name) const {
    for (id const p : state.endpoint_pin) {
      if (flat.pin_name[static_cast<std::size_t>(p)] == name) return true;
    }
    return false;
  }
  /// The senses of cell arcs between pins of these names: "+", "-", both in their order, or ""; in brackets
  /// of those that pass no arrival.
  std::string senses(std::string const& from, std::string const& to) const {
    std::string found;
    for (std::size_t i = 0; i < flat.arc_from.size(); ++i) {
      if (name_of(flat.arc_from[i]) != from || name_of(flat.arc_to[i]) != to) continue;
      auto const& type = flat.arc_types[static_cast<std::size_t>(flat.arc_type_of[i])];
      auto const edges = type.edges;
      bool const plus = edges.input(0) == 0 || edges.input(1) == 1;
      bool const minus = edges.input(0) == 1 || edges.input(1) == 0;
      std::string const sense = plus && minus ? "*" : plus ? "+" : minus ? "-" : "?";
      found += type.slews_only ? "(" + sense + ")" : sense;
    }
    return found;
  }
  /// The names of the sinks of the net that a vertex drives, or "none".
  std::string sinks(std::string const& driver, int nth = 0) const {
    id const wanted = pin(driver, nth);
    for (std::size_t net = 0; net < flat.net_driver.size(); ++net) {
      if (flat.net_driver[net] != wanted) continue;
      std::string names;
      for (id a = flat.net_begin[net]; a < flat.net_begin[net + 1]; ++a)
        names.append(names.empty() ? "" : " ").append(name_of(flat.net_sink[static_cast<std::size_t>(a)]));
      return names;
    }
    return "none";
  }

 private:
  static constexpr auto no_node = static_cast<std::size_t>(-1);

  std::string_view name_of(id p) const { return flat.pin_name[static_cast<std::size_t>(p)]; }
  std::size_t at(std::string const& name, int nth) const { return static_cast<std::size_t>(pin(name, nth)); }
  std::size_t node(std::string const& name, id launch, gsta::arrival_kind kind, int nth) const {
    std::size_t const p = at(name, nth);
    for (id n = state.pin_begin.at(p); n < state.pin_begin.at(p + 1); ++n) {
      auto const& tag = state.tags[static_cast<std::size_t>(state.node_tag[static_cast<std::size_t>(n)])];
      if (tag.launch_edge == launch && tag.kind == kind) return static_cast<std::size_t>(n);
    }
    return no_node;
  }
  gsta::per_edge of_check(std::vector<gsta::per_edge> const& values, std::string const& name,
                          bool late) const {
    for (std::size_t i = 0; i < state.checks.size(); ++i) {
      auto const& check = state.checks[i];
      if (name_of(check.data_pin) == name && gsta::is_late(check.kind) == late) return values[i];
    }
    return {{gsta::math::infinity, gsta::math::infinity}};
  }
};

inline bool same(gsta::per_edge const& a, float rise, float fall) { return a[0] == rise && a[1] == fall; }

}  // namespace gsta_test
