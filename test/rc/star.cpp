#include "gsta/rc/star.hpp"

#include "test/rc/star_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/set_wire.hpp"

using namespace gsta_test;
using gsta::flat_design;
using gsta::same_value;

namespace {

/// Length and halves in float, by the formulas that the header promises.
float length_of(placed_nets const& nets, id from, id to) {
  auto const f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
  return std::abs(nets.x[t] - nets.x[f]) + std::abs(nets.y[t] - nets.y[f]);
}

/// The same nets with an RC tree each: a node a pin, an edge a sink in the order of the sinks.
flat_design as_trees(placed_nets const& nets) {
  flat_design const& from = nets.design;
  flat_design d;
  d.pin_load = from.pin_load;
  d.asserted_slew = from.asserted_slew;
  for (std::size_t net = 0; net < from.net_driver.size(); ++net) {
    std::vector<id> const sinks(from.net_sink.begin() + from.net_begin[net],
                                from.net_sink.begin() + from.net_begin[net + 1]);
    d.add_net(from.net_driver[net], sinks);
    if (nets.ideal[net] != 0) continue;
    std::vector<float> halves, c{0}, r;
    std::vector<id> position{none}, a, b;
    for (std::size_t k = 0; k < sinks.size(); ++k) {
      float const length = length_of(nets, from.net_driver[net], sinks[k]);
      halves.push_back(nets.capacitance * length / 2);
      c.push_back(halves.back());
      r.push_back(nets.resistance * length);
      position.push_back(static_cast<id>(k));
      a.push_back(0);
      b.push_back(static_cast<id>(k) + 1);
    }
    c[0] = gsta::math::ordered_sum<float>(static_cast<id>(halves.size()),
                                          [&](id k) { return halves[static_cast<std::size_t>(k)]; });
    gsta_test::set_wire(d, 0, c, position, a, b, r);
  }
  d.rc_response = from.rc_response;
  d.wire_responses = from.wire_responses;
  return d;
}

}  // namespace

TEST_CASE("stars agree with doubles on every host backend", "[rc][small]") {
  on_host_backends([](auto const& exec) { check_star(exec); });
}

TEST_CASE("a star has the bits of the tree that it is", "[rc][small]") {
  for (std::uint64_t seed = 10; seed < 14; ++seed) {
    auto const nets = place_nets(sink_counts(seed, 200, 6000), seed);
    auto const trees = as_trees(nets);
    for (auto const& options : wire_options_of_all_kinds()) {
      auto const star = star_on(gsta::host_executor{}, nets, options);
      CAPTURE(seed);
      CHECK(star.delay.size() > 5000);
      CHECK(same_results(star, wires_on(gsta::host_executor{}, trees, options)));
    }
  }
}

// A sink 3 um right and 4 um down: R = 7 * 0.5 = 3.5 kOhm, half of C = 7 * 2 / 2 = 7 fF.
//   own = 7 + 1 = 8, delay = 3.5 * 8 = 28, impulse = 2 * 3.5 * 8 * 28 - 28^2 = 784; load = 7 + 8 + 0.5
TEST_CASE("a star computed by hand", "[rc][small]") {
  placed_nets nets;
  id const driver = nets.design.add_pin({}, same_value(0.5f)), sink = nets.design.add_pin({}, same_value(1));
  nets.design.add_net(driver, {sink});
  nets.x = {10, 13};
  nets.y = {0, -4};
  nets.resistance = 0.5f;
  nets.capacitance = 2;
  auto const w = star_on(gsta::host_executor{}, nets, {});
  CHECK(w.delay[0] == same_value(28.0f));
  CHECK(w.impulse[0] == same_value(784.0f));
  CHECK(w.load[0] == same_value(15.5f));
  CHECK(w.load[1] == same_value(0.0f));
}

TEST_CASE("places of another design are refused", "[rc][small]") {
  auto const nets = place_nets({1, 2}, 1), other = place_nets({1, 2, 3}, 1);
  gsta::host_executor const exec;
  auto wires = make_wire_state(exec, nets.design.view());
  CHECK_THROWS_AS(update_star_wires(exec, nets.design.view(), other.view(), wires), gsta::argument_error);
  auto star = nets.view();
  star.ideal = star.ideal.subspan(0, 1);
  CHECK_THROWS_AS(update_star_wires(exec, nets.design.view(), star, wires), gsta::argument_error);
}

TEST_CASE("lengths of given trees become R and C", "[rc][small]") {
  gsta::host_executor const exec;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    auto const d = many_nets(seed, seed % 2 == 1);
    auto const rc = flatten_rc(exec, d.view());
    auto const& forest = rc.forest.view;
    prng random(seed);
    std::vector<float> length, r(d.rc_resistance.size(), -1), c(d.rc_capacitance.size(), -1);
    for (std::size_t e = 0; e < r.size(); ++e) length.push_back(random.real(0, 50));
    gsta::set_wire_lengths(exec, forest, gsta::view_of(std::as_const(length)), {0.5f, 2.0f}, gsta::view_of(r),
                           gsta::view_of(c));
    std::size_t wrong = 0, nodes = 0;
    for (std::size_t net = 0; net < d.net_driver.size(); ++net) {
      id const base = forest.begin[net];
      std::vector<char> in_tree(r.size(), 0);
      for (id p = 1; p < forest.reached[net]; ++p)
        in_tree[static_cast<std::size_t>(forest.edge[base + p])] = 1;
      for (id p = 0; p < forest.reached[net]; ++p, ++nodes) {
        std::vector<float> halves;  // in the order of the edge list
        for (auto e = static_cast<std::size_t>(d.rc_edge_begin[net]);
             e < static_cast<std::size_t>(d.rc_edge_begin[net + 1]); ++e) {
          bool const touches =
              d.rc_edge_a[e] == forest.node[base + p] || d.rc_edge_b[e] == forest.node[base + p];
          if (touches && in_tree[e] != 0) halves.push_back(length[e]);
        }
        float const want = gsta::math::ordered_sum<float>(
            static_cast<id>(halves.size()), [&](id k) { return halves[static_cast<std::size_t>(k)]; });
        wrong += c[static_cast<std::size_t>(base + forest.node[base + p])] != want;
        if (p == 0) continue;
        auto const e = static_cast<std::size_t>(forest.edge[base + p]);
        wrong += r[e] != 0.5f * length[e];
      }
    }
    CAPTURE(seed);
    CHECK(wrong == 0);
    CHECK(nodes > 1000);
  }
}
