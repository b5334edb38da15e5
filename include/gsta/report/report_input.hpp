#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/forward/effective_stages.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/report/path_groups.hpp"
#include "gsta/report/report_style.hpp"
#include "gsta/slack/rule_report.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta {

/// Common-path credits of a timer on the host, for path search.
struct timing_credits {
  owned<clock_tree_view, memory_space::host> tree;  ///< of the snapshot's nodes and checks
  std::vector<per_condition<float>> credit;         ///< [stages of the tree] ps
  std::vector<per_edge> check_required;             ///< [checks] ps, without credits
};

/// What a timer knows, brought to the host: for reports, path search and tests.
struct timing_snapshot {
  std::vector<tag> tags;                            ///< what `node_tag` counts
  std::vector<exception_row> exception_rows{{}};    ///< what tags count
  std::vector<id> pin_begin;                        ///< [pins + 1] the nodes of a pin: consecutive ids
  std::vector<id> node_tag;                         ///< [nodes] into tags
  std::vector<id> node_pin;                         ///< [nodes]
  std::vector<per_condition<float>> slew;           ///< [pins] ps
  std::vector<per_condition<float>> load;           ///< [pins] fF that a driver sees
  std::vector<per_condition<float>> arc_delay;      ///< [arcs of the pin graph] ps
  std::vector<edge_map> edges;                      ///< [arcs of the pin graph]
  std::vector<per_condition<float>> node_arrival;   ///< [nodes] ps from the node's launch edge
  std::vector<per_condition<float>> node_required;  ///< [nodes] ps from the node's launch edge
  std::vector<per_condition<float>> node_slack;     ///< [nodes] ps; +infinity: undefined
  std::vector<per_condition<id>> node_predecessor;  ///< [nodes] position in fanin_from; none: asserted
  std::vector<id> fanin_begin;                      ///< [nodes + 1] rows of the node graph
  std::vector<id> fanin_from;                       ///< [node arcs] node
  std::vector<id> fanin_arc;                        ///< [node arcs] arc of the pin graph
  std::vector<per_condition<float>> node_asserted;  ///< [nodes] ps from the launch edge, may be undefined
  std::vector<timing_check> checks;                 ///< [checks]
  std::vector<std::vector<id>> group_rows{{}};      ///< what checks count, see `timing_checks`
  std::vector<latch_pair> latches;                  ///< of latches' checks, ascending
  std::vector<per_edge> check_required;             ///< [checks] ps from the data's launch edge
  std::vector<per_edge> check_slack;                ///< [checks] ps; +infinity: undefined
  std::shared_ptr<timing_credits const> credits;    ///< null where no path has a credit
  std::vector<id> endpoint_pin;                     ///< [endpoints] ascending
  std::vector<id> endpoint_begin;                   ///< [endpoints + 1] into endpoint_check
  std::vector<id> endpoint_check;                   ///< [checks] those of each endpoint
  slack_summary setup;                              ///< of the late side
  slack_summary hold;                               ///< of the early side
};

/// The edge (2 * clock + edge) that captures at a check of a snapshot; none for a required time without a
/// clock.
///
/// Shapes: one of the snapshot's checks. Cost: O(1). Where: host. Throws: nothing.
inline id capture_edge_of(flat_design const& design, timing_snapshot const& timing,
                          timing_check const& check) noexcept {
  return capture_edge_of(design, timing.tags, timing.node_tag, check);
}

/// The names of the path groups of a check.
///
/// Shapes: names of the design, one of the snapshot's checks; one name or more. Cost: O(names of the check).
/// Where: host. Throws: std::bad_alloc.
inline std::vector<std::string> groups_of(flat_design const& design, path_group_names const& names,
                                          timing_snapshot const& timing, timing_check const& check) {
  std::vector<std::string> result;
  for (id const group :
       names.of(check, timing.group_rows[check.groups], capture_edge_of(design, timing, check)))
    result.push_back(names[group]);
  return result;
}

/// Which rows reports of clock networks have.
struct clock_rows {
  std::vector<id> only{};  ///< of these clocks; empty: of all
  bool setup = true;       ///< skews of setup
  bool hold = true;        ///< skews of hold
};

/// What reports are made from; it only looks at it.
struct report_input {
  flat_design const& design;      ///< gives names
  timing_snapshot const& timing;  ///< of this design
  std::string design_name;        ///< for the head of the report
  std::string device;             ///< "host" or "cuda"
  /// In the order in which JSON has them; text and pages have the group with the worst path first.
  std::vector<path_group> paths{};
  std::vector<model::diagnostic> diagnostics{};  ///< what the readers and `flatten` counted
  /// The library cell of the instance that a pin belongs to, empty for ports; may be left out.
  std::function<std::string(id pin)> cell_of{};
  model::omissions not_applied{};  ///< constraints that would change a slack: every report says how many
  model::omissions unmatched{};    ///< names in constraints that nothing in the design has
  model::omissions black_boxes{};  ///< instances of cells that no library has
  bool extracted_wires = false;    ///< wires were read: reports say so where some nets have none
  rule_report rules{};             ///< of `check_design_rules`: figures, and the violations to be listed
  report_style style{};            ///< of text and pages; JSON takes only `full_clock_expanded` from it
  clock_rows clocks{};             ///< of `clock_latency` and `clock_skew`
  std::string delay_model{};       ///< what delays were made by, in words; empty: not said
  stage_counts stages{};           ///< of effective capacitances: how stages were solved; all 0: not said
};

/// Takes a report piece by piece, in order. What it throws ends the report.
using report_sink = std::function<void(std::string_view piece)>;

/// Which parts a report has. The summary stands in every JSON report, the endpoints too.
struct report_parts {
  bool summary = true;         ///< WNS, TNS and counts of both sides
  bool endpoints = false;      ///< each endpoint's checks, worst first
  bool paths = true;           ///< `report_input::paths`, pin by pin
  bool pins = false;           ///< arrival, slew, required time and slack of every pin
  bool violations = false;     ///< of `report_input::rules`, in text; JSON and pages have them always
  bool unconstrained = false;  ///< endpoints without a slack and why; the summary counts them by reason
  bool check_setup = false;    ///< what is missing in constraints
  bool groups = false;  ///< figures by path group and by capturing clock, in text; JSON has them always
  bool clock_latency = false;  ///< the registers that each clock reaches soonest and latest
  bool clock_skew = false;     ///< the worst skew between registers of a clock, setup and hold
  /// In front of text: what was read and not applied, and what is missing. JSON and pages have it always.
  bool left_out = true;
};

}  // namespace gsta
