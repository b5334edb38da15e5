#pragma once

#include "gsta/constrain/detail/clock_pairs.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta::detail {

/// Whether arrivals of a tag capture at a check: those of a clock, or at a register those that no clock
/// launches, and of data where data are checked against data.
GSTA_HD inline bool may_capture(check_type const& type, tag const& to) noexcept {
  bool const other_clock = type.only_clock != none && type.only_clock != to.launch_edge / 2;
  bool const is_data = (to.kind == arrival_kind::data && !is_data_check(type.kind)) || is_source_path(to);
  bool const no_clock =
      to.launch_edge == none && (!is_unclocked(to) || is_gating(type.kind) || is_data_check(type.kind));
  return !no_clock && !is_data && !to.from_start && !other_clock;
}

/// The condition under which a capturing clock counts at a check.
GSTA_HD constexpr int capture_condition(check_type const& type) noexcept {
  return condition(is_late(type.kind) ? split::early : split::late, type.active);
}

/// Which `clock_pairs::figures` checks of a kind share: a number below `figure_sorts`, whose first kind is
/// `kinds_of_figures`'.
inline constexpr std::size_t figure_sorts = 6;
inline constexpr check_kind kinds_of_figures[figure_sorts] = {
    check_kind::hold,         check_kind::setup,     check_kind::gating_hold,
    check_kind::gating_setup, check_kind::data_hold, check_kind::data_setup};
GSTA_HD constexpr std::size_t figure_sort(check_kind kind) noexcept {
  std::size_t const first = is_gating(kind) ? 2 : is_data_check(kind) ? 4 : 0;
  return first + (is_late(kind) ? 1 : 0);
}

/// A library check of one data node against one capturing node.
GSTA_HD inline timing_check library_check(check_type const& type, id data, id capture, id data_pin,
                                          id clock_pin, id source, check_figures const& figures) noexcept {
  timing_check check{type.kind, type.active, 0, 0, data, capture, data_pin, clock_pin, source, {}, {}, 0};
  check.constraint[0] = type.constraint[0];
  check.constraint[1] = type.constraint[1];
  check.offset = figures.offset;
  check.uncertainty = figures.uncertainty;
  check.factor = figures.factor;
  finish_check(check);
  return check;
}

}  // namespace gsta::detail
