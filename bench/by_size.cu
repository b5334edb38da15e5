// Updates of made-up designs of ICCAD'20's sizes on the device, part by part, beside the same by threads of
// the host (bench_by_threads). Usage: bench_by_size [NAME...] of paper_designs.hpp; without names all. Exits
// with 1 if a plan's results are not those of the generic loop.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/device_compare.cuh"
#include "bench/device_graphs.cuh"
#include "bench/device_program.cuh"
#include "bench/device_stages.cuh"
#include "bench/paper_designs.hpp"

namespace {

using namespace gsta_bench;

/// What follows the wires in an update: all parts but those that are another way of one in front.
double graph_ms(gsta::cuda_executor const& exec, device_case& on, std::vector<device_stage> const& parts) {
  return captured_ms(
      exec,
      [&](int run) {
        on.change(exec, run);
        parts.front().enqueue(exec);
      },
      [&](gsta::cuda_executor const& inner) {
        for (std::size_t i = 1; i < parts.size(); ++i) {
          bool const extra = parts[i].name.ends_with("without paths") || parts[i].name.ends_with("cell arcs");
          if (!parts[i].instead_of_one && !extra) parts[i].enqueue(inner);
        }
      });
}

void measure(gsta::cuda_executor const& exec, made_design&& made, machine_facts const& machine,
             equality& equal) {
  using gsta::sweep_order;
  auto const nothing = [](int) {};
  bench_design const of{made.size.name, std::move(made.design), {}};
  device_case on(exec, of);
  auto const& t = on.timer;
  double const levels =
      median_ms(exec, nothing, [&] { levelize(exec, t.view().graph); }, launches::as_they_come);
  double const flat =
      median_ms(exec, nothing, [&] { flatten_rc(exec, t.view().design); }, launches::as_they_come);
  auto plan = on.timer.prepare(exec, on.plan_options({}, sweep_order::automatic));
  double const update = median_ms(exec, [&](int run) { on.change(exec, run); }, [&] { plan.run(); });
  check_changed(exec, on, plan, equal);
  swept_parts parts(exec, on, machine);
  auto const list = parts.list();
  double const wires = captured_ms(exec, [&](int run) { on.change(exec, run); }, list.front().enqueue);
  double const graph = graph_ms(exec, on, list);
  std::printf("| %s | %zu | %zu | %zu | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f |\n", of.name.c_str(),
              made.size.pins, made.size.nets, made.size.gates, levels, flat, wires, graph, update,
              levels + flat + update);
  std::fflush(stdout);
}

int measure_all(std::vector<std::string> const& wanted) {
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  keep_memory();
  auto designs = make_paper_designs(wanted);
  auto const machine = measure_machine(exec);
  print(machine);
  equality equal(exec);
  std::printf(
      "\n### updates by size\n\n| design | pins | nets | gates | levelize | flatten RC | RC timing | graph "
      "timing | update | all |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (auto& design : designs) measure(exec, std::move(design), machine, equal);
  std::printf("\n%s bench_by_size: %d comparisons failed\n", equal.failures() == 0 ? "PASS" : "FAIL",
              equal.failures());
  return equal.failures() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return device_program("bench_by_size", argc, argv, measure_all); }
