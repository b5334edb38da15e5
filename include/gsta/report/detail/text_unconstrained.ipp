#pragma once

#include <algorithm>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/detail/text_writer.hpp"
#include "gsta/report/detail/unconstrained.ipp"

namespace gsta::detail {

/// How many endpoints are unconstrained for each reason, below their number.
GSTA_INLINE void write_reasons(text_writer& out, std::vector<unconstrained_endpoint> const& ends) {
  auto const late = count_reasons(ends, split::late), early = count_reasons(ends, split::early);
  for (std::size_t i = 1; i < unconstrained_reasons; ++i) {
    auto const reason = static_cast<unconstrained_reason>(i);
    if (late[i] + early[i] > 0) out.line("  {:<22}{:>16}{:>16}", name_of(reason, true), late[i], early[i]);
  }
}

/// A line for each, in the design's order.
GSTA_INLINE void write_unconstrained(text_writer& out, report_input const& input,
                                     std::vector<unconstrained_endpoint> const& ends) {
  std::size_t width = 22;
  for (auto const& end : ends) width = std::max(width, pin_name_of(input, end.pin).size());
  auto const text = [](unconstrained_reason reason) {
    return reason == unconstrained_reason::none ? "-" : name_of(reason, true);
  };
  out.line("{:<{}}  {:<22}{}", "Unconstrained endpoint", width, "Setup", "Hold");
  out.rule(width + 46);
  for (auto const& end : ends)
    out.line("{:<{}}  {:<22}{}", pin_name_of(input, end.pin), width, text(end.setup), text(end.hold));
  if (ends.empty()) out.line("none");
  out.line("");
}

}  // namespace gsta::detail
