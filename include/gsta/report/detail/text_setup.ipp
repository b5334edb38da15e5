#pragma once

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/check_setup.ipp"
#include "gsta/report/detail/text_writer.hpp"

namespace gsta::detail {

/// A sentence for each kind of gap, and below it what has one.
GSTA_INLINE void write_setup(text_writer& out, report_input const& input) {
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

}  // namespace gsta::detail
