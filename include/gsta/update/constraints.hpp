#pragma once

#include <optional>
#include <vector>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/core/by_condition.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/update/detail/undo_log.hpp"

/// What edited constraints make of the checks and nodes that are there.
namespace gsta {

/// A check as `make_checks` would list it of the edited design, where its clocks are as they were.
///
/// Shapes: one check. Cost: O(1). Where: host. Needs: types and required times that are there under the
/// conditions under which they were before; no path delays less a latency. Throws: nothing.
inline timing_check with_values_of(flat_design const& design, timing_check check) noexcept {
  if (!is_output(check.kind)) {
    check_type const& type = design.check_types[design.check_type_of[check.source]];
    for (int e = 0; e < 2; ++e)
      if (check.constraint[e] != none) check.constraint[e] = type.constraint[e];
    return check;
  }
  per_condition<float> const& required = design.requirements[check.source].required;
  for (int e = 0; e < 2; ++e)
    if (math::is_defined(check.required[e])) check.required[e] = required[2 * is_late(check.kind) + e];
  return check;
}

/// Whether two lists of checks are of equal nodes and differ in figures alone.
///
/// Shapes: any. Cost: O(checks). Where: host. Throws: nothing.
inline bool same_places(host_span<timing_check const> a, host_span<timing_check const> b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    bool const same = a[i].kind == b[i].kind && a[i].active == b[i].active && a[i].data == b[i].data &&
                      a[i].capture == b[i].capture && a[i].source == b[i].source &&
                      a[i].groups == b[i].groups && a[i].from_start == b[i].from_start;
    if (!same) return false;
  }
  return true;
}

/// Whether two lists of latches' pairs of edges are of equal nodes and differ in figures alone.
///
/// Shapes: any. Cost: O(pairs). Where: host. Throws: nothing.
inline bool same_places(host_span<latch_pair const> a, host_span<latch_pair const> b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    bool const same = a[i].check == b[i].check && a[i].opens == b[i].opens && a[i].opening == b[i].opening &&
                      a[i].is_checked == b[i].is_checked && a[i].departs[0] == b[i].departs[0] &&
                      a[i].departs[1] == b[i].departs[1] &&
                      math::is_defined(a[i].limit) == math::is_defined(b[i].limit);
    if (!same) return false;
  }
  return true;
}

/// Whether two checks have equal figures, to the bit, and equal tables.
///
/// Shapes: two checks of the same place. Cost: O(1). Where: host. Throws: nothing.
inline bool same_figures(timing_check const& a, timing_check const& b) noexcept {
  bool same = a.offset == b.offset && a.uncertainty == b.uncertainty && !detail::differs(a.factor, b.factor);
  for (int e = 0; e < 2; ++e)
    same = same && a.constraint[e] == b.constraint[e] && !detail::differs(a.required[e], b.required[e]);
  return same;
}

/// A node and what is asserted there.
struct asserted_node {
  id node;                       ///< of the arrival layer
  per_condition<float> arrival;  ///< ps from the launch edge
};

/// What a design's source makes of its node, together with all sources there. Nothing where exceptions or
/// generated clocks, also of that clock, tell more arrivals apart, and where arrivals are defined under other
/// conditions than what is asserted there: then nodes are made anew.
///
/// Shapes: of one timer; at_pin: the sources of the pin of `source`; asserted(node): what is asserted there
/// now. Cost: O(nodes of the pin + at_pin). Where: host. Throws: nothing.
template <memory_space S, class Asserted>
std::optional<asserted_node> asserted_of(flat_design const& design, timing_nodes<S> const& nodes, id source,
                                         std::vector<id> const& at_pin, Asserted const& asserted) {
  flat_source const& given = design.sources[source];
  if (nodes.exception_rows.size() > 1) return {};
  for (auto const& of : design.generated)
    if (of.pin == given.pin || (starts_clock(given) && of.master == given.launch_edge / 2)) return {};
  asserted_node result{nodes.one_per_pin ? given.pin : none, undefined_arrival()};
  for (id n = nodes.pin_begin[given.pin]; n < nodes.pin_begin[given.pin + 1] && result.node == none; ++n) {
    tag const& t = nodes.tags[nodes.node_tag[n]];
    if (t == tag{given.launch_edge, 0, 0, given.kind, false}) result.node = n;
  }
  if (result.node == none) return {};
  for (id const other : at_pin) {
    flat_source const& of = design.sources[other];
    if (of.launch_edge != given.launch_edge || of.kind != given.kind) continue;
    for (int c = 0; c < conditions; ++c) {
      if (detail::beats(c, of.arrival[c], result.arrival[c])) result.arrival[c] = of.arrival[c];
    }
  }
  // Where a false path ends what starts there, nothing is asserted, whatever the source says.
  per_condition<float> const now = asserted(result.node);
  for (int c = 0; c < conditions; ++c) {
    if (math::is_defined(result.arrival[c]) != math::is_defined(now[c])) return {};
  }
  return result;
}
/// What is asserted on a node for a source, where nodes lie on the host.
inline std::optional<asserted_node> asserted_of(flat_design const& design,
                                                timing_nodes<memory_space::host> const& nodes, id source,
                                                std::vector<id> const& at_pin) {
  return asserted_of(design, nodes, source, at_pin, [&](id node) { return nodes.node_asserted[node]; });
}

}  // namespace gsta
