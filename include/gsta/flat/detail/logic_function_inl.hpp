#pragma once

#include "gsta/flat/detail/logic_function.hpp"

namespace gsta {

inline logic_function::unknown_operands logic_function::unknowns(id except,
                                                                 host_span<logic_value const> values) const {
  require(!empty(), "an empty logic function has no value");
  unknown_operands found;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i] == except) continue;
    require(inputs_[i] >= 0 && static_cast<std::size_t>(inputs_[i]) < values.size(),
            "a logic function needs a value for each of its inputs");
    if (values[static_cast<std::size_t>(inputs_[i])] != logic_value::unknown) continue;
    if (found.count < most_enumerated) found.operand[found.count] = static_cast<id>(i);
    ++found.count;
  }
  return found;
}

/// The outputs of 64 assignments: bit b of block k is that of assignment 64 k + b, whose bit j is the j-th
/// unknown operand's value.
inline std::uint64_t logic_function::word(unknown_operands const& free, std::size_t block, id input,
                                          bool input_value, host_span<logic_value const> values) const {
  static constexpr std::uint64_t patterns[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                                0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  auto const leaf = [&](id operand) -> std::uint64_t {
    id const i = inputs_[static_cast<std::size_t>(operand)];
    if (i == input) return input_value ? ~std::uint64_t{0} : 0;
    auto const known = values[static_cast<std::size_t>(i)];
    if (known != logic_value::unknown) return known == logic_value::one ? ~std::uint64_t{0} : 0;
    std::size_t j = 0;
    while (free.operand[j] != operand) ++j;
    if (j < 6) return patterns[j];
    return (block >> (j - 6) & 1) != 0 ? ~std::uint64_t{0} : 0;
  };
  return detail::run_logic(program_, detail::word_algebra{}, leaf);
}

inline logic_value logic_function::evaluate(host_span<logic_value const> values) const {
  auto const free = unknowns(none, values);
  if (free.count > most_enumerated) {
    return detail::run_logic(program_, detail::kleene_algebra{}, [&](id operand) {
      return values[static_cast<std::size_t>(inputs_[static_cast<std::size_t>(operand)])];
    });
  }
  std::uint64_t any = 0, all = ~std::uint64_t{0};
  std::size_t const blocks = free.count <= 6 ? 1 : std::size_t{1} << (free.count - 6);
  for (std::size_t block = 0; block < blocks; ++block) {
    auto const outputs = word(free, block, none, false, values);
    any |= outputs;
    all &= outputs;
  }
  if (any == 0) return logic_value::zero;
  return all == ~std::uint64_t{0} ? logic_value::one : logic_value::unknown;
}

inline input_sense logic_function::sense(id input, host_span<logic_value const> values) const {
  auto const free = unknowns(input, values);
  if (free.count > most_enumerated) {
    using algebra = detail::sense_algebra;
    auto const leaf = [&](id operand) -> algebra::value {
      id const i = inputs_[static_cast<std::size_t>(operand)];
      if (i == input) return {logic_value::unknown, input_sense::positive};
      return {values[static_cast<std::size_t>(i)], input_sense::independent};
    };
    return detail::run_logic(program_, algebra{}, leaf).sense;
  }
  std::uint64_t rises = 0, falls = 0;
  std::size_t const blocks = free.count <= 6 ? 1 : std::size_t{1} << (free.count - 6);
  for (std::size_t block = 0; block < blocks; ++block) {
    auto const low = word(free, block, input, false, values);
    auto const high = word(free, block, input, true, values);
    rises |= ~low & high;
    falls |= low & ~high;
  }
  return static_cast<input_sense>((rises != 0 ? 1 : 0) | (falls != 0 ? 2 : 0));
}

}  // namespace gsta
