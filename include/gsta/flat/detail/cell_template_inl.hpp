#pragma once

#include <algorithm>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/flat/detail/cell_template.hpp"
#include "gsta/flat/detail/timing_groups.hpp"

namespace gsta::detail {

inline cell_template const* template_maker::find(std::string const& cell) {
  auto const known = made_.find(cell);
  if (known != made_.end()) return &known->second;
  model::cell const* const early = early_.find_cell(cell);
  model::cell const* const late = late_.find_cell(cell);
  if (early == nullptr || late == nullptr) return nullptr;
  cell_template& made = made_[cell];
  made.early = early;
  made.late = late;
  add_pins(made, !contest_);
  add_limits(made);
  add_functions(made);
  for (std::size_t i = 0; i < early->pins.size(); ++i) {
    model::pin const& early_pin = early->pins[i];
    model::pin const* const late_pin = late->find_pin(early_pin.name);
    static model::pin const no_pin;
    id const driving = made.driving_pin[i] == none ? static_cast<id>(i) : made.driving_pin[i];
    add_arcs(made, early_pin, late_pin != nullptr ? *late_pin : no_pin, driving);
    add_checks(made, early_pin, static_cast<id>(i), false);
    if (late_pin != nullptr) add_checks(made, *late_pin, static_cast<id>(i), true);
  }
  if (!contest_) add_latches(made);
  return &made;
}

inline void template_maker::add_pins(cell_template& made, bool with_factors) {
  float factors[2] = {1, 1};
  for (int late = 0; with_factors && late < 2; ++late)
    factors[late] = scale(made, late != 0, model::scaled_value::capacitance, 0);
  auto const value = [&](float of, int late) { return scaled(of, factors[late], early_, 0); };
  for (auto const& early_pin : made.early->pins) {
    model::pin const* const late_pin = made.late->find_pin(early_pin.name);
    auto const& e = early_pin.capacitance[0];
    auto const& l = late_pin != nullptr ? late_pin->capacitance[1] : early_pin.capacitance[1];
    made.pin_index.try_emplace(early_pin.name, static_cast<id>(made.pin_load.size()));
    made.pin_load.push_back({value(e[0], 0), value(e[1], 0), value(l[0], 1), value(l[1], 1)});
  }
  made.vertices = made.pin_load.size();
  for (auto const& pin : made.early->pins) {
    bool const both = pin.direction == model::direction::inout;
    made.driving_pin.push_back(both ? static_cast<id>(made.vertices++) : none);
    made.name_letters += (both ? 2 : 1) * pin.name.size();
  }
}

/// Pairs the k-th early with the k-th late group of each related pin, so that one arc serves both sides.
inline void template_maker::add_arcs(cell_template& made, model::pin const& early, model::pin const& late,
                                     id to) {
  std::vector<std::string> names;
  for (model::pin const* pin : {&early, &late}) {
    for (auto const& group : pin->timing) {
      for (auto const& name : group.related_pins) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    }
  }
  for (auto const& name : names) {
    group_list const e = delay_groups(early_, early, name), l = delay_groups(late_, late, name);
    for (std::size_t k = 0; k < std::max(e.size(), l.size()); ++k) {
      model::timing_group const* const early_group = k < e.size() ? e[k] : nullptr;
      model::timing_group const* const late_group = k < l.size() ? l[k] : nullptr;
      id const from = early_group != nullptr ? related(made, early_, *early_group, name)
                                             : related(made, late_, *late_group, name);
      add_arc_pair(made, early_group, late_group, from, to);
    }
  }
}

/// A group makes an output edge from at most two input edges: one arc for the first, a second for the other.
inline void template_maker::add_arc_pair(cell_template& made, model::timing_group const* early,
                                         model::timing_group const* late, id from, id to) {
  model::timing_group const& any = early != nullptr ? *early : *late;
  id const condition = condition_id(made, early != nullptr ? early_ : late_, any);
  for (int part = 0; part < 2; ++part) {
    arc_type type;
    for (int c = 0; c < conditions; ++c) {
      model::timing_group const* const group = is_late(c) ? late : early;
      if (group == nullptr) continue;
      model::timing_type const as = type_of(made, *group, from, to);
      input_edges const inputs = edges_into(as, sense_of(made, *group, from, to), edge_of(c));
      if (part >= inputs.count) continue;
      model::library const& from_library = is_late(c) ? late_ : early_;
      int const e = edge_of(c);
      type.delay[c] = table_id(group->delay_of(is_late(c), e), from_library, group->line, false,
                               scale(made, is_late(c), model::scaled_value::delay, e));
      type.slew[c] = table_id(group->transition_of(is_late(c), e), from_library, group->line, false,
                              scale(made, is_late(c), model::scaled_value::transition, e));
      if (type.delay[c] == none && type.slew[c] == none) continue;
      // An output that is let go has a delay and no transition: its slew is 0.
      if (type.slew[c] == none && is_three_state_disable(as)) type.slew[c] = zero_table();
      type.edges.set(c, inputs.edges[part]);
      type.launches = type.launches || is_edge_triggered(as);
    }
    if (type.edges.code == 0) continue;
    if (type.launches && any.type == model::timing_type::combinational) {
      notes_.add(
          "a timing group from the clock pin of a state to its output without timing_type: taken as "
          "rising_edge or falling_edge",
          (early != nullptr ? early_ : late_).file + ":" + std::to_string(any.line) + ":1");
    }
    type.measure = measure_id(early_.thresholds_of(*made.early));
    made.arcs.push_back({from, to, static_cast<id>(design_.arc_types.size()), without_edge(any.type),
                         condition, !type.launches && passes_latch(made, from, to)});
    design_.arc_types.push_back(type);
  }
}

/// The late library gives setup-like checks only, the early one hold-like checks only.
inline void template_maker::add_checks(cell_template& made, model::pin const& pin, id data, bool late_side) {
  model::library const& from = late_side ? late_ : early_;
  for (auto const& group : pin.timing) {
    check_word const* const word = check_of(group.type);
    if (word == nullptr || is_late(word->kind) != late_side) continue;
    note_gap(from, group);
    check_type type{word->kind, word->active, {none, none}};
    for (int e = 0; e < 2; ++e) {
      type.constraint[e] =
          table_id(group.constraint[e], from, group.line, true, scale(made, late_side, word->scaled, e));
    }
    id const condition = condition_id(made, from, group);
    for (auto const& name : group.related_pins) {
      made.checks.push_back({data, related(made, from, group, name),
                             static_cast<id>(design_.check_types.size()), group.type, condition});
    }
    design_.check_types.push_back(type);
  }
}

inline id template_maker::related(cell_template const& made, model::library const& from,
                                  model::timing_group const& group, std::string const& name) const {
  auto const found = made.pin_index.find(name);
  if (found != made.pin_index.end()) return found->second;
  throw input_error(from.file, group.line, 1, "cell " + made.early->name + " has no related pin " + name);
}

inline template_maker::group_list template_maker::delay_groups(model::library const& from,
                                                               model::pin const& pin,
                                                               std::string const& related_pin) {
  group_list list;
  for (auto const& group : pin.timing) {
    if (check_of(group.type) != nullptr) continue;
    if (std::find(group.related_pins.begin(), group.related_pins.end(), related_pin) ==
        group.related_pins.end())
      continue;
    bool const async = group.type == model::timing_type::preset || group.type == model::timing_type::clear;
    if (async && !async_arcs_) continue;
    if (group.type == model::timing_type::min_pulse_width || group.type == model::timing_type::minimum_period)
      continue;  // limits: see `add_pulses`
    if (group.type == model::timing_type::other) {
      notes_.add("timing_type " + group.type_text + " is not supported: its group is left out",
                 from.file + ":" + std::to_string(group.line) + ":1");
      continue;
    }
    note_gap(from, group);
    list.push_back(&group);
  }
  return list;
}

inline id template_maker::zero_table() {
  if (zero_table_ == none) zero_table_ = design_.luts.add({}, {}, {0.0f});
  return zero_table_;
}

/// The row of where the early library of a cell measures; none where it is as usual.
inline id template_maker::measure_id(model::thresholds const& of) {
  auto const [found, fresh] = measures_.try_emplace(&of, none);
  if (!fresh) return found->second;
  slew_measure made;
  bool usual = of.slew_derate == made.derate, between = true;
  for (int e = 0; e < 2; ++e) {
    usual = usual && of.output_delay[e] == made.threshold[e] && of.slew_lower[e] == made.lower[e] &&
            of.slew_upper[e] == made.upper[e];
    between = between && 0 < of.output_delay[e] && of.output_delay[e] < 1 && 0 < of.slew_lower[e] &&
              of.slew_upper[e] < 1;
    made.threshold[e] = of.output_delay[e];
    made.lower[e] = of.slew_lower[e];
    made.upper[e] = of.slew_upper[e];
  }
  made.derate = of.slew_derate;
  if (!between) {
    notes_.add(
        "a library measures at 0 or 100 % of the supply: effective capacitance takes the usual 50, 20, 80 %",
        early_.file);
  } else if (!usual) {
    found->second = design_.add_measure(made);
  }
  return found->second;
}

/// The pool's id of a table, with x the slew (or constrained slew) and y the load (or related slew), and its
/// values times `scale`.
inline id template_maker::table_id(model::table const& table, model::library const& from, std::size_t line,
                                   bool constraint, float scale) {
  if (table.empty()) return none;
  auto const known = tables_.find({&table, scale});
  if (known != tables_.end()) return known->second;
  oriented_table oriented = orient(table, constraint);
  if (!oriented.understood) {
    notes_.add("a table over other variables than slews and load is left out",
               from.file + ":" + std::to_string(line) + ":1");
  }
  for (float& value : oriented.values) value = scaled(value, scale, from, line);
  id const made = oriented.understood ? design_.luts.add(oriented.x, oriented.y, oriented.values) : none;
  tables_.emplace(std::pair(&table, scale), made);
  return made;
}

}  // namespace gsta::detail
