#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/clock_pairs.hpp"
#include "gsta/constrain/detail/exceptions.hpp"
#include "gsta/constrain/detail/host_checks.hpp"
#include "gsta/constrain/detail/library_check.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The same where there is one tag, so that pins are nodes.
struct pins_as_nodes {
  id first(id pin) const noexcept { return pin; }
  id last(id pin) const noexcept { return pin + 1; }
  id tag_of(id) const noexcept { return 0; }
  bool reaches(id, split, edge) const noexcept { return true; }
};

/// Lists checks node by node, and makes two of one where exceptions tell its data's edges apart.
template <class Nodes>
class check_lister {
 public:
  check_lister(flat_design const& design, vector_by_id<tag> const& tags,
               std::vector<exception_row> const& rows, Nodes const& nodes)
      : design_(design), tags_(tags), nodes_(nodes), exceptions_(design, rows), clocks_(design) {
    group_rows_[{}] = 0;
    if (!design.latches.empty()) latch_of_.assign(design.check_data.size(), nullptr);
    for (auto const& latch : design.latches) latch_of_[latch.check] = &latch;
  }

  void add_library_check(id source) {
    check_type const& type = design_.check_types[design_.check_type_of[source]];
    id const data_pin = design_.check_data[source], clock_pin = design_.check_clock[source];
    bool const late = is_late(type.kind);
    for (id data = nodes_.first(data_pin); data < nodes_.last(data_pin); ++data) {
      for (id capture = nodes_.first(clock_pin); capture < nodes_.last(clock_pin); ++capture) {
        tag const &from = tags_[nodes_.tag_of(data)], &to = tags_[nodes_.tag_of(capture)];
        if (from.segment != 0 || is_source_path(from) || !may_capture(type, to) ||
            clocks_.are_cut(from.launch_edge, to.launch_edge) ||
            !nodes_.reaches(capture, late ? split::early : split::late, type.active))
          continue;
        latch_ = latch_of_.empty() ? nullptr : latch_of_[source];
        add({&from, data_pin, to.launch_edge, late},
            library_check(type, data, capture, data_pin, clock_pin, source, {}));
        latch_ = nullptr;
      }
    }
  }

  void add_requirement(id source) {
    flat_requirement const& requirement = design_.requirements[source];
    for (id data = nodes_.first(requirement.pin); data < nodes_.last(requirement.pin); ++data) {
      tag const& from = tags_[nodes_.tag_of(data)];
      if (from.segment != 0 || is_source_path(from)) continue;
      for (check_kind const kind : {check_kind::output_setup, check_kind::output_hold}) {
        int const rise = condition(is_late(kind) ? split::late : split::early, edge::rise);
        timing_check check{kind,   edge::rise,   0,  0, data, none, requirement.pin, none,
                           source, {none, none}, {}, 0};
        for (int e = 0; e < 2; ++e) check.required[e] = requirement.required[rise + e];
        if (!math::is_defined(check.required[0]) && !math::is_defined(check.required[1])) continue;
        capture_at_source(requirement, check);
        add({&from, requirement.pin, requirement.capture_edge, is_late(kind)}, check);
      }
    }
  }

  /// The rows that `timing_check::groups` counts.
  std::vector<std::vector<id>> take_groups() {
    std::vector<std::vector<id>> rows(group_rows_.size());
    for (auto& [groups, row] : group_rows_) rows[row] = groups;
    return rows;
  }
  /// Room for so many checks.
  void reserve(std::size_t count) { reserve_in_large_pages(checks_, count); }
  std::vector<timing_check> take() { return std::move(checks_); }
  std::vector<latch_pair> take_pairs() { return std::move(pairs_); }

 private:
  /// Outputs against a generated clock whose delay is that of paths: what arrives at its source captures.
  void capture_at_source(flat_requirement const& requirement, timing_check& check) const {
    int const rise = condition(is_late(check.kind) ? split::late : split::early, edge::rise);
    if (requirement.margin[rise] == none && requirement.margin[rise + 1] == none) return;
    auto const capture_at = [&](id pin, int active) {
      for (id node = nodes_.first(pin); node < nodes_.last(pin); ++node) {
        tag const& t = tags_[nodes_.tag_of(node)];
        bool const comes =
            nodes_.reaches(node, is_late(check.kind) ? split::early : split::late, static_cast<edge>(active));
        if (t.launch_edge != requirement.capture_edge || t.kind != arrival_kind::clock || t.from_start ||
            !comes)
          continue;
        check.capture = node;
        check.clock_pin = pin;
        check.active = static_cast<edge>(active);
        for (int e = 0; e < 2; ++e) check.constraint[e] = requirement.margin[rise + e];
        return true;
      }
      return false;
    };
    if (id const at = requirement.reference; at != none) {
      static_cast<void>(capture_at(at, 0) || capture_at(at, 1));
      return;
    }
    for (auto const& of : design_.generated) {
      if (of.launch_edge == requirement.capture_edge && capture_at(of.pin, of.launch_edge % 2)) return;
    }
  }

  /// What exceptions make of a check with one edge of its data.
  struct edge_figures {
    bool is_checked = false, by_delay = false, from_start = false;
    check_figures figures{};
    std::uint16_t groups = 0;
    bool operator==(edge_figures const&) const = default;
  };

  void add(path_end end, timing_check const& check) {
    edge_figures of[2];
    for (int e = 0; e < 2; ++e) {
      end.data_edge = static_cast<edge>(e);
      of[e] = figures(end, check);
    }
    if (of[0] == of[1]) return put(check, of[0], any_edge);
    for (int e = 0; e < 2; ++e) put(check, of[e], static_cast<edge_set>(1 << e));
  }

  /// What no clock launches comes under no check of a clock, and what clock groups cut under no required
  /// time, unless a path delay says how long it may take.
  edge_figures figures(path_end const& end, timing_check const& check) {
    id const launched = end.from->launch_edge, captured = end.capture_edge;
    bool const is_requirement = is_output(check.kind);
    bool const is_unclocked_check = captured == none && !is_requirement;
    bool const needs_delay = (launched == none && captured != none) || is_unclocked_check ||
                             (is_requirement && (design_.requirements[check.source].by_delay ||
                                                 clocks_.are_cut(launched, captured)));
    if (needs_delay && design_.exceptions.empty()) return {};
    edge_figures result{true, false, false, clocks_.figures(launched, captured, check.kind)};
    result.figures.uncertainty = clocks_.uncertainty_at(check.clock_pin, launched, captured, check.kind);
    if (design_.exceptions.empty()) return result;
    end_exceptions holds = exceptions_.at(end);
    if (holds.is_false) return {};
    bool const from_start = holds.delay != nullptr && holds.delay->from_start;
    bool const starts_there = end.from->from_start || end.from->kind != arrival_kind::data;
    if (from_start ? !starts_there : end.from->from_start) return {};
    if (holds.delay != nullptr) {
      // A delay to a gate says nothing of its clock, nor one to data of other data.
      if (is_gating(check.kind) || is_data_check(check.kind)) return {};
      result.by_delay = true;
      result.figures.offset = to_femtoseconds(holds.delay->delay);
      result.from_start = from_start || is_unclocked_check;
      if (from_start) result.figures.uncertainty = 0;
      if (holds.groups.empty())
        holds.groups.push_back(captured == none || from_start ? group_of_delays : group_of_clock);
      result.groups = group_row(holds.groups);
      return result;
    }
    if (needs_delay) return {};
    result.groups = group_row(holds.groups);
    if (launched != none && captured != none)
      result.figures.offset += moved_by_cycles(holds, end, check.kind);
    bool const counts_margin =
        design_.conventions.margins_at_outputs || (!is_requirement && !is_data_check(check.kind));
    if (holds.margin != nullptr && counts_margin)
      result.figures.uncertainty += to_femtoseconds(holds.margin->delay);
    return result;
  }

  std::uint16_t group_row(std::vector<id> const& groups) {
    auto const next = group_rows_.size();
    auto const row = group_rows_.try_emplace(groups, static_cast<std::uint16_t>(next)).first->second;
    require(group_rows_.size() < 1 << 15,  // bits of `timing_check::groups`

            "make_checks: more than 32,767 different sets of path groups");
    return row;
  }

  /// A multicycle moves the capturing edge of its setup-like checks, that of hold-like ones with it, and
  /// these back by their own cycles.
  femtoseconds moved_by_cycles(end_exceptions const& holds, path_end const& end, check_kind kind) const {
    auto const period = [&](path_exception const& of) {
      return clocks_.period(of.by_launch ? end.from->launch_edge : end.capture_edge);
    };
    femtoseconds moved = 0;
    femtoseconds const usual = is_data_check(kind) && is_late(kind) ? 0 : 1;
    if (auto const* const of = holds.setup_cycles) moved += (of->cycles - usual) * period(*of);
    auto const* const own = holds.hold_cycles;
    if (!end.late && own != nullptr && !own->setup) moved -= own->cycles * period(*own);
    return moved;
  }

  /// `check` with its figures; the data's other edges are not checked.
  void put(timing_check check, edge_figures const& of, edge_set edges) {
    if (!of.is_checked) return;
    bool const is_library = !is_output(check.kind);
    bool any = false;
    for (int e = 0; e < 2; ++e) {
      if (!has_edge(edges, e)) check.constraint[e] = none;
      if (!has_edge(edges, e)) check.required[e] = undefined_required()[2 * is_late(check.kind)];
      any = any || (is_library ? check.constraint[e] != none : math::is_defined(check.required[e]));
      if (of.by_delay && !is_library) check.capture = check.clock_pin = none;
      if (of.by_delay && !is_library && math::is_defined(check.required[e])) {
        // A delay is not measured against a clock's edge, nor against that clock's latency.
        int const c = 2 * is_late(check.kind) + e;
        check.required[e] -= design_.requirements[static_cast<std::size_t>(check.source)].latency[c];
      }
    }
    if (!any && edges != any_edge) return;
    check.groups = of.groups & 0x7fffU;  // group_row keeps it below 2^15
    check.offset = of.figures.offset;
    check.uncertainty = of.figures.uncertainty;
    if (is_library) check.factor = of.figures.factor;
    check.from_start = of.from_start;
    finish_check(check);
    checks_.push_back(check);
    bool const is_paired = latch_ != nullptr && !of.from_start && pair_edges(check, of.by_delay);
    bool const is_checked =
        !is_library || design_.check_types[design_.check_type_of[check.source]].is_checked;
    if (!is_paired && !is_checked) checks_.pop_back();
  }

  /// The opening edge before a check's closing one, and where data go on between them. False where none
  /// comes.
  bool pair_edges(timing_check const& check, bool by_delay) {
    id const closing = tags_[nodes_.tag_of(check.capture)].launch_edge;
    for (id node = nodes_.first(latch_->enable); node < nodes_.last(latch_->enable); ++node) {
      tag const& t = tags_[nodes_.tag_of(node)];
      bool const other = t.kind != arrival_kind::data && !is_source_path(t) && !t.from_start &&
                         t.launch_edge == (closing ^ 1);
      if (!other || !nodes_.reaches(node, split::early, latch_->opens)) continue;
      auto const& clock = design_.clocks[static_cast<std::size_t>(closing / 2)];
      femtoseconds width = (clock.at[closing % 2] - clock.at[t.launch_edge % 2]) % clock.period;
      if (width <= 0) width += clock.period;
      id const launched = tags_[nodes_.tag_of(check.data)].launch_edge;
      // A delay to a latch counts from time zero, as sign-off timers have it, and nothing goes on.
      femtoseconds const zero =
          !by_delay || launched == none ? 0 : design_.clocks[launched / 2].at[launched % 2];
      femtoseconds const open = by_delay ? check.offset : check.offset - width;
      latch_pair pair{static_cast<id>(checks_.size()) - 1, node};
      pair.opening = latch_->opens;
      pair.open_time = to_picoseconds(open - check.uncertainty - zero);
      pair.close_shift = by_delay ? to_picoseconds(width - zero) : 0;
      pair.shift = to_picoseconds(open);
      pair.limit = latch_->limit;
      auto const of_clock = static_cast<std::size_t>(closing / 2);
      if (!math::is_defined(pair.limit) && of_clock < design_.borrow_limits.size())
        pair.limit = design_.borrow_limits[of_clock];
      pair.factor = design_.early_check_factor;
      bool const goes_on =
          !by_delay && (!design_.conventions.first_latch_clock || is_first_clock(t.launch_edge / 2));
      for (id to = nodes_.first(latch_->departs); goes_on && to < nodes_.last(latch_->departs); ++to) {
        tag const& departing = tags_[nodes_.tag_of(to)];
        if (departing.launch_edge != t.launch_edge || is_source_path(departing)) continue;
        for (edge const e : {edge::rise, edge::fall}) {
          if (nodes_.reaches(to, split::late, e)) pair.departs[static_cast<int>(e)] = to;
        }
      }
      pair.is_checked = design_.check_types[design_.check_type_of[check.source]].is_checked;
      pairs_.push_back(pair);
      return true;
    }
    return false;
  }

  /// Whether no other clock in front of one opens the latch.
  bool is_first_clock(id clock) const {
    for (id node = nodes_.first(latch_->enable); node < nodes_.last(latch_->enable); ++node) {
      tag const& t = tags_[nodes_.tag_of(node)];
      bool const opens = t.kind != arrival_kind::data && !is_source_path(t) && !t.from_start &&
                         nodes_.reaches(node, split::early, latch_->opens);
      if (opens && t.launch_edge != none && t.launch_edge / 2 < clock) return false;
    }
    return true;
  }

  flat_design const& design_;
  vector_by_id<tag> const& tags_;
  Nodes const& nodes_;
  exception_lookup exceptions_;
  clock_pairs clocks_;
  std::map<std::vector<id>, std::uint16_t> group_rows_;
  std::vector<timing_check> checks_;
  vector_by_id<flat_latch const*> latch_of_;  // [library checks], or empty
  flat_latch const* latch_ = nullptr;         // of the check that is being listed
  std::vector<latch_pair> pairs_;
};

}  // namespace gsta::detail
