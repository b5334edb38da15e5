#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "gsta/core/with_executor.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/io/source.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.hpp"

namespace tau15 {

struct run_options {
  gsta::backend where = gsta::backend::automatic;
  unsigned threads = 0;
  gsta::io::load_options files{};  ///< what is read of each
  bool no_cppr = false;            ///< common path pessimism stays
  bool rebuild = false;            ///< time all of the design after each edit
};

/// Everything that reports read, on the host.
struct timing_result {
  gsta::timing_snapshot state;
  std::unordered_map<std::string, gsta::id> pin_by_name;
};

/// A full update of `design` on the backend that `run` names, under the contest's rules. Compiled by nvcc
/// where there is one, so that it can run on a GPU.
gsta::timing_snapshot time_design(gsta::flat_design const& design, run_options const& run);

/// The contest's rules.
inline gsta::timer_options options_of(run_options const& run) {
  gsta::timer_options options;
  options.capture = gsta::capture_required::from_data_slack;
  if (!run.no_cppr) options.credits = gsta::common_path::by_edge;
  options.a_tree_at_a_time = true;
  return options;
}

/// The timing of a design that changes, by the same rules, on the host: of each design that comes only what
/// differs is timed.
class live_timing {
 public:
  /// Times `design`, which must outlive it.
  live_timing(gsta::flat_design& design, run_options const& run);
  ~live_timing();

  /// Makes `design` what comes next. Throws graph_error on a loop, and then leaves both as they were.
  void go_on_with(gsta::flat_design&& next);
  /// As `time_design` of the design.
  gsta::timing_snapshot state() const;

 private:
  struct timer;
  std::unique_ptr<timer> timer_;
};

/// The worst `count` paths of all checks, early and late, from the clock or input port to the endpoint.
gsta::path_set find_worst_paths(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                                std::size_t count);

}  // namespace tau15
