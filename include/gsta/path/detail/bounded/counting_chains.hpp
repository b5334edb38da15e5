#pragma once

#include <cstddef>

#include "gsta/core/atomic.hpp"
#include "gsta/core/executor.hpp"

/// How counts of stops are added up along chains.
namespace gsta::detail {

/// How many stops a step of adding up takes together.
inline constexpr id stops_at_once = 8;
/// Steps that the longest chain there can be takes, at most.
inline constexpr int most_steps_of_adding = 12;
inline std::size_t steps_of_adding(std::size_t stops) {
  std::size_t steps = 1;
  for (; stops > 0; stops /= stops_at_once) ++steps;
  return steps;
}

/// How what leaves at stops is added up along chains: a step adds to what a stop and those behind it have so
/// far what the next 7 times as many have. A chain that ends is left alone by later steps, so that most stops
/// have few of them.
///
/// A step reads what others write in it. So sums have two rows a stop, of which steps write one and then the
/// other; those of a chain that has ended stay where they are.
template <memory_space S>
struct stop_chains {
  static constexpr id goes_on = most_steps_of_adding;  ///< in `level`: not known to end

  span<id, S> behind;   ///< [stops] as `stop_ways` has it
  span<id, S> level;    ///< [stops] the steps until a stop has all that is on its chain
  span<id, S> entered;  ///< [stops] 1: another one's chain leads there

  GSTA_HD std::size_t count() const noexcept { return behind.size(); }
  GSTA_HD void begin(std::size_t p) const noexcept {
    level[p] = behind[p] == static_cast<id>(count()) ? 0 : goes_on;
    entered[p] = 0;
  }
  GSTA_HD void enter(std::size_t p) const noexcept {
    if (level[p] != 0) set_mark(entered[behind[p]], id{1});
  }
  /// Where a stop's sum is after so many steps of its own.
  GSTA_HD std::size_t row(std::size_t stop, id steps) const noexcept {
    return stop + static_cast<std::size_t>(steps % 2) * count();
  }
  /// Where it is before a step of others.
  GSTA_HD std::size_t row_before(std::size_t stop, id step) const noexcept {
    id const own = peek(level[stop]);
    return row(stop, own < step ? own : step);
  }
  /// Whether a step after this one reads a sum.
  GSTA_HD bool is_read(std::size_t stop, id step) const noexcept {
    return entered[stop] != 0 || level[stop] > step;
  }
};

/// Rows of sums that a step adds to that of a stop: [7] rows of stops, in each a row or, where there is none,
/// twice the number of stops. Behind them the stops that the next step begins with.
template <memory_space S>
struct step_of_adding {
  static constexpr id columns = stops_at_once;
  stop_chains<S> chains;
  id step;
  span<id const, S> nearer;  ///< [stops] the first that is added
  span<id, S> rows;          ///< [8 * stops]

  GSTA_HD id none_there() const noexcept { return static_cast<id>(chains.count()); }
  /// Finds these of a stop; true if the next step adds to its sum as well. Its level may become known, while
  /// others look at it: to them it is beyond this step all the same.
  GSTA_HD bool find(std::size_t p) const noexcept {
    std::size_t const count = chains.count();
    id at = nearer[p];
    for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(columns); ++i) {
      rows[i * count + p] = static_cast<id>(
          at == none_there() ? 2 * count : chains.row_before(static_cast<std::size_t>(at), step));
      at = at == none_there() ? at : nearer[at];
    }
    rows[(columns - 1) * count + p] = at;
    if (at == none_there() && chains.level[p] > step) set_mark(chains.level[p], step + 1);
    return at != none_there();
  }
};

template <memory_space S>
struct begin_chain_op {
  stop_chains<S> chains;
  GSTA_HD void operator()(std::size_t p) const noexcept { chains.begin(p); }
};
template <memory_space S>
struct enter_chain_op {
  stop_chains<S> chains;
  GSTA_HD void operator()(std::size_t p) const noexcept { chains.enter(p); }
};
template <memory_space S>
struct find_step_op {
  step_of_adding<S> step;
  GSTA_HD void operator()(std::size_t p) const noexcept { step.find(p); }
};
template <memory_space S>
struct has_step {
  stop_chains<S> chains;
  id step;
  GSTA_HD bool operator()(std::size_t p) const noexcept { return chains.level[p] > step; }
};

}  // namespace gsta::detail
