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

TEST_CASE("how a live timer by levels updates goes by counts alone", "[update][small]") {
  on_host_backends([](auto const& exec) { methods_go_by_counts(exec); });
}

TEST_CASE("repairs that gave up go on with whoever comes next", "[update]") {
  on_host_backends([](auto const& exec) { repairs_that_gave_up_go_on(exec); });
}
TEST_CASE("live timers by levels with common-path credits have the bits of fresh ones", "[update]") {
  on_host_backends([](auto const& exec) { credited_repairs_equal_fresh_timers(exec, 24); });
}
TEST_CASE("live timers by levels by effective capacitances have the bits of fresh ones", "[update]") {
  on_host_backends([](auto const& exec) { effective_updates_equal_fresh_timers(exec, 8); });
}
TEST_CASE("live timers by levels of designs with latches have the bits of fresh ones", "[update]") {
  on_host_backends([](auto const& exec) { latched_updates_equal_fresh_timers(exec, 20); });
}

TEST_CASE("what a live timer by levels does not do it says", "[update]") {
  gsta::host_executor const exec;
  gsta::flat_design design = random_circuit(9, 400);
  using timer = gsta::live_timer<gsta::host_executor, gsta::repair_walker::levels>;
  timer live(exec, design);
  live.edits().set_pin_load(design.net_sink.front(), gsta::same_value(3));
  CHECK_THROWS_WITH(live.summary(gsta::split::late), contains("edits are not timed yet"));
  CHECK_THROWS_WITH(live.roll_back(), contains("no transaction is open"));
  live.update();
  CHECK(live.counts().words == 2);  // a load and a net
  live.begin();
  CHECK_THROWS_WITH(live.begin(), contains("a transaction is open already"));
  live.commit();

  // What closes a loop is refused, whichever way it comes, and all stays as it was.
  auto const before = live.figures();
  gsta::flat_design const was = design;
  auto const loop = [](gsta::structure_editor& edits) { edits.add_arc(1, 0, 0), edits.add_arc(0, 1, 0); };
  CHECK_THROWS_AS(live.edit_structure(loop), gsta::graph_error);
  CHECK_THROWS_WITH(live.replace(gsta::flat_design(was), {{1 << 30}, {}, {}, {}}), contains("the maps name"));
  CHECK(design.arc_from.size() == was.arc_from.size());
  CHECK(live.counts().rebuilds == 0);
  CHECK(live.figures().late.tns == before.late.tns);
}
