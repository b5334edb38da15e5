#pragma once

#include <cstdint>

namespace gsta {

/// How a live timer came to its timing: where work was not repaired it is counted here.
struct live_counts {
  std::uint64_t updates = 0;   ///< that found something edited
  std::uint64_t repaired = 0;  ///< of these, repaired from what was edited on
  std::uint64_t full = 0;      ///< swept in full: drivers that charge a net together, latches with credits of
                           ///< the worst of clock paths that meet; by `repair_walker::levels` latches too,
                           ///< effective capacitances, other networks, many edits
  std::uint64_t rebuilds = 0;    ///< made anew from the design: a graph, nodes or checks changed
  std::uint64_t structures = 0;  ///< behind `edit_structure` and `replace`; repaired or rebuilds
  std::uint64_t full_credits =
      0;  ///< sweeps of all credit levels of common-path credits, those of roll-backs too
  std::uint64_t full_loops = 0;     ///< in which all loops through latches were swept from the start
  std::uint64_t words = 0;          ///< by `repair_walker::levels`: words and nets taken to the executor
  std::uint64_t gave_up = 0;        ///< repairs that took too many steps, so that a full update followed
  std::uint64_t listed_checks = 0;  ///< in which all checks were listed anew, for other clocks
  std::uint64_t path_searches = 0;  ///< calls of `find_paths`
  std::uint64_t fresh_paths = 0;    ///< of these, those that made a search graph of the design anew
};

}  // namespace gsta
