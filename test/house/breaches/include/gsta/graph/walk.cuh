#include "gsta/graph/build.hpp"  // doors BREACH: no .hpp of its name
