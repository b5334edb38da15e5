#pragma once

#include "gsta/flat/detail/cell_template.hpp"

namespace gsta::detail {

/// Where a library says nothing of what a sink counts for its driver it counts 1, so that a limit of fanout
/// means something.
inline pin_limits limits_from(model::pin_rules const& of) {
  return {of.max_transition, of.max_capacitance, of.max_fanout, math::defined_or(of.fanout_load, 1.0f)};
}

/// What is late is limited by the late library.
inline void template_maker::add_limits(cell_template& made) {
  if (contest_) return;
  for (std::size_t i = 0; i < made.early->pins.size(); ++i) {
    model::pin const& early_pin = made.early->pins[i];
    model::pin const* const late_pin = made.late->find_pin(early_pin.name);
    model::pin const& pin = late_pin != nullptr ? *late_pin : early_pin;
    made.limits.push_back(limits_from(pin.rules));
    add_pulses(made, pin, static_cast<id>(i));
  }
}

/// A row for the pin's attributes and one for each of its groups: conditions are not looked at, so the
/// largest counts.
inline void template_maker::add_pulses(cell_template& made, model::pin const& pin, id at) {
  using model::scaled_value;
  auto const by = [&](scaled_value of, int e) { return scale(made, true, of, e); };
  auto const constant = [&](float value, float factor) {
    return value > 0 ? design_.luts.add({}, {}, {scaled(value, factor, late_, 0)}) : none;
  };
  auto const& rules = pin.rules;
  if (rules.min_pulse_width[0] > 0 || rules.min_pulse_width[1] > 0 || rules.min_period > 0) {
    made.pulses.push_back({at,
                           {constant(rules.min_pulse_width[0], by(scaled_value::pulse_width, 0)),
                            constant(rules.min_pulse_width[1], by(scaled_value::pulse_width, 1))},
                           constant(rules.min_period, by(scaled_value::period, 0))});
  }
  for (auto const& group : pin.timing) {
    bool const width = group.type == model::timing_type::min_pulse_width;
    if (!width && group.type != model::timing_type::minimum_period) continue;
    auto const of = width ? scaled_value::pulse_width : scaled_value::period;
    note_gap(late_, group);
    id const rise = table_id(group.constraint[0], late_, group.line, true, by(of, 0));
    id const fall = width ? table_id(group.constraint[1], late_, group.line, true, by(of, 1)) : none;
    if (width) {
      made.pulses.push_back({at, {rise, fall}, none});
    } else {
      made.pulses.push_back({at, {none, none}, rise});
    }
  }
}

}  // namespace gsta::detail
