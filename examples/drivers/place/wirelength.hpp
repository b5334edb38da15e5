#pragma once

#include "gsta/core/math.hpp"
#include "place/layout.hpp"
#include "place/schedule.hpp"

namespace place {

/// One net along one axis: how far its pins reach, and how a smooth measure of that pulls at each of them.
///
/// The smooth reach is the weighted average of coordinates, weights exp(x / gamma), less that with exp(-x /
/// gamma). Paper: Hsu, Chang and Balabanov, TSV-Aware Analytical Placement, DAC 2011.
template <memory_space S>
struct wirelength_op {
  layout_view<S> layout;
  plane<float const, S> pin;
  span<float const, S> net_weight;   // [nets]
  span<float const, S> pair_weight;  // [net arcs] of driver and sink beside the net's; may be empty
  span<schedule const, S> now;       // [1]
  plane<float, S> pull;              // [terminals] gradient of the weighted smooth length
  span<float, S> length;             // [2 nets] half of a net's perimeter is the sum of its two

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const net = i / 2;
    int const axis = static_cast<int>(i % 2);
    id const first = layout.nets.begin[net], count = layout.nets.begin[net + 1] - first + 1;
    float low = at(net, 0, axis), high = low;
    for (id k = 1; k < count; ++k) {
      float const x = at(net, k, axis);
      low = x < low ? x : low;
      high = high < x ? x : high;
    }
    length[i] = gsta::math::sub(high, low);
    pull_all(net, count, axis, low, high);
  }

 private:
  /// Sums of weights exp(d / gamma), and of d times them, over distances d <= 0 from an end.
  struct end {
    float weights = 0, weighted = 0;
    GSTA_HD void take(float weight, float d) noexcept {
      weights = gsta::math::add(weights, weight);
      weighted = gsta::math::add(weighted, gsta::math::mul(weight, d));
    }
    /// d of the average by d of a coordinate: weight / weights * (1 + (d - average) / gamma).
    GSTA_HD float slope(float weight, float d, float sharpness) const noexcept {
      using gsta::math::add, gsta::math::div, gsta::math::mul, gsta::math::sub;
      float const off = mul(sub(d, div(weighted, weights)), sharpness);
      return mul(div(weight, weights), add(1.0f, off));
    }
  };

  GSTA_HD void pull_all(std::size_t net, id count, int axis, float low, float high) const noexcept {
    using gsta::math::mul, gsta::math::sub;
    float const sharpness = static_cast<float>(gsta::math::div(1.0, now[0].smoothing));
    auto const weigh = [&](float d) { return gsta::math::exp(mul(d, sharpness)); };
    end upper, lower;
    for (id k = 0; k < count; ++k) {
      float const x = at(net, k, axis), up = sub(x, high), down = sub(low, x);
      upper.take(weigh(up), up);
      lower.take(weigh(down), down);
    }
    std::size_t const terminal = static_cast<std::size_t>(layout.nets.begin[net]) + net;
    for (id k = 0; k < count; ++k) {
      float const x = at(net, k, axis), up = sub(x, high), down = sub(low, x);
      float const slope =
          sub(upper.slope(weigh(up), up, sharpness), lower.slope(weigh(down), down, sharpness));
      pull[axis][terminal + static_cast<std::size_t>(k)] = mul(net_weight[net], slope);
    }
    if (!pair_weight.empty()) pull_pairs(net, count, axis, terminal);
  }

  /// Driver and sink attract each other by a weight of their own: sqrt(d^2 + gamma^2), all but |d|.
  GSTA_HD void pull_pairs(std::size_t net, id count, int axis, std::size_t terminal) const noexcept {
    using gsta::math::add, gsta::math::div, gsta::math::mul, gsta::math::sub;
    float const here = at(net, 0, axis), gamma = static_cast<float>(now[0].smoothing);
    float of_driver = pull[axis][terminal];
    for (id k = 1; k < count; ++k) {
      float const weight = pair_weight[layout.nets.begin[net] + k - 1];
      if (weight == 0) continue;
      float const d = sub(at(net, k, axis), here);
      float const slope = mul(weight, div(d, gsta::math::sqrt(add(mul(d, d), mul(gamma, gamma)))));
      float& of_sink = pull[axis][terminal + static_cast<std::size_t>(k)];
      of_sink = add(of_sink, slope);
      of_driver = sub(of_driver, slope);
    }
    pull[axis][terminal] = of_driver;
  }

  /// The driver is 0, sinks follow.
  GSTA_HD float at(std::size_t net, id k, int axis) const noexcept {
    id const p = k == 0 ? layout.nets.driver[net] : layout.nets.sink[layout.nets.begin[net] + k - 1];
    return pin[axis][p];
  }
};

/// A net's share of the half-perimeter wirelength; the second sum is the weighted one.
template <memory_space S>
struct length_term {
  span<float const, S> length, net_weight;
  GSTA_HD two_sums operator()(std::size_t i) const noexcept {
    double const own = length[i];
    return {own, gsta::math::mul(own, static_cast<double>(net_weight[i / 2]))};
  }
};

}  // namespace place
