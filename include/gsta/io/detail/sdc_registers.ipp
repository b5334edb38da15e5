#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

#include "gsta/io/detail/sdc_fan.ipp"
#include "gsta/io/detail/sdc_queries.ipp"

namespace gsta::io::detail {

/// True if `expression` speaks of `name`, as a whole word.
GSTA_INLINE bool mentions(std::string_view expression, std::string_view name) noexcept {
  auto const in_word = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '[' ||
           c == ']';
  };
  for (auto at = expression.find(name); at != expression.npos; at = expression.find(name, at + 1)) {
    auto const end = at + name.size();
    if ((at == 0 || !in_word(expression[at - 1])) && (end == expression.size() || !in_word(expression[end])))
      return true;
  }
  return false;
}

/// What a pin of a register is for.
struct register_role {
  bool clock = false, data = false, asynchronous = false, output = false;
};

GSTA_INLINE register_role role_of(model::cell const& cell, model::pin const& pin) {
  register_role role;
  role.output = pin.direction == model::direction::output;
  if (role.output) return role;
  for (auto const& state : cell.states) {
    role.clock = role.clock || mentions(state.clock, pin.name);
    role.asynchronous =
        role.asynchronous || mentions(state.clear, pin.name) || mentions(state.preset, pin.name);
  }
  if (role.clock) role.asynchronous = false;
  using type = model::timing_type;
  role.data = !role.clock && std::any_of(pin.timing.begin(), pin.timing.end(), [](auto const& group) {
    return group.type == type::setup_rising || group.type == type::setup_falling ||
           group.type == type::hold_rising || group.type == type::hold_falling;
  });
  return role;
}

GSTA_INLINE sdc_reply sdc_reader::all_registers(sdc_arguments const& in) {
  in.expect_words(0, 0);
  if (!in.unsupported.empty()) return {};
  bool const pins =
      in.has("clock_pins") || in.has("data_pins") || in.has("async_pins") || in.has("output_pins");
  bool const any = in.has("edge_triggered") == in.has("level_sensitive");
  std::set<std::string> clocked;
  if (in.has("clock")) {
    auto const clock = clock_option(in);
    if (clock.empty()) return {};  // counted already
    clocked = clock_pins_of(clock);
  }
  sdc_objects result;
  for (auto const& instance : names_.netlist().instances) {
    auto const* const cell = names_.library().find_cell(instance.cell);
    if (cell == nullptr || cell->states.empty()) continue;
    if (!any && cell->states[0].is_latch != in.has("level_sensitive")) continue;
    bool const is_clocked = std::any_of(cell->pins.begin(), cell->pins.end(), [&](auto const& pin) {
      return clocked.contains(instance.name + "/" + pin.name);
    });
    if (in.has("clock") && !is_clocked) continue;
    if (!pins || in.has("cells")) result.push_back({sdc_kind::cell, std::string(instance.name)});
    for (auto const& pin : cell->pins) {
      if (!pins) break;
      auto const role = role_of(*cell, pin);
      if ((role.clock && in.has("clock_pins")) || (role.data && in.has("data_pins")) ||
          (role.asynchronous && in.has("async_pins")) || (role.output && in.has("output_pins")))
        result.push_back({sdc_kind::pin, instance.name + "/" + pin.name});
    }
  }
  return handles(result);
}

}  // namespace gsta::io::detail
