#include "gsta/graph/build.hpp"  // layers BREACH: core comes before graph
