#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "gsta/core/span.hpp"

namespace gsta {

/// What was edited since somebody looked; ids may stand there several times.
struct edited_items {
  std::vector<id> nets;          ///< whose wires or loads are others
  std::vector<id> pins;          ///< whose asserted slew, or the type of an arc into them, is another
  std::vector<id> checks;        ///< library checks of another type
  std::vector<id> requirements;  ///< with other required times
  std::vector<id> sources;       ///< with another arrival
  std::vector<id> loads;         ///< pins of another capacitance, on `nets`
  std::vector<id> arcs;          ///< cell arcs of another type, into `pins`
  std::vector<id> slews;         ///< those of `pins` with another asserted slew
  std::vector<id> wires;         ///< those of `nets` with other values
  bool clocks = false;           ///< edges or uncertainties of clocks: all checks are listed anew
  bool networks = false;         ///< of `nets` with other nodes or edges: rows of RC arrays moved
  bool graph = false;            ///< something that keeps no graph, nodes or checks: all is built anew

  /// How many items there are.
  std::size_t size() const noexcept {
    return nets.size() + pins.size() + checks.size() + requirements.size() + sources.size();
  }
  /// All that stands in `more` too.
  void add(edited_items const& more) {
    for (auto const list : lists())
      (this->*list).insert((this->*list).end(), (more.*list).begin(), (more.*list).end());
    clocks = clocks || more.clocks;
    networks = networks || more.networks;
    graph = graph || more.graph;
  }
  /// Nothing is left; rooms of lists stay.
  void clear() noexcept {
    for (auto const list : lists()) (this->*list).clear();
    clocks = networks = graph = false;
  }
  /// Whether all rows are where they were, so that edited values are all there is.
  bool keeps_rows() const noexcept { return !graph && !networks; }
  /// Whether there is anything.
  bool any() const noexcept {
    return clocks || graph || !nets.empty() || !pins.empty() || !checks.empty() || !requirements.empty() ||
           !sources.empty();
  }

 private:
  using member = std::vector<id> edited_items::*;
  static constexpr std::array<member, 9> lists() noexcept {
    return {&edited_items::nets,         &edited_items::pins,    &edited_items::checks,
            &edited_items::requirements, &edited_items::sources, &edited_items::loads,
            &edited_items::arcs,         &edited_items::slews,   &edited_items::wires};
  }
};

}  // namespace gsta
