#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/flatten_arcs.hpp"

namespace gsta::detail {

/// The arcs from a latch's data to its outputs that are there beside constants and constraints, from `from`.
/// `is_open`: they let late data pass as a gate does, with a slew of 0 behind it, as sign-off timers have it.
inline bool flattener::add_latch_arcs(instance_record const& instance, cell_template::latch const& latch,
                                      id from, bool is_open, std::size_t first_arc,
                                      vector_by_id<logic_value> const& values) {
  bool any = false;
  for (auto const& arc : instance.cell->arcs) {
    id const to = instance.first_pin + arc.to;
    if (!arc.is_latch || arc.from != latch.data || is_disabled_driver(to) ||
        is_disabled(instance, arc.from, arc.to, false))
      continue;
    id const type = values.empty() ? arc.type : types_beside(*instance.cell, arc, values).passes;
    if (type == none) continue;
    any = true;
    design_.add_arc(from, to, is_open ? late_only(type) : type);
    if (is_open)
      design_.asserted_slew[to] = same_value(0.0f);
    else
      assert_missing_slews(to, design_.arc_types[type].edges, first_arc);
  }
  return any;
}

/// Slews of 0 at the edges of a latch's output that no other arc of its instance makes, as sign-off timers
/// have it.
inline void flattener::assert_missing_slews(id pin, edge_map edges, std::size_t first_arc) {
  for (int c = 0; c < conditions; ++c) {
    bool is_missing = edges.input(c) >= 0;
    for (std::size_t i = first_arc; is_missing && i < design_.arc_from.size(); ++i)
      is_missing = design_.arc_to[i] != pin || design_.arc_types[design_.arc_type_of[i]].slew[c] == none;
    if (is_missing) design_.asserted_slew[pin][c] = 0;
  }
}

/// What opens a latch by one edge of its enable.
struct flattener::latch_opening {
  bool any = false;
  std::vector<std::size_t> checks{};  ///< setups against the other edge, of the cell
  edge_set checked = 0;               ///< the edges of its data that these are for
};

/// A latch's openings, by edge of its enable. Setups that constants switch off are none; where none is left
/// the enable's function says which edges open.
inline std::array<flattener::latch_opening, 2> flattener::openings_of(
    instance_record const& instance, cell_template::latch const& latch, made_of_instance const& made,
    vector_by_id<logic_value> values) const {
  std::array<latch_opening, 2> by;
  for (std::size_t const k : latch.checks) {
    check_type const& type = design_.check_types[instance.cell->checks[k].type];
    auto& opening = by[type.active == edge::rise ? 1 : 0];
    if (made.checks[k].left == 0) continue;
    opening.any = true;
    opening.checks.push_back(k);
    opening.checked = static_cast<edge_set>(opening.checked | made.checks[k].left);
  }
  if (by[0].any || by[1].any) return by;
  values.resize(instance.cell->values, logic_value::unknown);
  input_sense const sense = latch.is_open.sense(latch.enable, view_of(values));
  by[0].any = sense == input_sense::positive || sense == input_sense::non_unate;
  by[1].any = sense == input_sense::negative || sense == input_sense::non_unate;
  return by;
}

/// A latch departs from a shadow of its data pin, one for each edge that opens it. One that constants keep
/// open, or whose enable a constraint takes away, lets late data pass as a gate does; one that they keep
/// closed lets nothing pass.
inline void flattener::add_latch(instance_record const& instance, cell_template::latch const& latch,
                                 made_of_instance const& made, vector_by_id<logic_value> const& values) {
  bool const some = !values.empty();
  id const data = instance.first_pin + latch.data, enable = instance.first_pin + latch.enable;
  if (some && values[latch.data] != logic_value::unknown) return;
  logic_value const open = some ? latch.is_open.evaluate(view_of(values)) : logic_value::unknown;
  if (open == logic_value::zero) return;
  if (open == logic_value::one || (!disabled_pin_.empty() && disabled_pin_[enable] != 0)) {
    add_latch_arcs(instance, latch, data, true, made.first_arc, values);
    return;
  }
  if (some && values[latch.enable] != logic_value::unknown) return;
  auto const openings = openings_of(instance, latch, made, values);
  for (edge const opens : {edge::rise, edge::fall}) {
    auto const& opening = openings[static_cast<std::size_t>(opens)];
    if (!opening.any) continue;
    id const departs = add_departing(data);
    latch_at_[data].push_back(departs);
    bool const passes = add_latch_arcs(instance, latch, departs, false, made.first_arc, values);
    auto const add = [&](id check) { design_.latches.push_back({data, departs, enable, opens, check}); };
    for (std::size_t const k : opening.checks) {
      id const type = instance.cell->checks[k].type;
      // What a constraint takes away has no slack; yet it says when the latch closes.
      if (made.checks[k].check != none)
        add(made.checks[k].check);
      else if (passes)
        add(design_.add_check(data, enable, check_type_at(type, made.checks[k].left, false)));
    }
    // Data at an edge that no setup is for pass all the same.
    if (passes && opening.checked != any_edge)
      add(design_.add_check(data, enable, closing_type(opens, opening.checked)));
  }
}

/// The type of what says that a latch closes with the edge of its enable, for the edges of its data that no
/// setup is for.
inline id flattener::closing_type(edge opens, edge_set checked) {
  auto const [found, fresh] = closing_type_.try_emplace({opens, checked}, none);
  if (fresh) {
    check_type made{check_kind::setup, opens == edge::rise ? edge::fall : edge::rise, {none, none}};
    made.is_checked = false;
    for (int e = 0; e < 2; ++e) {
      if (!has_edge(checked, e)) made.constraint[e] = cells_.zero_table();
    }
    found->second = design_.add_check_type(made);
  }
  return found->second;
}

/// The shadow of a latch's data pin that data depart from.
inline id flattener::add_departing(id data) {
  id const made = design_.add_shadow(data);
  net_of_.push_back(none);
  instance_of_.push_back(instance_of_[data]);
  if (!value_.empty()) value_.push_back(logic_value::unknown);
  return made;
}

/// The type without early conditions.
inline id flattener::late_only(id type) {
  auto const [found, fresh] = late_only_type_.try_emplace(type, none);
  if (fresh)
    found->second =
        design_.add_arc_type(with_conditions(design_.arc_types[type], [](int c, int) { return is_late(c); }));
  return found->second;
}

/// The most time that latches may borrow: by data pin before enable pin before instance before clock.
inline void flattener::limit_borrowing() {
  if (constraints_.time_borrows.empty()) return;
  std::unordered_map<id, float> of_pin, of_instance;
  for (auto const& given : constraints_.time_borrows) {
    for (auto const& name : given.clocks) {
      auto const clock = clock_.find(name);
      if (clock == clock_.end()) continue;
      design_.borrow_limits.resize(design_.clocks.size(), math::infinity);
      design_.borrow_limits[static_cast<std::size_t>(clock->second)] = given.limit;
    }
    for (auto const& name : given.instances) {
      if (id const instance = find_instance(name); instance != none) of_instance[instance] = given.limit;
    }
    for (auto const& name : given.pins) {
      if (id const pin = find_timed_pin(name, given.at); pin != none) of_pin[pin] = given.limit;
    }
  }
  for (auto& latch : design_.latches) {
    auto const take = [&](std::unordered_map<id, float> const& from, id key) {
      if (auto const found = from.find(key); found != from.end()) latch.limit = found->second;
    };
    take(of_instance, instance_of_[latch.data]);
    take(of_pin, latch.enable);
    take(of_pin, latch.data);
  }
}

}  // namespace gsta::detail
