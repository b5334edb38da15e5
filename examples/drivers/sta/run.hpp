#pragma once

#include <functional>
#include <future>
#include <string>
#include <vector>

#include "common/progress.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/slack/design_rules.hpp"
#include "gsta/sta/find_paths.hpp"
#include "gsta/update/edits.hpp"
#include "sta/options.hpp"

namespace sta {

/// A design that stays timed, on the backend that the options name: on a GPU its arrays stay there.
class timing_engine {
 public:
  virtual ~timing_engine() = default;
  /// "host" or "cuda".
  virtual char const* device() const noexcept = 0;
  /// Times a design by the wires that it was flattened for; what was timed before is gone, also where this
  /// throws. The design must stay where it is. `figures_only`: no more is reported than the figures of both
  /// sides, and the arrays stay where they are. Throws: graph_error, cuda_error.
  virtual gsta::timing_snapshot const& time(gsta::flat_design const& design, wire_model wires,
                                            bool figures_only) = 0;
  /// The same of `next`, which `design`, timed last, becomes: the host takes over what stays as it was, the
  /// device times all of it. Where this throws, both designs are as before, and what was timed last may be
  /// gone.
  virtual gsta::timing_snapshot const& go_on(gsta::flat_design& design, gsta::flat_design&& next,
                                             wire_model wires) = 0;
  /// Edits of the design that was timed last, on the host; null where this cannot edit it. What was timed is
  /// gone until `update`.
  virtual gsta::flat_editor* edits(gsta::flat_design& design) = 0;
  /// Times what was edited.
  virtual gsta::timing_snapshot const& update() = 0;
  /// The worst paths of the design that was timed last, by group, at these points.
  /// Throws: argument_error for points that the design does not have, cuda_error.
  virtual std::vector<gsta::path_group> paths(gsta::path_query const& asked, path_names const& points) = 0;
  /// How its stages were solved; all 0 without effective capacitances.
  virtual gsta::stage_counts stages() = 0;
  /// That design against its limits: violations, or all checks with a slack below another number.
  virtual gsta::rule_report rules(gsta::rule_options const& asked) = 0;
};

/// Calls `work` with an engine, which is gone behind it. Throws: backend_unavailable, and what `work` throws.
void with_timing_engine(options const& settings, std::function<void(timing_engine&)> const& work);

/// A device takes tenths of a second to be there: starts it, if the options may use one, beside what is read
/// meanwhile.
std::future<void> wake_device(options const& settings);

/// So many paths of each path group of the sides that are wanted.
gsta::path_query by_group(std::size_t k, std::size_t per_endpoint, bool max, bool min);

struct timing_result {
  std::string device;  ///< "host" or "cuda"
  gsta::timing_snapshot timing;
  std::vector<gsta::path_group> paths;
  gsta::rule_report rules;
  gsta::stage_counts stages;
};

/// Times the design on the backend and by the wires that the options name, and finds paths there where
/// `with_paths` is set. What a device has of it stays there until the process ends, for which this is the
/// last thing to be timed. Throws: usage_error for points that the design does not have; graph_error,
/// backend_unavailable, cuda_error.
timing_result time_design(gsta::flat_design const& design, options const& settings, bool with_paths,
                          drivers::progress_bar& progress);

}  // namespace sta
