// Updates of made-up designs of ICCAD'20's sizes by threads of the host, part by part: what the device's
// times (bench_by_size) are to be compared with. Usage: bench_by_threads [NAME...] of paper_designs.hpp;
// without names all. Exits with 1 if slacks differ by the number of threads.
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "bench/host_clock.hpp"
#include "bench/paper_designs.hpp"
#include "gsta/forward/plan.hpp"
#include "gsta/graph/levelize.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/sta/timer.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace {

using gsta_bench::wall_ms;

/// A design on the host with plans of both passes; its resistances change.
class threads_case {
 public:
  explicit threads_case(gsta_bench::made_design const& of)
      : size(of.size),
        timer(exec_, of.design),
        resistance_(to_vector(exec_, timer.view().design.rc.resistance)) {
    forward_ = make_fused_plan(exec_, timer.pins(), timer.arrival_nodes(), timer.view().design);
    backward_ = make_backward_plan(exec_, timer.arrival_nodes(), timer.view().design.net_arc_count(),
                                   std::as_const(forward_.cut.inlined).view(), timer.view().checks,
                                   timer.options().capture);
  }
  threads_case(threads_case const&) = delete;
  threads_case& operator=(threads_case const&) = delete;

  void change(int run) {
    auto const array = timer.view().design.rc.resistance;
    auto* const values = const_cast<float*>(array.data());  // the timer's own, changed as an extractor would
    float const by = run % 2 == 0 ? 1.0f : 1.25f;
    for (std::size_t i = 0; i < resistance_.size(); ++i) values[i] = resistance_[i] * by;
  }
  template <class E>
  void wires(E const& exec) {
    update_wires(exec, timer.view().design, timer.view().forest, gsta::detail::state_of(timer).trees,
                 gsta::detail::state_of(timer).wires,
                 {timer.options().delays.wires, timer.options().delays.unreached});
  }
  template <class E>
  void graph(E const& exec) {
    propagate(exec, timer.pins(), timer.arrival_nodes(), timer.delay_model_of(), forward_,
              gsta::detail::state_of(timer).delays, gsta::detail::state_of(timer).arrivals);
    update_required(exec, timer.view().checks, timer.view().design.luts, backward_,
                    gsta::detail::state_of(timer).delays, gsta::detail::state_of(timer).arrivals,
                    gsta::detail::state_of(timer).slacks);
  }
  /// Slacks of all pins by this executor.
  template <class E>
  std::vector<gsta::per_condition<float>> slacks(E const& exec) {
    change(0);
    wires(exec);
    graph(exec);
    return to_vector(exec_, timer.view().node_slack);
  }

 private:
  gsta::host_executor exec_;

 public:
  gsta_bench::paper_design size;
  gsta::timer<gsta::host_executor> timer;

 private:
  std::vector<float> resistance_;
  gsta::forward_plan<gsta::memory_space::host, true, true> forward_;
  gsta::backward_plan<gsta::memory_space::host> backward_;
};

template <class E>
void measure(E const& exec, unsigned threads, threads_case& on) {
  auto const change = [&](int run) { on.change(run); };
  double const levels = wall_ms([&] { levelize(exec, on.timer.view().graph); });
  double const flat = wall_ms([&] { flatten_rc(exec, on.timer.view().design); });
  double const wires = wall_ms(change, [&] { on.wires(exec); });
  double const graph = wall_ms([&] { on.graph(exec); });
  std::printf("| %s | %u | %zu | %zu | %zu | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f |\n",
              on.size.name.c_str(), threads, on.size.pins, on.size.nets, on.size.gates, levels, flat, wires,
              graph, wires + graph, levels + flat + wires + graph);
  std::fflush(stdout);
}

/// All for what figure 10 is about and for small designs, the least and the most for the rest.
std::vector<unsigned> counts_for(gsta_bench::paper_design const& size) {
  auto const all = gsta_bench::thread_counts();
  bool const every = size.pins < 70'000 || size.name == "leon2";
  return every || all.size() < 2 ? all : std::vector<unsigned>{all.front(), all.back()};
}

/// False where any number of threads found other bits than one.
bool measure_all(std::vector<std::string> const& wanted) {
  auto const designs = gsta_bench::make_paper_designs(wanted);
  std::printf("%s, %u threads; ms by the wall clock, medians of %d runs and fewer of slow work.\n",
              gsta_bench::processor_name().c_str(), std::thread::hardware_concurrency(),
              gsta_bench::host_runs);
  std::printf(
      "\n### updates by threads\n\n| design | threads | pins | nets | gates | levelize | flatten RC | RC "
      "timing | graph timing | "
      "update | all |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  bool same = true;
  for (auto const& design : designs) {
    threads_case on(design);
    std::vector<gsta::per_condition<float>> expected;
    for (unsigned const threads : counts_for(design.size)) {
      auto const run = [&](auto const& exec) {
        measure(exec, threads, on);
        auto const found = on.slacks(exec);
        if (expected.empty()) expected = found;
        same = same && std::memcmp(found.data(), expected.data(), found.size() * sizeof(found[0])) == 0;
      };
#ifdef GSTA_HAS_TBB
      threads == 1 ? run(gsta::host_executor{}) : run(gsta::tbb_executor{threads});
#else
      if (threads == 1) run(gsta::host_executor{});
#endif
    }
  }
  return same;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bool const same = measure_all({argv + 1, argv + argc});
    std::printf("\n%s bench_by_threads: slacks are the same by any number of threads\n",
                same ? "PASS" : "FAIL");
    return same ? 0 : 1;
  } catch (std::exception const& error) {
    std::printf("FAIL bench_by_threads: %s\n", error.what());
    return 1;
  }
}
