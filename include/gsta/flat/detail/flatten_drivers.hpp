#pragma once

#include <utility>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Ports behind a driving cell get a second vertex, which drives their net: from the port to it runs what the
/// cell outside adds, its delay above that at no load and its output's slew.
inline void flattener::add_driving_cells() {
  for (auto const& by : constraints_.driving_cells) add_driving_cell(by);
}

inline id flattener::driver_vertex(id driver) const {
  auto const found = driven_vertex_.find(driver);
  return found == driven_vertex_.end() ? driver : found->second;
}

/// The cell's arc outside, from the edge of the port that its output makes. Its table sees the slew at its
/// own input.
inline void flattener::add_driving_arc(id port, id vertex, id of, per_condition<float> const& input_slew) {
  arc_type type = design_.arc_types[of];
  edge_map const edges = std::exchange(type.edges, edge_map{});
  per_condition<float> slew = undefined_arrival();
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in < 0) continue;
    type.edges.set(c, static_cast<edge>(edge_of(c)));
    slew[c] = input_slew[in];
  }
  type.launches = false;
  type.beyond_no_load = true;
  design_.add_arc(slew_vertex(port, slew), vertex, design_.add_arc_type(type));
}

/// The port, if its slews may be these, else a vertex behind it without delay that has them: arcs of both
/// senses see different edges of the cell's input.
inline id flattener::slew_vertex(id port, per_condition<float> const& slew) {
  per_condition<float>& own = design_.asserted_slew[port];
  bool fits = true;
  for (int c = 0; c < conditions; ++c)
    fits = fits && (!math::is_defined(slew[c]) || !math::is_defined(own[c]) || own[c] == slew[c]);
  if (fits) {
    for (int c = 0; c < conditions; ++c) own[c] = math::defined_or(slew[c], own[c]);
    return port;
  }
  id const behind = design_.add_shadow(port);
  net_of_.push_back(net_of_[port]);
  instance_of_.push_back(none);
  if (!value_.empty()) value_.push_back(value_[port]);
  design_.asserted_slew[behind] = slew;
  arc_type link{same_id(cells_.zero_table()), same_id(none), positive_edges()};
  design_.add_arc(port, behind, design_.add_arc_type(link));
  return behind;
}

inline void flattener::add_driving_cell(model::driving_cell const& by) {
  id const port = driving_pin(find_pin_or_throw(by.port, by.at));
  cell_template const* const cell = cells_.find(by.cell);
  auto const refuse = [&](std::string const& why) {
    throw input_error(constraints_.file, by.at.line, by.at.column, why);
  };
  if (cell == nullptr) refuse("no library has a cell named " + by.cell);
  id output = none;
  for (std::size_t i = 0; i < cell->early->pins.size(); ++i) {
    model::pin const& pin = cell->early->pins[i];
    bool const drives = pin.direction == model::direction::output || pin.direction == model::direction::inout;
    if (by.pin.empty() ? !drives : pin.name != by.pin) continue;
    if (output != none) refuse("cell " + by.cell + " has several outputs: name one with -pin");
    output = cell->driving_pin[i] == none ? static_cast<id>(i) : cell->driving_pin[i];
  }
  if (output == none)
    refuse("cell " + by.cell + " has no output" + (by.pin.empty() ? "" : " named " + by.pin));
  if (by.active != 0b1111)
    notes_.add_not_applied("set_driving_cell for some conditions only: taken for all",
                           where(constraints_.file, by.at));

  id from = none;
  if (!by.from_pin.empty()) {
    auto const found = cell->pin_index.find(by.from_pin);
    if (found == cell->pin_index.end()) refuse("cell " + by.cell + " has no pin named " + by.from_pin);
    from = found->second;
  }
  id vertex = none;
  for (auto const& arc : cell->arcs) {
    if (arc.to != output || (from != none && arc.from != from)) continue;
    from = arc.from;
    if (vertex == none) {
      auto const [found, fresh] = driven_vertex_.try_emplace(port, none);
      if (!fresh) return;  // named twice: the first stays
      vertex = found->second = design_.add_shadow(port);
      outside_cell_[port] = cell->early;
      net_of_.push_back(none);
      instance_of_.push_back(none);
      if (!value_.empty()) value_.push_back(value_[port]);
    }
    add_driving_arc(port, vertex, arc.type, by.input_slew);
  }
  if (vertex == none)
    notes_.add_not_applied("set_driving_cell: the cell has no arc to its pin",
                           where(constraints_.file, by.at));
}

}  // namespace gsta::detail
