#pragma once

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace gsta_bench {

/// Work on the host is measured this often at most; the median is reported.
inline constexpr int host_runs = 5;

/// Median times of `work()` by the wall clock, ms, after a run that is not counted; `before(run)` is not
/// counted either. Slow work is measured less often, once if it takes a second.
template <class Before, class Work>
double wall_ms(Before const& before, Work const& work) {
  using clock = std::chrono::steady_clock;
  constexpr double enough = 200;  // ms
  std::vector<double> times;
  double sum = 0;
  for (int run = -1; run < host_runs && (run < 1 || sum < enough); ++run) {
    before(run + 1);
    auto const begin = clock::now();
    work();
    double const took = std::chrono::duration<double, std::milli>(clock::now() - begin).count();
    sum += took;
    if (run < 0 && took > 1000) return took;
    if (run >= 0) times.push_back(took);
  }
  auto const middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}
template <class Work>
double wall_ms(Work const& work) {
  return wall_ms([](int) {}, work);
}

/// What the processor calls itself, where the system says it.
inline std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    std::size_t const colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
  }
  return "a processor without a name";
}

/// 1, 2, 4, 8 and 16, as far as the machine has them.
inline std::vector<unsigned> thread_counts() {
  std::vector<unsigned> counts;
  for (unsigned const threads : {1u, 2u, 4u, 8u, 16u})
    if (threads <= std::max(1u, std::thread::hardware_concurrency())) counts.push_back(threads);
  return counts;
}

}  // namespace gsta_bench
