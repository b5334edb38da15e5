#pragma once

#include <cstddef>
#include <string>

#include "common/command_line.hpp"
#include "gsta/schemes/path_settings.hpp"

namespace kpaths {

/// The command line of `kpaths`.
struct options {
  std::string graph;
  gsta::k_paths_options search;
  gsta::schemes::any_path_engine engine = gsta::path_engine::bounded;
  int most_deviations = gsta::schemes::level_mdl{}.most_deviations;
  bool real_weights = false, show_paths = false, stats = false;
  gsta::io::load_options files;
  drivers::device_options device;
};

}  // namespace kpaths
