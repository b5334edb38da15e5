#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "bench/generate.hpp"
#include "gsta/rc/star.hpp"
#include "test/forward/contest_options.hpp"
#include "test/support/backends.hpp"
#include "test/support/snapshot_compare.hpp"

using namespace gsta_test;

namespace {

std::vector<gsta::id> fanouts(gsta::flat_design const& design) {
  std::vector<gsta::id> result;
  for (std::size_t net = 0; net < design.net_driver.size(); ++net)
    result.push_back(design.net_begin[net + 1] - design.net_begin[net]);
  return result;
}

/// Arcs between each two pins: how many pairs have `count`, by count.
std::vector<std::size_t> arcs_of_pairs(gsta::flat_design const& design) {
  std::vector<std::pair<gsta::id, gsta::id>> pairs;
  for (std::size_t arc = 0; arc < design.arc_from.size(); ++arc)
    pairs.emplace_back(design.arc_from[arc], design.arc_to[arc]);
  std::sort(pairs.begin(), pairs.end());
  std::vector<std::size_t> result(8);
  for (auto at = pairs.begin(); at != pairs.end();) {
    auto const end = std::upper_bound(at, pairs.end(), *at);
    ++result[static_cast<std::size_t>(end - at)];
    at = end;
  }
  return result;
}

}  // namespace

TEST_CASE("the placement of a generated design makes its stars", "[forward][generated]") {
  auto options = gsta_bench::preset(GENERATE("tiny", "pins37k"));
  auto const star = gsta_bench::generate_placed(options);
  std::size_t const pins = star.design.pin_load.size();
  CHECK(pins == options.pins);
  REQUIRE(star.pins.pin_x.size() == pins);
  REQUIRE(star.pins.pin_y.size() == pins);
  std::set<std::pair<float, float>> places;
  for (std::size_t pin = 0; pin < pins; ++pin) places.emplace(star.pins.pin_x[pin], star.pins.pin_y[pin]);
  CHECK(places.size() == pins);
  options.wires = gsta_bench::generated_wires::placed;
  auto placed = gsta_bench::generate_placed(options);
  CHECK(placed.design.rc_capacitance.empty());
  CHECK(placed.design.net_sink == star.design.net_sink);
  CHECK(placed.pins.pin_x == star.pins.pin_x);
  gsta_bench::make_star_wires(placed.design, placed.pins);
  gsta::validate(placed.design);
  CHECK(placed.design.rc_resistance == star.design.rc_resistance);
  CHECK(placed.design.rc_capacitance == star.design.rc_capacitance);
  CHECK(placed.design.rc_node_sink == star.design.rc_node_sink);
  CHECK(placed.design.rc_edge_b == star.design.rc_edge_b);
  CHECK(placed.design.rc_root == star.design.rc_root);
  placed.pins.pin_y.pop_back();
  CHECK_THROWS_AS(gsta_bench::make_star_wires(placed.design, placed.pins), gsta::argument_error);
}

TEST_CASE("star wires of arrays and of places have the same bits", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.large_nets = {1001, 6000};
  auto made = gsta_bench::generate_placed(options);
  made.pins.net_is_ideal.assign(made.design.net_driver.size(), 0);
  for (std::size_t net = 5; net < made.pins.net_is_ideal.size(); net += 37) made.pins.net_is_ideal[net] = 1;
  gsta_bench::make_star_wires(made.design, made.pins);
  gsta::host_executor const exec;
  gsta::timer timer(exec, made.design, contest());
  timer.update(exec);
  auto wires = gsta::make_wire_state(exec, made.design.view());
  gsta::update_star_wires(exec, made.design.view(), gsta_bench::star_of(made.pins), wires);
  bit_comparison same;
  auto const compare = [&](char const* what, auto const& a, auto const& b) {
    auto const values = [](auto const& of) {
      auto const* const first = reinterpret_cast<gsta::per_condition<float> const*>(of.view().data());
      std::size_t const each = sizeof(of.view()[0]) / sizeof(gsta::per_condition<float>);
      return std::vector<gsta::per_condition<float>>(first, first + each * of.size());
    };
    same.arrays(what, values(a), values(b));
  };
  compare("sinks", timer.wires().sink, wires.sink);
  compare("load", timer.wires().load, wires.load);
  CAPTURE(same.report());
  CHECK(same.failed == 0);
  CHECK(same.compared > 2 * options.pins);
}

TEST_CASE("large nets are generated as asked for", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.large_nets = {1001, 6000};
  auto const design = gsta_bench::generate(options);
  gsta::validate(design);
  CHECK(design.pin_load.size() == options.pins);
  auto sinks = fanouts(design);
  std::sort(sinks.rbegin(), sinks.rend());
  CHECK(sinks[0] == 6000);
  CHECK(sinks[1] == 1001);
  CHECK(sinks[2] < 440);
  CHECK(sinks.back() == 1);
  gsta::host_executor const exec;
  gsta::timer const timer(exec, design, contest());
  CHECK(timer.order().count() == static_cast<std::size_t>(options.levels));
  options.large_nets = {1000};
  CHECK_THROWS_AS(gsta_bench::generate(options), gsta::argument_error);
  options.large_nets = {6000, 6000};
  CHECK_THROWS_AS(gsta_bench::generate(options), gsta::argument_error);
}

TEST_CASE("conditional and non-unate arcs are generated", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  auto const plain = gsta_bench::generate(options);
  options.conditional = true;
  auto const conditional = gsta_bench::generate(options);
  gsta::validate(conditional);
  CHECK(conditional.net_sink == plain.net_sink);
  auto const before = arcs_of_pairs(plain), after = arcs_of_pairs(conditional);
  CHECK(before[2] > 1000);  // non-unate
  CHECK(before[3] + before[4] == 0);
  CHECK(after[2] > before[2]);
  CHECK(after[4] > 500);  // non-unate under two conditions
  CHECK(after[1] + after[2] + after[4] == before[1] + before[2]);
}

TEST_CASE("inputs that nothing is known of are generated", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.undefined_inputs = 5;
  auto const design = gsta_bench::generate(options);
  gsta::host_executor const exec;
  gsta::timer timer(exec, design, contest());
  timer.update(exec);
  std::size_t undefined = 0;
  for (std::size_t pin = 0; pin < options.inputs(); ++pin)
    undefined += !gsta::math::is_defined(timer.view().slew[pin][0]);
  CHECK(undefined == 5);
  CHECK(design.sources.size() == options.inputs() + 1 - 5);
}

TEST_CASE("each tag of a generated design is at every pin", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.tags = 3;
  auto const design = gsta_bench::generate(options);
  REQUIRE(design.clocks.size() == 3);
  gsta::host_executor const exec;
  gsta::timer timer(exec, design, contest());
  timer.update(exec);
  CHECK(timer.nodes().count() == 3 * options.pins);
  for (std::size_t pin = 0; pin < options.pins; ++pin)
    REQUIRE(timer.nodes().pin_begin[pin + 1] == 3 * static_cast<gsta::id>(pin + 1));
  // clocks differ in when they rise alone: arrivals after the edges are the same
  std::size_t differing = 0;
  for (std::size_t node = 0; node < timer.nodes().count(); ++node)
    differing += !(timer.view().node_arrival[node] == timer.view().node_arrival[node - node % 3]);
  CHECK(differing == 0);
  options.tags = 9;
  CHECK_THROWS_AS(gsta_bench::generate(options), gsta::argument_error);
}

TEST_CASE("nodes of generated trees follow the option", "[forward][generated]") {
  CHECK(gsta_bench::preset("leon2_rc").wires == gsta_bench::generated_wires::tree);
  auto options = gsta_bench::preset("small");
  options.wires = gsta_bench::generated_wires::tree;
  options.tree_nodes = GENERATE(100, 320, 774);
  auto const tree = gsta_bench::generate(options);
  gsta::validate(tree);
  double const nodes = static_cast<double>(tree.rc_resistance.size());
  double const wanted = static_cast<double>(tree.net_sink.size()) * options.tree_nodes / 100;
  CAPTURE(nodes, wanted);
  CHECK(nodes > 0.99 * wanted);
  CHECK(nodes < 1.01 * wanted);
  CHECK(*std::min_element(tree.rc_resistance.begin(), tree.rc_resistance.end()) > 0);
  options.tree_nodes = 99;
  CHECK_THROWS_AS(gsta_bench::generate(options), gsta::argument_error);
}

TEST_CASE("every backend gives the serial bits on a generated design with everything",
          "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.tags = GENERATE(1, 3);
  options.conditional = true;
  options.undefined_inputs = 3;
  options.large_nets = {1001, 6000};
  auto const design = gsta_bench::generate(options);
  auto const snapshot = [&](auto const& exec) {
    gsta::timer timer(exec, design, contest());
    timer.update(exec);
    return gsta::take_snapshot(exec, timer);
  };
  auto const serial = snapshot(gsta::host_executor{});
  REQUIRE(count_nan(serial) == 0);
  on_host_backends([&](auto const& exec) {
    auto const result = compare_bits(serial, snapshot(exec));
    CAPTURE(result.report());
    CHECK(result.failed == 0);
    CHECK(result.compared > 10 * options.pins);
  });
}
