#pragma once

/// The device's own drivers of what a timer builds itself with.
#include "gsta/constrain/checks.cuh"
#include "gsta/constrain/nodes.cuh"
#include "gsta/core/algorithm.cuh"
#include "gsta/forward/lane_plan.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/rc/flatten_rc.cuh"
