#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/arrival_steps.hpp"
#include "gsta/constrain/detail/host_nodes.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/sort.hpp"
#include "gsta/core/units.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// A tag that reaches a pin, under these conditions (bit c).
struct reaching_tag {
  id tag;
  std::uint8_t mask;
};

/// Gathers what reaches one pin.
class reaching_set {
 public:
  void add(id tag, std::uint8_t mask) {
    if (static_cast<std::size_t>(tag) >= mask_.size()) mask_.resize(static_cast<std::size_t>(tag) + 1, 0);
    if (mask_[tag] == 0) tags_.push_back(tag);
    mask_[tag] = static_cast<std::uint8_t>(mask_[tag] | mask);
  }
  bool has(id tag) const noexcept {
    return tag != none && static_cast<std::size_t>(tag) < mask_.size() && mask_[tag] != 0;
  }
  /// Appends all to `list`, ascending, and is empty then.
  void take(std::vector<reaching_tag>& list) {
    if (tags_.size() > 1) std::sort(tags_.begin(), tags_.end());
    for (id const tag : tags_) {
      list.push_back({tag, mask_[tag]});
      mask_[tag] = 0;
    }
    tags_.clear();
  }

 private:
  vector_by_id<std::uint8_t> mask_;  // [tags] 0 where a tag is not there
  std::vector<id> tags_;
};

/// Which conditions an arc makes at its output from those at its input.
inline std::uint8_t pass(edge_map edges, std::uint8_t mask) {
  std::uint8_t out = 0;
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in >= 0 && (mask >> in & 1)) out = static_cast<std::uint8_t>(out | 1 << c);
  }
  return out;
}

inline std::uint8_t defined_mask(per_condition<float> const& values) {
  std::uint8_t mask = 0;
  for (int c = 0; c < conditions; ++c) {
    if (math::is_defined(values[c])) mask = static_cast<std::uint8_t>(mask | 1 << c);
  }
  return mask;
}

/// Which tags reach which pins, found pin by pin in level order. Registers and exceptions make new tags on
/// the way.
class reach {
 public:
  reach(host_graph const& graph, arrival_steps& steps, tag_table& tags,
        std::vector<flat_source> const& sources)
      : graph_(graph), steps_(steps), tags_(tags) {
    std::size_t const pins = graph.fanin_begin.size() - 1;
    row_.resize(pins);
    is_listed_.resize(pins);
    has_row_.resize(pins);
    has_seed_.resize(pins);
    has_source_.resize(pins);
    add_seeds(sources);
    at_.reserve(pins);
    for (std::size_t i = 0; i < graph.order.size(); ++i) {
      look_ahead(i);
      id const pin = graph.order[i];
      visit(pin);
      row_[pin].begin = static_cast<id>(at_.size());
      here_.take(at_);
      require_node_room(at_.size(), pins);
      row_[pin].end = static_cast<id>(at_.size());
      for (auto const& one : at(pin))
        has_source_[pin] = has_source_[pin] != 0 || is_source_path(tags[one.tag]);
      if (steps.walk().any()) look_for_rows(pin);
    }
    tags.renumber_rows(steps.walk().sort());
    renumber(tags.sort());
  }

  /// What reaches a pin, ascending in tag.
  host_span<reaching_tag const> at(id pin) const noexcept {
    return {at_.data() + row_[pin].begin, static_cast<std::size_t>(row_[pin].end - row_[pin].begin)};
  }
  /// Whether more than tags says what passes to a pin.
  bool is_listed(id pin) const noexcept { return is_listed_[pin] != 0; }

 private:
  /// What reaches a pin, in `at_`.
  struct row {
    id begin = 0, end = 0;
  };

  /// Pins of a level lie anywhere in memory, and so does what is in front of them: it is asked for some pins
  /// ahead, each thing after what says where it lies. Inlined by force: g++ drops calls of a function that
  /// only prefetches.
  [[gnu::always_inline]] void look_ahead(std::size_t i) const noexcept {
#if defined(__GNUC__)
    auto const pin_at = [&](std::size_t ahead) {
      return graph_.order[std::min(i + ahead, graph_.order.size() - 1)];
    };
    __builtin_prefetch(&graph_.fanin_begin[pin_at(32)]);
    __builtin_prefetch(&row_[pin_at(32)], 1);
    id const rows_of = graph_.fanin_begin[pin_at(24)];
    __builtin_prefetch(graph_.fanin_from.data() + rows_of);
    __builtin_prefetch(graph_.fanin_arc.data() + rows_of);
    id const later = pin_at(16), next = pin_at(8);
    for (id k = graph_.fanin_begin[later]; k < graph_.fanin_begin[later + 1]; ++k) {
      __builtin_prefetch(&row_[graph_.fanin_from[k]]);
      __builtin_prefetch(&graph_.edges[graph_.fanin_arc[k]]);
      steps_.look_ahead(graph_.fanin_arc[k]);
    }
    for (id k = graph_.fanin_begin[next]; k < graph_.fanin_begin[next + 1]; ++k)
      __builtin_prefetch(at_.data() + row_[graph_.fanin_from[k]].begin);
#endif
  }

  void pass_on(tag const& t, edge_set edges, std::uint8_t mask) {
    auto const at_edges = static_cast<std::uint8_t>(mask & conditions_of(edges));
    if (at_edges != 0) here_.add(tags_.of(t), at_edges);
  }

  void add_seeds(std::vector<flat_source> const& sources) {
    for (auto const& source : sources) {
      steps_.each_start(source, [&](tag const& t, edge_set edges, per_condition<float> const& arrival) {
        auto const at_edges = static_cast<std::uint8_t>(defined_mask(arrival) & conditions_of(edges));
        if (at_edges != 0) seeds_.push_back({source.pin, {tags_.of(t), at_edges}});
      });
      has_seed_[source.pin] = 1;
    }
    gsta::stable_sort(seeds_.begin(), seeds_.end(),
                      [](auto const& a, auto const& b) { return a.first < b.first; });
  }
  void visit_seeds(id pin) {
    if (has_seed_[pin] == 0) return;
    auto next = std::lower_bound(seeds_.begin(), seeds_.end(), pin,
                                 [](auto const& seed, id wanted) { return seed.first < wanted; });
    for (; next != seeds_.end() && next->first == pin; ++next) here_.add(next->second.tag, next->second.mask);
  }

  void visit(id pin) {
    visit_seeds(pin);
    bool const is_start = steps_.starts_new_at(pin), generates = is_start && steps_.generates_at(pin);
    id const last = graph_.fanin_begin[pin + 1];
    for (id k = is_start && !generates ? last : graph_.fanin_begin[pin]; k < last; ++k) {
      id const from = graph_.fanin_from[k], arc = graph_.fanin_arc[k];
      edge_map const edges = graph_.edges[arc];
      if (edges.code == 0) continue;
      if (!steps_.is_simple(arc, from, pin, has_row_[from] != 0) || has_source_[from] != 0) {
        visit_special(pin, from, arc);
        continue;
      }
      arc_role const role = steps_.role(arc);
      if (is_start || stops(role)) continue;
      for (auto const& one : at(from)) {
        std::uint8_t const mask = pass(edges, one.mask);
        if (mask == 0 || (role == arc_role::to_ideal_clock && steps_.is_ideal(tags_[one.tag]))) continue;
        id const behind = role == arc_role::launch ? launched(one.tag) : one.tag;
        if (behind != none) here_.add(behind, mask);
      }
    }
    visit_latch(pin);
    // Where nothing of the master comes the generated clock starts without a delay.
    if (!generates) return;
    is_listed_[pin] = 1;
    steps_.each_generated(pin, [&](tag const& t, std::uint8_t follow) { pass_on(t, any_edge, follow); });
  }
  void visit_special(id pin, id from, id arc) {
    is_listed_[pin] = 1;
    for (id i = row_[from].begin; i < row_[from].end; ++i) {
      auto const one = at_[i];
      std::uint8_t const mask = pass(graph_.edges[arc], one.mask);
      if (mask == 0) continue;
      tag const in_front = tags_[one.tag];  // `pass_on` makes tags
      steps_.each_behind(arc, from, pin, in_front, one.mask, [&](tag const& t, edge_set edges) {
        if (t == in_front) {
          auto const at_edges = static_cast<std::uint8_t>(mask & conditions_of(edges));
          if (at_edges != 0) here_.add(one.tag, at_edges);
        } else {
          pass_on(t, edges, mask);
        }
      });
      if (steps_.may_start(arc, in_front)) start_behind(arc, from, pin, in_front, one.mask);
    }
    if (!starting_.empty()) add_starting(from);
  }
  /// Paths that count from a register start with a tag of their own at its clock's pin.
  void start_behind(id arc, id from, id to, tag clock, std::uint8_t in_front) {
    clock.from_start = true;
    clock.exception = 0;
    std::uint8_t conditions_there = 0;
    steps_.each_behind(arc, from, to, clock, in_front, [&](tag const& t, edge_set edges) {
      std::uint8_t const counted = steps_.walk().counted_conditions(t.exception);
      conditions_there = static_cast<std::uint8_t>(conditions_there | counted);
      pass_on(t, edges, pass(graph_.edges[arc], static_cast<std::uint8_t>(in_front & counted)));
    });
    auto const mask = static_cast<std::uint8_t>(in_front & conditions_there);
    if (mask != 0) starting_.push_back({tags_.of(clock), mask});
  }
  /// Adds them to what reached the pin already: its row moves.
  void add_starting(id pin) {
    reaching_set all;
    for (auto const& one : at(pin)) all.add(one.tag, one.mask);
    for (auto const& one : starting_) all.add(one.tag, one.mask);
    starting_.clear();
    row_[pin].begin = static_cast<id>(at_.size());
    all.take(at_);
    row_[pin].end = static_cast<id>(at_.size());
    look_for_rows(pin);
  }
  void look_for_rows(id pin) {
    for (auto const& one : at(pin))
      has_row_[pin] = has_row_[pin] != 0 || tags_[one.tag].exception != 0 || tags_[one.tag].from_start;
  }
  void visit_latch(id pin) {
    flat_latch const* const latch = steps_.latch_at(pin);
    if (latch == nullptr) return;
    for (id i = row_[latch->enable].begin; i < row_[latch->enable].end; ++i) {
      auto const one = at_[i];
      tag const clock = tags_[one.tag];
      steps_.each_departing(*latch, clock, one.mask,
                            [&](tag const& t, edge_set edges) { pass_on(t, edges, 0b1100); });
    }
  }
  /// What a tag becomes behind an arc that launches.
  id launched(id of) {
    constexpr id unknown = -2;
    if (static_cast<std::size_t>(of) >= launched_.size()) launched_.resize(tags_.all().size(), unknown);
    if (launched_[of] == unknown) {
      auto const behind = launched_tag(tags_[of]);
      launched_[of] = behind ? tags_.of(*behind) : none;
    }
    return launched_[of];
  }

  void renumber(vector_by_id<id> const& renumbered) {
    if (std::is_sorted(renumbered.begin(), renumbered.end())) return;  // as they were
    auto const before = [](reaching_tag const& a, reaching_tag const& b) { return a.tag < b.tag; };
    for (auto& one : at_) one.tag = renumbered[one.tag];
    for (row const& of : row_) {
      auto const first = at_.begin() + of.begin, last = at_.begin() + of.end;
      if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
    }
  }

  host_graph const& graph_;
  arrival_steps& steps_;
  tag_table& tags_;
  std::vector<std::pair<id, reaching_tag>> seeds_;
  vector_by_id<reaching_tag> at_;  // of all pins, in level order
  vector_by_id<row> row_;          // [pins]
  vector_by_id<std::uint8_t> is_listed_, has_row_, has_seed_, has_source_;
  vector_by_id<id> launched_;  // [tags, or fewer]
  reaching_set here_;
  std::vector<reaching_tag> starting_;
};

}  // namespace gsta::detail
