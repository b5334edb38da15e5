#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// A pin graph brought to the host.
struct host_graph {
  std::vector<id> fanin_begin, fanin_from, fanin_arc;
  std::vector<edge_map> edges;
  std::vector<id> order, level_begin;
};

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

inline tag tag_of(flat_source const& source, arrival_rules const& rules) {
  bool const starts_path = source.kind != arrival_kind::clock && !rules.start_exception.empty();
  return {source.launch_edge, starts_path ? rules.start_exception[source.pin] : 0, 0, source.kind};
}

/// The tags of all sources; one tag of no clock where there is no source.
inline tag_table tags_of(std::vector<flat_source> const& sources, arrival_rules const& rules,
                         std::size_t pins) {
  tag_table tags;
  for (auto const& source : sources) {
    require(source.pin >= 0 && static_cast<std::size_t>(source.pin) < pins,
            "make_nodes: a source is off the graph");
    tags.of(tag_of(source, rules));
  }
  if (sources.empty()) tags.of({});
  return tags;
}

/// Whether nodes can be pins: one tag, and no rule that tells arrivals apart.
inline bool nodes_can_be_pins(tag_table const& tags, arrival_rules const& rules) {
  bool const any_stop = std::find(rules.role.begin(), rules.role.end(), arc_role::stop) != rules.role.end();
  return tags.all().size() == 1 && tags[0].kind == arrival_kind::any && rules.exceptions.size() == 1 &&
         !any_stop;
}

inline arc_role role_of(arrival_rules const& rules, id arc) {
  return static_cast<std::size_t>(arc) < rules.role.size() ? rules.role[arc] : arc_role::pass;
}

inline bool is_ideal(arrival_rules const& rules, tag const& t) {
  if (t.kind != arrival_kind::clock || t.launch_edge == none) return false;
  auto const clock = static_cast<std::size_t>(t.launch_edge / 2);
  return clock < rules.ideal.size() && rules.ideal[clock];
}

inline bool starts_new(arrival_rules const& rules, id pin) {
  return !rules.starts_new.empty() && rules.starts_new[pin];
}

/// What arrivals of tag `t` are behind an arc from `from`; false where they do not pass.
inline bool pass_arc(arrival_rules const& rules, id arc, id from, tag& t) {
  switch (role_of(rules, arc)) {
    case arc_role::pass:
      return true;
    case arc_role::stop:
      return false;
    case arc_role::to_ideal_clock:
      return !is_ideal(rules, t);
    case arc_role::launch:
      if (t.kind == arrival_kind::data) return false;
      if (t.kind == arrival_kind::clock) t.kind = arrival_kind::data;
      if (!rules.start_exception.empty()) t.exception = rules.start_exception[from];
      return true;
  }
  return false;
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

/// Which tags reach which pins. Registers make new tags on the way; in the end `tags` and the lists ascend.
inline reaching_tags reach(host_graph const& graph, tag_table& tags, arrival_rules const& rules,
                           std::vector<flat_source> const& sources) {
  reaching_tags reaching(graph.fanin_begin.size() - 1);
  for (auto const& source : sources) {
    std::uint8_t const mask = defined_mask(source.arrival);
    if (mask != 0) reaching[source.pin].push_back({tags.of(tag_of(source, rules)), mask});
  }
  std::vector<reaching_tag> passed;
  for (auto& at : reaching) {
    passed.swap(at);
    at.clear();
    add_reaching(at, passed);
    passed.clear();
  }
  for (id const pin : graph.order) {
    if (starts_new(rules, pin)) continue;
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const from_pin = graph.fanin_from[k], arc = graph.fanin_arc[k];
      passed.clear();
      for (auto const& from : reaching[from_pin]) {
        std::uint8_t const mask = pass(graph.edges[arc], from.mask);
        tag behind = tags[from.tag];
        if (mask == 0 || !pass_arc(rules, arc, from_pin, behind)) continue;
        passed.push_back({role_of(rules, arc) == arc_role::pass ? from.tag : tags.of(behind), mask});
      }
      add_reaching(reaching[pin], passed);
    }
  }
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

/// The node of `pin` that arrivals of node `from` reach by an arc; none where they do not pass.
inline id node_behind(node_expansion const& nodes, id from, id arc, id pin, tag_table const& tags,
                      arrival_rules const& rules) {
  id const in_front = nodes.node_tag[from];
  if (role_of(rules, arc) == arc_role::pass) return find_node(nodes, pin, in_front);
  tag behind = tags[in_front];
  if (!pass_arc(rules, arc, nodes.node_pin[from], behind)) return none;
  id const known = tags.known(behind);
  return known == none ? none : find_node(nodes, pin, known);
}

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
                                           tag_table const& tags, arrival_rules const& rules) {
  std::vector<node_arc> backward_only, of_pin;
  for (id pin = 0; static_cast<std::size_t>(pin) + 1 < nodes.pin_begin.size(); ++pin) {
    of_pin.clear();
    id const first = graph.fanin_begin[pin],
             last = starts_new(rules, pin) ? first : graph.fanin_begin[pin + 1];
    for (id k = first; k < last; ++k) {
      id const arc = graph.fanin_arc[k], from_pin = graph.fanin_from[k];
      bool const order_only = graph.edges[arc].code == 0;
      for (id from = nodes.pin_begin[from_pin]; from < nodes.pin_begin[from_pin + 1]; ++from) {
        if (order_only) {
          for (id n = nodes.pin_begin[pin]; n < nodes.pin_begin[pin + 1]; ++n)
            of_pin.push_back({from, n, arc});
          continue;
        }
        id const n = node_behind(nodes, from, arc, pin, tags, rules);
        if (n != none) of_pin.push_back({from, n, arc});
        if (role_of(rules, arc) != arc_role::to_ideal_clock || !is_ideal(rules, tags[nodes.node_tag[from]]))
          continue;
        id const twin = find_node(nodes, pin, nodes.node_tag[from]);
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

inline node_expansion expand_nodes(host_graph const& graph, tag_table& tags, arrival_rules const& rules,
                                   std::vector<flat_source> const& sources) {
  auto const reaching = reach(graph, tags, rules, sources);
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
  add_fanout(nodes, add_node_arcs(nodes, graph, tags, rules));
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

/// What is asserted on each node: the worst of all sources of its pin and tag.
inline std::vector<corner_values> assert_arrivals(node_expansion const& nodes, tag_table const& tags,
                                                  arrival_rules const& rules,
                                                  std::vector<flat_source> const& sources) {
  std::vector<corner_values> asserted(nodes.node_pin.size(), undefined_arrival());
  for (auto const& source : sources) {
    id const node = find_node(nodes, source.pin, tags.known(tag_of(source, rules)));
    if (node == none) continue;  // all conditions undefined
    make_worse(asserted[node], source.arrival);
  }
  return asserted;
}

}  // namespace gsta::detail
