// The JSON report.

#include <string>
#include <vector>

#include "gsta/report/group_summary.hpp"
#include "gsta/report/report.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/report/unconstrained.hpp"
#include "src/report/chunked_text.hpp"
#include "src/report/describe.hpp"
#include "src/report/figures.hpp"
#include "src/report/json_constraints.hpp"
#include "src/report/json_writer.hpp"
#include "src/report/omissions.hpp"
#include "src/report/rows.hpp"
#include "src/report/rule_rows.hpp"

namespace gsta::detail {
namespace {

/// Reasons for which nothing is unconstrained are left out.
void write_reasons(json_writer& out, std::vector<unconstrained_endpoint> const& open, split side) {
  auto const counts = count_reasons(open, side);
  out.key("unconstrained_by_reason").open('{');
  for (std::size_t i = 1; i < unconstrained_reasons; ++i) {
    if (counts[i] > 0) out.key(name_of(static_cast<unconstrained_reason>(i), false)).count(counts[i]);
  }
  out.close('}');
}

void write_summary(json_writer& out, char const* name, slack_summary const& summary,
                   std::vector<unconstrained_endpoint> const& open, split side) {
  out.key(name).open('{');
  out.key("wns").number(if_constrained(summary, summary.wns));
  out.key("tns").number(if_constrained(summary, summary.tns));
  out.key("tns_rf").number(if_constrained(summary, summary.tns_rf));
  out.key("worst_slack").number(summary.worst_slack);
  out.key("violations").count(summary.violations);
  out.key("endpoints").count(summary.endpoints);
  out.key("unconstrained").count(summary.unconstrained);
  write_reasons(out, open, side);
  out.close('}');
}

/// Rows of path groups or of clocks on one side.
void write_group_rows(json_writer& out, char const* side, char const* key,
                      std::vector<group_summary> const& rows) {
  for (auto const& row : rows) {
    out.line();
    out.open('{');
    out.key("side").text(side);
    out.key(key);
    text_or_null(out, row.name);
    out.key("worst_slack").number(row.worst_slack);
    out.key("tns").number(row.tns);
    out.key("violations").count(row.violations);
    out.key("endpoints").count(row.endpoints);
    out.close('}');
  }
}

void write_groups(json_writer& out, report_input const& input) {
  auto const all = summarize_groups(input.design, input.timing);
  out.key("groups").open('[');
  write_group_rows(out, "setup", "group", all.setup_groups);
  write_group_rows(out, "hold", "group", all.hold_groups);
  out.close(']');
  out.key("clocks").open('[');
  write_group_rows(out, "setup", "clock", all.setup_clocks);
  write_group_rows(out, "hold", "clock", all.hold_clocks);
  out.close(']');
}

/// Rules under which nothing has a limit are left out.
void write_rule_figures(json_writer& out, rule_report const& rules) {
  if (!has_rules(rules)) return;
  out.key("rules").open('[');
  for (int rule = 0; rule < design_rules; ++rule) {
    auto const& figures = rules.summary[rule];
    if (figures.checked == 0) continue;
    out.open('{');
    out.key("rule").text(name_of(static_cast<design_rule>(rule)));
    out.key("checked").count(figures.checked);
    out.key("violations").count(figures.violations);
    out.key("worst_slack").number(figures.worst_slack);
    out.close('}');
  }
  out.close(']');
}

/// Of both sides, by path group, by clock and by design rule.
void write_summaries(json_writer& out, report_input const& input,
                     std::vector<unconstrained_endpoint> const& open) {
  out.key("summary").open('{');
  write_summary(out, "setup", input.timing.setup, open, split::late);
  write_summary(out, "hold", input.timing.hold, open, split::early);
  write_groups(out, input);
  write_rule_figures(out, input.rules);
  out.close('}');
}

/// An unconstrained endpoint has no check, no edge and no times.
void write_endpoint(json_writer& out, report_input const& input, endpoint_row const& row) {
  bool const checked = row.check != none;
  out.line();
  out.open('{');
  out.key("pin").text(pin_name_of(input, row.pin));
  out.key("edge");
  checked ? out.text(name_of(row.edge)) : out.null();
  out.key("check");
  checked ? out.text(name_of(input.timing.checks[row.check].kind)) : out.null();
  out.key("group").text(row.group);
  out.key("clock");
  text_or_null(out, checked ? clock_name_of(input.design, capture_edge_of(input.design, input.timing,
                                                                          input.timing.checks[row.check]))
                            : "");
  out.key("arrival").number(row.arrival);
  out.key("required").number(row.required);
  out.key("slack").number(row.slack);
  out.close('}');
}

/// What a step's driver is on; the net that a step ends is its driver's.
std::string net_name_of(report_input const& input, id net) {
  auto const& names = input.design.net_name;
  auto const i = static_cast<std::size_t>(net);
  return std::string(net != none && i < names.size() ? names[i] : "");
}

/// Pins of a path, or of a clock's way; `from` is when the clock's edge is.
void write_steps(json_writer& out, report_input const& input, char const* key,
                 std::vector<reported_step> const& steps, double from) {
  out.key(key).open('[');
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto const& step = steps[i];
    id const net = step.net == none && i > 0 ? steps[i - 1].net : step.net;
    out.open('{');
    out.key("pin").text(pin_name_of(input, step.pin));
    out.key("cell");
    text_or_null(out, input.cell_of ? input.cell_of(step.pin) : std::string());
    out.key("net");
    text_or_null(out, net_name_of(input, net));
    out.key("edge").text(name_of(step.edge));
    out.key("arrival").number(from + step.arrival);
    out.key("delay").number(static_cast<float>(step.delay));
    out.key("slew").number(step.slew);
    out.key("load").number(step.load);
    out.close('}');
  }
  out.close(']');
}

void write_path(json_writer& out, report_input const& input, path_group const& group, std::size_t path) {
  auto const rows = make_path_rows(input, group.paths, path);
  auto const& check = input.timing.checks[rows.check];
  out.line();
  out.open('{');
  out.key("slack").number(static_cast<float>(rows.slack));
  out.key("check").text(name_of(check.kind));
  out.key("group").text(group.name);
  out.key("startpoint").text(pin_name_of(input, rows.steps.front().pin));
  out.key("endpoint").text(pin_name_of(input, rows.steps.back().pin));
  out.key("capture_clock");
  text_or_null(out, clock_name_of(input.design, capture_edge_of(input.design, input.timing, check)));
  out.key("required").number(rows.required);
  if (rows.credit != 0) out.key("credit").number(rows.credit);
  write_steps(out, input, "pins", rows.steps, rows.launch_time);
  if (is_expanded(input)) {
    write_steps(out, input, "launch_path", launch_clock_path(input, rows).steps, rows.launch_time);
    write_steps(out, input, "capture_path", capture_clock_path(input, rows).steps,
                rows.launch_time + static_cast<double>(check.offset) / 1000);
  }
  out.close('}');
}

void write_pins(json_writer& out, report_input const& input) {
  shown_vertices const vertices(input.design);
  for (id const pin : reported_pins(input)) {
    auto const row = make_pin_row(input, vertices, pin);
    out.line();
    out.open('{');
    out.key("pin").text(pin_name_of(input, pin));
    out.four("at", row.at);
    out.four("slew", row.slew);
    out.four("rat", row.rat);
    out.four("slack", row.slack);
    out.close('}');
  }
}

void write_violations(json_writer& out, report_input const& input) {
  for (auto const& check : input.rules.checks) {
    out.line();
    out.open('{');
    out.key("rule").text(name_of(check.rule));
    out.key("pin").text(pin_name_of(input, check.pin));
    out.key("edge");
    text_or_null(out, check.condition == none ? "" : name_of(static_cast<edge>(edge_of(check.condition))));
    out.key("clock");
    text_or_null(out, check.clock == none ? "" : clock_name_of(input.design, 2 * check.clock));
    out.key("limit").number(check.limit);
    out.key("value").number(check.value);
    out.key("slack").number(check.slack);
    out.close('}');
  }
}

void write_diagnostics(json_writer& out, std::vector<model::diagnostic> const& diagnostics) {
  for (auto const& d : diagnostics) {
    out.line();
    out.open('{');
    out.key("kind").text(d.kind);
    out.key("count").count(static_cast<std::int64_t>(d.count));
    out.key("first").text(d.first);
    out.close('}');
  }
}

/// Of very many, the first are listed.
void write_omissions(json_writer& out, report_input const& input) {
  out.key("incomplete").count(static_cast<std::int64_t>(input.not_applied.count));
  out.key("not_applied").open('[');
  for (auto const& one : input.not_applied.kept) {
    out.line();
    out.open('{');
    out.key("what").text(one.what);
    out.key("at").text(one.at);
    out.close('}');
  }
  out.close(']');
  out.key("unmatched").count(static_cast<std::int64_t>(input.unmatched.count));
  out.key("black_boxes").count(static_cast<std::int64_t>(input.black_boxes.count));
  auto const wires = coverage_of(input);
  out.key("spef").open('{');
  out.key("nets").count(wires.nets);
  out.key("annotated").count(wires.annotated);
  out.close('}');
}

/// Of very many loops, and of very long ones, the first are listed.
void write_loops(json_writer& out, report_input const& input) {
  out.key("loops").count(static_cast<std::int64_t>(input.design.loop_count));
  out.key("cut_loops").open('[');
  for (auto const& loop : input.design.loops) {
    out.line();
    out.open('{');
    out.key("from").text(pin_name_of(input, loop.from));
    out.key("to").text(pin_name_of(input, loop.to));
    out.key("length").count(static_cast<std::int64_t>(loop.length));
    out.key("pins").open('[');
    for (id const pin : loop.pins) out.text(pin_name_of(input, pin));
    out.close(']');
    out.close('}');
  }
  out.close(']');
}

}  // namespace
}  // namespace gsta::detail

namespace gsta {

void report_json(report_input const& input, report_parts const& parts, report_sink const& write) {
  detail::json_writer out(write);
  out.open('{');
  out.key("version").count(report_json_version);
  out.key("design").text(input.design_name);
  out.key("device").text(input.device);
  out.key("delay_model").text(input.delay_model);
  out.key("stages").open('{');
  out.key("pi_model").count(input.stages.pi_model);
  out.key("one_capacitor").count(input.stages.one_capacitor);
  out.key("without_ramp").count(input.stages.without_ramp);
  out.key("without_tables").count(input.stages.without_tables);
  out.close('}');
  detail::write_omissions(out, input);
  detail::write_loops(out, input);
  out.key("units").open('{');
  out.key("time").text("ps");
  out.key("capacitance").text("fF");
  out.close('}');
  auto const open = find_unconstrained(input.design, input.timing);
  detail::write_summaries(out, input, open);
  out.key("endpoints").open('[');
  for (auto const& row : detail::endpoint_rows(input)) detail::write_endpoint(out, input, row);
  out.close(']');
  out.key("paths").open('[');
  for (auto const& group : input.paths) {
    for (std::size_t i = 0; parts.paths && i < group.paths.size(); ++i)
      detail::write_path(out, input, group, i);
  }
  out.close(']');
  out.key("pins").open('[');
  if (parts.pins) detail::write_pins(out, input);
  out.close(']');
  out.key("violations").open('[');
  detail::write_violations(out, input);
  out.close(']');
  detail::write_constraints(out, input, parts, open);
  out.key("diagnostics").open('[');
  detail::write_diagnostics(out, input.diagnostics);
  out.close(']');
  out.close('}');
  out.end();
}

std::string report_json(report_input const& input, report_parts const& parts) {
  return detail::collected([&](report_sink const& write) { report_json(input, parts, write); });
}

}  // namespace gsta
