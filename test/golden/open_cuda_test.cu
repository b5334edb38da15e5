#include "gsta/sta/timer.cuh"
#include "test/golden/open_designs.hpp"
#include "test/support/cuda.cuh"
#include "test/support/snapshot_compare.hpp"

using namespace gsta_test;

namespace {

template <class E>
gsta::timing_snapshot time_open(E const& exec, gsta::flat_design const& design) {
  gsta::timer<E> timer(exec, design, open_options());
  timer.update(exec);
  return gsta::take_snapshot(exec, timer);
}

}  // namespace

TEST_CASE("the open designs have the same bits on the device as on the host", "[golden]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    for (auto const& run : open_runs()) {
      gsta::model::diagnostics notes;
      auto const design = load_open(run, notes);
      auto const bits = compare_bits(time_open(gsta::host_executor{}, design), time_open(exec, design));
      INFO(run.name() << " " << bits.report());
      CHECK(bits.failed == 0);
      CHECK(bits.compared > 100);
    }
  });
}
