#pragma once

#include "gsta/core/span.hpp"

namespace gsta {

/// Of a timed design, what may have changed since its paths were last asked for. What is listed and has not
/// changed costs a look; a thing may be listed twice.
struct changed_times {
  host_span<id const> delays;    ///< nodes: delays of arcs into them, or their asserted arrival
  host_span<id const> arrivals;  ///< nodes: their arrival
  host_span<id const> required;  ///< checks: their required time, without credits too
};

}  // namespace gsta
