#pragma once

#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/arc_splitter.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Pins that case analysis says to have one edge alone, and what their nets drive: [pins], or empty.
inline vector_by_id<edge_set> flattener::edges_at_pins() {
  vector_by_id<edge_set> at;
  for (auto const& given : constraints_.case_values) {
    id const pin = given.is_edge ? find_timed_pin(given.pin, given.at) : none;
    if (pin == none || is_constant(pin)) continue;
    at.resize(design_.pin_load.size(), any_edge);
    auto const only = edges_of(given.value, !given.value);
    at[pin] = at[driving_pin(pin)] = only;
    id const net = net_of_[pin];
    if (net == none) continue;
    auto const& drivers = nets_[net].drivers;
    if (std::find(drivers.begin(), drivers.end(), driving_pin(pin)) == drivers.end()) continue;
    for (id const sink : nets_[net].sinks) at[sink] = only;
  }
  for (std::size_t pin = 0; pin < at.size(); ++pin) {
    auto const of = static_cast<std::size_t>(design_.real_pin(static_cast<id>(pin)));
    at[pin] = static_cast<edge_set>(at[pin] & at[of]);
  }
  return at;
}

/// No arrival comes to such a pin, nor leaves it, with the other edge; slews do.
inline void flattener::keep_case_edges() {
  if (!sdc_) return;
  auto const at = edges_at_pins();
  if (at.empty()) return;
  fanout_.reset();
  arc_splitter splitter(design_);
  for (std::size_t pin = 0; pin < at.size(); ++pin) {
    if (at[pin] == any_edge) continue;
    splitter.behind(static_cast<id>(pin));
    splitter.before(static_cast<id>(pin));
  }
  splitter.split();
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
    edge_map const edges = design_.arc_types[design_.arc_type_of[i]].edges;
    bool passes = true;
    for (int c = 0; c < conditions; ++c) {
      int const in = edges.input(c);
      passes = passes && (in < 0 || (has_edge(at[design_.arc_from[i]], edge_of(in)) &&
                                     has_edge(at[design_.arc_to[i]], edge_of(c))));
    }
    if (!passes && !design_.arc_types[design_.arc_type_of[i]].slews_only)
      design_.arc_type_of[i] = slews_only(design_.arc_type_of[i]);
  }
  auto const leave_out = [&](id pin, per_condition<float>& values, per_condition<float> const& undefined) {
    for (int c = 0; c < conditions; ++c) {
      if (!has_edge(at[pin], edge_of(c))) values[c] = undefined[c];
    }
  };
  for (auto& source : design_.sources) leave_out(source.pin, source.arrival, undefined_arrival());
  for (auto& of : design_.requirements) leave_out(of.pin, of.required, undefined_required());
  keep_checked_edges(at);
}

/// Checks of the edges that are left, against those that are left.
inline void flattener::keep_checked_edges(vector_by_id<edge_set> const& at) {
  for (std::size_t i = 0; i < design_.check_data.size(); ++i) {
    id const type = design_.check_type_of[i];
    bool const captures =
        has_edge(at[design_.check_clock[i]], static_cast<int>(design_.check_types[type].active));
    edge_set const left = captures ? at[design_.check_data[i]] : edge_set{0};
    design_.check_type_of[i] = check_type_at(type, left, design_.check_types[type].is_checked);
  }
}

}  // namespace gsta::detail
