#pragma once

#include <cstdint>
#include <vector>

#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta {

/// Edges of a pin or of a clock: bit 0 rise, bit 1 fall.
using edge_set = std::uint8_t;
/// Both edges.
inline constexpr edge_set any_edge = 0b11;

/// True if `e` is one of `edges`.
constexpr bool has_edge(edge_set edges, int e) noexcept { return (edges >> e & 1) != 0; }

/// What an exception does to the paths that it holds for. Of several a false path wins, then a path delay,
/// then a multicycle; margins and groups stand beside them.
enum class exception_effect : std::uint8_t {
  false_path,  ///< they are not checked
  path_delay,  ///< late ones may take `delay` at most, early ones must take `delay` at least
  multicycle,  ///< they have `cycles` periods
  margin,      ///< they have `delay` less
  group        ///< they are reported in `flat_design::path_groups[group]`
};

/// Pins that a path goes through: one of them, at one of these edges.
struct exception_points {
  std::vector<id> pins{};  ///< any one of them
  edge_set at = any_edge;  ///< at these edges there
  /// Whether pins, their order and edges are equal.
  bool operator==(exception_points const&) const = default;
};

/// A rule for some paths: from any of `from` (pins where paths start: register clock pins, inputs) or
/// launched by any of `from_clocks`, through one pin of each of `through` in their order, to any of `to` or
/// captured by any of `to_clocks`. Two empty lists mean everywhere.
struct path_exception {
  exception_effect effect = exception_effect::false_path;  ///< what it does to them
  std::vector<id> from{};                                  ///< pins
  std::vector<id> from_clocks{};                           ///< clocks that launch
  edge_set from_at = any_edge;               ///< at these edges of `from`, by these edges of `from_clocks`
  vector_by_id<exception_points> through{};  ///< in this order
  std::vector<id> to{};                      ///< pins of endpoints
  std::vector<id> to_clocks{};               ///< clocks that capture
  edge_set to_at = any_edge;                 ///< at these edges of `to`, by these edges of `to_clocks`
  edge_set ending = any_edge;                ///< paths that end with these edges
  bool setup = true;                         ///< holds for setup-like checks
  bool hold = true;                          ///< holds for hold-like checks
  int cycles = 1;                            ///< of a multicycle
  bool by_launch = false;                    ///< of a multicycle: periods of the launching clock
  float delay = 0;                           ///< ps, of a path delay or a margin
  id group = none;                           ///< of a group
  /// Of a path delay: paths count from where they start (a register's clock pin, an input), and neither a
  /// clock's delay nor its uncertainty counts at their ends. What is a clock still, or anything at once
  /// (`arrival_kind::any`), counts from its launch edge.
  bool from_start = false;
};

/// Clocks in groups that have no paths between each other.
struct exclusive_clocks {
  std::vector<id> group_of{};  ///< [clocks], or shorter: the rest are in no group, and none of them matters
};

/// Uncertainty between the edges of two clocks, in the place of the capturing clock's own.
struct clock_pair_uncertainty {
  id from = none;               ///< the launching clock
  id to = none;                 ///< the capturing clock
  edge_set from_at = any_edge;  ///< launched by these edges
  edge_set to_at = any_edge;    ///< captured by these edges
  bool setup = true;            ///< for setup-like checks
  bool hold = true;             ///< for hold-like checks
  femtoseconds value = 0;       ///< less time for setup-like, more time for hold-like checks
};

}  // namespace gsta
