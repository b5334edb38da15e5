#include "gsta/io/tau15.hpp"

#include <string>
#include <vector>

#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::text;
using io::command_kind;

TEST_CASE("a .tau2015 names four files beside itself") {
  auto const files = io::read_tau2015(io::source::from_text("/data/a/a.tau2015", gsta_test::small_tau2015));
  CHECK(files.early_library == "/data/a/a_Early.lib");
  CHECK(files.late_library == "/data/a/a_Late.lib");
  CHECK(files.spef == "/data/a/a.spef");
  CHECK(files.verilog == "/data/a/a.v");
  CHECK(io::read_tau2015(text("a b c /d")).verilog == "/d");
  CHECK(io::read_tau2015(text("a b c d")).spef == "c");
}

TEST_CASE("a .timing has a clock and values for four conditions") {
  auto const c = io::read_timing(text(gsta_test::small_timing));
  REQUIRE(c.clocks.size() == 1);
  CHECK(c.clocks[0].name == "clk");
  CHECK(c.clocks[0].sources == std::vector<std::string>{"clk"});
  CHECK(c.clocks[0].period == 50'000);
  CHECK(c.clocks[0].rise == 0);
  CHECK(c.clocks[0].fall == 20'000);
  CHECK(c.clocks[0].propagated);
  CHECK(c.clocks[0].at.line == 2);
  REQUIRE(c.arrivals.size() == 1);
  CHECK(c.arrivals[0].pin == "clk");
  CHECK(c.arrivals[0].clock == "clk");
  CHECK(c.arrivals[0].clock_edge == edge::rise);
  CHECK(c.arrivals[0].arrival == per_condition<float>{{0, 25, 0, 25}});
  CHECK(c.arrivals[0].at.line == 3);
  CHECK(c.slews[0].slew == per_condition<float>{{10, 15, 10, 15}});
  CHECK(c.required[0].pin == "out");
  CHECK(c.required[0].clock.empty());
  CHECK(c.required[0].required == per_condition<float>{{10, 10, 20, 20}});
  CHECK(c.loads[0].load == same_value(4));
}

TEST_CASE("the clock's line may be the last, and may be missing") {
  auto const last = io::read_timing(text("at a 1 2 3 4\nclock c 1.5 50"));
  CHECK(last.arrivals[0].clock == "c");
  CHECK(last.clocks[0].fall == 750);
  CHECK(io::read_timing(text("at a 1 2 3 -4e1")).arrivals[0].clock.empty());
}

TEST_CASE("an .ops holds edits and reports, blank lines are passed over") {
  auto const commands = io::read_ops(io::source::from_text("d/x.ops", gsta_test::small_ops));
  REQUIRE(commands.size() == 6);
  CHECK(commands[0].kind == command_kind::report_at);
  CHECK(commands[0].target == "u1:a");
  CHECK(commands[0].split == split::early);
  CHECK(commands[0].edge == edge::rise);
  CHECK(commands[1].kind == command_kind::repower_gate);
  CHECK(commands[1].target == "u1");
  CHECK(commands[1].with == "INV_X2");
  CHECK(commands[2].kind == command_kind::report_slack);
  CHECK(commands[2].target == "u1:a");
  CHECK(commands[2].split == split::late);
  CHECK(commands[2].edge == edge::fall);
  CHECK(commands[3].kind == command_kind::read_spef);
  CHECK(commands[3].target == "d/change_1.spef");
  CHECK(commands[3].at.line == 5);
  CHECK(commands[4].with == "n1");
  CHECK(commands[5].num_paths == 3);
}

TEST_CASE("every command is known") {
  auto const commands =
      io::read_ops(text("insert_gate g c\nremove_gate g\ninsert_net n\nremove_net n\ndisconnect_pin p\n"
                        "report_rat -rise -pin p -early\nreport_slew p\nreport_worst_paths # one\n# none\n"));
  REQUIRE(commands.size() == 8);
  CHECK(commands[5].kind == command_kind::report_rat);
  CHECK(commands[6].kind == command_kind::report_slew);
  CHECK(commands[7].kind == command_kind::report_worst_paths);
  CHECK(commands[7].num_paths == 1);
}
