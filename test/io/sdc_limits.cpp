#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

namespace {

using kind = model::design_limit::kind;
using scope = model::design_limit::scope;

}  // namespace

TEST_CASE("limits of slew, load and fanout are read, each object apart", "[sdc]") {
  auto const r = read(
      "create_clock -name c -period 2 clk\n"
      "set_max_transition 0.5 [current_design]\n"
      "set_max_transition 0.25 top\n"
      "set_max_transition -data_path -rise 0.1 [get_clocks c]\n"
      "set_max_capacitance 0.002 {out b1}\n"
      "set_max_fanout 20 [get_lib_cells lib/BUF]\n"
      "set_max_fanout 4 [get_ports clk]\n");
  auto const& all = r.constraints.limits;
  REQUIRE(all.size() == 7);
  CHECK((all[0].of == kind::transition && all[0].of_what == scope::design && all[0].value == 500));
  CHECK((all[1].of_what == scope::design && all[1].value == 250));
  CHECK((all[2].of_what == scope::clock && all[2].name == "c" && all[2].value == 100));
  CHECK((all[2].rise && !all[2].fall && all[2].data_path && !all[2].clock_path));
  CHECK((all[3].of == kind::capacitance && all[3].of_what == scope::pin && all[3].name == "out"));
  CHECK(all[3].value == 2);
  CHECK((all[4].of_what == scope::instance && all[4].name == "b1"));
  CHECK((all[5].of == kind::fanout && all[5].of_what == scope::library_cell && all[5].name == "BUF"));
  CHECK((all[6].of_what == scope::pin && all[6].name == "clk" && all[6].value == 4));
  CHECK(r.seen.not_applied().count == 0);
  CHECK(r.count("no effect on timing: set_max_fanout") == 0);
}

TEST_CASE("least pulse widths are read for one pulse or both", "[sdc]") {
  auto const r = read(
      "create_clock -name c -period 2 clk\n"
      "set_min_pulse_width 0.5\n"
      "set_min_pulse_width -high 0.25 [get_clocks c]\n"
      "set_min_pulse_width -low 0.125 u/r1/CK\n"
      "create_clock -name d -period 2 clk\n");
  auto const& all = r.constraints.limits;
  REQUIRE(all.size() == 2);  // the clock c is gone
  CHECK((all[0].of == kind::pulse_width && all[0].of_what == scope::design && all[0].value == 500));
  CHECK((all[0].rise && all[0].fall));
  CHECK((all[1].of_what == scope::pin && all[1].name == "u/r1/CK" && !all[1].rise && all[1].fall));
}

TEST_CASE("limits have their faults", "[sdc]") {
  CHECK_THAT(error_of("set_max_fanout x top"), contains("expected a number"));
  CHECK_THAT(error_of("set_max_transition -1 top"), contains("negative"));
  CHECK_THAT(error_of("set_max_capacitance 1"), contains("t.sdc:1:1"));
  CHECK(read("set_max_fanout 3 [get_ports -quiet nothing]").count("set_max_fanout of an empty list") == 1);
}
