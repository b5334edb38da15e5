#pragma once

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "test/support/oracle_wire.hpp"

namespace gsta_test {

/// What tells arrivals apart, written out: the launching clock edge, what kind of arrival it is, and the
/// false paths that start where it did and may still end where they have to (ascending).
struct oracle_tag {
  id launch = none;
  gsta::arrival_kind kind = gsta::arrival_kind::any;
  std::vector<id> paths;
  auto operator<=>(oracle_tag const&) const = default;
};

struct oracle_arc {
  id from, to;
  int net = -1, sink = -1, cell = -1;  ///< a net arc's net and position, or a cell arc
};

/// A design's arcs, and what they do to arrivals: its own lists, its own walk, nothing of gsta's graph.
class oracle_graph {
 public:
  explicit oracle_graph(gsta::flat_design const& design) : d_(design) {
    list_arcs();
    clock_source_.assign(pins(), false);
    for (auto const& source : d_.sources) {
      auto const p = static_cast<std::size_t>(source.pin);
      bool const shadow = p < d_.shadow_of.size() && d_.shadow_of[p] != none;
      if (source.kind == gsta::arrival_kind::clock && !shadow) clock_source_[p] = true;
    }
    for (auto const& source : d_.sources) from_sources_.insert({source.launch_edge, source.kind, {}});
    for (auto const& path : d_.exceptions) any_start_ = any_start_ || !path.from.empty();
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
      auto const* const type = type_of(static_cast<int>(a));
      any_stop_ = any_stop_ || (type != nullptr && type->slews_only);
    }
    if (from_sources_.empty()) from_sources_.insert(oracle_tag{});
  }

  std::size_t pins() const { return d_.pin_load.size(); }
  std::vector<oracle_arc> const& arcs() const { return arcs_; }
  std::vector<int> const& fanin(id pin) const { return fanin_[static_cast<std::size_t>(pin)]; }
  std::vector<int> const& fanout(id pin) const { return fanout_[static_cast<std::size_t>(pin)]; }

  /// Arrivals from in front end at a clock's source.
  bool ends_arrivals(id pin) const { return clock_source_[static_cast<std::size_t>(pin)]; }

  /// One tag of kind any and nothing that tells arrivals apart: every pin has that tag.
  bool one_kind() const {
    return from_sources_.size() == 1 && from_sources_.begin()->kind == gsta::arrival_kind::any &&
           !any_start_ && !any_stop_;
  }

  gsta::arc_type const* type_of(int a) const {
    int const cell = arcs_[static_cast<std::size_t>(a)].cell;
    if (cell < 0) return nullptr;
    return &d_.arc_types[static_cast<std::size_t>(d_.arc_type_of[static_cast<std::size_t>(cell)])];
  }

  /// The input condition behind output condition `c`, or -1: the same split, by the arc's sense.
  int input_condition(int a, int c) const {
    gsta::arc_type const* const type = type_of(a);
    if (type == nullptr) return c;
    int const bits = type->edges.code >> (2 * c) & 3;
    return bits == 0 ? -1 : (c / 2) * 2 + bits - 1;
  }

  /// The tag of an arrival behind arc `a`; nothing where it does not pass.
  std::optional<oracle_tag> behind(int a, oracle_tag tag) const {
    oracle_arc const& arc = arcs_[static_cast<std::size_t>(a)];
    gsta::arc_type const* const type = type_of(a);
    if (ends_arrivals(arc.to)) return {};
    if (type == nullptr) return at(arc.to, tag);
    if (type->slews_only) return {};
    if (type->to_ideal_clock && is_ideal_clock(tag)) return {};
    if (!type->launches) return at(arc.to, tag);
    if (tag.kind == gsta::arrival_kind::data) return {};
    if (tag.kind == gsta::arrival_kind::clock) tag.kind = gsta::arrival_kind::data;
    tag.paths = paths_from(arc.from);
    return at(arc.to, tag);
  }

  /// Where the required time of `tag` at the front of arc `a` comes from: as `behind`, and from the shadow of
  /// an ideal clock's pin as well.
  std::optional<oracle_tag> required_behind(int a, oracle_tag const& tag) const {
    gsta::arc_type const* const type = type_of(a);
    if (type != nullptr && type->to_ideal_clock) return tag;
    return behind(a, tag);
  }

  /// Nothing where a false path holds from its start on.
  std::optional<oracle_tag> tag_of(gsta::flat_source const& source) const {
    return at(source.pin, {source.launch_edge, source.kind, paths_from(source.pin)});
  }

  /// All tags that may reach a pin, whatever the edges in between.
  std::set<oracle_tag> const& tags_at(id pin) {
    if (one_kind()) return from_sources_;
    auto const known = tags_.find(pin);
    if (known != tags_.end()) return known->second;
    std::set<oracle_tag> tags;
    for (auto const& source : d_.sources) {
      auto const tag = tag_of(source);
      if (source.pin == pin && tag) tags.insert(*tag);
    }
    for (int const a : fanin(pin)) {
      for (auto const& tag : tags_at(arcs_[static_cast<std::size_t>(a)].from)) {
        if (auto const next = behind(a, tag)) tags.insert(*next);
      }
    }
    return tags_[pin] = tags;
  }

  /// Whether arrivals of `tag` at `pin` need not be in time for `capture_edge`.
  bool is_false(oracle_tag const& tag, id pin, id capture_edge, bool late) const {
    auto const in = [](std::vector<id> const& list, id x) {
      return std::find(list.begin(), list.end(), x) != list.end();
    };
    for (std::size_t i = 0; i < d_.exceptions.size(); ++i) {
      auto const& path = d_.exceptions[i];
      if (late ? !path.setup : !path.hold) continue;
      bool const from = (path.from.empty() && path.from_clocks.empty()) ||
                        in(tag.paths, static_cast<id>(i)) ||
                        (tag.launch != none && in(path.from_clocks, tag.launch / 2));
      bool const to = (path.to.empty() && path.to_clocks.empty()) || in(path.to, pin) ||
                      (capture_edge != none && in(path.to_clocks, capture_edge / 2));
      if (from && to) return true;
    }
    return false;
  }

 private:
  /// The tag of arrivals that came to `pin`: without the false paths that can end nowhere behind it; nothing
  /// where one of them ends everywhere, since nobody asks for such arrivals. Clocks go on all the same, and
  /// are on false paths only where they are checked as data further on.
  std::optional<oracle_tag> at(id pin, oracle_tag tag) const {
    std::vector<id> left;
    bool const is_clock = tag.kind == gsta::arrival_kind::clock;
    if (is_clock && !is_data_further_on(pin)) tag.paths.clear();
    for (id const i : tag.paths) {
      auto const& path = d_.exceptions[static_cast<std::size_t>(i)];
      bool const ends_anywhere = path.to.empty() && path.to_clocks.empty();
      if (ends_anywhere && path.setup && path.hold && !is_clock) return {};
      if (can_end(i, pin)) left.push_back(i);
    }
    tag.paths = left;
    return tag;
  }
  bool can_end(id i, id pin) const {
    auto const& path = d_.exceptions[static_cast<std::size_t>(i)];
    if (path.to.empty() || !path.to_clocks.empty()) return true;
    if (std::find(path.to.begin(), path.to.end(), pin) != path.to.end()) return true;
    auto const known = can_end_.find({i, pin});
    if (known != can_end_.end()) return known->second;
    bool found = false;
    for (int const a : fanout(pin))
      found = found || (passes_data(a) && can_end(i, arcs_[static_cast<std::size_t>(a)].to));
    return can_end_[{i, pin}] = found;
  }

  bool passes_data(int a) const {
    auto const* const type = type_of(a);
    bool const stops = type != nullptr && (type->slews_only || type->launches || type->edges.code == 0);
    return !stops && !ends_arrivals(arcs_[static_cast<std::size_t>(a)].to);
  }
  /// Whether a clock comes to a pin and from there, past no register, to a check's data or an output.
  bool is_data_further_on(id pin) const {
    if (clock_comes_.empty()) mark_clocks();
    if (!clock_comes_[static_cast<std::size_t>(pin)]) return false;
    auto const known = is_data_.find(pin);
    if (known != is_data_.end()) return known->second;
    auto const is_at = [&](id end) { return end == pin; };
    bool found = std::any_of(d_.check_data.begin(), d_.check_data.end(), is_at) ||
                 std::any_of(d_.requirements.begin(), d_.requirements.end(),
                             [&](auto const& of) { return is_at(of.pin); }) ||
                 (d_.check_data.empty() && d_.requirements.empty());
    for (int const a : fanout(pin))
      found = found || (passes_data(a) && is_data_further_on(arcs_[static_cast<std::size_t>(a)].to));
    return is_data_[pin] = found;
  }
  void mark_clocks() const {
    clock_comes_.assign(pins(), false);
    std::vector<id> open;
    auto const come = [&](id pin) {
      if (!clock_comes_[static_cast<std::size_t>(pin)]) open.push_back(pin);
      clock_comes_[static_cast<std::size_t>(pin)] = true;
    };
    for (auto const& source : d_.sources)
      if (source.kind == gsta::arrival_kind::clock) come(source.pin);
    while (!open.empty()) {
      id const pin = open.back();
      open.pop_back();
      for (int const a : fanout(pin))
        if (passes_data(a)) come(arcs_[static_cast<std::size_t>(a)].to);
    }
  }

  void list_arcs() {
    fanin_.resize(pins());
    fanout_.resize(pins());
    for (std::size_t net = 0; net < d_.net_driver.size(); ++net) {
      for (id k = d_.net_begin[net]; k < d_.net_begin[net + 1]; ++k) {
        add_arc({d_.net_driver[net], d_.net_sink[static_cast<std::size_t>(k)], static_cast<int>(net),
                 k - d_.net_begin[net], -1});
      }
    }
    for (std::size_t i = 0; i < d_.arc_from.size(); ++i) {
      add_arc({d_.arc_from[i], d_.arc_to[i], -1, -1, static_cast<int>(i)});
    }
  }
  void add_arc(oracle_arc const& a) {
    fanin_[static_cast<std::size_t>(a.to)].push_back(static_cast<int>(arcs_.size()));
    fanout_[static_cast<std::size_t>(a.from)].push_back(static_cast<int>(arcs_.size()));
    arcs_.push_back(a);
  }
  bool is_ideal_clock(oracle_tag const& tag) const {
    if (tag.kind != gsta::arrival_kind::clock || tag.launch == none) return false;
    auto const clock = static_cast<std::size_t>(tag.launch / 2);
    return clock < d_.rules.size() && !d_.rules[clock].propagated;
  }
  std::vector<id> paths_from(id pin) const {
    std::vector<id> paths;
    for (std::size_t i = 0; i < d_.exceptions.size(); ++i) {
      auto const& from = d_.exceptions[i].from;
      if (std::find(from.begin(), from.end(), pin) != from.end()) paths.push_back(static_cast<id>(i));
    }
    return paths;
  }

  gsta::flat_design const& d_;
  std::vector<oracle_arc> arcs_;
  std::vector<std::vector<int>> fanin_, fanout_;
  std::vector<bool> clock_source_;
  std::set<oracle_tag> from_sources_;
  bool any_start_ = false, any_stop_ = false;
  std::map<id, std::set<oracle_tag>> tags_;
  mutable std::map<std::pair<id, id>, bool> can_end_;
  mutable std::map<id, bool> is_data_;
  mutable std::vector<bool> clock_comes_;  // [pins], or empty: not yet marked
};

}  // namespace gsta_test
