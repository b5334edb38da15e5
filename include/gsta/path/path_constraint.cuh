#pragma once

#include "gsta/path/detail/constraint_sweep.cuh"
#include "gsta/path/path_constraint.hpp"

/// constrain_graph and constrain_search (path/path_constraint.hpp) on a cuda_executor: a launch a sweep.
