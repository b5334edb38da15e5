#pragma once

#include <string>

#include "place/run.hpp"

namespace place {

/// The shortest periods as a table, or as one JSON object. Nothing of it depends on how long it took.
std::string text_of(periods_result const& found);
std::string json_of(periods_result const& found);

/// A page for a browser that needs nothing else: the period of each mode and seed as points on one axis, and
/// the same as a table. It follows the reader's light or dark mode.
std::string page_of(periods_result const& found);

}  // namespace place
