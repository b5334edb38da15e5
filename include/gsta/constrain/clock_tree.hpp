#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/reconvergence.hpp"
#include "gsta/core/algorithm.hpp"

namespace gsta {

namespace detail {
struct clock_paths;
}

/// What of their clock paths launch and capture share, and how much they get back for it.
enum class common_path : std::uint8_t {
  leave_in,  ///< no credits
  /// As the TAU contest has it: places share a path where pin and edge are equal. Setup checks do not get
  /// back what early and late clock are apart at the clock's start; inputs get nothing.
  by_edge,
  /// As OpenSTA has it: places share a pin, whatever the edge, and get back the smaller of what the two edges
  /// are apart there. Wires to registers do not count, nor do ideal clocks; paths of generated clocks go on
  /// in their masters; inputs and outputs have a clock path where it is a generated clock's.
  by_pin
};

/// The owner of a clock tree, which `make_clock_tree` makes. Where several clock paths meet every pair of
/// them counts, or by `timing_conventions::worst_clock_paths` the worst one, for late and early alone:
/// `update_clock_tree` looks at arrivals there.
template <memory_space S>
struct clock_tree : owned<clock_tree_view, S> {
  common_path convention = common_path::leave_in;  ///< of whom credits are
  bool every_path = true;                          ///< every pair of clock paths counts
  std::size_t merges = 0;                          ///< places where several clock paths meet
  std::size_t classes =
      0;  ///< of captures whose credit levels are their own: 1 where the clock paths are trees
  /// Places where paths meet, and captures, that were left with credits which may be too small: there are too
  /// many pairs of clock paths to look at each.
  std::size_t simplified = 0;
  owned<reconvergence_view, S> reconvergence;  ///< what stages give back below places where paths meet
  std::vector<std::size_t> reconvergence_level_begin;  ///< into its pairs

  std::shared_ptr<detail::clock_paths> paths;  ///< on the host

  /// Whether credit levels do not depend on arrivals: clock paths do not meet, or every pair of them counts.
  bool levels_stay() const noexcept { return every_path || merges == 0; }
};

}  // namespace gsta
