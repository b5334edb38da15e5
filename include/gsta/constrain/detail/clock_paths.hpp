#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/clock_meetings.hpp"
#include "gsta/constrain/detail/clock_stages.hpp"
#include "gsta/constrain/detail/host_graph.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The clock paths of a design on the host.
struct clock_paths {
  clock_paths_input input;
  std::optional<clock_stages> stages;  // of `input`
  clock_ends ends;
  std::shared_ptr<clock_meetings> meetings;  // of both; none: there are none, or the worst paths count
};

/// Finds what launches and captures, and the clock paths in front of it.
class clock_path_finder {
 public:
  clock_path_finder(flat_design const& design, arrival_rules const& rules, vector_by_id<tag> const& tags,
                    vector_by_id<id> const& node_tag, clock_paths_input input)
      : design_(design), rules_(rules), tags_(tags), node_tag_(node_tag) {
    made_ = std::make_shared<clock_paths>();
    made_->input = std::move(input);
    find_families();
    made_->stages.emplace(made_->input);
    made_->ends.nodes = node_tag.size();
    propagates_inside_ = false;
    for (auto const& pin : design.clock_pins) propagates_inside_ = propagates_inside_ || pin.propagated;
  }

  /// What registers launch; what a generated clock does as data, from the register that makes it; and inputs
  /// behind a generated clock's source. `is_shadow`: by node, whether its pin is none that users know.
  void add_launches(vector_by_id<std::uint8_t> const& is_shadow) {
    is_shadow_ = &is_shadow;
    auto const& fanin = made_->input.fanin;
    vector_by_id<std::uint8_t> seen(node_tag_.size(), 0);
    std::unordered_set<id> generated;
    for (auto const& of : design_.generated) generated.insert(of.pin);
    for (std::size_t to = 0; to + 1 < fanin.begin.size(); ++to) {
      for (id k = fanin.begin[to]; k < fanin.begin[to + 1]; ++k) {
        id const from = fanin.from[k], arc = fanin.arc[k];
        if (role_of(rules_, arc) != arc_role::launch) continue;
        bool const is_port = rules_.only_clock.contains(arc);
        if (made_->input.by_pin && is_port && !generated.contains(made_->input.node_pin[from])) continue;
        bool const makes_clock = is_source_path(tags_[node_tag_[from]]) && made_->input.by_pin &&
                                 counts_as_clock(tags_[node_tag_[to]]);
        bool const skips_wire = made_->input.by_pin && !makes_clock && !is_port;
        for (int c = 0; c < conditions; ++c) {
          int const in = made_->input.edges[arc].input(c);
          if (in < 0 || (seen[from] >> in & 1) != 0 || !(makes_clock || counts(from, in))) continue;
          seen[from] = static_cast<std::uint8_t>(seen[from] | 1 << in);
          add_launch(4 * from + in, real_place(from, in), skips_wire);
        }
      }
    }
  }

  /// Paths from masters that are kept beside the delays that count.
  void add_recorded(vector_by_id<id> const& pin_begin) {
    if (!design_.conventions.credits_across_insertions || !made_->input.by_pin || pin_begin.empty()) return;
    for (auto const& of : design_.generated) {
      id const first = pin_begin[of.pin], last = pin_begin[of.pin + 1];
      auto const tag_at = [&](id n) -> tag const& { return tags_[node_tag_[n]]; };
      id kept = none;
      for (id n = first; n < last; ++n)
        if (is_source_path(tag_at(n)) && tag_at(n).way == recorded_way &&
            tag_at(n).launch_edge == of.launch_edge)
          kept = n;
      if (kept == none) continue;
      auto& walked = made_->input.walked;
      if (walked.empty()) {
        walked.resize(node_tag_.size());
        std::iota(walked.begin(), walked.end(), 0);
      }
      for (id n = first; n < last; ++n)
        if (tag_at(n).launch_edge == of.launch_edge && tag_at(n).kind != arrival_kind::data) walked[n] = kept;
    }
  }

  /// Inputs that a generated clock launches whose delay from its master they do not have: its path is theirs
  /// nevertheless.
  void add_inputs(vector_by_id<id> const& pin_begin) {
    bool const shares = made_->input.by_pin && design_.conventions.credits_across_insertions;
    if (!shares || pin_begin.empty()) return;
    std::map<id, id> node_of;  // of generated clocks' edges
    for (auto const& of : design_.generated) {
      for (id n = pin_begin[of.pin]; n < pin_begin[of.pin + 1]; ++n) {
        tag const& t = tags_[node_tag_[n]];
        if (t.launch_edge == of.launch_edge && t.kind == arrival_kind::clock && !t.from_start)
          node_of[of.launch_edge] = n;
      }
    }
    for (auto const& source : design_.sources) {
      auto const found = node_of.find(source.launch_edge);
      if (source.kind != arrival_kind::data || found == node_of.end() ||
          source.arrival == undefined_arrival())
        continue;
      for (id n = pin_begin[source.pin]; n < pin_begin[source.pin + 1]; ++n) {
        tag const& t = tags_[node_tag_[n]];
        if (t.launch_edge != source.launch_edge || t.kind != arrival_kind::data || t.from_start) continue;
        for (int c = 0; c < conditions; ++c) {
          id const e = source.launch_edge % 2;
          if (counts(found->second, (c & 2) + e)) add_launch(4 * n + c, 2 * found->second + e, false);
        }
      }
    }
  }

  void add_captures(std::vector<timing_check> const& checks, std::vector<latch_pair> const& pairs) {
    auto const add = [&](id index, id node, edge active, bool late, bool opens) {
      int const c = condition(late ? split::early : split::late, active);  // late data by the early edge
      if (node == none || !counts(node, c)) return;
      id const stage = made_->stages->at(real_place(node, c));
      made_->ends.captures[late].push_back({index, stage, opens});
    };
    for (std::size_t i = 0; i < checks.size(); ++i) {
      timing_check const& check = checks[i];
      if (is_data_check(check.kind) || check.from_start != 0) continue;
      bool const is_port = is_output(check.kind) && made_->input.by_pin;
      if (is_port && design_.requirements[static_cast<std::size_t>(check.source)].reference != none) continue;
      add(static_cast<id>(i), check.capture, check.active, is_late(check.kind), false);
    }
    for (std::size_t i = 0; i < pairs.size(); ++i)
      add(static_cast<id>(i), pairs[i].opens, pairs[i].opening, true, true);
    made_->ends.checks = checks.size();
    made_->ends.pairs = pairs.size();
  }

  /// Where no convention says otherwise a clock's start launches data too.
  void add_clock_starts() {
    if (made_->input.by_pin) return;
    for (std::size_t s = 0; s < made_->stages->count(); ++s) {
      id const at = made_->stages->place(static_cast<id>(s));
      for (split const side : {split::early, split::late}) {
        if (made_->stages->parent(side, static_cast<id>(s)) == none)
          add_launch(2 * (at / 2 * 2) + 2 * static_cast<id>(side) + at % 2, at, false);
      }
    }
  }

  std::shared_ptr<clock_paths> take() {
    if (made_->input.every_path && !made_->stages->merges().empty())
      made_->meetings = std::make_shared<clock_meetings>(*made_->stages, made_->ends, made_->input.limits);
    return std::move(made_);
  }

 private:
  void add_launch(id at, id place, bool skips_wire) {
    made_->ends.launches[at % 4 / 2].push_back({at, made_->stages->at(place), skips_wire});
  }

  /// Whether the clock's path to a condition of a node counts.
  bool counts(id node, int c) const {
    tag const& t = tags_[node_tag_[node]];
    if (!made_->input.by_pin) return t.kind != arrival_kind::data;
    if (t.kind == arrival_kind::data || is_source_path(t) || is_unclocked(t)) return false;
    if ((*is_shadow_)[node] != 0) return real_node(node, c) != node;
    return counts_as_clock(t);
  }
  bool counts_as_clock(tag const& t) const {
    return t.kind != arrival_kind::data && !is_source_path(t) && (!is_ideal(rules_, t) || propagates_inside_);
  }

  /// The node that a propagated clock comes from to a condition of a shadow; others are what they are.
  id real_node(id node, int c) const {
    if ((*is_shadow_)[node] == 0) return node;
    auto const& in = made_->input;
    tag const& t = tags_[node_tag_[node]];
    for (id k = in.fanin.begin[node]; k < in.fanin.begin[node + 1]; ++k) {
      id const from = in.fanin.from[k], arc = in.fanin.arc[k];
      bool const is_link = static_cast<std::size_t>(arc) >= in.net_arcs &&
                           design_.real_pin(in.node_pin[node]) == design_.real_pin(in.node_pin[from]);
      bool const stops = role_of(rules_, arc) == arc_role::to_ideal_clock && is_ideal(rules_, t);
      if (is_link && !stops && node_tag_[from] == node_tag_[node] && in.edges[arc].input(c) >= 0) return from;
    }
    return node;
  }
  /// Where the clock's path to a condition of a node ends: paths share pins, and shadows are none.
  id real_place(id node, int c) const {
    return 2 * (made_->input.by_pin ? real_node(node, c) : node) + edge_of(c);
  }

  /// Clocks that start at one pin may share their paths.
  void find_families() {
    vector_by_id<id> family(design_.clocks.size());
    std::iota(family.begin(), family.end(), 0);
    auto const first = [&](id c) {
      while (family[c] != c) c = family[c];
      return c;
    };
    std::map<id, id> at_pin;
    for (auto const& source : design_.sources) {
      if (!starts_clock(source)) continue;
      id const clock = source.launch_edge / 2;
      auto const [known, fresh] = at_pin.try_emplace(source.pin, clock);
      if (!fresh)
        family[std::max(first(clock), first(known->second))] = std::min(first(clock), first(known->second));
    }
    made_->input.node_family.reserve(node_tag_.size());
    for (id const t : node_tag_) {
      id const edge = tags_[t].launch_edge;
      made_->input.node_family.push_back(edge == none ? none : first(edge / 2));
    }
  }

  flat_design const& design_;
  arrival_rules const& rules_;
  vector_by_id<tag> const& tags_;
  vector_by_id<id> const& node_tag_;
  vector_by_id<std::uint8_t> const* is_shadow_ = nullptr;  // [nodes]
  bool propagates_inside_ = false;
  std::shared_ptr<clock_paths> made_;
};

}  // namespace gsta::detail
