#include "gsta/sta/path_points.hpp"

#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gsta/sta/find_paths.hpp"
#include "test/support/catch.hpp"
#include "test/support/two_registers.hpp"

using namespace gsta;
using gsta_test::two_registers;

namespace {

/// The two registers with net names, a second clock and a required time at the output from that clock's fall.
struct named_points {
  two_registers of;

  named_points() {
    auto& d = of.flat;
    d.net_name = {"clk_net", "in", "q", "z"};
    d.clocks = {{1000000, {0, 500000}}, {2000000, {0, 1000000}}};
    d.clock_name = {"fast", "slow"};
    d.requirements.push_back({of.out, 3, {0, 0, 900, 900}});
  }

  using point = std::tuple<id, bool, bool>;  // pin, rise, fall
  static std::vector<point> points(path_points const& found) {
    std::vector<point> all;
    for (auto const& p : found.pins) all.push_back({p.pin, p.rise, p.fall});
    return all;
  }
  std::vector<point> from(point_names const& asked) const { return points(points_of(of.flat, {asked})); }
  std::vector<point> through(point_names const& asked) const {
    return points(throughs_of(of.flat, {asked}).at(0));
  }
  std::vector<id> clocks(point_names const& asked) const { return points_of(of.flat, {asked}).clock_edges; }

  /// The ends that are wanted: data pin, check and edge.
  using end = std::tuple<id, check_kind, int>;
  std::vector<end> ends(std::vector<point_names> const& to) const {
    host_executor const exec;
    timer<host_executor> t(exec, of.flat);
    t.update(exec);
    path_query query{.side = {}, .k = 100};
    if (!to.empty()) query.to = points_of(of.flat, to);
    auto const found = find_paths(exec, t, of.flat, query);
    std::set<std::pair<id, int>> slots;
    for (std::size_t p = 0; p < found.view.size(); ++p)
      slots.insert({found.view.check[p], static_cast<int>(found.view.data_edge[p])});
    std::vector<end> all;
    for (auto const& [check, e] : slots) {
      auto const& of_slot = t.view().checks.check[static_cast<std::size_t>(check)];
      all.push_back({of_slot.data_pin, of_slot.kind, e});
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
  point_names port{{"fast"}};
  port.clocks = false;
  CHECK(p.from(port) == points{{at::in, true, true}});
  CHECK(p.from({{"fast"}}).empty());
  CHECK(p.clocks({{"fast"}}) == std::vector<id>{0, 1});
  point_names pins{{"ff1"}};
  pins.instances = false;
  CHECK_THROWS_AS(p.from(pins), argument_error);
  point_names instances{{"ff1/Q"}};
  instances.pins = false;
  CHECK_THROWS_AS(p.from(instances), argument_error);
  point_names no_nets{{"q"}};
  no_nets.nets = false;
  CHECK_THROWS_AS(p.through(no_nets), argument_error);
  point_names plain{{"*/Q"}};
  plain.patterns = false;
  CHECK_THROWS_AS(p.from(plain), argument_error);
  p.of.flat.pin_name.rename(at::ff1_q, "*/Q");
  CHECK(p.from(plain) == points{{at::ff1_q, true, true}});
}

TEST_CASE("points: many names are found as few are", "[sta][small]") {
  named_points const p;
  point_names many;
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

TEST_CASE("points: a clock stands for its edges", "[sta][small]") {
  named_points p;
  CHECK(p.clocks({{"fast"}}) == std::vector<id>{0, 1});
  CHECK(p.clocks({{"fast"}, true, false}) == std::vector<id>{0});
  CHECK(p.clocks({{"slow"}, false, true}) == std::vector<id>{3});
  CHECK(p.from({{"slow"}}).empty());
  auto const both = points_of(p.of.flat, {{{"slow", "in"}}});
  CHECK(both.clock_edges == std::vector<id>{2, 3});
  CHECK(named_points::points(both) == points{{at::in, true, true}});
  p.of.flat.clock_name.clear();  // then they are numbered
  CHECK(p.clocks({{"clock0"}}) == std::vector<id>{0, 1});
  CHECK(p.clocks({{"clock1"}}) == std::vector<id>{2, 3});
}

TEST_CASE("points: paths start at what a clock's edge launches", "[sta][small]") {
  named_points const p;
  host_executor const exec;
  timer<host_executor> t(exec, p.of.flat);
  t.update(exec);
  auto const count = [&](point_names const& from) {
    path_query query{.side = {}, .k = 100};
    query.from = points_of(p.of.flat, {from});
    return find_paths(exec, t, p.of.flat, query).view.size();
  };
  std::size_t const all = find_paths(exec, t, {.side = {}, .k = 100}).view.size();
  CHECK(all > 10);
  CHECK(count({{"fast"}}) == all);  // every source is launched by the fast clock's rise
  CHECK(count({{"fast"}, true, false}) == all);
  CHECK(count({{"fast"}, false, true}) == 0);
  CHECK(count({{"slow"}}) == 0);
  std::size_t const of_input = count({{"in"}});
  CHECK(of_input > 0);
  CHECK(of_input < all);
  CHECK(count({{"slow", "in"}}) == of_input);
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

TEST_CASE("points: names that the design lacks are refused", "[sta][small]") {
  named_points const p;
  point_names const unknown{{"nobody"}}, known{{"ff2/D"}};
  CHECK_NOTHROW(points_of(p.of.flat, {known, known}));
  CHECK_NOTHROW(throughs_of(p.of.flat, {known}));
  CHECK_THROWS_AS(points_of(p.of.flat, {known, unknown}), argument_error);
  CHECK_THROWS_AS(throughs_of(p.of.flat, {known, unknown}), argument_error);
  CHECK_THROWS_MATCHES(
      p.through({{"nobody"}}), argument_error,
      Catch::Matchers::Message("the design has no instance, port, pin or net named \"nobody\""));
  CHECK(points_of(p.of.flat, {}).pins.empty());
  CHECK(throughs_of(p.of.flat, {}).empty());
}
