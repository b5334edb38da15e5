#include "test/sta/latch_circuit.hpp"
#include "test/support/backends.hpp"
#include "test/update/repair_body.hpp"

using namespace gsta_test;

TEST_CASE("repairs by lists of what waits give the bits of fresh timers, on every backend", "[update]") {
  on_host_backends([](auto const& exec) { repairs_equal_fresh_timers(exec, 0, 40); });
}

TEST_CASE("repowers of few and of many gates give the bits of fresh timers", "[update]") {
  on_host_backends([](auto const& exec) {
    repowers_equal_fresh_timers(exec, "tiny", {1, 1, 2, 3, 7, 20, 101, 400, 1, 2});
    repowers_equal_fresh_timers(exec, "small", {1, 1, 2, 501, 1, 20000, 3001, 9000, 2});
  });
}

TEST_CASE("what an edited timer does not do it says", "[update]") {
  gsta::host_executor const exec;
  gsta::flat_design design = random_circuit(9, 400);
  using timer = gsta::edited_timer<gsta::host_executor>;
  gsta::timer_options options;
  options.delays.model = gsta::cell_model::effective;
  CHECK_THROWS_AS(timer(exec, design, options), gsta::argument_error);
  options = {};
  options.credits = gsta::common_path::by_pin;
  CHECK_THROWS_AS(timer(exec, design, options), gsta::argument_error);
  prng random(300);
  latch_circuits::builder built(random, true);
  CHECK_THROWS_AS(timer(exec, built.made.design), gsta::argument_error);

  timer live(exec, design);
  live.edits().set_pin_load(design.net_sink.front(), gsta::same_value(3));
  CHECK_THROWS_AS(live.summary(gsta::split::late), gsta::argument_error);  // not timed yet
  CHECK_THROWS_AS(live.roll_back(), gsta::argument_error);
  live.update();
  CHECK(live.uploaded() == 2);   // a load and a net
  live.edits().set_wire(0, {});  // where rows of networks are moves
  CHECK_THROWS_WITH(live.update(), contains("make a new timer"));
  CHECK(live.edits().marks().any());
}
