#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/handles.hpp"

namespace gsta::detail {

/// Maps may come from anywhere. Throws: argument_error where they name what `next` lacks.
inline void require_maps(structure_maps const& maps, flat_design const& next) {
  auto const fits = [](std::vector<id> const& to, std::size_t count) {
    return std::all_of(to.begin(), to.end(), [count](id now) {
      return now == none || (now >= 0 && static_cast<std::size_t>(now) < count);
    });
  };
  require(fits(maps.pins, next.pin_load.size()) && fits(maps.nets, next.net_driver.size()) &&
              fits(maps.arcs, next.arc_from.size()) && fits(maps.checks, next.check_data.size()),
          "replace: the maps name what the next design lacks");
}

}  // namespace gsta::detail
