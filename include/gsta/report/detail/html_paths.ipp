#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "gsta/report/detail/html_waterfall.ipp"
#include "gsta/report/report.hpp"

namespace gsta::detail {

/// The number of the path on the page by the end that it is to: 2 * check + data edge.
using path_anchors = std::unordered_map<std::int64_t, std::size_t>;

inline std::int64_t end_key(id check, edge data_edge) noexcept {
  return 2 * std::int64_t{check} + static_cast<int>(data_edge);
}

inline char const* violated_or_met(bool violated) noexcept { return violated ? "VIOLATED" : "MET"; }

GSTA_INLINE void write_path_facts(html_writer& out, report_input const& input, path_group const& group,
                                  described_path const& path, std::size_t number) {
  auto const start = describe_start(input, path.rows), end = describe_end(input, path.rows);
  auto const* const kind = name_of(input.timing.checks[path.rows.check].kind);
  auto const required = "required " + out.figure(path.required),
             arrival = "arrival " + out.figure(path.arrival);
  out.put("<dl class=\"ends\" id=\"path-{}\"><dt>Startpoint</dt><dd><span class=\"p\">{}</span> ({})</dd>\n",
          number, escaped(start.name), escaped(start.what));
  out.put("<dt>Endpoint</dt><dd><span class=\"p\">{}</span> ({})</dd>\n", escaped(end.name),
          escaped(end.what));
  out.put("<dt>Path group</dt><dd>{}, {} ({})</dd>\n", escaped(group.name), kind,
          group.side == split::late ? "max" : "min");
  out.put("<dt>Slack</dt><dd><strong class=\"{}\">{} {}</strong> = {}</dd></dl>\n",
          path.rows.slack < 0 ? "bad" : "", out.figure(path.slack), out.numbers().time_unit_name(),
          group.side == split::late ? required + " \u2212 " + arrival : arrival + " \u2212 " + required);
}

GSTA_INLINE void write_html_path(html_writer& out, report_input const& input, path_group const& group,
                                 described_path const& path, std::size_t number, bool open) {
  auto const start = describe_start(input, path.rows), end = describe_end(input, path.rows);
  bool const violated = path.rows.slack < 0;
  out.put("<details class=\"trace\"{}>\n<summary><strong class=\"{}\">{}</strong> {}",
          open ? " open=\"open\"" : "", violated ? "bad" : "", out.figure(path.slack),
          out.numbers().time_unit_name());
  out.put(
      "<span class=\"tag {}\">{}</span> <span class=\"p\">{} \u2192 {}</span>"
      " <span class=\"soft\">{}</span></summary>\n",
      violated ? "bad" : "soft", violated_or_met(violated), escaped(start.name), escaped(end.name),
      name_of(input.timing.checks[path.rows.check].kind));
  write_path_facts(out, input, group, path, number);
  waterfall(out, input, path).write();
  out.put("</details>\n");
}

/// What the colours and marks of the waterfalls are.
GSTA_INLINE void write_legend(html_writer& out) {
  auto const& numbers = out.numbers();
  out.put(
      "<p class=\"soft key\"><i></i>clock and external <i class=\"cell\"></i>cell delay "
      "<i class=\"net\"></i>net delay; the dashed line is the required time; ^ rises, v falls. "
      "Times in {}, loads in {}. The worst group stands first.</p>\n",
      numbers.time_unit_name(), numbers.load_unit_name());
}

/// How many paths of each group are shown where there is room for `most`: the worst of all groups first, then
/// the second ones, and so on.
GSTA_INLINE std::vector<std::size_t> shares_of_groups(std::vector<path_group const*> const& groups,
                                                      std::size_t most) {
  std::vector<std::size_t> share(groups.size(), 0);
  for (bool more = true; more;) {
    more = false;
    for (std::size_t g = 0; g < groups.size() && most > 0; ++g) {
      if (share[g] == groups[g]->paths.size()) continue;
      ++share[g];
      --most;
      more = true;
    }
  }
  return share;
}

/// The line that stays where a group is folded.
GSTA_INLINE void write_group_head(html_writer& out, path_group const& group, bool open) {
  auto const& slack = group.paths.slack;
  auto const violated = std::count_if(slack.begin(), slack.end(), [](auto fs) { return fs < 0; });
  out.put("<details class=\"group\"{}>\n<summary><strong>{}</strong> <span class=\"soft\">{}, {} {}, ",
          open ? " open=\"open\"" : "", escaped(group.name),
          group.side == split::late ? "setup (max)" : "hold (min)",
          grouped(static_cast<std::int64_t>(slack.size())), slack.size() == 1 ? "path" : "paths");
  out.put("{} violated</span></summary>\n", violated == 0 ? "none" : grouped(violated));
}

/// As many paths as the page has room for; groups with violations are unfolded, and of the first ones their
/// worst path.
GSTA_INLINE path_anchors write_html_paths(html_writer& out, report_input const& input,
                                          html_options const& options) {
  constexpr std::size_t unfolded = 3;
  auto const groups = groups_by_slack(input);
  path_anchors anchors;
  out.put("<h2 id=\"paths\">Worst paths</h2>\n");
  if (groups.empty()) out.put("<p>No paths were searched, or none is constrained.</p>\n");
  if (!groups.empty()) write_legend(out);
  auto const share = shares_of_groups(groups, options.paths);
  std::size_t const room = options.most_bytes / 10 * 3, start = out.size();
  std::size_t number = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    auto const& paths = groups[g]->paths;
    bool const bad = paths.size() > 0 && paths.slack[0] < 0, open = g == 0 || bad;
    std::size_t const used = out.size() - start;
    if (used > room) {
      out.put("<p class=\"soft\">{} more groups are left out.</p>\n",
              grouped(static_cast<std::int64_t>(groups.size() - g)));
      break;
    }
    // What the page has room for is shared out evenly among the groups that are left.
    std::size_t const end = out.size() + (room - used) / (groups.size() - g);
    write_group_head(out, *groups[g], open);
    std::size_t i = 0;
    for (; i < share[g] && out.size() < end; ++i) {
      anchors.emplace(end_key(paths.check[i], paths.data_edge[i]), ++number);
      write_html_path(out, input, *groups[g], describe_path(input, out.numbers(), paths, i), number,
                      open && i == 0 && g < unfolded);
    }
    if (i < paths.size()) {
      out.put("<p class=\"soft\">{} more paths are left out.</p>\n",
              grouped(static_cast<std::int64_t>(paths.size() - i)));
    }
    out.put("</details>\n");
  }
  return anchors;
}

}  // namespace gsta::detail
