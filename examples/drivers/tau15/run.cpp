// The only file of this driver that knows executors. CMake compiles it as CUDA where there is a CUDA
// compiler.
#ifdef __CUDACC__
#include "gsta/core/with_executor.cuh"
#include "gsta/sta/timing_plan.cuh"
#else
#include "gsta/core/with_executor.hpp"
#endif
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timing_plan.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

namespace {
struct update_in_full {
  gsta::flat_design const& design;
  run_options const& run;

  template <gsta::executor E>
  gsta::timing_snapshot operator()(E const& exec) const {
    constexpr bool on_device = E::space == gsta::memory_space::device;
    gsta::timer_options options = options_of(run);
    options.for_one_update = true;
    if (on_device) options.keep_tree_sums = !run.no_cppr;  // plans have their own
    gsta::timer<E> timer(exec, design, options);
    if (on_device && run.no_cppr) {  // a host makes a plan in more time than it saves
      auto plan = timer.prepare(exec);
      plan.run();
    } else {
      timer.update(exec);
    }
    return gsta::take_snapshot(exec, timer);
  }
};
}  // namespace

gsta::timing_snapshot time_design(gsta::flat_design const& design, run_options const& run) {
  return gsta::with_executor(run.where, run.threads, update_in_full{design, run});
}

}  // namespace tau15
