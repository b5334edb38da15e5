#pragma once

#include "bits.hpp"
#include "gsta/sta/snapshot.hpp"

/// A few hundred gates with RC trees, tables and setup checks, timed whole: the hash of every value found.
inline gsta::flat_design make_design() {
  using namespace gsta;
  flat_design design;
  std::uint32_t state = 12345;
  auto const ascending = [&](int points) {
    std::vector<float> axis;
    for (int i = 0; i < points; ++i) axis.push_back((i == 0 ? 0.0f : axis.back()) + next_float(state));
    return axis;
  };
  auto const table = [&] {
    std::vector<float> values;
    // Flat enough that 300 gates in a row stay within what is counted.
    for (int i = 0; i < 49; ++i)
      values.push_back(1.0f + 0.02f * static_cast<float>(i) + 0.05f * next_float(state));
    return design.luts.add(ascending(7), ascending(7), values);
  };
  for (int t = 0; t < 4; ++t) {
    arc_type type;
    for (int c = 0; c < conditions; ++c) {
      type.delay[c] = table();
      type.slew[c] = table();
    }
    type.edges = t % 2 == 0 ? positive_edges() : negative_edges();
    design.add_arc_type(type);
  }
  check_type setup;
  setup.constraint[0] = setup.constraint[1] = table();
  design.add_check_type(setup);
  id const clock = design.add_pin(), clock_sink = design.add_pin({}, same_value(next_float(state)));
  design.add_clock(clock, {1000000, {0, 500000}});
  design.asserted_slew[clock] = same_value(1.25f);
  design.add_net(clock, {clock_sink});
  std::vector<id> drivers{clock};
  for (int gate = 0; gate < 300; ++gate) {
    id const output = design.add_pin();
    std::vector<id> sinks;
    for (int input = 0; input < 2; ++input) {
      sinks.push_back(design.add_pin({}, same_value(next_float(state))));
      design.add_arc(sinks.back(), output, static_cast<id>(next(state) >> 16) % 4);
    }
    if (gate == 0) {
      design.add_arc(clock_sink, output, 0);
    } else {  // a wire from the gate before: driver, middle, two sinks
      std::vector<float> const resistance{next_float(state), next_float(state), next_float(state)};
      design.set_wire(design.add_net(drivers.back(), sinks),
                      {0,
                       {next_float(state), next_float(state), next_float(state), next_float(state)},
                       {none, none, sinks[0], sinks[1]},
                       {0, 1, 1},
                       {1, 2, 3},
                       resistance});
    }
    design.add_check(sinks[0], clock_sink, 0);
    drivers.push_back(output);
  }
  return design;
}

template <class E>
std::uint64_t design_bits(E const& exec) {
  gsta::flat_design const design = make_design();
  gsta::timer<E> timer(exec, design);
  timer.update(exec);
  gsta::timing_snapshot const s = gsta::take_snapshot(exec, timer);
  std::uint64_t hash = 0;
  for (auto const* values :
       {&s.slew, &s.load, &s.arc_delay, &s.node_arrival, &s.node_required, &s.node_slack}) {
    for (auto const& four : *values) {
      for (float const value : four.value) hash = mix(hash, value);
    }
  }
  return mix(hash, s.setup.tns);
}
