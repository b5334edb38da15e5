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

gsta::timing_snapshot count_timing(flat_design const& d, std::uint64_t seed, census& seen) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, d, options_of(seed).timer);
  timer.update(exec);
  auto const s = take_snapshot(exec, timer);
  seen["one tag"] += s.tags.size() == 1;
  seen["one tag and checks"] += s.tags.size() == 1 && !d.clocks.empty() && s.setup.endpoints > 0;
  seen["several tags"] += s.tags.size() > 1;
  seen["five tags"] += s.tags.size() >= 5;
  seen["RC loops"] += timer.rc().loop_edges > 0;
  seen["RC nodes unreached"] += timer.rc().unreached_nodes > 0;
  seen["10 levels"] += timer.order().count() >= 10;
  seen["40 levels"] += timer.order().count() >= 40;
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
  return s;
}

void count_wire_rules(flat_design const& d, std::uint64_t seed, census& seen) {
  auto const options = options_of(seed).oracle;
  for (std::size_t n = 0; n < d.net_driver.size(); ++n) {
    bool const wired = d.rc_node_begin[n] < d.rc_node_begin[n + 1] && d.rc_root[n] != none;
    for (id a = d.net_begin[n]; !d.rc_response.empty() && a < d.net_begin[n + 1]; ++a) {
      id const row = d.rc_response[static_cast<std::size_t>(a)];
      if (row == none) continue;
      seen["port's wire, slews kept"] += wired && !options.degrade_slew;
      seen["port's wire, slews degraded"] += wired && options.degrade_slew;
      auto const& response = d.wire_responses[static_cast<std::size_t>(row)];
      seen["wire between thresholds"] += response.scale[0] != 1 && response.shift[0] != 0;
    }
    auto const& own = d.pin_load[static_cast<std::size_t>(d.net_driver[n])];
    seen["driver with a load of its own"] += own[0] > 0;
  }
  gsta::timer<gsta::host_executor> const timer(gsta::host_executor{}, d, options_of(seed).timer);
  seen["lost sink without delay"] += timer.rc().unreached_nodes > 0 && options.reach_all;
  seen["lost sink undefined"] += timer.rc().unreached_nodes > 0 && !options.reach_all;
}

void count_derates(flat_design const& d, census& seen) {
  for (std::size_t a = 0; a < d.arc_derate.size(); ++a) {
    if (d.arc_derate[a] == none) continue;
    seen["derated wire"] += a < d.net_sink.size();
    if (a < d.net_sink.size()) continue;
    auto const& type = d.arc_types[static_cast<std::size_t>(d.arc_type_of[a - d.net_sink.size()])];
    seen["derated cell"] += type.edges.code == gsta::positive_edges().code;
    seen["derated inverter"] += type.edges.code == gsta::negative_edges().code;
    seen["derated register"] += type.launches;
  }
  for (id const type : d.arc_type_of) {
    seen["driving cell"] += d.arc_types[static_cast<std::size_t>(type)].beyond_no_load;
    seen["arc for slews only"] += d.arc_types[static_cast<std::size_t>(type)].slews_only;
    seen["measured as usual"] += d.arc_types[static_cast<std::size_t>(type)].measure == none;
    seen["measured otherwise"] += d.arc_types[static_cast<std::size_t>(type)].measure != none;
  }
  seen["check factors"] += d.late_check_factor != 1 && d.early_check_factor != 1;
}

void count_false_paths(flat_design const& d, gsta::timing_snapshot const& s, census& seen) {
  for (auto const& path : d.exceptions) {
    seen["false path from pins"] += !path.from.empty();
    seen["false path from clocks"] += !path.from_clocks.empty();
    seen["false path to pins"] += !path.to.empty();
    seen["false path to clocks"] += !path.to_clocks.empty();
    seen["false path from and to pins"] += !path.from.empty() && !path.to.empty();
    seen["false path of setup alone"] += path.setup && !path.hold;
    seen["false path of hold alone"] += !path.setup && path.hold;
  }
  if (d.exceptions.empty()) return;
  flat_design without = d;
  without.exceptions.clear();
  auto const all = snapshot_on(gsta::host_executor{}, without, {});
  seen["checks fewer by false paths"] += s.checks.size() < all.checks.size();
  seen["nodes more by false paths"] += s.node_pin.size() > all.node_pin.size();
  for (auto const& t : s.tags) {
    seen["data that starts a false path"] += t.exception != 0 && t.kind == gsta::arrival_kind::data;
    seen["any arrival that starts a false path"] += t.exception != 0 && t.kind == gsta::arrival_kind::any;
  }
}

void count_clocks(flat_design const& d, gsta::timing_snapshot const& s, census& seen) {
  using gsta::arrival_kind;
  std::set<arrival_kind> kinds;
  for (auto const& t : s.tags) kinds.insert(t.kind);
  seen["clocks and data"] += kinds.contains(arrival_kind::clock) && kinds.contains(arrival_kind::data);
  seen["clocks, data and any"] += kinds.size() == 3;
  std::set<id> driven(d.net_sink.begin(), d.net_sink.end()), shadow_of;
  driven.insert(d.arc_to.begin(), d.arc_to.end());
  for (auto const& source : d.sources) {
    bool const shadow = d.real_pin(source.pin) != source.pin;
    bool const clock = source.kind == arrival_kind::clock;
    seen["clock source inside the design"] += clock && !shadow && driven.contains(source.pin);
    if (clock && shadow) shadow_of.insert(d.real_pin(source.pin));
  }
  for (auto const& check : s.checks) {
    if (check.capture == none) continue;
    seen["check with uncertainty"] += check.uncertainty != 0;
    seen["check at a shadow"] += d.real_pin(check.clock_pin) != check.clock_pin;
  }
  for (std::size_t i = 0; i < d.arc_from.size(); ++i) {
    auto const& type = d.arc_types[static_cast<std::size_t>(d.arc_type_of[i])];
    id const from = d.arc_from[i];
    seen["launch from a shadow"] += type.launches && d.real_pin(from) != from;
    if (!type.launches) continue;
    for (id n = s.pin_begin[static_cast<std::size_t>(from)];
         n < s.pin_begin[static_cast<std::size_t>(from) + 1]; ++n) {
      auto const& tag = s.tags[static_cast<std::size_t>(s.node_tag[static_cast<std::size_t>(n)])];
      seen["data that a register stops"] += tag.kind == arrival_kind::data;
      bool const ideal = tag.launch_edge != none && !d.rules_of(tag.launch_edge / 2).propagated;
      seen["propagated clock at a shadow"] +=
          tag.kind == arrival_kind::clock && !ideal && d.real_pin(from) != from;
    }
  }
  for (id const pin : shadow_of) {
    for (id n = s.pin_begin[static_cast<std::size_t>(pin)];
         n < s.pin_begin[static_cast<std::size_t>(pin) + 1]; ++n) {
      auto const& slack = s.node_slack[static_cast<std::size_t>(n)];
      seen["slack in front of a shadow"] += std::isfinite(slack[0]) || std::isfinite(slack[2]);
    }
  }
}

}  // namespace

TEST_CASE("the random circuits hold everything they are meant to", "[forward]") {
  census seen;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    auto const design = random_circuit(seed);
    count_nets(design, seen);
    count_library(design, seen);
    auto const state = count_timing(design, seed, seen);
    count_wire_rules(design, seed, seen);
    count_derates(design, seen);
    count_false_paths(design, state, seen);
    count_clocks(design, state, seen);
    seen["5 to 10 pins"] += design.pin_load.size() <= 10;
    seen["1000 pins"] += design.pin_load.size() >= 1000;
  }
  for (auto const& [what, times] : seen) {
    CAPTURE(what, times);
    CHECK(times >= 5);
  }
  CHECK(seen.size() == 68);
}

TEST_CASE("large random circuits have levels wide enough for many threads", "[forward]") {
  gsta::host_executor const exec;
  auto const design = random_circuit(1000, 30000);
  gsta::timer<gsta::host_executor> const timer(exec, design);
  std::size_t widest = 0;
  for (std::size_t l = 0; l < timer.order().count(); ++l)
    widest = std::max(widest, timer.order().level(l).size());
  CAPTURE(timer.order().count());
  CHECK(widest > 1000);
}
