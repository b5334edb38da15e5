#pragma once

#include <string>

#include "place/run.hpp"

namespace place {

/// The result as a table, or as one JSON object.
std::string text_of(problem const& placed, options const& settings, run_result const& result);
std::string json_of(problem const& placed, options const& settings, run_result const& result);

}  // namespace place
