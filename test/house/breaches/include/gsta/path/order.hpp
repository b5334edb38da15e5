#include "gsta/gsta.hpp"  // layers BREACH: a room includes an umbrella
#include "order.hpp"      // layers BREACH: include by the full path
