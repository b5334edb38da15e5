#pragma once

#include "gsta/core/units.hpp"

/// What a design has to keep to beside its slacks.
namespace gsta {

/// Limits of one pin; +infinity: none.
struct alignas(16) pin_limits {
  float slew = math::infinity;    ///< ps, of its late slews
  float load = math::infinity;    ///< fF that it may see as the driver of a net
  float fanout = math::infinity;  ///< sum of `fanout_load` of the sinks that it may drive
  float fanout_load = 1;          ///< what it counts as a sink
};

/// Slew limits of all pins that a clock's arrivals reach, by edge at the pin; +infinity: none.
struct clock_slew_limits {
  float clock[2] = {math::infinity, math::infinity};  ///< ps, where they are a clock still
  float data[2] = {math::infinity, math::infinity};   ///< ps, where they are data
};

/// What a clock must keep to where it ends: at a register's clock pin. Tables are over the slew of the edge
/// that ends the pulse (late) and of the edge that begins it (early), as those of checks are.
struct pulse_limit {
  id pin = none;               ///< where the clock ends
  id clock = none;             ///< which clock; none: all that come there
  id width[2] = {none, none};  ///< table: the least width, ps, of high pulses and of low ones; none: no limit
  id period = none;            ///< table: the least period, ps; none: no limit
};

}  // namespace gsta
