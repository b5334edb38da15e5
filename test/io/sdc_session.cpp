#include "gsta/io/sdc_session.hpp"

#include <tcl.h>

#include <memory>

#include "test/io/sdc_design.hpp"

using namespace gsta;
using namespace gsta_test::sdc;
using sort = io::sdc_named::sort;

namespace {

/// An interpreter of a user's own, and a session in it; each command stands on a line of its own in "prompt".
struct session_bench {
  using interpreter = std::unique_ptr<Tcl_Interp, void (*)(Tcl_Interp*)>;
  interpreter tcl{(Tcl_FindExecutable(nullptr), Tcl_CreateInterp()), Tcl_DeleteInterp};
  model::netlist const netlist = gsta_test::sdc::netlist();
  model::library const library = gsta_test::sdc::library();
  std::size_t line = 0;
  io::sdc_session session;

  explicit session_bench(io::sdc_options const& options = {})
      : session(tcl.get(), [this] { return io::sdc_place{"prompt", {line, 1}}; }, options) {}

  bool run(std::string const& command) {
    ++line;
    return Tcl_Eval(tcl.get(), command.c_str()) == TCL_OK;
  }
  std::string result() const { return Tcl_GetStringResult(tcl.get()); }
  std::string error_code() const { return Tcl_GetVar(tcl.get(), "errorCode", TCL_GLOBAL_ONLY); }
  model::constraints constraints() const {
    model::diagnostics seen;
    return session.constraints(seen);
  }
};

std::vector<std::string> names_of(std::vector<io::sdc_named> const& objects) {
  std::vector<std::string> names;
  for (auto const& object : objects) names.push_back(object.name);
  return names;
}

}  // namespace

TEST_CASE("SDC session: commands build on each other, and can be asked for their sum at any time") {
  session_bench b;
  CHECK_FALSE(b.run("create_clock -period 2 clk"));
  CHECK(b.result() == "no design is linked yet: link_design comes first");
  CHECK_THROWS_AS(b.constraints(), argument_error);
  b.session.begin(b.netlist, b.library);
  CHECK(b.constraints().clocks.empty());
  REQUIRE(b.run("create_clock -name c -period 2 [get_ports clk]"));
  CHECK(b.constraints().clocks.size() == 1);
  REQUIRE(b.run("set_input_delay 1 -clock [get_clocks c] [get_ports in*]"));
  for (int again = 0; again < 2; ++again) {
    auto const all = b.constraints();
    REQUIRE(all.clocks.size() == 1);
    CHECK(all.clocks[0].period == 2'000'000);
    CHECK(all.arrivals.size() == 2);
    CHECK(all.rules == model::timing_rules::sdc);
    CHECK(all.file == "prompt");
    CHECK(all.clocks[0].at.line == 2);
  }
  b.session.begin(b.netlist, b.library);
  CHECK(b.constraints().clocks.empty());
}

TEST_CASE("SDC session: errors are Tcl's, with their place") {
  session_bench b;
  b.session.begin(b.netlist, b.library);
  CHECK_FALSE(b.run("set_load x out"));
  CHECK(b.result() == "expected a number, found \"x\"");
  CHECK(b.error_code() == "GSTA prompt 1 1");
  CHECK(b.run("catch {create_clock}"));
  CHECK(b.constraints().clocks.empty());
  CHECK(b.run("puts {}"));  // Tcl's own
}

TEST_CASE("SDC session: what only asks is no change") {
  session_bench b;
  b.session.begin(b.netlist, b.library);
  auto const before = b.session.changes();
  CHECK(b.run("get_ports *; all_clocks; get_property [get_ports clk] direction; sizeof_collection {}"));
  CHECK(b.session.changes() == before);
  CHECK(b.run("set_load 1 [get_ports out]"));
  CHECK(b.session.changes() > before);
  CHECK(b.run("set_max_area 0"));
  CHECK(b.constraints().loads.size() == 1);
}

TEST_CASE("SDC session: files are confined, count whole or not at all, and see what was said before") {
  for (bool const own_process : {true, false}) {
    CAPTURE(own_process);
    io::sdc_options options;
    options.own_process = own_process;
    options.variables = {{"PERIOD", "3"}};
    session_bench b(options);
    auto const text = [](std::string const& name, std::string const& lines) {
      return std::vector{io::source::from_text(name, lines)};
    };
    CHECK_THROWS_AS(b.session.read(text("early.sdc", "set_load 1 out\n")), argument_error);
    b.session.begin(b.netlist, b.library);
    REQUIRE(b.run("create_clock -name c -period 2 [get_ports clk]"));
    b.session.read(text("more.sdc",
                        "set_input_delay 1 -clock [get_clocks c] in[0]\n"
                        "create_clock -name d -period $::env(PERIOD) clk2\nget_cells none\n"));
    REQUIRE(b.run("set_output_delay 1 -clock [get_clocks d] out"));
    CHECK(b.constraints().clocks.size() == 2);
    CHECK(b.constraints().arrivals.size() == 1);
    CHECK(b.constraints().required.size() == 1);
    model::diagnostics seen;
    (void)b.session.constraints(seen);
    CHECK(seen.unmatched().count == 1);
    auto const changes = b.session.changes();
    try {
      b.session.read(text("bad.sdc", "set_load 1 out\ncreate_clock -name e -period 1\nopen x\n"));
      FAIL("it was read");
    } catch (input_error const& e) {
      CHECK(e.file == "bad.sdc");
      CHECK(e.line == 3);
    }
    CHECK(b.session.changes() == changes);
    CHECK(b.constraints().loads.empty());
    CHECK(b.constraints().clocks.size() == 2);
    CHECK(b.run("get_ports in*"));  // in the user's own interpreter still
    CHECK(b.run("set_load 2 out"));
    CHECK(b.constraints().loads.size() == 1);
  }
}

TEST_CASE("SDC session: objects by words of a script") {
  session_bench b;
  b.session.begin(b.netlist, b.library);
  REQUIRE(b.run("create_clock -name clk -period 2 clk"));
  auto const all = std::vector{sort::clock, sort::cell, sort::port, sort::pin, sort::net};
  auto const clock = b.session.objects("clk", all);
  REQUIRE(clock.size() == 1);
  CHECK(clock[0].is == sort::clock);
  CHECK(b.session.objects("clk", {sort::port}).at(0).is == sort::port);
  REQUIRE(b.run("get_ports clk"));
  auto const handle = b.result();
  CHECK(b.session.objects(handle, all).at(0).is == sort::port);
  CHECK(b.session.shown("at " + handle) == "at clk");
  CHECK(names_of(b.session.objects("b1 {in[0] in[1]}", all)) ==
        std::vector<std::string>{"b1", "in[0]", "in[1]"});
  CHECK(b.session.objects("b1/A", all).at(0).is == sort::pin);
  CHECK_THROWS_AS(b.session.objects("nowhere", all), argument_error);
  CHECK_THROWS_AS(b.session.objects(handle, {sort::clock}), argument_error);
}

TEST_CASE("SDC session: objects of a design that was linked before say so") {
  session_bench b;
  b.session.begin(b.netlist, b.library);
  REQUIRE(b.run("set old [get_ports clk]; set more [get_ports in*]"));
  b.session.begin(b.netlist, b.library);
  std::string const why = "an object is of a design that was linked before: ask for it again";
  for (auto const* const command :
       {"get_object_name $old", "set_load 1 $old", "create_clock -name $old -period 1",
        "sizeof_collection $more", "get_cells -of_objects [list $old]", "set_false_path -from \"b1 $old\""}) {
    CAPTURE(command);
    CHECK_FALSE(b.run(command));
    CHECK(b.result() == why);
  }
  REQUIRE(b.run("set old"));
  CHECK_THROWS_WITH(b.session.objects(b.result(), {sort::port}), why);
  CHECK(b.session.shown(b.result()) == "(an object of a design that was linked before)");
  REQUIRE(b.run("get_object_name [get_ports clk]"));
  CHECK(b.result() == "clk");
  b.session.begin(b.netlist, b.library);
  REQUIRE(b.run("get_ports clk"));
  auto const fresh = b.result();
  CHECK_FALSE(b.run("get_object_name $old"));
  CHECK(b.session.objects(fresh, {sort::port}).at(0).name == "clk");
}

TEST_CASE("SDC session: variables that are set, and unset, are changes") {
  session_bench b;
  b.session.begin(b.netlist, b.library);
  auto const credits = [&] { return b.constraints().common_path_credits; };
  auto changes = b.session.changes();
  auto const changed = [&] {
    auto const before = std::exchange(changes, b.session.changes());
    return before != changes;
  };
  CHECK(credits());
  for (int i = 0; i < 2; ++i) {  // a variable that is gone may come again
    REQUIRE(b.run("set sta_crpr_enabled 0"));
    CHECK(changed());
    CHECK_FALSE(credits());
    REQUIRE(b.run("unset sta_crpr_enabled"));
    CHECK(changed());
    CHECK(credits());
  }
  REQUIRE(b.run("namespace eval x { set ::sta_crpr_enabled 0 }"));
  CHECK(changed());
  CHECK_FALSE(credits());
  REQUIRE(b.run("set sta_pocv_enabled 1"));
  CHECK(changed());
  model::diagnostics seen;
  (void)b.session.constraints(seen);
  CHECK(seen.not_applied().count == 1);
  REQUIRE(b.run("set sta_report_default_digits 3"));
  CHECK_FALSE(changed());
}

TEST_CASE("SDC session: its commands go with it") {
  session_bench::interpreter const tcl((Tcl_FindExecutable(nullptr), Tcl_CreateInterp()), Tcl_DeleteInterp);
  auto const has = [&](char const* name) {
    Tcl_CmdInfo info{};
    return Tcl_GetCommandInfo(tcl.get(), name, &info) != 0;
  };
  {
    io::sdc_session const session(tcl.get(), [] { return io::sdc_place{}; });
    CHECK(has("create_clock"));
    CHECK_FALSE(has("echo"));
  }
  CHECK_FALSE(has("create_clock"));
  CHECK(has("puts"));
  CHECK(Tcl_Eval(tcl.get(), "set sta_pocv_enabled 1") == TCL_OK);  // nobody listens any more
}
