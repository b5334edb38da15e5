#pragma once

#include "gsta/core/by_condition.hpp"
#include "gsta/core/math.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/forward/detail/cell_delay.hpp"
#include "gsta/forward/detail/packed_tables.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

/// What one arc does under the four conditions of its output. Undefined where the arc makes no such edge.
struct arc_timing {
  per_condition<float> delay = undefined_arrival();  ///< ps, by the condition at the arc's output
  per_condition<float> slew = undefined_arrival();   ///< ps at the output, by the condition there
};

/// A delay model: a trivially copyable op that gives an arc's delay and output slew from the slew at its
/// input. Write your own and hand it to `propagate`.
template <class M>
concept delay_model = requires(M const& model, id arc, id to, per_condition<float> const& slew) {
  { model(arc, to, slew) } -> std::same_as<arc_timing>;
};

/// Whether a table may give a slew below zero.
enum class negative_slew : std::uint8_t {
  allow,  ///< the table's value as it is, as in the contest
  clip,   ///< it is 0 then, as OpenSTA has it
};

/// How a cell's delay and slew are found, and with them what its wires do.
enum class cell_model : std::uint8_t {
  table,      ///< tables at the driver's whole load; wires by Elmore
  effective,  ///< a waveform into the net's pi model, see `ceff_delay_model`; needs `wire_slew::reduce`
};

/// In what numbers waveforms are found.
enum class ceff_precision : std::uint8_t {
  single,     ///< float
  in_double,  ///< double; the results are floats
};

/// How waveforms are found: by a fixed number of steps each, so that all of them have one cost and equal bits
/// everywhere. See docs/numerics.md for what steps bring.
struct ceff_options {
  int charge_trips = 5;                               ///< tables looked up for an effective capacitance
  int driver_trips = 4;                               ///< steps to each crossing at a driver
  int sink_trips = 4;                                 ///< and at a sink
  ceff_precision precision = ceff_precision::single;  ///< of the steps
};

/// How delays are made of wires and tables.
struct delay_options {
  wire_slew wires = wire_slew::degrade;                  ///< as the wires were updated with
  negative_slew tables = negative_slew::allow;           ///< of cell arcs; tables extrapolate below 0
  unreached_sink unreached = unreached_sink::undefined;  ///< for who updates the wires by these options
  cell_model model = cell_model::table;                  ///< for who chooses the model by these options
  ceff_options effective{};                              ///< of `cell_model::effective`
};

/// What a wire's condition can know before the slew at its driver is there.
struct wire_lane {
  float delay;    ///< ps, as `wire_answer::delay`
  float impulse;  ///< as `wire_answer::impulse`
};

namespace detail {
/// A wire widens a slew. Rounding may leave the sum a hair below zero; a slew is then zero, never NaN.
template <class Value>
GSTA_HD Value degraded(Value slew, Value impulse) noexcept {
  Value const squared = math::add(math::mul(slew, slew), impulse);
  return math::turned_where_negative(math::root_or_zero(squared), slew);
}
/// The slew at a wire's sink; `keeps`: as it is, with what the wire adds.
GSTA_AS_ARGUMENTS
template <class C, class Value>
GSTA_HD Value slew_behind_wire(C c, Value slew, Value impulse, bool keeps) noexcept {
  Value const at_sink = keeps ? math::add(slew, impulse) : degraded(slew, impulse);
  return held_where(math::all_of(exists(slew), exists(impulse)), at_sink, c);
}
/// A delay times its arc's factor.
GSTA_AS_ARGUMENTS
template <class C, class Value>
GSTA_HD Value derated_by(C c, Value delay, Value factor) noexcept {
  return held_where(exists(delay), math::mul(delay, factor), c);
}
}  // namespace detail

/// gsta's own model: wire delays from `update_wires`, cell delays from nonlinear tables (NLDM).
///
/// Each formula is for one condition and in two halves: what needs no slew, and the rest. Sweeps that have a
/// lane a condition do the first half while they wait for the slew.
///
/// `Plain`: no responses, no derates, and default options, known when code is compiled; see `is_plain`.
template <memory_space S, bool Plain>
struct basic_table_model {
  flat_view<S> design;    ///< arcs, types, tables, responses and derates
  wire_view<S> wires;     ///< loads of drivers and what wires do
  delay_options options;  ///< ignored where the model is `Plain`

  /// What `delay_model` asks for: arc `arc` into pin `to`, from the slews at its input.
  GSTA_HD arc_timing operator()(id arc, id to, per_condition<float> const& slew) const noexcept {
    std::size_t const net_arcs = design.net_arc_count();
    bool const is_wire = static_cast<std::size_t>(arc) < net_arcs;
    edge_map const edges = is_wire ? positive_edges() : type_of(arc).edges;
    arc_timing result;
    for (int c = 0; c < conditions; ++c) {
      int const in = edges.input(c);
      if (in < 0) continue;
      condition_timing const lane =
          is_wire ? finish_wire(prepare_wire(arc, c), arc, c, slew[in]) : cell(arc, to, c, in, slew[in]);
      result.delay[c] = lane.delay;
      result.slew[c] = lane.slew;
    }
    return result;
  }

  /// One condition alone: `slew` is that of the input edge `edges.input(c)`.
  GSTA_HD condition_timing at(id arc, id to, int c, float slew) const noexcept {
    if (static_cast<std::size_t>(arc) < design.net_arc_count())
      return finish_wire(prepare_wire(arc, c), arc, c, slew);
    return cell(arc, to, c, type_of(arc).edges.input(c), slew);
  }

  /// The type of a cell arc.
  GSTA_HD arc_type const& type_of(id arc) const noexcept {
    return design.arcs.types[design.arcs.type[static_cast<std::size_t>(arc) - design.net_arc_count()]];
  }

  /// The first half of a net arc, under condition `c`.
  GSTA_HD wire_lane prepare_wire(id arc, int c) const noexcept {
    return {wires.sink[arc].delay[c], wires.sink[arc].impulse[c]};
  }

  /// The second half of a net arc; `slew` is the driver's.
  GSTA_HD condition_timing finish_wire(wire_lane const& wire, id arc, int c, float slew) const noexcept {
    return finished_wire({wire.delay, detail::slew_behind_wire(c, slew, wire.impulse, keeps_slews())}, arc,
                         c);
  }

  /// The second half of a cell arc; `in` is the input condition behind `c`.
  GSTA_HD condition_timing finish_cell(lane_table const& table, cell_lane const& lane, id arc, int c, int in,
                                       float slew) const noexcept {
    condition_timing result = gsta::finish_cell(design.luts, table, lane, c, slew, clips());
    result.delay = derated(arc, c, in, result.delay);
    return result;
  }

  /// The second half of a cell arc, with tables that were packed for a sweep. `arc_of()` tells the arc,
  /// should it matter.
  template <class F>
  GSTA_HD condition_timing finish_cell(packed_tables_view<S> const& tables, packed_lane const& lane,
                                       F const& arc_of, int c, int in, float slew) const noexcept {
    if (!lane.table.is_packed()) {
      lane_table const table = resolve_tables(design.luts, type_of(arc_of()), c);
      return finish_cell(table, prepare_cell(design.luts, table, lane.load), arc_of(), c, in, slew);
    }
    condition_timing result = finish_packed(tables, lane, c, slew, clips());
    if constexpr (!Plain) result.delay = derated(arc_of(), c, in, result.delay);
    return result;
  }

  /// A cell arc of any tables; `in` is the input condition behind `c`.
  GSTA_HD condition_timing cell(id arc, id to, int c, int in, float slew) const noexcept {
    lane_table const table = resolve_tables(design.luts, type_of(arc), c);
    return finish_cell(table, prepare_cell(design.luts, table, wires.load[to][c]), arc, c, in, slew);
  }

  /// What tables and waveforms leave to be done for a cell arc: derates.
  GSTA_HD condition_timing finished_cell(condition_timing timing, id arc, int c, int in) const noexcept {
    return {derated(arc, c, in, timing.delay), timing.slew};
  }
  /// What wires leave to be done for a net arc: the sink's thresholds, and derates.
  GSTA_HD condition_timing finished_wire(condition_timing timing, id arc, int c) const noexcept {
    if constexpr (!Plain) {
      if (!design.rc.response.empty() && design.rc.response[arc] != none)
        measure_anew(design.rc.responses[design.rc.response[arc]], c, timing);
    }
    return {derated(arc, c, c, timing.delay), timing.slew};
  }

  /// Whether a table's slew below zero is zero.
  GSTA_HD bool clips() const noexcept { return !Plain && options.tables == negative_slew::clip; }

 private:
  GSTA_HD bool keeps_slews() const noexcept { return !Plain && options.wires != wire_slew::degrade; }

  /// From the driver's thresholds to the sink's.
  GSTA_HD static void measure_anew(wire_response const& response, int c, condition_timing& timing) noexcept {
    if (!math::is_defined(timing.slew) || !math::is_defined(timing.delay)) return;
    float const later = math::mul(timing.slew, response.shift[edge_of(c)]);
    timing.delay = held_arrival(math::add(timing.delay, later), c);
    timing.slew = held_arrival(math::mul(timing.slew, response.scale[edge_of(c)]), c);
  }

  /// Times the arc's factor, which goes by the edge at its input.
  GSTA_HD float derated(id arc, int c, int in, float delay) const noexcept {
    if (Plain || design.arcs.derate.empty() || design.arcs.derate[arc] == none) return delay;
    return detail::derated_by(c, delay, design.arcs.derates[design.arcs.derate[arc]][in]);
  }
};

/// gsta's own delay model as users make it: {design, wires, options}.
template <memory_space S>
using table_delay_model = basic_table_model<S, false>;

/// True if a model has nothing that `basic_table_model<S, true>` leaves out.
///
/// Shapes: any. Cost: none. Where: host. Throws: nothing.
template <memory_space S>
bool is_plain(table_delay_model<S> const& model) noexcept {
  return model.design.rc.response.empty() && model.design.arcs.derate.empty() &&
         model.options.wires == wire_slew::degrade && model.options.tables == negative_slew::allow;
}

}  // namespace gsta
