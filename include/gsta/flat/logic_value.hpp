#pragma once

#include <cstdint>

namespace gsta {

/// What is known of a signal that does not change.
enum class logic_value : std::uint8_t { zero, one, unknown };

/// How an output follows one of its inputs: not at all, in the same direction, in the other, or in either,
/// as the other inputs stand.
enum class input_sense : std::uint8_t { none, positive, negative, non_unate };

}  // namespace gsta
