#pragma once

#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/latch_order.hpp"
#include "gsta/flat/validate.hpp"

/// What edits may be: what `validate` takes, said by the call that was wrong.
namespace gsta::detail {

inline void in_range(id i, std::size_t size, char const* sentence) {
  require(i >= 0 && static_cast<std::size_t>(i) < size, sentence);
}
inline void in_range_or_none(id i, std::size_t size, char const* sentence) {
  if (i != none) in_range(i, size, sentence);
}

inline void all_within(std::vector<float> const& values, float most, char const* sentence) {
  for (float const value : values) require(math::is_within(value, most), sentence);
}

/// Times, or where there is none what `undefined` has.
inline void times_or(per_condition<float> const& values, per_condition<float> const& undefined,
                     char const* sentence) {
  for (int c = 0; c < conditions; ++c)
    require(math::is_within(values[c], most_time) || values[c] == undefined[c], sentence);
}
inline void all_within(per_condition<float> const& values, float most, char const* sentence) {
  for (int c = 0; c < conditions; ++c) require(math::is_within(values[c], most), sentence);
}

/// Whether arrivals go the same ways by arcs of both types.
inline bool passes_alike(arc_type const& a, arc_type const& b) noexcept {
  return a.edges.code == b.edges.code && a.launches == b.launches && a.to_ideal_clock == b.to_ideal_clock &&
         a.only_clock == b.only_clock && a.slews_only == b.slews_only;
}
/// `measures`: how many there were when shapes of waveforms were made.
inline void check_arc_type(flat_design const& design, arc_type const& type, std::size_t measures) {
  std::size_t const tables = design.luts.view().tables.size();
  require(is_edge_map(type.edges), "add_arc_type: the edges name a third edge");
  for (int c = 0; c < conditions; ++c) {
    in_range_or_none(type.delay[c], tables, "add_arc_type: no such table of delays");
    in_range_or_none(type.slew[c], tables, "add_arc_type: no such table of slews");
  }
  in_range_or_none(type.measure, measures, "add_arc_type: no such measure");
  if (type.only_clock != arc_type::only_source_paths)
    in_range_or_none(type.only_clock, design.clocks.size(), "add_arc_type: no such clock");
}
inline void check_check_type(flat_design const& design, check_type const& type) {
  std::size_t const tables = design.luts.view().tables.size();
  require(!is_output(type.kind), "add_check_type: outputs' checks are requirements");
  for (id const table : type.constraint)
    in_range_or_none(table, tables, "add_check_type: no such table of constraints");
  in_range_or_none(type.only_clock, design.clocks.size(), "add_check_type: no such clock");
}

}  // namespace gsta::detail
