#pragma once

#include <algorithm>
#include <vector>

#include "gsta/slack/detail/backward_items.hpp"

namespace gsta::detail {

/// Arcs, or parts, that one part gathers: sinks of one driver are spread over warps, which hand on to one
/// another, since a driver of thousands of sinks is the longest step of a backward pass. A warp takes the
/// tiles of a part one after another, so that parts are narrow.
inline constexpr id part_width = tile_slots;
/// Parts of parts: a place in the order for each depth. Enough for any count of arcs.
inline constexpr id depths_of_level = 11;

/// A vertex with many arcs behind it, and the place of its level in backward order.
struct wide_vertex {
  id vertex, first, last, level;
};

/// The parts of all wide vertices, and the vertices themselves behind them; parts refer to parts by their
/// place in `items`.
struct split_items {
  std::vector<backward_item> items;
  std::vector<id> keys;
};

inline split_items split_wide(std::vector<wide_vertex> const& wide) {
  split_items result;
  auto const add = [&](backward_item const& item, id level, id depth) {
    result.items.push_back(item);
    result.keys.push_back(level * depths_of_level + std::min(depth, depths_of_level - 1));
  };
  for (wide_vertex const& of : wide) {
    id first = of.first, last = of.last, depth = 0;
    bool of_parts = false;
    while (last - first > part_width) {
      auto const begin = static_cast<id>(result.items.size());
      for (id at = first; at < last; at += part_width)
        add({none, at, std::min(at + part_width, last), of_parts}, of.level, depth);
      first = begin;
      last = static_cast<id>(result.items.size());
      of_parts = true;
      ++depth;
    }
    add({of.vertex, first, last, of_parts}, of.level, depth);
  }
  return result;
}

}  // namespace gsta::detail
