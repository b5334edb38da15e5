#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_nodes.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The nodes that stay when those without fan-in (`ahead`), or without fan-out, are taken away until none is
/// left: 1 for each.
inline std::vector<std::uint8_t> nodes_left(node_expansion const& nodes, std::vector<std::uint8_t> in,
                                            bool ahead) {
  std::size_t const n = nodes.node_pin.size();
  std::vector<id> degree(n, 0), begin(n + 1, 0), next_of, free;
  auto const each_arc = [&](auto const& f) {
    for (std::size_t to = 0; to < n; ++to) {
      for (id k = nodes.fanin_begin[to]; k < nodes.fanin_begin[to + 1]; ++k) {
        id const from = nodes.fanin_from[k], end = static_cast<id>(to);
        if (in[from] != 0 && in[to] != 0) ahead ? f(from, end) : f(end, from);
      }
    }
  };
  each_arc([&](id from, id to) {
    ++begin[from + 1];
    ++degree[to];
  });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  next_of.resize(static_cast<std::size_t>(begin.back()));
  std::vector<id> slot(begin.begin(), begin.end() - 1);
  each_arc([&](id from, id to) { next_of[slot[from]++] = to; });
  for (std::size_t v = 0; v < n; ++v) {
    if (in[v] != 0 && degree[v] == 0) free.push_back(static_cast<id>(v));
  }
  for (std::size_t done = 0; done < free.size(); ++done) {
    id const v = free[done];
    in[v] = 0;
    for (id k = begin[v]; k < begin[v + 1]; ++k) {
      if (--degree[next_of[k]] == 0) free.push_back(next_of[k]);
    }
  }
  return in;
}

/// Levels of the nodes of `in` by the longest way from those in front. Throws: graph_error on a loop.
inline void order_nodes(node_expansion const& nodes, std::vector<std::uint8_t> const& in,
                        std::vector<id>& order, std::vector<id>& level_begin) {
  std::size_t const n = nodes.node_pin.size();
  std::vector<id> waits(n, 0), begin(n + 1, 0), behind, now, next;
  auto const each_arc = [&](auto const& f) {
    for (std::size_t to = 0; to < n; ++to) {
      for (id k = nodes.fanin_begin[to]; in[to] != 0 && k < nodes.fanin_begin[to + 1]; ++k) {
        if (in[nodes.fanin_from[k]] != 0) f(nodes.fanin_from[k], static_cast<id>(to));
      }
    }
  };
  each_arc([&](id from, id to) {
    ++begin[from + 1];
    ++waits[to];
  });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  behind.resize(static_cast<std::size_t>(begin.back()));
  std::vector<id> slot(begin.begin(), begin.end() - 1);
  each_arc([&](id from, id to) { behind[slot[from]++] = to; });
  std::size_t count = 0;
  for (std::size_t v = 0; v < n; ++v) {
    count += in[v] != 0;
    if (in[v] != 0 && waits[v] == 0) now.push_back(static_cast<id>(v));
  }
  for (; !now.empty(); now.swap(next), next.clear()) {
    std::sort(now.begin(), now.end());
    for (id const v : now) {
      order.push_back(v);
      for (id k = begin[v]; k < begin[v + 1]; ++k) {
        if (--waits[behind[k]] == 0) next.push_back(behind[k]);
      }
    }
    level_begin.push_back(static_cast<id>(order.size()));
  }
  require(order.size() == count, "make_nodes: a loop of arrivals that goes through no latch");
}

inline void order_nodes(node_expansion& nodes) {
  order_nodes(nodes, std::vector<std::uint8_t>(nodes.node_pin.size(), 1), nodes.order, nodes.level_begin);
}

/// Opens loops through latches: there data come behind what departs. Returns the nodes of these loops.
inline latch_component open_latch_loops(node_expansion& nodes, host_span<flat_latch const> latches) {
  std::vector<std::uint8_t> const all(nodes.node_pin.size(), 1);
  auto const inside = nodes_left(nodes, nodes_left(nodes, all, true), false);
  std::vector<std::uint8_t> opens(nodes.node_pin.size(), 0);
  latch_component result;
  for (auto const& latch : latches) {
    for (id n = nodes.pin_begin[latch.departs]; n < nodes.pin_begin[latch.departs + 1]; ++n) {
      opens[n] = inside[n];
      result.opened += inside[n];
    }
  }
  if (result.opened == 0) return result;
  std::vector<id> begin{0}, from, arc;
  for (std::size_t to = 0; to < nodes.node_pin.size(); ++to) {
    for (id k = nodes.fanin_begin[to]; k < nodes.fanin_begin[to + 1]; ++k) {
      if (opens[to] != 0 && inside[nodes.fanin_from[k]] != 0) continue;
      from.push_back(nodes.fanin_from[k]);
      arc.push_back(nodes.fanin_arc[k]);
    }
    begin.push_back(static_cast<id>(from.size()));
  }
  nodes.fanin_begin = std::move(begin);
  nodes.fanin_from = std::move(from);
  nodes.fanin_arc = std::move(arc);
  order_nodes(nodes, inside, result.order, result.level_begin);
  return result;
}

}  // namespace gsta::detail
