#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/name_list.hpp"
#include "gsta/core/units.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/clocks.hpp"
#include "gsta/flat/constraint_gaps.hpp"
#include "gsta/flat/design_limits.hpp"
#include "gsta/flat/exceptions.hpp"
#include "gsta/flat/external_arrays.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/flat/wire_network.hpp"
#include "gsta/lut/lut_pool.hpp"

namespace gsta {

/// What an arrival is. Registers turn clock arrivals into data arrivals.
enum class arrival_kind : std::int32_t {
  any,    ///< clock and data at once: the contest's only kind
  clock,  ///< passes to registers, launches and captures there
  data,   ///< ends at checks, and neither launches nor captures
  source  ///< on the way from a master's source to a generated clock's, through registers too; nobody's data
};

/// An arrival put on a pin, as an offset from a launch edge (`none`: no clock).
struct flat_source {
  id pin = none;                                       ///< any pin; several sources of one are merged
  id launch_edge = none;                               ///< 2 * clock + edge, or none
  per_condition<float> arrival = undefined_arrival();  ///< ps; undefined: that condition does not start here
  arrival_kind kind = arrival_kind::any;               ///< `clock` for a clock's own source
  per_condition<float> latency =
      same_value(0.0f);  ///< ps of `arrival` that are an ideal clock's network latency
};

/// Whether a clock starts there; a source of kind `clock` without one starts paths of a register that none
/// reaches, see `resolve_clocks`.
///
/// Shapes: one source. Cost: O(1). Where: host. Throws: nothing.
inline bool starts_clock(flat_source const& source) noexcept {
  return source.kind == arrival_kind::clock && source.launch_edge != none;
}

/// An edge of a generated clock whose delay from its master's source is that of the paths there: what starts
/// at the master's sources and comes to `pin` with this edge, through gates, registers and latches, goes on
/// as the generated clock's. A `flat_source` of kind `clock` says that the clock starts at the pin, and has
/// arrivals where `follows` leaves out a condition.
struct generated_source {
  id pin = none;                     ///< the generated clock's source
  id launch_edge = none;             ///< 2 * clock + edge of the generated clock
  id master = none;                  ///< the clock whose paths count
  edge_set master_edges = any_edge;  ///< launched by these edges of it
  bool gates_only = false;           ///< only paths through no register
  std::uint8_t follows = 0b1111;     ///< bit c: under condition c the delay is that of the paths
  id through = none;                 ///< only paths through this pin; none: all
};

/// A required time put on a pin, as an offset from a capture edge (`none`: from the launch).
struct flat_requirement {
  id pin = none;                                         ///< becomes an endpoint
  id capture_edge = none;                                ///< 2 * clock + edge, or none
  per_condition<float> required = undefined_required();  ///< ps; undefined: not required
  per_condition<float> latency =
      same_value(0.0f);  ///< ps of `required` that are the capturing clock's latency
  /// Where the capturing clock's delay is that of paths (`generated`, `reference`): tables of one value, ps,
  /// that late data have to come before the clock, or early data behind it. None: `required` says all.
  per_condition<id> margin{{none, none, none, none}};
  id reference = none;    ///< the pin where that clock's arrival captures; none: where the clock starts
  bool by_delay = false;  ///< only where a path delay gives the required time, from 0 (`required`)
};

/// A latch: late data that arrive while it is open go on from `departs`, as if its clock's opening edge had
/// launched them there, with the time that they borrow. One whose data have several checks against the edge
/// that closes is listed with each, with the same pins: all hold, and what goes on is the latest by any.
struct flat_latch {
  id data = none;                ///< the pin that is checked against the edge that closes
  id departs = none;             ///< a shadow of `data`, in front of the arcs to the outputs
  id enable = none;              ///< the clock's pin
  edge opens = edge::rise;       ///< its edge that opens; the other one closes
  id check = none;               ///< a setup check of `data` against the closing edge, in check_data
  float limit = math::infinity;  ///< ps, the most time to borrow; infinity: up to the closing edge
};

/// A loop of arcs that `flatten` cut: from its first pin to its last one, and back by the arc that is gone.
struct cut_loop {
  static constexpr std::size_t most_kept =
      1000;  ///< loops of a design; of more, the count is all that is known
  static constexpr std::size_t most_pins = 200;  ///< of a loop

  std::vector<id> pins;           ///< in the arcs' order, the first ones of very many
  std::size_t length = 0;         ///< how many pins there are
  bool through_register = false;  ///< an arc from a clock pin to an output is part of it
  id from = none;                 ///< where the arc that is gone began: the last pin
  id to = none;                   ///< and ended: the first pin
};

/// The host owner of a flat design, in plain vectors, with the names that reports use. A user without files
/// fills it directly; ids are kept as given.
struct flat_design {
  vector_by_id<per_condition<float>> pin_load;  ///< [pins] fF, see `flat_view`
  vector_by_id<per_condition<float>>
      asserted_slew;                           ///< [pins] ps, undefined_arrival() where nothing is asserted
  vector_by_id<id> net_driver;                 ///< [nets] pin; a pin drives at most one net
  vector_by_id<id> net_begin{0};               ///< [nets + 1] into net_sink
  vector_by_id<id> net_sink;                   ///< [net arcs] pin
  vector_by_id<id> parallel_begin{0};          ///< [groups + 1] into parallel_driver
  vector_by_id<id> parallel_driver;            ///< [drivers in groups] pin, see `parallel_view`
  vector_by_id<id> rc_node_begin{0};           ///< [nets + 1] into node arrays
  vector_by_id<id> rc_edge_begin{0};           ///< [nets + 1] into edge arrays
  vector_by_id<id> rc_root;                    ///< [nets] local node of the driver, none, or reduced_root
  vector_by_id<id> rc_node_sink;               ///< [nodes] net arc whose sink this node is, or none
  vector_by_id<id> rc_edge_a;                  ///< [edges] local node at one end
  vector_by_id<id> rc_edge_b;                  ///< [edges] local node at the other
  vector_by_id<float> rc_capacitance;          ///< [nodes] fF, without pins
  vector_by_id<float> rc_resistance;           ///< [edges] kOhm
  vector_by_id<id> rc_response;                ///< [net arcs] row of wire_responses or none; or empty
  vector_by_id<wire_response> wire_responses;  ///< [rows] shared by net arcs
  vector_by_id<id> arc_derate;                 ///< [net arcs + cell arcs] row of derates or none; or empty
  vector_by_id<per_condition<float>>
      derates;                           ///< [rows] factors on delays, by the condition at the arc's input
  vector_by_id<id> arc_from;             ///< [cell arcs] pin
  vector_by_id<id> arc_to;               ///< [cell arcs] pin
  vector_by_id<id> arc_type_of;          ///< [cell arcs] into arc_types
  vector_by_id<arc_type> arc_types;      ///< shared by the instances of a cell
  vector_by_id<slew_measure> measures;   ///< [rows] where libraries measure, shared by arc types
  vector_by_id<id> check_data;           ///< [checks] pin whose arrival is checked
  vector_by_id<id> check_clock;          ///< [checks] pin of the register's clock
  vector_by_id<id> check_type_of;        ///< [checks] into check_types
  vector_by_id<check_type> check_types;  ///< shared by the instances of a cell
  vector_by_id<flat_latch> latches;      ///< in any order, each check once
  lut_pool_builder luts;                 ///< the tables that types name

  vector_by_id<clock_waveform> clocks;          ///< [clocks]
  vector_by_id<flat_source> sources;            ///< where paths start: of clocks and of data, in any order
  vector_by_id<generated_source> generated;     ///< generated clocks that follow their masters' paths
  vector_by_id<flat_requirement> requirements;  ///< where paths end by a constraint, in any order
  /// Pins where paths start, and where all from in front end; a pin of both lists checks these.
  vector_by_id<id> starts_inside;
  vector_by_id<id> ends_inside;              ///< pins where data end; clocks and what they launch go on
  vector_by_id<id> outputs;                  ///< output ports: endpoints, even where nothing constrains them
  vector_by_id<clock_rules> rules;           ///< [clocks], or shorter: the rest are propagated and exact
  vector_by_id<clock_pin_rules> clock_pins;  ///< what holds from some pins on; of one pin the last counts
  vector_by_id<pin_uncertainty> pin_uncertainties;     ///< what `resolve_clocks` makes of them, by clock
  vector_by_id<path_exception> exceptions;             ///< in any order, but of equals the first counts
  vector_by_id<std::string> path_groups;               ///< names that exceptions of groups count
  vector_by_id<exclusive_clocks> exclusive;            ///< pairs that any of them cuts are not checked
  vector_by_id<clock_pair_uncertainty> uncertainties;  ///< the last one of a pair counts
  vector_by_id<float> borrow_limits;  ///< [clocks] ps, or shorter: of latches without a limit of their own
  timing_conventions conventions;     ///< where timers differ
  float late_check_factor = 1;        ///< on constraints of setup-like checks
  float early_check_factor = 1;       ///< on constraints of hold-like checks
  vector_by_id<pin_limits> limits;    ///< [pins], or shorter: the rest have none
  vector_by_id<clock_slew_limits> clock_limits;  ///< [clocks], or shorter: the rest have none
  vector_by_id<pulse_limit> pulse_limits;        ///< in any order; of several of a pin each counts
  /// [pins], or shorter: the pin that this one is a second vertex of (the driving side of an inout pin or of
  /// a port behind a driving cell, the shadow of a clock pin under an ideal clock); none for ordinary pins.
  vector_by_id<id> shadow_of;

  vector_by_id<pin_sense> senses;  ///< where clocks become data; of one pin and clock the last counts

  vector_by_id<cut_loop> loops;  ///< what was cut, for reports
  std::size_t loop_count = 0;    ///< of all that were cut
  constraint_gaps gaps;          ///< what constraints leave open, for reports

  name_list pin_name;                    ///< [pins], or empty: reports number pins then
  name_list net_name;                    ///< [nets], or empty
  vector_by_id<std::string> clock_name;  ///< [clocks], or empty

  /// Where some arrays lie instead of in the vectors of their names, which are empty then; null: nowhere
  /// else. `view` and `pin_count` know of it. `own_arrays` comes before edits.
  std::shared_ptr<external_arrays const> external;

  /// How many pins there are.
  std::size_t pin_count() const noexcept { return external ? external->pin_load.size() : pin_load.size(); }

  /// Throws argument_error where arrays are external: who edits them needs his own.
  void require_owned() const {
    require(!external, "flat_design: arrays that are external are not edited; own_arrays comes first");
  }

  /// Copies what is external into the vectors, where it may be changed. Nothing else is external.
  void own_arrays() {
    if (auto const from = std::exchange(external, nullptr)) from->copy_into(*this);
  }

  /// Adds a pin and returns its id.
  id add_pin(std::string_view name = {}, per_condition<float> load = same_value(0.0f)) {
    pin_load.push_back(load);
    asserted_slew.push_back(undefined_arrival());
    if (pin_name.size() + 1 == pin_load.size()) pin_name.push_back(name);  // else nameless
    return static_cast<id>(pin_load.size()) - 1;
  }

  /// Adds a second vertex for a pin, with the pin's name, and returns its id.
  id add_shadow(id of) {
    id const pin = add_pin(static_cast<std::size_t>(of) < pin_name.size() ? pin_name[of] : "");
    shadow_of.resize(pin_load.size(), none);
    shadow_of[pin] = real_pin(of);
    return pin;
  }

  /// The pin that users know: `pin` itself but for shadows.
  id real_pin(id pin) const noexcept {
    bool const shadow = static_cast<std::size_t>(pin) < shadow_of.size() && shadow_of[pin] != none;
    return shadow ? shadow_of[pin] : pin;
  }

  /// The rules of a clock, those of a propagated and exact one where `rules` is too short.
  clock_rules rules_of(id clock) const noexcept {
    return static_cast<std::size_t>(clock) < rules.size() ? rules[clock] : clock_rules{};
  }

  /// Adds a net with ideal wires and returns its id. Sums over its sinks take them in this order.
  id add_net(id driver, std::vector<id> const& sinks, std::string_view name = {}) {
    net_driver.push_back(driver);
    for (id const sink : sinks) net_sink.push_back(sink);
    net_begin.push_back(static_cast<id>(net_sink.size()));
    rc_root.push_back(none);
    if (!rc_response.empty()) rc_response.resize(net_sink.size(), none);
    rc_node_begin.push_back(static_cast<id>(rc_capacitance.size()));
    rc_edge_begin.push_back(static_cast<id>(rc_resistance.size()));
    net_name.push_back(name);
    return static_cast<id>(net_driver.size()) - 1;
  }

  /// Gives the net that was added last its RC network, once. `flat_editor::set_wire` and
  /// `structure_editor::set_wire` take the same network for any net of a finished design. Cost: O(nodes +
  /// edges), and the logarithm of the net's sinks for each node with a pin. Throws: argument_error where
  /// `net` is not the last one or has a network, and where the network is none of that net.
  void set_wire(id net, wire_network const& wire) {
    require(!net_driver.empty() && net + 1 == static_cast<id>(net_driver.size()),
            "set_wire: the net is not the one that was added last");
    require(rc_node_begin[net] == rc_node_begin.back(), "set_wire: the net has a network");
    std::vector<std::pair<id, id>> sinks;  // pin, position
    for (id k = net_begin[net]; k < net_begin.back(); ++k) sinks.emplace_back(net_sink[k], k);
    std::sort(sinks.begin(), sinks.end());
    auto const find = [&](id pin) {
      return std::lower_bound(sinks.begin(), sinks.end(), std::pair{pin, id{0}});
    };
    detail::check_network(wire, [&](id pin) {
      auto const at = find(pin);
      return at != sinks.end() && at->first == pin;
    });
    auto const append = [](auto& to, auto const& from) { to.insert(to.end(), from.begin(), from.end()); };
    rc_root.back() = wire.root;
    append(rc_capacitance, wire.capacitance);
    for (id const pin : wire.sink) rc_node_sink.push_back(pin == none ? none : find(pin)->second);
    append(rc_edge_a, wire.a);
    append(rc_edge_b, wire.b);
    append(rc_resistance, wire.resistance);
    rc_node_begin.back() = static_cast<id>(rc_capacitance.size());
    rc_edge_begin.back() = static_cast<id>(rc_resistance.size());
  }

  /// Adds a type for cell arcs and returns its id.
  id add_arc_type(arc_type const& type) {
    arc_types.push_back(type);
    return static_cast<id>(arc_types.size()) - 1;
  }
  /// Adds where a library measures and returns its row, for `arc_type::measure`.
  id add_measure(slew_measure const& measure) {
    measures.push_back(measure);
    return static_cast<id>(measures.size()) - 1;
  }
  /// Adds a type for checks and returns its id.
  id add_check_type(check_type const& type) {
    check_types.push_back(type);
    return static_cast<id>(check_types.size()) - 1;
  }

  /// Adds a clock that arrives at `pin` without delay (`none`: a virtual clock), and returns its id.
  /// Throws: argument_error on a period that is not above 0, or an edge more than two periods from time 0.
  id add_clock(id pin, clock_waveform const& waveform, std::string name = {}) {
    require(waveform.period > 0 && waveform.period <= most_femtoseconds,
            "add_clock: a period is above 0, and at most nine seconds");
    for (femtoseconds const at : waveform.at)
      require(at >= -2 * waveform.period && at <= 2 * waveform.period,
              "add_clock: an edge is more than two periods away; edges and periods are in femtoseconds");
    id const clock = static_cast<id>(clocks.size());
    clocks.push_back(waveform);
    clock_name.push_back(std::move(name));
    if (pin == none) return clock;
    constexpr float no = math::infinity;
    sources.push_back({pin, 2 * clock, {0, no, 0, -no}});
    sources.push_back({pin, 2 * clock + 1, {no, 0, -no, 0}});
    return clock;
  }

  /// Adds a cell arc between two pins, of a type that `add_arc_type` gave. Parallel arcs are allowed.
  void add_arc(id from, id to, id type) {
    arc_from.push_back(from);
    arc_to.push_back(to);
    arc_type_of.push_back(type);
  }

  /// Adds a check of a data pin against a register's clock pin, of a type that `add_check_type` gave; returns
  /// its id.
  id add_check(id data, id clock, id type) {
    check_data.push_back(data);
    check_clock.push_back(clock);
    check_type_of.push_back(type);
    return static_cast<id>(check_data.size()) - 1;
  }

  /// The arrays as the stages take them; valid until one of them changes.
  flat_view<memory_space::host> view() const {
    flat_view<memory_space::host> all{
        view_of(pin_load),
        view_of(asserted_slew),
        {view_of(net_driver), view_of(net_begin), view_of(net_sink)},
        {view_of(rc_node_begin), view_of(rc_edge_begin), view_of(rc_root), view_of(rc_capacitance),
         view_of(rc_node_sink), view_of(rc_edge_a), view_of(rc_edge_b), view_of(rc_resistance),
         view_of(rc_response), view_of(wire_responses)},
        {view_of(arc_from), view_of(arc_to), view_of(arc_type_of), view_of(arc_types), view_of(check_data),
         view_of(check_clock), view_of(check_type_of), view_of(check_types), view_of(arc_derate),
         view_of(derates), view_of(measures)},
        luts.view(),
        {view_of(parallel_begin), view_of(parallel_driver)}};
    if (external) external->put_into(all);
    return all;
  }
};

}  // namespace gsta
