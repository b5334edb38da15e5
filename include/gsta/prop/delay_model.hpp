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

/// What wires do to slews.
enum class wire_slew : std::uint8_t {
  keep,     ///< sinks see the driver's slew
  degrade,  ///< widened by the second moment: sign(s) sqrt(s^2 + impulse)
};

/// Whether a table may give a slew below zero.
enum class negative_slew : std::uint8_t { allow, clip };

struct delay_options {
  wire_slew wires = wire_slew::degrade;
  negative_slew tables = negative_slew::allow;
};

/// gsta's own model: wire delays from `update_wires`, cell delays from nonlinear tables (NLDM).
template <memory_space S>
struct table_delay_model {
  flat_view<S> design;
  wire_view<S> wires;
  delay_options options;

  GSTA_HD arc_timing operator()(id arc, id to, corner_values const& slew) const noexcept {
    std::size_t const net_arcs = design.net_arc_count();
    if (static_cast<std::size_t>(arc) < net_arcs) return wire(arc, slew);
    return cell(design.arcs.types[design.arcs.type[static_cast<std::size_t>(arc) - net_arcs]], to, slew);
  }

 private:
  GSTA_HD arc_timing wire(id arc, corner_values const& slew) const noexcept {
    arc_timing result{wires.delay[arc], undefined_arrival()};
    for (int c = 0; c < conditions; ++c) {
      float const impulse = wires.impulse[arc][c];
      if (!math::is_defined(slew[c]) || !math::is_defined(impulse)) continue;
      float const at_sink = options.wires == wire_slew::keep ? slew[c] : degrade(slew[c], impulse);
      result.slew[c] = math::defined_or(at_sink, result.slew[c]);
    }
    return result;
  }

  /// Rounding may leave the sum a hair below zero; a slew is then zero, never NaN.
  GSTA_HD static float degrade(float slew, float impulse) noexcept {
    float const squared = math::add(math::mul(slew, slew), impulse);
    float const widened = squared > 0 ? math::sqrt(squared) : 0.0f;
    return slew < 0 ? -widened : widened;
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
      bool const negative = math::is_defined(result.slew[c]) && result.slew[c] < 0;
      if (negative && options.tables == negative_slew::clip) result.slew[c] = 0.0f;
    }
    return result;
  }
};

}  // namespace gsta
