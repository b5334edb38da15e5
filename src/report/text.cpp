// The text report.

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "gsta/report/check_setup.hpp"
#include "gsta/report/clock_report.hpp"
#include "gsta/report/group_summary.hpp"
#include "gsta/report/report.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/report/unconstrained.hpp"
#include "src/report/chunked_text.hpp"
#include "src/report/clock_rows.hpp"
#include "src/report/describe.hpp"
#include "src/report/omissions.hpp"
#include "src/report/path_figures.hpp"
#include "src/report/rows.hpp"
#include "src/report/rule_rows.hpp"
#include "src/report/text_paths.hpp"
#include "src/report/text_writer.hpp"

namespace gsta::detail {
namespace {

/// How wide the column of clocks is.
std::size_t clock_width(report_input const& input) {
  std::size_t width = 16;
  for (std::size_t clock = 0; clock < input.design.clocks.size(); ++clock)
    width = std::max(width, clock_name_of(input.design, static_cast<id>(2 * clock)).size());
  return width;
}

/// The registers that a clock comes to soonest and latest, and how far apart they are.
void write_clock_latency(text_writer& out, report_input const& input) {
  auto const& n = out.numbers();
  std::size_t const width = clock_width(input), number = out.width(9);
  out.line("{:<{}}  {:<13}{:<9}{:>{}}{:>{}}{:>{}}  {}", "Clock latency", width, "Edges", "", "Source", number,
           "Network", number, "Latency", number, "Register");
  out.rule(width + 34 + 3 * number);
  auto const rows = latencies_of(input);
  for (auto const& row : rows) {
    auto const edges = std::string(name_of(row.at_source)) + " -> " + name_of(row.at_pin);
    double total[2];
    for (auto const* const delay : {&row.shortest, &row.longest}) {
      bool const first = delay == &row.shortest;
      auto const source = n.time(delay->source), latency = total[!first] = n.time(delay->latency());
      out.line("{:<{}}  {:<13}{:<9}{:>{}}{:>{}}{:>{}}  {}",
               first ? clock_name_of(input.design, 2 * row.clock) : "", width, first ? edges : "",
               first ? "shortest" : "longest", n.text(source), number, n.text(latency - source), number,
               n.text(latency), number, pin_name_of(input, delay->pin));
    }
    out.line("{:<{}}  {:<13}{:<9}{:>{}}", "", width, "", "apart", n.text(total[1] - total[0]), 3 * number);
  }
  if (rows.empty()) out.line("none");
  out.line("");
}

/// The worst skew of each clock on each side, without credits and with.
void write_clock_skew(text_writer& out, report_input const& input) {
  auto const& n = out.numbers();
  std::size_t const width = clock_width(input), number = out.width(9);
  out.line("{:<{}}  {:<7}{:<12}{:>{}}  {}", "Clock skew", width, "Side", "", "Time", number, "Register");
  out.rule(width + 33 + number);
  auto const rows = skews_of(input), credited = skews_of(input, true);
  auto const write = [&](clock_skew const& row, bool with_credit) {
    double const launch = n.time(row.launch_latency), capture = n.time(row.capture_latency);
    double const uncertainty = n.time(row.uncertainty);
    double const credit = n.time(row.side == split::late ? -row.credit : row.credit);
    auto const name = clock_name_of(input.design, 2 * row.clock);
    char const* const side = row.side == split::late ? "setup" : "hold";
    auto const line = [&](bool first, char const* what, double value, std::string const& of) {
      out.line("{:<{}}  {:<7}{:<12}{:>{}}{}{}", first && !with_credit ? name : "", width,
               first && !with_credit ? side : "", what, n.text(value), number, of.empty() ? "" : "  ", of);
    };
    line(true, "launch", launch, pin_name_of(input, row.launch));
    line(false, "capture", -capture, pin_name_of(input, row.capture));
    if (uncertainty != 0) line(false, "uncertainty", uncertainty, "");
    if (with_credit) line(false, "CRPR", credit, "");
    line(false, with_credit ? "skew, CRPR" : "skew", launch - capture + uncertainty + credit, "");
  };
  for (auto const& row : rows) {
    write(row, false);
    if (auto const* const with = same_of(credited, row)) write(*with, true);
  }
  if (rows.empty()) out.line("none");
  out.line("");
}

std::string shown_group(group_summary const& row) { return row.name.empty() ? "(none)" : row.name; }

/// Both sides of one kind of rows.
void write_group_rows(text_writer& out, char const* title, std::vector<group_summary> const& setup,
                      std::vector<group_summary> const& hold) {
  std::size_t width = 16;
  for (auto const* const side : {&setup, &hold}) {
    for (auto const& row : *side) width = std::max(width, shown_group(row).size());
  }
  std::size_t const number = out.width(13);
  out.line("{:<{}}  {:<5}{:>{}}{:>{}}{:>12}{:>12}", title, width, "Side", "Worst slack", number, "TNS",
           number, "Violations", "Endpoints");
  out.rule(width + 31 + 2 * number);
  auto const& n = out.numbers();
  for (auto const* const side : {&setup, &hold}) {
    for (auto const& row : *side)
      out.line("{:<{}}  {:<5}{:>{}}{:>{}}{:>12}{:>12}", shown_group(row), width,
               side == &setup ? "setup" : "hold", n.text(n.time(row.worst_slack)), number,
               n.text(n.time(row.tns)), number, row.violations, row.endpoints);
  }
  if (setup.empty() && hold.empty()) out.line("none");
  out.line("");
}

void write_groups(text_writer& out, report_input const& input) {
  auto const all = summarize_groups(input.design, input.timing);
  write_group_rows(out, "Path group", all.setup_groups, all.hold_groups);
  write_group_rows(out, "Capture clock", all.setup_clocks, all.hold_clocks);
}

/// Of each rule under which something has a limit.
void write_rule_figures(text_writer& out, rule_report const& rules) {
  if (!has_rules(rules)) return;
  out.line("");
  out.line("{:<24}{:>16}{:>16}{:>16}", "Design rule", "checked", "violations", "worst slack");
  out.rule(72);
  for (int i = 0; i < design_rules; ++i) {
    auto const& of = rules.summary[i];
    auto const rule = static_cast<design_rule>(i);
    if (of.checked == 0) continue;
    out.line("{:<24}{:>16}{:>16}{:>16}", name_of(rule), of.checked, of.violations,
             rule_text(out.numbers(), rule, of.worst_slack, "-"));
  }
}

/// A line for each, worst first.
void write_violations(text_writer& out, report_input const& input) {
  auto const& n = out.numbers();
  std::size_t width = 8, clocks = 5;
  std::size_t const number = out.width(9);
  auto const clock_of = [&](rule_check const& check) {
    return check.clock == none ? std::string("-") : clock_name_of(input.design, 2 * check.clock);
  };
  for (auto const& check : input.rules.checks) {
    width = std::max(width, pin_name_of(input, check.pin).size());
    clocks = std::max(clocks, clock_of(check).size());
  }
  out.line("{:<16}  {:<{}}  {:<4}  {:<{}}{:>{}}{:>{}}{:>{}}", "Violation", "Pin", width, "Edge", "Clock",
           clocks, "Limit", number, "Value", number, "Slack", number);
  out.rule(26 + width + clocks + 3 * number);
  for (auto const& check : input.rules.checks) {
    auto const text = [&](float value) { return rule_text(n, check.rule, value, "-"); };
    out.line("{:<16}  {:<{}}  {:<4}  {:<{}}{:>{}}{:>{}}{:>{}}", name_of(check.rule),
             pin_name_of(input, check.pin), width, edge_text(check), clock_of(check), clocks,
             text(check.limit), number, text(check.value), number, text(check.slack), number);
  }
  if (input.rules.checks.empty()) out.line("none");
  out.line("");
}

/// A sentence for each kind of gap, and below it what has one.
void write_setup(text_writer& out, report_input const& input) {
  auto const all = check_setup(input);
  out.line("Check of constraints");
  out.rule(56);
  for (auto const& found : all) {
    out.line("{}", sentence_of(found));
    for (auto const& name : found.names) out.line("  {}", name);
  }
  if (all.empty()) out.line("nothing is missing");
  out.line("");
}

/// How many endpoints are unconstrained for each reason, below their number.
void write_reasons(text_writer& out, std::vector<unconstrained_endpoint> const& ends) {
  auto const late = count_reasons(ends, split::late), early = count_reasons(ends, split::early);
  for (std::size_t i = 1; i < unconstrained_reasons; ++i) {
    auto const reason = static_cast<unconstrained_reason>(i);
    if (late[i] + early[i] > 0) out.line("  {:<22}{:>16}{:>16}", name_of(reason, true), late[i], early[i]);
  }
}

/// A line for each, in the design's order.
void write_unconstrained(text_writer& out, report_input const& input,
                         std::vector<unconstrained_endpoint> const& ends) {
  std::size_t width = 22;
  for (auto const& end : ends) width = std::max(width, pin_name_of(input, end.pin).size());
  auto const text = [](unconstrained_reason reason) {
    return reason == unconstrained_reason::has_slack ? "-" : name_of(reason, true);
  };
  out.line("{:<{}}  {:<22}{}", "Unconstrained endpoint", width, "Setup", "Hold");
  out.rule(width + 46);
  for (auto const& end : ends)
    out.line("{:<{}}  {:<22}{}", pin_name_of(input, end.pin), width, text(end.setup), text(end.hold));
  if (ends.empty()) out.line("none");
  out.line("");
}

/// What the reader of a report must know before its slacks.
void write_omissions(text_writer& out, report_input const& input) {
  auto const lists = omissions_of(input);
  for (auto const& list : lists) {
    out.line("{}", list.title);
    for (auto const& one : list.first) out.line("  {} ({})", one.what, one.at);
    if (list.more > 0) out.line("  and {} more", list.more);
  }
  if (!lists.empty()) out.line("");
}

void write_summary(text_writer& out, report_input const& input,
                   std::vector<unconstrained_endpoint> const& open) {
  auto const &setup = input.timing.setup, &hold = input.timing.hold;
  auto const& n = out.numbers();
  auto const slack = [&n](double value) { return n.text_or(n.time(value), "-"); };
  out.line("Design  {}", input.design_name);
  out.line("Device  {}", input.device);
  if (!input.delay_model.empty()) out.line("Delays  {}", input.delay_model);
  if (auto const stages = stage_text(input.stages); !stages.empty()) out.line("Stages  {}", stages);
  out.line("Units   time {}, capacitance {}", n.time_unit_name(), n.load_unit_name());
  out.line("");
  out.line("{:<24}{:>16}{:>16}", "Summary", "setup (max)", "hold (min)");
  out.rule(56);
  out.line("{:<24}{:>16}{:>16}", "Worst slack", slack(setup.worst_slack), slack(hold.worst_slack));
  out.line("{:<24}{:>16}{:>16}", "WNS", slack(if_constrained(setup, setup.wns)),
           slack(if_constrained(hold, hold.wns)));
  out.line("{:<24}{:>16}{:>16}", "TNS", slack(if_constrained(setup, setup.tns)),
           slack(if_constrained(hold, hold.tns)));
  out.line("{:<24}{:>16}{:>16}", "Violating endpoints", setup.violations, hold.violations);
  out.line("{:<24}{:>16}{:>16}", "Constrained endpoints", setup.endpoints, hold.endpoints);
  out.line("{:<24}{:>16}{:>16}", "Unconstrained endpoints", setup.unconstrained, hold.unconstrained);
  write_reasons(out, open);
  write_rule_figures(out, input.rules);
  out.line("");
}

/// Columns of numbers, each right-aligned and as wide as in the head.
std::string number_columns(std::size_t width, std::initializer_list<std::string> const& texts) {
  std::string all;
  for (auto const& text : texts) all += fmt::format("{:>{}}", text, width);
  return all;
}

void write_endpoints(text_writer& out, report_input const& input) {
  auto const rows = sorted_endpoints(input);
  auto const& n = out.numbers();
  std::size_t width = 8;
  std::size_t const number = out.width(9);
  for (auto const& row : rows) width = std::max(width, pin_name_of(input, row.pin).size());
  out.line("{:<{}}  {:<4}  {:<12}  {:<16}{}", "Endpoint", width, "Edge", "Check", "Path Group",
           number_columns(number, {"Arrival", "Required", "Slack"}));
  out.rule(width + 38 + 3 * number);
  for (auto const& row : rows) {
    auto const pin = pin_name_of(input, row.pin);
    if (row.check == none) {
      out.line("{:<{}}  {:<4}  {:<12}  {:<16}{}", pin, width, "-", "-", "unconstrained",
               number_columns(number, {"-", "-", "-"}));
      continue;
    }
    auto const& check = input.timing.checks[row.check];
    auto const f = figures_of(n, is_late(check.kind), row);
    out.line("{:<{}}  {:<4}  {:<12}  {:<16}{}", pin, width, name_of(row.edge), name_of(check.kind), row.group,
             number_columns(number, {n.text(f.arrival), n.text(f.required), n.text(f.slack)}));
  }
  out.line("");
}

void write_pins(text_writer& out, report_input const& input) {
  auto const pins = reported_pins(input);
  auto const& n = out.numbers();
  std::size_t width = 8;
  std::size_t const number = out.width(9);
  for (id const pin : pins) width = std::max(width, pin_name_of(input, pin).size());
  out.line("{:<{}}{:>10}{}", "Pin", width, "",
           number_columns(number, {"early rise", "early fall", "late rise", "late fall"}));
  out.rule(width + 10 + 4 * number);
  shown_vertices const vertices(input.design);
  for (id const pin : pins) {
    auto const row = make_pin_row(input, vertices, pin);
    auto const four = [&](std::string const& name, char const* what, auto const& values) {
      auto const text = [&](int c) { return n.text_or(n.time(values[c]), "-"); };
      out.line("{:<{}}{:>10}{}", name, width, what,
               number_columns(number, {text(0), text(1), text(2), text(3)}));
    };
    four(pin_name_of(input, pin), "arrival", row.at);
    four("", "slew", row.slew);
    four("", "required", row.rat);
    four("", "slack", row.slack);
  }
  out.line("");
}

}  // namespace
}  // namespace gsta::detail

namespace gsta {

void report_text(report_input const& input, report_parts const& parts, report_sink const& write) {
  detail::text_writer out(write, input.style);
  if (parts.left_out) detail::write_omissions(out, input);
  std::vector<unconstrained_endpoint> open;
  if (parts.summary || parts.unconstrained) open = find_unconstrained(input.design, input.timing);
  if (parts.summary) detail::write_summary(out, input, open);
  if (parts.groups) detail::write_groups(out, input);
  if (parts.endpoints) detail::write_endpoints(out, input);
  if (parts.paths) detail::write_paths(out, input);
  if (parts.clock_latency) detail::write_clock_latency(out, input);
  if (parts.clock_skew) detail::write_clock_skew(out, input);
  if (parts.pins) detail::write_pins(out, input);
  if (parts.violations) detail::write_violations(out, input);
  if (parts.unconstrained) detail::write_unconstrained(out, input, open);
  if (parts.check_setup) detail::write_setup(out, input);
  out.flush();
}

std::string report_text(report_input const& input, report_parts const& parts) {
  return detail::collected([&](report_sink const& write) { report_text(input, parts, write); });
}

}  // namespace gsta
