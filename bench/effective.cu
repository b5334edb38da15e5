// Effective capacitance in an update's plan on the device: against the loop over levels to the bit, then
// times beside the table model's, in float and in double, as a table for a log in bench/results. Usage:
// bench_effective [PRESET...]; without words pins37k, superblue18 and superblue10. RC networks straight from
// drivers to sinks (two nodes a sink), and trees with Steiner points. Exits with 1 if a bit differs.
#include <cstdio>
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

struct measured {
  double update = 0, endpoints = 0, delays = 0, own = 0;
  bool equal = true;
};

template <class T>
bool same(gsta::cuda_executor const& exec, gsta::buffer<T, memory_space::device> const& a,
          gsta::buffer<T, memory_space::device> const& b) {
  auto const left = to_vector(exec, a.view()), right = to_vector(exec, b.view());
  return left.size() == right.size() &&
         std::memcmp(left.data(), right.data(), left.size() * sizeof(left[0])) == 0;
}

double time_plan(gsta::cuda_executor const& exec, device_timer& timer, gsta::update_extent extent) {
  auto plan = timer.prepare(exec, {.extent = extent});
  double const ms = gsta_bench::median_ms(exec, [](int) {}, [&] { plan.run(); });
  plan.check();
  return ms;
}

/// The delay layer alone, with the scatter by id.
double time_delays(gsta::cuda_executor const& exec, device_timer& timer) {
  auto plan = make_delay_plan(exec, timer.pins(), timer.view().design, gsta::delay_layout::by_slot,
                              timer.options().delays.model);
  return gsta_bench::median_ms(
      exec, [](int) {},
      [&] {
        if (timer.is_effective())
          propagate_delays(exec, timer.pins(), timer.effective_model(), plan,
                           gsta::detail::state_of(timer).delays);
        else
          propagate_delays(exec, timer.pins(), timer.delay_model_of(), plan,
                           gsta::detail::state_of(timer).delays);
      });
}

/// The update that says what is meant.
void update_by_loop(gsta::cuda_executor const& exec, device_timer& t) {
  if (!t.is_effective()) return t.update(exec);
  update_wires(exec, t.view().design, t.view().forest, gsta::detail::state_of(t).trees,
               gsta::detail::state_of(t).wires, {t.options().delays.wires, t.options().delays.unreached});
  propagate(exec, t.pins(), t.arrival_nodes(), t.effective_model(), gsta::detail::state_of(t).delays,
            gsta::detail::state_of(t).arrivals);
  update_required(exec, t.arrival_nodes(), t.checked_against(), t.view().design.luts,
                  gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals,
                  gsta::detail::state_of(t).slacks, t.options().capture);
}

/// The timer's own update, the plans that it makes included.
double time_own_update(gsta::cuda_executor const& exec, device_timer& timer) {
  return gsta_bench::median_ms(
      exec, [](int) {}, [&] { timer.update(exec); }, gsta_bench::launches::as_they_come);
}

bool same_timing(gsta::cuda_executor const& exec, device_timer const& a, device_timer const& b) {
  return same(exec, a.delays().slew, b.delays().slew) &&
         same(exec, a.delays().arc_delay, b.delays().arc_delay) &&
         same(exec, a.slacks().node_slack, b.slacks().node_slack) &&
         same(exec, a.slacks().endpoint_slack, b.slacks().endpoint_slack);
}

measured measure(gsta::cuda_executor const& exec, gsta_bench::bench_design const& of,
                 gsta::delay_options delays, bool by_loop) {
  gsta::timer_options options = of.options;
  options.delays = delays;
  device_timer timer(exec, of.design, options);
  measured result;
  result.update = time_plan(exec, timer, gsta::update_extent::all_pins);
  result.endpoints = time_plan(exec, timer, gsta::update_extent::endpoints);
  {
    auto plan = timer.prepare(exec, {});
    plan.run();
    plan.check();
  }
  if (by_loop) {
    device_timer loop(exec, of.design, options);
    update_by_loop(exec, loop);
    result.equal = same_timing(exec, timer, loop);
    result.own = time_own_update(exec, loop);
    result.equal = same_timing(exec, timer, loop) && result.equal;
  }
  result.delays = time_delays(exec, timer);
  return result;
}

bool measure_design(gsta::cuda_executor const& exec, std::string const& word,
                    gsta_bench::generated_wires wires) {
  auto const of = gsta_bench::generated_design(word, wires);
  gsta::delay_options const table = of.options.delays;
  struct variant {
    char const* name;
    gsta::delay_options delays;
  };
  auto const effective = [&](int charge, int driver, int sink, gsta::ceff_precision precision) {
    gsta::delay_options with = table;
    with.model = gsta::cell_model::effective;
    with.effective = {charge, driver, sink, precision};
    return with;
  };
  using enum gsta::ceff_precision;
  std::vector<variant> const variants = {{"tables at the whole load", table},
                                         {"float", effective(5, 4, 4, single)},
                                         {"float, 3/2/2 steps", effective(3, 2, 2, single)},
                                         {"double", effective(5, 4, 4, in_double)}};
  bool equal = true;
  for (auto const& one : variants) {
    measured const found = measure(exec, of, one.delays, true);
    std::printf("| %s | %s | %.3f | %.3f | %.3f | %.3f |%s\n", of.name.c_str(), one.name, found.update,
                found.endpoints, found.delays, found.own,
                found.equal ? "" : " FAIL: other bits than the loop's");
    std::fflush(stdout);
    equal = equal && found.equal;
  }
  return equal;
}

int measure_all(std::vector<std::string> words) {
  if (words.empty()) words = {"pins37k", "superblue18", "superblue10"};
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  gsta_bench::keep_memory();
  std::printf(
      "| design | model | update, ms | endpoints only | delay layer | the timer's own update |\n"
      "|---|---|---|---|---|---|\n");
  bool equal = true;
  for (auto const& word : words) {
    for (auto const wires : {gsta_bench::generated_wires::star, gsta_bench::generated_wires::tree})
      equal = measure_design(exec, word, wires) && equal;
  }
  std::printf("%s bench_effective: plans and loops\n", equal ? "PASS" : "FAIL");
  return equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return gsta_bench::device_program("bench_effective", argc, argv, measure_all);
}
