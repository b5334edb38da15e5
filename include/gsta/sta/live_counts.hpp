#pragma once

#include <cstdint>

namespace gsta {

/// How a live timer came to its timing: where work was not incremental it is counted here.
struct live_counts {
  std::uint64_t updates = 0;        ///< that found something edited
  std::uint64_t incremental = 0;    ///< of these, repaired from what was edited on
  std::uint64_t full = 0;           ///< swept in full: latches, or drivers that charge a net together
  std::uint64_t rebuilds = 0;       ///< made anew from the design: a graph, nodes or checks changed
  std::uint64_t structures = 0;     ///< behind `edit_structure` and `replace`; incremental or rebuilds
  std::uint64_t full_credits = 0;   ///< in which common-path credits were found anew for all nodes
  std::uint64_t listed_checks = 0;  ///< in which all checks were listed anew, for other clocks
};

}  // namespace gsta
