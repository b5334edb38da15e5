#pragma once

#include <algorithm>

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
    set_constant(driving_side(pin), value);
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

inline std::vector<logic_value> flattener::values_of(instance_record const& instance) const {
  auto const first = value_.begin() + instance.first_pin;
  std::vector<logic_value> values(first, first + static_cast<std::ptrdiff_t>(instance.cell->vertices));
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
                                           std::vector<logic_value> const& values) const {
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
  if (sense == input_sense::none) return false;
  if (sense != input_sense::positive && sense != input_sense::negative) return true;
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in >= 0 && (edge_of(in) == edge_of(c)) != (sense == input_sense::positive)) return false;
  }
  return true;
}

/// Whether constants switch a delay or a check off: its condition is false; or it has none, and is the
/// default of others between the same pins of which one has a condition that is true.
template <class Group, class Same>
bool is_off(cell_template const& cell, std::vector<Group> const& groups, id condition,
            std::vector<logic_value> const& values, Same const& same_pins) {
  auto const value = [&](id row) { return cell.conditions[row].evaluate(view_of(values)); };
  if (condition != none) return value(condition) == logic_value::zero;
  return std::any_of(groups.begin(), groups.end(), [&](Group const& other) {
    return other.condition != none && same_pins(other) && value(other.condition) == logic_value::one;
  });
}

/// The type of an arc beside constants: none where it leaves one. Where it enters one, is switched off, or
/// its output does not follow its input in that direction, no arrival passes, yet its slews count, as
/// sign-off timers have it.
inline id flattener::type_beside(cell_template const& cell, cell_template::arc const& arc,
                                 std::vector<logic_value> const& values) {
  if (values[arc.from] != logic_value::unknown) return none;
  bool const off = values[arc.to] != logic_value::unknown ||
                   is_off(cell, cell.arcs, arc.condition, values, [&](cell_template::arc const& other) {
                     return other.from == arc.from && other.to == arc.to;
                   });
  input_sense const sense = off ? input_sense::none : sense_beside(cell, arc, values);
  return makes_all(design_.arc_types[arc.type].edges, sense) ? arc.type : slews_only(arc.type);
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

/// A latch departs from a shadow of its data pin. One that constants keep open lets late data pass as a gate
/// does, with a slew of 0 behind it, as sign-off timers have it; one that they keep closed lets nothing pass.
inline void flattener::add_latch(instance_record const& instance, cell_template::latch const& latch, id check,
                                 std::vector<logic_value> const& values) {
  cell_template const& cell = *instance.cell;
  bool const some = !values.empty();
  if (some && values[latch.data] != logic_value::unknown) return;
  logic_value const open =
      some && !latch.is_open.empty() ? latch.is_open.evaluate(view_of(values)) : logic_value::unknown;
  if (open == logic_value::zero || (check == none && open != logic_value::one)) return;
  id const data = instance.first_pin + latch.data;
  bool const is_open = open == logic_value::one;
  id const from = is_open ? data : add_departing(data);
  for (auto const& arc : cell.arcs) {
    id const to = instance.first_pin + arc.to;
    if (!arc.is_latch || arc.from != latch.data || is_disabled_driver(to) ||
        is_disabled(instance, arc.from, arc.to, false))
      continue;
    id const type = some ? type_beside(cell, arc, values) : arc.type;
    if (type == none || design_.arc_types[type].slews_only) continue;
    design_.add_arc(from, to, is_open ? late_only(type) : type);
    if (is_open) design_.asserted_slew[to] = same_value(0.0f);
  }
  if (is_open) return;
  latch_at_[data] = static_cast<id>(design_.latches.size());
  edge const closes = design_.check_types[design_.check_type_of[check]].active;
  design_.latches.push_back(
      {data, from, instance.first_pin + latch.enable, closes == edge::rise ? edge::fall : edge::rise, check});
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
  if (!fresh) return found->second;
  arc_type made = design_.arc_types[type];
  edge_map const edges = made.edges;
  made.edges = {};
  for (int c = 0; c < conditions; ++c) {
    if (is_late(c) && edges.input(c) >= 0) made.edges.set(c, static_cast<edge>(edge_of(edges.input(c))));
    if (!is_late(c)) made.delay[c] = none;
  }
  return found->second = design_.add_arc_type(made);
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
