#pragma once

#include <cstddef>

#include "gsta/update/detail/repair_steps.hpp"

/// Edited words go where they belong.
namespace gsta::detail {

/// Into the timer's own array, which it views.
template <class T, memory_space S>
GSTA_HD void put_word(span<T const, S> array, id at, T const& value) noexcept {
  const_cast<T&>(array[static_cast<std::size_t>(at)]) = value;
}

/// Stores edited word `i` of all, and adds what reads it, but for nets.
template <memory_space S>
GSTA_HD void store_word(repair_steps<S> const& steps, std::size_t i) noexcept {
  auto const& edits = steps.edits;
  auto const& design = steps.wires.design;
  if (i < edits.load.size()) return put_word(design.pin_load, edits.load_at[i], edits.load[i]);
  i -= edits.load.size();
  if (i < edits.slew.size()) {
    put_word(design.asserted_slew, edits.slew_at[i], edits.slew[i]);
    return steps.lists.pins.add(edits.slew_at[i]);
  }
  i -= edits.slew.size();
  if (i < edits.type.size()) {
    put_word(design.arcs.type, edits.type_at[i], edits.type[i]);
    return steps.lists.pins.add(design.arcs.to[edits.type_at[i]]);
  }
  i -= edits.type.size();
  if (i < edits.capacitance.size())
    return put_word(design.rc.capacitance, edits.capacitance_at[i], edits.capacitance[i]);
  i -= edits.capacitance.size();
  if (i < edits.resistance.size())
    return put_word(design.rc.resistance, edits.resistance_at[i], edits.resistance[i]);
  i -= edits.resistance.size();
  if (i < edits.asserted.size()) {
    put_word(steps.arrivals.asserted, edits.asserted_at[i], edits.asserted[i]);
    return steps.lists.nodes.add(edits.asserted_at[i]);
  }
  i -= edits.asserted.size();
  put_word(steps.checking.checks, edits.check_at[i], edits.check[i]);
  steps.lists.checks.add(edits.check_at[i]);
}

template <memory_space S>
struct store_words_op {
  repair_steps<S> steps;
  GSTA_HD void operator()(std::size_t i) const noexcept { store_word(steps, i); }
};

}  // namespace gsta::detail
