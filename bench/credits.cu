// Common-path credits in an update's plan on the device: against the loop over levels to the bit, then times
// beside the update without them and what memory can do, as a table for a log in bench/results. Usage:
// bench_credits [PRESET:DEPTH...]; without words superblue10 with clock trees of 8 and of 16 levels. Exits
// with 1 if a bit differs.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "bench/designs.hpp"
#include "bench/device_machine.cuh"
#include "bench/device_program.cuh"
#include "gsta/sta/timing_plan.cuh"

namespace {

using gsta::memory_space;
using device_timer = gsta::timer<gsta::cuda_executor>;

struct credit_case {
  std::string name;
  gsta_bench::bench_design made;

  /// "PRESET:DEPTH"
  static credit_case of(std::string const& word) {
    std::size_t const colon = word.find(':');
    auto options = gsta_bench::preset(word.substr(0, colon));
    if (colon != std::string::npos) options.clock_depth = std::atoi(word.c_str() + colon + 1);
    options.wires = gsta_bench::generated_wires::placed;
    return {word, gsta_bench::generated_design(word, options)};
  }
};

template <class T>
bool same(gsta::cuda_executor const& exec, gsta::buffer<T, memory_space::device> const& a,
          gsta::buffer<T, memory_space::device> const& b) {
  auto const left = to_vector(exec, a.view()), right = to_vector(exec, b.view());
  return left.size() == right.size() &&
         std::memcmp(left.data(), right.data(), left.size() * sizeof(left[0])) == 0;
}

/// One update by the calls that plans must equal, the lanes a few at a time.
double time_loop(gsta::cuda_executor const& exec, device_timer& t,
                 gsta::star_view<memory_space::device> const& star) {
  auto lanes = make_credit_state(exec, t.nodes().count(), t.clocks(), 2);
  update_star_wires(exec, t.view().design, star, gsta::detail::state_of(t).wires,
                    {t.options().delays.wires, t.options().delays.unreached});
  propagate(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), gsta::detail::state_of(t).delays,
            gsta::detail::state_of(t).arrivals);
  double const ms = gsta_bench::median_ms(
      exec, [](int) {},
      [&] {
        propagate_credits(exec, t.arrival_nodes(), t.checks(), t.clocks(),
                          std::as_const(gsta::detail::state_of(t).role).view(), t.delays(), t.arrivals(),
                          lanes);
      },
      gsta_bench::launches::as_they_come);
  update_required(exec, t.arrival_nodes(), {t.checks(), view_of(lanes)}, t.view().design.luts,
                  gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals,
                  gsta::detail::state_of(t).slacks, t.options().capture);
  return ms;
}

/// The lanes alone, with delays by arc.
double time_lanes(gsta::cuda_executor const& exec, device_timer& t,
                  gsta::credit_plan<memory_space::device>& plan) {
  return gsta_bench::median_ms(
      exec, [](int) {},
      [&] {
        propagate_credits(exec, t.credit_problem(), plan, t.delays(), t.arrivals(),
                          gsta::detail::state_of(t).credit_levels);
      });
}

double time_plan(gsta::cuda_executor const& exec, device_timer& t,
                 gsta::star_view<memory_space::device> const& star) {
  auto plan = t.prepare(exec, {.star = star});
  double const ms = gsta_bench::median_ms(exec, [](int) {}, [&] { plan.run(); });
  plan.check();
  return ms;
}

bool measure(gsta::cuda_executor const& exec, gsta_bench::machine_facts const& machine,
             credit_case const& of) {
  auto const& flat = of.made.design;
  gsta_bench::placement const& pins = *of.made.star;
  auto const x = clone(exec, pins.pin_x), y = clone(exec, pins.pin_y);
  auto const ideal = clone(exec, pins.net_is_ideal);
  gsta::star_view<memory_space::device> const star{x.view(), y.view(), pins.unit_resistance,
                                                   pins.unit_capacitance, ideal.view()};
  gsta::timer_options options = of.made.options;
  options.keep_tree_sums = false;
  double without = 0;
  {
    device_timer timer(exec, flat, options);
    without = time_plan(exec, timer, star);
  }
  options.credits = gsta::common_path::by_edge;
  device_timer timer(exec, flat, options);
  double const with = time_plan(exec, timer, star);
  auto plan = make_credit_plan(exec, timer.credit_problem(), {flat.net_sink.size(), {}, 0});
  std::size_t slots = 0;
  for (auto const& cut : plan.cuts) slots += cut.tiles.records.size();
  device_timer loop(exec, flat, options);
  double const by_loop = time_loop(exec, loop, star), alone = time_lanes(exec, loop, plan);
  std::size_t const lanes = timer.view().clock_tree.credit_levels;
  auto const all = static_cast<double>(loop.nodes().count() * lanes);
  double const bytes = 64.0 * static_cast<double>(plan.rows());
  // Each row is cleared, written and read at least once.
  double const floor = 3 * bytes / machine.copy;
  std::printf("| %s | %zu | %.1f %% | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f | %.1f |\n",
              of.name.c_str(), lanes, 100.0 * static_cast<double>(plan.rows()) / all, without, with,
              with - without, alone, floor, by_loop, bytes / 1e6, static_cast<double>(slots) / 1e6);
  bool const equal = same(exec, timer.slacks().check_slack, loop.slacks().check_slack) &&
                     same(exec, timer.slacks().node_slack, loop.slacks().node_slack) &&
                     same(exec, timer.slacks().endpoint_slack, loop.slacks().endpoint_slack);
  if (!equal) std::printf("FAIL %s: the plan's slacks differ from the loop's\n", of.name.c_str());
  std::fflush(stdout);
  return equal;
}

int measure_all(std::vector<std::string> words) {
  if (words.empty()) words = {"superblue10:8", "superblue10:16"};
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  auto const machine = gsta_bench::measure_machine(exec);
  std::printf(
      "| design:depth | lanes | swept of nodes x lanes | update, ms | with credits | credits | lanes alone "
      "| floor | loop over levels | MB | million slots |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  bool equal = true;
  for (auto const& word : words) equal = measure(exec, machine, credit_case::of(word)) && equal;
  std::printf("%s bench_credits: slacks of plans and loops\n", equal ? "PASS" : "FAIL");
  return equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return gsta_bench::device_program("bench_credits", argc, argv, measure_all);
}
