// The lanes of processors without vector registers: a program of its own, where they are all there is.
#define GSTA_PLAIN_LANES
#include "test/core/four_lanes_body.hpp"
