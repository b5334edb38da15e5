// Where clocks become data: which registers they clock, and what arrives behind as what, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

using kind = model::clock_sense::kind;

/// clk -> g (XOR2 with s) -> r/CK, d -> r/D, and the same net to y.
model_maker behind_xor(bool propagated = true) {
  model_maker m;
  for (char const* name : {"clk", "s", "d"}) m.input(name);
  m.output("y");
  m.instance("XOR2", "g", {{"A", "clk"}, {"B", "s"}, {"Z", "n"}});
  m.instance("DFF", "r", {{"CK", "n"}, {"D", "d"}});
  m.instance("BUF", "b", {{"A", "n"}, {"Z", "y"}});
  m.clock("c", "clk", propagated);
  m.arrival("d", "c", same_value(0.0f));
  return m;
}

void sense(model_maker& m, kind of, char const* pin, char const* clock = "") {
  auto& made = m.constraints.senses.emplace_back();
  made.of = of;
  made.pins = {pin};
  if (*clock != 0) made.clocks = {clock};
}

/// Which edges of the clock capture at r: the edges' times, of the first period.
std::string captures(model_maker& m) {
  timed_model const t(m);
  std::string edges;
  for (auto const& check : t.state.checks) {
    if (t.flat.pin_name[static_cast<std::size_t>(check.data_pin)] != "r/D" || !gsta::is_late(check.kind))
      continue;
    auto const& tag =
        t.state.tags[static_cast<std::size_t>(t.state.node_tag[static_cast<std::size_t>(check.capture)])];
    edges += tag.launch_edge == 0 ? "rise " : tag.launch_edge == 1 ? "fall " : "other ";
  }
  return edges;
}

}  // namespace

TEST_CASE("a sense leaves a clock those arcs to its pin that turn it, or that do not", "[flat][small]") {
  for (bool const propagated : {true, false}) {
    CAPTURE(propagated);
    for (auto const& [of, want] : {std::pair{kind::positive, "rise "}, std::pair{kind::negative, "fall "},
                                   std::pair{kind::stop, ""}}) {
      model_maker m = behind_xor(propagated);
      CHECK(captures(m) == "rise fall ");
      sense(m, of, "g/Z");
      CHECK(captures(m) == want);
      m.constraints.senses.back().clocks = {"c"};
      CHECK(captures(m) == want);
      sense(m, kind::stop, "g/Z");  // of all: what is said of c comes first
      CHECK(captures(m) == want);
    }
  }
}

TEST_CASE("a clock that stops is data behind", "[flat][small]") {
  model_maker m = behind_xor();
  timed_model const before(m);
  CHECK(before.clock("y")[2] == before.clock("b/A")[2] + 10);
  CHECK(before.data("y")[2] == late_none);
  sense(m, kind::stop, "b/A");
  timed_model const t(m);
  CHECK(t.data("y") == before.clock("y"));
  CHECK(t.clock("y")[2] == late_none);
  CHECK(t.clock("r/CK") == before.clock("r/CK"));
  CHECK(captures(m) == "rise fall ");
}

TEST_CASE("what a pin stops does not go on from it, and a wire turns nothing", "[flat][small]") {
  model_maker m = behind_xor();
  sense(m, kind::stop, "clk");
  CHECK(captures(m).empty());
  model_maker wired = behind_xor();
  sense(wired, kind::positive, "r/CK");
  CHECK(captures(wired) == "rise fall ");
  wired.constraints.senses.back().of = kind::negative;
  CHECK(captures(wired).empty());
  model_maker other = behind_xor();
  other.clock("v", "", true);
  sense(other, kind::stop, "g/Z", "v");
  CHECK(captures(other) == "rise fall ");
}

TEST_CASE("no generated clock follows a path that stopped", "[flat][small]") {
  model_maker m = behind_xor();
  auto& made = m.constraints.generated_clocks.emplace_back();
  made.clock.name = "h";
  made.clock.sources = {"b/Z"};
  made.clock.propagated = true;
  made.source = "clk";
  made.divide_by = 1;
  float const way = timed_model(m).clock("y", 2)[2];
  CHECK(way > 10);
  sense(m, kind::stop, "b/Z", "c");
  CHECK(timed_model(m).clock("y", 2)[2] == 0);
}
