#pragma once

#include <cstdint>
#include <utility>

#include "gsta/constrain/latches.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

template <memory_space S>
struct mark_looping_op {
  span<id const, S> looping;
  span<std::uint8_t, S> mark;
  GSTA_HD void operator()(std::size_t i) const noexcept { mark[looping[i]] = 1; }
};

/// 1 for each node on a loop through latches. Sweeps of all nodes leave these out: there a latch at which a
/// loop was opened may stand on one level with its data.
template <executor E>
buffer<std::uint8_t, E::space> mark_looping(E const& exec, levels<E::space> const& looping,
                                            std::size_t nodes) {
  buffer<std::uint8_t, E::space> mark(exec, nodes);
  fill(exec, mark.view(), std::uint8_t{0});
  auto const listed = looping.order.view.vertex;
  for_each_n(exec, listed.size(), mark_looping_op<E::space>{listed, mark.view()});
  return mark;
}

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
