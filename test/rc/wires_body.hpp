#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gsta/core/algorithm.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "test/support/catch.hpp"
#include "test/support/oracle_wire.hpp"
#include "test/support/permute.hpp"
#include "test/support/random_rules.hpp"
#include "test/support/random_wire.hpp"
#include "test/support/set_wire.hpp"

namespace gsta_test {

/// What `update_wires` writes, on the host.
struct wire_results {
  std::vector<gsta::per_condition<float>> delay, impulse, load;
  std::vector<gsta::per_condition<float>> far_end{}, resistance{};  // [nets] of pi models, or empty
  std::int64_t loop_edges = 0, unreached_nodes = 0;
};

inline std::vector<gsta::per_condition<float>> delays_of(std::vector<gsta::wire_answer> const& sinks) {
  std::vector<gsta::per_condition<float>> delays;
  for (auto const& sink : sinks) delays.push_back(sink.delay);
  return delays;
}
inline std::vector<gsta::per_condition<float>> impulses_of(std::vector<gsta::wire_answer> const& sinks) {
  std::vector<gsta::per_condition<float>> impulses;
  for (auto const& sink : sinks) impulses.push_back(sink.impulse);
  return impulses;
}

/// Puts pi models into the results.
inline void add_pi(wire_results& results, std::vector<gsta::pi_load> const& pi) {
  for (auto const& one : pi) {
    results.far_end.push_back(one.far_end);
    results.resistance.push_back(one.resistance);
  }
}

template <class E>
wire_results wires_on(E const& exec, gsta::flat_design const& design, gsta::wire_options options = {}) {
  auto const view = clone_view(exec, design.view());
  auto const rc = flatten_rc(exec, view.view);
  auto trees = make_rc_state(exec, view.view);
  auto wires = make_wire_state(exec, view.view, options.slew);
  update_wires(exec, view.view, rc.forest.view, trees, wires, options);
  auto const sinks = to_vector(exec, wires.sink.view());
  wire_results results{delays_of(sinks), impulses_of(sinks), to_vector(exec, wires.load.view())};
  add_pi(results, to_vector(exec, wires.pi.view()));
  results.loop_edges = rc.loop_edges;
  results.unreached_nodes = rc.unreached_nodes;
  return results;
}

/// A design of one driver and `sinks` loads a net, a net for each wire given.
inline gsta::flat_design nets_of(std::vector<random_wire> const& wires, std::vector<int> const& sinks,
                                 prng& random) {
  gsta::flat_design design;
  for (std::size_t n = 0; n < wires.size(); ++n) {
    id const driver = design.add_pin();
    std::vector<id> pins;
    for (int k = 0; k < sinks[n]; ++k) {
      gsta::per_condition<float> load{};
      for (int c = 0; c < 4; ++c) load[c] = random.real(0, 3);
      pins.push_back(design.add_pin({}, load));
    }
    design.add_net(driver, pins);
    wires[n].add_to(design);
  }
  return design;
}

/// All ways to read wires.
inline std::vector<gsta::wire_options> wire_options_of_all_kinds() {
  using gsta::unreached_sink, gsta::wire_slew;
  return {{wire_slew::degrade, unreached_sink::undefined}, {wire_slew::degrade, unreached_sink::no_delay},
          {wire_slew::keep, unreached_sink::undefined},    {wire_slew::keep, unreached_sink::no_delay},
          {wire_slew::reduce, unreached_sink::undefined},  {wire_slew::reduce, unreached_sink::no_delay}};
}

/// Makes some nets' wires less than nothing: the driver's node has a capacitance that takes back, of all the
/// others', a part or more. Other wires become thin, so that sinks which the tree lacks weigh more.
inline void thin_out(gsta::flat_design& design, prng& random) {
  for (std::size_t n = 0; n < design.net_driver.size(); ++n) {
    auto const first = static_cast<std::size_t>(design.rc_node_begin[n]),
               end = static_cast<std::size_t>(design.rc_node_begin[n + 1]);
    if (design.rc_root[n] < 0 || !random.chance(60)) continue;
    float const factor = random.chance(50) ? 0.01f : 1;
    double sum = 0;
    for (std::size_t i = first; i < end; ++i) sum += design.rc_capacitance[i] *= factor;
    float& at_root = design.rc_capacitance[first + static_cast<std::size_t>(design.rc_root[n])];
    if (factor == 1) at_root -= static_cast<float>(sum * random.real(0, 2));
  }
}

/// Adds a net that is known as what it was reduced to: of more capacitance than its pins or, which makes it
/// none, of less; without a resistance or a far end; sinks left out, named twice, or nodes that are no sink.
inline void add_reduction(gsta::flat_design& design, int sinks, prng& random) {
  id const driver = design.add_pin({}, gsta::same_value(random.real(0, 2)));
  std::vector<id> pins, at{none, none}, a{0}, b{1};
  double sum = 1;
  for (int k = 0; k < sinks; ++k) {
    gsta::per_condition<float> load{};
    for (int c = 0; c < 4; ++c) load[c] = random.real(0, 3);
    sum += static_cast<double>(load[0]);
    pins.push_back(design.add_pin({}, load));
  }
  design.add_net(driver, pins);
  float const total = static_cast<float>(sum) * (random.chance(30) ? random.real(0, 1) : random.real(3, 6));
  float const share = random.chance(10) ? 0.0f : random.real(0, 1);
  std::vector<float> capacitance{total * (1 - share), total * share},
      resistance{random.chance(10) ? 0.0f : random.real(0, 2)};
  for (int k = 0; k < sinks; ++k) {
    bool const twice = random.chance(5);
    for (int i = random.chance(10) ? 1 : 0; i < (twice ? 2 : 1); ++i) {
      at.push_back(random.chance(5) ? none : k);
      a.push_back(1);
      b.push_back(static_cast<id>(capacitance.size()));
      capacitance.push_back(0);
      resistance.push_back(random.chance(10) ? 0.0f : random.real(0, 50));
    }
  }
  gsta_test::set_wire(design, gsta::reduced_root, capacitance, at, a, b, resistance);
}

/// Such nets of few and many sinks, between trees.
inline gsta::flat_design reduced_nets(std::uint64_t seed) {
  prng random(seed);
  gsta::flat_design design;
  for (int round = 0; round < 3; ++round) {
    for (int const count : {0, 1, 2, 8, 9, 33, 400}) {
      for (int i = 0; i < 5; ++i) add_reduction(design, count, random);
      id const driver = design.add_pin(), sink = design.add_pin({}, gsta::same_value(1.0f));
      design.add_net(driver, {sink});
      make_tree(random, 1, random.below(8), wire_shape::bushy).add_to(design);
    }
  }
  rule_maker(design, random).add_responses();
  return design;
}

/// Every shape with as many sinks as a sum treats apart: up to 8, a warp, more than a warp, many. With
/// `broken`, the wires lack nodes, edges or a root, or have loops.
inline gsta::flat_design many_nets(std::uint64_t seed, bool broken) {
  prng random(seed);
  std::vector<random_wire> wires;
  std::vector<int> sinks;
  for (int const count : {0, 1, 2, 7, 8, 9, 31, 32, 33, 40, 65, 1000}) {
    for (int shape = 0; shape < 4; ++shape) {
      wires.push_back(make_tree(random, count, random.below(30), static_cast<wire_shape>(shape)));
      if (broken) damage(wires.back(), random);
      scramble(wires.back(), random);
      sinks.push_back(count);
    }
  }
  gsta::flat_design design = nets_of(wires, sinks, random);
  for (id const driver : design.net_driver)
    design.pin_load[static_cast<std::size_t>(driver)] = gsta::same_value(random.real(0, 2));
  if (broken) thin_out(design, random);
  rule_maker(design, random).add_responses();
  return design;
}

inline bool close(float got, maybe const& want) {
  if (!want) return !gsta::math::is_defined(got) && got == got;
  return std::abs(static_cast<double>(got) - *want) <= 1e-5 + 2e-5 * std::abs(*want);
}

/// Without a part of its own in the error: 0 only where 0 is meant.
inline bool close_to(float got, double want) {
  return std::abs(static_cast<double>(got) - want) <= 2e-5 * std::abs(want);
}

/// Delays, impulses, loads and pi models against the recursion in double. A wire without a root is undefined
/// throughout.
template <class E>
void wires_agree(E const& exec, gsta::flat_design const& design, std::uint64_t seed, bool broken,
                 gsta::wire_options options) {
  auto const got = wires_on(exec, design, options);
  bool const reduce = options.slew == gsta::wire_slew::reduce;
  oracle_wire_rules const rules{options.slew != gsta::wire_slew::degrade,
                                options.unreached == gsta::unreached_sink::no_delay, reduce};
  std::size_t wrong = 0, compared = 0, ignored = 0, models = 0;
  for (std::size_t n = 0; n < design.net_driver.size(); ++n) {
    for (int c = 0; c < 4; ++c) {
      oracle_wire const want = wire_recursion(design, static_cast<id>(n), c, rules).solve();
      wrong += !close(got.load[static_cast<std::size_t>(design.net_driver[n])][c], want.load);
      ignored += want.is_ignored;
      if (reduce) {
        models += want.far_end > 0;
        wrong +=
            !close_to(got.far_end[n][c], want.far_end) + !close_to(got.resistance[n][c], want.resistance);
      }
      for (std::size_t k = 0; k < want.delay.size(); ++k, compared += 2) {
        std::size_t const arc = static_cast<std::size_t>(design.net_begin[n]) + k;
        wrong += !close(got.delay[arc][c], want.delay[k]);
        wrong += !close(got.impulse[arc][c], want.impulse[k]);
      }
    }
  }
  CAPTURE(seed, broken, rules.keep_slew, rules.reach_all);
  CHECK(wrong == 0);
  CHECK(compared > 10000);
  CHECK((models > 100) == reduce);
  bool const has_given = std::count(design.rc_root.begin(), design.rc_root.end(), gsta::reduced_root) > 0;
  CHECK((ignored > 10) == (has_given || (reduce && broken)));
}

inline bool same_bits(std::vector<gsta::per_condition<float>> const& a,
                      std::vector<gsta::per_condition<float>> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
}

template <class E>
void wires_have_serial_bits(E const& exec, gsta::flat_design const& design, std::uint64_t seed,
                            gsta::wire_options options) {
  auto const serial = wires_on(gsta::host_executor{}, design, options),
             other = wires_on(exec, design, options);
  CAPTURE(seed);
  CHECK(!serial.delay.empty());
  CHECK(same_bits(serial.delay, other.delay));
  CHECK(same_bits(serial.impulse, other.impulse));
  CHECK(same_bits(serial.load, other.load));
  CHECK(same_bits(serial.far_end, other.far_end));
  CHECK(same_bits(serial.resistance, other.resistance));
  CHECK(serial.loop_edges == other.loop_edges);
  CHECK(serial.unreached_nodes == other.unreached_nodes);
}

/// Numbers the nodes of every net otherwise; the edge list keeps its order.
inline gsta::flat_design renumber_nodes(gsta::flat_design const& design, prng& random) {
  gsta::flat_design result = design;
  for (std::size_t n = 0; n < design.net_driver.size(); ++n) {
    auto const first = static_cast<std::size_t>(design.rc_node_begin[n]);
    auto const to = random_order(static_cast<std::size_t>(design.rc_node_begin[n + 1]) - first, random);
    for (std::size_t i = 0; i < to.size(); ++i) {
      result.rc_capacitance[first + static_cast<std::size_t>(to[i])] = design.rc_capacitance[first + i];
      result.rc_node_sink[first + static_cast<std::size_t>(to[i])] = design.rc_node_sink[first + i];
    }
    if (design.rc_root[n] != none) result.rc_root[n] = to[static_cast<std::size_t>(design.rc_root[n])];
    for (auto e = static_cast<std::size_t>(design.rc_edge_begin[n]);
         e < static_cast<std::size_t>(design.rc_edge_begin[n + 1]); ++e) {
      result.rc_edge_a[e] = to[static_cast<std::size_t>(design.rc_edge_a[e])];
      result.rc_edge_b[e] = to[static_cast<std::size_t>(design.rc_edge_b[e])];
    }
  }
  return result;
}

template <class E>
void node_numbers_do_not_matter(E const& exec, std::uint64_t seed) {
  auto const design = many_nets(seed, true);
  prng random(seed + 5);
  auto const renumbered = renumber_nodes(design, random);
  auto const before = wires_on(exec, design), after = wires_on(exec, renumbered);
  auto const reduced = wires_on(exec, design, {gsta::wire_slew::reduce}),
             anew = wires_on(exec, renumbered, {gsta::wire_slew::reduce});
  CAPTURE(seed);
  CHECK(!before.delay.empty());
  CHECK(same_bits(before.delay, after.delay));
  CHECK(same_bits(before.impulse, after.impulse));
  CHECK(same_bits(before.load, after.load));
  CHECK(same_bits(reduced.far_end, anew.far_end));
  CHECK(same_bits(reduced.resistance, anew.resistance));
}

template <class E>
void check_wires(E const& exec) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (auto const& options : wire_options_of_all_kinds()) {
      wires_agree(exec, many_nets(seed, false), seed, false, options);
      wires_agree(exec, many_nets(seed, true), seed, true, options);
      wires_agree(exec, reduced_nets(seed), seed, true, options);
      wires_have_serial_bits(exec, many_nets(seed, true), seed, options);
      wires_have_serial_bits(exec, reduced_nets(seed), seed, options);
    }
    node_numbers_do_not_matter(exec, seed);
  }
}

}  // namespace gsta_test
