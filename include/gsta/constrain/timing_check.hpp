#pragma once

#include "gsta/core/units.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// One check of one data node: against the arrival of a capturing clock node (setup, hold, recovery,
/// removal), or against a required time that constraints give (output_setup, output_hold).
struct timing_check {
  check_kind kind = check_kind::setup;  ///< says which side is checked, see `is_late`
  edge active = edge::rise;             ///< the capturing clock's edge at its pin
  id data = none;                       ///< node whose arrival is checked
  id capture = none;                    ///< node of the capturing clock; none for outputs
  id data_pin = none;                   ///< the pin of `data`
  id clock_pin = none;                  ///< the pin of `capture`; none for outputs
  id source = none;                     ///< the library check or the requirement it came from
  id constraint[2] = {none, none};      ///< table (data slew, clock slew), by data edge
  float required[2] = {0, 0};           ///< outputs: ps from the capture edge, by data edge; may be undefined
  femtoseconds offset = 0;              ///< capture edge time minus launch edge time
  femtoseconds uncertainty = 0;         ///< of the capture clock: less time for setup, more for hold
  float factor = 1;                     ///< derate of the constraint
  float edge_time = 0;  ///< ps: offset, less (setup-like) or plus (hold-like) uncertainty; see `finish_check`
};

/// Fills in `edge_time`. Whoever makes a check, or changes its edges, calls it last: a sweep over checks then
/// needs no 64-bit arithmetic.
///
/// Shapes: one check. Cost: one division. Where: host and device. Throws: nothing.
GSTA_HD inline void finish_check(timing_check& check) noexcept {
  bool const late = is_late(check.kind);
  check.edge_time =
      to_picoseconds(late ? check.offset - check.uncertainty : check.offset + check.uncertainty);
}

}  // namespace gsta
