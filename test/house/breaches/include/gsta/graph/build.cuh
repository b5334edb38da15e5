#include "gsta/graph/build.hpp"  // doors BREACH: not reached from gsta.cuh
