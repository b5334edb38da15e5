#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// What reaches each pin, as a set of (tag, condition): by relaxing all arcs until nothing changes.
using reach_sets = std::vector<std::set<std::pair<id, int>>>;

struct pin_arc {
  id from, to;
  gsta::edge_map edges;
};

template <class E>
std::vector<pin_arc> arcs_of(E const& exec, gsta::timer<E> const& timer) {
  auto const from = to_vector(exec, timer.arcs.from.view()), to = to_vector(exec, timer.arcs.to.view());
  auto const edges = to_vector(exec, timer.arcs.edges.view());
  std::vector<pin_arc> arcs;
  for (std::size_t a = 0; a < from.size(); ++a) arcs.push_back({from[a], to[a], edges[a]});
  return arcs;
}

inline reach_sets brute_force_reach(flat_design const& d, std::vector<pin_arc> const& arcs,
                                    std::vector<gsta::tag> const& tags) {
  reach_sets reach(d.pin_load.size());
  for (auto const& source : d.sources) {
    for (std::size_t t = 0; t < tags.size(); ++t) {
      if (tags[t].launch_edge != source.launch_edge) continue;
      for (int c = 0; c < 4; ++c) {
        if (gsta::math::is_defined(source.arrival[c]))
          reach[static_cast<std::size_t>(source.pin)].insert({static_cast<id>(t), c});
      }
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto const& arc : arcs) {
      for (auto const& [tag, in] : reach[static_cast<std::size_t>(arc.from)]) {
        for (int c = 0; c < 4; ++c) {
          if (arc.edges.input(c) == in)
            changed |= reach[static_cast<std::size_t>(arc.to)].insert({tag, c}).second;
        }
      }
    }
  }
  return reach;
}

/// Nodes of several tags: one for each pin and tag that meet, ascending, with the mask of what reaches them.
template <class E>
void nodes_are_what_is_reached(gsta::timer<E> const& timer, reach_sets const& reach) {
  auto const& nodes = timer.nodes;
  std::size_t wrong = 0;
  for (std::size_t pin = 0; pin < reach.size(); ++pin) {
    std::map<id, int> masks;
    for (auto const& [tag, c] : reach[pin]) masks[tag] |= 1 << c;
    auto n = static_cast<std::size_t>(nodes.pin_begin[pin]);
    for (auto const& [tag, mask] : masks) {
      bool const there = n < static_cast<std::size_t>(nodes.pin_begin[pin + 1]);
      wrong += !there || nodes.node_tag[n] != tag || nodes.node_mask[n] != mask;
      n += there;
    }
    wrong += n != static_cast<std::size_t>(nodes.pin_begin[pin + 1]);
  }
  CHECK(wrong == 0);
}

/// Arcs between nodes: every pin arc, between nodes of one tag; order-only arcs between all nodes of both
/// pins.
template <class E>
void node_arcs_follow_pin_arcs(E const& exec, gsta::timer<E> const& timer, std::vector<pin_arc> const& arcs) {
  auto const& nodes = timer.nodes;
  using arc_key = std::tuple<id, id, id>;  // arc, from node, to node
  std::vector<arc_key> want, by_fanin, by_fanout;
  for (std::size_t a = 0; a < arcs.size(); ++a) {
    for (id from = nodes.pin_begin[static_cast<std::size_t>(arcs[a].from)];
         from < nodes.pin_begin[static_cast<std::size_t>(arcs[a].from) + 1]; ++from) {
      for (id to = nodes.pin_begin[static_cast<std::size_t>(arcs[a].to)];
           to < nodes.pin_begin[static_cast<std::size_t>(arcs[a].to) + 1]; ++to) {
        bool const same =
            nodes.node_tag[static_cast<std::size_t>(from)] == nodes.node_tag[static_cast<std::size_t>(to)];
        if (same || arcs[a].edges.code == 0) want.push_back({static_cast<id>(a), from, to});
      }
    }
  }
  auto const& g = nodes.graph.view;
  auto const collect = [&](auto const& begin_span, auto const& other_span, auto const& arc_span, bool fanin) {
    auto const begin = to_vector(exec, begin_span), other = to_vector(exec, other_span),
               arc = to_vector(exec, arc_span);
    std::vector<arc_key> found;
    for (std::size_t v = 0; v + 1 < begin.size(); ++v) {
      for (auto k = static_cast<std::size_t>(begin[v]); k < static_cast<std::size_t>(begin[v + 1]); ++k) {
        auto const here = static_cast<id>(v);
        found.push_back(fanin ? arc_key{arc[k], other[k], here} : arc_key{arc[k], here, other[k]});
      }
      CHECK(std::is_sorted(arc.begin() + begin[v], arc.begin() + begin[v + 1]));
    }
    std::sort(found.begin(), found.end());
    return found;
  };
  std::sort(want.begin(), want.end());
  CHECK((collect(g.fanin_begin, g.fanin_from, g.fanin_arc, true) == want));
  CHECK((collect(g.fanout_begin, g.fanout_to, g.fanout_arc, false) == want));
}

/// Levels of nodes: every node once, sources of arcs on earlier levels.
template <class E>
void node_levels_are_in_order(E const& exec, gsta::timer<E> const& timer) {
  auto const& nodes = timer.nodes;
  std::vector<int> level(nodes.count(), -1);
  for (std::size_t l = 0; l < nodes.order.count(); ++l) {
    for (id const n : to_vector(exec, nodes.order.level(l))) {
      CHECK(level[static_cast<std::size_t>(n)] == -1);
      level[static_cast<std::size_t>(n)] = static_cast<int>(l);
    }
  }
  auto const begin = to_vector(exec, nodes.graph.view.fanin_begin),
             from = to_vector(exec, nodes.graph.view.fanin_from);
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < nodes.count(); ++n) {
    wrong += level[n] < 0;
    for (id k = begin[n]; k < begin[n + 1]; ++k) {
      wrong += level[static_cast<std::size_t>(from[static_cast<std::size_t>(k)])] >= level[n];
    }
  }
  CHECK(wrong == 0);
}

/// Rows of checks: each node's data and capture checks and each endpoint's checks, ascending.
template <class E>
void check_rows_are_complete(E const& exec, gsta::timer<E> const& timer) {
  auto const& v = timer.checks.view;
  auto const checks = to_vector(exec, v.check);
  auto const endpoint_pin = to_vector(exec, v.endpoint_pin);
  auto const same_rows = [&](auto const& begin_span, auto const& member_span, auto const& group_of) {
    auto const begin = to_vector(exec, begin_span), member = to_vector(exec, member_span);
    std::vector<std::vector<id>> want(begin.size() - 1);
    for (std::size_t i = 0; i < checks.size(); ++i) {
      id const group = group_of(checks[i]);
      if (group != none) want[static_cast<std::size_t>(group)].push_back(static_cast<id>(i));
    }
    bool same = true;
    for (std::size_t g = 0; g < want.size(); ++g) {
      same = same && want[g] == std::vector<id>(member.begin() + begin[g], member.begin() + begin[g + 1]);
    }
    return same;
  };
  CHECK(same_rows(v.data_begin, v.data_check, [](auto const& c) { return c.data; }));
  CHECK(same_rows(v.capture_begin, v.capture_check, [](auto const& c) { return c.capture; }));
  CHECK(same_rows(v.endpoint_begin, v.endpoint_check, [&](auto const& c) {
    return static_cast<id>(std::lower_bound(endpoint_pin.begin(), endpoint_pin.end(), c.data_pin) -
                           endpoint_pin.begin());
  }));
  CHECK(std::adjacent_find(endpoint_pin.begin(), endpoint_pin.end(), std::greater_equal<>()) ==
        endpoint_pin.end());
}

template <class E>
void check_expansion(E const& exec, std::uint64_t first, std::uint64_t last) {
  int several = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    gsta::timer<E> const timer(exec, design, options_of(seed).timer);
    auto const arcs = arcs_of(exec, timer);
    CAPTURE(seed);
    if (!timer.nodes.one_per_pin) {
      ++several;
      nodes_are_what_is_reached(timer, brute_force_reach(design, arcs, timer.nodes.tags));
    }
    node_arcs_follow_pin_arcs(exec, timer, arcs);
    node_levels_are_in_order(exec, timer);
    check_rows_are_complete(exec, timer);
  }
  CHECK(several * 4 > static_cast<int>(last - first));
}

}  // namespace gsta_test
