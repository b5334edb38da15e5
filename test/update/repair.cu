#include <gsta/sta/live_timer.cuh>

#include "test/support/cuda.cuh"
#include "test/update/repair_body.hpp"

using namespace gsta_test;

TEST_CASE("repairs on a device give the bits of fresh timers", "[update]") {
  with_cuda([](gsta::cuda_executor const& exec) { repairs_equal_fresh_timers(exec, 0, 40); });
}

TEST_CASE("how a live timer on a device updates goes by counts alone", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) { methods_go_by_counts(exec); });
}

TEST_CASE("repairs on a device that gave up go on with whoever comes next", "[update]") {
  with_cuda([](gsta::cuda_executor const& exec) { repairs_that_gave_up_go_on(exec); });
}
TEST_CASE("live timers on a device with credits have the bits of fresh ones", "[update]") {
  with_cuda([](gsta::cuda_executor const& exec) { credited_repairs_equal_fresh_timers(exec, 24); });
}
TEST_CASE("live timers on a device by effective capacitances have the bits of fresh ones", "[update]") {
  with_cuda([](gsta::cuda_executor const& exec) { effective_updates_equal_fresh_timers(exec, 12); });
}
TEST_CASE("live timers on a device with latches have the bits of fresh ones", "[update]") {
  with_cuda([](gsta::cuda_executor const& exec) { latched_updates_equal_fresh_timers(exec, 20); });
}

// Few, since tools that watch every access take long.
TEST_CASE("repairs of a few designs on a device give the bits of fresh timers", "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) { repairs_equal_fresh_timers(exec, 0, 4, 5); });
}

TEST_CASE("a live timer on a device is asked for figures, and then for slacks of pins", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    gsta::flat_design design = random_circuit(9, 400);
    id const pin = design.net_sink.front();
    gsta::per_condition<float> const load = gsta::same_value(40);
    gsta::live_timer<gsta::cuda_executor> timer(exec, design);
    timer.edits().set_pin_load(pin, load);
    timer.update();                                           // does not wait
    double const tns = timer.summary(gsta::split::late).tns;  // waits: a copy of some two hundred bytes
    timer.finish();                                           // required times and slacks of pins as well
    gsta::timer<gsta::cuda_executor> fresh(exec, design);
    fresh.update(exec);
    CHECK(tns == fresh.summary(exec, gsta::split::late).tns);
    CHECK(compare_timers(exec, fresh, timer.timing()).failed == 0);
  });
}

TEST_CASE("repowers of few and of many gates on a device give the bits of fresh timers", "[update]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    repowers_equal_fresh_timers(exec, "tiny", {1, 1, 2, 3, 7, 20, 101, 400, 1, 2});
    repowers_equal_fresh_timers(exec, "small", {1, 1, 2, 501, 1, 20000, 3001, 9000, 2});
  });
}
