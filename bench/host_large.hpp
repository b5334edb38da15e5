#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "bench/designs.hpp"
#include "gsta/forward/plan.hpp"
#include "gsta/rc/star.hpp"
#include "gsta/slack/required.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace gsta_bench {

/// A generated design of millions of pins on the host: star wires from places, and both passes by plans.
class large_host_case {
 public:
  explicit large_host_case(std::string const& preset_name)
      : of_(generated_design(preset_name, generated_wires::placed)), timer_(exec_, of_.design) {
    forward_ = make_fused_plan(exec_, timer_.pins(), timer_.arrival_nodes(), timer_.view().design);
    backward_ = make_backward_plan(exec_, timer_.arrival_nodes(), timer_.view().design.net_arc_count(),
                                   std::as_const(forward_->cut.inlined).view(), timer_.view().checks,
                                   timer_.options().capture);
  }
  large_host_case(large_host_case const&) = delete;
  large_host_case& operator=(large_host_case const&) = delete;

  std::size_t pins() const { return timer_.view().design.pin_count(); }

  void move_pins() {
    by_ = -by_;
    for (std::size_t pin = 0; pin < of_.star->pin_x.size(); ++pin)
      of_.star->pin_x[pin] += by_ * static_cast<float>(pin % 7);
  }
  template <class E>
  void wires(E const& exec) {
    update_star_wires(exec, timer_.view().design, star_of(*of_.star), gsta::detail::state_of(timer_).wires,
                      {timer_.options().delays.wires, timer_.options().delays.unreached});
  }
  template <class E>
  void forward(E const& exec) {
    propagate(exec, timer_.pins(), timer_.arrival_nodes(), timer_.delay_model_of(), *forward_,
              gsta::detail::state_of(timer_).delays, gsta::detail::state_of(timer_).arrivals);
  }
  template <class E>
  void backward(E const& exec) {
    update_required(exec, timer_.view().checks, timer_.view().design.luts, *backward_,
                    gsta::detail::state_of(timer_).delays, gsta::detail::state_of(timer_).arrivals,
                    gsta::detail::state_of(timer_).slacks);
  }
  /// Both passes by the generic loop over levels.
  void level_loop() {
    propagate(exec_, timer_.pins(), timer_.arrival_nodes(), timer_.delay_model_of(),
              gsta::detail::state_of(timer_).delays, gsta::detail::state_of(timer_).arrivals);
    update_required(exec_, timer_.arrival_nodes(), timer_.view().checks, timer_.view().design.luts,
                    gsta::detail::state_of(timer_).delays, gsta::detail::state_of(timer_).arrivals,
                    gsta::detail::state_of(timer_).slacks, timer_.options().capture);
  }

 private:
  gsta::host_executor exec_;
  bench_design of_;
  gsta::timer<gsta::host_executor> timer_;
  std::optional<gsta::forward_plan<gsta::memory_space::host, true, true>> forward_;
  std::optional<gsta::backward_plan<gsta::memory_space::host>> backward_;
  float by_ = 0.01f;
};

namespace detail {
inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Made when the first benchmark needs it: a filter may leave all of them out.
inline large_host_case& superblue18() {
  static large_host_case instance("superblue18");
  return instance;
}

template <class Run>
void register_large_run(std::string const& name, Run const& run) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [run](benchmark::State& state) {
                                 large_host_case& of = superblue18();
                                 for (auto _ : state) {
                                   of.move_pins();
                                   run(state, of);
                                 }
                                 state.counters["pins"] = static_cast<double>(of.pins());
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(1)
      ->Repetitions(9)
      ->ReportAggregatesOnly(true);
}

template <class E>
void register_large_update(std::string const& where, E const& exec) {
  register_large_run("update by plans/superblue18/" + where,
                     [exec](benchmark::State& state, large_host_case& of) {
                       auto const begin = std::chrono::steady_clock::now();
                       of.wires(exec);
                       double const wires = seconds_since(begin);
                       of.forward(exec);
                       double const both = seconds_since(begin);
                       of.backward(exec);
                       double const all = seconds_since(begin);
                       state.SetIterationTime(all);
                       state.counters["wires_ms"] = wires * 1e3;
                       state.counters["forward_ms"] = (both - wires) * 1e3;
                       state.counters["backward_ms"] = (all - both) * 1e3;
                     });
}
}  // namespace detail

/// Registers superblue18 on 1, 2, 4, 8 and 16 threads, as far as the machine has them: where GSTA_BENCH_LARGE
/// is set, or the machine has eight cores. What counts is the median over repetitions.
inline void register_large_updates() {
  unsigned const cores = std::thread::hardware_concurrency();
  if (std::getenv("GSTA_BENCH_LARGE") == nullptr && cores < 8) return;
  gsta::host_executor const serial;
  detail::register_large_run("update by level loop/superblue18/host",
                             [serial](benchmark::State& state, large_host_case& of) {
                               auto const begin = std::chrono::steady_clock::now();
                               of.wires(serial);
                               of.level_loop();
                               state.SetIterationTime(detail::seconds_since(begin));
                             });
  detail::register_large_update("host", serial);
#ifdef GSTA_HAS_TBB
  for (unsigned const threads : {2u, 4u, 8u, 16u}) {
    if (threads <= cores)
      detail::register_large_update("tbb:" + std::to_string(threads), gsta::tbb_executor{threads});
  }
#endif
}

}  // namespace gsta_bench
