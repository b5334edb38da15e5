#pragma once

#include "gsta/sta/edited_timer.hpp"
#include "gsta/sta/timing_mirror.cuh"
