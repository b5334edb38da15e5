#pragma once

#include "gsta/sta/timer.hpp"

namespace gsta_test {

/// The serial host: what other backends are compared with, and what double precision runs on.
inline gsta::host_executor const serial_host{};
using host_timer = gsta::timer<gsta::host_executor>;

}  // namespace gsta_test
