#pragma once

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "gsta/constrain/nodes.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// Says which ends of paths do not count, by a design's false paths. A question costs as much as the shorter
/// one of two lists is long, of the paths that start so and of those that end so, times a logarithm.
class false_path_filter {
 public:
  /// Lists the design's false paths by where they start and end; keeps nothing of the design.
  explicit false_path_filter(flat_design const& design) {
    arrival_rules rules;
    detail::add_exceptions(design, rules);
    for (bool const late : {false, true}) sides_[late] = make_side(design, rules.exceptions, late);
  }

  /// True if arrivals of tag `t` at `pin` are not checked against `capture_edge` (none: no clock) on that
  /// side.
  bool is_false(tag const& t, id pin, id capture_edge, bool late) const {
    side const& of = sides_[late];
    list const* const starts[] = {&of.from_anywhere, find(of.from_clock, clock_of(t.launch_edge)),
                                  find(of.from_row, t.exception)};
    list const* const ends[] = {&of.to_anywhere, find(of.to_clock, clock_of(capture_edge)),
                                find(of.to_pin, pin)};
    for (auto const* const start : starts) {
      for (auto const* const end : ends) {
        if (start != nullptr && end != nullptr && meet(*start, *end)) return true;
      }
    }
    return false;
  }

 private:
  using list = std::vector<id>;  // false paths, ascending
  using lists = std::unordered_map<id, list>;
  /// The false paths of one side, late or early.
  struct side {
    list from_anywhere, to_anywhere;
    lists from_row, from_clock, to_pin, to_clock;
  };

  static side make_side(flat_design const& design, std::vector<list> const& rows, bool late) {
    side made;
    auto const put = [](lists& into, id key, id path) {
      auto& of_key = into[key];
      if (of_key.empty() || of_key.back() != path) of_key.push_back(path);
    };
    auto const counts = [&](id path) {
      auto const& of = design.false_paths[static_cast<std::size_t>(path)];
      return late ? of.setup : of.hold;
    };
    for (id i = 0; i < static_cast<id>(design.false_paths.size()); ++i) {
      if (!counts(i)) continue;
      flat_false_path const& path = design.false_paths[static_cast<std::size_t>(i)];
      if (path.from.empty() && path.from_clocks.empty()) made.from_anywhere.push_back(i);
      if (path.to.empty() && path.to_clocks.empty()) made.to_anywhere.push_back(i);
      for (id const clock : path.from_clocks) put(made.from_clock, clock, i);
      for (id const clock : path.to_clocks) put(made.to_clock, clock, i);
      for (id const pin : path.to) put(made.to_pin, pin, i);
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (id const path : rows[row]) {
        if (counts(path)) put(made.from_row, static_cast<id>(row), path);
      }
    }
    return made;
  }

  static id clock_of(id edge) noexcept { return edge == none ? none : edge / 2; }
  static list const* find(lists const& in, id key) {
    auto const found = in.find(key);
    return found == in.end() ? nullptr : &found->second;
  }
  static bool meet(list const& a, list const& b) {
    auto const& shorter = a.size() < b.size() ? a : b;
    auto const& longer = a.size() < b.size() ? b : a;
    return std::any_of(shorter.begin(), shorter.end(),
                       [&](id path) { return std::binary_search(longer.begin(), longer.end(), path); });
  }

  std::array<side, 2> sides_;  // early, late
};

}  // namespace gsta
