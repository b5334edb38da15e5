#pragma once

#include <cstdint>

#include "gsta/core/span.hpp"

namespace gsta {

/// Wires as straight lines from a driver to each of its sinks, from where pins are placed. A wire's length is
/// |dx| + |dy|.
template <memory_space S>
struct star_view {
  span<float const, S> pin_x, pin_y;      ///< [pins] um
  float resistance = 0, capacitance = 0;  ///< kOhm/um, fF/um
  span<std::uint8_t const, S> ideal{};    ///< [nets] not 0: a wire without R and C; may be empty
};

}  // namespace gsta
