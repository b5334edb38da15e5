#pragma once

#include "gsta/forward/credit_plan.hpp"

namespace gsta {

/// What common-path credits of one timed design are found from, and where they stand, as an incremental
/// update repairs them.
struct timed_credits {
  credit_input<memory_space::host> problem{};         ///< of the design's nodes and checks, as edited
  credit_plan<memory_space::host>* plan = nullptr;    ///< of all credit levels (`keep_all_levels`); written
  credit_state<memory_space::host>* state = nullptr;  ///< written
};

}  // namespace gsta
