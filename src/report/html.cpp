// The HTML page.

#include <string>
#include <vector>

#include "gsta/report/check_setup.hpp"
#include "gsta/report/clock_report.hpp"
#include "gsta/report/group_summary.hpp"
#include "gsta/report/report.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/report/unconstrained.hpp"
#include "src/report/clock_rows.hpp"
#include "src/report/describe.hpp"
#include "src/report/figures.hpp"
#include "src/report/html_parts.hpp"
#include "src/report/html_style.hpp"
#include "src/report/html_writer.hpp"
#include "src/report/omissions.hpp"
#include "src/report/rows.hpp"
#include "src/report/rule_rows.hpp"

namespace gsta::detail {
namespace {

void write_html_latency(html_writer& out, report_input const& input, clock_latency const& row) {
  for (auto const* const delay : {&row.shortest, &row.longest}) {
    out.put("<tr><td>{}</td><td>{} \u2192 {}</td><td>{}</td>",
            escaped(clock_name_of(input.design, 2 * row.clock)), name_of(row.at_source), name_of(row.at_pin),
            delay == &row.shortest ? "shortest" : "longest");
    auto const& n = out.numbers();
    double const source = n.time(delay->source), latency = n.time(delay->latency());
    out.put(
        "<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"p\">{}</td></tr>\n",
        n.text(source), n.text(latency - source), n.text(latency), escaped(pin_name_of(input, delay->pin)));
  }
}

/// `has_credits`: the table has a column for them; `credited`: this row has one.
void write_html_skew(html_writer& out, report_input const& input, clock_skew const& row, bool has_credits,
                     bool credited) {
  auto const& n = out.numbers();
  double const launch = n.time(row.launch_latency), capture = n.time(row.capture_latency),
               uncertainty = n.time(row.uncertainty),
               credit = n.time(row.side == split::late ? -row.credit : row.credit);
  out.put("<tr><td>{}</td><td>{}{}</td><td class=\"n\">{}</td><td class=\"p\">{}</td>",
          escaped(clock_name_of(input.design, 2 * row.clock)), row.side == split::late ? "setup" : "hold",
          credited ? ", CRPR" : "", n.text(launch), escaped(pin_name_of(input, row.launch)));
  out.put("<td class=\"n\">{}</td><td class=\"p\">{}</td><td class=\"n\">{}</td>", n.text(capture),
          escaped(pin_name_of(input, row.capture)), n.text(uncertainty));
  if (has_credits) out.put("<td class=\"n\">{}</td>", credited ? n.text(credit) : "");
  out.put("<td class=\"n\">{}</td></tr>\n", n.text(launch - capture + uncertainty + credit));
}

/// Latencies and skews of clocks; nothing where no clock reaches a register.
void write_html_clocks(html_writer& out, report_input const& input) {
  auto const latencies = latencies_of(input);
  if (latencies.empty()) return;
  out.put("<h2 id=\"clocks\">Clock networks</h2>\n");
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>Clock</th>"
      "<th>Edges</th><th></th><th class=\"n\">Source</th><th class=\"n\">Network</th>"
      "<th class=\"n\">Latency</th><th>Register</th></tr></thead>\n<tbody>\n");
  for (auto const& row : latencies) write_html_latency(out, input, row);
  out.put("</tbody>\n</table></div></section>\n");
  auto const skews = skews_of(input), credited = skews_of(input, true);
  if (skews.empty()) return;
  bool const has_credits = !credited.empty();
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>Clock</th>"
      "<th>Side</th><th class=\"n\">Launch</th><th>Register</th><th class=\"n\">Capture</th><th>Register</th>"
      "<th class=\"n\">Uncertainty</th>{}<th class=\"n\">Skew</th></tr></thead>\n<tbody>\n",
      has_credits ? "<th class=\"n\">CRPR</th>" : "");
  for (auto const& row : skews) {
    write_html_skew(out, input, row, has_credits, false);
    if (auto const* const with = same_of(credited, row)) write_html_skew(out, input, *with, true, true);
  }
  out.put("</tbody>\n</table></div></section>\n");
}

void write_html_rule_figures(html_writer& out, rule_report const& rules) {
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>Rule</th>"
      "<th class=\"n\">Checked</th><th class=\"n\">Violations</th>"
      "<th class=\"n\">Worst slack</th></tr></thead>\n<tbody>\n");
  for (int i = 0; i < design_rules; ++i) {
    auto const& of = rules.summary[i];
    auto const rule = static_cast<design_rule>(i);
    if (of.checked == 0) continue;
    char const* const bad = of.violations > 0 ? " bad" : "";
    out.put("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n{}\">{}</td><td class=\"n{}\">{}</td></tr>\n",
            name_of(rule), grouped(of.checked), bad, grouped(of.violations), bad,
            rule_text(out.numbers(), rule, of.worst_slack, "\u2013"));
  }
  out.put("</tbody>\n</table></div></section>\n");
}

void write_html_violation(html_writer& out, report_input const& input, rule_check const& check) {
  auto const text = [&](float value) { return rule_text(out.numbers(), check.rule, value, "\u2013"); };
  out.put("<tr><td>{}</td><td class=\"p\">{}</td><td>{}</td><td>{}</td>", name_of(check.rule),
          escaped(pin_name_of(input, check.pin)), edge_text(check),
          check.clock == none ? "\u2013" : escaped(clock_name_of(input.design, 2 * check.clock)));
  out.put("<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n{}\">{}</td></tr>\n", text(check.limit),
          text(check.value), check.slack < 0 ? " bad" : "", text(check.slack));
}

/// Nothing where nothing has a limit; the first violations, as many as the page has room for.
void write_html_rules(html_writer& out, report_input const& input, html_options const& options) {
  if (!has_rules(input.rules)) return;
  out.put("<h2 id=\"rules\">Design rules</h2>\n");
  write_html_rule_figures(out, input.rules);
  auto const& all = input.rules.checks;
  if (all.empty()) return;
  out.put("<details class=\"group\" open=\"open\">\n<summary><strong>Violations</strong> ");
  out.put("<span class=\"soft\">{} {}</span></summary>\n", grouped(static_cast<std::int64_t>(all.size())),
          all.size() == 1 ? "row" : "rows");
  out.put(
      "<div class=\"scroll\"><table class=\"rows\">\n<thead><tr><th>Rule</th><th>Pin</th><th>Edge</th>"
      "<th>Clock</th><th class=\"n\">Limit</th><th class=\"n\">Value</th>"
      "<th class=\"n\">Slack</th></tr></thead>\n<tbody>\n");
  auto const start = out.size();
  std::size_t shown = 0;
  for (; shown < all.size() && shown < options.endpoints; ++shown) {
    if (out.size() - start > options.most_bytes / 6) break;
    write_html_violation(out, input, all[shown]);
  }
  out.put("</tbody>\n</table></div>\n");
  if (shown < all.size())
    out.put("<p class=\"soft\">{} more rows are left out.</p>\n",
            grouped(static_cast<std::int64_t>(all.size() - shown)));
  out.put("</details>\n");
}

void write_html_group_rows(html_writer& out, char const* side, std::vector<group_summary> const& rows) {
  for (auto const& row : rows) {
    char const* const bad = row.violations > 0 ? " bad" : "";
    out.put("<tr><td>{}</td><td>{}</td><td class=\"n{}\">{}</td><td class=\"n{}\">{}</td>",
            row.name.empty() ? "\u2013" : escaped(row.name), side, bad, out.time(row.worst_slack), bad,
            out.time(row.tns));
    out.put("<td class=\"n{}\">{}</td><td class=\"n\">{}</td></tr>\n", bad, grouped(row.violations),
            grouped(row.endpoints));
  }
}

void write_html_group_table(html_writer& out, char const* title, std::vector<group_summary> const& setup,
                            std::vector<group_summary> const& hold) {
  out.put("<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>{}</th>",
          title);
  out.put(
      "<th>Side</th><th class=\"n\">Worst slack</th><th class=\"n\">TNS</th><th class=\"n\">Violations</th>"
      "<th class=\"n\">Endpoints</th></tr></thead>\n<tbody>\n");
  write_html_group_rows(out, "setup", setup);
  write_html_group_rows(out, "hold", hold);
  out.put("</tbody>\n</table></div></section>\n");
}

/// By path group and by capturing clock; nothing where nothing is constrained.
void write_html_groups(html_writer& out, report_input const& input) {
  auto const all = summarize_groups(input.design, input.timing);
  if (all.setup_groups.empty() && all.hold_groups.empty()) return;
  out.put("<h2 id=\"groups\">Path groups and clocks</h2>\n");
  write_html_group_table(out, "Path group", all.setup_groups, all.hold_groups);
  write_html_group_table(out, "Capture clock", all.setup_clocks, all.hold_clocks);
}

/// What is missing in constraints, the first names of each kind; nothing where nothing is.
void write_html_setup(html_writer& out, report_input const& input, html_options const& options) {
  auto const all = check_setup(input);
  if (all.empty()) return;
  out.put("<h2 id=\"check-setup\">Check of constraints</h2>\n");
  auto const start = out.size();
  for (auto const& found : all) {
    out.put("<details class=\"group\">\n<summary>{}</summary>\n<ul>\n", escaped(sentence_of(found)));
    std::size_t shown = 0;
    for (; shown < found.names.size() && shown < options.endpoints; ++shown) {
      if (out.size() - start > options.most_bytes / 12) break;
      out.put("<li class=\"p\">{}</li>\n", escaped(found.names[shown]));
    }
    if (shown < found.names.size())
      out.put("<li class=\"soft\">and {} more</li>\n",
              grouped(static_cast<std::int64_t>(found.names.size() - shown)));
    out.put("</ul>\n</details>\n");
  }
}

void write_html_reasons(html_writer& out, std::vector<unconstrained_endpoint> const& open) {
  auto const late = count_reasons(open, split::late), early = count_reasons(open, split::early);
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>Reason</th>"
      "<th class=\"n\">Setup</th><th class=\"n\">Hold</th></tr></thead>\n<tbody>\n");
  for (std::size_t i = 1; i < unconstrained_reasons; ++i) {
    if (late[i] + early[i] == 0) continue;
    out.put("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
            name_of(static_cast<unconstrained_reason>(i), true), grouped(late[i]), grouped(early[i]));
  }
  out.put("</tbody>\n</table></div></section>\n");
}

/// Nothing where all are constrained; else counts by reason, and the first endpoints.
void write_html_unconstrained(html_writer& out, report_input const& input, html_options const& options) {
  auto const open = find_unconstrained(input.design, input.timing);
  if (open.empty()) return;
  out.put("<h2 id=\"unconstrained\">Unconstrained endpoints</h2>\n");
  write_html_reasons(out, open);
  out.put("<details class=\"group\">\n<summary><strong>Endpoints</strong> ");
  out.put("<span class=\"soft\">{} {}</span></summary>\n", grouped(static_cast<std::int64_t>(open.size())),
          open.size() == 1 ? "row" : "rows");
  out.put(
      "<div class=\"scroll\"><table class=\"rows\">\n<thead><tr><th>Endpoint</th><th>Setup</th>"
      "<th>Hold</th></tr></thead>\n<tbody>\n");
  auto const start = out.size();
  std::size_t shown = 0;
  auto const text = [](unconstrained_reason reason) {
    return reason == unconstrained_reason::has_slack ? "\u2013" : name_of(reason, true);
  };
  for (; shown < open.size() && shown < options.endpoints; ++shown) {
    if (out.size() - start > options.most_bytes / 12) break;
    auto const& end = open[shown];
    out.put("<tr><td class=\"p\">{}</td><td>{}</td><td>{}</td></tr>\n", escaped(pin_name_of(input, end.pin)),
            text(end.setup), text(end.hold));
  }
  out.put("</tbody>\n</table></div>\n");
  if (shown < open.size())
    out.put("<p class=\"soft\">{} more rows are left out.</p>\n",
            grouped(static_cast<std::int64_t>(open.size() - shown)));
  out.put("</details>\n");
}

void write_head(html_writer& out, report_input const& input) {
  auto const design = escaped(input.design_name);
  out.put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
  out.put(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n");
  out.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
  out.put("<title>{} \u2013 timing</title>\n<style>", design);
  out.put_text(html_style);
  out.put("</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n", design);
  out.put("<p class=\"soft\">Static timing by gsta on the {}. Times in {}, capacitances in {}.</p>\n",
          input.device == "cuda" ? "GPU (cuda)" : escaped(input.device), out.numbers().time_unit_name(),
          out.numbers().load_unit_name());
  if (!input.delay_model.empty()) out.put("<p class=\"soft\">Delays: {}.</p>\n", escaped(input.delay_model));
  if (auto const stages = stage_text(input.stages); !stages.empty())
    out.put("<p class=\"soft\">Stages: {}.</p>\n", stages);
  out.put(
      "<nav><a href=\"#summary\">Summary</a><a href=\"#paths\">Worst paths</a>"
      "<a href=\"#endpoints\">Endpoints</a><a href=\"#diagnostics\">Diagnostics</a></nav>\n</header>\n");
}

void write_html_omissions(html_writer& out, report_input const& input) {
  for (auto const& list : omissions_of(input)) {
    out.put("<section class=\"card left-out\">\n<h3>{}</h3>\n", escaped(list.title));
    if (!list.first.empty()) out.put("<ul>\n");
    for (auto const& one : list.first)
      out.put("<li class=\"p\">{} ({})</li>\n", escaped(one.what), escaped(one.at));
    if (!list.first.empty()) out.put("</ul>\n");
    if (list.more > 0)
      out.put("<p class=\"soft\">and {} more</p>\n", grouped(static_cast<std::int64_t>(list.more)));
    out.put("</section>\n");
  }
}

void write_figure(html_writer& out, std::string const& name, std::string const& value, bool bad) {
  out.put("<div><dt>{}</dt><dd{}>{}</dd></div>\n", name, bad ? " class=\"bad\"" : "", value);
}

void write_card(html_writer& out, char const* title, slack_summary const& summary) {
  bool const bad = summary.violations > 0;
  std::string const unit = out.numbers().time_unit_name();
  out.put("<section class=\"card\">\n<h3>{}</h3>\n", title);
  out.put("<div class=\"big{}\">{}{}</div>\n<div class=\"soft\">worst slack</div>\n", bad ? " bad" : "",
          out.time(summary.worst_slack), math::is_defined(summary.worst_slack) ? " " + unit : "");
  out.put("<dl class=\"figures\">\n");
  write_figure(out, "WNS (" + unit + ")", out.time(if_constrained(summary, summary.wns)), summary.wns < 0);
  write_figure(out, "TNS (" + unit + ")", out.time(if_constrained(summary, summary.tns)), summary.tns < 0);
  write_figure(out, "Violations", grouped(summary.violations), bad);
  write_figure(out, "Endpoints", grouped(summary.endpoints), false);
  write_figure(out, "Unconstrained", grouped(summary.unconstrained), false);
  out.put("</dl>\n</section>\n");
}

void write_html_diagnostics(html_writer& out, report_input const& input) {
  constexpr std::size_t most = 100;
  auto const& all = input.diagnostics;
  out.put("<h2 id=\"diagnostics\">Diagnostics</h2>\n");
  if (all.empty()) {
    out.put("<p>Nothing that was read went unused.</p>\n");
    return;
  }
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>What</th>"
      "<th class=\"n\">How often</th><th>First at</th></tr></thead>\n<tbody>\n");
  for (std::size_t i = 0; i < all.size() && i < most; ++i) {
    out.put("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"p\">{}</td></tr>\n", escaped(all[i].kind),
            grouped(static_cast<std::int64_t>(all[i].count)), escaped(all[i].first));
  }
  out.put("</tbody>\n</table></div>\n");
  if (all.size() > most) {
    out.put("<p class=\"soft\">{} more kinds are left out.</p>\n",
            grouped(static_cast<std::int64_t>(all.size() - most)));
  }
  out.put("</section>\n");
}

}  // namespace
}  // namespace gsta::detail

namespace gsta {

std::string report_html(report_input const& input, html_options const& options) {
  detail::html_writer out(input.style);
  detail::write_head(out, input);
  out.put("<main>\n");
  detail::write_html_omissions(out, input);
  out.put("<h2 id=\"summary\">Summary</h2>\n<div class=\"grid\">\n");
  detail::write_card(out, "Setup (max)", input.timing.setup);
  detail::write_card(out, "Hold (min)", input.timing.hold);
  detail::write_histogram(out, input, split::late);
  detail::write_histogram(out, input, split::early);
  out.put("</div>\n");
  detail::write_html_groups(out, input);
  auto const anchors = detail::write_html_paths(out, input, options);
  detail::write_html_endpoints(out, input, options, anchors);
  detail::write_html_clocks(out, input);
  detail::write_html_unconstrained(out, input, options);
  detail::write_html_setup(out, input, options);
  detail::write_html_rules(out, input, options);
  detail::write_html_diagnostics(out, input);
  out.put("<footer>All times are in {}; a negative slack is a violation.</footer>\n</main>\n",
          out.numbers().time_unit_name());
  out.put("<script>");
  out.put_text(detail::html_script);
  out.put("</script>\n</body>\n</html>\n");
  return out.take();
}

}  // namespace gsta
