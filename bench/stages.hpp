#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "bench/designs.hpp"
#include "gsta/sta/timing_plan.hpp"

namespace gsta_bench {

/// Runs one stage per iteration and reports pins a second. `Clock` measures work on the executor: start(),
/// stop().
template <class Clock, class E, class Stage>
void measure(benchmark::State& state, E const& exec, bench_design const& of, Stage const& stage) {
  auto const& design = of.design;
  gsta::timer<E> timer(exec, design, of.options);
  timer.update(exec);
  exec.sync();
  Clock clock(exec);
  for (auto _ : state) {
    clock.start();
    stage(exec, timer);
    state.SetIterationTime(clock.stop());
  }
  state.counters["pins"] = static_cast<double>(design.pin_load.size());
  state.counters["nodes"] = static_cast<double>(timer.nodes().count());
  state.counters["levels"] = static_cast<double>(timer.order().count());
  state.counters["pins/s"] = benchmark::Counter(static_cast<double>(design.pin_load.size()),
                                                benchmark::Counter::kIsIterationInvariantRate);
}

/// Registers every stage of an update, and what is done once, for one design and executor.
template <class Clock, class E>
void register_stages(std::string const& where, E const& exec, bench_design const& design) {
  using timer = gsta::timer<E>;
  auto const add = [&](char const* stage_name, auto stage) {
    benchmark::RegisterBenchmark(
        (std::string(stage_name) + "/" + design.name + "/" + where).c_str(),
        [&exec, &design, stage](benchmark::State& state) { measure<Clock>(state, exec, design, stage); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->MinTime(0.2);
  };
  add("levelize", [](E const& e, timer& t) { benchmark::DoNotOptimize(gsta::levelize(e, t.view().graph)); });
  add("flatten_rc",
      [](E const& e, timer& t) { benchmark::DoNotOptimize(gsta::flatten_rc(e, t.view().design)); });
  add("wires", [](E const& e, timer& t) {
    gsta::update_wires(e, t.view().design, t.view().forest, gsta::detail::state_of(t).trees,
                       gsta::detail::state_of(t).wires,
                       {t.options().delays.wires, t.options().delays.unreached});
  });
  add("forward", [](E const& e, timer& t) {
    gsta::propagate(e, t.pins(), t.arrival_nodes(), t.delay_model_of(), gsta::detail::state_of(t).delays,
                    gsta::detail::state_of(t).arrivals);
  });
  add("backward", [](E const& e, timer& t) {
    gsta::update_required(e, t.arrival_nodes(), t.view().checks, t.view().design.luts,
                          gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals,
                          gsta::detail::state_of(t).slacks, t.options().capture);
  });
  add("update", [](E const& e, timer& t) { t.update(e); });
}

/// Registers whole updates with and without common-path credits, by the calls and by a plan.
template <class Clock, class E>
void register_credits(std::string const& where, E const& exec, bench_design const& design) {
  auto const measured = [&exec, &design](benchmark::State& state, gsta::common_path credits, bool planned) {
    auto options = design.options;
    options.credits = credits;
    gsta::timer<E> timer(exec, design.design, options);
    auto plan = timer.prepare(exec);
    timer.update(exec);
    exec.sync();
    Clock clock(exec);
    for (auto _ : state) {
      clock.start();
      planned ? plan.run() : timer.update(exec);
      state.SetIterationTime(clock.stop());
    }
    state.counters["lanes"] = static_cast<double>(timer.view().clock_tree.credit_levels);
  };
  for (bool const planned : {false, true}) {
    for (auto const credits : {gsta::common_path::leave_in, gsta::common_path::by_edge}) {
      std::string const name = std::string(planned ? "plan" : "update") +
                               (credits == gsta::common_path::leave_in ? "/" : " with credits/") +
                               design.name;
      benchmark::RegisterBenchmark((name + "/" + where).c_str(),
                                   [=](benchmark::State& state) { measured(state, credits, planned); })
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond)
          ->MinTime(0.5);
    }
  }
}

}  // namespace gsta_bench
