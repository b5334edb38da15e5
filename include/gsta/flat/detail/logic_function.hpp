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
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/gate_shape.hpp"
#include "gsta/flat/detail/logic_algebra.hpp"
#include "gsta/flat/detail/logic_parser.hpp"
#include "gsta/flat/detail/logic_program.hpp"

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

  /// What stands at the function's top; `other` for an empty one.
  detail::gate_shape shape() const {
    if (empty()) return {};
    return run_logic(program_, detail::gate_shape::algebra{},
                     [&](id step) { return detail::gate_shape::of_input(inputs_[step]); });
  }

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
  vector_by_id<id> inputs_;
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

}  // namespace gsta

#include "gsta/flat/detail/logic_function_inl.hpp"
