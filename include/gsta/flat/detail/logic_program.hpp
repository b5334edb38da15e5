#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/core/span.hpp"

namespace gsta::detail {

/// A step of a postfix program: an operand's position among the function's inputs, or one of these.
enum logic_step : id {
  step_zero = -1,
  step_one = -2,
  step_not = -3,
  step_and = -4,
  step_or = -5,
  step_xor = -6
};

struct logic_program {
  std::vector<id> steps;
  std::size_t stack = 0;  ///< how many values are kept at most

  void push(id step) {
    steps.push_back(step);
    if (step >= step_one) stack = ++held_ > stack ? held_ : stack;
    if (step <= step_and) --held_;
  }

 private:
  std::size_t held_ = 0;
};

template <class Algebra, class Leaf>
typename Algebra::value run_logic(logic_program const& program, Algebra const& algebra, Leaf const& leaf,
                                  typename Algebra::value* stack) {
  auto* top = stack;  // one beyond the last value
  for (id const step : program.steps) {
    if (step >= 0) {
      *top++ = leaf(step);
    } else if (step == step_zero || step == step_one) {
      *top++ = algebra.constant(step == step_one);
    } else if (step == step_not) {
      top[-1] = algebra.not_of(top[-1]);
    } else {
      --top;
      auto const &a = top[-1], &b = top[0];
      top[-1] = step == step_and  ? algebra.and_of(a, b)
                : step == step_or ? algebra.or_of(a, b)
                                  : algebra.xor_of(a, b);
    }
  }
  return *stack;
}

/// What a program computes where constants and operators are an algebra's and inputs are `leaf(i)`.
template <class Algebra, class Leaf>
typename Algebra::value run_logic(logic_program const& program, Algebra const& algebra, Leaf const& leaf) {
  constexpr std::size_t usual = 16;
  if (program.stack <= usual) {
    std::array<typename Algebra::value, usual> stack{};
    return run_logic(program, algebra, leaf, stack.data());
  }
  std::vector<typename Algebra::value> stack(program.stack);
  return run_logic(program, algebra, leaf, stack.data());
}

}  // namespace gsta::detail
