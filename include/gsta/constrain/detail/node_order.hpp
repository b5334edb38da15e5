#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_nodes.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/units.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The nodes that stay when those without fan-in (`ahead`), or without fan-out, are taken away until none is
/// left: 1 for each.
GSTA_LAZY vector_by_id<std::uint8_t> nodes_left(listed_links const& links, vector_by_id<std::uint8_t> in,
                                                bool ahead) {
  std::size_t const n = links.begin.size() - 1;
  vector_by_id<id> degree(n, 0), begin(n + 1, 0), next_of, free;
  auto const each_arc = [&](auto const& f) {
    for (std::size_t to = 0; to < n; ++to) {
      for (id k = links.begin[to]; k < links.begin[to + 1]; ++k) {
        id const from = links.from[k], end = static_cast<id>(to);
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
  vector_by_id<id> slot(begin.begin(), begin.end() - 1);
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

/// Levels of the nodes of `in` by the longest way from those in front, along `more` links too. Throws:
/// argument_error on a loop.
GSTA_LAZY leveled_nodes order_nodes(listed_links const& links, vector_by_id<std::uint8_t> const& in,
                                    std::vector<node_link> const& more = {}) {
  leveled_nodes result;
  std::size_t const n = links.begin.size() - 1;
  vector_by_id<id> waits(n, 0), begin(n + 1, 0), behind, now, next;
  auto const each_arc = [&](auto const& f) {
    for (std::size_t to = 0; to < n; ++to) {
      for (id k = links.begin[to]; in[to] != 0 && k < links.begin[to + 1]; ++k) {
        if (in[links.from[k]] != 0) f(links.from[k], static_cast<id>(to));
      }
    }
    for (auto const& link : more) f(link.from, link.to);
  };
  each_arc([&](id from, id to) {
    ++begin[from + 1];
    ++waits[to];
  });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  behind.resize(static_cast<std::size_t>(begin.back()));
  vector_by_id<id> slot(begin.begin(), begin.end() - 1);
  each_arc([&](id from, id to) { behind[slot[from]++] = to; });
  std::size_t count = 0;
  for (std::size_t v = 0; v < n; ++v) {
    count += in[v] != 0;
    if (in[v] != 0 && waits[v] == 0) now.push_back(static_cast<id>(v));
  }
  for (; !now.empty(); now.swap(next), next.clear()) {
    std::sort(now.begin(), now.end());
    for (id const v : now) {
      result.order.push_back(v);
      for (id k = begin[v]; k < begin[v + 1]; ++k) {
        if (--waits[behind[k]] == 0) next.push_back(behind[k]);
      }
    }
    result.level_begin.push_back(static_cast<id>(result.order.size()));
  }
  require(result.order.size() == count, "make_nodes: a loop of arrivals that goes through no latch");
  return result;
}

/// Opens loops through latches: there data come behind what departs. Levels of the nodes of these loops, and
/// of all nodes. The links of all pins are listed; those that required times alone take stand beside.
GSTA_LAZY void order_with_latches(host_nodes& nodes, host_span<flat_latch const> latches,
                                  std::vector<node_link> const& backward_only) {
  listed_links& links = nodes.links;
  std::size_t const n = nodes.node_tag.size();
  vector_by_id<std::uint8_t> const all(n, 1);
  auto const inside = nodes_left(links, nodes_left(links, all, true), false);
  vector_by_id<std::uint8_t> opens(n, 0);
  for (auto const& latch : latches) {
    for (id v = nodes.pin_begin[latch.departs]; v < nodes.pin_begin[latch.departs + 1]; ++v) {
      nodes.opened_loops += inside[v] != 0 && opens[v] == 0;
      opens[v] = inside[v];
    }
  }
  if (nodes.opened_loops > 0) {
    std::vector<id> begin{0}, from, arc;
    for (std::size_t to = 0; to < n; ++to) {
      for (id k = links.begin[to]; k < links.begin[to + 1]; ++k) {
        if (opens[to] != 0 && inside[links.from[k]] != 0) continue;
        from.push_back(links.from[k]);
        arc.push_back(links.arc[k]);
      }
      begin.push_back(static_cast<id>(from.size()));
    }
    links.begin = std::move(begin);
    links.from = std::move(from);
    links.arc = std::move(arc);
    nodes.looping = order_nodes(links, inside);
  }
  nodes.by_level = order_nodes(links, all, backward_only);
}

}  // namespace gsta::detail
