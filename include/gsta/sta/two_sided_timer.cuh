#pragma once

#include "gsta/sta/timing_mirror.cuh"
#include "gsta/sta/two_sided_timer.hpp"
