#pragma once

#include "gsta/sta/timer.hpp"

namespace gsta_test {

/// A capturing pin's required time as the TAU 2015 contest has it.
inline gsta::timer_options contest() { return {{}, gsta::capture_required::from_data_slack}; }

}  // namespace gsta_test
