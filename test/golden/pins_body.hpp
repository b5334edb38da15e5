#pragma once

#include <cstdio>

#include "gsta/sta/snapshot.hpp"
#include "test/golden/goldens.hpp"
#include "test/support/snapshot_compare.hpp"

namespace gsta_test {

template <class E>
gsta::timing_snapshot time_on(E const& exec, gsta::flat_design const& design) {
  gsta::timer<E> timer(exec, design, contest_options());
  timer.update(exec);
  return gsta::take_snapshot(exec, timer);
}

inline std::string as_field(float value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  return gsta::math::is_defined(value) ? text : "-";
}

/// Every pin's arrival, slew, required time and slack under every condition against the reference.
inline comparison compare_pins(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                               std::map<std::string, std::vector<std::string>> const& reference) {
  comparison result;
  REQUIRE(design.pin_name.size() == reference.size());
  for (std::size_t pin = 0; pin < design.pin_name.size(); ++pin) {
    std::string const name(design.pin_name[pin]);
    auto const expected = reference.find(name);
    REQUIRE(expected != reference.end());
    gsta::id const node = state.pin_begin[pin];
    gsta::per_condition<float> const* const values[] = {&state.node_arrival[node], &state.slew[pin],
                                                        &state.node_required[node], &state.node_slack[node]};
    for (std::size_t k = 0; k < 16; ++k) {
      compare_field(result, name + " column " + std::to_string(k + 1),
                    as_field((*values[k / 4])[static_cast<int>(k % 4)]), expected->second[k]);
    }
  }
  return result;
}

inline void require_same_bits(gsta::timing_snapshot const& a, gsta::timing_snapshot const& b) {
  bit_comparison const bits = compare_bits(a, b);
  INFO(bits.report());
  REQUIRE(bits.failed == 0);
  REQUIRE(bits.compared > 100);
}

}  // namespace gsta_test
