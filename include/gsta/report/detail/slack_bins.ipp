#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/slack_bins.hpp"

namespace gsta::detail {

GSTA_INLINE double nice_step(double x) noexcept {
  constexpr double least = 0.01;  // what reports print
  if (!(x > least)) return least;
  double const power = std::pow(10.0, std::floor(std::log10(x)));
  for (double const digit : {1.0, 2.0, 5.0, 10.0}) {
    if (digit * power >= x * (1 - 1e-9)) return digit * power;
  }
  return 10 * power;
}

/// The interval that bins cover: all values, but for a half percent at an end where these lie far out.
GSTA_INLINE std::pair<double, double> binned_range(std::vector<float>& values, slack_bins& bins) {
  std::sort(values.begin(), values.end());
  std::size_t const left_out = values.size() / 200;
  double low = values[left_out], high = values[values.size() - 1 - left_out];
  double const inner = high - low, least = values.front(), most = values.back();
  bins.open_low = low - least > inner;
  bins.open_high = most - high > inner;
  bins.least = least, bins.most = most;
  if (!bins.open_low) low = least;
  if (!bins.open_high) high = most;
  // An open bin, too, lies on one side of zero.
  if (bins.open_low && least < 0 && low >= 0) low = -0.001;
  if (bins.open_high && most >= 0 && high < 0) high = 0;
  return {low, high};
}

GSTA_INLINE slack_bins make_slack_bins(std::vector<float> values) {
  constexpr double wanted = 32;
  slack_bins bins;
  if (values.empty()) return bins;
  auto const [low, high] = binned_range(values, bins);
  double const width = high > low ? (high - low) / wanted : std::abs(high) / 10;
  bins.step = nice_step(width);
  double const around = high > low ? 0 : 3;  // one bin alone would say nothing
  bins.first = std::floor(low / bins.step) - around;
  double const last = std::floor(high / bins.step) + around - bins.first;
  bins.count.assign(static_cast<std::size_t>(last) + 1, 0);
  for (double const value : values) {
    double const bin = std::clamp(std::floor(value / bins.step) - bins.first, 0.0, last);
    ++bins.count[static_cast<std::size_t>(bin)];
  }
  return bins;
}

}  // namespace gsta::detail
