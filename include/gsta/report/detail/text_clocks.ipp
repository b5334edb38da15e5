#pragma once

#include <algorithm>
#include <string>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/clock_rows.hpp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/detail/text_writer.hpp"

namespace gsta::detail {

/// How wide the column of clocks is.
GSTA_INLINE std::size_t clock_width(report_input const& input) {
  std::size_t width = 16;
  for (std::size_t clock = 0; clock < input.design.clocks.size(); ++clock)
    width = std::max(width, clock_name_of(input.design, static_cast<id>(2 * clock)).size());
  return width;
}

/// The registers that a clock comes to soonest and latest, and how far apart they are.
GSTA_INLINE void write_clock_latency(text_writer& out, report_input const& input) {
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
GSTA_INLINE void write_clock_skew(text_writer& out, report_input const& input) {
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

}  // namespace gsta::detail
