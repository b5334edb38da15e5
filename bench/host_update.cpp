// An update on the host, stage by stage: serial, and with oneTBB where it is built in.
#include <chrono>
#include <deque>

#include "bench/stages.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_algorithm.hpp"
#endif

namespace {

struct wall_clock {
  template <class E>
  explicit wall_clock(E const&) {}
  void start() { begin = std::chrono::steady_clock::now(); }
  double stop() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  std::chrono::steady_clock::time_point begin;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::deque<std::pair<std::string, gsta::flat_design>> designs;
  gsta::host_executor const serial;
#ifdef GSTA_HAS_TBB
  gsta::tbb_executor const threads;
#endif
  for (auto const& [name, design] : gsta_bench::bench_designs(designs)) {
    gsta_bench::register_stages<wall_clock>(name + "/host", serial, design);
#ifdef GSTA_HAS_TBB
    gsta_bench::register_stages<wall_clock>(name + "/tbb:" + std::to_string(threads.threads()), threads,
                                            design);
#endif
  }
  benchmark::RunSpecifiedBenchmarks();
}
