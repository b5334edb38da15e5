#pragma once

#include <cstddef>
#include <limits>

#include "gsta/core/algorithm.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/update/detail/repair_steps.hpp"

/// The steps of a repair as operations in bulk, level by level.
namespace gsta::detail {

template <memory_space S>
struct sum_endpoint_op {
  repair_steps<S> steps;
  GSTA_HD void operator()(std::size_t i) const noexcept { steps.sum_endpoint(i); }
};
template <memory_space S>
struct sum_height_op {
  repair_steps<S> steps;
  id first, height;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    steps.find_sum(first + static_cast<id>(i / 2), height, static_cast<int>(i % 2), one_thread{});
  }
};
template <memory_space S>
struct find_wires_op {
  repair_steps<S> steps;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    steps.find_wires(i / conditions, static_cast<int>(i % conditions));
  }
};
template <memory_space S, repair_stage Stage>
struct list_step_op {
  repair_steps<S> steps;
  id level;
  GSTA_HD void operator()(std::size_t i) const noexcept { steps.template step<Stage>(level, i); }
};
/// A list has been gone through.
template <memory_space S, repair_stage Stage>
struct end_list_op {
  repair_steps<S> steps;
  id level;
  GSTA_HD void operator()(std::size_t) const noexcept {
    id& count = steps.template list_of<Stage>().count[level];
    steps.template count<Stage>(static_cast<std::size_t>(count));
    count = 0;
  }
};
template <memory_space S>
struct count_nets_op {
  repair_steps<S> steps;
  GSTA_HD void operator()(std::size_t) const noexcept {
    steps.template count<repair_stage::nets>(steps.edits.net.size());
  }
};

/// Of steps that a repair may take.
inline constexpr std::size_t without_limit = std::numeric_limits<std::size_t>::max();

/// Goes through one level's list, unless nothing is `left` of how many steps may be taken. False where it
/// then waits.
template <repair_stage Stage, executor E>
bool run_level(E const& exec, repair_steps<E::space> const& steps, std::size_t level, std::size_t& left) {
  auto const& list = steps.template list_of<Stage>();
  id const count = to_vector(exec, list.count.subspan(level, 1))[0];
  if (count == 0) return true;
  if (left == 0) return false;
  auto const things = static_cast<std::size_t>(count);
  for_each_n(exec, things * lanes_of(Stage), list_step_op<E::space, Stage>{steps, static_cast<id>(level)});
  for_each_n(exec, 1, end_list_op<E::space, Stage>{steps, static_cast<id>(level)});
  left -= things < left ? things : left;
  return true;
}
template <repair_stage Stage, executor E>
bool run_upwards(E const& exec, repair_steps<E::space> const& steps, std::size_t levels, std::size_t& left) {
  for (std::size_t l = 0; l < levels; ++l)
    if (!run_level<Stage>(exec, steps, l, left)) return false;
  return true;
}
template <repair_stage Stage, executor E>
void run_upwards(E const& exec, repair_steps<E::space> const& steps, std::size_t levels) {
  std::size_t left = without_limit;
  run_upwards<Stage>(exec, steps, levels, left);
}
template <repair_stage Stage, executor E>
void run_downwards(E const& exec, repair_steps<E::space> const& steps, std::size_t levels) {
  std::size_t left = without_limit;
  for (std::size_t l = levels; l-- > 0;) run_level<Stage>(exec, steps, l, left);
}

}  // namespace gsta::detail
