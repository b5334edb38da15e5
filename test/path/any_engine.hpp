#pragma once

#include <array>
#include <variant>

#include "gsta/schemes/path_engines.hpp"

namespace gsta_test {

/// Every engine with its own settings.
inline std::array<gsta::schemes::any_path_engine, 4> every_engine() {
  return {gsta::path_engine::bounded, gsta::schemes::dual_queue{}, gsta::schemes::level_mdl{},
          gsta::path_engine::best_first};
}

inline bool is_best_first(gsta::schemes::any_path_engine const& engine) {
  auto const* const own = std::get_if<gsta::path_engine>(&engine);
  return own != nullptr && *own == gsta::path_engine::best_first;
}

}  // namespace gsta_test
