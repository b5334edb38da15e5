#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gsta/core/units.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/lut/lut_pool.hpp"

namespace gsta {

/// Edge times of one clock. Its rising edge is launch edge 2 * clock, its falling edge 2 * clock + 1.
struct clock_waveform {
  femtoseconds period = 0;
  femtoseconds at[2] = {0, 0};  ///< rise, fall
};

/// How a clock reaches its registers, and how far its edges may be off.
struct clock_rules {
  bool propagated = true;  ///< false: registers see the edge and `latency`, not the clock network's delay
  corner_values insertion = same_value(0.0f);   ///< ps, source latency, by the edge at the source
  corner_values latency = same_value(0.0f);     ///< ps, an ideal clock's network latency, by the same edge
  corner_values transition = same_value(0.0f);  ///< ps, an ideal clock's slew, by the edge at the register
  femtoseconds setup_uncertainty = 0, hold_uncertainty = 0;
};

/// What an arrival is. Registers turn clock arrivals into data arrivals; data arrivals do not pass them and
/// capture nothing. `any` does both: the contest's model, with one kind of arrival.
enum class arrival_kind : std::int32_t { any, clock, data };

/// An arrival put on a pin, as an offset from a launch edge (`none`: no clock).
struct flat_source {
  id pin = none, launch_edge = none;
  corner_values arrival = undefined_arrival();
  arrival_kind kind = arrival_kind::any;
};

/// Paths that do not count: from any of `from` (pins where paths start; register clock pins, inputs) or of
/// `from_clocks`, to any of `to` or `to_clocks`. Two empty lists mean everywhere.
struct flat_false_path {
  std::vector<id> from, from_clocks, to, to_clocks;
  bool setup = true, hold = true;
};

/// A required time put on a pin, as an offset from a capture edge (`none`: from the launch).
struct flat_requirement {
  id pin = none, capture_edge = none;
  corner_values required = undefined_required();
};

/// The host owner of a flat design, in plain vectors, with the names that reports use. A user without files
/// fills it directly; ids are kept as given.
struct flat_design {
  std::vector<corner_values> pin_load, asserted_slew;
  std::vector<id> net_driver, net_begin{0}, net_sink;
  std::vector<id> rc_node_begin{0}, rc_edge_begin{0}, rc_root, rc_node_sink, rc_edge_a, rc_edge_b;
  std::vector<float> rc_capacitance, rc_resistance;
  std::vector<id> rc_response;  ///< [net arcs], or empty
  std::vector<wire_response> wire_responses;
  std::vector<id> arc_derate;  ///< [net arcs + cell arcs], or empty
  std::vector<corner_values> derates;
  std::vector<id> arc_from, arc_to, arc_type_of;
  std::vector<arc_type> arc_types;
  std::vector<id> check_data, check_clock, check_type_of;
  std::vector<check_type> check_types;
  lut_pool_builder luts;

  std::vector<clock_waveform> clocks;
  std::vector<flat_source> sources;
  std::vector<flat_requirement> requirements;
  std::vector<id> outputs;         ///< output ports: endpoints, even where nothing constrains them
  std::vector<clock_rules> rules;  ///< [clocks], or shorter: the rest are propagated and exact
  std::vector<flat_false_path> false_paths;
  float late_check_factor = 1, early_check_factor = 1;  ///< on constraints of setup-like and hold-like checks
  /// [pins], or shorter: the pin that this one is a second vertex of (the driving side of an inout pin or of
  /// a port behind a driving cell, the twin of a clock pin under an ideal clock); none for ordinary pins.
  std::vector<id> shadow_of;

  std::vector<std::string> pin_name, net_name, clock_name;  ///< may be empty

  /// Adds a pin and returns its id.
  id add_pin(std::string name = {}, corner_values load = same_value(0.0f)) {
    pin_load.push_back(load);
    asserted_slew.push_back(undefined_arrival());
    if (pin_name.size() + 1 == pin_load.size()) pin_name.push_back(std::move(name));  // else nameless
    return static_cast<id>(pin_load.size()) - 1;
  }

  /// Adds a second vertex for a pin, of the same name, and returns its id.
  id add_shadow(id of) {
    id const pin = add_pin(static_cast<std::size_t>(of) < pin_name.size() ? pin_name[of] : std::string());
    shadow_of.resize(pin_load.size(), none);
    shadow_of[pin] = real_pin(of);
    return pin;
  }

  /// The pin that users know: `pin` itself but for shadows.
  id real_pin(id pin) const noexcept {
    bool const shadow = static_cast<std::size_t>(pin) < shadow_of.size() && shadow_of[pin] != none;
    return shadow ? shadow_of[pin] : pin;
  }

  clock_rules rules_of(id clock) const noexcept {
    return static_cast<std::size_t>(clock) < rules.size() ? rules[clock] : clock_rules{};
  }

  /// Adds a net with ideal wires and returns its id. Sums over its sinks take them in this order.
  id add_net(id driver, std::vector<id> const& sinks, std::string name = {}) {
    net_driver.push_back(driver);
    net_sink.insert(net_sink.end(), sinks.begin(), sinks.end());
    net_begin.push_back(static_cast<id>(net_sink.size()));
    rc_root.push_back(none);
    if (!rc_response.empty()) rc_response.resize(net_sink.size(), none);
    rc_node_begin.push_back(static_cast<id>(rc_capacitance.size()));
    rc_edge_begin.push_back(static_cast<id>(rc_resistance.size()));
    net_name.push_back(std::move(name));
    return static_cast<id>(net_driver.size()) - 1;
  }

  /// Gives the net added last an RC network: nodes with their capacitance and, for a pin, the position of
  /// that pin among the net's sinks (else none), edges between nodes, and the driver's node.
  void set_wire(id root, std::vector<float> const& capacitance, std::vector<id> const& sink_position,
                std::vector<id> const& a, std::vector<id> const& b, std::vector<float> const& resistance) {
    id const first_sink = net_begin[net_begin.size() - 2];
    rc_root.back() = root;
    rc_capacitance.insert(rc_capacitance.end(), capacitance.begin(), capacitance.end());
    for (id const position : sink_position)
      rc_node_sink.push_back(position == none ? none : first_sink + position);
    rc_edge_a.insert(rc_edge_a.end(), a.begin(), a.end());
    rc_edge_b.insert(rc_edge_b.end(), b.begin(), b.end());
    rc_resistance.insert(rc_resistance.end(), resistance.begin(), resistance.end());
    rc_node_begin.back() = static_cast<id>(rc_capacitance.size());
    rc_edge_begin.back() = static_cast<id>(rc_resistance.size());
  }

  /// Adds a type for arcs, or for checks, and returns its id.
  id add_arc_type(arc_type const& type) {
    arc_types.push_back(type);
    return static_cast<id>(arc_types.size()) - 1;
  }
  id add_check_type(check_type const& type) {
    check_types.push_back(type);
    return static_cast<id>(check_types.size()) - 1;
  }

  /// Adds a clock that arrives at `pin` without delay (`none`: a virtual clock), and returns its id.
  id add_clock(id pin, clock_waveform const& waveform, std::string name = {}) {
    id const clock = static_cast<id>(clocks.size());
    clocks.push_back(waveform);
    clock_name.push_back(std::move(name));
    if (pin == none) return clock;
    constexpr float no = math::infinity;
    sources.push_back({pin, 2 * clock, {0, no, 0, -no}});
    sources.push_back({pin, 2 * clock + 1, {no, 0, -no, 0}});
    return clock;
  }

  void add_arc(id from, id to, id type) {
    arc_from.push_back(from);
    arc_to.push_back(to);
    arc_type_of.push_back(type);
  }

  void add_check(id data, id clock, id type) {
    check_data.push_back(data);
    check_clock.push_back(clock);
    check_type_of.push_back(type);
  }

  flat_view<memory_space::host> view() const {
    return {view_of(pin_load),
            view_of(asserted_slew),
            {view_of(net_driver), view_of(net_begin), view_of(net_sink)},
            {view_of(rc_node_begin), view_of(rc_edge_begin), view_of(rc_root), view_of(rc_capacitance),
             view_of(rc_node_sink), view_of(rc_edge_a), view_of(rc_edge_b), view_of(rc_resistance),
             view_of(rc_response), view_of(wire_responses)},
            {view_of(arc_from), view_of(arc_to), view_of(arc_type_of), view_of(arc_types),
             view_of(check_data), view_of(check_clock), view_of(check_type_of), view_of(check_types),
             view_of(arc_derate), view_of(derates)},
            luts.view()};
  }
};

}  // namespace gsta
