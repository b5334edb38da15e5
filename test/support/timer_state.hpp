#pragma once

#include "gsta/sta/timer.hpp"

namespace gsta_test {

/// What a timer owns, for tests that overwrite results or look at scratch.
using gsta::detail::state_of;

}  // namespace gsta_test
