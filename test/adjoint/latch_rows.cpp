// Gradients in a row of two latches, by hand and against central differences in double.
#include "test/adjoint/latches_body.hpp"

using namespace gsta_test;

namespace {

/// Two clocks, a register, two latches in a row that are open one after the other, a path of two cycles from
/// the second one to a register of the other clock and, if it has a delay, a way back to the first latch.
struct latch_row {
  flat_design design;
  id launch = none, open_first = none, open_second = none;      ///< arcs from clocks
  id to_first = none, to_second = none, to_end = none;          ///< arcs between registers
  id through_first = none, through_second = none, back = none;  ///< through the latches
  id end = none;                                                ///< the last register's data

  latch_row(float first, float second, float last, float again = -1) {
    design.add_clock(none, {100'000, {0, 50'000}}, "c0");
    design.add_clock(none, {200'000, {0, 100'000}}, "c1");
    element const from = add(0, gsta::edge::rise, 10), a = add(0, gsta::edge::fall, 10, true);
    element const b = add(0, gsta::edge::rise, 10, true), to = add(1, gsta::edge::rise, 10);
    launch = from.launch;
    open_first = a.launch;
    open_second = b.launch;
    through_first = a.through;
    through_second = b.through;
    to_first = connect(from, a, first);
    to_second = connect(a, b, second);
    to_end = connect(b, to, last);
    if (again >= 0) back = connect(b, a, again);
    end = to.data;
    gsta::path_exception several;
    several.effect = gsta::exception_effect::multicycle;
    several.to = {to.data};
    several.cycles = 2;
    several.hold = false;
    design.exceptions.push_back(several);
    gsta::resolve_clocks(design);
    gsta::resolve_exceptions(design);
  }

 private:
  struct element {
    id clock, data, output, launch = none, through = none;
  };
  id constant(float value) { return design.luts.add({}, {}, {value}); }
  id add_arc(id from, id to, float delay, gsta::edge_map edges, bool launches) {
    gsta::arc_type type{gsta::same_id(constant(delay)), gsta::same_id(constant(0)), edges};
    type.launches = launches;
    design.add_arc(from, to, design.add_arc_type(type));
    return static_cast<id>(design.arc_from.size()) - 1;
  }
  id connect(element const& from, element const& to, float delay) {
    return add_arc(from.output, to.data, delay, gsta::positive_edges(), false);
  }

  /// A register at the edge `active`, or a latch that it opens; setup takes 5, hold 2, a latch 8.
  element add(int clock, gsta::edge active, float delay, bool is_latch = false) {
    element made{design.add_pin(), design.add_pin(), design.add_pin()};
    gsta::edge_map edges;
    for (int c = 0; c < gsta::conditions; ++c) edges.set(c, active);
    made.launch = add_arc(made.clock, made.output, delay, edges, true);
    for (int e = 0; e < 2; ++e) {
      per_condition<float> at = gsta::undefined_arrival();
      at[e] = 0;
      at[2 + e] = 1;
      design.sources.push_back({made.clock, 2 * clock + e, at, gsta::arrival_kind::clock});
    }
    design.asserted_slew[static_cast<std::size_t>(made.clock)] = gsta::same_value(0);
    auto const checked = is_latch ? static_cast<gsta::edge>(1 - static_cast<int>(active)) : active;
    auto const check = [&](gsta::check_kind kind, float value) {
      id const table = constant(value);
      design.add_check(made.data, made.clock, design.add_check_type({kind, checked, {table, table}}));
    };
    check(gsta::check_kind::setup, 5);
    if (is_latch) {
      id const departs = design.add_shadow(made.data);
      made.through = add_arc(departs, made.output, 8, gsta::positive_edges(), false);
      design.latches.push_back(
          {made.data, departs, made.clock, active, static_cast<id>(design.check_data.size()) - 1});
    }
    check(gsta::check_kind::hold, 2);
    return made;
  }
};

/// Gradients of late rising delays in a row of latches, which are checked against differences on the way.
struct row_gradients {
  double cost = 0, launch = 0, first = 0, second = 0, last = 0;
  double through_first = 0, through_second = 0, open_first = 0, open_second = 0;
  double hold_first = 0;  // of the early cost
  double back = 0;
  std::size_t loops = 0;
};

row_gradients gradients_of(latch_row const& made, float gamma = 0.01f) {
  host_timer timer(serial_host, made.design);
  timer.update(serial_host);
  gradient_check check;
  auto const run = [&](gsta::split side) {
    double_latches flow(serial_host, timer, timer.view().design, {gsta::smooth_goal::total, side, gamma});
    flow.find_cost();
    flow.find_gradients();
    REQUIRE(flow.settled);
    for (std::size_t arc = 0; arc < flow.delays.arc_delay.size(); ++arc) {
      for (int c = 0; c < gsta::conditions; ++c) {
        double& delay = flow.delays.arc_delay[arc][c];
        double const before = delay;
        if (!std::isfinite(before)) continue;
        check.differ("arc", arc, c, flow.adjoint.arc_delay[arc][c], before, 1e-4, [&](double x) {
          delay = x;
          return flow.find_cost();
        });
        delay = before;
      }
    }
    flow.find_cost();
    return flow;
  };
  auto const flow = run(gsta::split::late), early = run(gsta::split::early);
  CAPTURE(check.first);
  CHECK(check.wrong == 0);
  CHECK(check.kinks == 0);
  auto const both = [](double_latches const& of, id arc, int first) {
    auto const& g = of.adjoint.arc_delay[static_cast<std::size_t>(arc)];
    return g[first] + g[first + 1];
  };
  auto const late = [&](id arc) { return both(flow, arc, 2); };
  row_gradients g;
  g.cost = flow.cost.cost[0];
  g.launch = late(made.launch);
  g.first = late(made.to_first);
  g.second = late(made.to_second);
  g.last = late(made.to_end);
  g.through_first = late(made.through_first);
  g.through_second = late(made.through_second);
  g.open_first = late(made.open_first);
  g.open_second = late(made.open_second);
  g.hold_first = both(early, made.to_first, 0);
  if (made.back != gsta::none) g.back = late(made.back);
  g.loops = timer.nodes().opened_loops;
  return g;
}

}  // namespace

TEST_CASE("a late end behind two latches that borrow is as late as each delay in front", "[adjoint][small]") {
  // 11 + 60 comes to the first one, which has been open since 50; 21 + 8 + 32 to the second, open since 50;
  // 11 + 8 + 350 to a register that captures at 300 less 5, two cycles of its clock.
  auto const g = gradients_of({60, 32, 350});
  CHECK(std::abs(g.cost - 74) < 0.1);
  for (double const one : {g.launch, g.first, g.second, g.last, g.through_first, g.through_second})
    CHECK(std::abs(one - 1) < 1e-3);
  CHECK(std::abs(g.open_first) < 1e-3);
  CHECK(std::abs(g.open_second) < 1e-3);
  CHECK(g.hold_first == 0);
}

TEST_CASE("data that come before a latch opens do not matter behind it", "[adjoint][small]") {
  // 11 + 20 comes before 50: the edge that opens the first latch launches, and the second one borrows 6.
  auto const g = gradients_of({20, 45, 350});
  CHECK(std::abs(g.cost - 69) < 0.1);
  for (double const nothing : {g.launch, g.first, g.through_first, g.open_second})
    CHECK(std::abs(nothing) < 1e-3);
  for (double const one : {g.open_first, g.second, g.through_second, g.last}) CHECK(std::abs(one - 1) < 1e-3);
}

TEST_CASE("data that come after a latch has closed matter to its check alone", "[adjoint][small]") {
  // 11 + 100 is 16 later than 95; at 45 data depart, which come to the second one at 85 and to the end at
  // 393.
  auto const g = gradients_of({100, 32, 350});
  CHECK(std::abs(g.cost - (16 + 98)) < 0.1);
  CHECK(std::abs(g.launch - 1) < 1e-3);
  CHECK(std::abs(g.first - 1) < 1e-3);
  for (double const one : {g.through_first, g.second, g.through_second, g.last})
    CHECK(std::abs(one - 1) < 1e-3);
  CHECK(std::abs(g.open_first) < 1e-3);
}

TEST_CASE("gradients go round a loop of two latches", "[adjoint][small]") {
  // The way back comes 2 earlier than the register's data: the loop gives back what it borrows, and what has
  // been round it once more counts less. Each turn then counts about 0.4 of the one before.
  auto const g = gradients_of({60, 32, 350, 50}, 4);
  CHECK(g.loops > 0);
  CHECK(g.cost > 75);
  CHECK(g.launch > 0.8);
  CHECK(g.back > 0.4);
  CHECK(g.second > g.last + 0.4);
}

TEST_CASE("early data at a latch are checked against its closing edge and nothing else", "[adjoint][small]") {
  // Held for 2 behind the closing edge, which for early data is the launching one: the late clock comes at 1.
  auto const g = gradients_of({-9, 32, 300});
  CHECK(std::abs(g.hold_first + 1) < 1e-2);
}

TEST_CASE("a loop that gains little each turn ends where its latches close, smoothly too",
          "[adjoint][small]") {
  latch_row const made(60, 42, 350, 42.002f);
  host_timer timer(serial_host, made.design);
  timer.update(serial_host);
  CHECK(!timer.view().latches_settled);
  // The register's data and the loop's own go round it in turns: both latches end at the closing edge, 45
  // from the opening one, not one at where the other wave was.
  for (auto const& latch : made.design.latches) {
    for (id n = timer.nodes().pin_begin[latch.departs]; n < timer.nodes().pin_begin[latch.departs + 1]; ++n) {
      CAPTURE(latch.departs, n);
      CHECK(timer.view().node_arrival[n][gsta::condition(gsta::split::late, gsta::edge::rise)] == 45);
    }
  }
  float const worst = timer.summary(serial_host, gsta::split::late).worst_slack;
  latched_flow<gsta::host_executor, float> flow(serial_host, timer, timer.view().design,
                                                {gsta::smooth_goal::worst, gsta::split::late, 1e-6f});
  CHECK(std::abs(flow.find_cost() + static_cast<double>(worst)) < 0.01);
  CHECK(!flow.settled);
}
