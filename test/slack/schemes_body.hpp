#pragma once

#include <string>
#include <utility>
#include <vector>

#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// All that the two passes write, on the host.
struct pass_results {
  std::vector<per_condition<float>> slew, arc_delay, arrival, required, slack;
  std::vector<gsta::per_condition<id>> predecessor;
  std::vector<gsta::per_edge> check_required, check_slack;
  std::vector<gsta::per_split> endpoint_slack;
};

inline bit_comparison compare_bits(pass_results const& a, pass_results const& b) {
  bit_comparison result;
  result.arrays("slew", a.slew, b.slew);
  result.arrays("arc_delay", a.arc_delay, b.arc_delay);
  result.arrays("arrival", a.arrival, b.arrival);
  result.arrays("predecessor", a.predecessor, b.predecessor);
  result.arrays("required", a.required, b.required);
  result.arrays("slack", a.slack, b.slack);
  result.arrays("check_required", a.check_required, b.check_required);
  result.arrays("check_slack", a.check_slack, b.check_slack);
  result.arrays("endpoint_slack", a.endpoint_slack, b.endpoint_slack);
  return result;
}

/// Arrays of its own for the results of passes over a timer's design.
template <class E>
struct pass_arrays {
  gsta::delay_state<E::space> delays;
  gsta::arrival_state<E::space> arrivals;
  gsta::slack_state<E::space> slacks;

  pass_arrays(E const& exec, gsta::timer<E> const& t)
      : delays(make_delay_state(exec, t.view().design.pin_count(), t.view().arc_map.size())),
        arrivals(make_arrival_state(exec, t.nodes().count())),
        slacks(make_slack_state(exec, t.nodes().count(), t.view().checks.check.size(),
                                t.view().checks.endpoint_pin.size())) {}

  /// Puts what no pass finds into all arrays, so that nothing left out passes for a result. Plans leave
  /// delays of order-only arcs alone; those are then as the level loop has them.
  void spoil(E const& exec, per_condition<float> const& arc_delay) {
    per_condition<float> const wrong = gsta::same_value(-12345.0f);
    fill(exec, delays.arc_delay.view(), arc_delay);
    for (auto* array : {&delays.slew, &arrivals.node_arrival, &slacks.node_required, &slacks.node_slack})
      fill(exec, array->view(), wrong);
    fill(exec, arrivals.node_predecessor.view(), gsta::same_id(-7));
    for (auto* array : {&slacks.check_required, &slacks.check_slack})
      fill(exec, array->view(), gsta::per_edge{{-12345, -12345}});
    fill(exec, slacks.endpoint_slack.view(), gsta::per_split{{-12345, -12345}});
  }
};

template <class E>
pass_results fetch(E const& exec, gsta::delay_state<E::space> const& delays,
                   gsta::arrival_state<E::space> const& arrivals, gsta::slack_state<E::space> const& slacks) {
  auto const get = [&](auto const& array) { return to_vector(exec, array.view()); };
  return {get(delays.slew),           get(delays.arc_delay),   get(arrivals.node_arrival),
          get(slacks.node_required),  get(slacks.node_slack),  get(arrivals.node_predecessor),
          get(slacks.check_required), get(slacks.check_slack), get(slacks.endpoint_slack)};
}

/// What the level loop finds on the host.
inline pass_results by_level_loop(flat_design const& design, gsta::timer_options const& options) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, design, options);
  timer.update(exec);
  return fetch(exec, timer.delays(), timer.arrivals(), timer.slacks());
}

/// Sizes of `star_of_arcs`.
struct star_sizes {
  int fanin, fanout, outputs = 1;
};

template <class Zeros>
void add_star(flat_design& d, prng& random, Zeros const& zeros, std::vector<id> const& inputs,
              std::vector<id> const& types, id check_type, int fanout) {
  id const out = d.add_pin();
  for (id const in : inputs) d.add_arc(in, out, random.pick(types));
  if (random.chance(50)) d.asserted_slew.back() = zeros();
  if (random.chance(50)) d.sources.push_back({out, 0, zeros()});
  bool const late_alone = random.chance(60);
  auto const required = [&] {
    per_condition<float> at = zeros();
    if (late_alone) at[0] = at[1] = -gsta::math::infinity;
    return at;
  };
  if (random.chance(50)) d.requirements.push_back({out, none, required()});
  std::vector<id> sinks;
  for (int i = 0; i < fanout; ++i) {
    sinks.push_back(d.add_pin());
    if (random.chance(70)) d.requirements.push_back({sinks.back(), none, required()});
    if (random.chance(40) && !inputs.empty()) d.add_check(sinks.back(), random.pick(inputs), check_type);
  }
  d.add_net(out, sinks);
}

/// Outputs with many arcs into each, from the same inputs, and many sinks. All that is merged is zero or one,
/// with either sign of zero: ties everywhere, and bits that show who won. Required times behind wires are
/// never -0 but for those that checks give their clock pins: hence a pin in front of the inputs.
inline flat_design star_of_arcs(std::uint64_t seed, star_sizes sizes) {
  prng random(seed);
  int const ones = 10 * random.below(3);
  auto const zero = [&] { return random.chance(ones) ? 1.0f : random.chance(50) ? 0.0f : -0.0f; };
  auto const zeros = [&] { return per_condition<float>{zero(), zero(), zero(), zero()}; };
  flat_design d;
  std::vector<id> types;
  for (int i = 0; i < 12; ++i) {
    gsta::arc_type type;
    type.edges = i % 3 == 0 ? gsta::negative_edges() : gsta::positive_edges();
    for (int c = 0; c < gsta::conditions; ++c) {
      type.delay[c] = d.luts.add({}, {}, {zero()});
      type.slew[c] = d.luts.add({}, {}, {zero()});
    }
    types.push_back(d.add_arc_type(type));
  }
  gsta::check_type check;
  d.clocks.push_back({1000000, {0, 500000}});
  check.constraint[0] = check.constraint[1] = d.luts.add({}, {}, {1000.0f});  // all of the period
  id const setup = d.add_check_type(check);
  std::vector<id> inputs;
  for (int i = 0; i < sizes.fanin; ++i) {
    inputs.push_back(d.add_pin());
    d.asserted_slew.back() = zeros();
    d.sources.push_back({inputs.back(), 0, zeros()});
  }
  d.add_net(d.add_pin(), inputs);
  for (int left = sizes.outputs; left > 0; --left)
    add_star(d, random, zeros, inputs, types, setup, sizes.fanout);
  return d;
}

struct scheme_case {
  std::string name;
  flat_design design;
  gsta::timer_options options;
};

inline scheme_case random_case(std::uint64_t seed, int pins = 0) {
  return {std::string("random ").append(std::to_string(seed)), random_circuit(seed, pins),
          options_of(seed).timer};
}

/// Rows of many sizes, with and without required times through checks.
inline std::vector<scheme_case> star_cases(std::uint64_t seed) {
  std::vector<scheme_case> cases;
  for (star_sizes const sizes : {star_sizes{0, 0},
                                 {0, 3},
                                 {1, 1},
                                 {2, 8},
                                 {8, 9},
                                 {9, 33},
                                 {40, 64},
                                 {65, 65},
                                 {130, 200},
                                 {7, 1000},
                                 {40, 5, 9},
                                 {60, 70, 40}}) {
    for (auto const capture : {gsta::capture_required::leave_out, gsta::capture_required::from_data_slack}) {
      std::string name = "star of ";
      name.append(std::to_string(sizes.fanin)).append(" and ").append(std::to_string(sizes.fanout));
      name.append(" outputs ").append(std::to_string(sizes.outputs));
      name.append(" seed ").append(std::to_string(seed));
      cases.push_back({name, star_of_arcs(seed, sizes), {{}, capture}});
    }
  }
  return cases;
}

/// A pin alone, and one that something is asserted at.
inline std::vector<scheme_case> tiny_cases() {
  flat_design one;
  one.add_pin();
  flat_design asserted = one;
  asserted.asserted_slew[0] = gsta::same_value(3);
  asserted.sources.push_back({0, none, {1, 2, 3, 4}});
  asserted.requirements.push_back({0, none, {0, 0, 9, 9}});
  return {{"no pin", {}, {}}, {"one pin", one, {}}, {"one asserted pin", asserted, {}}};
}

}  // namespace gsta_test
