#pragma once

#include "gsta/core/math.hpp"

namespace gsta::detail {

/// A straight wire as a resistor with half the wire's capacitance at either end.
struct wire_piece {
  float resistance;  ///< kOhm
  float half;        ///< fF
};

/// From its length in um and the layer's kOhm/um and fF/um.
GSTA_HD inline wire_piece piece_of_length(float length, float resistance, float capacitance) noexcept {
  return {math::mul(resistance, length), math::mul(0.5f, math::mul(capacitance, length))};
}

GSTA_HD inline float manhattan(float from_x, float from_y, float to_x, float to_y) noexcept {
  float const dx = math::sub(to_x, from_x), dy = math::sub(to_y, from_y);
  return math::add(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy);
}

}  // namespace gsta::detail
