#pragma once

#include "gsta/forward/lane_plan.hpp"

namespace gsta {

/// What common-path credits of one timed design are found from, and where they stand, as an incremental
/// update repairs them.
struct timed_credits {
  lane_problem<memory_space::host> problem{};       ///< of the design's nodes and checks, as edited
  lane_plan<memory_space::host>* plan = nullptr;    ///< of all lanes (`keep_all_lanes`); written
  lane_state<memory_space::host>* state = nullptr;  ///< written
};

}  // namespace gsta
