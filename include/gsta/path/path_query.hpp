#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gsta/core/units.hpp"
#include "gsta/path/graph.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta {

/// A pin on a path, at one edge or both.
struct path_pin {
  id pin = none;     ///< of the design
  bool rise = true;  ///< a path counts that rises there
  bool fall = true;  ///< a path counts that falls there
};

/// Places on a path, any of which will do. `points_of` (sta/path_points.hpp) finds them by name.
struct path_points {
  std::vector<path_pin> pins{};   ///< a pin stands for all arrivals that it has
  std::vector<id> clock_edges{};  ///< 2 * clock + edge: what it launches, or what it captures
};

/// Which paths of a timed design are wanted. Paths start at inputs and registers' clock pins, and end at the
/// data of checks.
struct path_query {
  std::optional<split> side = split::late;  ///< late: setup and the like; early: hold; none: both in one list
  std::size_t k = 1;  ///< paths in all, or of each group and side; fewer where fewer exist
  /// Of these, at most so many to one endpoint; late and early paths count apart.
  std::size_t per_endpoint = std::numeric_limits<std::size_t>::max();
  bool by_check = false;               ///< `per_endpoint` counts each check and data edge for itself
  bool by_group = false;               ///< a list for each path group and side: by number, late before early
  std::optional<path_points> from{};   ///< where paths start; none: anywhere
  std::vector<path_points> through{};  ///< a path passes one place of each, in this order
  std::optional<path_points> to{};     ///< where paths end; none: anywhere
  femtoseconds slack_below = no_path;  ///< only paths with a smaller slack
  bool unique_pins = false;            ///< only the first of paths over equal pins to one check
  std::size_t most_bytes = std::size_t{8} << 30;  ///< working memory of a search
};

/// How a constraint is applied. The paths are the same in all forms.
enum class constraint_form : std::uint8_t {
  automatic,  ///< where a list of paths is asked for, edges are closed if that will do; else states
  states,     ///< the product with the number of throughs passed: throughs of any vertices
  labels,  ///< TCAD'23: ranks and labels; the vertices of a through must be of one rank, as a single one is
};

/// How paths are searched for. The list is the same, whatever is chosen here. `Engine`: by default one of
/// `path_engine`, or none; else one of schemes/path_engines.hpp, as in `path_scheme{schemes::dual_queue{}}`.
template <class Engine = std::optional<path_engine>>
struct path_scheme {
  /// None: `best_first` for up to 10,000 paths on a host, which needs least preparation; else `bounded`.
  Engine engine{};
  constraint_form form = constraint_form::automatic;  ///< how `from` and `through` are applied
};
/// A scheme of an engine.
template <class Engine>
path_scheme(Engine) -> path_scheme<Engine>;
/// A scheme of an engine and a form.
template <class Engine>
path_scheme(Engine, constraint_form) -> path_scheme<Engine>;

}  // namespace gsta
