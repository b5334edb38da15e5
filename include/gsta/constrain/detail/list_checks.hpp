#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "gsta/constrain/detail/clocks.hpp"
#include "gsta/constrain/detail/exceptions.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The nodes of each pin, as `timing_nodes` keeps them on the host.
struct nodes_of_pins {
  std::vector<id> const& pin_begin;
  std::vector<id> const& node_tag;
  std::vector<std::uint8_t> const& node_mask;

  id first(id pin) const noexcept { return pin_begin[pin]; }
  id last(id pin) const noexcept { return pin_begin[pin + 1]; }
  id tag_of(id node) const noexcept { return node_tag[node]; }
  bool reaches(id node, split s, edge e) const noexcept { return node_mask[node] >> condition(s, e) & 1; }
};

/// The same where there is one tag, so that pins are nodes.
struct pins_as_nodes {
  id first(id pin) const noexcept { return pin; }
  id last(id pin) const noexcept { return pin + 1; }
  id tag_of(id) const noexcept { return 0; }
  bool reaches(id, split, edge) const noexcept { return true; }
};

/// Members of each group, ascending; `none` belongs to no group.
struct grouping {
  std::vector<id> begin, member;
};

inline grouping group_by(std::vector<id> const& group_of, std::size_t groups) {
  grouping result;
  result.begin.assign(groups + 1, 0);
  for (id const g : group_of) {
    if (g != none) ++result.begin[g + 1];
  }
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  std::vector<id> next(result.begin.begin(), result.begin.end() - 1);
  result.member.resize(result.begin.back());
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    if (group_of[i] != none) result.member[next[group_of[i]]++] = static_cast<id>(i);
  }
  return result;
}

inline std::vector<id> list_endpoints(flat_design const& design) {
  std::vector<id> pins = design.check_data;
  pins.insert(pins.end(), design.outputs.begin(), design.outputs.end());
  for (auto const& requirement : design.requirements) pins.push_back(requirement.pin);
  std::sort(pins.begin(), pins.end());
  pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
  return pins;
}

inline femtoseconds uncertainty_of(flat_design const& design, id capture_edge, bool late) {
  clock_rules const rules = design.rules_of(capture_edge / 2);
  return late ? rules.setup_uncertainty : rules.hold_uncertainty;
}

/// What checks of one side between the same two clock edges share.
struct check_figures {
  femtoseconds offset, uncertainty;
  float factor;
};

inline check_figures figures_of(flat_design const& design, id launched, id captured, bool late) {
  return {capture_offset(design.clocks, launched, captured, late), uncertainty_of(design, captured, late),
          late ? design.late_check_factor : design.early_check_factor};
}

/// A library check of one data node against one capturing node.
GSTA_HD inline timing_check library_check(check_type const& type, id data, id capture, id data_pin,
                                          id clock_pin, id source, check_figures const& figures) noexcept {
  timing_check check{type.kind, type.active, data, capture, data_pin, clock_pin, source, {}, {}, 0};
  check.constraint[0] = type.constraint[0];
  check.constraint[1] = type.constraint[1];
  check.offset = figures.offset;
  check.uncertainty = figures.uncertainty;
  check.factor = figures.factor;
  finish_check(check);
  return check;
}

template <class Nodes>
void add_library_check(flat_design const& design, std::vector<tag> const& tags, Nodes const& nodes,
                       false_path_filter const& paths, id source, std::vector<timing_check>& checks) {
  check_type const& type = design.check_types[design.check_type_of[source]];
  id const data_pin = design.check_data[source], clock_pin = design.check_clock[source];
  bool const late = is_late(type.kind);
  for (id data = nodes.first(data_pin); data < nodes.last(data_pin); ++data) {
    for (id capture = nodes.first(clock_pin); capture < nodes.last(clock_pin); ++capture) {
      tag const &from = tags[nodes.tag_of(data)], &to = tags[nodes.tag_of(capture)];
      id const launched = from.launch_edge, captured = to.launch_edge;
      bool const clocked = launched != none && captured != none;
      bool const captures = to.kind != arrival_kind::data;
      if (!clocked || !captures || paths.is_false(from, data_pin, captured, late) ||
          !nodes.reaches(capture, late ? split::early : split::late, type.active))
        continue;
      checks.push_back(library_check(type, data, capture, data_pin, clock_pin, source,
                                     figures_of(design, launched, captured, late)));
    }
  }
}

template <class Nodes>
void add_requirement(flat_design const& design, std::vector<tag> const& tags, Nodes const& nodes,
                     false_path_filter const& paths, id source, std::vector<timing_check>& checks) {
  flat_requirement const& requirement = design.requirements[source];
  for (id data = nodes.first(requirement.pin); data < nodes.last(requirement.pin); ++data) {
    id const launched = tags[nodes.tag_of(data)].launch_edge;
    if (requirement.capture_edge != none && launched == none) continue;
    for (check_kind const kind : {check_kind::output_setup, check_kind::output_hold}) {
      if (paths.is_false(tags[nodes.tag_of(data)], requirement.pin, requirement.capture_edge, is_late(kind)))
        continue;
      split const side = is_late(kind) ? split::late : split::early;
      timing_check check{kind, edge::rise, data, none, requirement.pin, none, source, {none, none}, {}, 0};
      check.required[0] = requirement.required[condition(side, edge::rise)];
      check.required[1] = requirement.required[condition(side, edge::fall)];
      if (!math::is_defined(check.required[0]) && !math::is_defined(check.required[1])) continue;
      if (requirement.capture_edge != none) {
        check.offset = capture_offset(design.clocks, launched, requirement.capture_edge, is_late(kind));
        check.uncertainty = uncertainty_of(design, requirement.capture_edge, is_late(kind));
      }
      finish_check(check);
      checks.push_back(check);
    }
  }
}

/// Each arrival of a data pin is checked against each one of its clock pin: many clocks at one port would
/// fill any memory.
inline constexpr std::size_t most_check_pairs = 10'000'000, most_pairs_a_check = 64;

template <class Nodes>
void limit_check_pairs(flat_design const& design, Nodes const& nodes) {
  auto const nodes_of = [&](id pin) { return static_cast<std::size_t>(nodes.last(pin) - nodes.first(pin)); };
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < design.check_data.size(); ++i)
    pairs += nodes_of(design.check_data[i]) * nodes_of(design.check_clock[i]);
  for (auto const& requirement : design.requirements) pairs += 2 * nodes_of(requirement.pin);
  auto const most = std::max(most_check_pairs,
                             most_pairs_a_check * (design.check_data.size() + design.requirements.size()));
  require(pairs <= most,
          "make_checks: more than 10 million pairs of a launching and a capturing clock edge, and more than "
          "64 for each check");
}

inline std::vector<timing_check> list_checks(flat_design const& design, std::vector<tag> const& tags,
                                             nodes_of_pins const& nodes) {
  std::size_t const pins = nodes.pin_begin.size() - 1;
  auto const on_graph = [&](id pin) {
    require(pin >= 0 && static_cast<std::size_t>(pin) < pins, "make_checks: a pin is off the graph");
  };
  for (id const pin : design.check_data) on_graph(pin);
  for (id const pin : design.check_clock) on_graph(pin);
  for (auto const& requirement : design.requirements) on_graph(requirement.pin);
  for (id const pin : design.outputs) on_graph(pin);
  limit_check_pairs(design, nodes);
  std::vector<timing_check> checks;
  false_path_filter const paths(design);
  for (std::size_t i = 0; i < design.check_data.size(); ++i)
    add_library_check(design, tags, nodes, paths, static_cast<id>(i), checks);
  for (std::size_t i = 0; i < design.requirements.size(); ++i)
    add_requirement(design, tags, nodes, paths, static_cast<id>(i), checks);
  return checks;
}

}  // namespace gsta::detail
