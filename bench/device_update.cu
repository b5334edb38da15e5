// An update on the device: every scheme against the generic loop to the bit, then times beside what the card
// can do, as tables for a log in bench/results. Usage: bench_device_update [--updates] [NAME...]; without
// names all designs (device_jobs.hpp) but those that are made by name alone; --updates: whole updates by
// every scheme, and the parts of small designs. Exits with 1 if anything is not equal; a target that is
// missed is only said.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <future>
#include <string>
#include <vector>

#include "bench/device_jobs.hpp"
#include "bench/device_kernels.cuh"
#include "bench/device_measure.cuh"
#include "bench/device_program.cuh"

namespace {

using made_designs = std::future<std::deque<gsta_bench::bench_design>>;

void say(char const* what, std::string const& name) {
  static auto const begin = std::chrono::steady_clock::now();
  std::fprintf(stderr, "%6.1f s: %s%s\n",
               std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), what,
               name.c_str());
}

/// All designs that are wanted, each made by a thread of its own: before anything is measured.
std::vector<made_designs> make_designs(std::vector<std::string> const& wanted) {
  std::vector<made_designs> all;
  for (auto const& job : gsta_bench::device_jobs()) {
    bool const named = std::find(wanted.begin(), wanted.end(), job.name) != wanted.end();
    if (wanted.empty() ? !job.only_by_name : named) all.push_back(std::async(std::launch::async, job.make));
  }
  for (auto const& one : all) one.wait();
  return all;
}

int measure_all(std::vector<std::string> wanted) {
  auto const flag = std::find(wanted.begin(), wanted.end(), "--updates");
  bool const updates_alone = flag != wanted.end();
  if (updates_alone) wanted.erase(flag);
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  gsta_bench::keep_memory();
  say("designs are made", "");
  auto designs = make_designs(wanted);
  say("the machine is measured", "");
  auto const machine = gsta_bench::measure_machine(exec);
  print(machine);
  gsta_bench::print_kernels();
  gsta_bench::equality equal(exec);
  gsta_bench::target_list targets;
  gsta_bench::device_measurement measurement(exec, machine, equal, targets);
  for (auto& future : designs) {
    for (auto const& design : future.get()) {
      say("measuring ", design.name);
      updates_alone ? measurement.run_updates(design) : measurement.run(design);
    }
  }
  std::string const made_up = "leon2-levelize";
  if (wanted.empty() || std::find(wanted.begin(), wanted.end(), made_up) != wanted.end()) {
    say("measuring ", made_up);
    targets.put("leon2's size levelize", gsta_bench::measure_made_up(exec, {}, machine, equal).levelize);
  }
  say("done", "");
  targets.print();
  std::printf("%s bench_device_update: %d comparisons failed\n", equal.failures() == 0 ? "PASS" : "FAIL",
              equal.failures());
  return equal.failures() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return gsta_bench::device_program("bench_device_update", argc, argv, measure_all);
}
