// The only file of this driver that knows executors. CMake compiles it as CUDA where there is a CUDA
// compiler.
#ifdef __CUDACC__
#include "gsta/core/with_executor.cuh"
#include "gsta/path/path.cuh"
#include "gsta/path/timing_paths.cuh"
#include "gsta/sta/update_plan.cuh"
#else
#include "gsta/core/with_executor.hpp"
#endif
#include "gsta/sta/paths_by_group.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/update_plan.hpp"
#include "sta/run.hpp"

namespace sta {

namespace {

/// A name that the design does not have was mistyped.
void check_query(gsta::flat_design const& design, gsta::timing_snapshot const& timing,
                 gsta::path_query const& query) {
  try {
    gsta::check_names(design, timing, query);
  } catch (gsta::argument_error const& e) {
    throw drivers::usage_error(e.what());
  }
}

struct update_in_full {
  gsta::flat_design const& design;
  gsta::timer_options timing;
  options const& settings;
  bool with_paths;
  drivers::progress_bar& progress;

  template <gsta::executor E>
  timing_result operator()(E const& exec) const {
    progress.stage("timing");
    gsta::timer<E> timer(exec, design, timing);
    gsta::update_plan<E> plan(exec, timer);
    plan.run();
    bool const on_device = E::space == gsta::memory_space::device;
    timing_result result{on_device ? "cuda" : "host", gsta::take_snapshot(exec, timer), {}};
    check_query(design, result.timing, settings.query);
    if (with_paths) {
      progress.stage("paths");
      gsta::group_paths_options const asked{settings.paths, settings.paths_per_endpoint, settings.max_paths,
                                            settings.min_paths};
      result.paths = gsta::paths_by_group(exec, gsta::path_problem_of(timer), design, result.timing, asked,
                                          settings.query);
    }
    return result;
  }
};

}  // namespace

timing_result time_design(gsta::flat_design const& design, options const& settings, bool with_paths,
                          drivers::progress_bar& progress) {
  gsta::timer_options timing;
  timing.keep_tree_sums = false;  // plans have their own
  bool const degrade = settings.wires == wire_model::elmore_slew;
  timing.delays.wires = degrade ? gsta::wire_slew::degrade : gsta::wire_slew::keep;
  timing.delays.tables = gsta::negative_slew::clip;
  timing.delays.unreached = gsta::unreached_sink::no_delay;
  return gsta::with_executor(settings.device.where, settings.device.threads,
                             update_in_full{design, timing, settings, with_paths, progress});
}

}  // namespace sta
