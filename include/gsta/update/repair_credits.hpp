#pragma once

#include <type_traits>

#include "gsta/update/repair.hpp"

namespace gsta {

namespace detail {
/// A check whose credited arrival changed waits.
template <memory_space S>
struct touch_credited_op {
  repair_steps<S> steps;
  span<per_edge const, S> before;  // [checks]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (is_other(before[i], steps.credited.check[i])) steps.lists.checks.add(static_cast<id>(i));
  }
};
}  // namespace detail

/// Checks whose credits are others, and figures: behind `repair_timing` and a sweep of all credit levels.
///
/// Shapes: as `timed_parts_in`; before [checks]: `credited_view::check` as of the last call. Cost:
/// O(checks) comparisons, and that of the checks that changed. Where: as `repair_timing`. Needs: a repair
/// that is done, as behind `read_figures`. Throws: as `repair_timing`. Exact: likewise.
template <executor E>
void repair_credited(E const& exec, timed_parts_in<E::space> const& parts, delay_options const& model,
                     std::type_identity_t<span<per_edge const, E::space>> before,
                     repair_state<E::space>& state) {
  require(parts.credited.check.size() == before.size() && before.size() == parts.checks.check.size(),
          "repair_credited: the credits are of other checks");
  auto const steps = detail::steps_of(parts, state, model, {});
  for_each_n(exec, before.size(), detail::touch_credited_op<E::space>{steps, before});
  repair_timing(exec, parts, model, {}, state);
}

}  // namespace gsta
