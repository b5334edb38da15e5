// What effective capacitances take of memory, beside delays by tables.

#include <cstdint>
#include <cstdio>

#include "bench/generate.hpp"
#include "gsta/forward/plan.hpp"
#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

constexpr auto on_host = gsta::memory_space::host;

template <class T>
std::size_t bytes_of(gsta::buffer<T, on_host> const& of) {
  return of.size() * sizeof(T);
}

/// Of a plan for a sweep, but for tables and what libraries share.
template <bool Slews, bool Arrivals>
std::size_t bytes_of(gsta::forward_plan<on_host, Slews, Arrivals> const& plan) {
  return bytes_of(plan.values) + bytes_of(plan.positions) + bytes_of(plan.cell_delay) +
         bytes_of(plan.arc_slot) + bytes_of(plan.cut.tiles.records) + bytes_of(plan.cut.inlined) +
         bytes_of(plan.cut.source) + bytes_of(plan.cut.source_value) + bytes_of(plan.cut.scatter);
}

struct added_bytes {
  std::size_t pins = 0, state = 0, pi = 0;
  std::size_t plans = 0, fused = 0;  ///< of the two sweeps that a device's update is; of the one by tables

  double of_state() const { return static_cast<double>(state + pi) / static_cast<double>(pins); }
  double of_plans() const {
    return (static_cast<double>(plans) - static_cast<double>(fused)) / static_cast<double>(pins);
  }
};

/// In float. Plans are a device's, cut on the host: tiles with at most so many sinks.
added_bytes added_to(gsta::flat_design const& design) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> const timer(exec, design, {.keep_tree_sums = false});
  auto const& view = timer.view().design;
  auto const state = make_effective_state(exec, view, {});
  auto const wires = make_wire_state(exec, view, gsta::wire_slew::reduce);
  added_bytes added{view.pin_count(), bytes_of(state.net_of) + bytes_of(state.sink), bytes_of(wires.pi)};
  auto const pins = timer.pins();
  auto const slots = gsta::delay_layout::by_slot;
  auto delays = gsta::detail::make_forward_plan<true, false>(exec, cut_problem_of(pins, view.net_arc_count()),
                                                             *pins.order, view, slots, {},
                                                             gsta::detail::ceff_sinks_each);
  auto const arrivals =
      make_arrival_plan(exec, timer.arrival_nodes(), view, std::as_const(delays).arc_slot.view());
  share_scatter(exec, delays, arrivals);
  CHECK(delays.cut.scatter.empty());
  added.plans = bytes_of(delays) + bytes_of(arrivals);
  added.fused = bytes_of(make_fused_plan(exec, pins, timer.arrival_nodes(), view, slots));
  CHECK(bytes_of(state.edges) + bytes_of(state.curves) < 1u << 20u);  // whatever the design
  CHECK(state.edges_double.empty());
  return added;
}

void check_bound(char const* preset) {
  auto const added = added_to(gsta_bench::generate(gsta_bench::preset(preset)));
  std::printf("%s: %zu pins; state %.1f bytes a pin, a device's plans %.1f (%.1f for %.1f)\n", preset,
              added.pins, added.of_state(), added.of_plans(),
              static_cast<double>(added.plans) / static_cast<double>(added.pins),
              static_cast<double>(added.fused) / static_cast<double>(added.pins));
  CHECK(added.of_state() > 20);
  CHECK(added.of_state() <= 36.5);
  CHECK(added.of_plans() > 10);
  CHECK(added.of_state() + added.of_plans() <= 60);
}

}  // namespace

TEST_CASE("effective capacitances take at most 60 bytes a pin more than tables", "[forward][small]") {
  // 4 a pin, 32 a sink and 32 a driver: a pin that is one of both makes 36.
  static_assert(sizeof(gsta::sink_timing) == 32 && sizeof(gsta::pi_load) == 32);
  check_bound("small");
}

TEST_CASE("effective capacitances take at most 60 bytes a pin more than tables in a large design",
          "[forward][slow]") {
  check_bound("superblue18");
}
