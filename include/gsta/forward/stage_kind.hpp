#pragma once

#include <cstdint>

#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// How a cell arc's stage is solved under one condition.
enum class stage_kind : std::uint8_t {
  no_stage,        ///< no edge, nothing arrives, or an arc without any table, or one to a pin's shadow
  pi_model,        ///< a driver into the pi model of its net
  one_capacitor,   ///< there is next to no wire: the tables at the whole load are the answer
  without_ramp,    ///< fall-back to the whole load: the tables' slew is too short for the driver's resistance
  without_tables,  ///< fall-back to the whole load: a table of delays or of slews is missing, or the load
};

/// Those of an arc's four conditions.
struct stage_kinds {
  stage_kind kind[conditions];  ///< by condition
};

namespace detail {
/// From a register's clock pin to its shadow, or from a clock's source: no stage, whatever it has.
GSTA_HD inline bool is_link(arc_type const& type) noexcept {
  return type.to_ideal_clock || type.only_clock != none;
}
/// Of an arc without what a waveform is made of.
GSTA_HD inline stage_kind kind_without_stage(arc_type const& type, int c, float slew) noexcept {
  bool const has_none = type.delay[c] == none && type.slew[c] == none;
  return is_link(type) || has_none || !math::is_defined(slew) ? stage_kind::no_stage
                                                              : stage_kind::without_tables;
}
/// Of a driver that is solved.
GSTA_HD inline stage_kind kind_of_stage(bool is_lumped, bool has_no_ramp) noexcept {
  if (has_no_ramp) return stage_kind::without_ramp;
  return is_lumped ? stage_kind::one_capacitor : stage_kind::pi_model;
}
}  // namespace detail

}  // namespace gsta
