#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/core/math.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/rc/star.hpp"

namespace gsta_bench {

/// Where pins lie, and what a micrometre of wire has: from this, star wires are made anew when pins move.
struct placement {
  std::vector<float> pin_x, pin_y;         ///< [pins] um
  float unit_resistance = 0;               ///< kOhm/um
  float unit_capacitance = 0;              ///< fF/um
  std::vector<std::uint8_t> net_is_ideal;  ///< [nets] 1: no wire; may be empty
};

/// A design and the placement of its pins.
struct placed_design {
  gsta::flat_design design;
  placement pins;
};

/// The placement as the stage that makes star wires takes it; it stays the owner.
inline gsta::star_view<gsta::memory_space::host> star_of(placement const& pins) {
  return {gsta::view_of(pins.pin_x), gsta::view_of(pins.pin_y), pins.unit_resistance, pins.unit_capacitance,
          gsta::view_of(pins.net_is_ideal)};
}

namespace detail {
struct half_capacitances {
  float const* of;
  GSTA_HD float operator()(gsta::id k) const noexcept { return of[k]; }
};

/// Appends one net's star.
inline void add_star(gsta::flat_design& design, placement const& pins, std::size_t net) {
  using gsta::math::add, gsta::math::mul, gsta::math::sub;
  gsta::id const driver = design.net_driver[net], first = design.net_begin[net];
  gsta::id const sinks = design.net_begin[net + 1] - first;
  std::vector<float> half;
  half.reserve(static_cast<std::size_t>(sinks));
  design.rc_node_sink.push_back(gsta::none);
  for (gsta::id k = 0; k < sinks; ++k) {
    gsta::id const sink = design.net_sink[first + k];
    float const length = add(std::abs(sub(pins.pin_x[sink], pins.pin_x[driver])),
                             std::abs(sub(pins.pin_y[sink], pins.pin_y[driver])));
    half.push_back(mul(0.5f, mul(pins.unit_capacitance, length)));
    design.rc_resistance.push_back(mul(pins.unit_resistance, length));
    design.rc_node_sink.push_back(first + k);
    design.rc_edge_a.push_back(0);
    design.rc_edge_b.push_back(1 + k);
  }
  design.rc_capacitance.push_back(gsta::math::ordered_sum<float>(sinks, half_capacitances{half.data()}));
  design.rc_capacitance.insert(design.rc_capacitance.end(), half.begin(), half.end());
}
}  // namespace detail

/// Makes a star of every net that is not ideal: from the driver straight to each sink, as long as the two lie
/// apart in x and y, half its capacitance at both ends. Replaces what wires the design had. For stages that
/// take wires from arrays alone, and to compare with those that take them from places.
///
/// Shapes: pins as the design. Units: kOhm, fF. Cost: O(pins). Where: host. Throws: argument_error on sizes.
/// Exact: the bits of `gsta::update_star_wires`.
inline void make_star_wires(gsta::flat_design& design, placement const& pins) {
  std::size_t const nets = design.net_driver.size(), count = design.pin_load.size();
  gsta::require(pins.pin_x.size() == count && pins.pin_y.size() == count &&
                    (pins.net_is_ideal.empty() || pins.net_is_ideal.size() == nets),
                "make_star_wires: the placement is another design's");
  design.rc_node_begin.assign(1, 0);
  design.rc_edge_begin.assign(1, 0);
  design.rc_root.clear();
  for (auto* const array : {&design.rc_node_sink, &design.rc_edge_a, &design.rc_edge_b}) array->clear();
  for (auto* const array : {&design.rc_capacitance, &design.rc_resistance}) array->clear();
  for (auto* const array : {&design.rc_node_sink, &design.rc_edge_a, &design.rc_edge_b})
    array->reserve(count);
  for (auto* const array : {&design.rc_capacitance, &design.rc_resistance}) array->reserve(count);
  for (std::size_t net = 0; net < nets; ++net) {
    bool const ideal = design.net_begin[net] == design.net_begin[net + 1] ||
                       (!pins.net_is_ideal.empty() && pins.net_is_ideal[net] != 0);
    design.rc_root.push_back(ideal ? gsta::none : 0);
    if (!ideal) detail::add_star(design, pins, net);
    design.rc_node_begin.push_back(static_cast<gsta::id>(design.rc_capacitance.size()));
    design.rc_edge_begin.push_back(static_cast<gsta::id>(design.rc_resistance.size()));
  }
}

}  // namespace gsta_bench
