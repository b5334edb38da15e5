// An update on the host, stage by stage: serial, and with two and all threads of oneTBB where it is
// built in. On a larger machine also a design of millions of pins (host_large.hpp).
#include <chrono>

#include "bench/host_large.hpp"
#include "bench/stages.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
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
  auto const designs = gsta_bench::bench_designs();
  gsta::host_executor const serial;
#ifdef GSTA_HAS_TBB
  gsta::tbb_executor const two{2}, all;
#endif
  for (auto const& design : designs) {
    gsta_bench::register_stages<wall_clock>("host", serial, design);
    gsta_bench::register_credits<wall_clock>("host", serial, design);
#ifdef GSTA_HAS_TBB
    for (auto const* const threads : {&two, &all})
      gsta_bench::register_stages<wall_clock>("tbb:" + std::to_string(threads->threads()), *threads, design);
#endif
  }
  gsta_bench::register_large_updates();
  benchmark::RunSpecifiedBenchmarks();
}
