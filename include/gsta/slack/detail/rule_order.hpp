#pragma once

#include <algorithm>
#include <tuple>

#include "gsta/core/sort.hpp"
#include "gsta/slack/design_rules.hpp"

namespace gsta::detail {

GSTA_HOST_LAZY void put_in_order(flat_design const& design, std::vector<rule_check>& checks) {
  for (auto& check : checks) check.pin = design.real_pin(check.pin);
  auto const place = [](rule_check const& check) {
    bool const pulse = check.rule == design_rule::min_pulse_width;
    return std::tuple(check.rule, check.pin, pulse ? check.clock : none, pulse ? check.condition : none);
  };
  std::sort(checks.begin(), checks.end(), [&](rule_check const& a, rule_check const& b) {
    return std::tuple(place(a), a.slack, a.clock, a.condition) <
           std::tuple(place(b), b.slack, b.clock, b.condition);
  });
  auto const same = [&](rule_check const& a, rule_check const& b) { return place(a) == place(b); };
  checks.erase(std::unique(checks.begin(), checks.end(), same), checks.end());
  gsta::stable_sort(checks.begin(), checks.end(), [](rule_check const& a, rule_check const& b) {
    return std::tuple(a.rule, a.slack) < std::tuple(b.rule, b.slack);
  });
}

}  // namespace gsta::detail
