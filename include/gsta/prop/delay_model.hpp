#pragma once

#include "gsta/core/math.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/lut/interpolate.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

/// What one arc does under the four conditions of its output. Undefined where the arc makes no such edge.
struct arc_timing {
  corner_values delay = undefined_arrival();
  corner_values slew = undefined_arrival();
};

/// A delay model: a trivially copyable op that gives an arc's delay and output slew from the slew at its
/// input. Write your own and hand it to `propagate`.
template <class M>
concept delay_model = requires(M const& model, id arc, id to, corner_values const& slew) {
  { model(arc, to, slew) } -> std::same_as<arc_timing>;
};

/// Whether a table may give a slew below zero.
enum class negative_slew : std::uint8_t { allow, clip };

struct delay_options {
  wire_slew wires = wire_slew::degrade;
  negative_slew tables = negative_slew::allow;
  unreached_sink unreached = unreached_sink::undefined;
};

/// gsta's own model: wire delays from `update_wires`, cell delays from nonlinear tables (NLDM).
template <memory_space S>
struct table_delay_model {
  flat_view<S> design;
  wire_view<S> wires;
  delay_options options;

  GSTA_HD arc_timing operator()(id arc, id to, corner_values const& slew) const noexcept {
    std::size_t const net_arcs = design.net_arc_count();
    if (static_cast<std::size_t>(arc) < net_arcs) {
      arc_timing result = wire(arc, slew);
      derate(arc, positive_edges(), result);
      return result;
    }
    arc_type const& type = design.arcs.types[design.arcs.type[static_cast<std::size_t>(arc) - net_arcs]];
    arc_timing result = cell(type, to, slew);
    derate(arc, type.edges, result);
    return result;
  }

 private:
  GSTA_HD arc_timing wire(id arc, corner_values const& slew) const noexcept {
    arc_timing result{wires.delay[arc], undefined_arrival()};
    for (int c = 0; c < conditions; ++c) {
      float const impulse = wires.impulse[arc][c];
      if (!math::is_defined(slew[c]) || !math::is_defined(impulse)) continue;
      float const at_sink =
          options.wires == wire_slew::keep ? math::add(slew[c], impulse) : degrade(slew[c], impulse);
      result.slew[c] = math::defined_or(at_sink, result.slew[c]);
    }
    if (!design.rc.response.empty() && design.rc.response[arc] != none)
      measure_anew(design.rc.responses[design.rc.response[arc]], result);
    return result;
  }

  /// From the driver's thresholds to the sink's.
  GSTA_HD static void measure_anew(wire_response const& response, arc_timing& timing) noexcept {
    for (int c = 0; c < conditions; ++c) {
      if (!math::is_defined(timing.slew[c]) || !math::is_defined(timing.delay[c])) continue;
      float const later = math::mul(timing.slew[c], response.shift[edge_of(c)]);
      timing.delay[c] = math::defined_or(math::add(timing.delay[c], later), undefined_arrival()[c]);
      float const scaled = math::mul(timing.slew[c], response.scale[edge_of(c)]);
      timing.slew[c] = math::defined_or(scaled, undefined_arrival()[c]);
    }
  }

  /// Rounding may leave the sum a hair below zero; a slew is then zero, never NaN.
  GSTA_HD static float degrade(float slew, float impulse) noexcept {
    float const squared = math::add(math::mul(slew, slew), impulse);
    float const widened = squared > 0 ? math::sqrt(squared) : 0.0f;
    return slew < 0 ? -widened : widened;
  }

  /// Multiplies delays by the arc's factors, which go by the edge at its input.
  GSTA_HD void derate(id arc, edge_map edges, arc_timing& timing) const noexcept {
    if (design.arcs.derate.empty() || design.arcs.derate[arc] == none) return;
    corner_values const factor = design.arcs.derates[design.arcs.derate[arc]];
    for (int c = 0; c < conditions; ++c) {
      int const in = edges.input(c);
      if (in < 0 || !math::is_defined(timing.delay[c])) continue;
      timing.delay[c] = math::defined_or(math::mul(timing.delay[c], factor[in]), undefined_arrival()[c]);
    }
  }

  GSTA_HD float look_up(id table, float slew, float load, float otherwise) const noexcept {
    return math::defined_or(lookup(design.luts, table, slew, load), otherwise);
  }

  GSTA_HD arc_timing cell(arc_type const& type, id to, corner_values const& slew) const noexcept {
    arc_timing result;
    corner_values const load = wires.load[to];
    for (int c = 0; c < conditions; ++c) {
      int const in = type.edges.input(c);
      if (in < 0 || !math::is_defined(slew[in]) || !math::is_defined(load[c])) continue;
      id const delay = type.delay[c], output = type.slew[c];
      if (delay != none && output != none) {
        lookup_pair_result const both = lookup_pair(design.luts, delay, output, slew[in], load[c]);
        result.delay[c] = math::defined_or(both.first, result.delay[c]);
        result.slew[c] = math::defined_or(both.second, result.slew[c]);
      } else {
        if (delay != none) result.delay[c] = look_up(delay, slew[in], load[c], result.delay[c]);
        if (output != none) result.slew[c] = look_up(output, slew[in], load[c], result.slew[c]);
      }
      if (type.beyond_no_load && delay != none && math::is_defined(result.delay[c])) {
        float const alone = look_up(delay, slew[in], 0.0f, undefined_arrival()[c]);
        result.delay[c] =
            math::is_defined(alone) ? math::sub(result.delay[c], alone) : undefined_arrival()[c];
      }
      bool const negative = math::is_defined(result.slew[c]) && result.slew[c] < 0;
      if (negative && options.tables == negative_slew::clip) result.slew[c] = 0.0f;
    }
    return result;
  }
};

}  // namespace gsta
