#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/span.hpp"
#include "gsta/flat/detail/logic_algebra.hpp"
#include "gsta/flat/detail/logic_parser.hpp"
#include "gsta/flat/detail/logic_program.hpp"
#include "gsta/flat/logic_value.hpp"

namespace gsta {

/// A boolean function of a cell's pins, as Liberty's `function`, `when` and `next_state` write it.
class logic_function {
 public:
  /// Up to so many inputs of unknown value are tried in all their values; beyond, answers are cautious.
  static constexpr std::size_t most_enumerated = 10;

  logic_function() = default;
  logic_function(detail::logic_program program, std::vector<id> inputs)
      : program_(std::move(program)), inputs_(std::move(inputs)) {}

  /// True for a function that was not parsed from anything; it has no value.
  bool empty() const noexcept { return program_.steps.empty(); }
  /// The inputs that the text names, each once, in its order.
  std::vector<id> const& inputs() const noexcept { return inputs_; }

  /// The output where `values[i]` is what is known of input i.
  ///
  /// Exact with at most `most_enumerated` inputs of unknown value: `A & !A` is zero. With more of them an
  /// output that is constant may be called unknown, never the reverse.
  ///
  /// Shapes: a value for each id in `inputs()`. Cost: linear in the text, for each 64 of the 2^n assignments
  /// of n unknown inputs. Where: host. Throws: argument_error where the function is empty or values are
  /// missing.
  logic_value evaluate(host_span<logic_value const> values) const;

  /// How the output follows `input` while the others are as in `values`; `values[input]` is not looked at.
  ///
  /// Exact with at most `most_enumerated` other inputs of unknown value: `none` where no assignment of them
  /// lets the output change, `non_unate` where it follows in either direction. With more of them a sense may
  /// be named that no assignment has, never the reverse.
  ///
  /// Shapes: a value for each id in `inputs()`. Cost: twice that of `evaluate`. Where: host.
  /// Throws: argument_error where the function is empty or values are missing.
  input_sense sense(id input, host_span<logic_value const> values) const;

 private:
  /// The operands whose value is not known, in the function's order; `count` may exceed what is kept.
  struct unknown_operands {
    std::array<id, most_enumerated> operand{};
    std::size_t count = 0;
  };
  unknown_operands unknowns(id except, host_span<logic_value const> values) const;
  std::uint64_t word(unknown_operands const& free, std::size_t block, id input, bool input_value,
                     host_span<logic_value const> values) const;

  detail::logic_program program_;
  std::vector<id> inputs_;
};

/// A function, or why the text is none.
struct parsed_logic {
  logic_function function;
  std::string problem;       ///< empty where the text is a function
  std::size_t position = 0;  ///< of the problem, in bytes from the start of the text
  explicit operator bool() const noexcept { return problem.empty(); }
};

/// Parses an expression: `!` before and `'` behind an operand, `^`, `&` `*` or nothing between two operands,
/// `|` `+`, in this order of precedence; parentheses up to 200 deep, 0 and 1, names of letters, digits and
/// `_[].$<>`. `input_of(name)` gives an input's id, or `none` for a name that is no input.
///
/// Shapes: any text. Cost: linear in the text. Where: host. Throws: nothing of its
/// own.
template <class InputOf>
parsed_logic parse_logic(std::string_view text, InputOf const& input_of) {
  detail::logic_parser parser(text);
  if (!parser.parse()) return {{}, std::move(parser.problem), parser.position};
  std::vector<id> inputs;
  for (auto const name : parser.names) {
    inputs.push_back(input_of(name));
    if (inputs.back() == none) {
      std::string problem = "there is no pin ";
      problem += name;
      return {{}, std::move(problem), static_cast<std::size_t>(name.data() - text.data())};
    }
  }
  return {{std::move(parser.program), std::move(inputs)}, {}, 0};
}

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
      return {values[static_cast<std::size_t>(i)], input_sense::none};
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
