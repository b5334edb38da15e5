#pragma once

#include "gsta/sta/detail/level_repair.hpp"
#include "gsta/sta/live_timer.hpp"

/// `live_timer<E, repair_walker::levels>` on any executor: for many edits at once on many threads of a host.
/// On a device include gsta/sta/live_timer.cuh.
