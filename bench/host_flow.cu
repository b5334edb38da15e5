// From arrays on the host to slacks on the host, with and without overlap, as a table for a log in
// bench/results. Usage: bench_host_flow [PRESET...]; a '+' in front asks for RC trees instead of star wires.
// Exits with 1 if the ways differ by a bit.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "bench/device_program.cuh"
#include "bench/generate.hpp"
#include "gsta/sta/host_flow.cuh"

namespace {

using gsta::memory_space;

struct flow_case {
  std::string name;
  gsta_bench::placed_design placed;
  bool tree;
};

flow_case make_case(std::string name) {
  bool const tree = name[0] == '+';
  auto options = gsta_bench::preset(tree ? name.substr(1) : name);
  options.wires = tree ? gsta_bench::generated_wires::tree : gsta_bench::generated_wires::placed;
  if (tree) options.tree_nodes = 200;
  return {std::move(name), gsta_bench::generate_placed(options), tree};
}

struct flow_run {
  double ms = 0;
  double download_ms = 0;  // behind the update's end
  std::vector<gsta::per_condition<float>> slack;
  std::vector<gsta::flow_stage> stages;
};

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// ms of one copy of so many bytes from the device into pinned memory: what the link can do.
double link_ms(gsta::cuda_executor const& exec, std::size_t bytes) {
  gsta::buffer<char, memory_space::device> const from(exec, bytes);
  void* to = nullptr;
  gsta::check_cuda(cudaHostAlloc(&to, bytes, cudaHostAllocDefault), "cudaHostAlloc");
  std::vector<double> times;
  for (int run = 0; run < 6; ++run) {
    exec.sync();
    auto const begin = std::chrono::steady_clock::now();
    gsta::check_cuda(cudaMemcpyAsync(to, from.data(), bytes, cudaMemcpyDeviceToHost, exec.stream),
                     "cudaMemcpyAsync");
    exec.sync();
    std::chrono::duration<double, std::milli> const took = std::chrono::steady_clock::now() - begin;
    if (run > 0) times.push_back(took.count());
  }
  gsta::check_cuda(cudaFreeHost(to), "cudaFreeHost");
  return median_of(times);
}

/// Slacks of a timed design into pageable and into pinned memory, beside the link.
void measure_downloads(gsta::cuda_executor const& exec, flow_case const& design, double in_flow) {
  gsta::pinned_pieces pieces;
  gsta::flow_times stages;
  gsta::host_flow_options options{.times = &stages};
  if (!design.tree) options.star = gsta_bench::star_of(design.placed.pins);
  gsta::host_flow flow(exec, design.placed.design, pieces, options);
  auto const& slack = flow.slacks().node_slack;
  std::size_t const bytes = slack.size() * sizeof(gsta::per_condition<float>);
  std::vector<gsta::per_condition<float>> pageable(slack.size());
  void* pinned = nullptr;
  gsta::check_cuda(cudaHostAlloc(&pinned, bytes, cudaHostAllocDefault), "cudaHostAlloc");
  gsta::host_span<gsta::per_condition<float>> const into[] = {
      gsta::view_of(pageable), {static_cast<gsta::per_condition<float>*>(pinned), slack.size()}};
  double ms[2];
  for (int way = 0; way < 2; ++way) {
    std::vector<double> times;
    for (int run = 0; run < 6; ++run) {
      flow.to_host(slack, into[way]);
      auto const last = stages.stages().back();
      if (run > 0) times.push_back(last.end - last.begin);
    }
    ms[way] = median_of(times);
  }
  gsta::check_cuda(cudaFreeHost(pinned), "cudaFreeHost");
  double const link = link_ms(exec, bytes);
  auto const rate = [&](double of) { return static_cast<double>(bytes) / of / 1e6; };
  std::printf(
      "| %s: %.1f MB down | link %.2f ms, %.1f GB/s | pinned %.2f ms, %.0f %% | pageable %.2f ms, %.0f %%"
      " | in the flow %.2f ms, %.0f %% |\n",
      design.name.c_str(), static_cast<double>(bytes) / 1e6, link, rate(link), ms[1], 100 * link / ms[1],
      ms[0], 100 * link / ms[0], in_flow, 100 * link / in_flow);
}

/// The median of five flows after one that warms up.
flow_run run_flow(gsta::cuda_executor const& exec, flow_case const& design, gsta::pinned_pieces& pieces,
                  bool overlap, bool by_plan) {
  gsta::flow_times stages;
  gsta::host_flow_options options{.overlap = overlap, .times = &stages};
  if (!design.tree) options.star = gsta_bench::star_of(design.placed.pins);
  if (by_plan)
    options.plan = gsta::plan_options<gsta::memory_space::device>{.extent = gsta::update_extent::all_pins};
  flow_run result;
  result.slack.resize(design.placed.design.pin_load.size());
  std::vector<double> times, downloads;
  for (int run = 0; run < 6; ++run) {
    exec.sync();
    auto const begin = std::chrono::steady_clock::now();
    gsta::host_flow flow(exec, design.placed.design, pieces, options);
    flow.to_host(flow.slacks().node_slack, gsta::view_of(result.slack));
    std::chrono::duration<double, std::milli> const took = std::chrono::steady_clock::now() - begin;
    if (run == 0) continue;
    times.push_back(took.count());
    auto const last = stages.stages().back();
    downloads.push_back(last.end - last.begin);
  }
  result.ms = median_of(times);
  result.download_ms = median_of(downloads);
  result.stages = stages.stages();
  return result;
}

bool same(flow_run const& a, flow_run const& b) {
  return std::memcmp(a.slack.data(), b.slack.data(), a.slack.size() * sizeof(a.slack[0])) == 0;
}

bool measure(gsta::cuda_executor const& exec, flow_case const& design) {
  gsta::pinned_pieces pieces;
  bool equal = true;
  double download = 0;
  for (bool const by_plan : {false, true}) {
    flow_run const apart = run_flow(exec, design, pieces, false, by_plan);
    flow_run const overlapped = run_flow(exec, design, pieces, true, by_plan);
    equal = equal && same(apart, overlapped);
    if (!by_plan) download = overlapped.download_ms;
    std::printf("| %s, %s | %.1f | %.1f | %.2f |\n", design.name.c_str(),
                by_plan ? "plans made" : "level loop", apart.ms, overlapped.ms, apart.ms / overlapped.ms);
    std::fprintf(stderr, "  overlapped:");
    for (auto const& s : overlapped.stages)
      std::fprintf(stderr, " %s %.2f-%.2f;", s.name.c_str(), s.begin, s.end);
    std::fprintf(stderr, "\n");
  }
  measure_downloads(exec, design, download);
  return equal;
}

int measure_all(std::vector<std::string> names) {
  if (names.empty()) names = {"superblue18", "superblue10", "+superblue10"};
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::freed_memory_stays const stays;
  gsta::cuda_executor const exec(stream.get(), memory);
  bool equal = true;
  std::printf(
      "| host arrays to slacks on the host, ms | in turn | overlapped | times as fast "
      "|\n|---|---|---|---|\n");
  for (auto& name : names) equal = measure(exec, make_case(std::move(name))) && equal;
  std::printf("%s bench_host_flow: the slacks of overlapped and plain flows\n", equal ? "PASS" : "FAIL");
  return equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return gsta_bench::device_program("bench_host_flow", argc, argv, measure_all);
}
