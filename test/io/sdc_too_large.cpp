#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

// A file of its own, at the end: what Tcl held then stays in the process, and every fork behind it is slower.
TEST_CASE("a value too large for Tcl is an error, not the end of the process", "[sdc][slow]") {
  io::sdc_options here;
  here.own_process = false;
  here.max_seconds = 30;
  CHECK_THAT(error_of("set a x\nwhile 1 {append a $a}", here),
             contains("t.sdc:2:1: error: a Tcl value is too"));
  CHECK(read("set_load 1 out", here).constraints.loads.size() == 1);
}
