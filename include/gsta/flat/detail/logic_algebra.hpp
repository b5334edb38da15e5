#pragma once

#include <cstdint>

namespace gsta {

/// What is known of a signal that does not change.
enum class logic_value : std::uint8_t { zero, one, unknown };

/// How an output follows one of its inputs: not at all, in the same direction, in the other, or in either,
/// as the other inputs stand.
enum class input_sense : std::uint8_t { independent, positive, negative, non_unate };

}  // namespace gsta

/// What the operators mean: over 64 assignments at once, over three values, over the ways to depend on an
/// input.
namespace gsta::detail {

struct word_algebra {
  using value = std::uint64_t;
  static value constant(bool one) noexcept { return one ? ~value{0} : 0; }
  static value not_of(value a) noexcept { return ~a; }
  static value and_of(value a, value b) noexcept { return a & b; }
  static value or_of(value a, value b) noexcept { return a | b; }
  static value xor_of(value a, value b) noexcept { return a ^ b; }
};

/// Kleene's: right wherever it says zero or one, but `A & !A` is unknown to it.
struct kleene_algebra {
  using value = logic_value;
  static value constant(bool one) noexcept { return one ? logic_value::one : logic_value::zero; }
  static value not_of(value a) noexcept {
    return a == logic_value::unknown ? a : constant(a == logic_value::zero);
  }
  static value and_of(value a, value b) noexcept {
    if (a == logic_value::zero || b == logic_value::zero) return logic_value::zero;
    return a == logic_value::one ? b : b == logic_value::one ? a : logic_value::unknown;
  }
  static value or_of(value a, value b) noexcept { return not_of(and_of(not_of(a), not_of(b))); }
  static value xor_of(value a, value b) noexcept {
    if (a == logic_value::unknown || b == logic_value::unknown) return logic_value::unknown;
    return constant(a != b);
  }
};

/// Senses as two bits, 1 = positive and 2 = negative, so that merging is `|`.
constexpr input_sense merged(input_sense a, input_sense b) noexcept {
  return static_cast<input_sense>(static_cast<int>(a) | static_cast<int>(b));
}
constexpr input_sense turned(input_sense a) noexcept {
  auto const bits = static_cast<int>(a);
  return static_cast<input_sense>((bits & 1) << 1 | bits >> 1);
}

/// A value, and how it may depend on the one input that is looked at. Never too little: a dependence that two
/// branches cancel is still named.
struct sense_algebra {
  struct value {
    logic_value known = logic_value::unknown;
    input_sense sense = input_sense::independent;
  };
  using kleene = kleene_algebra;

  static value made(logic_value known, input_sense sense) noexcept {
    return {known, known == logic_value::unknown ? sense : input_sense::independent};
  }
  static value constant(bool one) noexcept { return {kleene::constant(one), input_sense::independent}; }
  static value not_of(value const& a) noexcept { return {kleene::not_of(a.known), turned(a.sense)}; }
  static value and_of(value const& a, value const& b) noexcept {
    return made(kleene::and_of(a.known, b.known), merged(a.sense, b.sense));
  }
  static value or_of(value const& a, value const& b) noexcept {
    return made(kleene::or_of(a.known, b.known), merged(a.sense, b.sense));
  }
  static value xor_of(value const& a, value const& b) noexcept {
    if (a.known != logic_value::unknown) return a.known == logic_value::one ? not_of(b) : b;
    if (b.known != logic_value::unknown) return b.known == logic_value::one ? not_of(a) : a;
    auto const sense = merged(a.sense, b.sense);
    return {logic_value::unknown, merged(sense, turned(sense))};
  }
};

}  // namespace gsta::detail
