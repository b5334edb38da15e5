#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// The vertex of a pin that a propagated clock's edge comes to, for delays that count from there; nothing,
/// and a note, where it does not come, or comes with the same edge as the clock's other one.
inline std::optional<flattener::reference_pin> flattener::find_reference(std::string const& name,
                                                                         id clock_edge, model::location at) {
  id const named = find_timed_pin(name, at);
  if (named == none) return std::nullopt;
  if (reference_networks_.empty()) reference_networks_ = clock_network(design_);
  auto const& network = reference_networks_[clock_edge / 2];
  for (id const pin : {driving_pin(named), named}) {
    auto const found = std::lower_bound(network.begin(), network.end(), pin,
                                        [](clock_pin const& of, id wanted) { return of.pin < wanted; });
    if (found == network.end() || found->pin != pin) continue;
    int const own = found->edges >> 2 * (clock_edge % 2) & 3,
              others = found->edges >> 2 * (1 - clock_edge % 2) & 3;
    if (own == 0 || (own & others) != 0) break;
    return reference_pin{pin, static_cast<edge_set>(own)};
  }
  notes_.add_not_applied("a delay with a -reference_pin that one edge of its clock does not come to alone",
                         where(constraints_.file, at));
  return std::nullopt;
}

/// An input delay behind the arrival of its clock at a pin: an arc from there that launches.
inline void flattener::refer_arrival(model::input_arrival const& arrival, id pin, id launch) {
  if (is_disabled_driver(pin)) return;
  auto const found = find_reference(arrival.reference, launch, arrival.at);
  if (!found) return;
  auto const [in_front, fresh] = reference_cones_.try_emplace(found->pin);
  if (fresh) in_front->second = fanin().in_front(found->pin);
  if (pin == found->pin || in_front->second[pin] != 0) {
    notes_.add_not_applied("an input delay with a -reference_pin that lies behind the input",
                           where(constraints_.file, arrival.at));
    return;
  }
  for (edge const e : {edge::rise, edge::fall}) {
    if (!has_edge(found->at, static_cast<int>(e))) continue;
    arc_type type;
    type.launches = true;
    type.only_clock = launch / 2;
    for (int c = 0; c < conditions; ++c) {
      if (!math::is_defined(arrival.arrival[c])) continue;
      type.delay[c] = design_.luts.add({}, {}, {arrival.arrival[c]});
      type.edges.set(c, e);
    }
    if (type.edges.code != 0) referred_[found->pin].push_back({pin, design_.add_arc_type(type)});
  }
}

/// Inputs are launched from a second vertex of the pin, which is no register's.
inline void flattener::link_references() {
  id same = none;
  for (auto const& [reference, inputs] : referred_) {
    if (same == none)
      same =
          design_.add_arc_type({same_id(design_.luts.add({}, {}, {0.0f})),
                                same_id(design_.luts.add({0.0f, 1.0f}, {}, {0.0f, 1.0f})), positive_edges()});
    id const vertex = design_.add_shadow(reference);
    design_.add_arc(reference, vertex, same);
    for (auto const& [pin, type] : inputs) design_.add_arc(vertex, pin, type);
  }
  reference_networks_ = {};
  reference_cones_ = {};
  fanin_of_ = {};
}

}  // namespace gsta::detail
