#pragma once

#include "gsta/rc/flatten_rc.cuh"
#include "gsta/sta/timer.cuh"
#include "gsta/sta/timing_mirror.hpp"
#include "gsta/update/repair.cuh"
