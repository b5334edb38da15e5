#pragma once

#include "gsta/slack/detail/required_ops.hpp"

namespace gsta::detail {

/// The backward pass as a *row pass* (engine/detail/row_sweep.cuh).
template <memory_space S>
struct backward_row {
  relax_required_op<S> op;

  /// A required time and the arc of its row that gave it; `none`: what stands in front of the row.
  struct best {
    float value;
    id at;
  };
  struct fetched {
    id to;
    edge_map edges;
    per_edge delay;
  };

  GSTA_HD id first(id v) const noexcept { return op.graph.fanout_begin[v]; }
  GSTA_HD id end(id v) const noexcept { return op.graph.fanout_begin[v + 1]; }
  GSTA_HD best nothing(int c) const noexcept { return {undefined_required(c), none}; }
  GSTA_HD best start(id v, int c) const noexcept {
    best result = nothing(c);
    op.own_checks(v, c, result.value);
    return result;
  }
  GSTA_HD fetched fetch(id k, int c) const noexcept {
    id const arc = op.graph.fanout_arc[k];
    return {op.graph.fanout_to[k], op.edges[arc], side_of(op.arc_delay[arc], c)};
  }
  GSTA_HD void take(id, id k, fetched const& from, int c, best& into) const noexcept {
    float asked = undefined_required(c);
    op.one_arc(from.edges, from.delay, from.to, c, asked);
    if (is_tighter(is_late(c), asked, into.value)) into = {asked, k};
  }
  /// Takes over `other`, wherever it stands in the row; the first of equals stays.
  GSTA_HD static void merge(int c, best& into, best const& other) noexcept {
    bool const tighter = is_tighter(is_late(c), other.value, into.value);
    if (tighter || (other.value == into.value && other.at < into.at)) into = other;
  }
  GSTA_HD void finish(id v, int c, best of) const noexcept {
    op.captured_checks(v, c, of.value);
    op.write(v, c, of.value);
  }
};

}  // namespace gsta::detail
