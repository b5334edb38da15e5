#pragma once

#include "gsta/rc/flatten_rc.cuh"
#include "gsta/sta/live_timer_by_levels.hpp"
#include "gsta/sta/timer.cuh"
#include "gsta/update/repair.cuh"
