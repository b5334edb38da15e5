#pragma once

#include "gsta/sta/timer.cuh"
#include "gsta/sta/timing_mirror.hpp"
#include "gsta/update/repair.cuh"
