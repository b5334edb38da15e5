#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Checks of cells against a pin that need not be a clock: where one reaches it they are those of a register.
/// Others are noted and have no tables: nothing is checked, as sign-off timers have it. Comes before
/// constraints add checks of data.
inline void flattener::settle_pin_checks() {
  bool const any = std::any_of(design_.check_types.begin(), design_.check_types.end(),
                               [](check_type const& of) { return rule_of(of.kind).any_pin; });
  if (!any) return;
  vector_by_id<std::uint8_t> is_clock(design_.pin_load.size(), 0);
  for (auto const& network : clock_network(design_)) {
    for (auto const& at : network) is_clock[at.pin] = 1;
  }
  std::map<id, id> unchecked;  // a type without tables, by that with them
  for (std::size_t i = 0; i < design_.check_clock.size(); ++i) {
    id& type = design_.check_type_of[i];
    if (!rule_of(design_.check_types[type].kind).any_pin || is_clock[design_.check_clock[i]] != 0) continue;
    notes_.add("a check of a cell against a pin that no clock comes to: nothing is checked",
               std::string(design_.pin_name[static_cast<std::size_t>(design_.check_data[i])]));
    auto const [found, fresh] = unchecked.try_emplace(type, none);
    if (fresh) {
      check_type made = design_.check_types[type];
      made.constraint[0] = made.constraint[1] = none;
      found->second = design_.add_check_type(made);
    }
    type = found->second;
  }
}

/// Checks between data pins, by pair of pins; of one pair and edges the last margin counts. Which clock
/// launches the data that stand in the clock's place does not matter, as sign-off timers have it.
inline void flattener::add_data_checks() {
  using margins = std::array<per_condition<float>, 2>;  // by the edge in the clock's place, then the checked
  margins const nothing{same_value(math::infinity), same_value(math::infinity)};
  std::map<std::tuple<id, id, std::string_view>, margins> given_of;
  for (auto const& given : constraints_.data_checks) {
    id const from = find_timed_pin(given.from, given.at), to = find_timed_pin(given.to, given.at);
    if (from == none || to == none || is_constant(from) || is_constant(to)) continue;
    if (is_wire_cut(from) || is_wire_cut(to)) continue;
    auto& of = given_of.try_emplace({from, to, given.clock}, nothing).first->second;
    for (int e = 0; e < 2; ++e) {
      for (int c = 0; c < conditions; ++c) {
        bool const is_meant = (e == 0 ? given.from_rise : given.from_fall) &&
                              (edge_of(c) == 0 ? given.to_rise : given.to_fall) &&
                              (is_late(c) ? given.setup : given.hold);
        if (is_meant) of[static_cast<std::size_t>(e)][c] = given.margin;
      }
    }
  }
  for (auto const& [pins, of] : given_of) {
    for (edge const e : {edge::rise, edge::fall}) {
      for (check_kind const kind : {check_kind::data_setup, check_kind::data_hold})
        add_data_check(std::get<0>(pins), std::get<1>(pins), kind, e, of[static_cast<std::size_t>(e)]);
    }
  }
}

inline void flattener::add_data_check(id from, id to, check_kind kind, edge active,
                                      per_condition<float> const& margin) {
  check_type type;
  type.kind = kind;
  type.active = active;
  for (int e = 0; e < 2; ++e) {
    float const value = margin[2 * is_late(kind) + e];
    if (math::is_defined(value)) type.constraint[e] = design_.luts.add({}, {}, {value});
  }
  if (type.constraint[0] != none || type.constraint[1] != none)
    design_.add_check(to, from, design_.add_check_type(type));
}

}  // namespace gsta::detail
