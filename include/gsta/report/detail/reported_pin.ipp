#pragma once

#include <algorithm>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/reported_pin.hpp"

namespace gsta {

/// What a reporter keeps.
struct pin_reporter::body {
  flat_design const& design;
  detail::shown_vertices vertices;
};

GSTA_INLINE pin_reporter::pin_reporter(flat_design const& design)
    : body_(new body{design, detail::shown_vertices(design)}) {}
GSTA_INLINE pin_reporter::~pin_reporter() = default;
GSTA_INLINE pin_reporter::pin_reporter(pin_reporter&&) noexcept = default;
GSTA_INLINE pin_reporter& pin_reporter::operator=(pin_reporter&&) noexcept = default;

GSTA_INLINE reported_pin pin_reporter::operator()(timing_snapshot const& timing, id pin) const {
  auto const row = detail::make_pin_row({body_->design, timing, {}, {}}, body_->vertices, pin);
  reported_pin result{};
  std::copy_n(row.at, conditions, result.arrival);
  std::copy_n(row.rat, conditions, result.required);
  std::copy_n(row.slew, conditions, result.slew);
  std::copy_n(row.slack, conditions, result.slack);
  return result;
}

}  // namespace gsta
