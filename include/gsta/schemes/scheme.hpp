#pragma once

#include <cstdint>

namespace gsta {

/// How a device's threads share the work of nets and pins in the papers' schemes. All give the bits of gsta's
/// own way; they differ in speed.
enum class scheme : std::uint8_t {
  net_based,  ///< a thread a net (or pin) and condition. Guo, Huang, Lin, ICCAD 2020
  pin_based,  ///< a warp a net: 8 pins by 4 conditions. Warp-STAR, DAC 2026, Algorithm 1
  cte,        ///< collaborative task engagement: a block shares its nets' pins. Warp-STAR, Algorithm 2
};

}  // namespace gsta
