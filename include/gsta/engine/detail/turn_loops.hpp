#pragma once

#include <utility>

#include "gsta/constrain/latches.hpp"
#include "gsta/core/algorithm.hpp"

namespace gsta::detail {

/// Sweeps loops through latches, `sweep(op)` a turn of each, until nothing moves, at most `latch_sweeps`
/// times. `op.moved` is [1] or empty: counts what moves. Returns whether something still does.
///
/// Shapes: any. Cost: the sweeps. Where: the executor; waits every few sweeps. Throws: what sweeps throw.
template <executor E, class Op, class Sweep>
bool turn_loops(E const& exec, Op op, Sweep const& sweep) {
  constexpr std::size_t between_looks = 4;
  buffer<id, E::space> moved(exec, 1);
  bool moves = true;
  for (std::size_t sweeps = 0; moves && sweeps < latch_sweeps; sweeps += between_looks) {
    op.moved = {};
    for (std::size_t n = 0; n + 1 < between_looks; ++n) sweep(op);
    fill(exec, moved.view(), 0);
    op.moved = moved.view();
    sweep(op);
    moves = to_vector(exec, std::as_const(moved).view())[0] != 0;
  }
  return moves;
}

}  // namespace gsta::detail
