// Common-path credits of propagated clocks at registers that ideal clocks reach too.

#include <cmath>

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// The worst hold slack of: clk or other -> mux -> r1/CK and r2/CK; r1/Q -> r2/D. Clock c at clk is
/// propagated and so much later at its source for late paths; clock e at other is ideal.
float worst_hold(float apart, bool with_e) {
  model_maker m;
  for (char const* name : {"clk", "other", "s", "d"}) m.input(name);
  m.output("q");
  m.instance("MUX2", "mux", {{"A", "clk"}, {"B", "other"}, {"S", "s"}, {"Z", "ck"}});
  m.instance("DFF", "r1", {{"CK", "ck"}, {"D", "d"}, {"Q", "x"}});
  m.instance("DFF", "r2", {{"CK", "ck"}, {"D", "x"}, {"Q", "q"}});
  m.clock("c", "clk", true).properties.insertion = {0, 0, apart, apart};
  if (with_e) {
    m.clock("e", "other", false);
    m.constraints.groups.emplace_back().groups = {{"c"}, {"e"}};
  }
  gsta::timer_options options;
  options.delays = {gsta::wire_slew::keep, gsta::negative_slew::clip, gsta::unreached_sink::no_delay};
  options.credits = gsta::common_path::by_pin;
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, m.flat(), options);
  timer.update(exec);
  return timer.summary(exec, gsta::split::early).worst_slack;
}

}  // namespace

TEST_CASE("a propagated clock has its credits where an ideal one comes too", "[flat][small]") {
  for (bool const with_e : {false, true}) {
    CAPTURE(with_e);
    float const together = worst_hold(0, with_e);
    REQUIRE(gsta::math::is_defined(together));
    CHECK(std::abs(worst_hold(7, with_e) - together) < 1e-4f);
  }
}
