#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gsta/constrain/detail/exception_walk.hpp"
#include "gsta/constrain/detail/source_steps.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/clock_senses.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

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
  void renumber_rows(vector_by_id<id> const& renumbered) {
    ids_.clear();
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      tags_[i].exception = renumbered[tags_[i].exception];
      ids_[tags_[i]] = static_cast<id>(i);
    }
  }

  /// Renumbers, and returns the new id of each old one.
  std::vector<id> sort() {
    vector_by_id<id> renumbered(tags_.size());
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
  vector_by_id<tag> tags_;
};

/// What a tag of no exception becomes behind an arc that launches; data stop there.
inline std::optional<tag> launched_tag(tag t) {
  if (t.kind == arrival_kind::data) return {};
  if (t.kind == arrival_kind::clock) t.kind = arrival_kind::data;
  return t;
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
  arrival_steps(host_graph const& graph, arrival_rules const& rules, std::vector<flat_source> const& sources)
      : graph_(graph),
        rules_(rules),
        walk_(graph, rules, sources),
        senses_(rules.senses),
        steps_(graph, rules) {
    for (auto const& of : rules.generated) generated_[of.pin].push_back(&of);
    for (auto const& of : rules.latches) latch_[of.departs] = &of;
  }

  exception_walk& walk() noexcept { return walk_; }
  host_graph const& graph() const noexcept { return graph_; }

  bool starts_new_at(id pin) const { return starts_new(rules_, pin); }
  bool generates_at(id pin) const { return !generated_.empty() && generated_.contains(pin); }
  bool is_ideal(tag const& t) const { return detail::is_ideal(rules_, t); }
  arc_role role(id arc) const { return role_of(rules_, arc); }

  /// The role of an arc is wanted soon.
  [[gnu::always_inline]] void look_ahead([[maybe_unused]] id arc) const noexcept {
#if defined(__GNUC__)
    if (static_cast<std::size_t>(arc) < rules_.role.size()) __builtin_prefetch(&rules_.role[arc]);
#endif
  }

  /// Whether an arc's role alone says what becomes of tags behind it. `any_row`: some tag at `from` is on its
  /// way through an exception.
  bool is_simple(id arc, id from, id to, bool any_row) const {
    arc_role const of = role(arc);
    if ((of == arc_role::launch && walk_.any_counted()) || ends_at(rules_, from) != end_inside::no)
      return false;
    if (!senses_.empty() || (!rules_.only_clock.empty() && rules_.only_clock.contains(arc))) return false;
    return !walk_.any() || !(any_row || walk_.passes_at(from) || walk_.passes_at(to) ||
                             (of == arc_role::launch && walk_.starts_at(from)));
  }

  /// Calls `visit(tag, edges, arrival)` for each tag of what a source asserts: as it is, and without a
  /// clock's latency where paths count from their start.
  template <class F>
  void each_start(flat_source const& source, F const& visit) {
    each_tag(start(source, false), [&](tag const& t, edge_set edges) { visit(t, edges, source.arrival); });
    if (starts_clock(source) && steps_.any() && source.arrival != undefined_arrival())
      steps_.each_start(source.pin, source.launch_edge,
                        [&](tag const& t) { visit(t, any_edge, source.arrival); });
    if (source.kind != arrival_kind::data || !walk_.any_counted()) return;
    each_tag(start(source, true), [&](tag const& t, edge_set edges) {
      visit(t, edges, from_start(source, walk_.counted_conditions(t.exception)));
    });
  }

  /// Whether paths behind an arc, launched by `t`, may count from there.
  bool may_start(id arc, tag const& t) const {
    return walk_.any_counted() && t.kind == arrival_kind::clock && !t.from_start &&
           role_of(rules_, arc) == arc_role::launch;
  }

  /// Calls `visit(tag, edges)` for each tag that arrivals of `t`, at the edges of `mask`, have behind an arc.
  template <class F>
  void each_behind(id arc, id from, id to, tag const& t, std::uint8_t mask, F const& visit) {
    if (is_source_path(t)) {
      return steps_.each_behind(arc, from, to, t, [&](tag const& behind, edge_set edges) {
        visit(behind.kind == arrival_kind::clock ? generated_tag(to, behind.launch_edge) : behind, edges);
      });
    }
    if (!starts_new(rules_, to)) each_tag(pass(arc, from, to, t, mask), visit);
  }

  /// Edges of generated clocks that start at a pin whether or not anything of their masters comes there, and
  /// the paths to others that start with them: `visit(tag, conditions)` that follow paths.
  template <class F>
  void each_generated(id pin, F const& visit) {
    auto const found = generated_.find(pin);
    if (found == generated_.end()) return;
    for (generated_source const* const of : found->second) {
      auto const follow = static_cast<std::uint8_t>(of->follows & 0b0101 << of->launch_edge % 2);
      if (follow == 0) continue;
      visit(generated_tag(pin, of->launch_edge), follow);
      steps_.each_start(pin, of->launch_edge, [&](tag const& t) { visit(t, follow); });
    }
  }

  /// Calls `visit(pin)` for each pin where generated clocks start.
  template <class F>
  void each_generated_pin(F const& visit) const {
    for (auto const& [pin, of] : generated_) visit(pin);
  }

  /// The latch that data depart from at a pin, or null.
  flat_latch const* latch_at(id pin) const {
    auto const found = latch_.find(pin);
    return found == latch_.end() ? nullptr : found->second;
  }

  /// The tags of late data that depart from a latch while a clock's edge keeps it open; nothing where the
  /// edge at the enable is not the one that opens.
  template <class F>
  void each_departing(flat_latch const& latch, tag const& clock, std::uint8_t mask, F const& visit) {
    bool const opens = (mask >> condition(split::early, latch.opens) & 1) != 0;
    if (!opens || clock.kind == arrival_kind::data || is_source_path(clock) || clock.launch_edge == none)
      return;
    passed_tag departing{{clock.launch_edge, 0, 0, arrival_kind::data}};
    for (int e = 0; e < 2; ++e)
      departing.row[e] = walk_.start(latch.departs, e, clock.launch_edge, arrival_kind::data);
    each_tag(departing, visit);
  }

 private:
  /// The tags of what a source asserts, by edge; rows are `none` where it asserts nothing.
  passed_tag start(flat_source const& source, bool counted) {
    passed_tag result{{source.launch_edge, 0, ends_at(rules_, source.pin) == end_inside::of_paths ? 1 : 0,
                       source.kind, counted}};
    for (int e = 0; e < 2; ++e) {
      bool const any = math::is_defined(source.arrival[e]) || math::is_defined(source.arrival[2 + e]);
      if (any) result.row[e] = walk_.start(source.pin, e, source.launch_edge, source.kind, counted);
      if (counted) keep_counted(result.row[e]);
    }
    return result;
  }

  /// What a generated clock is where it starts.
  tag generated_tag(id pin, id launch_edge) {
    id const row = walk_.start(pin, launch_edge % 2, launch_edge, arrival_kind::clock);
    return {launch_edge, row, 0, arrival_kind::clock};
  }

  static per_condition<float> from_start(flat_source const& source, std::uint8_t mask) {
    per_condition<float> arrival = undefined_arrival();
    for (int c = 0; c < conditions; ++c) {
      if ((mask >> c & 1) != 0 && math::is_defined(source.arrival[c]))
        arrival[c] = math::sub(source.arrival[c], source.latency[c]);
    }
    return arrival;
  }

  /// What counts from its start goes on only where a delay of such paths can still be met.
  void keep_counted(id& row) const {
    if (row != none && row != exception_walk::killed && walk_.counted_conditions(row) == 0) row = none;
  }

  /// What arrivals of a tag, at the edges of `mask`, are behind an arc.
  passed_tag pass(id arc, id from, id to, tag const& t, std::uint8_t mask) {
    passed_tag result{t};
    arc_role const role = role_of(rules_, arc);
    bool const launches = role == arc_role::launch;
    if (t.from_start && t.kind == arrival_kind::clock && !launches) return result;
    if (role == arc_role::stop || role == arc_role::to_source ||
        (role == arc_role::to_ideal_clock && is_ideal(t)) || (launches && t.kind == arrival_kind::data) ||
        is_kept_from(arc, t) || ends_there(from, t, launches))
      return result;
    result.behind.segment = 0;
    if (t.kind == arrival_kind::clock && (launches || is_clock_until(arc, from, to, t)))
      result.behind.kind = arrival_kind::data;
    arrival_kind const kind = result.behind.kind;
    for (int c = 0; c < conditions; ++c) {
      int const in = graph_.edges[arc].input(c), e = edge_of(c);
      if (in < 0 || (mask >> in & 1) == 0 || result.row[e] != none) continue;
      result.row[e] = is_port_delay(arc) ? walk_.start(to, e, t.launch_edge, kind, t.from_start)
                      : launches         ? walk_.launched(from, edge_of(in), t.launch_edge, to, t.from_start)
                                 : walk_.step(t.exception, t.launch_edge, from, edge_of(in), to, kind);
      if (t.from_start) keep_counted(result.row[e]);
    }
    require(result.row[0] == result.row[1] || result.row[0] == none || result.row[1] == none,
            "make_nodes: an exception tells the edges of one arc apart; resolve_exceptions comes first");
    return result;
  }

  /// Whether arrivals of a tag go no further than a pin.
  bool ends_there(id pin, tag const& t, bool launches) const {
    end_inside const ends = ends_at(rules_, pin);
    if (ends == end_inside::of_paths) return t.segment == 0;
    return ends == end_inside::of_data && !launches && t.kind != arrival_kind::clock;
  }

  /// An arc behind which a clock is data by what was said of its sense.
  bool is_clock_until(id arc, id from, id to, tag const& t) const {
    return t.kind == arrival_kind::clock && t.launch_edge != none &&
           role_of(rules_, arc) != arc_role::launch &&
           senses_.end(t.launch_edge / 2, from, to, graph_.edges[arc]);
  }

  /// A port's delay behind a clock's arrival at another pin: paths start at the port.
  bool is_port_delay(id arc) const {
    return role(arc) == arc_role::launch && !rules_.only_clock.empty() && rules_.only_clock.contains(arc);
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
  clock_senses senses_;
  source_steps steps_;
  std::unordered_map<id, std::vector<generated_source const*>> generated_;
  std::unordered_map<id, flat_latch const*> latch_;  // by the pin that data depart from
};

/// The conditions of these edges.
inline std::uint8_t conditions_of(edge_set edges) noexcept {
  return static_cast<std::uint8_t>(edges | edges << 2);
}

}  // namespace gsta::detail
