#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "gsta/constrain/detail/exception_walk.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// A node graph built on the host: compressed rows both ways and level order.
struct node_expansion {
  std::vector<id> pin_begin, node_pin, node_tag;
  std::vector<id> fanin_begin{0}, fanin_from, fanin_arc, fanout_begin, fanout_to, fanout_arc;
  std::vector<id> order, level_begin{0};
  std::vector<std::uint8_t> node_mask;

  timing_graph_view<memory_space::host> view() const noexcept {
    return {view_of(fanin_begin),  view_of(fanin_from), view_of(fanin_arc),
            view_of(fanout_begin), view_of(fanout_to),  view_of(fanout_arc)};
  }
};

/// Tags by what they say; ids count in the order of first use until `sort` makes them ascend.
class tag_table {
 public:
  id of(tag const& t) {
    auto const [found, fresh] = ids_.try_emplace(t, static_cast<id>(tags_.size()));
    if (fresh) tags_.push_back(t);
    return found->second;
  }
  id known(tag const& t) const {
    auto const found = ids_.find(t);
    return found == ids_.end() ? none : found->second;
  }
  tag const& operator[](id t) const noexcept { return tags_[t]; }
  std::vector<tag> const& all() const noexcept { return tags_; }

  /// Gives rows of exceptions their new ids.
  void renumber_rows(std::vector<id> const& renumbered) {
    ids_.clear();
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      tags_[i].exception = renumbered[tags_[i].exception];
      ids_[tags_[i]] = static_cast<id>(i);
    }
  }

  /// Renumbers, and returns the new id of each old one.
  std::vector<id> sort() {
    std::vector<id> renumbered(tags_.size());
    id next = 0;
    for (auto& [t, i] : ids_) {
      renumbered[i] = next;
      i = next++;
    }
    std::sort(tags_.begin(), tags_.end());
    return renumbered;
  }

 private:
  std::map<tag, id> ids_;
  std::vector<tag> tags_;
};

/// The tags of all sources, whatever exceptions they come under; one tag of no clock where there is no
/// source.
inline tag_table tags_of(std::vector<flat_source> const& sources, std::size_t pins) {
  tag_table tags;
  for (auto const& source : sources) {
    require(source.pin >= 0 && static_cast<std::size_t>(source.pin) < pins,
            "make_nodes: a source is off the graph");
    tags.of({source.launch_edge, 0, 0, source.kind});
  }
  if (sources.empty()) tags.of({});
  return tags;
}

/// True for an exception of paths that start at some pins or go through some.
inline bool has_states(path_exception const& of) noexcept { return !of.from.empty() || !of.through.empty(); }

/// Whether nodes can be pins: one tag, and no rule that tells arrivals apart.
inline bool nodes_can_be_pins(tag_table const& tags, arrival_rules const& rules) {
  bool const any_stop = std::find(rules.role.begin(), rules.role.end(), arc_role::stop) != rules.role.end();
  return tags.all().size() == 1 && tags[0].kind == arrival_kind::any && !any_stop &&
         rules.generated.empty() &&
         std::none_of(rules.exceptions.begin(), rules.exceptions.end(), has_states);
}

inline bool is_ideal(arrival_rules const& rules, tag const& t) {
  if (t.kind != arrival_kind::clock || t.launch_edge == none) return false;
  auto const clock = static_cast<std::size_t>(t.launch_edge / 2);
  return clock < rules.ideal.size() && rules.ideal[clock];
}

/// What is behind an arc, for each edge there: the tag's row of exceptions, `none` where nothing arrives.
struct passed_tag {
  tag behind;
  id row[2] = {none, none};
};

/// Calls `visit(tag, edges)` for each tag of what passed: one where both edges are in the same state.
template <class F>
void each_tag(passed_tag const& passed, F const& visit) {
  bool const one = passed.row[0] == passed.row[1];
  for (int e = 0; e < (one ? 1 : 2); ++e) {
    if (passed.row[e] == none || passed.row[e] == exception_walk::killed) continue;
    tag t = passed.behind;
    t.exception = passed.row[e];
    visit(t, one ? any_edge : static_cast<edge_set>(1 << e));
  }
}

/// How arrivals go on, from pin to pin.
class arrival_steps {
 public:
  arrival_steps(host_graph const& graph, arrival_rules const& rules)
      : graph_(graph), rules_(rules), walk_(graph, rules) {
    for (auto const& of : rules.generated) generated_[of.pin].push_back(&of);
  }

  exception_walk& walk() noexcept { return walk_; }

  /// Whether all tags pass an arc to `to` as they are.
  bool is_plain(id arc, id to) const {
    return !walk_.any() && rules_.only_clock.empty() && role_of(rules_, arc) == arc_role::pass &&
           !starts_new(rules_, to);
  }

  /// The tags of what a source asserts, by edge; rows are `none` where it asserts nothing.
  passed_tag start(flat_source const& source) {
    passed_tag result{{source.launch_edge, 0, 0, source.kind}};
    for (int e = 0; e < 2; ++e) {
      bool const any = math::is_defined(source.arrival[e]) || math::is_defined(source.arrival[2 + e]);
      bool const is_path = source.kind != arrival_kind::clock;
      if (any) result.row[e] = is_path ? walk_.start(source.pin, e, source.launch_edge) : 0;
    }
    return result;
  }

  /// Calls `visit(tag, edges)` for each tag that arrivals of `t`, at the edges of `mask`, have behind an arc.
  template <class F>
  void each_behind(id arc, id from, id to, tag const& t, std::uint8_t mask, F const& visit) {
    if (!starts_new(rules_, to)) return each_tag(pass(arc, from, to, t, mask), visit);
    auto const found = generated_.find(to);
    if (found == generated_.end() || t.launch_edge == none) return;
    passed_tag const passed = pass(arc, from, to, t, mask);
    for (generated_source const* const of : found->second) {
      int const e = of->launch_edge % 2;
      bool const is_master = of->master == t.launch_edge / 2 && has_edge(of->master_edges, t.launch_edge % 2);
      bool const comes = passed.row[e] != none && passed.row[e] != exception_walk::killed;
      if (is_master && comes && (!of->gates_only || passed.behind.kind == arrival_kind::clock))
        visit(tag{of->launch_edge, 0, 0, arrival_kind::clock}, static_cast<edge_set>(1 << e));
    }
  }

  /// Edges of generated clocks that start at a pin whether or not anything of their masters comes there.
  template <class F>
  void each_generated(id pin, F const& visit) const {
    auto const found = generated_.find(pin);
    if (found == generated_.end()) return;
    for (generated_source const* const of : found->second)
      visit(tag{of->launch_edge, 0, 0, arrival_kind::clock});
  }

 private:
  /// What arrivals of a tag, at the edges of `mask`, are behind an arc.
  passed_tag pass(id arc, id from, id to, tag const& t, std::uint8_t mask) {
    passed_tag result{t};
    arc_role const role = role_of(rules_, arc);
    bool const launches = role == arc_role::launch;
    if (role == arc_role::stop || (role == arc_role::to_ideal_clock && is_ideal(rules_, t)) ||
        (launches && t.kind == arrival_kind::data) || is_kept_from(arc, t))
      return result;
    if (launches && t.kind == arrival_kind::clock) result.behind.kind = arrival_kind::data;
    for (int c = 0; c < conditions; ++c) {
      int const in = graph_.edges[arc].input(c), e = edge_of(c);
      if (in < 0 || (mask >> in & 1) == 0 || result.row[e] != none) continue;
      result.row[e] = launches ? walk_.launched(from, edge_of(in), t.launch_edge, to)
                               : walk_.step(t.exception, t.launch_edge, from, edge_of(in), to);
    }
    require(result.row[0] == result.row[1] || result.row[0] == none || result.row[1] == none,
            "make_nodes: an exception tells the edges of one arc apart; resolve_exceptions comes first");
    return result;
  }

  /// An arc that one clock alone passes, before it becomes data.
  bool is_kept_from(id arc, tag const& t) const {
    if (rules_.only_clock.empty()) return false;
    auto const only = rules_.only_clock.find(arc);
    return only != rules_.only_clock.end() &&
           (t.kind != arrival_kind::clock || t.launch_edge == none || t.launch_edge / 2 != only->second);
  }

  host_graph const& graph_;
  arrival_rules const& rules_;
  exception_walk walk_;
  std::unordered_map<id, std::vector<generated_source const*>> generated_;
};

/// The conditions of these edges.
inline std::uint8_t conditions_of(edge_set edges) noexcept {
  return static_cast<std::uint8_t>(edges | edges << 2);
}

inline node_expansion nodes_are_pins(std::size_t pins) {
  node_expansion result;
  result.pin_begin.resize(pins + 1);
  std::iota(result.pin_begin.begin(), result.pin_begin.end(), 0);
  result.node_pin.assign(result.pin_begin.begin(), result.pin_begin.end() - 1);
  result.node_tag.assign(pins, 0);
  result.node_mask.assign(pins, 0b1111);
  return result;
}

/// A tag that reaches a pin, under these conditions (bit c).
struct reaching_tag {
  id tag;
  std::uint8_t mask;
};

inline void sort_by_tag(std::vector<reaching_tag>& list) {
  auto const before = [](reaching_tag const& a, reaching_tag const& b) { return a.tag < b.tag; };
  if (!std::is_sorted(list.begin(), list.end(), before)) std::sort(list.begin(), list.end(), before);
}

/// Adds `more`, in any order, to what reaches a pin, which ascends and has each tag once.
inline void add_reaching(std::vector<reaching_tag>& at, std::vector<reaching_tag>& more) {
  if (more.empty()) return;
  if (more.size() == 1) {
    auto const [one, mask] = more.front();
    auto const found = std::lower_bound(at.begin(), at.end(), one,
                                        [](reaching_tag const& a, id wanted) { return a.tag < wanted; });
    bool const is_there = found != at.end() && found->tag == one;
    if (is_there) found->mask |= mask;
    if (!is_there) at.insert(found, more.front());
    return;
  }
  sort_by_tag(more);
  std::vector<reaching_tag> all;
  all.reserve(at.size() + more.size());
  auto const add = [&](reaching_tag const& one) {
    if (!all.empty() && all.back().tag == one.tag) {
      all.back().mask |= one.mask;
    } else {
      all.push_back(one);
    }
  };
  auto own = at.begin();
  for (auto const& one : more) {
    for (; own != at.end() && one.tag > own->tag; ++own) add(*own);
    add(one);
  }
  for (; own != at.end(); ++own) add(*own);
  at.assign(all.begin(), all.end());
}

/// Which conditions an arc makes at its output from those at its input.
inline std::uint8_t pass(edge_map edges, std::uint8_t mask) {
  std::uint8_t out = 0;
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in >= 0 && (mask >> in & 1)) out = static_cast<std::uint8_t>(out | 1 << c);
  }
  return out;
}

using reaching_tags = std::vector<std::vector<reaching_tag>>;

inline std::uint8_t defined_mask(corner_values const& values) {
  std::uint8_t mask = 0;
  for (int c = 0; c < conditions; ++c) {
    if (math::is_defined(values[c])) mask = static_cast<std::uint8_t>(mask | 1 << c);
  }
  return mask;
}

inline bool has_tag(std::vector<reaching_tag> const& at, id tag) {
  return std::any_of(at.begin(), at.end(), [&](reaching_tag const& one) { return one.tag == tag; });
}

/// Which tags reach which pins. Registers and exceptions make new tags on the way; in the end `tags` and the
/// lists ascend.
inline reaching_tags reach(host_graph const& graph, arrival_steps& steps, tag_table& tags,
                           std::vector<flat_source> const& sources) {
  reaching_tags reaching(graph.fanin_begin.size() - 1);
  std::vector<reaching_tag> passed;
  auto const pass_on = [&](tag const& t, edge_set edges, std::uint8_t mask) {
    auto const at_edges = static_cast<std::uint8_t>(mask & conditions_of(edges));
    if (at_edges != 0) passed.push_back({tags.of(t), at_edges});
  };
  for (auto const& source : sources) {
    passed.clear();
    each_tag(steps.start(source),
             [&](tag const& t, edge_set edges) { pass_on(t, edges, defined_mask(source.arrival)); });
    auto& at = reaching[source.pin];
    at.insert(at.end(), passed.begin(), passed.end());
  }
  for (auto& at : reaching) {
    passed.swap(at);
    at.clear();
    add_reaching(at, passed);
    passed.clear();
  }
  for (id const pin : graph.order) {
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const from_pin = graph.fanin_from[k], arc = graph.fanin_arc[k];
      bool const plain = steps.is_plain(arc, pin);
      passed.clear();
      for (auto const& from : reaching[from_pin]) {
        std::uint8_t const mask = pass(graph.edges[arc], from.mask);
        if (mask == 0) continue;
        if (plain) {
          passed.push_back({from.tag, mask});
          continue;
        }
        tag const in_front = tags[from.tag];  // `pass_on` makes tags
        steps.each_behind(arc, from_pin, pin, in_front, from.mask,
                          [&](tag const& t, edge_set edges) { pass_on(t, edges, mask); });
      }
      add_reaching(reaching[pin], passed);
    }
    // Where nothing of the master comes the generated clock starts without a delay.
    passed.clear();
    steps.each_generated(pin, [&](tag const& t) {
      if (!has_tag(reaching[pin], tags.known(t)))
        pass_on(t, static_cast<edge_set>(1 << t.launch_edge % 2), 0b1111);
    });
    add_reaching(reaching[pin], passed);
  }
  tags.renumber_rows(steps.walk().sort());
  std::vector<id> const renumbered = tags.sort();
  for (auto& at : reaching) {
    for (auto& one : at) one.tag = renumbered[one.tag];
    sort_by_tag(at);
  }
  return reaching;
}

/// The node of `pin` with `tag`, or none.
inline id find_node(node_expansion const& nodes, id pin, id tag) {
  auto const begin = nodes.node_tag.begin() + nodes.pin_begin[pin];
  auto const end = nodes.node_tag.begin() + nodes.pin_begin[pin + 1];
  auto const found = std::lower_bound(begin, end, tag);  // ascending in tag
  return found == end || *found != tag ? none : static_cast<id>(found - nodes.node_tag.begin());
}

/// An arc between nodes.
struct node_arc {
  id from, to, arc;
};

/// Appends a pin's arcs as rows of its nodes, each row in the arcs' order.
inline void append_rows(node_expansion& nodes, id pin, std::vector<node_arc> const& arcs) {
  id const first = nodes.pin_begin[pin], last = nodes.pin_begin[pin + 1];
  std::size_t const base = nodes.fanin_from.size();
  std::vector<id> next(static_cast<std::size_t>(last - first) + 1, 0);
  for (auto const& arc : arcs) ++next[static_cast<std::size_t>(arc.to - first) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (id n = first; n < last; ++n)
    nodes.fanin_begin.push_back(static_cast<id>(base) + next[static_cast<std::size_t>(n - first) + 1]);
  nodes.fanin_from.resize(base + arcs.size());
  nodes.fanin_arc.resize(base + arcs.size());
  for (auto const& arc : arcs) {
    auto const slot = base + static_cast<std::size_t>(next[static_cast<std::size_t>(arc.to - first)]++);
    nodes.fanin_from[slot] = arc.from;
    nodes.fanin_arc[slot] = arc.arc;
  }
}

/// Links each node to those in front of it. Links that only required times take (to a clock pin's ideal twin)
/// are returned: they are no fan-in.
inline std::vector<node_arc> add_node_arcs(node_expansion& nodes, host_graph const& graph,
                                           arrival_steps& steps, tag_table const& tags,
                                           arrival_rules const& rules) {
  std::vector<node_arc> backward_only, of_pin;
  for (id pin = 0; static_cast<std::size_t>(pin) + 1 < nodes.pin_begin.size(); ++pin) {
    of_pin.clear();
    bool const is_source = starts_new(rules, pin);
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k], from_pin = graph.fanin_from[k];
      bool const order_only = graph.edges[arc].code == 0, plain = steps.is_plain(arc, pin);
      if (order_only && is_source) continue;
      for (id from = nodes.pin_begin[from_pin]; from < nodes.pin_begin[from_pin + 1]; ++from) {
        id const in_front = nodes.node_tag[from];
        auto const link = [&](id tag) {
          id const n = tag == none ? none : find_node(nodes, pin, tag);
          if (n != none) of_pin.push_back({from, n, arc});
        };
        if (order_only) {
          for (id n = nodes.pin_begin[pin]; n < nodes.pin_begin[pin + 1]; ++n)
            of_pin.push_back({from, n, arc});
        } else if (plain) {
          link(in_front);
        } else {
          steps.each_behind(arc, from_pin, pin, tags[in_front], 0b1111,
                            [&](tag const& t, edge_set) { link(tags.known(t)); });
        }
        bool const links_back = !order_only && !is_source &&
                                role_of(rules, arc) == arc_role::to_ideal_clock &&
                                is_ideal(rules, tags[in_front]);
        id const twin = links_back ? find_node(nodes, pin, in_front) : none;
        if (twin != none) backward_only.push_back({from, twin, arc});
      }
    }
    append_rows(nodes, pin, of_pin);
  }
  return backward_only;
}

/// Rows by source, in ascending arc id, then target.
inline void add_fanout(node_expansion& nodes, std::vector<node_arc> arcs) {
  std::size_t const n = nodes.node_pin.size();
  for (std::size_t v = 0; v < n; ++v) {
    for (id k = nodes.fanin_begin[v]; k < nodes.fanin_begin[v + 1]; ++k)
      arcs.push_back({nodes.fanin_from[k], static_cast<id>(v), nodes.fanin_arc[k]});
  }
  std::stable_sort(arcs.begin(), arcs.end(),
                   [](node_arc const& a, node_arc const& b) { return a.arc < b.arc; });
  nodes.fanout_begin.assign(n + 1, 0);
  for (auto const& arc : arcs) ++nodes.fanout_begin[arc.from + 1];
  std::partial_sum(nodes.fanout_begin.begin(), nodes.fanout_begin.end(), nodes.fanout_begin.begin());
  std::vector<id> next(nodes.fanout_begin.begin(), nodes.fanout_begin.end() - 1);
  nodes.fanout_to.resize(arcs.size());
  nodes.fanout_arc.resize(arcs.size());
  for (auto const& arc : arcs) {
    id const slot = next[arc.from]++;
    nodes.fanout_to[slot] = arc.to;
    nodes.fanout_arc[slot] = arc.arc;
  }
}

inline node_expansion expand_nodes(host_graph const& graph, arrival_steps& steps, tag_table& tags,
                                   arrival_rules const& rules, std::vector<flat_source> const& sources) {
  auto const reaching = reach(graph, steps, tags, sources);
  node_expansion nodes;
  nodes.pin_begin.push_back(0);
  for (std::size_t pin = 0; pin < reaching.size(); ++pin) {
    for (auto const& at : reaching[pin]) {
      nodes.node_pin.push_back(static_cast<id>(pin));
      nodes.node_tag.push_back(at.tag);
      nodes.node_mask.push_back(at.mask);
    }
    nodes.pin_begin.push_back(static_cast<id>(nodes.node_pin.size()));
  }
  add_fanout(nodes, add_node_arcs(nodes, graph, steps, tags, rules));
  for (std::size_t l = 0; l + 1 < graph.level_begin.size(); ++l) {
    for (id i = graph.level_begin[l]; i < graph.level_begin[l + 1]; ++i) {
      for (id n = nodes.pin_begin[graph.order[i]]; n < nodes.pin_begin[graph.order[i] + 1]; ++n)
        nodes.order.push_back(n);
    }
    nodes.level_begin.push_back(static_cast<id>(nodes.order.size()));
  }
  return nodes;
}

/// The worse of each condition.
inline void make_worse(corner_values& best, corner_values const& arrival) {
  for (int c = 0; c < conditions; ++c) {
    if (is_late(c) ? arrival[c] > best[c] : arrival[c] < best[c]) best[c] = arrival[c];
  }
}

/// What is asserted on each pin: the worst of all its sources.
inline std::vector<corner_values> assert_on_pins(std::size_t pins, std::vector<flat_source> const& sources) {
  std::vector<corner_values> asserted(pins, undefined_arrival());
  for (auto const& source : sources) make_worse(asserted[source.pin], source.arrival);
  return asserted;
}

/// What is asserted on each node: the worst of all sources of its pin and tag.
inline std::vector<corner_values> assert_arrivals(node_expansion const& nodes, arrival_steps& steps,
                                                  tag_table const& tags,
                                                  std::vector<flat_source> const& sources) {
  std::vector<corner_values> asserted(nodes.node_pin.size(), undefined_arrival());
  for (auto const& source : sources) {
    each_tag(steps.start(source), [&](tag const& t, edge_set edges) {
      id const node = find_node(nodes, source.pin, tags.known(t));
      if (node == none) return;
      corner_values arrival = undefined_arrival();
      for (int c = 0; c < conditions; ++c) {
        if (has_edge(edges, edge_of(c))) arrival[c] = source.arrival[c];
      }
      make_worse(asserted[node], arrival);
    });
  }
  for (std::size_t n = 0; n < nodes.node_pin.size(); ++n) {
    bool const has_fanin = nodes.fanin_begin[n] < nodes.fanin_begin[n + 1];
    steps.each_generated(nodes.node_pin[n], [&](tag const& t) {
      if (!has_fanin && tags.known(t) == nodes.node_tag[n])
        asserted[n][t.launch_edge % 2] = asserted[n][2 + t.launch_edge % 2] = 0;
    });
  }
  return asserted;
}

}  // namespace gsta::detail
