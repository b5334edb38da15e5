// What constraints leave open.

#include "gsta/report/check_setup.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "gsta/report/report_input.hpp"
#include "gsta/report/unconstrained.hpp"
#include "src/report/rows.hpp"

namespace gsta::detail {
namespace {

/// Finds for each endpoint without a slack what is missing.
class unconstrained_finder {
 public:
  unconstrained_finder(flat_design const& design, timing_snapshot const& timing)
      : design_(design), timing_(timing) {}

  std::vector<unconstrained_endpoint> all() {
    for (std::size_t i = 0; i < timing_.endpoint_pin.size(); ++i) look_at(i);
    if (ends_.empty()) return {};
    list_checks();
    mark_behind_disabled();
    std::vector<unconstrained_endpoint> result;
    for (auto const& end : ends_) {
      unconstrained_endpoint made{timing_.endpoint_pin[end.endpoint]};
      if (!end.has_slack[1]) made.setup = reason_of(end, split::late);
      if (!end.has_slack[0]) made.hold = reason_of(end, split::early);
      result.push_back(made);
    }
    return result;
  }

 private:
  /// By side: early, late.
  struct open_end {
    std::size_t endpoint = 0;
    bool has_slack[2] = {false, false}, is_listed[2] = {false, false};
    bool is_required[2] = {false, false}, is_clocked[2] = {false, false};
  };

  void look_at(std::size_t endpoint) {
    open_end end{endpoint};
    for (id k = timing_.endpoint_begin[endpoint]; k < timing_.endpoint_begin[endpoint + 1]; ++k) {
      id const i = timing_.endpoint_check[k];
      int const side = is_late(timing_.checks[i].kind);
      end.is_listed[side] = end.is_listed[side] || is_checked(timing_.checks[i]);
      for (int e = 0; e < 2; ++e)
        end.has_slack[side] = end.has_slack[side] || math::is_defined(timing_.check_slack[i][e]);
    }
    if (end.has_slack[0] && end.has_slack[1]) return;
    at_pin_[timing_.endpoint_pin[endpoint]] = ends_.size();
    ends_.push_back(end);
  }

  bool is_checked(timing_check const& check) const {
    return is_output(check.kind) || design_.check_types[design_.check_type_of[check.source]].is_checked;
  }

  /// What the design asks at these endpoints, whatever pairs of edges were made of it.
  void list_checks() {
    for (std::size_t i = 0; i < design_.check_data.size(); ++i) {
      auto const found = at_pin_.find(design_.check_data[i]);
      if (found == at_pin_.end()) continue;
      check_type const& type = design_.check_types[design_.check_type_of[i]];
      if (!type.is_checked) continue;
      int const side = is_late(type.kind);
      auto& end = ends_[found->second];
      end.is_required[side] = true;
      int const c = condition(side == 1 ? split::early : split::late, type.active);
      end.is_clocked[side] = end.is_clocked[side] || has_clock(design_.check_clock[i], c, type.only_clock);
    }
    for (auto const& requirement : design_.requirements) {
      auto const found = requirement.by_delay ? at_pin_.end() : at_pin_.find(requirement.pin);
      if (found == at_pin_.end()) continue;
      for (int c = 0; c < conditions; ++c) {
        bool const any = math::is_defined(requirement.required[c]);
        auto& end = ends_[found->second];
        end.is_required[is_late(c)] = end.is_required[is_late(c)] || any;
        end.is_clocked[is_late(c)] = end.is_clocked[is_late(c)] || any;
      }
    }
  }

  bool has_clock(id pin, int c, id only) const {
    for (id node = timing_.pin_begin[pin]; node < timing_.pin_begin[pin + 1]; ++node) {
      tag const& t = timing_.tags[timing_.node_tag[node]];
      bool const other = only != none && t.launch_edge / 2 != only;
      if (t.launch_edge != none && t.kind != arrival_kind::data && !is_source_path(t) && !other &&
          math::is_defined(timing_.node_arrival[node][c]))
        return true;
    }
    return false;
  }

  bool arrives(id pin, split side, bool clocked) const {
    for (id node = timing_.pin_begin[pin]; node < timing_.pin_begin[pin + 1]; ++node) {
      tag const& t = timing_.tags[timing_.node_tag[node]];
      if (is_source_path(t) || (clocked && t.launch_edge == none)) continue;
      for (edge const e : {edge::rise, edge::fall}) {
        if (math::is_defined(timing_.node_arrival[node][condition(side, e)])) return true;
      }
    }
    return false;
  }

  /// Pins without arrivals behind arcs that constraints took away.
  void mark_behind_disabled() {
    if (design_.gaps.disabled.empty()) return;
    behind_.assign(design_.pin_count(), 0);
    std::unordered_map<id, std::vector<id>> silent;  // arcs between pins where nothing arrives
    auto const add = [&](id from, id to) {
      if (!arrives(to, split::early, false) && !arrives(to, split::late, false)) silent[from].push_back(to);
    };
    for (std::size_t net = 0; net < design_.net_driver.size(); ++net) {
      for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a)
        add(design_.net_driver[net], design_.net_sink[a]);
    }
    for (std::size_t i = 0; i < design_.arc_from.size(); ++i) add(design_.arc_from[i], design_.arc_to[i]);
    std::vector<id> stack = design_.gaps.disabled;
    while (!stack.empty()) {
      id const pin = stack.back();
      stack.pop_back();
      if (std::exchange(behind_[pin], std::uint8_t{1}) != 0) continue;
      if (auto const found = silent.find(pin); found != silent.end())
        stack.insert(stack.end(), found->second.begin(), found->second.end());
    }
  }

  unconstrained_reason reason_of(open_end const& end, split side) const {
    using reason = unconstrained_reason;
    id const pin = timing_.endpoint_pin[end.endpoint];
    int const s = side == split::late;
    auto const& constants = design_.gaps.constants;
    if (std::binary_search(constants.begin(), constants.end(), design_.real_pin(pin)))
      return reason::constant;
    if (!arrives(pin, side, false))
      return !behind_.empty() && behind_[pin] != 0 ? reason::disabled_arc : reason::no_data;
    if (!end.is_required[s] && !end.is_listed[s]) return reason::no_required;
    if (!end.is_clocked[s] && !end.is_listed[s]) return reason::no_clock;
    if (end.is_listed[s]) return reason::no_edge;
    return arrives(pin, side, true) ? reason::excepted : reason::unclocked_data;
  }

  flat_design const& design_;
  timing_snapshot const& timing_;
  std::vector<open_end> ends_;
  std::unordered_map<id, std::size_t> at_pin_;
  std::vector<std::uint8_t> behind_;  // [pins], or empty
};

}  // namespace
}  // namespace gsta::detail

namespace gsta {

std::vector<unconstrained_endpoint> find_unconstrained(flat_design const& design,
                                                       timing_snapshot const& timing) {
  return detail::unconstrained_finder(design, timing).all();
}

char const* name_of(unconstrained_reason reason, bool words) noexcept {
  struct names {
    char const *name, *words;
  };
  static constexpr names all[unconstrained_reasons] = {{"none", "constrained"},
                                                       {"constant", "constant"},
                                                       {"disabled_arc", "behind a disabled arc"},
                                                       {"no_data", "no data arrive"},
                                                       {"no_required", "nothing required"},
                                                       {"no_clock", "no clock arrives"},
                                                       {"unclocked_data", "data of no clock"},
                                                       {"no_edge", "edge never arrives"},
                                                       {"excepted", "false paths only"}};
  auto const& of = all[static_cast<std::size_t>(reason)];
  return words ? of.words : of.name;
}

namespace detail {
namespace {

/// Whether an arrival of a clock is at a pin.
bool has_clocked_arrival(timing_snapshot const& timing, id pin) {
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
void add_open_outputs(report_input const& input, std::vector<id>& open) {
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
void add_open_setups(report_input const& input, std::vector<id>& open) {
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

setup_finding finding_of(report_input const& input, setup_gap of, std::vector<id> const& pins) {
  setup_finding found{of, 0, {}};
  for (id const pin : pins) found.names.push_back(pin_name_of(input, input.design.real_pin(pin)));
  std::sort(found.names.begin(), found.names.end());
  found.names.erase(std::unique(found.names.begin(), found.names.end()), found.names.end());
  found.count = found.names.size();
  return found;
}

/// Loops through registers are none of gates alone.
setup_finding find_loops(report_input const& input) {
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

}  // namespace
}  // namespace detail

std::vector<setup_finding> check_setup(report_input const& input) {
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

char const* name_of(setup_gap of) noexcept {
  static constexpr char const* names[setup_gaps] = {"no_input_delay",  "no_output_delay",         "no_clock",
                                                    "multiple_clock",  "unconstrained_endpoints", "loops",
                                                    "generated_clocks"};
  return names[static_cast<int>(of)];
}

std::string sentence_of(setup_finding const& found) {
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
