// report_check_types, as far as it is about design rules.
#include <limits>
#include <set>

#include "gsta/report/report.hpp"
#include "sta/shell/commands.hpp"
#include "sta/shell/report_text.hpp"

namespace sta::shell {

namespace {

using rule = gsta::design_rule;

constexpr char const* of_rules =
    "[-max_slew] [-max_transition] [-max_capacitance] [-max_fanout] [-min_pulse_width] [-min_period] "
    "[-violators] [-digits N]";

std::string report_check_types(interpreter& tcl, design_state& design, words const& given) {
  arguments const in(of_rules, given);
  in.expect_rest(0, 0);
  static constexpr std::pair<char const*, rule> known[] = {{"max_slew", rule::max_slew},
                                                           {"max_transition", rule::max_slew},
                                                           {"max_capacitance", rule::max_capacitance},
                                                           {"max_fanout", rule::max_fanout},
                                                           {"min_pulse_width", rule::min_pulse_width},
                                                           {"min_period", rule::min_period}};
  std::set<rule> wanted, all;
  for (auto const& [name, of] : known) {
    all.insert(of);
    if (in.has(name)) wanted.insert(of);
  }
  if (wanted.empty()) wanted = all;
  bool const violators = in.has("violators");
  auto rules = design.rules({violators ? 0 : std::numeric_limits<float>::infinity()});
  // Without -violators the worst of each rule.
  std::set<rule> seen;
  std::erase_if(rules.checks, [&](gsta::rule_check const& check) {
    return !wanted.contains(check.rule) || (!violators && !seen.insert(check.rule).second);
  });
  auto input = design.report_input();
  input.rules = std::move(rules);
  input.style.digits = digits_of(tcl, in);
  input.style.time = design.time_unit();
  input.style.capacitance = design.capacitance_unit();
  gsta::report_parts parts{false, false, false, false, true};
  gsta::report_text(input, parts, [&](std::string_view piece) { tcl.print(piece); });
  return {};
}

}  // namespace

void add_rule_commands(interpreter& tcl, design_state& design) {
  add_redirected(tcl, "report_check_types", of_rules,
                 [&](words const& given) { return report_check_types(tcl, design, given); });
}

}  // namespace sta::shell
