#pragma once

#include <algorithm>
#include <vector>

#include "gsta/flat/detail/arc_splitter.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

namespace detail {
/// Points of one edge stand at inputs of cells, where every arc has an edge: those at a driver move to its
/// net's sinks.
inline void move_to_sinks(flat_design const& design, exception_points& points) {
  std::vector<id> sinks;
  for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
    id const driver = design.net_driver[net];
    if (design.net_begin[net] == design.net_begin[net + 1]) continue;  // paths may end there
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
  bool any = false;
  for (auto& exception : design.exceptions) {
    any = any || exception.from_at != any_edge || !exception.through.empty();
    if (exception.from_at != any_edge) {
      for (id const pin : exception.from) splitter.behind(pin);
    }
    for (auto& points : exception.through) {
      if (points.at == any_edge) continue;
      detail::move_to_sinks(design, points);
      for (id const pin : points.pins) splitter.behind(pin);
    }
  }
  if (any) splitter.split();
}

}  // namespace gsta
