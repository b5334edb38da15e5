// Worst paths with common-path credits on the device, on generated designs with a derated clock tree of depth
// 8: what is made once a timing, and what a list takes, with credits and without; and how many states were
// made. Usage: bench_credited_paths [NAME...]; without names superblue18, superblue1 and superblue10. Exits
// with 1 if a list is not the host's; a target that is missed is only said.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/credited_case.hpp"
#include "bench/device_program.cuh"
#include "bench/paths_case.cuh"
#include "bench/targets.hpp"
#include "gsta/path/find_paths.cuh"
#include "gsta/sta/timing_plan.cuh"

namespace {

using namespace gsta_bench;
using device_case_with_credits = credited_case<gsta::cuda_executor>;

class credited_targets : public measured_values {
 public:
  void print() const {
    within("target", "superblue10 100K", 8, "ms");
    within("target", "superblue10 1M", 15, "ms");
  }
};

template <gsta::executor E>
gsta::path_set listed(E const& exec, credited_case<E> const& on, gsta::split side, std::size_t k) {
  return to_path_set(exec, find_paths(exec, on.arrays(), {.side = side, .k = k}).view);
}

/// The lists of a small design are those of one thread of the host.
bool equals_host(gsta::cuda_executor const& exec) {
  bool same = true;
  device_case_with_credits const on(exec, credited_options("small", 8));
  gsta::host_executor const host;
  credited_case<gsta::host_executor> const there(host, credited_options("small", 8));
  for (gsta::split const side : {gsta::split::late, gsta::split::early}) {
    for (std::size_t const k : {1000, 100'000}) {
      auto const found = listed(exec, on, side, k), expected = listed(host, there, side, k);
      same = same && found.slack == expected.slack && found.node == expected.node &&
             found.arc == expected.arc && found.check == expected.check;
    }
  }
  std::printf("%s lists of the device are the host's\n", same ? "PASS" : "FAIL");
  return same;
}

void measure(gsta::cuda_executor const& exec, std::string const& name, credited_targets& targets) {
  device_case_with_credits const on(exec, credited_options(name, 8));
  auto const arrays = on.arrays();
  std::printf("\n### %s: %zu nodes, %zu checks, %zu lanes\n\n", name.c_str(), arrays.problem.node_count(),
              arrays.problem.checks.size(), arrays.credits.tree.credit_levels);
  std::printf(
      "| side | k | made once, ms | without credits, ms | with credits, ms | tries | near | states | edges | "
      "waves "
      "| "
      "steps |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (gsta::split const side : {gsta::split::late, gsta::split::early}) {
    for (std::size_t const k : {std::size_t{1000}, std::size_t{100'000}, std::size_t{1'000'000}}) {
      gsta::detail::path_request<gsta::cuda_executor> request;
      request.k = k;
      gsta::detail::path_tracer<gsta::cuda_executor> const by_sums(exec, request);
      auto const nothing = [](int) {};
      auto const make = [&] {
        auto part = by_sums.constrained(make_timing_search(exec, arrays.problem, side));
        by_sums.complete(part);
        return part;
      };
      double const once = waiting_ms(exec, nothing, make);
      auto ready = make();
      double const plain = waiting_ms(exec, nothing, [&] { by_sums.trace(ready); });
      gsta::detail::credited_tracer<gsta::cuda_executor> tracer(exec, arrays.credits, request);
      std::size_t steps = 0;
      double const credited =
          waiting_ms(exec, nothing, [&] { steps = tracer.trace(ready).view.node.size(); });
      auto const& did = tracer.statistics();
      char const* const of = side == gsta::split::late ? "late" : "early";
      std::printf("| %s | %zu | %.3f | %.3f | %.3f | %zu | %zu | %zu | %zu | %zu | %zu |\n", of, k, once,
                  plain, credited, did.tries, did.nearby, did.states, did.edges, did.waves, steps);
      if (side == gsta::split::late)
        targets.put(name + (k == 100'000 ? " 100K" : k == 1'000'000 ? " 1M" : " 1K"), credited);
      std::fflush(stdout);
    }
  }
}

int measure_all(std::vector<std::string> const& wanted) {
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  keep_memory();
  credited_targets targets;
  bool const same = equals_host(exec);
  for (std::string const name : {"superblue18", "superblue1", "superblue10"}) {
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end())
      measure(exec, name, targets);
  }
  std::printf("\n");
  targets.print();
  return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return gsta_bench::device_program("bench_credited_paths", argc, argv, measure_all);
}
