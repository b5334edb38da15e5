#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "bench/generate.hpp"
#include "gsta/path/find_paths.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.hpp"

namespace gsta_bench {

/// Such a design with derated clock paths: late and early clocks part all the way down a tree of that depth,
/// whose leaves lie up to two levels above the deepest.
inline generate_options credited_options(std::string const& preset_name, int clock_depth) {
  generate_options options = preset(preset_name);
  options.clock_depth = clock_depth;
  options.clock_depth_spread = 2;
  options.clock_derate_early = 950;
  options.clock_derate_late = 1050;
  return options;
}

/// A generated design, timed with common-path credits, and what their search reads.
template <gsta::executor E>
struct credited_case {
  static constexpr gsta::memory_space S = E::space;

  gsta::flat_design design;
  gsta::timer<E> timer;
  gsta::slack_state<S> raw;  ///< required times without credits

  credited_case(E const& exec, generate_options const& options)
      : design(generate_netlist(options).placed.design), timer(exec, design, timer_options()) {
    timer.update(exec);
    auto const& checks = timer.checks();
    raw = make_slack_state(exec, 0, checks.view.check.size(), checks.view.endpoint_pin.size());
    update_checks(exec, checks, timer.view().design.luts, gsta::detail::state_of(timer).delays,
                  gsta::detail::state_of(timer).arrivals, raw);
  }
  /// Without slacks: all of the design is searched.
  gsta::path_arrays<S> arrays() const {
    gsta::path_arrays<S> result{gsta::path_problem_of(timer),
                                {timer.view().clock_tree, timer.view().stage_credit}};
    result.problem.check_required = raw.check_required.view();
    return result;
  }

 private:
  static gsta::timer_options timer_options() {
    gsta::timer_options options{{}, gsta::capture_required::from_data_slack};
    options.credits = gsta::common_path::by_edge;
    return options;
  }
};

}  // namespace gsta_bench
