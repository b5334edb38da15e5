#pragma once

#include <string>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/html_clocks.ipp"
#include "gsta/report/detail/html_endpoints.ipp"
#include "gsta/report/detail/html_histogram.ipp"
#include "gsta/report/detail/html_paths.ipp"
#include "gsta/report/detail/html_rules.ipp"
#include "gsta/report/detail/html_setup.ipp"
#include "gsta/report/detail/html_style.hpp"
#include "gsta/report/detail/html_unconstrained.ipp"
#include "gsta/report/detail/omissions.hpp"
#include "gsta/report/report.hpp"

namespace gsta {
namespace detail {

GSTA_INLINE void write_head(html_writer& out, report_input const& input) {
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

GSTA_INLINE void write_html_omissions(html_writer& out, report_input const& input) {
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

GSTA_INLINE void write_figure(html_writer& out, std::string const& name, std::string const& value, bool bad) {
  out.put("<div><dt>{}</dt><dd{}>{}</dd></div>\n", name, bad ? " class=\"bad\"" : "", value);
}

GSTA_INLINE void write_card(html_writer& out, char const* title, slack_summary const& summary) {
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

GSTA_INLINE void write_html_diagnostics(html_writer& out, report_input const& input) {
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

}  // namespace detail

GSTA_INLINE std::string report_html(report_input const& input, html_options const& options) {
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
  detail::write_endpoints(out, input, options, anchors);
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
