#pragma once

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/report/check_setup.hpp"
#include "gsta/report/detail/rows.ipp"

namespace gsta {
namespace detail {

/// Whether an arrival of a clock is at a pin.
GSTA_INLINE bool has_clocked_arrival(timing_snapshot const& timing, id pin) {
  for (id node = timing.pin_begin[pin]; node < timing.pin_begin[pin + 1]; ++node) {
    tag const& t = timing.tags[timing.node_tag[node]];
    if (t.launch_edge == none || is_source_path(t)) continue;
    for (int c = 0; c < conditions; ++c) {
      if (math::is_defined(timing.node_arrival[node][c])) return true;
    }
  }
  return false;
}

/// Outputs that have both a delay from a clock and data of one, or a longest delay of their own, are
/// constrained.
GSTA_INLINE void add_open_outputs(report_input const& input, std::vector<id>& open) {
  flat_design const& design = input.design;
  std::unordered_set<id> constrained;
  for (auto const& requirement : design.requirements) {
    bool const clocked = !requirement.by_delay && requirement.capture_edge != none;
    if (clocked && has_clocked_arrival(input.timing, requirement.pin)) constrained.insert(requirement.pin);
  }
  for (auto const& path : design.exceptions) {
    if (path.effect == exception_effect::path_delay && path.setup)
      constrained.insert(path.to.begin(), path.to.end());
  }
  auto const& constants = design.gaps.constants;
  for (id const pin : design.outputs) {
    bool const is_constant = std::binary_search(constants.begin(), constants.end(), design.real_pin(pin));
    if (!is_constant && !constrained.contains(pin)) open.push_back(pin);
  }
}

/// Data pins with a setup check that has no clock, or no data of a clock.
GSTA_INLINE void add_open_setups(report_input const& input, std::vector<id>& open) {
  flat_design const& design = input.design;
  auto const& unclocked = design.gaps.unclocked;
  auto const look = [&](id data, id clock) {
    id const pin = design.real_pin(clock);
    bool const has_clock = !std::binary_search(unclocked.begin(), unclocked.end(), pin);
    if (!has_clock || !has_clocked_arrival(input.timing, data)) open.push_back(data);
  };
  for (std::size_t i = 0; i < design.check_data.size(); ++i) {
    check_type const& type = design.check_types[design.check_type_of[i]];
    check_rule const& rule = rule_of(type.kind);
    bool const is_setup = rule.late && rule.origin == check_origin::library && !rule.asynchronous;
    if (is_setup && type.is_checked) look(design.check_data[i], design.check_clock[i]);
  }
  for (std::size_t i = 0; i < design.gaps.unchecked_data.size(); ++i)
    look(design.gaps.unchecked_data[i], design.gaps.unchecked_clock[i]);
}

GSTA_INLINE setup_finding finding_of(report_input const& input, setup_gap of, std::vector<id> const& pins) {
  setup_finding found{of, 0, {}};
  for (id const pin : pins) found.names.push_back(pin_name_of(input, input.design.real_pin(pin)));
  std::sort(found.names.begin(), found.names.end());
  found.names.erase(std::unique(found.names.begin(), found.names.end()), found.names.end());
  found.count = found.names.size();
  return found;
}

/// Loops through registers are none of gates alone.
GSTA_INLINE setup_finding find_loops(report_input const& input) {
  setup_finding found{setup_gap::loops, 0, {}};
  std::size_t through_registers = 0;
  for (auto const& loop : input.design.loops) {
    through_registers += loop.through_register;
    if (loop.through_register) continue;
    for (id const pin : loop.pins) found.names.push_back(pin_name_of(input, pin));
    found.names.push_back("cut: " + pin_name_of(input, loop.from) + " -> " + pin_name_of(input, loop.to));
  }
  found.count = input.design.loop_count - through_registers;
  return found;
}

}  // namespace detail

GSTA_INLINE std::vector<setup_finding> check_setup(report_input const& input) {
  auto const& gaps = input.design.gaps;
  std::vector<id> open;
  detail::add_open_outputs(input, open);
  detail::add_open_setups(input, open);
  using pins_of = std::pair<setup_gap, std::vector<id> const*>;
  std::vector<setup_finding> all;
  for (auto const& [of, pins] : {pins_of{setup_gap::no_input_delay, &gaps.free_inputs},
                                 {setup_gap::no_output_delay, &gaps.free_outputs},
                                 {setup_gap::no_clock, &gaps.unclocked},
                                 {setup_gap::multiple_clock, &gaps.several_clocks},
                                 {setup_gap::unconstrained_endpoints, &open}})
    all.push_back(detail::finding_of(input, of, *pins));
  all.push_back(detail::find_loops(input));
  all.push_back({setup_gap::generated_clocks, gaps.sourceless_clocks.size(), gaps.sourceless_clocks});
  std::erase_if(all, [](setup_finding const& found) { return found.count == 0; });
  return all;
}

GSTA_INLINE char const* name_of(setup_gap of) noexcept {
  static constexpr char const* names[setup_gaps] = {"no_input_delay",  "no_output_delay",         "no_clock",
                                                    "multiple_clock",  "unconstrained_endpoints", "loops",
                                                    "generated_clocks"};
  return names[static_cast<int>(of)];
}

GSTA_INLINE std::string sentence_of(setup_finding const& found) {
  struct words {
    char const *one, *many;
  };
  static constexpr words all[setup_gaps] = {
      {"input port has no set_input_delay", "input ports have no set_input_delay"},
      {"output port has no set_output_delay", "output ports have no set_output_delay"},
      {"clock pin of a register or latch has no clock", "clock pins of registers or latches have no clock"},
      {"clock pin of a register or latch has several clocks",
       "clock pins of registers or latches have several clocks"},
      {"endpoint is unconstrained", "endpoints are unconstrained"},
      {"combinational loop was cut", "combinational loops were cut"},
      {"generated clock comes from a pin without a clock",
       "generated clocks come from pins without a clock"}};
  auto const& of = all[static_cast<int>(found.of)];
  return std::to_string(found.count) + " " + (found.count == 1 ? of.one : of.many);
}

}  // namespace gsta
