#pragma once

#include <cstddef>
#include <string>

#include "common/command_line.hpp"
#include "gsta/path/k_critical.hpp"

namespace kpaths {

/// The command line of `kpaths`.
struct options {
  std::string graph;
  gsta::k_paths_options search;
  bool real_weights = false, show_paths = false, stats = false;
  gsta::io::load_options files;
  drivers::device_options device;
};

}  // namespace kpaths
