#include "gsta/graph/walk.cuh"
#include "gsta/gsta.hpp"
#include "gsta/rc/elmore.cuh"
