#pragma once

#include "gsta/schemes/sweep.cuh"
#include "gsta/slack/required.cuh"

namespace gsta {

/// How `update_required` runs in a scheme.
struct required_options {
  capture_required capture = capture_required::leave_out;  ///< the contest's rule, or not
  scheme how = scheme::net_based;                          ///< which
};

/// `update_required` on the device in a scheme of the papers.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(node arcs), one launch a level, and two. Where: the
/// executor's stream; does not wait, allocates nothing. Throws: argument_error on sizes, cuda_error. Exact:
/// equals the level loop bit for bit. Paper: as `scheme_sweep` says.
inline void update_required(cuda_executor const& exec, arrival_problem<memory_space::device> const& nodes,
                            checks_input<memory_space::device> const& input,
                            lut_pool_view<memory_space::device> const& luts,
                            delay_state<memory_space::device> const& delays,
                            arrival_state<memory_space::device> const& arrivals,
                            slack_state<memory_space::device>& slacks, required_options const& options) {
  detail::sweep_required(exec, scheme_sweep{options.how}, nodes, input, luts, delays, arrivals, slacks,
                         options.capture);
}

}  // namespace gsta
