#pragma once

#include <memory>
#include <string>

#include "gsta/core/with_executor.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flatten_options.hpp"
#include "gsta/io/source.hpp"
#include "gsta/model/library.hpp"
#include "gsta/path/path_query.hpp"
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

/// What one pin has: the contest has one tag, so a pin has one node.
struct pin_values {
  gsta::per_condition<float> arrival, slew, required, slack;
};
pin_values values_of(gsta::timing_snapshot const& state, gsta::id pin);

/// Paths, and what their checks and nodes are.
struct found_paths {
  gsta::path_set paths;
  gsta::host_span<gsta::timing_check const> checks;
  gsta::host_span<gsta::id const> node_pin;
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

/// How the contest's designs are flattened; `edited`: wires may lag behind the netlist.
inline gsta::flatten_options flattening(bool edited) {
  gsta::flatten_options options;
  options.conventions.worst_clock_paths = true;  // the contest knows one clock path to each register
  options.pin_separator = ':';
  options.async_arcs = true;
  options.strict_parasitics = !edited;
  return options;
}

/// The timing of a design that changes, by the same rules, on the host: only what differs is timed, and
/// reports read it where it is.
class live_timing {
 public:
  /// Times `design`, which must outlive it as the libraries must.
  live_timing(gsta::flat_design& design, gsta::model::library const& early, gsta::model::library const& late,
              run_options const& run);
  ~live_timing();

  /// Makes `design` what comes next. Throws graph_error on a loop, and then leaves both as they were.
  void go_on_with(gsta::flat_design&& next);
  /// Another cell for the gate whose pins begin there; false: the design has to be flattened.
  bool swap_cell(gsta::id first_pin, std::string const& from, std::string const& to);
  /// Times what was swapped.
  void update();

  pin_values values_of(gsta::id pin) const;
  found_paths worst_paths(std::size_t count) const;
  /// As `time_design` of the design.
  gsta::timing_snapshot state() const;

 private:
  struct timer;
  std::unique_ptr<timer> timer_;
};

/// The worst `count` paths of all checks, early and late.
inline gsta::path_query worst_query(std::size_t count) { return {.side = {}, .k = count}; }

/// The worst `count` paths of all checks, early and late, from the clock or input port to the endpoint.
found_paths find_worst_paths(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                             std::size_t count);

}  // namespace tau15
