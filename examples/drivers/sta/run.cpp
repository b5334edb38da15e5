// The only file of this driver that knows executors. CMake compiles it as CUDA where there is a CUDA
// compiler.
#ifdef __CUDACC__
#include "gsta/core/with_executor.cuh"
#include "gsta/sta/timer.cuh"
#else
#include "gsta/core/with_executor.hpp"
#endif
#include "gsta/sta/snapshot.hpp"
#include "sta/run.hpp"

namespace sta {

namespace {

struct update_in_full {
  gsta::flat_design const& design;
  gsta::timer_options timing;

  template <gsta::executor E>
  timing_result operator()(E const& exec) const {
    gsta::timer<E> timer(exec, design, timing);
    timer.update(exec);
    bool const on_device = E::space == gsta::memory_space::device;
    return {on_device ? "cuda" : "host", gsta::take_snapshot(exec, timer)};
  }
};

}  // namespace

timing_result time_design(gsta::flat_design const& design, options const& settings) {
  gsta::timer_options timing;
  bool const degrade = settings.wires == wire_model::elmore_slew;
  timing.delays.wires = degrade ? gsta::wire_slew::degrade : gsta::wire_slew::keep;
  timing.delays.tables = gsta::negative_slew::clip;
  timing.delays.unreached = gsta::unreached_sink::no_delay;
  return gsta::with_executor(settings.device.where, settings.device.threads, update_in_full{design, timing});
}

}  // namespace sta
