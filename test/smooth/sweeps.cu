#include "gsta/rc/elmore.cuh"
#include "gsta/smooth/smooth.cuh"
#include "gsta/sta/timer.cuh"
#include "test/smooth/sweeps_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;
using gsta::delay_layout;
using gsta::sweep_order;

namespace {

using device_executor = gsta::cuda_executor;
using smooth_timer = gsta::timer<device_executor>;

/// What a plan writes, full of what no sweep leaves.
struct smooth_arrays {
  gsta::delay_state<gsta::memory_space::device> delays;
  gsta::arrival_state<gsta::memory_space::device> arrivals;
  gsta::smooth_state<gsta::memory_space::device> smooth;
  gsta::smooth_cost_state<gsta::memory_space::device> cost;

  smooth_arrays(device_executor const& exec, smooth_timer const& t)
      : delays(make_delay_state(exec, t.view().design.pin_count(), t.view().arc_map.size())),
        arrivals(make_arrival_state(exec, t.nodes().count())),
        smooth(gsta::make_smooth_state(exec, t.nodes().count(), t.view().node_graph.arc_count())),
        cost(gsta::make_smooth_cost_state(exec, t.nodes().count(), t.view().checks)) {
    fill(exec, delays.arc_delay.view(), gsta::undefined_arrival());  // of arcs that only order
    for (auto* const array : {&delays.slew, &arrivals.node_arrival, &smooth.node_arrival, &smooth.weight})
      fill(exec, array->view(), gsta::same_value(-12345.0f));
    fill(exec, arrivals.node_predecessor.view(), gsta::same_id(-7));
  }

  smooth_results fetch(device_executor const& exec) const {
    auto const get = [&](auto const& array) { return to_vector(exec, array.view()); };
    return {{get(smooth.node_arrival), get(smooth.weight), get(arrivals.node_arrival),
             get(arrivals.node_predecessor)},
            get(delays.slew),
            get(delays.arc_delay),
            get(cost.cost),
            get(cost.violation),
            get(cost.check_share),
            get(cost.node_arrival)};
  }

  /// The cost in parts, of what the sweep left.
  template <class Swept>
  void find_cost(device_executor const& exec, smooth_timer const& t, Swept const& swept,
                 gsta::smooth_cost_options const& options) {
    auto const plan = make_smooth_cost_plan(exec, t.view().checks, cost);
    update_smooth_violations(exec, t.view().checks, t.view().design.luts, swept, options, cost);
    add_up_smooth_cost(exec, t.view().checks, options, cost);
    update_smooth_cost_seed(exec, t.view().checks, options, plan, cost);
  }
};

/// Twice, since a plan keeps values between runs.
smooth_results smooth_together(device_executor const& exec, smooth_timer const& t, smooth_case const& of,
                               sweep_order order, delay_layout where) {
  smooth_arrays out(exec, t);
  auto plan = make_fused_plan(exec, t.pins(), t.arrival_nodes(), t.view().design, where);
  auto values = make_smooth_values(exec, plan, t.view().node_graph);
  for (int run = 0; run < 2; ++run)
    propagate_smooth(exec, {t.pins(), t.arrival_nodes(), t.delay_model_of()}, plan, values, out.delays,
                     out.arrivals, out.smooth, {of.gamma, order});
  auto const exact =
      swept_timing_of(t.pins(), t.arrival_nodes(), t.delay_model_of(), plan, out.delays, out.arrivals, false);
  out.find_cost(exec, t, swept_smooth_of(exact, values), of.cost());
  return out.fetch(exec);
}

smooth_results smooth_apart(device_executor const& exec, smooth_timer const& t, smooth_case const& of,
                            sweep_order order, delay_layout where) {
  smooth_arrays out(exec, t);
  auto delay_plan = make_delay_plan(exec, t.pins(), t.view().design, where);
  auto plan =
      make_arrival_plan(exec, t.arrival_nodes(), t.view().design, std::as_const(delay_plan.arc_slot).view());
  auto values = make_smooth_values(exec, plan, t.view().node_graph);
  for (int run = 0; run < 2; ++run) {
    propagate_delays(exec, t.pins(), t.delay_model_of(), delay_plan, out.delays, {.order = order});
    propagate_smooth(exec, t.arrival_nodes(), plan, values, out.delays, out.arrivals, out.smooth,
                     {of.gamma, order, {.cell_delay = delay_plan.cell_delay.view()}});
  }
  auto const exact = swept_arrivals_of(t.arrival_nodes(), plan, out.delays, out.arrivals, false);
  out.find_cost(exec, t, swept_smooth_of(exact, values), of.cost());
  if (where == delay_layout::by_slot)
    scatter_delays(exec, delay_plan, out.delays, t.view().design.net_arc_count());
  return out.fetch(exec);
}

void smooth_sweeps_have_the_bits_of_the_loop(device_executor const& exec, smooth_case const& of,
                                             std::size_t& compared) {
  auto const want = smooth_by_level_loop(of);
  smooth_timer timer(exec, of.design, of.options);
  timer.update(exec);
  for (auto const order : {sweep_order::levels, sweep_order::dataflow}) {
    for (auto const where : {delay_layout::by_slot, delay_layout::by_arc}) {
      bit_comparison result;
      if (timer.nodes().one_per_pin)
        compare_smooth(result, smooth_together(exec, timer, of, order, where), want);
      compare_smooth(result, smooth_apart(exec, timer, of, order, where), want);
      compared += result.compared;
      CAPTURE(of.name, order == sweep_order::dataflow, where == delay_layout::by_slot,
              timer.nodes().one_per_pin, result.report());
      REQUIRE(result.failed == 0);
    }
  }
}

}  // namespace

TEST_CASE("smooth sweeps have the bits of the level loop on random circuits", "[smooth][small]") {
  with_cuda([](device_executor const& exec) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < 25; ++seed)
      smooth_sweeps_have_the_bits_of_the_loop(exec, random_smooth_case(seed), compared);
    CHECK(compared > 10000);
  });
}

TEST_CASE("smooth sweeps have the bits of the level loop on more random circuits", "[smooth]") {
  with_cuda([](device_executor const& exec) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 25; seed < 120; ++seed)
      smooth_sweeps_have_the_bits_of_the_loop(exec, random_smooth_case(seed), compared);
    for (std::uint64_t seed = 1000; seed < 1003; ++seed)
      smooth_sweeps_have_the_bits_of_the_loop(exec, random_smooth_case(seed, 30000), compared);
    CHECK(compared > 1000000);
  });
}

TEST_CASE("smooth sweeps sum long rows in their order", "[smooth][small]") {
  with_cuda([](device_executor const& exec) {
    std::size_t compared = 0;
    for (auto const& of : long_rows_cases()) smooth_sweeps_have_the_bits_of_the_loop(exec, of, compared);
    CHECK(compared > 8 * 4 * 500);
  });
}

TEST_CASE("smooth sweeps have the bits of the level loop on generated designs", "[smooth]") {
  with_cuda([](device_executor const& exec) {
    std::size_t compared = 0;
    for (auto const& of : generated_smooth_cases())
      smooth_sweeps_have_the_bits_of_the_loop(exec, of, compared);
    CHECK(compared > 100000);
  });
}

TEST_CASE("smooth sweeps see a few vertices only", "[smooth][race]") {
  with_cuda([](device_executor const& exec) {
    std::size_t compared = 0;
    smooth_sweeps_have_the_bits_of_the_loop(exec, long_rows_case(1, {3, 9, 17}, 3), compared);
    smooth_sweeps_have_the_bits_of_the_loop(exec, random_smooth_case(5, 60), compared);
    CHECK(compared > 1000);
  });
}

TEST_CASE("smooth sweeps refuse a temperature that is not above 0 and another plan", "[smooth][small]") {
  with_cuda([](device_executor const& exec) {
    auto const one = random_smooth_case(1), two = random_smooth_case(2);
    smooth_timer a(exec, one.design, one.options), b(exec, two.design, two.options);
    smooth_arrays out(exec, a);
    auto delays = make_delay_plan(exec, a.pins(), a.view().design);
    auto plan = make_arrival_plan(exec, a.arrival_nodes(), a.view().design);
    auto other = make_arrival_plan(exec, b.arrival_nodes(), b.view().design);
    auto values = make_smooth_values(exec, plan, a.view().node_graph);
    auto strange = make_smooth_values(exec, other, b.view().node_graph);
    for (float const gamma : {0.0f, -1.0f, gsta::math::infinity})
      CHECK_THROWS_AS(propagate_smooth(exec, a.arrival_nodes(), plan, values, out.delays, out.arrivals,
                                       out.smooth, {gamma}),
                      gsta::argument_error);
    CHECK_THROWS_AS(propagate_smooth(exec, a.arrival_nodes(), plan, strange, out.delays, out.arrivals,
                                     out.smooth, {1.0f}),
                    gsta::argument_error);
  });
}
