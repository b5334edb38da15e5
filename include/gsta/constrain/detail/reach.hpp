#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gsta/constrain/detail/arrival_steps.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

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
  std::vector<reaching_tag> passed, starting;
  auto const pass_on = [&](tag const& t, edge_set edges, std::uint8_t mask) {
    auto const at_edges = static_cast<std::uint8_t>(mask & conditions_of(edges));
    if (at_edges != 0) passed.push_back({tags.of(t), at_edges});
  };
  for (auto const& source : sources) {
    passed.clear();
    steps.each_start(source, [&](tag const& t, edge_set edges, corner_values const& arrival) {
      pass_on(t, edges, defined_mask(arrival));
    });
    auto& at = reaching[source.pin];
    at.insert(at.end(), passed.begin(), passed.end());
  }
  for (auto& at : reaching) {
    passed.swap(at);
    at.clear();
    add_reaching(at, passed);
    passed.clear();
  }
  // Paths that count from a register start with a tag of their own at its clock's pin.
  auto const start_behind = [&](id arc, id from, id to, tag clock, std::uint8_t in_front) {
    clock.from_start = true;
    std::uint8_t conditions_there = 0;
    steps.each_behind(arc, from, to, clock, in_front, [&](tag const& t, edge_set edges) {
      std::uint8_t const counted = steps.walk().counted_conditions(t.exception);
      conditions_there |= counted;
      pass_on(t, edges, pass(graph.edges[arc], static_cast<std::uint8_t>(in_front & counted)));
    });
    auto const mask = static_cast<std::uint8_t>(in_front & conditions_there);
    if (mask != 0) starting.push_back({tags.of(clock), mask});
  };
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
        if (steps.may_start(arc, in_front)) start_behind(arc, from_pin, pin, in_front, from.mask);
      }
      add_reaching(reaching[from_pin], starting);
      starting.clear();
      add_reaching(reaching[pin], passed);
    }
    passed.clear();
    if (flat_latch const* const latch = steps.latch_at(pin)) {
      auto const opening = reaching[latch->enable];
      for (auto const& at : opening) {
        tag const clock = tags[at.tag];
        steps.each_departing(*latch, clock, at.mask,
                             [&](tag const& t, edge_set edges) { pass_on(t, edges, 0b1100); });
      }
    }
    // Where nothing of the master comes the generated clock starts without a delay.
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

}  // namespace gsta::detail
