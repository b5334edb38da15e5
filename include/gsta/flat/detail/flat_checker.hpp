#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/flat_checks.hpp"

namespace gsta::detail {

/// Checks of arrays against each other.
struct flat_checker : flat_checks {
  void sizes() const {
    std::size_t const pins = view.pin_load.size(), nets = design.net_driver.size();
    if (design.parallel_begin.empty()) throw argument_error("flat_design: parallel_begin has no 0 in front");
    same_size("asserted_slew", view.asserted_slew.size(), pins);
    same_size("net_begin", design.net_begin.size(), nets + 1);
    same_size("rc_node_begin", view.rc.node_begin.size(), nets + 1);
    same_size("rc_edge_begin", view.rc.edge_begin.size(), nets + 1);
    same_size("rc_root", view.rc.root.size(), nets);
    same_size("rc_node_sink", view.rc.node_sink.size(), view.rc.capacitance.size());
    same_size("rc_edge_a", view.rc.edge_a.size(), view.rc.resistance.size());
    same_size("rc_edge_b", view.rc.edge_b.size(), view.rc.resistance.size());
    if (!view.rc.response.empty()) same_size("rc_response", view.rc.response.size(), design.net_sink.size());
    same_size("arc_to", design.arc_to.size(), design.arc_from.size());
    same_size("arc_type_of", design.arc_type_of.size(), design.arc_from.size());
    same_size("check_clock", design.check_clock.size(), design.check_data.size());
    same_size("check_type_of", design.check_type_of.size(), design.check_data.size());
    if (!view.arcs.derate.empty())
      same_size("arc_derate", view.arcs.derate.size(), design.net_sink.size() + design.arc_from.size());
  }

  void pins_and_nets() const {
    std::size_t const pins = view.pin_load.size(), nets = design.net_driver.size();
    ids("net_driver", view_of(design.net_driver), pins);
    ids("net_sink", view_of(design.net_sink), pins);
    rows("net_begin", view_of(design.net_begin), nets, design.net_sink.size());
    vector_by_id<bool> drives(pins);
    for (std::size_t net = 0; net < nets; ++net) {
      if (drives[design.net_driver[net]]) {
        throw argument_error("flat_design: pin " + std::to_string(design.net_driver[net]) +
                             " drives two nets");
      }
      drives[design.net_driver[net]] = true;
    }
  }

  /// Each driver of a group drives a net, and is in no other group.
  void parallel_drivers() const {
    rows("parallel_begin", view_of(design.parallel_begin), design.parallel_begin.size() - 1,
         design.parallel_driver.size());
    if (design.parallel_driver.empty()) return;
    ids("parallel_driver", view_of(design.parallel_driver), view.pin_load.size());
    vector_by_id<bool> drives(view.pin_load.size());
    for (id const pin : design.net_driver) drives[pin] = true;
    for (std::size_t i = 0; i < design.parallel_driver.size(); ++i) {
      if (!drives[design.parallel_driver[i]])
        throw argument_error("flat_design: parallel_driver[" + std::to_string(i) +
                             "] drives no net, or stands there twice");
      drives[design.parallel_driver[i]] = false;
    }
  }

  void wires() const {
    std::size_t const nets = design.net_driver.size(), nodes = view.rc.capacitance.size();
    std::size_t const edges = view.rc.resistance.size();
    rows("rc_node_begin", view.rc.node_begin, nets, nodes);
    rows("rc_edge_begin", view.rc.edge_begin, nets, edges);
    ids("rc_response", view.rc.response, design.wire_responses.size(), true);
    each(nets, [&](std::size_t net) { one_net(net); });
  }

  void one_net(std::size_t net) const {
    id const first = view.rc.node_begin[net], last = view.rc.node_begin[net + 1];
    std::size_t const local = static_cast<std::size_t>(last - first);
    std::size_t const edges = static_cast<std::size_t>(view.rc.edge_begin[net + 1] - view.rc.edge_begin[net]);
    if (view.rc.root[net] != reduced_root || !is_wire_root(reduced_root, local, edges))
      one_id("rc_root", net, view.rc.root[net], local, true);
    for (id e = view.rc.edge_begin[net]; e < view.rc.edge_begin[net + 1]; ++e) {
      one_id("rc_edge_a", static_cast<std::size_t>(e), view.rc.edge_a[e], local, false);
      one_id("rc_edge_b", static_cast<std::size_t>(e), view.rc.edge_b[e], local, false);
    }
    for (id n = first; n < last; ++n) {
      id const sink = view.rc.node_sink[n];
      if (sink == none || (sink >= design.net_begin[net] && sink < design.net_begin[net + 1])) continue;
      throw argument_error("flat_design: rc_node_sink[" + std::to_string(n) + "] is no sink of its net");
    }
  }

  void arcs() const {
    std::size_t const pins = view.pin_load.size();
    ids("arc_from", view_of(design.arc_from), pins);
    ids("arc_to", view_of(design.arc_to), pins);
    ids("arc_type_of", view_of(design.arc_type_of), design.arc_types.size());
    ids("check_data", view_of(design.check_data), pins);
    ids("check_clock", view_of(design.check_clock), pins);
    ids("check_type_of", view_of(design.check_type_of), design.check_types.size());
    ids("arc_derate", view.arcs.derate, design.derates.size(), true);
  }

  void types() const {
    std::size_t const tables = design.luts.view().tables.size();
    for (std::size_t i = 0; i < design.arc_types.size(); ++i) {
      if (!is_edge_map(design.arc_types[i].edges))
        throw argument_error("flat_design: edges of arc_types[" + std::to_string(i) +
                             "] name a third edge: code " + std::to_string(design.arc_types[i].edges.code));
      for (int c = 0; c < conditions; ++c) {
        one_id("arc_types", i, design.arc_types[i].delay[c], tables, true);
        one_id("arc_types", i, design.arc_types[i].slew[c], tables, true);
      }
      one_id("measure of arc_types", i, design.arc_types[i].measure, design.measures.size(), true);
      if (design.arc_types[i].only_clock != arc_type::only_source_paths)
        one_id("only_clock of arc_types", i, design.arc_types[i].only_clock, design.clocks.size(), true);
    }
    for (std::size_t i = 0; i < design.check_types.size(); ++i) {
      one_of("kind of check_types", i, design.check_types[i].kind, type_kinds);
      one_of("active edge of check_types", i, design.check_types[i].active, 2);
      for (id const table : design.check_types[i].constraint) one_id("check_types", i, table, tables, true);
      one_id("only_clock of check_types", i, design.check_types[i].only_clock, design.clocks.size(), true);
    }
  }

  /// What arcs share; tables have been looked at when they were added.
  void shared_numbers() const {
    for (std::size_t i = 0; i < design.derates.size(); ++i)
      for (int c = 0; c < conditions; ++c) number("derates", i, design.derates[i][c]);
    for (std::size_t i = 0; i < design.wire_responses.size(); ++i) {
      wire_response const& r = design.wire_responses[i];
      for (auto const* const of : {r.delay, r.widen, r.scale, r.shift})
        for (int e = 0; e < 2; ++e) number("wire_responses", i, of[e]);
    }
    for (std::size_t i = 0; i < design.measures.size(); ++i) one_measure(i, design.measures[i]);
  }

  /// Loads, slews, R and C.
  void long_numbers() const {
    each(view.pin_load.size(), [&](std::size_t pin) {
      for (int c = 0; c < conditions; ++c) number("pin_load", pin, view.pin_load[pin][c], most_capacitance);
      asserted("asserted_slew", pin, view.asserted_slew[pin], undefined_arrival());
    });
    numbers("rc_capacitance", view.rc.capacitance, most_capacitance);
    resistances("rc_resistance", view.rc.resistance);
  }

  /// Times that sums of cycles hold. Where few cycles are looked at, as many are as a period has of another.
  void waveforms() const {
    femtoseconds least = most_femtoseconds, most = 1;
    for (std::size_t i = 0; i < design.clocks.size(); ++i) {
      clock_waveform const& clock = design.clocks[i];
      bool good = clock.period > 0 && clock.period <= most_femtoseconds;
      for (femtoseconds const at : clock.at)
        good = good && at >= -most_femtoseconds && at <= most_femtoseconds;
      if (!good)
        throw argument_error("flat_design: clocks[" + std::to_string(i) +
                             "] has no period above 0, or longer times than nine seconds");
      least = std::min(least, clock.period);
      most = std::max(most, clock.period);
    }
    if (design.conventions.few_cycles && most / least > 1000000)
      throw argument_error(
          "flat_design: periods of clocks differ by more than a million times, which "
          "conventions.few_cycles counts through");
  }

  void constraints() const {
    std::size_t const pins = view.pin_load.size(), edges = 2 * design.clocks.size();
    for (std::size_t i = 0; i < design.sources.size(); ++i) {
      one_id("sources", i, design.sources[i].pin, pins, false);
      one_id("launch edge of sources", i, design.sources[i].launch_edge, edges, true);
      one_of("kind of sources", i, design.sources[i].kind, 3);
      asserted("arrival of sources", i, design.sources[i].arrival, undefined_arrival());
      for (int c = 0; c < conditions; ++c)
        number("latency of sources", i, design.sources[i].latency[c], most_time);
    }
    for (std::size_t i = 0; i < design.requirements.size(); ++i) {
      one_id("requirements", i, design.requirements[i].pin, pins, false);
      one_id("capture edge of requirements", i, design.requirements[i].capture_edge, edges, true);
      asserted("requirements", i, design.requirements[i].required, undefined_required());
      for (int c = 0; c < conditions; ++c)
        number("latency of requirements", i, design.requirements[i].latency[c], most_time);
      one_id("reference of requirements", i, design.requirements[i].reference, pins, true);
      for (id const table : design.requirements[i].margin.value)
        one_id("margin of requirements", i, table, design.luts.view().tables.size(), true);
    }
    for (std::size_t i = 0; i < design.rules.size(); ++i) {
      for (auto const* const of :
           {&design.rules[i].insertion, &design.rules[i].latency, &design.rules[i].transition})
        for (int c = 0; c < conditions; ++c) number("rules", i, (*of)[c], most_time);
      time("rules", i, design.rules[i].setup_uncertainty);
      time("rules", i, design.rules[i].hold_uncertainty);
    }
    number("late_check_factor", 0, design.late_check_factor);
    number("early_check_factor", 0, design.early_check_factor);
    ids("outputs", view_of(design.outputs), pins);
    ids("starts_inside", view_of(design.starts_inside), pins);
    ids("ends_inside", view_of(design.ends_inside), pins);
    if (design.shadow_of.size() > pins)
      throw argument_error("flat_design: shadow_of is longer than the pins");
    ids("shadow_of", view_of(design.shadow_of), pins, true);
    for (std::size_t i = 0; i < design.generated.size(); ++i) {
      one_id("pin of generated", i, design.generated[i].pin, pins, false);
      one_id("launch edge of generated", i, design.generated[i].launch_edge, 2 * design.clocks.size(), false);
      one_id("master of generated", i, design.generated[i].master, design.clocks.size(), false);
      one_id("way of generated", i, design.generated[i].through, pins, true);
    }
    for (auto const& latch : design.latches) {
      for (id const pin : {latch.data, latch.departs, latch.enable}) one_id("latches", 0, pin, pins, false);
      one_id("check of latches", 0, latch.check, design.check_data.size(), false);
      one_of("opening edge of latches", 0, latch.opens, 2);
      limit("limit of latches", 0, latch.limit);
    }
    for (auto const& at : design.clock_pins) {
      one_id("pin of clock_pins", 0, at.pin, pins, false);
      one_id("clock of clock_pins", 0, at.clock, design.clocks.size(), true);
      asserted("latency of clock_pins", 0, at.latency, undefined_arrival());
      time("clock_pins", 0, at.setup_uncertainty);
      time("clock_pins", 0, at.hold_uncertainty);
    }
    for (auto const& at : design.pin_uncertainties) {
      one_id("pin of pin_uncertainties", 0, at.pin, pins, false);
      one_id("clock of pin_uncertainties", 0, at.clock, design.clocks.size(), false);
      time("pin_uncertainties", 0, at.setup);
      time("pin_uncertainties", 0, at.hold);
    }
    for (std::size_t i = 0; i < design.senses.size(); ++i) {
      one_id("pin of senses", i, design.senses[i].pin, pins, false);
      one_id("clock of senses", i, design.senses[i].clock, design.clocks.size(), true);
      one_of("sense of senses", i, design.senses[i].passes, 4);
    }
    for (auto const& path : design.exceptions) exception(path);
    for (auto const& cut : design.exclusive) {
      if (cut.group_of.size() > design.clocks.size())
        throw argument_error("flat_design: a group_of of exclusive is longer than the clocks");
    }
    for (auto const& pair : design.uncertainties) {
      one_id("uncertainties from", 0, pair.from, design.clocks.size(), false);
      one_id("uncertainties to", 0, pair.to, design.clocks.size(), false);
      time("uncertainties", 0, pair.value);
    }
  }

  void limits() const {
    std::size_t const pins = view.pin_load.size(), clocks = design.clocks.size();
    std::size_t const tables = design.luts.view().tables.size();
    if (design.limits.size() > pins) throw argument_error("flat_design: limits is longer than the pins");
    for (std::size_t i = 0; i < design.limits.size(); ++i) {
      pin_limits const& of = design.limits[i];
      for (float const value : {of.slew, of.load, of.fanout}) limit("limits", i, value);
      number("fanout_load of limits", i, of.fanout_load);
    }
    if (design.clock_limits.size() > clocks)
      throw argument_error("flat_design: clock_limits is longer than the clocks");
    for (std::size_t i = 0; i < design.clock_limits.size(); ++i) {
      for (auto const* const of : {design.clock_limits[i].clock, design.clock_limits[i].data})
        for (int e = 0; e < 2; ++e) limit("clock_limits", i, of[e]);
    }
    for (std::size_t i = 0; i < design.pulse_limits.size(); ++i) {
      pulse_limit const& of = design.pulse_limits[i];
      one_id("pin of pulse_limits", i, of.pin, pins, false);
      one_id("clock of pulse_limits", i, of.clock, clocks, true);
      for (id const table : {of.width[0], of.width[1], of.period})
        one_id("table of pulse_limits", i, table, tables, true);
    }
  }

  /// Reports read names by them.
  void gaps() const {
    std::size_t const pins = view.pin_load.size();
    auto const& of = design.gaps;
    for (auto const& [name, list] : {std::pair{"constants of gaps", &of.constants},
                                     {"disabled of gaps", &of.disabled},
                                     {"free_inputs of gaps", &of.free_inputs},
                                     {"free_outputs of gaps", &of.free_outputs},
                                     {"unclocked of gaps", &of.unclocked},
                                     {"several_clocks of gaps", &of.several_clocks},
                                     {"unchecked_data of gaps", &of.unchecked_data},
                                     {"unchecked_clock of gaps", &of.unchecked_clock}})
      ids(name, view_of(*list), pins);
    same_size("unchecked_clock of gaps", of.unchecked_clock.size(), of.unchecked_data.size());
    for (std::size_t i = 0; i < design.borrow_limits.size(); ++i)
      limit("borrow_limits", i, design.borrow_limits[i]);
    if (design.loop_count < design.loops.size())
      throw argument_error("flat_design: loop_count is less than there are loops");
    for (auto const& loop : design.loops) {
      ids("pins of loops", view_of(loop.pins), pins);
      for (id const pin : {loop.from, loop.to}) one_id("ends of loops", 0, pin, pins, true);
    }
  }

  void exception(path_exception const& path) const {
    std::size_t const pins = view.pin_load.size(), clocks = design.clocks.size();
    ids("exceptions from", view_of(path.from), pins);
    ids("exceptions to", view_of(path.to), pins);
    for (auto const& points : path.through) ids("exceptions through", view_of(points.pins), pins);
    ids("exceptions from clocks", view_of(path.from_clocks), clocks);
    ids("exceptions to clocks", view_of(path.to_clocks), clocks);
    one_of("effect of exceptions", 0, path.effect, 5);
    number("delay of exceptions", 0, path.delay, most_time);
    femtoseconds longest = 1;
    for (auto const& clock : design.clocks) longest = std::max(longest, clock.period);
    if (std::abs(femtoseconds{path.cycles}) >= (femtoseconds{1} << 61U) / longest)
      throw argument_error("flat_design: exceptions[0] has more cycles than time counts");
    if (path.effect == exception_effect::group)
      one_id("group of exceptions", 0, path.group, design.path_groups.size(), false);
  }
};

}  // namespace gsta::detail
