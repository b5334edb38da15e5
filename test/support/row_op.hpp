#pragma once

#include <vector>

#include "gsta/core/units.hpp"

namespace gsta_test {

/// A row pass (engine/detail/scheme_sweep.cuh) on the host, with a row's arcs dealt to so many lanes that are
/// then merged in a tree.
template <class Pass>
struct row_op {
  Pass pass;
  gsta::id lanes;
  void operator()(gsta::id v) const {
    for (int c = 0; c < gsta::conditions; ++c) {
      std::vector<typename Pass::best> best;
      for (gsta::id lane = 0; lane < lanes; ++lane) {
        best.push_back(lane == 0 ? pass.start(v, c) : pass.nothing(c));
        for (gsta::id k = pass.first(v) + lane; k < pass.end(v); k += lanes)
          pass.take(v, k, pass.fetch(k, c), c, best.back());
      }
      for (std::size_t step = best.size() / 2; step > 0; step /= 2) {
        for (std::size_t lane = 0; lane < step; ++lane) pass.merge(c, best[lane], best[lane + step]);
      }
      pass.finish(v, c, best[0]);
    }
  }
};

}  // namespace gsta_test
