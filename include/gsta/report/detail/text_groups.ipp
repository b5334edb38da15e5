#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/group_summary.ipp"
#include "gsta/report/detail/text_writer.hpp"

namespace gsta::detail {

GSTA_INLINE std::string shown_group(group_summary const& row) {
  return row.name.empty() ? "(none)" : row.name;
}

/// Both sides of one kind of rows.
GSTA_INLINE void write_group_rows(text_writer& out, char const* title,
                                  std::vector<group_summary> const& setup,
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

GSTA_INLINE void write_groups(text_writer& out, report_input const& input) {
  auto const all = summarize_groups(input.design, input.timing);
  write_group_rows(out, "Path group", all.setup_groups, all.hold_groups);
  write_group_rows(out, "Capture clock", all.setup_clocks, all.hold_clocks);
}

}  // namespace gsta::detail
