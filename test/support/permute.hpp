#pragma once

#include <numeric>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

/// `design` with its pins renumbered: pin p becomes to[p]. Everything else keeps its order: the sinks of a
/// net, its RC nodes and edges, the arcs, the checks.
inline gsta::flat_design renumber_pins(gsta::flat_design const& design, std::vector<gsta::id> const& to) {
  gsta::flat_design result = design;
  for (std::size_t p = 0; p < to.size(); ++p) {
    auto const q = static_cast<std::size_t>(to[p]);
    result.pin_load[q] = design.pin_load[p];
    result.asserted_slew[q] = design.asserted_slew[p];
  }
  for (auto* const pins : {&result.net_driver, &result.net_sink, &result.arc_from, &result.arc_to,
                           &result.check_data, &result.check_clock, &result.outputs}) {
    for (gsta::id& pin : *pins) pin = to[static_cast<std::size_t>(pin)];
  }
  for (auto& source : result.sources) source.pin = to[static_cast<std::size_t>(source.pin)];
  for (auto& requirement : result.requirements)
    requirement.pin = to[static_cast<std::size_t>(requirement.pin)];
  for (auto& path : result.exceptions) {
    for (gsta::id& pin : path.from) pin = to[static_cast<std::size_t>(pin)];
    for (gsta::id& pin : path.to) pin = to[static_cast<std::size_t>(pin)];
    for (auto& points : path.through) {
      for (gsta::id& pin : points.pins) pin = to[static_cast<std::size_t>(pin)];
    }
  }
  if (design.shadow_of.empty()) return result;
  result.shadow_of.assign(to.size(), gsta::none);
  for (std::size_t p = 0; p < design.shadow_of.size(); ++p) {
    gsta::id const real = design.shadow_of[p];
    if (real != gsta::none)
      result.shadow_of[static_cast<std::size_t>(to[p])] = to[static_cast<std::size_t>(real)];
  }
  return result;
}

/// A random order of 0 .. n-1.
inline std::vector<gsta::id> random_order(std::size_t n, prng& random) {
  std::vector<gsta::id> order(n);
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  return order;
}

/// How many floats lie between a and b, with all undefined values of one sign equal.
inline std::int64_t ulps_between(float a, float b) {
  auto const steps = [](float x) {
    std::int32_t bits;
    static_assert(sizeof bits == sizeof x);
    __builtin_memcpy(&bits, &x, sizeof x);
    return bits >= 0 ? std::int64_t{bits} : -std::int64_t{bits & 0x7fffffff};
  };
  std::int64_t const distance = steps(a) - steps(b);
  return distance < 0 ? -distance : distance;
}

}  // namespace gsta_test
