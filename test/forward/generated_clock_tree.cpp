#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/generate.hpp"
#include "gsta/flat/validate.hpp"
#include "test/forward/contest_options.hpp"
#include "test/support/backends.hpp"
#include "test/support/snapshot_compare.hpp"

using namespace gsta_test;

namespace {

/// What a walk from the clock port through buffers finds.
struct walked_tree {
  std::vector<std::size_t> buffers_at;      // [depth], root first
  std::vector<std::size_t> branching_at;    // of these, with several sinks
  std::vector<std::size_t> registers_at;    // at buffers of each depth
  std::vector<std::size_t> leaf_fanout;     // of buffers that drive registers
  std::vector<std::uint8_t> drives, reads;  // [pins] whether it is a driver, or a sink, of a net of the tree
  std::size_t mixed = 0;                    // buffers that drive registers and buffers
};

walked_tree walk(gsta::flat_design const& d) {
  std::size_t const pins = d.pin_load.size();
  std::vector<gsta::id> net_of(pins, gsta::none), output_of(pins, gsta::none);
  for (std::size_t net = 0; net < d.net_driver.size(); ++net)
    net_of[d.net_driver[net]] = static_cast<gsta::id>(net);
  for (std::size_t arc = 0; arc < d.arc_from.size(); ++arc)
    if (!d.arc_types[d.arc_type_of[arc]].launches) output_of[d.arc_from[arc]] = d.arc_to[arc];
  walked_tree found;
  found.drives.assign(pins, 0);
  found.reads.assign(pins, 0);
  std::vector<gsta::id> level{d.sources.front().pin};
  for (std::size_t depth = 0; !level.empty(); ++depth) {
    std::vector<gsta::id> next;
    std::size_t registers = 0, branching = 0;
    for (gsta::id const driver : level) {
      found.drives[driver] = 1;
      gsta::id const net = net_of[driver], first = d.net_begin[net], end = d.net_begin[net + 1];
      branching += end - first > 1;
      std::size_t here = 0;
      for (gsta::id k = first; k < end; ++k) {
        found.reads[d.net_sink[k]] = 1;
        gsta::id const output = output_of[d.net_sink[k]];
        output == gsta::none ? void(++here) : next.push_back(output);
      }
      registers += here;
      if (here > 0) found.leaf_fanout.push_back(here);
      found.mixed += here > 0 && here != static_cast<std::size_t>(end - first);
    }
    if (depth > 0) {  // the port is no buffer
      found.buffers_at.push_back(level.size());
      found.branching_at.push_back(branching);
      found.registers_at.push_back(registers);
    }
    level = std::move(next);
  }
  return found;
}

}  // namespace

TEST_CASE("generated clock trees have the depth and the fan-out asked for", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.clock_depth = GENERATE(2, 4, 8, 16);
  options.clock_fanout = GENERATE(0, 1, 5, 40);
  if (options.clock_depth == 16 && options.clock_fanout == 1) options.clock_fanout = 2;  // fewer buffers
  CAPTURE(options.clock_depth, options.clock_fanout);
  auto const design = gsta_bench::generate(options);
  gsta::validate(design);
  CHECK(design.pin_load.size() == options.pins);
  CHECK(design.arc_derate.empty());
  auto const tree = walk(design);
  auto const depth = static_cast<std::size_t>(options.clock_depth);
  REQUIRE(tree.buffers_at.size() == depth);
  CHECK(tree.buffers_at.front() == 1);
  CHECK(std::is_sorted(tree.buffers_at.begin(), tree.buffers_at.end()));
  CHECK(tree.registers_at.back() == options.registers());
  CHECK(tree.mixed == 0);
  std::size_t const most = options.clock_fanout == 0 ? 24 : static_cast<std::size_t>(options.clock_fanout);
  CHECK(tree.buffers_at.back() == (options.registers() + most - 1) / most);
  auto const [low, high] = std::minmax_element(tree.leaf_fanout.begin(), tree.leaf_fanout.end());
  CHECK(*high <= most);
  CHECK(*low + 1 >= *high);
  gsta::host_executor const exec;
  gsta::timer const timer(exec, design, contest());
  CHECK(timer.order().count() == static_cast<std::size_t>(options.levels));
}

TEST_CASE("deep generated clock trees branch at all depths", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.clock_depth = 16;  // doubling would leave the upper half a chain
  auto const tree = walk(gsta_bench::generate(options));
  REQUIRE(tree.buffers_at.size() == 16);
  std::size_t once = 0, chain = 0;
  for (std::size_t depth = 0; depth < 16; ++depth) {
    once += tree.buffers_at[depth] == 1;
    chain += tree.branching_at[depth] == 0;
  }
  CHECK(once == 1);
  CHECK(chain <= 4);
}

TEST_CASE("generated clock trees may be unbalanced", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.clock_depth = 8;
  options.clock_fanout = 10;
  options.clock_depth_spread = 4;
  auto const design = gsta_bench::generate(options);
  gsta::validate(design);
  CHECK(design.pin_load.size() == options.pins);
  auto const tree = walk(design);
  REQUIRE(tree.buffers_at.size() == 8);
  CHECK(tree.buffers_at.front() == 1);
  CHECK(tree.mixed == 0);
  std::size_t all = 0;
  for (std::size_t depth = 1; depth <= 8; ++depth) {
    CAPTURE(depth);
    std::size_t const registers = tree.registers_at[depth - 1];
    all += registers;
    CHECK((depth < 4) == (registers == 0));
    CHECK((depth < 4 || (registers > 225 && registers < 895)));  // a fifth is 560; five deviations
  }
  CHECK(all == options.registers());
  gsta::host_executor const exec;
  gsta::timer const timer(exec, design, contest());
  CHECK(timer.order().count() == static_cast<std::size_t>(options.levels));
  options.seed = 2;
  CHECK(walk(gsta_bench::generate(options)).registers_at != tree.registers_at);
}

TEST_CASE("clock trees that cannot be met are refused", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  auto const refused = [](auto options) {
    CHECK_THROWS_AS(gsta_bench::generate(options), gsta::argument_error);
  };
  options.clock_fanout = -1;
  refused(options);
  options = gsta_bench::preset("small");
  options.clock_depth_spread = GENERATE(-1, 3);  // a depth of 4
  refused(options);
  options = gsta_bench::preset("small");
  options.clock_depth = 1;
  options.clock_fanout = 2799;  // of 2,800 registers
  refused(options);
  options.clock_depth = 16;
  options.clock_fanout = 1;  // more buffers than cells are to spare
  refused(options);
  options = gsta_bench::preset("small");
  options.clock_derate_early = GENERATE(0, 10001);
  refused(options);
}

TEST_CASE("derates of clock trees and of data reach the arcs", "[forward][generated]") {
  auto options = gsta_bench::preset("tiny");
  auto const plain = gsta_bench::generate(options);
  CHECK(plain.arc_derate.empty());
  CHECK(plain.derates.empty());
  options.clock_derate_early = 950;
  options.clock_derate_late = 1050;
  options.data_derate_late = GENERATE(1000, 1020);
  auto const design = gsta_bench::generate(options);
  gsta::validate(design);
  CHECK(design.net_sink == plain.net_sink);
  CHECK(design.arc_type_of == plain.arc_type_of);
  gsta::per_condition<float> const clock{0.95f, 0.95f, 1.05f, 1.05f}, data{1, 1, 1.02f, 1.02f};
  auto const is_derated = [&](std::size_t arc, bool in_tree) {
    gsta::id const row = design.arc_derate[arc];
    if (in_tree) return row != gsta::none && design.derates[row] == clock;
    if (options.data_derate_late == 1000) return row == gsta::none;
    return row != gsta::none && design.derates[row] == data;
  };
  auto const tree = walk(design);
  REQUIRE(design.arc_derate.size() == design.net_sink.size() + design.arc_from.size());
  std::size_t wrong = 0, arcs_of_tree = 0;
  for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
    for (gsta::id k = design.net_begin[net]; k < design.net_begin[net + 1]; ++k)
      wrong += !is_derated(static_cast<std::size_t>(k), tree.drives[design.net_driver[net]] != 0);
  }
  for (std::size_t arc = 0; arc < design.arc_from.size(); ++arc) {
    bool const in_tree = tree.drives[design.arc_to[arc]] != 0;  // a register's output does not drive the tree
    arcs_of_tree += in_tree;
    wrong += !is_derated(design.net_sink.size() + arc, in_tree);
  }
  CHECK(wrong == 0);
  CHECK(arcs_of_tree == 4);  // a root and three leaves for 70 registers
}

TEST_CASE("derates part early and late arrivals of a generated clock tree", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.clock_depth = 8;
  options.clock_depth_spread = GENERATE(0, 2);
  auto const apart = [](gsta_bench::generate_options const& options) {
    auto const design = gsta_bench::generate(options);
    gsta::host_executor const exec;
    gsta::timer timer(exec, design, contest());
    timer.update(exec);
    float least = gsta::math::infinity;
    for (gsta::id const pin : design.check_clock) {
      auto const& arrival = timer.view().node_arrival[pin];  // one tag: a node is a pin
      least = std::min(least, arrival[2] - arrival[0]);
    }
    return least;
  };
  float const before = apart(options);
  options.clock_derate_early = 900;
  options.clock_derate_late = 1100;
  float const after = apart(options);
  CAPTURE(before, after);
  CHECK(before > 0);  // early tables are 0.95 of late ones
  CHECK(after > 3 * before);
}

TEST_CASE("every backend gives the serial bits on derated, unbalanced clock trees", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.clock_depth = 8;
  options.clock_depth_spread = 3;
  options.clock_derate_early = 950;
  options.clock_derate_late = 1050;
  options.data_derate_early = 980;
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
  });
}
