#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_graph.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/clock_senses.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// False paths that only name points on the way: they end paths to generated clocks too.
class source_barriers {
 public:
  explicit source_barriers(host_span<path_exception const> exceptions) {
    for (auto const& of : exceptions) {
      bool const anywhere = of.from.empty() && of.from_clocks.empty() && of.to.empty() &&
                            of.to_clocks.empty() && of.ending == any_edge;
      if (of.effect == exception_effect::false_path && anywhere && !of.through.empty() && of.setup && of.hold)
        barriers_.push_back(&of);
    }
  }

  /// How many points of each a path has passed that starts at a pin; empty where there are none.
  std::vector<std::uint8_t> start(id pin) const {
    std::vector<std::uint8_t> passed(barriers_.size(), 0);
    come(passed, pin);
    return passed;
  }
  /// Points of both edges are passed by who comes there, points of one edge by who leaves at that edge.
  void come(std::vector<std::uint8_t>& passed, id pin) const { pass(passed, pin, any_edge); }
  void leave(std::vector<std::uint8_t>& passed, id pin, edge_map edges) const {
    for (int c = 0; c < conditions; ++c)
      if (edges.input(c) >= 0) return pass(passed, pin, static_cast<edge_set>(1 << edge_of(edges.input(c))));
  }
  /// Whether one is complete: nothing goes on.
  bool end(std::vector<std::uint8_t> const& passed) const {
    for (std::size_t i = 0; i < passed.size(); ++i)
      if (passed[i] == barriers_[i]->through.size()) return true;
    return false;
  }

 private:
  void pass(std::vector<std::uint8_t>& passed, id pin, edge_set at) const {
    for (std::size_t i = 0; i < passed.size(); ++i) {
      auto const& points = barriers_[i]->through;
      if (passed[i] == points.size() || passed[i] == most) continue;
      auto const& next = points[passed[i]];
      if (next.at == at && std::binary_search(next.pins.begin(), next.pins.end(), pin)) ++passed[i];
    }
  }

  static constexpr std::uint8_t most = 255;
  std::vector<path_exception const*> barriers_;
};

/// Paths from masters to generated clocks: a search of its own for each master, pin on the way and kind of
/// arcs. They go through gates, registers and latches alike, within what leads to their generated clocks.
class source_steps {
 public:
  source_steps(host_graph const& graph, arrival_rules const& rules)
      : graph_(graph), rules_(rules), senses_(rules.senses), barriers_(rules.exceptions) {
    if (rules.generated.empty()) return;
    generates_.assign(graph.fanin_begin.size() - 1, false);
    for (auto const& of : rules.generated) {
      generates_[static_cast<std::size_t>(of.pin)] = true;
      bool const counts = of.follows != 0 || rules.records_sources;
      if (!counts) continue;
      auto const [at, fresh] =
          search_of_.try_emplace({of.master, of.through, of.gates_only}, static_cast<id>(searches_.size()));
      if (fresh) {
        searches_.push_back({of.master, of.through, of.gates_only, {}});
        by_master_[of.master].push_back(at->second);
      }
      ends_at_[of.pin].push_back({&of, at->second});
    }
    for (std::size_t s = 0; s < searches_.size(); ++s) find_cone(static_cast<id>(s));
  }

  bool any() const noexcept { return !searches_.empty(); }

  /// Calls `visit(tag)` for each search that starts where this edge of its master starts.
  template <class F>
  void each_start(id pin, id launch_edge, F const& visit) {
    auto const found = by_master_.find(launch_edge / 2);
    if (found == by_master_.end() || launch_edge == none ||
        (!rules_.shadow.empty() && rules_.shadow[pin] != 0))
      return;
    for (id const s : found->second) {
      search const& of = searches_[s];
      if (!has(of, pin)) continue;
      visit(tag_of(launch_edge, {s, of.through == none || of.through == pin, barriers_.start(pin)}));
    }
  }

  /// Calls `visit(tag, edges)` for each tag that a path of `t` has behind an arc, at a generated clock's
  /// source that clock's too.
  template <class F>
  void each_behind(id arc, id from, id to, tag const& t, F const& visit) {
    if (t.way == recorded_way || !passes(arc, from, to, t)) return;
    way next = steps_[t.way - 1];
    barriers_.leave(next.passed, from, graph_.edges[arc]);
    if (barriers_.end(next.passed)) return;
    search const& of = searches_[next.search];
    next.has_way = next.has_way || of.through == to;
    if (auto const found = ends_at_.find(to); found != ends_at_.end() && next.has_way) {
      for (end const& here : found->second)
        if (here.search == next.search) arrive(here, arc, t.launch_edge % 2, visit);
    }
    barriers_.come(next.passed, to);
    bool const is_other = starts_new(rules_, to) && !generates(to);
    if (is_other || !has(of, to) || barriers_.end(next.passed)) return;
    visit(tag_of(t.launch_edge, next), any_edge);
  }

 private:
  /// One search, and the pins that lead to the ends of its paths.
  struct search {
    id master, through;
    bool gates_only;
    std::vector<bool> cone;
  };
  /// How far a path came.
  struct way {
    id search;
    bool has_way;  // it passed the pin that it has to
    std::vector<std::uint8_t> passed;
    auto operator<=>(way const&) const = default;
  };
  struct end {
    generated_source const* of;
    id search;
  };
  static bool has(search const& of, id pin) { return of.cone[static_cast<std::size_t>(pin)]; }
  bool generates(id pin) const { return generates_[static_cast<std::size_t>(pin)]; }

  tag tag_of(id launch_edge, way const& at) {
    auto const [found, fresh] = number_.try_emplace(at, static_cast<id>(steps_.size()) + 1);
    if (fresh) steps_.push_back(at);
    return {launch_edge, 0, 0, arrival_kind::source, false, found->second};
  }

  /// A generated clock's edge starts with what comes, and so do the searches that it is the master of.
  template <class F>
  void arrive(end const& here, id arc, int master_edge, F const& visit) {
    int const e = here.of->launch_edge % 2;
    std::uint8_t makes = 0;
    for (int c = e; c < conditions; c += 2)
      if (graph_.edges[arc].input(c) >= 0) makes = static_cast<std::uint8_t>(makes | 1 << c);
    if (makes == 0 || !has_edge(here.of->master_edges, master_edge)) return;
    auto const edges = static_cast<edge_set>(1 << e);
    if (rules_.records_sources && here.of->follows != 0b1111)
      visit(tag{here.of->launch_edge, 0, 0, arrival_kind::source, false, recorded_way}, edges);
    if ((here.of->follows & makes) != makes) return;
    visit(tag{here.of->launch_edge, 0, 0, arrival_kind::clock}, edges);
    each_start(here.of->pin, here.of->launch_edge, [&](tag const& t) { visit(t, edges); });
  }

  bool passes(id arc, id from, id to, tag const& t) const {
    arc_role const role = role_of(rules_, arc);
    bool const is_clocks = !rules_.only_clock.empty() && rules_.only_clock.contains(arc);
    if (role == arc_role::stop || is_clocks || graph_.edges[arc].code == 0) return false;
    bool const is_gate = role != arc_role::launch && role != arc_role::to_source;
    return (is_gate || !searches_[steps_[t.way - 1].search].gates_only) &&
           !senses_.end(t.launch_edge / 2, from, to, graph_.edges[arc]);
  }

  /// Pins that lead to the ends of a search, no further than clocks that are not generated.
  void find_cone(id s) {
    search& of = searches_[s];
    of.cone.assign(graph_.fanin_begin.size() - 1, false);
    std::vector<id> open;
    auto const reach = [&](id pin) {
      for (id k = graph_.fanin_begin[pin]; k < graph_.fanin_begin[pin + 1]; ++k) {
        id const from = graph_.fanin_from[k];
        auto const place = static_cast<std::size_t>(from);
        if (graph_.edges[graph_.fanin_arc[k]].code == 0 || of.cone[place]) continue;
        of.cone[place] = true;
        if (!starts_new(rules_, from) || generates(from)) open.push_back(from);
      }
    };
    for (auto const& [pin, ends] : ends_at_) {
      if (std::any_of(ends.begin(), ends.end(), [&](end const& e) { return e.search == s; })) reach(pin);
    }
    while (!open.empty()) {
      id const pin = open.back();
      open.pop_back();
      reach(pin);
    }
  }

  host_graph const& graph_;
  arrival_rules const& rules_;
  clock_senses senses_;
  source_barriers barriers_;
  std::vector<bool> generates_;  // [pins] where a generated clock starts; or empty: there is none
  vector_by_id<search> searches_;
  std::map<std::tuple<id, id, bool>, id> search_of_;   // by master, pin on the way, gates alone
  std::unordered_map<id, std::vector<id>> by_master_;  // searches
  std::unordered_map<id, std::vector<end>> ends_at_;   // by pin
  std::map<way, id> number_;                           // of tags
  vector_by_id<way> steps_;                            // by number, from 1
};

}  // namespace gsta::detail
