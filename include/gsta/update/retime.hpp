#pragma once

#include "gsta/update/repair.hpp"

/// A full update in the place of a repair, where edits are many: `store_edits`, the update, `mark_repaired`.
namespace gsta {

namespace detail {
template <executor E>
void empty_lists(E const& exec, level_lists<E::space>& lists) {
  fill(exec, lists.count.view(), 0);
  fill(exec, lists.is_in.view(), 0u);
}
}  // namespace detail

/// Stores edited words where they belong, and times nothing.
///
/// Shapes: as `repair_timing`. Cost: O(words), one copy and two launches. Where: the executor; does not wait.
/// Throws: argument_error as `make_repair_state`, what allocation throws.
template <executor E>
void store_edits(E const& exec, timed_parts_in<E::space> const& parts, delay_options const& model,
                 edit_records const& edits, repair_state<E::space>& state) {
  detail::require_sums(parts);
  auto const there = detail::take_edits(exec, edits, state);
  auto const steps = detail::steps_of(parts, state, model, there);
  for_each_n(exec, there.word_count(), detail::store_words_op<E::space>{steps});
  for_each_n(exec, 1, detail::count_nets_op<E::space>{steps});
}

/// Behind a full update: no list holds anything, and figures are those of all endpoints.
///
/// Shapes: as `make_repair_state`. Cost: O(endpoints), and a bit a vertex. Where: the executor; does not
/// wait. Throws: cuda_error on a device. Exact: the figures of repairs.
template <executor E>
void mark_repaired(E const& exec, timed_parts_in<E::space> const& parts, delay_options const& model,
                   repair_state<E::space>& state) {
  for (auto* const lists :
       {&state.pins, &state.nodes, &state.required, &state.checks, &state.endpoints, &state.totals.waiting})
    detail::empty_lists(exec, *lists);
  auto const steps = detail::steps_of(parts, state, model, {});
  detail::sum_all(exec, steps, state);
  for_each_n(exec, 1, detail::end_repair_op<E::space>{steps});
  state.is_open = false;
}

}  // namespace gsta
