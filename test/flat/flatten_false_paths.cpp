// Exceptions by the names of pins, ports, instances and clocks, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// Two registers of clock c in a row behind port d; the second one's output and `side` go to outputs.
model_maker two_in_a_row(bool propagated) {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.output("q");
  m.output("side");
  m.instance("DFF", "r1", {{"CK", "clk"}, {"D", "d"}, {"Q", "x"}});
  m.instance("DFF", "r2", {{"CK", "clk"}, {"D", "x"}, {"Q", "q"}});
  m.instance("BUF", "b", {{"A", "x"}, {"Z", "side"}});
  m.clock("c", "clk", propagated);
  m.clock("v", "", false);
  m.arrival("d", "v", same_value(0.0f));
  m.required("q", "c", {0, 0, 0, 0});
  m.required("side", "v", {0, 0, 0, 0});
  return m;
}

/// How many checks are left at r1/D, r2/D, q and side, as digits; all: 2222.
std::string left(model_maker& m) {
  timed_model const t(m);
  std::string digits;
  for (char const* pin : {"r1/D", "r2/D", "q", "side"}) digits += std::to_string(t.checks_of(pin));
  return digits;
}

std::string left_with(bool propagated, model::path_exception const& path) {
  model_maker m = two_in_a_row(propagated);
  m.constraints.exceptions.push_back(path);
  return left(m);
}

model::path_exception path(std::vector<std::string> from, std::vector<std::string> to,
                           std::vector<std::string> from_clocks = {},
                           std::vector<std::string> to_clocks = {}) {
  model::path_exception made;
  auto const points = [](std::vector<std::string> const& names) {
    model::path_points of;
    for (auto const& name : names)
      (name == "r1" || name == "r2" || name == "b" ? of.instances : of.pins).push_back(name);
    return of;
  };
  made.from = points(from);
  made.to = points(to);
  made.from.clocks = std::move(from_clocks);
  made.to.clocks = std::move(to_clocks);
  return made;
}

}  // namespace

TEST_CASE("false paths take away the checks between their ends, and no others", "[flat][small]") {
  for (bool const propagated : {false, true}) {
    CAPTURE(propagated);
    model_maker none_at_all = two_in_a_row(propagated);
    CHECK(left(none_at_all) == "2222");
    CHECK(left_with(propagated, path({}, {})) == "0000");
    CHECK(left_with(propagated, path({"d"}, {})) == "0222");
    CHECK(left_with(propagated, path({"r1/CK"}, {})) == "2020");
    CHECK(left_with(propagated, path({"r1"}, {})) == "2020");
    CHECK(left_with(propagated, path({"r1", "r2"}, {})) == "2000");
    CHECK(left_with(propagated, path({"r1"}, {"side"})) == "2220");
    CHECK(left_with(propagated, path({"d"}, {"side"})) == "2222");
    CHECK(left_with(propagated, path({}, {"r2"})) == "2022");
    CHECK(left_with(propagated, path({}, {"r2/D", "q"})) == "2002");
    CHECK(left_with(propagated, path({}, {}, {"c"})) == "2000");
    CHECK(left_with(propagated, path({}, {}, {"v"})) == "0222");
    CHECK(left_with(propagated, path({}, {}, {}, {"c"})) == "0002");
    CHECK(left_with(propagated, path({}, {}, {"v"}, {"v"})) == "2222");
    CHECK(left_with(propagated, path({"d"}, {}, {"c"})) == "0000");  // either start
    model::path_exception setup = path({"r1"}, {});
    setup.hold = false;
    CHECK(left_with(propagated, setup) == "2121");
  }
}

TEST_CASE("an instance without starts or ends is counted and does not mean everywhere", "[flat][small]") {
  model_maker m = two_in_a_row(true);
  m.constraints.exceptions.push_back(path({"b"}, {}));
  CHECK(left(m) == "2222");
  CHECK(m.noted("where no path starts or ends") == 1);
  model_maker to = two_in_a_row(true);
  to.constraints.exceptions.push_back(path({}, {"b"}));
  CHECK(left(to) == "2222");
  CHECK(to.noted("where no path starts or ends") == 1);
}

TEST_CASE("several false paths from one start are told apart by their ends", "[flat][small]") {
  model_maker m = two_in_a_row(true);
  m.constraints.exceptions.push_back(path({"r1"}, {"r2/D"}));
  CHECK(left(m) == "2022");
  m.constraints.exceptions.push_back(path({"r1"}, {"side"}));
  CHECK(left(m) == "2020");
}
