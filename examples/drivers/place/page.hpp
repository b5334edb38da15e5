#pragma once

#include <string>

#include "place/run.hpp"

namespace place {

/// A page for a browser that needs nothing else: the placements side by side, cells coloured by slack, and
/// TNS, wirelength and overflow over the iterations. It follows the reader's light or dark mode.
std::string page_of(problem const& placed, run_result const& result);

}  // namespace place
