#pragma once

#include <algorithm>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/arc_splitter.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Values that never change, from case analysis, literals and tie cells, spread through nets and functions.
/// The first stays: case analysis wins.
inline void flattener::find_constants() {
  if (!sdc_) return;
  for (auto const& constant : netlist_.constants) {
    net_record& net = nets_[net_id(constant.net)];
    net.value = constant.value ? logic_value::one : logic_value::zero;
  }
  value_.assign(design_.pin_load.size(), logic_value::unknown);
  for (auto const& given : constraints_.case_values) {
    id const pin = given.is_edge ? none : find_timed_pin(given.pin, given.at);
    if (pin == none) continue;
    logic_value const value = given.value ? logic_value::one : logic_value::zero;
    set_constant(driving_pin(pin), value);
    set_constant(pin, value);
  }
  for (std::size_t i = 0; i < nets_.size(); ++i) {
    if (nets_[i].value != logic_value::unknown) spread_net(static_cast<id>(i));
  }
  auto const ties = [](cell_template const* cell) {
    return std::any_of(cell->outputs.begin(), cell->outputs.end(),
                       [](auto const& output) { return output.function.inputs().empty(); });
  };
  bool const any_ties = std::any_of(used_cells_.begin(), used_cells_.end(), ties);
  for (std::size_t i = 0; any_ties && i < instances_.size(); ++i)
    if (ties(instances_[i].cell)) changed_instances_.push_back(static_cast<id>(i));
  while (!changed_instances_.empty()) {
    id const next = changed_instances_.back();
    changed_instances_.pop_back();
    spread_instance(next);
  }
}

inline void flattener::set_constant(id pin, logic_value value) {
  if (value_[pin] != logic_value::unknown) return;
  value_[pin] = value;
  has_constants_ = true;
  if (instance_of_[pin] != none) changed_instances_.push_back(instance_of_[pin]);
  id const net = net_of_[pin];
  if (net == none || nets_[net].value != logic_value::unknown) return;
  auto const& drivers = nets_[net].drivers;
  // Of several drivers only one may be known; the net is then what the others make it.
  if (drivers.size() != 1 || drivers[0] != pin) return;
  nets_[net].value = value;
  spread_net(net);
}

inline void flattener::spread_net(id net) {
  logic_value const value = nets_[net].value;
  for (std::size_t i = 0; i < nets_[net].sinks.size(); ++i) {
    id const pin = nets_[net].sinks[i];
    if (value_[pin] != logic_value::unknown) continue;
    value_[pin] = value;
    has_constants_ = true;
    if (instance_of_[pin] != none) changed_instances_.push_back(instance_of_[pin]);
  }
}

inline void flattener::spread_instance(id instance) {
  instance_record const& of = instances_[instance];
  auto const values = values_of(of);
  for (auto const& output : of.cell->outputs) {
    bool const may_float =
        !output.floats.empty() && output.floats.evaluate(view_of(values)) != logic_value::zero;
    logic_value const value = may_float ? logic_value::unknown : output.function.evaluate(view_of(values));
    if (value != logic_value::unknown) set_constant(of.first_pin + output.pin, value);
  }
}

inline vector_by_id<logic_value> flattener::values_of(instance_record const& instance) const {
  auto const first = value_.begin() + instance.first_pin;
  vector_by_id<logic_value> values(first, first + static_cast<std::ptrdiff_t>(instance.cell->vertices));
  values.resize(instance.cell->values, logic_value::unknown);
  return values;
}

inline bool flattener::touches_constant(instance_record const& instance) const {
  for (std::size_t i = 0; i < instance.cell->vertices; ++i) {
    if (is_constant(instance.first_pin + static_cast<id>(i))) return true;
  }
  return false;
}

/// How the output of an arc follows its input beside constants; non_unate where no function tells.
inline input_sense flattener::sense_beside(cell_template const& cell, cell_template::arc const& arc,
                                           vector_by_id<logic_value> const& values) const {
  for (auto const& output : cell.outputs) {
    if (output.pin != arc.to || design_.arc_types[arc.type].launches) continue;
    auto const& inputs = output.function.inputs();
    bool const is_input = std::find(inputs.begin(), inputs.end(), arc.from) != inputs.end();
    if (is_input) return output.function.sense(arc.from, view_of(values));
  }
  return input_sense::non_unate;
}

/// Does an output that follows its input so make all that the arc has?
inline bool makes_all(edge_map edges, input_sense sense) {
  if (sense == input_sense::independent) return false;
  if (sense != input_sense::positive && sense != input_sense::negative) return true;
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in >= 0 && (edge_of(in) == edge_of(c)) != (sense == input_sense::positive)) return false;
  }
  return true;
}

/// What constants make of a group's condition.
inline logic_value value_of_condition(cell_template const& cell, id row,
                                      vector_by_id<logic_value> const& values) {
  logic_function const& of = cell.conditions[row];
  return of.empty() ? logic_value::unknown : of.evaluate(view_of(values));
}

/// At which edges constants switch a delay or a check off: at all where its condition is false. One without a
/// condition is the default of groups of its type between the same pins, and goes at the edges that one has a
/// table for whose condition is true.
template <class Group, class EdgesOf>
edge_set edges_off(cell_template const& cell, std::vector<Group> const& groups, Group const& of,
                   vector_by_id<logic_value> const& values, EdgesOf const& edges_of) {
  if (of.condition != none)
    return value_of_condition(cell, of.condition, values) == logic_value::zero ? any_edge : edge_set{0};
  edge_set off = 0;
  for (Group const& other : groups) {
    if (other.condition != none && other.is_beside(of) &&
        value_of_condition(cell, other.condition, values) == logic_value::one)
      off = static_cast<edge_set>(off | edges_of(other.type));
  }
  return off;
}

/// The edges of an arc's output that it makes.
inline edge_set flattener::edges_made(id arc_type) const {
  edge_set made = 0;
  for (int c = 0; c < conditions; ++c) {
    if (design_.arc_types[arc_type].edges.input(c) >= 0) made = static_cast<edge_set>(made | 1 << edge_of(c));
  }
  return made;
}

/// The edges of its data that a check has tables for.
inline edge_set flattener::edges_checked(id check_type) const {
  id const* const table = design_.check_types[check_type].constraint;
  return static_cast<edge_set>((table[0] != none ? 1 : 0) | (table[1] != none ? 2 : 0));
}

/// The types of an arc beside constants. Where it leaves one it has none. Where it enters one, is switched
/// off, or its output does not follow its input in that direction, no arrival passes, yet its slews count, as
/// sign-off timers have it; so it may have two, each for one edge of the output.
inline flattener::types_of_arc flattener::types_beside(cell_template const& cell,
                                                       cell_template::arc const& arc,
                                                       vector_by_id<logic_value> const& values) {
  if (values[arc.from] != logic_value::unknown) return {};
  bool const enters = values[arc.to] != logic_value::unknown;
  edge_set const made = edges_made(arc.type),
                 off = enters ? any_edge
                              : edges_off(cell, cell.arcs, arc, values,
                                          [&](id type) { return edges_made(type); }),
                 left = static_cast<edge_set>(made & ~off);
  id const type = arc_type_at(arc.type, left);
  if (left == 0 || !makes_all(design_.arc_types[type].edges, sense_beside(cell, arc, values)))
    return {none, slews_only(arc.type)};
  if (left == made) return {type, none};
  return {type, slews_only(arc_type_at(arc.type, static_cast<edge_set>(made & off)))};
}

/// The type at these edges of its output alone.
inline id flattener::arc_type_at(id type, edge_set edges) {
  if ((edges_made(type) & ~edges) == 0) return type;
  auto const [found, fresh] = arc_type_at_.try_emplace({type, edges}, none);
  if (fresh)
    found->second = design_.add_arc_type(
        with_conditions(design_.arc_types[type], [&](int c, int) { return has_edge(edges, edge_of(c)); }));
  return found->second;
}

/// The type at these edges of its data alone, with a slack or without.
inline id flattener::check_type_at(id type, edge_set edges, bool is_checked) {
  bool const same = (edges_checked(type) & ~edges) == 0;
  if (same && is_checked == design_.check_types[type].is_checked) return type;
  auto const [found, fresh] = check_type_at_.try_emplace({type, edges, is_checked}, none);
  if (fresh) {
    check_type made = design_.check_types[type];
    made.is_checked = is_checked;
    for (int e = 0; e < 2; ++e) {
      if (!has_edge(edges, e)) made.constraint[e] = none;
    }
    found->second = design_.add_check_type(made);
  }
  return found->second;
}

/// The same type without arrivals.
inline id flattener::slews_only(id type) {
  auto const [found, fresh] = slews_only_type_.try_emplace(type, none);
  if (fresh) {
    arc_type stopped = design_.arc_types[type];
    stopped.slews_only = true;
    found->second = design_.add_arc_type(stopped);
  }
  return found->second;
}

}  // namespace gsta::detail
