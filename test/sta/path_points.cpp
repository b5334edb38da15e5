#include "gsta/sta/path_points.hpp"

#include <string>
#include <tuple>
#include <vector>

#include "gsta/sta/snapshot.hpp"
#include "test/support/catch.hpp"
#include "test/support/two_registers.hpp"

using namespace gsta;
using gsta_test::two_registers;

namespace {

/// The two registers with net names, a second clock and a required time at the output from that clock's fall.
struct named_points {
  two_registers of;
  timing_snapshot timing;

  named_points() {
    auto& d = of.flat;
    d.net_name = {"clk_net", "in", "q", "z"};
    d.clocks = {{1000000, {0, 500000}}, {2000000, {0, 1000000}}};
    d.clock_name = {"fast", "slow"};
    d.requirements.push_back({of.out, 3, {0, 0, 900, 900}});
    host_executor const exec;
    timer<host_executor> t(exec, d);
    t.update(exec);
    timing = take_snapshot(exec, t);
  }

  using point = std::tuple<id, bool, bool>;  // pin, rise, fall
  std::vector<point> points(std::vector<constraint_pin> const& found) const {
    std::vector<point> all;
    for (auto const& p : found)
      all.push_back({timing.node_pin[static_cast<std::size_t>(p.node)], p.rise, p.fall});
    return all;
  }
  std::vector<point> from(path_points const& asked) const {
    return points(constraint_of(of.flat, timing, {{asked}, {}, {}}).from);
  }
  std::vector<point> through(path_points const& asked) const {
    return points(constraint_of(of.flat, timing, {{}, {asked}, {}}).through.at(0));
  }
  /// The ends that are wanted: data pin, check and edge.
  using end = std::tuple<id, check_kind, int>;
  std::vector<end> ends(std::vector<path_points> const& to) const {
    auto const marks = ends_of(of.flat, timing, {{}, {}, to});
    std::vector<end> all;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      auto const& check = timing.checks[i / 2];
      if (marks[i] != 0) all.push_back({check.data_pin, check.kind, static_cast<int>(i % 2)});
    }
    return all;
  }
};

using at = two_registers;
using points = std::vector<named_points::point>;
using ends = std::vector<named_points::end>;
constexpr auto setup = check_kind::setup, hold = check_kind::hold, out_setup = check_kind::output_setup,
               out_hold = check_kind::output_hold;

}  // namespace

TEST_CASE("patterns: * is any text, ? any character", "[sta][small]") {
  using gsta::detail::matches;
  for (char const* text : {"", "a", "abc", "a*c"}) {
    CHECK(matches("*", text));
    CHECK(matches("**", text));
    CHECK(matches(text, text));
  }
  CHECK(matches("a?c", "abc"));
  CHECK(matches("a*c", "ac"));
  CHECK(matches("a*c", "abcbc"));
  CHECK(matches("*b*", "abc"));
  CHECK(matches("a*b*c", "aXbYbZc"));
  CHECK(matches("*ab", "aab"));
  CHECK(matches("abc**", "abc"));
  CHECK_FALSE(matches("", "a"));
  CHECK_FALSE(matches("?", ""));
  CHECK_FALSE(matches("a?c", "ac"));
  CHECK_FALSE(matches("a*c", "abcd"));
  CHECK_FALSE(matches("*b", "abc"));
  CHECK_FALSE(matches("abc?", "abc"));
  CHECK_FALSE(matches("a*b*c", "aXcXb"));
}

TEST_CASE("points: an instance stands for its pins, a pin for itself", "[sta][small]") {
  named_points const p;
  CHECK(p.from({{"ff1"}}) == points{{at::ff1_ck, true, true}, {at::ff1_q, true, true}});
  CHECK(p.from({{"ff1/Q"}, true, false}) == points{{at::ff1_q, true, false}});
  CHECK(p.from({{"in", "ff1/CK"}, false, true}) == points{{at::in, false, true}, {at::ff1_ck, false, true}});
  CHECK(p.from({{"g/?"}}) ==
        points{{at::nand_a, true, true}, {at::nand_b, true, true}, {at::nand_z, true, true}});
  CHECK(p.from({{"*/Q"}}) == points{{at::ff1_q, true, true}});
  CHECK(p.through({{"g"}}).size() == 3);
}

TEST_CASE("points: a net is passed at its driver, where no pin has its name", "[sta][small]") {
  named_points const p;
  CHECK(p.through({{"q"}}) == points{{at::ff1_q, true, true}});
  CHECK(p.through({{"z"}, true, false}) == points{{at::nand_z, true, false}});
  CHECK(p.through({{"in"}}) == points{{at::in, true, true}});
  CHECK_THROWS_MATCHES(
      p.from({{"q"}}), argument_error,
      Catch::Matchers::Message("the design has no clock, instance, port or pin named \"q\""));
}

TEST_CASE("points: only the sorts that are meant, and whole names", "[sta][small]") {
  named_points p;
  p.of.flat.pin_name.rename(at::in, "fast");  // as a port and the clock on it
  path_points port{{"fast"}};
  port.clocks = false;
  CHECK(p.from(port) == points{{at::in, true, true}});
  CHECK(p.from({{"fast"}}).size() > 1);
  path_points pins{{"ff1"}};
  pins.instances = false;
  CHECK_THROWS_AS(p.from(pins), argument_error);
  path_points instances{{"ff1/Q"}};
  instances.pins = false;
  CHECK_THROWS_AS(p.from(instances), argument_error);
  path_points no_nets{{"q"}};
  no_nets.nets = false;
  CHECK_THROWS_AS(p.through(no_nets), argument_error);
  path_points plain{{"*/Q"}};
  plain.patterns = false;
  CHECK_THROWS_AS(p.from(plain), argument_error);
  p.of.flat.pin_name.rename(at::ff1_q, "*/Q");
  CHECK(p.from(plain) == points{{at::ff1_q, true, true}});
}

TEST_CASE("points: many names are found as few are", "[sta][small]") {
  named_points const p;
  path_points many;
  points expected;
  for (int i = 0; i < 10; ++i) {
    for (char const* const name : {"ff1", "in", "g/?"}) {
      many.names.push_back(name);
      auto const alone = p.from({{name}});
      expected.insert(expected.end(), alone.begin(), alone.end());
    }
  }
  CHECK(p.from(many) == expected);
  many.names.push_back("ff");
  CHECK_THROWS_AS(p.from(many), argument_error);
}

TEST_CASE("points: instances inside another instance are no pins of it", "[sta][small]") {
  named_points p;
  auto& names = p.of.flat.pin_name;
  for (std::size_t i = 0; i < names.size(); ++i) names.rename(i, "top/" + std::string(names[i]));
  CHECK(p.from({{"top"}}) == points{{at::clk, true, true}, {at::in, true, true}, {at::out, true, true}});
  CHECK(p.from({{"top/ff1"}}).size() == 2);
  CHECK_THROWS_AS(p.from({{"to"}}), argument_error);
}

TEST_CASE("points: a clock stands for what it launches, by its edge", "[sta][small]") {
  named_points p;
  auto const all = p.from({{"fast"}});
  CHECK(all.size() == p.timing.node_tag.size());  // every source is launched by the fast clock's rise
  CHECK(p.from({{"fast"}, true, false}) == all);
  CHECK(p.from({{"fast"}, false, true}).empty());
  CHECK(p.from({{"slow"}}).empty());
  CHECK(p.from({{"slow", "in"}}) == points{{at::in, true, true}});
  p.of.flat.clock_name.clear();  // then they are numbered
  CHECK(p.from({{"clock0"}}) == all);
  CHECK(p.from({{"clock1"}}).empty());
}

TEST_CASE("points: ends are checks at pins, or captured by a clock's edge", "[sta][small]") {
  named_points const p;
  ends const at_register{
      {at::ff2_d, setup, 0}, {at::ff2_d, setup, 1}, {at::ff2_d, hold, 0}, {at::ff2_d, hold, 1}};
  ends const at_output{
      {at::out, out_setup, 0}, {at::out, out_setup, 1}, {at::out, out_hold, 0}, {at::out, out_hold, 1}};
  ends everywhere = at_register;
  everywhere.insert(everywhere.end(), at_output.begin(), at_output.end());
  CHECK(p.ends({}) == everywhere);
  CHECK(p.ends({{{"ff2"}}}) == at_register);
  CHECK(p.ends({{{"out"}}}) == at_output);
  CHECK(p.ends({{{"out", "ff2/D"}}}) == everywhere);
  CHECK(p.ends({{{"out"}}, {{"ff2/D"}}}) == everywhere);
  CHECK(p.ends({{{"out"}, true, false}}) == ends{{at::out, out_setup, 0}, {at::out, out_hold, 0}});
  CHECK(p.ends({{{"ff2/D"}, false, true}}) == ends{{at::ff2_d, setup, 1}, {at::ff2_d, hold, 1}});
  CHECK(p.ends({{{"fast"}}}) == at_register);
  CHECK(p.ends({{{"fast"}, true, false}}) == at_register);  // of a clock the edge is the one that captures
  CHECK(p.ends({{{"fast"}, false, true}}).empty());
  CHECK(p.ends({{{"slow"}, false, true}}) == at_output);
  CHECK(p.ends({{{"slow"}, true, false}}).empty());
  CHECK(p.ends({{{"g"}}}).empty());
}

TEST_CASE("points: names that the design lacks are refused in any part of a query", "[sta][small]") {
  named_points const p;
  path_points const unknown{{"nobody"}}, known{{"ff2/D"}};
  CHECK_NOTHROW(check_names(p.of.flat, p.timing, {{known}, {known}, {known}}));
  CHECK_THROWS_AS(check_names(p.of.flat, p.timing, {{unknown}, {}, {}}), argument_error);
  CHECK_THROWS_AS(check_names(p.of.flat, p.timing, {{}, {known, unknown}, {}}), argument_error);
  CHECK_THROWS_AS(check_names(p.of.flat, p.timing, {{}, {}, {known, unknown}}), argument_error);
  CHECK_THROWS_MATCHES(
      p.through({{"nobody"}}), argument_error,
      Catch::Matchers::Message("the design has no instance, port, pin or net named \"nobody\""));
  CHECK(path_query{}.empty());
  CHECK_FALSE(path_query{{known}, {}, {}}.empty());
  CHECK_FALSE(path_query{{}, {known}, {}}.empty());
  CHECK_FALSE(path_query{{}, {}, {known}}.empty());
}
