#include <algorithm>
#include <string>

#include "gsta/flat/match_names.hpp"
#include "gsta/sta/live_timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"
#include "test/support/two_registers.hpp"

using namespace gsta;

namespace {

flat_design clocked() {
  auto design = gsta_test::two_registers().flat;
  design.add_clock(none, {1000000, {0, 500000}}, "clk");
  return design;
}

struct live_design {
  flat_design design = clocked();
  host_executor exec;
  live_timer<host_executor> live{exec, design};
};

template <class F>
void refuses(live_timer<host_executor>& live, char const* words, F const& edit) {
  INFO(words);
  auto const before = live.counts().structures;
  CHECK_THROWS_MATCHES(live.edit_structure(edit), argument_error, Catch::Matchers::Message(words));
  CHECK(live.counts().structures == before);
}

}  // namespace

TEST_CASE("handles outlast edits of the structure, and fail where what they name is gone", "[update]") {
  live_design of;
  auto const pins = static_cast<id>(of.design.pin_load.size());
  auto const last = of.live.handles().pins.of(pins - 1), first = of.live.handles().pins.of(0);
  auto const maps = of.live.edit_structure([](structure_editor& edits) { edits.remove_pin(0); });
  CHECK(maps.pins[0] == none);
  CHECK(of.live.handles().pins.at(last) == pins - 2);
  CHECK(!of.live.handles().pins.is_valid(first));
  CHECK_THROWS_MATCHES(of.live.handles().pins.at(first), argument_error,
                       Catch::Matchers::Message("handle: what it names is not there any more"));
  of.live.edit_structure([](structure_editor& edits) { edits.add_pin("again"); });
  CHECK(!of.live.handles().pins.is_valid(first));  // the slot is another's now
  CHECK_THROWS_AS(of.live.handles().pins.of(pins), argument_error);
}

TEST_CASE("a handle from a transaction that was rolled back names nothing ever after", "[update]") {
  live_design of;
  auto const kept = of.live.handles().pins.of(3);
  of.live.begin();
  of.live.edit_structure([](structure_editor& edits) { edits.remove_pin(3); });
  auto const maps = of.live.edit_structure([](structure_editor& edits) { edits.add_pin("inside"); });
  auto const inside = of.live.handles().pins.of(maps.pins.back());
  CHECK(!of.live.handles().pins.is_valid(kept));
  of.live.roll_back();
  CHECK(of.live.handles().pins.at(kept) == 3);
  CHECK(!of.live.handles().pins.is_valid(inside));
  of.live.edit_structure([](structure_editor& edits) { edits.add_pin("outside"); });
  CHECK(!of.live.handles().pins.is_valid(inside));
}

TEST_CASE("handles that were first asked for in a transaction end with it", "[update]") {
  live_design of;
  of.live.begin();
  of.live.edit_structure([](structure_editor& edits) { edits.remove_pin(3); });
  auto const inside = of.live.handles().pins.of(5);
  of.live.roll_back();
  CHECK(!of.live.handles().pins.is_valid(inside));
  CHECK(of.live.handles().pins.at(of.live.handles().pins.of(5)) == 5);
}

TEST_CASE("what is put in and taken out again leaves nothing behind", "[update]") {
  live_design of;
  auto const size = [&] {
    auto const& d = of.design;
    return d.pin_load.size() + d.pin_name.size() + d.net_driver.size() + d.net_sink.size() +
           d.rc_capacitance.size() + d.rc_resistance.size() + d.arc_from.size() + d.check_data.size();
  };
  auto const before = size();
  auto last = of.live.handles().pins.of(0);
  for (int i = 0; i < 50; ++i) {
    auto const maps = of.live.edit_structure([](structure_editor& edits) {
      edits.insert_buffer(0, {}, {{{"a", same_value(1.0f)}, {"y", same_value(0.0f)}}, {{0, 1, 0}}, {}}, 0, 1);
    });
    id const pins = static_cast<id>(maps.pins.size());
    auto const made = of.live.handles().pins.of(maps.pins.back());
    CHECK(made.slot < pins);  // slots are given again
    CHECK(!(made == last));
    last = made;
    of.live.edit_structure([&](structure_editor& edits) { edits.remove_gate({pins - 2, pins - 1}); });
    REQUIRE(size() == before);
  }
}

TEST_CASE("a live timer counts repairs as updates of its timer", "[update]") {
  live_design of;
  gsta::update_counts const before = of.live.timing().counts();
  of.live.edits().set_pin_load(1, same_value(9.0f));
  of.live.update();
  gsta::update_counts const after = of.live.timing().counts();
  CHECK(of.live.counts().repaired == 1);
  CHECK(after.repaired == before.repaired + 1);
  CHECK(after.full == before.full);
  of.live.update();  // nothing was edited
  CHECK(of.live.timing().counts().repaired == after.repaired);
}

TEST_CASE("a live timer goes on only with maps to what is there", "[update]") {
  live_design of;
  flat_design next = of.design;
  structure_maps maps;
  maps.pins = {static_cast<id>(next.pin_load.size())};
  CHECK_THROWS_MATCHES(of.live.replace(std::move(next), maps), argument_error,
                       Catch::Matchers::Message("replace: the maps name what the next design lacks"));
  CHECK(next.pin_load.size() == of.design.pin_load.size());
}

TEST_CASE("names find each other, whatever was taken out or put in between", "[update]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    gsta_test::prng random(seed);
    flat_design before, now;
    for (int i = 0; i < 300; ++i) before.add_pin("p" + std::to_string(i));
    for (int i = 0; i < 300; ++i) {
      if (random.chance(seed % 4 == 0 ? 40 : 3)) continue;
      if (random.chance(3)) now.add_pin("new" + std::to_string(i));
      now.add_pin("p" + std::to_string(i));
    }
    if (seed % 2 == 0) now.add_pin("p0");  // moved, or a second one
    auto const maps = match_by_name(before, now);
    for (std::size_t i = 0; i < before.pin_name.size(); ++i) {
      auto const at = std::find(now.pin_name.begin(), now.pin_name.end(), before.pin_name[i]);
      REQUIRE((maps.pins[i] == none) == (at == now.pin_name.end()));
      if (maps.pins[i] != none) REQUIRE(now.pin_name[maps.pins[i]] == before.pin_name[i]);
    }
  }
}

TEST_CASE("edits of the structure that make no sense are refused, and a loop changes nothing", "[update]") {
  live_design of;
  auto const pins = static_cast<id>(of.design.pin_load.size());
  auto const nets = static_cast<id>(of.design.net_driver.size());
  refuses(of.live, "remove_pin: no such pin", [&](structure_editor& edits) { edits.remove_pin(pins); });
  refuses(of.live, "remove_pin: no such pin", [&](structure_editor& edits) {
    edits.remove_pin(1);
    edits.remove_pin(1);
  });
  refuses(of.live, "connect: no such net", [&](structure_editor& edits) { edits.connect(0, nets); });
  refuses(of.live, "add_net: the pin drives a net already",
          [&](structure_editor& edits) { edits.add_net(of.design.net_driver[0]); });
  refuses(of.live, "set_wire: a node's pin ends no such net", [&](structure_editor& edits) {
    edits.set_wire(0, {0, {1.0f}, {of.design.net_driver[0]}, {}, {}, {}});
  });
  refuses(of.live, "set_wire: an edge ends at no node",
          [&](structure_editor& edits) { edits.set_wire(0, {0, {1.0f}, {none}, {0}, {1}, {0.1f}}); });
  refuses(of.live, "add_arc: no such type", [&](structure_editor& edits) { edits.add_arc(0, 1, 1 << 30); });
  refuses(of.live, "remove_exception: no such exception",
          [&](structure_editor& edits) { edits.remove_exception(of.design.exceptions.size()); });
  auto const summary = of.live.summary(split::late);
  auto const loads = of.design.pin_load.size(), arcs = of.design.arc_from.size();
  CHECK_THROWS_AS(of.live.edit_structure([](structure_editor& edits) {
    id const a = edits.add_pin(), b = edits.add_pin();
    edits.add_arc(a, b, 0);
    edits.add_arc(b, a, 0);
  }),
                  graph_error);
  CHECK(of.design.pin_load.size() == loads);
  CHECK(of.design.arc_from.size() == arcs);
  CHECK(of.live.summary(split::late).tns == summary.tns);
  CHECK(of.live.counts().structures == 0);
}
