// From a snapshot to slacks on the device, part by part: bench_snapshot_start FILE [THREADS]. What a program
// waits for that times a design once: the driver's start, the file, the first flow; beside it a flow of a
// program that has timed one before, and the same of arrays that were copied to the host. Exits with 1 if the
// ways differ by a bit.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/sta/host_flow.cuh"

namespace {

using gsta::memory_space;
using clock_type = std::chrono::steady_clock;

template <class F>
decltype(auto) timed(char const* what, F const& work) {
  struct line {
    char const* what;
    clock_type::time_point begin = clock_type::now();
    ~line() {
      std::chrono::duration<double, std::milli> const took = clock_type::now() - begin;
      std::printf("| %s | %.1f |\n", what, took.count());
    }
  } const at_end{what};
  return work();
}

std::vector<gsta::per_condition<float>> slacks_of(gsta::cuda_executor const& exec,
                                                  gsta::flat_design const& design,
                                                  gsta::pinned_pieces& pieces, gsta::flow_times& times) {
  gsta::host_flow_options options{.times = &times};
  options.timing.delays.tables = gsta::negative_slew::clip;
  options.timing.delays.unreached = gsta::unreached_sink::no_delay;
  options.timing.keep_tree_sums = false;
  gsta::host_flow flow(exec, design, pieces, options);
  auto const& slack = flow.slacks().node_slack;
  std::vector<gsta::per_condition<float>> result(slack.size());
  flow.to_host(slack, gsta::view_of(result));
  return result;
}

void print(gsta::flow_times const& times) {
  std::fprintf(stderr, " ");
  for (auto const& s : times.stages()) std::fprintf(stderr, " %s %.2f-%.2f;", s.name.c_str(), s.begin, s.end);
  std::fprintf(stderr, "\n");
}

int measure(std::string const& file, unsigned threads) {
  std::puts("| part | ms |\n|---|---|");
  timed("the driver's start", [] { gsta::check_cuda(cudaFree(nullptr), "cudaFree"); });
  gsta::tbb_executor const host(threads);
  auto const mapped = timed("file mapped and looked at", [&] {
    return gsta::io::map_snapshot(host, file, gsta::io::snapshot_names::leave_out);
  });
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::freed_memory_stays const stays;
  gsta::cuda_executor const exec(stream.get(), memory);
  auto pieces = timed("pieces pinned", [] { return std::make_unique<gsta::pinned_pieces>(); });
  gsta::flow_times times;
  auto const flow = [&](gsta::flat_design const& of) { return slacks_of(exec, of, *pieces, times); };
  auto const first = timed("first flow", [&] { return flow(mapped.design); });
  print(times);
  bool equal = true;
  auto const again = [&](char const* what, gsta::flat_design const& of) {
    for (int run = 0; run < 5; ++run) {
      auto const slack = timed(what, [&] { return flow(of); });
      equal = equal && slack.size() == first.size() &&
              std::memcmp(slack.data(), first.data(), first.size() * sizeof first[0]) == 0;
    }
    print(times);
  };
  again("flow of the mapped design", mapped.design);
  auto const copied = timed("file copied and validated", [&] {
    return gsta::io::load_snapshot(host, file, gsta::io::snapshot_names::leave_out);
  });
  again("flow of the copied design", copied.design);
  std::printf("%s bench_snapshot_start: slacks of all flows\n", equal ? "PASS" : "FAIL");
  return equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: bench_snapshot_start FILE [THREADS]\n", stderr);
    return 2;
  }
  try {
    return measure(argv[1], argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 0);
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
