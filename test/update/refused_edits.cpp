#include <limits>
#include <utility>

#include "gsta/sta/live_timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/two_registers.hpp"
#include "test/update/edited_cases.hpp"
#include "test/update/random_edits.hpp"

using namespace gsta;

namespace {

/// Calls `edit` and expects it to be refused in these words, with nothing marked.
template <class F>
void refuses(flat_editor& edits, char const* words, F const& edit) {
  INFO(words);
  CHECK_THROWS_MATCHES(edit(), argument_error, Catch::Matchers::Message(words));
  CHECK(!edits.items().any());
}

}  // namespace

TEST_CASE("edits of what is not there, or to what is no number, are refused", "[update]") {
  auto design = gsta_test::two_registers().flat;
  design.add_clock(none, {1000000, {0, 500000}}, "clk");
  flat_editor edits(design);
  float const nan = std::numeric_limits<float>::quiet_NaN();
  auto const pins = static_cast<id>(design.pin_load.size());
  auto const nets = static_cast<id>(design.net_driver.size());
  refuses(edits, "set_pin_load: no such pin", [&] { edits.set_pin_load(pins, same_value(1.0f)); });
  refuses(edits, "set_pin_load: no such pin", [&] { edits.set_pin_load(-1, same_value(1.0f)); });
  refuses(edits, "set_pin_load: a load is a number, at most 1e12 fF",
          [&] { edits.set_pin_load(0, same_value(nan)); });
  refuses(edits, "set_arc_type: no such cell arc", [&] { edits.set_arc_type(1 << 30, 0); });
  refuses(edits, "set_arc_type: no such type", [&] { edits.set_arc_type(0, 1 << 30); });
  refuses(edits, "set_check_type: no such check", [&] { edits.set_check_type(1 << 30, 0); });
  refuses(edits, "set_wire_values: no such net", [&] { edits.set_wire_values(nets, {}, {}); });
  refuses(edits, "set_wire_values: the net has not as many nodes and edges",
          [&] { edits.set_wire_values(0, std::vector<float>(1000, 1.0f), {}); });
  refuses(edits, "set_asserted_slew: a slew is a number, at most 9e12 ps, or undefined",
          [&] { edits.set_asserted_slew(0, same_value(nan)); });
  refuses(edits, "set_source_arrival: no such source", [&] { edits.set_source_arrival(-1, {}); });
  refuses(edits, "set_source_arrival: an arrival is a number, at most 9e12 ps, or undefined",
          [&] { edits.set_source_arrival(0, undefined_required()); });
  refuses(edits, "set_required: no such requirement", [&] { edits.set_required(1 << 30, {}); });
  refuses(edits, "set_clock: no such clock", [&] { edits.set_clock(99, {1000, {0, 500}}); });
  refuses(edits, "set_clock: a period must be above 0", [&] { edits.set_clock(0, {0, {0, 0}}); });
  refuses(edits, "set_uncertainty: no such clock", [&] { edits.set_uncertainty(-1, 0, 0); });
  arc_type type = design.arc_types.at(0);
  type.delay[2] = 1 << 30;
  refuses(edits, "add_arc_type: no such table of delays", [&] { edits.add_arc_type(type); });
  type = design.arc_types.at(0);
  type.measure = 99;
  refuses(edits, "add_arc_type: no such measure", [&] { edits.add_arc_type(type); });
  check_type check;
  check.constraint[0] = 1 << 30;
  refuses(edits, "add_check_type: no such table of constraints", [&] { edits.add_check_type(check); });
  check = {};
  check.kind = check_kind::output_setup;
  refuses(edits, "add_check_type: outputs' checks are requirements", [&] { edits.add_check_type(check); });
}

TEST_CASE("a live timer refuses figures of what is not updated, and transactions in others", "[update]") {
  auto design = gsta_test::two_registers().flat;
  design.add_clock(none, {1000000, {0, 500000}}, "clk");
  host_executor const exec;
  live_timer<host_executor> live(exec, design);
  CHECK_THROWS_MATCHES(live.roll_back(), argument_error,
                       Catch::Matchers::Message("live_timer: no transaction is open"));
  live.begin();
  CHECK_THROWS_MATCHES(live.begin(), argument_error,
                       Catch::Matchers::Message("live_timer: a transaction is open already"));
  live.edits().set_pin_load(0, same_value(77.0f));
  CHECK_THROWS_AS(live.summary(split::late), argument_error);
  live.update();
  CHECK(live.summary(split::late).endpoints > 0);
  live.commit();
  live.edits().set_pin_load(0, same_value(77.0f));  // is there already
  CHECK(!live.edits().items().any());
}

TEST_CASE("networks that are none, and nets that are there twice, are refused and edit nothing", "[update]") {
  auto design = gsta_test::two_registers().flat;
  flat_editor edits(design);
  auto const refused = [&](std::vector<net_wire> const& wires, char const* words) {
    refuses(edits, words, [&] { edits.set_wires(wires); });
  };
  refused({{static_cast<id>(design.net_driver.size()), {}}}, "set_wire: no such net");
  refused({{0, {}}, {1, {}}, {0, {}}}, "set_wire: a net is there twice");
  refused({{0, {0, {1}, {design.net_driver[0]}, {}, {}, {}}}}, "set_wire: a node's pin ends no such net");
  refused({{0, {0, {1}, {none}, {0}, {1}, {1}}}}, "set_wire: an edge ends at no node");
  refused({{0, {1, {1}, {none}, {}, {}, {}}}}, "set_wire: the root is no node");
  edits.set_wires({});
  CHECK(!edits.items().any());
}

TEST_CASE("an arc that orders a latch is refused edges, and stays as long as the latch does", "[update]") {
  host_executor const exec;
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    auto made = gsta_test::latched_case(seed);
    flat_design& design = made.design;
    timer_options const& options = made.options;
    live_timer<host_executor> live(exec, design, options);
    timer<host_executor> before(exec, design, options);
    before.update(exec);
    CAPTURE(seed);
    auto const arcs = static_cast<id>(design.arc_from.size());
    auto const types = static_cast<id>(design.arc_types.size());
    for (id arc = 0; arc < arcs; ++arc) {
      auto const a = static_cast<std::size_t>(arc);
      id const own = design.arc_type_of[a];
      if (design.arc_types[static_cast<std::size_t>(own)].edges.code != 0) continue;
      bool is_tried = false;
      for (id type = 0; type < types; ++type) {
        if (design.arc_types[static_cast<std::size_t>(type)].edges.code == 0) continue;
        refuses(live.edits(), "set_arc_type: the arc only orders a latch, and has no edges",
                [&] { live.edits().set_arc_type(arc, type); });
        ++refused;
        if (std::exchange(is_tried, true)) continue;
        auto by_hand = design;  // who fills the arrays himself is told where they are timed
        by_hand.arc_type_of[a] = type;
        auto const no_order = Catch::Matchers::Message(
            "make_nodes: no arc orders a latch's enable before its data: resolve_clocks adds it");
        CHECK_THROWS_MATCHES(timer<host_executor>(exec, by_hand, options), argument_error, no_order);
        CHECK_THROWS_MATCHES(live.replace(std::move(by_hand), {}), argument_error, no_order);
      }
      live.edits().set_arc_type(arc, own);
      auto const removes = [&](structure_editor& edits) {  // none of the batch is made
        edits.add_net(edits.add_pin(), {design.arc_to[a]});
        edits.remove_arc(arc);
      };
      CHECK_THROWS_MATCHES(live.edit_structure(removes), argument_error,
                           Catch::Matchers::Message("remove_arc: the arc orders a latch, and goes with it"));
      CHECK(design.arc_type_of[a] == own);
    }
    auto const result = gsta_test::compare_timers(exec, before, live.timing());
    INFO(result.report());
    CHECK(result.failed == 0);
    CHECK(!live.edits().items().any());
    // With a pin of the latch it goes, and takes the arc with it.
    if (design.latches.empty()) continue;
    live.edit_structure([&](structure_editor& edits) { edits.remove_pin(design.latches[0].data); });
    CHECK(gsta_test::compare_with_fresh(exec, live, design, options).failed == 0);
  }
  CHECK(refused > 300);
}
