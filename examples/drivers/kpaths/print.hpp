#pragma once

#include "kpaths/load.hpp"
#include "kpaths/run.hpp"

namespace kpaths {

/// One path a line on standard output: its cost, and its vertices where they are to be shown. Throws:
/// input_error where it cannot be written.
void print_paths(options const& settings, loaded_graph const& graph, found_paths const& found);

/// That edges of a matrix were turned, and how many, on stderr.
void print_turned(options const& settings, loaded_graph const& graph);

/// What the search did, on stderr.
void print_stats(options const& settings, loaded_graph const& graph, found_paths const& found);

}  // namespace kpaths
