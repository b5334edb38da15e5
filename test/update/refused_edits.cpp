#include <limits>

#include "gsta/sta/live_timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/two_registers.hpp"

using namespace gsta;

namespace {

/// Calls `edit` and expects it to be refused in these words, with nothing marked.
template <class F>
void refuses(flat_editor& edits, char const* words, F const& edit) {
  INFO(words);
  CHECK_THROWS_MATCHES(edit(), argument_error, Catch::Matchers::Message(words));
  CHECK(!edits.marks().any());
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
  refuses(edits, "set_pin_load: a load is a number", [&] { edits.set_pin_load(0, same_value(nan)); });
  refuses(edits, "set_arc_type: no such cell arc", [&] { edits.set_arc_type(1 << 30, 0); });
  refuses(edits, "set_arc_type: no such type", [&] { edits.set_arc_type(0, 1 << 30); });
  refuses(edits, "set_check_type: no such check", [&] { edits.set_check_type(1 << 30, 0); });
  refuses(edits, "set_wire_values: no such net", [&] { edits.set_wire_values(nets, {}, {}); });
  refuses(edits, "set_wire_values: the net has not as many nodes and edges",
          [&] { edits.set_wire_values(0, std::vector<float>(1000, 1.0f), {}); });
  refuses(edits, "set_asserted_slew: a slew is a number or undefined",
          [&] { edits.set_asserted_slew(0, same_value(nan)); });
  refuses(edits, "set_source_arrival: no such source", [&] { edits.set_source_arrival(-1, {}); });
  refuses(edits, "set_source_arrival: an arrival is a number or undefined",
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
  CHECK(!live.edits().marks().any());
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
  CHECK(!edits.marks().any());
}
