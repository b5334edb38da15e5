#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// What tells arrivals at one pin apart: which clock edge launched them, how far they came on their way
/// through exceptions, and whether they are a clock still.
struct tag {
  id launch_edge = none;                  ///< 2 * clock + edge; none: launched by no clock
  id exception = 0;                       ///< row of `timing_nodes::exception_rows`
  id segment = 0;                         ///< 1: starts at a pin where other paths end, and is at that pin
  arrival_kind kind = arrival_kind::any;  ///< a clock still, or data
  bool from_start = false;  ///< counts from where the path starts, see `path_exception::from_start`
  id way = 0;               ///< of kind `source`: which search it is of, and how far it came; else 0
  /// Orders by members in their order, so that every machine sorts tags alike.
  auto operator<=>(tag const&) const = default;
};

/// Whether arrivals start at the clock pin of a register that no clock reaches.
///
/// Shapes: one tag. Cost: O(1). Where: host and device. Throws: nothing.
GSTA_HD inline bool is_unclocked(tag const& of) noexcept {
  return of.kind == arrival_kind::clock && of.launch_edge == none;
}

/// Whether arrivals are on their way from a master to a generated clock: nothing is checked with them.
///
/// Shapes: one tag. Cost: O(1). Where: host and device. Throws: nothing.
GSTA_HD inline bool is_source_path(tag const& of) noexcept { return of.kind == arrival_kind::source; }

/// How far paths came on their way through an exception that they may come under: they started at one of its
/// pins where it has any, and passed so many of its points.
struct exception_state {
  id exception = none;  ///< of `flat_design::exceptions`
  id passed = 0;        ///< of its `through`
  /// By exception, then by points.
  auto operator<=>(exception_state const&) const = default;
};

/// All such states of one path, ascending.
using exception_row = std::vector<exception_state>;

/// What an arc does to arrivals, besides their delay.
enum class arc_role : std::uint8_t {
  pass,            ///< lets arrivals through as they are
  launch,          ///< turns a clock's arrival into data, and stops data
  to_ideal_clock,  ///< stops arrivals of ideal clocks; required times pass back
  stop,            ///< no arrival passes
  to_source        ///< lets arrivals on their way to generated clocks through, and no others
};

/// Whether paths end at a pin inside.
enum class end_inside : std::uint8_t {
  no,        ///< all go on
  of_data,   ///< data end; clocks, and what registers launch from there, go on
  of_paths,  ///< all end, and others start
};

/// What tells arrivals apart and where they end; empty rules for one kind of arrival without exceptions.
struct arrival_rules {
  vector_by_id<arc_role> role;  ///< [arcs of the pin graph], or shorter: the rest pass
  vector_by_id<std::uint8_t>
      starts_new;                   ///< [pins], or empty: 1 where arrivals from in front end (clock sources)
  std::vector<std::uint8_t> ideal;  ///< [clocks], or shorter: 1 for ideal clocks
  vector_by_id<std::uint8_t>
      shadow;                    ///< [pins], or empty: 1 where an ideal clock's arrival is no start of it
  bool records_sources = false;  ///< paths to generated clocks are kept where no arrival is theirs
  std::unordered_map<id, id> only_clock;          ///< by arc: the one clock whose arrivals pass
  host_span<path_exception const> exceptions{};   ///< the design's; must outlive the rules
  host_span<generated_source const> generated{};  ///< the design's; must outlive the rules
  host_span<flat_latch const> latches{};          ///< the design's; must outlive the rules
  host_span<pin_sense const> senses{};            ///< the design's; read when nodes are made
  vector_by_id<end_inside> ends;                  ///< [pins], or empty: where data end inside
  host_span<id const> check_data{};               ///< the design's; read when nodes are made
  /// The design's; without it and `check_data` paths may end anywhere.
  host_span<flat_requirement const> requirements{};
};

namespace detail {
/// No arrival passes to a pin where paths start inside; where data end there too they come, and go no
/// further.
inline void break_paths(flat_design const& design, arrival_rules& rules) {
  std::size_t const wires = design.net_sink.size();
  vector_by_id<std::uint8_t> starts(design.pin_count(), 0);
  for (id const pin : design.starts_inside) starts[pin] = 1;
  if (!design.ends_inside.empty()) rules.ends.resize(starts.size(), end_inside::no);
  for (id const pin : design.ends_inside) {
    if (rules.ends[pin] != end_inside::no) continue;
    rules.ends[pin] = starts[pin] != 0 ? end_inside::of_paths : end_inside::of_data;
    starts[pin] = 0;
  }
  rules.role.resize(wires + design.arc_type_of.size(), arc_role::pass);
  for (std::size_t a = 0; a < wires; ++a) {
    if (starts[design.net_sink[a]] != 0) rules.role[a] = arc_role::stop;
  }
  for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
    if (starts[design.arc_to[i]] != 0) rules.role[wires + i] = arc_role::stop;
  }
}

inline void add_roles(flat_design const& design, arrival_rules& rules) {
  std::size_t const wires = design.net_sink.size();
  for (std::size_t i = 0; i < design.arc_type_of.size(); ++i) {
    arc_type const& type = design.arc_types[design.arc_type_of[i]];
    if (type.only_clock >= 0) rules.only_clock[static_cast<id>(wires + i)] = type.only_clock;
    bool const of_sources = type.only_clock == arc_type::only_source_paths;
    if (!type.launches && !type.to_ideal_clock && !type.slews_only && !of_sources) continue;
    if (rules.role.empty()) rules.role.resize(wires + design.arc_type_of.size(), arc_role::pass);
    arc_role const moves = type.launches ? arc_role::launch : arc_role::to_ideal_clock;
    rules.role[wires + i] = of_sources ? arc_role::to_source : type.slews_only ? arc_role::stop : moves;
  }
  if (!design.starts_inside.empty() || !design.ends_inside.empty()) break_paths(design, rules);
}

/// Second vertices of pins that launch or are checked against: ideal clocks arrive there, and start nowhere.
inline void mark_shadows(flat_design const& design, arrival_rules& rules) {
  rules.shadow.assign(design.pin_count(), 0);
  auto const mark = [&](id pin) { rules.shadow[pin] = design.real_pin(pin) != pin; };
  auto const all = design.view();
  for (std::size_t i = 0; i < design.arc_from.size(); ++i)
    if (design.arc_types[design.arc_type_of[i]].launches) mark(design.arc_from[i]);
  for (id const pin : all.arcs.check_clock) mark(pin);
  for (auto const& of : design.generated) rules.shadow[of.pin] = 0;
}
}  // namespace detail

/// The arrival rules of a design.
///
/// Shapes: as `arrival_rules`. Cost: O(pins + arcs). Where: host. Needs: a design that `validate` accepts.
/// Throws: what allocation throws.
inline arrival_rules arrival_rules_of(flat_design const& design) {
  arrival_rules rules;
  detail::add_roles(design, rules);
  for (auto const& source : design.sources) {
    if (!starts_clock(source)) continue;
    rules.starts_new.resize(design.pin_count(), 0);
    rules.starts_new[source.pin] = design.real_pin(source.pin) == source.pin;
  }
  for (auto const& of : design.generated) rules.starts_new[of.pin] = 1;
  if (!design.generated.empty()) detail::mark_shadows(design, rules);
  rules.records_sources = design.conventions.credits_across_insertions;
  for (std::size_t c = 0; c < design.clocks.size(); ++c)
    rules.ideal.push_back(!design.rules_of(static_cast<id>(c)).propagated);
  rules.exceptions = view_of(design.exceptions);
  rules.generated = view_of(design.generated);
  rules.latches = view_of(design.latches);
  rules.senses = view_of(design.senses);
  rules.check_data = design.view().arcs.check_data;
  rules.requirements = view_of(design.requirements);
  return rules;
}

/// The path group of path delays that no clock captures, besides those of `flat_design::path_groups`.
inline constexpr id group_of_delays = -2;
/// The path group of the capturing clock, whatever the check.
inline constexpr id group_of_clock = -3;

/// One check of one data node: against the arrival of a capturing clock node (setup, hold, recovery,
/// removal), or against a required time that constraints give (output_setup, output_hold).
struct timing_check {
  check_kind kind = check_kind::setup;  ///< says which side is checked, see `is_late`
  edge active = edge::rise;             ///< the capturing clock's edge at its pin
  std::uint16_t groups : 15 = 0;        ///< row of `timing_checks::group_rows`
  std::uint16_t from_start : 1 = 0;     ///< 1: the capturing clock's arrival does not count
  id data = none;                       ///< node whose arrival is checked
  id capture = none;                    ///< node of the capturing clock; none for outputs
  id data_pin = none;                   ///< the pin of `data`
  id clock_pin = none;                  ///< the pin of `capture`; none for outputs
  id source = none;                     ///< the library check or the requirement it came from
  id constraint[2] = {none, none};      ///< table (data slew, clock slew), by data edge
  float required[2] = {0, 0};           ///< outputs: ps from the capture edge, by data edge; may be undefined
  femtoseconds offset = 0;              ///< capture edge time minus launch edge time
  femtoseconds uncertainty = 0;         ///< of the capture clock: less time for setup, more for hold
  float factor = 1;                     ///< derate of the constraint
  float edge_time = 0;  ///< ps: offset, less (setup-like) or plus (hold-like) uncertainty; see `finish_check`
};

/// Fills in `edge_time`. Whoever makes a check, or changes its edges, calls it last: a sweep over checks then
/// needs no 64-bit arithmetic.
///
/// Shapes: one check. Cost: one division. Where: host and device. Throws: nothing.
GSTA_HD inline void finish_check(timing_check& check) noexcept {
  bool const late = is_late(check.kind);
  check.edge_time =
      to_picoseconds(late ? check.offset - check.uncertainty : check.offset + check.uncertainty);
}

}  // namespace gsta
