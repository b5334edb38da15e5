#include "test/core/four_lanes_body.hpp"
