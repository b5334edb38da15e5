#include <cmath>
#include <map>
#include <set>

#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;

namespace {

/// How many circuits have each thing that the random tests are meant to meet.
using census = std::map<std::string, int>;

void count_nets(flat_design const& d, census& seen) {
  std::set<std::vector<id>> sink_sets;
  std::set<id> driven;
  for (std::size_t n = 0; n < d.net_driver.size(); ++n) {
    std::vector<id> const sinks(d.net_sink.begin() + d.net_begin[n], d.net_sink.begin() + d.net_begin[n + 1]);
    auto const size = sinks.size();
    bool const wired = d.rc_node_begin[n] < d.rc_node_begin[n + 1];
    seen["1 sink"] += size == 1;
    seen["2 sinks"] += size == 2;
    seen["9 sinks"] += size >= 9;
    seen["33 sinks, wired"] += size >= 33 && wired;
    seen["33 sinks, ideal"] += size >= 33 && !wired;
    seen["1000 sinks"] += size >= 1000;
    seen["no sink"] += size == 0;
    seen["two drivers"] += size > 0 && !sink_sets.insert(sinks).second;
    seen["no root"] += wired && d.rc_root[n] == none;
    driven.insert(sinks.begin(), sinks.end());
  }
  for (id const to : d.arc_to) driven.insert(to);
  seen["undriven gate input"] += std::any_of(d.arc_from.begin(), d.arc_from.end(), [&](id pin) {
    return !driven.contains(pin) &&
           std::none_of(d.sources.begin(), d.sources.end(), [&](auto const& s) { return s.pin == pin; });
  });
}

void count_library(flat_design const& d, census& seen) {
  auto const pool = d.luts.view();
  for (auto const& t : pool.tables) {
    int const nx = pool.axis_begin[t.x_axis + 1] - pool.axis_begin[t.x_axis];
    int const ny = pool.axis_begin[t.y_axis + 1] - pool.axis_begin[t.y_axis];
    seen["1x1 table"] += nx == 1 && ny == 1;
    seen["1xN table"] += nx == 1 && ny > 1;
    seen["Nx1 table"] += nx > 1 && ny == 1;
    seen["8x8 table"] += nx == 8 && ny == 8;
  }
  std::set<std::pair<id, id>> pairs;
  for (std::size_t i = 0; i < d.arc_from.size(); ++i) {
    auto const& type = d.arc_types[static_cast<std::size_t>(d.arc_type_of[i])];
    seen["parallel arcs"] += !pairs.insert({d.arc_from[i], d.arc_to[i]}).second;
    for (int c = 0; c < 4; ++c) {
      seen["missing table"] += type.edges.input(c) >= 0 && (type.delay[c] == none || type.slew[c] == none);
      seen["axes differ"] += type.delay[c] != none && type.slew[c] != none &&
                             pool.tables[type.delay[c]].x_axis != pool.tables[type.slew[c]].x_axis;
    }
  }
}

void count_timing(flat_design const& d, std::uint64_t seed, census& seen) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, d, options_of(seed).timer);
  timer.update(exec);
  auto const s = take_snapshot(exec, timer);
  seen["one tag"] += s.tags.size() == 1;
  seen["one tag and checks"] += s.tags.size() == 1 && !d.clocks.empty() && s.setup.endpoints > 0;
  seen["several tags"] += s.tags.size() > 1;
  seen["five tags"] += s.tags.size() >= 5;
  seen["RC loops"] += timer.rc.loop_edges > 0;
  seen["RC nodes unreached"] += timer.rc.unreached_nodes > 0;
  seen["10 levels"] += timer.order.count() >= 10;
  seen["40 levels"] += timer.order.count() >= 40;
  seen["unconstrained"] += s.setup.unconstrained > 0;
  seen["setup violated"] += s.setup.violations > 0;
  seen["hold violated"] += s.hold.violations > 0;
  seen["cross-clock check"] += std::any_of(s.checks.begin(), s.checks.end(), [&](auto const& check) {
    return check.capture != none && s.node_tag[check.capture] != s.node_tag[check.data];
  });
  for (std::size_t p = 0; p < s.slew.size(); ++p) {
    for (int c = 0; c < 4; ++c) {
      seen["negative slew"] += std::isfinite(s.slew[p][c]) && s.slew[p][c] < 0;
      seen["undefined slew"] += !std::isfinite(s.slew[p][c]);
    }
  }
}

}  // namespace

TEST_CASE("the random circuits hold everything they are meant to", "[prop]") {
  census seen;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    auto const design = random_circuit(seed);
    count_nets(design, seen);
    count_library(design, seen);
    count_timing(design, seed, seen);
    seen["5 to 10 pins"] += design.pin_load.size() <= 10;
    seen["1000 pins"] += design.pin_load.size() >= 1000;
  }
  for (auto const& [what, times] : seen) {
    CAPTURE(what, times);
    CHECK(times >= 5);
  }
  CHECK(seen.size() == 33);
}

TEST_CASE("large random circuits have levels wide enough for many threads", "[prop]") {
  gsta::host_executor const exec;
  auto const design = random_circuit(1000, 30000);
  gsta::timer<gsta::host_executor> const timer(exec, design);
  std::size_t widest = 0;
  for (std::size_t l = 0; l < timer.order.count(); ++l)
    widest = std::max(widest, timer.order.level(l).size());
  CAPTURE(timer.order.count());
  CHECK(widest > 2000);
}
