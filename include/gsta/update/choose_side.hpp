#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/core/error.hpp"

namespace gsta {

/// Where an update is made.
enum class timing_side : std::uint8_t {
  host,    ///< no launch, no wait, a step after the other
  device,  ///< many steps at once, behind what a launch, levels and a wait cost
};

/// What an update costs on one side: start + slope * things^bend, in microseconds, by how many things edits
/// touched. What follows from a touched thing is part of the slope: cones that meet are the bend.
struct side_cost {
  double start = 0;  ///< launches, levels, waits
  double slope = 0;  ///< by thing
  double bend = 1;   ///< at most 1: cones of many things meet
  /// The expected time. Cost: O(1). Throws: nothing.
  double operator()(double things) const noexcept { return start + slope * std::pow(things, bend); }
};

/// Chooses the side of each update from what updates took before, in microseconds. Near sizes say most: it
/// looks at what was noted of either side at sizes below and above, between which costs are taken as straight
/// in logarithms, and beyond which as proportional, but never below what a start costs. What is noted again
/// of about one size counts half, so that it follows a machine that becomes slower.
///
/// Where: host. Cost: O(1), a few dozen sizes. Exact: it chooses where results are the same on both sides.
class side_chooser {
 public:
  /// What is known of no update yet is by these.
  struct options {
    side_cost host{5, 20, 1};        ///< of an update on the host
    side_cost device{200, 0.05, 1};  ///< of one on the device
  };

  side_chooser() = default;
  /// Begins with other costs: fitted on another day, say.
  explicit side_chooser(options const& known) : known_(known) {}

  /// An update of so many touched things took so long there. Throws: argument_error on times below 0.
  void note(timing_side where, std::size_t things, double microseconds) {
    require(microseconds >= 0, "side_chooser: a time is not below 0");
    auto& seen = of(where)[place(things)];
    seen.things = seen.is_there ? (seen.things + size(things)) / 2 : size(things);
    seen.time = seen.is_there ? (seen.time + microseconds) / 2 : microseconds;
    seen.is_there = true;
  }

  /// What an update of so many things is expected to take there, in microseconds.
  double expected(timing_side where, std::size_t things) const {
    auto const& all = of(where);
    std::size_t const here = place(things);
    std::size_t below = here + 1, above = here;
    while (below > 0 && !all[below - 1].is_there) --below;
    while (above < sizes && !all[above].is_there) ++above;
    side_cost const& known = where == timing_side::host ? known_.host : known_.device;
    if (below == 0 && above == sizes) return known(size(things));
    if (below == 0) return all[above].time;  // fewer things cost no more
    sample const& low = all[below - 1];
    if (above == sizes) return beyond(all, below - 1, size(things));
    sample const& high = all[above];
    if (high.things <= low.things) return (low.time + high.time) / 2;
    double const share = std::log(size(things) / low.things) / std::log(high.things / low.things);
    return low.time * std::pow((high.time + tiny) / (low.time + tiny), share < 0 ? 0 : share > 1 ? 1 : share);
  }

  /// The side that is expected to be the faster one.
  timing_side operator()(std::size_t things) const {
    return expected(timing_side::device, things) < expected(timing_side::host, things) ? timing_side::device
                                                                                       : timing_side::host;
  }

 private:
  static constexpr std::size_t sizes = 64;  // two by factor of two
  static constexpr double tiny = 1e-9;
  struct sample {
    double things = 0, time = 0;
    bool is_there = false;
  };
  using samples = std::array<sample, sizes>;

  static double size(std::size_t things) noexcept { return things < 1 ? 1.0 : static_cast<double>(things); }
  static std::size_t place(std::size_t things) noexcept {
    auto const found = static_cast<std::size_t>(2 * std::log2(size(things)));
    return found < sizes ? found : sizes - 1;
  }
  /// More things than any that were noted: along the last two sizes, which may not become cheaper.
  static double beyond(samples const& all, std::size_t last, double things) {
    sample const& high = all[last];
    std::size_t below = last;
    while (below > 0 && !all[below - 1].is_there) --below;
    double bend = 1;
    if (below > 0 && all[below - 1].things < high.things)
      bend = std::log((high.time + tiny) / (all[below - 1].time + tiny)) /
             std::log(high.things / all[below - 1].things);
    bend = bend < 0 ? 0 : bend > 1 ? 1 : bend;
    return things <= high.things ? high.time : high.time * std::pow(things / high.things, bend);
  }

  samples& of(timing_side where) noexcept { return where == timing_side::host ? host_ : device_; }
  samples const& of(timing_side where) const noexcept { return where == timing_side::host ? host_ : device_; }

  options known_;
  samples host_{}, device_{};
};

}  // namespace gsta
