#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "gsta/rc/star.hpp"
#include "test/rc/wires_body.hpp"

namespace gsta_test {

/// Nets whose pins have places. Units are those of a placer: um, kOhm/um, fF/um.
struct placed_nets {
  gsta::flat_design design;
  std::vector<float> x, y;
  std::vector<std::uint8_t> ideal;  // [nets]
  float resistance = 0.002f, capacitance = 0.2f;

  gsta::star_view<gsta::memory_space::host> view() const {
    return {gsta::view_of(x), gsta::view_of(y), resistance, capacitance, gsta::view_of(ideal)};
  }
};

inline gsta::per_condition<float> some_load(prng& random) {
  return {random.real(0, 2), random.real(0, 2), random.real(0, 2), random.real(0, 2)};
}

/// Nets of the given numbers of sinks, anywhere on a square of 300 um; some of them ideal.
inline placed_nets place_nets(std::vector<int> const& sinks, std::uint64_t seed) {
  prng random(seed);
  placed_nets nets;
  for (int const count : sinks) {
    id const driver = nets.design.add_pin({}, some_load(random));
    std::vector<id> pins;
    for (int k = 0; k < count; ++k) pins.push_back(nets.design.add_pin({}, some_load(random)));
    random.shuffle(pins);
    nets.design.add_net(driver, pins);
    nets.ideal.push_back(random.chance(15) ? 1 : 0);
  }
  nets.design.add_pin();  // on no net
  for (std::size_t pin = 0; pin < nets.design.pin_load.size(); ++pin) {
    nets.x.push_back(random.real(0, 300));
    nets.y.push_back(random.chance(5) ? nets.x.back() : random.real(-300, 0));
  }
  rule_maker(nets.design, random).add_responses();
  return nets;
}

/// As many sinks as schemes and sums treat apart, among small nets.
inline std::vector<int> sink_counts(std::uint64_t seed, int small_nets, int most) {
  prng random(seed);
  std::vector<int> counts;
  for (int i = 0; i < small_nets; ++i)
    counts.push_back(random.chance(60) ? 1 : random.chance(90) ? random.below(10) : random.below(40));
  for (int const count : {0, 1, 2, 7, 8, 9, 31, 32, 33, 65, 512, 513, 1000, 6000})
    if (count <= most) counts.push_back(count);
  random.shuffle(counts);
  return counts;
}

/// The arrays of a `wire_state`, which starts from values that none of them may keep.
template <class E>
struct wire_arrays {
  gsta::wire_state<E::space> state;
  wire_arrays(E const& exec, gsta::flat_view<E::space> const& design, gsta::wire_options options = {})
      : state(make_wire_state(exec, design, options.slew)) {
    fill(exec, state.sink.view(), gsta::wire_answer{gsta::same_value(-1.0f), gsta::same_value(-1.0f)});
    fill(exec, state.load.view(), gsta::same_value(-1.0f));
    fill(exec, state.pi.view(), gsta::pi_load{gsta::same_value(-1.0f), gsta::same_value(-1.0f)});
  }
  wire_results fetch(E const& exec) const {
    auto const sinks = to_vector(exec, state.sink.view());
    wire_results results{delays_of(sinks), impulses_of(sinks), to_vector(exec, state.load.view())};
    add_pi(results, to_vector(exec, state.pi.view()));
    return results;
  }
};

/// A star's places in the space of `exec`.
template <class E>
struct star_arrays {
  gsta::buffer<float, E::space> x, y;
  gsta::buffer<std::uint8_t, E::space> ideal;
  float resistance, capacitance;
  star_arrays(E const& exec, placed_nets const& nets)
      : x(clone(exec, nets.x)),
        y(clone(exec, nets.y)),
        ideal(clone(exec, nets.ideal)),
        resistance(nets.resistance),
        capacitance(nets.capacitance) {}
  gsta::star_view<E::space> view() const {
    return {x.view(), y.view(), resistance, capacitance, ideal.view()};
  }
};

template <class E>
wire_results star_on(E const& exec, placed_nets const& nets, gsta::wire_options options) {
  auto const design = clone_view(exec, nets.design.view());
  star_arrays<E> const star(exec, nets);
  wire_arrays<E> wires(exec, design.view, options);
  update_star_wires(exec, design.view, star.view(), wires.state, options);
  return wires.fetch(exec);
}

inline bool same_results(wire_results const& a, wire_results const& b) {
  return same_bits(a.delay, b.delay) && same_bits(a.impulse, b.impulse) && same_bits(a.load, b.load) &&
         same_bits(a.far_end, b.far_end) && same_bits(a.resistance, b.resistance);
}

/// How many values of one net and condition are not what doubles say.
inline std::size_t wrong_in_star(placed_nets const& nets, std::size_t net, int c, bool keep,
                                 wire_results const& got) {
  auto const& d = nets.design;
  auto const at = [](id pin) { return static_cast<std::size_t>(pin); };
  auto const pin_load = [&](id pin) { return static_cast<double>(d.pin_load[at(pin)][c]); };
  id const driver = d.net_driver[net];
  bool const ideal = nets.ideal[net] != 0;
  double load = pin_load(driver);
  oracle_moments y;
  std::size_t wrong = 0;
  for (id a = d.net_begin[net]; a < d.net_begin[net + 1]; ++a) {
    id const sink = d.net_sink[at(a)];
    double const length = ideal ? 0.0
                                : std::abs(double{nets.x[at(sink)]} - double{nets.x[at(driver)]}) +
                                      std::abs(double{nets.y[at(sink)]} - double{nets.y[at(driver)]});
    double const wire = nets.capacitance * length, own = wire / 2 + pin_load(sink);
    double const delay = nets.resistance * length * own;
    double const moment = 2 * nets.resistance * length * own * delay - delay * delay;
    gsta::wire_response const answer = response_of_arc(d, at(a));
    load += wire / 2 + own;
    if (!ideal) y.add(nets.resistance * length, {own});
    wrong += !close(got.delay[at(a)][c], ideal ? 0 : answer.delay[c % 2] * delay);
    wrong += !close(got.impulse[at(a)][c], ideal ? 0 : keep ? answer.widen[c % 2] * delay : moment);
  }
  if (!got.far_end.empty()) {
    wrong += !close_to(got.far_end[net][c], y.y2 == 0 ? 0 : y.y2 * y.y2 / y.y3);
    wrong += !close_to(got.resistance[net][c], y.y2 == 0 ? 0 : -y.y3 * y.y3 / (y.y2 * y.y2 * y.y2));
  }
  return wrong + !close(got.load[at(driver)][c], load);
}

template <class E>
void check_star(E const& exec) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    auto const nets = place_nets(sink_counts(seed, 200, seed == 0 ? 6000 : 1000), seed);
    for (auto const& options : wire_options_of_all_kinds()) {
      auto const got = star_on(exec, nets, options);
      std::size_t wrong = 0;
      for (std::size_t net = 0; net < nets.design.net_driver.size(); ++net) {
        for (int c = 0; c < 4; ++c)
          wrong += wrong_in_star(nets, net, c, options.slew != gsta::wire_slew::degrade, got);
      }
      CAPTURE(seed);
      CHECK(wrong == 0);
      CHECK(got.load.back() == gsta::same_value(0.0f));
      CHECK(got.far_end.empty() == (options.slew != gsta::wire_slew::reduce));
      CHECK(same_results(got, star_on(gsta::host_executor{}, nets, options)));
    }
  }
}

}  // namespace gsta_test
