// Clock networks and ideal clocks' shadows of random circuits, against relaxation until nothing changes.

#include "gsta/flat/detail/clock_network.hpp"

#include <map>
#include <set>
#include <tuple>

#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/validate.hpp"
#include "test/support/catch.hpp"
#include "test/support/oracle_graph.hpp"
#include "test/support/random_circuit.hpp"

using namespace gsta_test;
using gsta::same_value;

namespace {

/// (pin, edge of the source, edge at the pin)
using reached_edges = std::set<std::tuple<id, int, int>>;

/// Whether a clock goes on as one along an arc from one edge to another.
bool keeps(flat_design const& d, id clock, gsta_test::oracle_arc const& arc, int in, int out) {
  using gsta::clock_sense;
  auto const said = [&](id pin) {
    clock_sense of_all = clock_sense::any, own = clock_sense::any;
    bool is_own = false;
    for (auto const& of : d.senses) {
      if (of.pin != pin || (of.clock != none && of.clock != clock)) continue;
      (of.clock == none ? of_all : own) = of.passes;
      is_own = is_own || of.clock != none;
    }
    return is_own ? own : of_all;
  };
  clock_sense const to = said(arc.to);
  return said(arc.from) != clock_sense::stop && to != clock_sense::stop &&
         to != (in == out ? clock_sense::negative : clock_sense::positive);
}

reached_edges brute_force_network(flat_design const& d, oracle_graph const& graph, id clock) {
  reached_edges reached;
  for (auto const& s : d.sources) {
    if (s.kind == gsta::arrival_kind::clock && s.launch_edge / 2 == clock)
      reached.insert({s.pin, s.launch_edge % 2, s.launch_edge % 2});
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t a = 0; a < graph.arcs().size(); ++a) {
      auto const* const type = graph.type_of(static_cast<int>(a));
      bool const ends = type != nullptr && (type->launches || type->to_ideal_clock || type->slews_only);
      if (ends || graph.ends_arrivals(graph.arcs()[a].to)) continue;
      for (auto const& [pin, source, edge] : reached_edges(reached)) {
        for (int c = 0; pin == graph.arcs()[a].from && c < 4; ++c) {
          int const in = graph.input_condition(static_cast<int>(a), c);
          if (in >= 0 && in % 2 == edge && keeps(d, clock, graph.arcs()[a], in % 2, c % 2))
            changed |= reached.insert({graph.arcs()[a].to, source, c % 2}).second;
        }
      }
    }
  }
  return reached;
}

reached_edges found_network(std::vector<gsta::clock_pin> const& network) {
  reached_edges found;
  for (auto const& at : network) {
    for (int bit = 0; bit < 4; ++bit) {
      if (at.edges >> bit & 1) found.insert({at.pin, bit / 2, bit % 2});
    }
  }
  return found;
}

std::set<id> register_pins(flat_design const& d) {
  std::set<id> pins(d.check_clock.begin(), d.check_clock.end());
  for (std::size_t i = 0; i < d.arc_from.size(); ++i) {
    if (d.arc_types[static_cast<std::size_t>(d.arc_type_of[i])].launches) pins.insert(d.arc_from[i]);
  }
  return pins;
}

/// What a shadow is expected to have: arrivals by (launch edge, condition), slews by condition.
struct expected_twin {
  std::map<std::pair<id, int>, float> arrival;
  std::map<int, float> slew;
};

std::map<id, expected_twin> expected_twins(flat_design const& d) {
  oracle_graph const graph(d);
  auto const registers = register_pins(d);
  std::map<id, expected_twin> shadows;
  for (id clock = 0; clock < static_cast<id>(d.rules.size()); ++clock) {
    auto const& rules = d.rules[static_cast<std::size_t>(clock)];
    if (rules.propagated) continue;
    for (auto const& [pin, source, edge] : brute_force_network(d, graph, clock)) {
      if (!registers.contains(pin)) continue;
      expected_twin& shadow = shadows[pin];
      for (int late = 0; late < 2; ++late) {
        int const c = 2 * late + edge, from = 2 * late + source;
        // Both edges of a source may make one edge here (an XOR); each keeps its launch edge.
        shadow.arrival[{2 * clock + source, c}] = rules.insertion[from] + rules.latency[from];
        auto const [slew, fresh] = shadow.slew.try_emplace(c, rules.transition[c]);
        if (!fresh && (late ? rules.transition[c] > slew->second : rules.transition[c] < slew->second))
          slew->second = rules.transition[c];
      }
    }
  }
  return shadows;
}

std::map<id, expected_twin> found_twins(flat_design const& before, flat_design const& after) {
  std::map<id, expected_twin> shadows;
  for (std::size_t p = before.pin_load.size(); p < after.pin_load.size(); ++p) {
    expected_twin& shadow = shadows[after.real_pin(static_cast<id>(p))];
    for (int c = 0; c < 4; ++c) {
      if (gsta::math::is_defined(after.asserted_slew[p][c])) shadow.slew[c] = after.asserted_slew[p][c];
    }
  }
  for (std::size_t i = before.sources.size(); i < after.sources.size(); ++i) {
    auto const& source = after.sources[i];
    for (int c = 0; c < 4; ++c) {
      if (gsta::math::is_defined(source.arrival[c]))
        shadows[after.real_pin(source.pin)].arrival[{source.launch_edge, c}] = source.arrival[c];
    }
  }
  return shadows;
}

int wrong_moves(flat_design const& before, flat_design const& after) {
  int wrong = 0;
  auto const shadow = [&](id pin) {
    for (std::size_t p = before.pin_load.size(); p < after.pin_load.size(); ++p) {
      if (after.shadow_of[p] == pin) return static_cast<id>(p);
    }
    return pin;
  };
  for (std::size_t i = 0; i < before.arc_from.size(); ++i) {
    bool const launches = before.arc_types[static_cast<std::size_t>(before.arc_type_of[i])].launches;
    wrong += after.arc_from[i] != (launches ? shadow(before.arc_from[i]) : before.arc_from[i]);
    wrong += after.arc_to[i] != before.arc_to[i];
  }
  for (std::size_t i = 0; i < before.check_clock.size(); ++i)
    wrong +=
        after.check_clock[i] != shadow(before.check_clock[i]) || after.check_data[i] != before.check_data[i];
  for (std::size_t i = before.arc_from.size(); i < after.arc_from.size(); ++i) {
    auto const& type = after.arc_types[static_cast<std::size_t>(after.arc_type_of[i])];
    wrong += !type.to_ideal_clock || shadow(after.arc_from[i]) != after.arc_to[i];
  }
  wrong += after.arc_from.size() - before.arc_from.size() != after.pin_load.size() - before.pin_load.size();
  for (std::size_t i = 0; i < before.exceptions.size(); ++i) {
    auto from = before.exceptions[i].from;
    for (id& pin : from) pin = shadow(pin);
    wrong += after.exceptions[i].from != from || after.exceptions[i].to != before.exceptions[i].to;
  }
  return wrong;
}

}  // namespace

TEST_CASE("clock networks equal relaxation until nothing changes", "[flat][slow]") {
  std::size_t reached = 0, both_edges = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    auto d = random_unresolved_circuit(seed);
    oracle_graph const graph(d);
    gsta_test::prng random(seed);
    for (int i = seed % 2 == 0 ? 0 : 6; i > 0; --i) {
      auto const clock =
          random.chance(50) || d.clocks.empty() ? none : random.below(static_cast<int>(d.clocks.size()));
      d.senses.push_back({random.below(static_cast<int>(d.pin_load.size())), clock,
                          static_cast<gsta::clock_sense>(random.between(1, 3))});
    }
    auto const networks = gsta::clock_network(d);
    REQUIRE(networks.size() == d.clocks.size());
    for (std::size_t clock = 0; clock < networks.size(); ++clock) {
      CAPTURE(seed, clock);
      REQUIRE((found_network(networks[clock]) == brute_force_network(d, graph, static_cast<id>(clock))));
      reached += networks[clock].size();
      for (auto const& at : networks[clock]) both_edges += (at.edges & 0b0011) == 0b0011;
      for (std::size_t i = 1; i < networks[clock].size(); ++i)
        REQUIRE(networks[clock][i - 1].pin < networks[clock][i].pin);
    }
  }
  CHECK(reached > 1000);
  CHECK(both_edges > 20);
}

TEST_CASE("ideal clocks' registers get shadows with latencies and transition, and nothing else changes",
          "[flat][slow]") {
  std::size_t shadows = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    auto const before = random_unresolved_circuit(seed);
    auto after = before;
    gsta::resolve_clocks(after);
    auto const want = expected_twins(before), found = found_twins(before, after);
    CAPTURE(seed);
    REQUIRE(found.size() == want.size());
    REQUIRE(after.pin_load.size() == before.pin_load.size() + want.size());
    for (auto const& [pin, shadow] : want) {
      REQUIRE(found.contains(pin));
      REQUIRE((found.at(pin).arrival == shadow.arrival));
      REQUIRE((found.at(pin).slew == shadow.slew));
    }
    REQUIRE(wrong_moves(before, after) == 0);
    REQUIRE_NOTHROW(gsta::validate(after));
    shadows += want.size();
  }
  CHECK(shadows > 500);
}

TEST_CASE("shadows need no names and get their rows of derates", "[flat][small]") {
  auto d = random_unresolved_circuit(0);
  for (std::uint64_t seed = 1; expected_twins(d).empty(); ++seed) d = random_unresolved_circuit(seed);
  d.derates.push_back(same_value(0.9f));
  d.arc_derate.assign(d.net_sink.size() + d.arc_from.size(), 0);
  d.pin_name.clear();
  gsta::resolve_clocks(d);
  CHECK_NOTHROW(gsta::validate(d));
  CHECK(d.pin_name.empty());
}

TEST_CASE("a clock's source without an edge reaches nothing, and what does not fit together is refused",
          "[flat][small]") {
  flat_design d;
  id const clk = d.add_pin("clk"), ck = d.add_pin("ck");
  d.add_net(clk, {ck});
  d.clocks.push_back({1000, {0, 500}});
  d.rules.push_back({.propagated = false});
  d.sources.push_back({clk, gsta::none, same_value(0), gsta::arrival_kind::clock});
  CHECK(gsta::clock_network(d).at(0).empty());
  CHECK_NOTHROW(gsta::resolve_clocks(d));
  CHECK(d.pin_load.size() == 2);
  d.sources[0].pin = 5000;
  CHECK_THROWS_AS(gsta::resolve_clocks(d), gsta::argument_error);
  d.sources[0].pin = clk;
  d.net_sink[0] = -4;
  CHECK_THROWS_AS(gsta::resolve_clocks(d), gsta::argument_error);
}
