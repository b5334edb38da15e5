#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bench/generate.hpp"
#include "test/forward/contest_options.hpp"
#include "test/support/backends.hpp"
#include "test/support/snapshot_compare.hpp"

using namespace gsta_test;

namespace {

template <class T>
bool same_bytes(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool same_structure(gsta::flat_design const& a, gsta::flat_design const& b) {
  return same_bytes(a.pin_load, b.pin_load) && same_bytes(a.net_driver, b.net_driver) &&
         same_bytes(a.net_begin, b.net_begin) && same_bytes(a.net_sink, b.net_sink) &&
         same_bytes(a.rc_node_begin, b.rc_node_begin) && same_bytes(a.rc_node_sink, b.rc_node_sink) &&
         same_bytes(a.rc_edge_a, b.rc_edge_a) && same_bytes(a.rc_edge_b, b.rc_edge_b) &&
         same_bytes(a.rc_capacitance, b.rc_capacitance) && same_bytes(a.rc_resistance, b.rc_resistance) &&
         same_bytes(a.arc_from, b.arc_from) && same_bytes(a.arc_to, b.arc_to) &&
         same_bytes(a.arc_type_of, b.arc_type_of) && same_bytes(a.check_data, b.check_data) &&
         same_bytes(a.check_clock, b.check_clock) && same_bytes(a.check_type_of, b.check_type_of) &&
         same_bytes(a.asserted_slew, b.asserted_slew);
}

/// FNV-1a.
template <class T>
void add_to_hash(std::uint64_t& hash, std::vector<T> const& array) {
  std::vector<unsigned char> bytes(array.size() * sizeof(T));
  if (!array.empty()) std::memcpy(bytes.data(), array.data(), bytes.size());
  for (unsigned char const byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
}

/// Pins that the clock port reaches through positive cells before a register: the clock tree, by a walk.
std::vector<bool> clock_tree(gsta::flat_design const& d) {
  std::vector<bool> in_tree(d.pin_load.size());
  in_tree[d.sources.front().pin] = true;
  for (bool grown = true; grown;) {
    grown = false;
    auto const reach = [&](gsta::id from, gsta::id to) {
      if (!in_tree[from] || in_tree[to]) return;
      in_tree[to] = grown = true;
    };
    for (std::size_t net = 0; net < d.net_driver.size(); ++net) {
      for (gsta::id k = d.net_begin[net]; k < d.net_begin[net + 1]; ++k)
        reach(d.net_driver[net], d.net_sink[k]);
    }
    for (std::size_t arc = 0; arc < d.arc_from.size(); ++arc) {
      if (!d.arc_types[d.arc_type_of[arc]].launches) reach(d.arc_from[arc], d.arc_to[arc]);
    }
  }
  return in_tree;
}

/// Shares in percent of nets outside the clock tree with 1, 2, 3, 4-8, 9-32, more sinks.
std::array<double, 6> fanout_shares(gsta::flat_design const& d) {
  auto const in_tree = clock_tree(d);
  std::array<double, 6> share{};
  double nets = 0;
  for (std::size_t net = 0; net < d.net_driver.size(); ++net) {
    if (in_tree[d.net_driver[net]]) continue;
    gsta::id const sinks = d.net_begin[net + 1] - d.net_begin[net];
    REQUIRE(sinks > 0);
    share[sinks <= 3 ? sinks - 1 : sinks <= 8 ? 3 : sinks <= 32 ? 4 : 5] += 100;
    ++nets;
  }
  for (double& s : share) s /= nets;
  return share;
}

/// Shares in percent of combinational cells outside the clock tree with 0 to 7 inputs.
std::array<double, 8> fanin_shares(gsta::flat_design const& d) {
  auto const in_tree = clock_tree(d);
  std::vector<std::vector<gsta::id>> inputs(d.pin_load.size());
  for (std::size_t arc = 0; arc < d.arc_from.size(); ++arc) {
    if (!in_tree[d.arc_from[arc]]) inputs[d.arc_to[arc]].push_back(d.arc_from[arc]);
  }
  std::array<double, 8> share{};
  double cells = 0;
  for (auto& from : inputs) {
    if (from.empty()) continue;
    std::sort(from.begin(), from.end());
    auto const count = std::unique(from.begin(), from.end()) - from.begin();
    REQUIRE(count < 8);
    share[static_cast<std::size_t>(count)] += 100;
    ++cells;
  }
  for (double& s : share) s /= cells;
  return share;
}

}  // namespace

TEST_CASE("a generated design has the sizes asked for", "[forward][generated]") {
  auto const* const name = GENERATE("tiny", "small", "pins37k", "aes_core");
  auto const options = gsta_bench::preset(name);
  auto const design = gsta_bench::generate(options);
  CAPTURE(name);
  gsta::validate(design);
  CHECK(design.pin_load.size() == options.pins);
  CHECK(design.net_driver.size() == options.cells + options.inputs() + 1);
  CHECK(design.pin_name.empty());
  gsta::host_executor const exec;
  gsta::timer const timer(exec, design, contest());
  CHECK(timer.order().count() == static_cast<std::size_t>(options.levels));
  double const front = timer.order().begin[timer.order().count() / 2];
  CHECK(front > 0.5 * static_cast<double>(options.pins));
  CHECK(front < 0.8 * static_cast<double>(options.pins));
  double const arcs = static_cast<double>(design.net_sink.size() + design.arc_from.size());
  CHECK(arcs > 1.2 * static_cast<double>(options.pins));
  CHECK(arcs < 1.4 * static_cast<double>(options.pins));
}

TEST_CASE("every pin but a port has one driver", "[forward][generated]") {
  auto const design = gsta_bench::generate(gsta_bench::preset("small"));
  std::vector<int> drivers(design.pin_load.size());
  for (gsta::id const pin : design.net_sink) ++drivers[pin];
  for (gsta::id const pin : design.net_driver) ++drivers[pin];
  CHECK(std::count(drivers.begin(), drivers.end(), 1) == static_cast<std::ptrdiff_t>(drivers.size()));
}

TEST_CASE("generated fan-outs and fan-ins are those of real netlists", "[forward][generated]") {
  auto const design = gsta_bench::generate(gsta_bench::preset("small"));
  double const fanout[6] = {60, 19, 10, 10, 0.7, 0.04}, within[6] = {2, 1, 1, 1, 0.2, 0.04};
  auto const found = fanout_shares(design);
  for (std::size_t bin = 0; bin < 6; ++bin) {
    CAPTURE(bin, found[bin]);
    CHECK(std::abs(found[bin] - fanout[bin]) < within[bin]);
  }
  double const least[8] = {0, 41, 19, 7, 4, 0, 0, 0}, most[8] = {0, 68, 39, 16, 13, 6, 6, 0};
  auto const inputs = fanin_shares(design);
  for (std::size_t count = 0; count < 8; ++count) {
    CAPTURE(count, inputs[count]);
    CHECK(inputs[count] >= least[count]);
    CHECK(inputs[count] <= most[count]);
  }
}

TEST_CASE("generated registers are 14 % of cells, each with a slack at its data", "[forward][generated]") {
  auto const options = gsta_bench::preset("small");
  auto const design = gsta_bench::generate(options);
  std::size_t registers = 0;
  for (gsta::id const type : design.arc_type_of) registers += design.arc_types[type].launches;
  CHECK(registers == 2800);  // of 20,000
  gsta::host_executor const exec;
  gsta::timer timer(exec, design, contest());
  timer.update(exec);
  REQUIRE(timer.nodes().count() == options.pins);  // one tag: a node is a pin
  std::size_t undefined = 0;
  for (gsta::id const pin : design.check_data) {
    for (int c = 0; c < gsta::conditions; ++c)
      undefined += !gsta::math::is_defined(timer.view().node_slack[pin][c]);
  }
  CHECK(undefined == 0);
  CHECK(timer.summary(exec, gsta::split::late).unconstrained == 0);
}

TEST_CASE("generated trees have some 7.5 nodes a sink and the stars' netlist", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  auto const star = gsta_bench::generate(options);
  options.wires = gsta_bench::generated_wires::tree;
  auto const tree = gsta_bench::generate(options);
  gsta::validate(tree);
  CHECK(same_bytes(star.net_sink, tree.net_sink));
  CHECK(star.rc_capacitance.size() == star.net_sink.size() + star.net_driver.size());
  double const nodes = static_cast<double>(tree.rc_capacitance.size() - tree.net_driver.size());
  CHECK(nodes > 7.4 * static_cast<double>(tree.net_sink.size()));
  CHECK(nodes < 7.6 * static_cast<double>(tree.net_sink.size()));
  CHECK(tree.rc_resistance.size() == tree.rc_capacitance.size() - tree.net_driver.size());
}

TEST_CASE("a seed decides a generated design", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.wires = GENERATE(gsta_bench::generated_wires::star, gsta_bench::generated_wires::tree);
  auto const once = gsta_bench::generate(options), again = gsta_bench::generate(options);
  CHECK(same_structure(once, again));
  auto other_options = options;
  other_options.seed = 2;
  auto const other = gsta_bench::generate(other_options);
  CHECK_FALSE(same_structure(once, other));
  CHECK_FALSE(same_bytes(once.net_sink, other.net_sink));
  CHECK_FALSE(same_bytes(once.arc_type_of, other.arc_type_of));
  CHECK_FALSE(same_bytes(once.rc_resistance, other.rc_resistance));
}

// Times of generated designs are compared across machines and months: who changes a design on purpose changes
// this number with it.
TEST_CASE("a generated design has the same bytes everywhere", "[forward][generated]") {
  auto options = gsta_bench::preset("tiny");
  options.wires = GENERATE(gsta_bench::generated_wires::star, gsta_bench::generated_wires::tree);
  auto const design = gsta_bench::generate(options);
  std::uint64_t hash = 0xcbf29ce484222325u;
  add_to_hash(hash, design.net_driver);
  add_to_hash(hash, design.net_sink);
  add_to_hash(hash, design.arc_type_of);
  add_to_hash(hash, design.check_data);
  add_to_hash(hash, design.pin_load);
  add_to_hash(hash, design.rc_edge_a);
  add_to_hash(hash, design.rc_capacitance);
  add_to_hash(hash, design.rc_resistance);
  auto const tables = design.luts.view().values;
  add_to_hash(hash, std::vector<float>(tables.data(), tables.data() + tables.size()));
  CHECK(hash ==
        (options.wires == gsta_bench::generated_wires::star ? 0xa7bd0b78fdea8aedu : 0xb10e1900821f0176u));
}

TEST_CASE("options that cannot be met are refused", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  CHECK_THROWS_AS(gsta_bench::preset("no such design"), gsta::argument_error);
  options.levels = 2 * options.clock_depth + 4;
  CHECK_THROWS_AS(gsta_bench::generate(options), gsta::argument_error);
  options = gsta_bench::preset("small");
  options.pins = 4 * options.cells;
  CHECK_THROWS_AS(gsta_bench::generate(options), gsta::argument_error);
}

TEST_CASE("every backend gives the serial bits on a generated design", "[forward][generated]") {
  auto options = gsta_bench::preset("small");
  options.wires = GENERATE(gsta_bench::generated_wires::star, gsta_bench::generated_wires::tree);
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
