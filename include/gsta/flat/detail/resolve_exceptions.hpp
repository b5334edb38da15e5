#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/flat/flat_design.hpp"

namespace gsta {

namespace detail {
/// Makes arcs of which each has one edge at its input, where exceptions ask for the edge there.
class arc_splitter {
 public:
  explicit arc_splitter(flat_design& design) : design_(design), wanted_(design.pin_load.size(), 0) {}

  void at(id pin) {
    wanted_[pin] = 1;
    any_ = true;
  }

  void split() {
    if (!any_) return;
    std::size_t const arcs = design_.arc_from.size();
    for (std::size_t i = 0; i < arcs; ++i) {
      id const type = design_.arc_type_of[i];
      if (!wanted_[design_.arc_from[i]] || one_edge(type, edge::rise) == type ||
          one_edge(type, edge::fall) == type)
        continue;
      design_.arc_type_of[i] = one_edge(type, edge::rise);
      design_.add_arc(design_.arc_from[i], design_.arc_to[i], one_edge(type, edge::fall));
      if (!design_.arc_derate.empty()) {
        id const row = design_.arc_derate[design_.net_sink.size() + i];
        design_.arc_derate.push_back(row);
      }
    }
  }

 private:
  /// The type without conditions that another edge makes; the same one if there are none.
  id one_edge(id type, edge e) {
    auto const [known, fresh] = types_.try_emplace({type, e}, type);
    if (!fresh) return known->second;
    arc_type made = design_.arc_types[type];
    made.edges = {};
    bool same = true;
    for (int c = 0; c < conditions; ++c) {
      int const in = design_.arc_types[type].edges.input(c);
      if (in >= 0 && edge_of(in) == static_cast<int>(e)) {
        made.edges.set(c, e);
        continue;
      }
      same = same && in < 0;
      made.delay[c] = made.slew[c] = none;
    }
    if (!same) known->second = design_.add_arc_type(made);
    return known->second;
  }

  flat_design& design_;
  std::vector<std::uint8_t> wanted_;
  std::map<std::pair<id, edge>, id> types_;
  bool any_ = false;
};

/// Points of one edge stand at inputs of cells, where every arc has an edge: those at a driver move to its
/// net's sinks.
inline void move_to_sinks(flat_design const& design, exception_points& points) {
  std::vector<id> sinks;
  for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
    id const driver = design.net_driver[net];
    if (std::find(points.pins.begin(), points.pins.end(), driver) == points.pins.end()) continue;
    std::erase(points.pins, driver);
    sinks.insert(sinks.end(), design.net_sink.begin() + design.net_begin[net],
                 design.net_sink.begin() + design.net_begin[net + 1]);
  }
  points.pins.insert(points.pins.end(), sinks.begin(), sinks.end());
  std::sort(points.pins.begin(), points.pins.end());
  points.pins.erase(std::unique(points.pins.begin(), points.pins.end()), points.pins.end());
}
}  // namespace detail

/// Makes a design's exceptions ready for arrivals: where one names a single edge of a pin that paths start at
/// or go through, arcs behind that pin are split by their edge. `flatten` calls this; call it once after
/// filling a design with such exceptions by hand.
///
/// Shapes: one arc more for each arc behind such a pin, types. Cost: O(arcs + exceptions). Where: host.
/// Throws: what allocation throws.
inline void resolve_exceptions(flat_design& design) {
  detail::arc_splitter splitter(design);
  for (auto& exception : design.exceptions) {
    if (exception.from_at != any_edge) {
      for (id const pin : exception.from) splitter.at(pin);
    }
    for (auto& points : exception.through) {
      if (points.at == any_edge) continue;
      detail::move_to_sinks(design, points);
      for (id const pin : points.pins) splitter.at(pin);
    }
  }
  splitter.split();
}

}  // namespace gsta
