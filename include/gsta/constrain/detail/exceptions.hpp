#pragma once

#include <algorithm>
#include <vector>

#include "gsta/constrain/nodes.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// Says which ends of paths do not count, by a design's false paths. The design must outlive it.
class false_path_filter {
 public:
  /// Keeps a reference to the design's false paths and a row for each set of them that starts at a pin.
  explicit false_path_filter(flat_design const& design) : paths_(design.false_paths) {
    arrival_rules rules;
    detail::add_exceptions(design, rules);
    rows_ = std::move(rules.exceptions);
  }

  /// True if arrivals of tag `t` at `pin` are not checked against `capture_edge` (none: no clock) on that
  /// side.
  bool is_false(tag const& t, id pin, id capture_edge, bool late) const noexcept {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      flat_false_path const& path = paths_[i];
      if ((late ? path.setup : path.hold) && starts(path, static_cast<id>(i), t) &&
          ends(path, pin, capture_edge))
        return true;
    }
    return false;
  }

 private:
  static bool has(std::vector<id> const& list, id wanted) noexcept {
    return std::find(list.begin(), list.end(), wanted) != list.end();
  }
  bool starts(flat_false_path const& path, id index, tag const& t) const noexcept {
    if (path.from.empty() && path.from_clocks.empty()) return true;
    if (t.launch_edge != none && has(path.from_clocks, t.launch_edge / 2)) return true;
    return has(rows_[t.exception], index);
  }
  static bool ends(flat_false_path const& path, id pin, id capture_edge) noexcept {
    if (path.to.empty() && path.to_clocks.empty()) return true;
    return has(path.to, pin) || (capture_edge != none && has(path.to_clocks, capture_edge / 2));
  }

  std::vector<flat_false_path> const& paths_;
  std::vector<std::vector<id>> rows_;
};

}  // namespace gsta
