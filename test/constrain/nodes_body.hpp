#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/compare.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// What reaches each pin, as a set of (tag, condition): by relaxing all arcs until nothing changes.
using reach_sets = std::vector<std::set<std::pair<oracle_tag, int>>>;

inline reach_sets brute_force_reach(flat_design const& d, oracle_graph const& graph) {
  reach_sets reach(d.pin_load.size());
  for (auto const& source : d.sources) {
    for (int c = 0; c < 4; ++c) {
      auto const tag = graph.tag_of(source);
      if (tag && gsta::math::is_defined(source.arrival[c]))
        reach[static_cast<std::size_t>(source.pin)].insert({*tag, c});
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t a = 0; a < graph.arcs().size(); ++a) {
      auto const& arc = graph.arcs()[a];
      for (auto const& [tag, in] : reach[static_cast<std::size_t>(arc.from)]) {
        auto const behind = graph.behind(static_cast<int>(a), tag);
        for (int c = 0; behind && c < 4; ++c) {
          if (graph.input_condition(static_cast<int>(a), c) == in)
            changed |= reach[static_cast<std::size_t>(arc.to)].insert({*behind, c}).second;
        }
      }
    }
  }
  return reach;
}

/// Nodes of several tags: one for each pin and tag that meet, ascending in the tag's number, with the mask of
/// what reaches them.
inline void nodes_are_what_is_reached(std::vector<id> const& pin_begin, std::vector<id> const& node_tag,
                                      std::vector<std::uint8_t> const& node_mask,
                                      std::vector<oracle_tag> const& tags, reach_sets const& reach) {
  std::size_t wrong = 0;
  for (std::size_t pin = 0; pin < reach.size(); ++pin) {
    std::map<oracle_tag, int> want, found;
    for (auto const& [tag, c] : reach[pin]) want[tag] |= 1 << c;
    auto const first = static_cast<std::size_t>(pin_begin[pin]),
               last = static_cast<std::size_t>(pin_begin[pin + 1]);
    for (std::size_t n = first; n < last; ++n) {
      found[tags[static_cast<std::size_t>(node_tag[n])]] = node_mask[n];
      wrong += n > first && node_tag[n - 1] >= node_tag[n];
    }
    wrong += found != want;
  }
  CHECK(wrong == 0);
}

using arc_key = std::tuple<id, id, id>;  ///< arc, from node, to node

/// The nodes of one design, and what their arcs should be: by fan-in, and by fan-out, which also leads to the
/// shadows of ideal clocks' pins.
struct node_arc_lists {
  std::vector<id> const& pin_begin;
  std::vector<id> const& node_tag;
  std::vector<oracle_tag> const& tags;
  std::vector<arc_key> fanin{}, fanout{};

  oracle_tag const& tag(id node) const {
    return tags[static_cast<std::size_t>(node_tag[static_cast<std::size_t>(node)])];
  }

  /// Every arc of the pin graph between nodes whose tags it joins.
  void add(oracle_graph const& graph, int a) {
    auto const& arc = graph.arcs()[static_cast<std::size_t>(a)];
    for_each_pair(arc.from, arc.to, [&](id from, id to) {
      auto const behind = graph.behind(a, tag(from)), required = graph.required_behind(a, tag(from));
      if (graph.one_kind() || (behind && *behind == tag(to))) fanin.push_back({a, from, to});
      if (graph.one_kind() || (required && *required == tag(to))) fanout.push_back({a, from, to});
    });
  }
  /// Order-only arcs, from a check's clock to its data, join all nodes.
  void add_order_only(oracle_graph const& graph, id a, id from_pin, id to_pin) {
    if (graph.ends_arrivals(to_pin)) return;
    for_each_pair(from_pin, to_pin, [&](id from, id to) {
      fanin.push_back({a, from, to});
      fanout.push_back({a, from, to});
    });
  }

 private:
  template <class F>
  void for_each_pair(id from_pin, id to_pin, F const& f) const {
    auto const from = static_cast<std::size_t>(from_pin), to = static_cast<std::size_t>(to_pin);
    for (id m = pin_begin[from]; m < pin_begin[from + 1]; ++m) {
      for (id n = pin_begin[to]; n < pin_begin[to + 1]; ++n) f(m, n);
    }
  }
};

/// The arcs that compressed rows hold; within a row they ascend.
template <class E>
std::vector<arc_key> arcs_in_rows(E const& exec, gsta::span<id const, E::space> begin_of,
                                  gsta::span<id const, E::space> other_end,
                                  gsta::span<id const, E::space> arc_of, bool fanin) {
  auto const begin = to_vector(exec, begin_of), other = to_vector(exec, other_end),
             arc = to_vector(exec, arc_of);
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
}

template <class E>
void node_arcs_follow_pin_arcs(E const& exec, gsta::timer<E> const& timer, flat_design const& design,
                               oracle_graph const& graph, std::vector<oracle_tag> const& tags) {
  node_arc_lists want{timer.nodes().pin_begin, timer.nodes().node_tag, tags};
  auto const arcs = static_cast<int>(graph.arcs().size());
  for (int a = 0; a < arcs; ++a) want.add(graph, a);
  bool const order_only = timer.view().arc_map.size() > graph.arcs().size();
  for (std::size_t i = 0; order_only && i < design.check_data.size(); ++i)
    want.add_order_only(graph, arcs + static_cast<id>(i), design.check_clock[i], design.check_data[i]);
  std::sort(want.fanin.begin(), want.fanin.end());
  std::sort(want.fanout.begin(), want.fanout.end());
  auto const& g = timer.view().node_graph;
  CHECK((arcs_in_rows(exec, g.fanin_begin, g.fanin_from, g.fanin_arc, true) == want.fanin));
  CHECK((arcs_in_rows(exec, g.fanout_begin, g.fanout_to, g.fanout_arc, false) == want.fanout));
}

/// Levels of nodes: every node once, sources of arcs on earlier levels.
template <class E>
void node_levels_are_in_order(E const& exec, gsta::timer<E> const& timer) {
  auto const& nodes = timer.nodes();
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
  auto const& v = timer.view().checks;
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
  CHECK(same_rows(v.data_begin, v.checks_of_data, [](auto const& c) { return c.data; }));
  CHECK(same_rows(v.capture_begin, v.capture_check, [](auto const& c) { return c.capture; }));
  CHECK(same_rows(v.endpoint_begin, v.endpoint_check, [&](auto const& c) {
    return static_cast<id>(std::lower_bound(endpoint_pin.begin(), endpoint_pin.end(), c.data_pin) -
                           endpoint_pin.begin());
  }));
  CHECK(std::adjacent_find(endpoint_pin.begin(), endpoint_pin.end(), std::greater_equal<>()) ==
        endpoint_pin.end());
}

/// Turns a circuit into one of many clocks, each register's source launched by one of them, so that its tags
/// fill several words.
inline flat_design with_many_clocks(flat_design design, std::uint64_t seed, int clocks) {
  std::mt19937_64 random(seed);
  while (static_cast<int>(design.clocks.size()) < clocks) design.clocks.push_back({1000, {0, 500}});
  auto sources = std::move(design.sources);
  design.sources.clear();
  for (auto const& source : sources) {
    for (int several = 0; several < 3; ++several) {
      auto made = source;
      if (source.launch_edge != none)
        made.launch_edge = static_cast<id>(random() % (2 * design.clocks.size()));
      design.sources.push_back(made);
    }
  }
  return design;
}

/// What the executor finds by words is what the host finds pin by pin: the same nodes, tags and asserted
/// arrivals, in the same order.
template <class E>
void words_find_what_the_host_finds(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t compared = 0, most_words = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    CAPTURE(seed);
    auto const design = with_many_clocks(random_circuit(seed), seed, seed % 2 == 0 ? 20 : 2);
    gsta::timer<E> const timer(exec, design, options_of(seed).timer);
    auto const rules = gsta::arrival_rules_of(design);
    auto const edges = timer.view().arc_map;
    auto words = gsta::detail::words_of_tags(design.pin_load.size(), design.sources, rules);
    if (!words) continue;
    most_words = std::max(most_words, words->stays.size());
    gsta::buffer<id, E::space> first_node, node_tag;
    auto const sent = gsta::detail::send_rules(exec, rules);
    auto const by_words =
        gsta::detail::nodes_by_words(exec, timer.view().graph, timer.order(), edges, design.sources, sent,
                                     *std::move(words), first_node, node_tag);
    auto const on_host = gsta::detail::nodes_by_tag(
        gsta::detail::bring_to_host(exec, timer.view().graph, timer.order(), edges), design.sources, rules);
    CHECK(by_words.tags == on_host.tags);
    CHECK(by_words.pin_begin == on_host.pin_begin);
    CHECK(by_words.node_tag == on_host.node_tag);
    CHECK(by_words.node_mask == on_host.node_mask);
    CHECK(by_words.launched == on_host.launched);
    CHECK(by_words.launches == on_host.launches);
    CHECK(by_words.asserted == on_host.asserted);
    bool const same_arrivals = by_words.arrival.size() == on_host.arrival.size() &&
                               std::memcmp(by_words.arrival.data(), on_host.arrival.data(),
                                           on_host.arrival.size() * sizeof(gsta::per_condition<float>)) == 0;
    CHECK(same_arrivals);
    ++compared;
  }
  CHECK(compared * 3 > last - first);
  CHECK(most_words > 2);
}

/// Exceptions between any pins, more than a thread takes.
inline flat_design with_many_exceptions(flat_design design, std::uint64_t seed, int count) {
  std::mt19937_64 random(seed);
  auto const pin = [&] { return static_cast<id>(random() % design.pin_load.size()); };
  for (int i = 0; i < count; ++i) {
    gsta::path_exception made;
    made.effect = gsta::exception_effect::multicycle;
    made.cycles = 2;
    if (i % 3 != 1) made.from = {pin(), pin()};
    if (i % 3 != 0) made.through.push_back({{pin(), pin()}});
    if (i % 2 == 0) made.to = {pin(), pin()};
    design.exceptions.push_back(std::move(made));
  }
  return design;
}

/// However many threads look where exceptions are live, the same nodes are found.
inline void threads_find_the_same_nodes(std::uint64_t first, std::uint64_t last) {
  gsta::host_executor const exec;
  std::size_t with_states = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    CAPTURE(seed);
    auto const design = with_many_exceptions(random_circuit(seed), seed, 60);
    gsta::timer<gsta::host_executor> const timer(exec, design, options_of(seed).timer);
    auto graph = gsta::detail::bring_to_host(exec, timer.view().graph, timer.order(), timer.view().arc_map);
    auto const rules = gsta::arrival_rules_of(design);
    auto const by_one = gsta::detail::nodes_by_tag(graph, design.sources, rules);
    graph.threads = 3;
    graph.run = [](std::size_t parts, void (*part)(void const*, std::size_t), void const* of) {
      std::vector<std::thread> threads;
      for (std::size_t i = 0; i < parts; ++i) threads.emplace_back(part, of, i);
      for (auto& thread : threads) thread.join();
    };
    auto const by_three = gsta::detail::nodes_by_tag(graph, design.sources, rules);
    CHECK(by_one.tags == by_three.tags);
    CHECK(by_one.exception_rows == by_three.exception_rows);
    CHECK(by_one.pin_begin == by_three.pin_begin);
    CHECK(by_one.node_tag == by_three.node_tag);
    CHECK(by_one.node_mask == by_three.node_mask);
    CHECK(by_one.links.from == by_three.links.from);
    with_states += by_one.exception_rows.size() > 1;
  }
  CHECK(with_states * 2 > last - first);
}

template <class E>
void check_expansion(E const& exec, std::uint64_t first, std::uint64_t last) {
  int several = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    gsta::timer<E> const timer(exec, design, options_of(seed).timer);
    oracle_graph const graph(design);
    std::vector<oracle_tag> const tags = detail::tags_of(timer.nodes().tags, timer.nodes().exception_rows);
    CAPTURE(seed);
    CHECK(timer.nodes().one_per_pin == graph.one_kind());
    if (!timer.nodes().one_per_pin) {
      ++several;
      nodes_are_what_is_reached(timer.nodes().pin_begin, timer.nodes().node_tag, timer.nodes().node_mask,
                                tags, brute_force_reach(design, graph));
    }
    node_arcs_follow_pin_arcs(exec, timer, design, graph, tags);
    node_levels_are_in_order(exec, timer);
    check_rows_are_complete(exec, timer);
  }
  CHECK(several * 4 > static_cast<int>(last - first));
}

}  // namespace gsta_test
