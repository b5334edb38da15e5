#pragma once

#include <cstddef>
#include <vector>

#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Values counted by bins [low + i * step, low + (i + 1) * step). Bins start at multiples of the step, so
/// that none holds both negative and positive values.
struct slack_bins {
  double step = 1;
  double first = 0;                          ///< bin 0 starts at first * step
  std::vector<std::size_t> count;            ///< empty: no values
  bool open_low = false, open_high = false;  ///< the end bin also holds what lies further out
  double least = 0, most = 0;                ///< of all values

  double low(std::size_t bin) const noexcept { return (first + static_cast<double>(bin)) * step; }
};

/// The next of 1, 2, 5, 10, 20, 50, ... (and their tenths) that is not below `x`.
double nice_step(double x) noexcept;

/// At most three dozen bins. A few values far from all others do not flatten the rest: they share an open end
/// bin.
slack_bins make_slack_bins(std::vector<float> values);

}  // namespace gsta::detail
