#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/generate.hpp"
#include "gsta/smooth/cost.hpp"
#include "test/smooth/smooth_body.hpp"

namespace gsta_test {

/// A design whose smooth arrivals are found by sweeps and by the level loop.
struct smooth_case {
  std::string name;
  gsta::flat_design design;
  gsta::timer_options options;
  float gamma = 5;

  /// A cost of either goal and side, by the name.
  gsta::smooth_cost_options cost() const {
    std::size_t const i = name.empty() ? 0 : static_cast<std::size_t>(name.back());
    return {i % 2 == 0 ? gsta::smooth_goal::total : gsta::smooth_goal::worst,
            i % 3 == 0 ? gsta::split::early : gsta::split::late, gamma};
  }
};

inline smooth_case random_smooth_case(std::uint64_t seed, int pins = 0) {
  float const gamma = seed % 3 == 0 ? 0.5f : seed % 3 == 1 ? 5.0f : 50.0f;
  return {"random " + std::to_string(seed), random_circuit(seed, pins), options_of(seed).timer, gamma};
}

/// Outputs with rows of so many arcs, of which every `dead`-th passes no edge (0: all are live), some with
/// arrivals asserted behind them; ties and differences of a few gammas.
inline smooth_case long_rows_case(std::uint64_t seed, std::vector<int> const& rows, int dead) {
  prng random(seed);
  flat_design d;
  std::vector<id> types;
  for (int i = 0; i < 12; ++i) {
    gsta::arc_type type;
    bool const passes = dead == 0 || i % dead != 1;
    type.edges = !passes ? gsta::edge_map{} : i % 3 == 0 ? gsta::negative_edges() : gsta::positive_edges();
    for (int c = 0; c < gsta::conditions; ++c) {
      type.delay[c] = d.luts.add({}, {}, {static_cast<float>(random.below(4))});
      type.slew[c] = d.luts.add({}, {}, {static_cast<float>(random.below(3))});
    }
    types.push_back(d.add_arc_type(type));
  }
  std::vector<id> inputs;
  for (int i = 0; i < 40; ++i) {
    inputs.push_back(d.add_pin());
    d.asserted_slew.back() = gsta::same_value(static_cast<float>(random.below(9)));
    float const at = static_cast<float>(random.below(30));
    if (i % 7 != 3) d.sources.push_back({inputs.back(), none, gsta::same_value(at)});
  }
  for (int const arcs : rows) {
    id const out = d.add_pin();
    for (int i = 0; i < arcs; ++i) {
      id const from = random.pick(inputs);
      d.add_arc(from, out, random.pick(types));
    }
    if (random.chance(30))
      d.sources.push_back({out, none, gsta::same_value(static_cast<float>(random.below(40)))});
    id const sink = d.add_pin();
    d.add_net(out, {sink});
    inputs.push_back(sink);  // the next ones follow it
    d.outputs.push_back(sink);
  }
  return {"long rows " + std::to_string(seed), std::move(d), {}, 3};
}

inline std::vector<smooth_case> long_rows_cases() {
  std::vector<smooth_case> all;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    std::vector<int> const rows{1, 8, 9, 10, 3, 16, 17, 31, 33, 2, 64, 65, 70, 8, 130, 5};
    all.push_back(long_rows_case(seed, rows, static_cast<int>(seed % 4)));
  }
  return all;
}

/// Generated designs: conditional and undefined inputs, nets of thousands of sinks, three tags, trees.
inline std::vector<smooth_case> generated_smooth_cases() {
  std::vector<smooth_case> all;
  for (int const variant : {0, 1, 2, 3}) {
    auto options = gsta_bench::preset(variant < 2 ? "tiny" : "small");
    options.conditional = variant != 0;
    options.undefined_inputs = 4;
    if (variant % 2 == 1) options.tags = 3;
    if (variant == 2) options.wires = gsta_bench::generated_wires::tree;
    if (variant == 3) options.large_nets = {1001, 6000};
    gsta::timer_options const rules{{}, gsta::capture_required::from_data_slack};
    all.push_back({"generated " + std::to_string(variant), gsta_bench::generate(options), rules, 8});
  }
  return all;
}

/// All that both merges leave by id.
struct smooth_results {
  smooth_snapshot smooth;
  std::vector<gsta::per_condition<float>> slew, arc_delay;
  std::vector<double> cost;
  std::vector<float> violation;
  std::vector<gsta::edge_pair<float>> share;
  std::vector<gsta::per_condition<float>> seed;
};

/// By the level loop on the host.
inline smooth_results smooth_by_level_loop(smooth_case const& of) {
  host_timer timer(serial_host, of.design, of.options);
  timer.update(serial_host);
  auto const nodes = timer.arrival_nodes();
  auto smooth = make_smooth_state(serial_host, timer.nodes().count(), nodes.graph.arc_count());
  auto cost = gsta::make_smooth_cost_state(serial_host, timer.nodes().count(), timer.view().checks);
  propagate_smooth<float>(serial_host, nodes, timer.view().arc_delay, of.gamma, smooth);
  update_smooth_cost<float>(serial_host, timer.view().checks, timer.view().design.luts, timer.view().slew,
                            smooth, of.cost(), cost);
  auto const get = [](auto const& array) { return to_vector(serial_host, array.view()); };
  return {smooth_on(serial_host, timer, of.gamma),
          get(timer.delays().slew),
          get(timer.delays().arc_delay),
          get(cost.cost),
          get(cost.violation),
          get(cost.check_share),
          get(cost.node_arrival)};
}

inline void compare_smooth(bit_comparison& result, smooth_results const& got, smooth_results const& want) {
  result.arrays("slew", got.slew, want.slew);
  result.arrays("delay", got.arc_delay, want.arc_delay);
  result.arrays("arrival", got.smooth.exact, want.smooth.exact);
  result.arrays("predecessor", got.smooth.predecessor, want.smooth.predecessor);
  result.arrays("smooth arrival", got.smooth.arrival, want.smooth.arrival);
  result.arrays("weight", got.smooth.weight, want.smooth.weight);
  result.arrays("cost", got.cost, want.cost);
  result.arrays("violation", got.violation, want.violation);
  result.arrays("share", got.share, want.share);
  result.arrays("seed", got.seed, want.seed);
}

}  // namespace gsta_test
