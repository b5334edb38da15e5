#pragma once

#include <cstddef>

namespace gsta {

/// How much a page shows. What is left out is counted on the page.
struct html_options {
  std::size_t endpoints = 1000;  ///< rows of each endpoint table (setup, hold, unconstrained)
  std::size_t paths = 100;       ///< waterfalls in all
};

}  // namespace gsta
