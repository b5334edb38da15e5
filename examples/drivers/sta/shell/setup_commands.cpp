// report_unconstrained: what constraints leave open.
#include "gsta/report/report.hpp"
#include "sta/shell/commands.hpp"
#include "sta/shell/report_text.hpp"

namespace sta::shell {

namespace {

/// A report of one part.
std::string report_part(interpreter& tcl, design_state& design, arguments const& in,
                        bool gsta::report_parts::* part) {
  in.expect_rest(0, 0);
  (void)design.timed();
  auto input = design.report_input();
  input.style.digits = digits_of(tcl, in);
  input.style.time = design.time_unit();
  gsta::report_parts parts{false, false, false, false, false};
  parts.*part = true;
  gsta::report_text(input, parts, [&](std::string_view piece) { tcl.print(piece); });
  return {};
}

}  // namespace

void add_setup_commands(interpreter& tcl, design_state& design) {
  add_redirected(tcl, "report_unconstrained", "", [&](words const& given) {
    return report_part(tcl, design, arguments("", given), &gsta::report_parts::unconstrained);
  });
}

}  // namespace sta::shell
