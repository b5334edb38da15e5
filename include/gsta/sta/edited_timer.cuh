#pragma once

#include "gsta/sta/edited_timer.hpp"
#include "gsta/sta/timer.cuh"
#include "gsta/update/repair.cuh"
