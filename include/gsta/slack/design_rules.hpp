#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "gsta/constrain/nodes.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/slack/detail/rule_ops.hpp"
#include "gsta/slack/rule_report.hpp"

namespace gsta {

/// Which checks `check_design_rules` lists.
struct rule_options {
  float below = 0;  ///< those with a slack below this; 0: violations, +infinity: all
};

/// What timing knows that rules limit.
template <memory_space S>
struct rule_values {
  span<per_condition<float> const, S> slew;          ///< [pins] ps
  span<per_condition<float> const, S> load;          ///< [pins] fF that a driver sees
  span<per_condition<float> const, S> node_arrival;  ///< [nodes] ps from the node's launch edge
};

namespace detail {

/// ps from an edge of a clock to its other one behind it.
inline float pulse_time(clock_waveform const& of, int edge) noexcept {
  femtoseconds time = of.at[1 - edge] - of.at[edge];
  if (time < 0 && of.period > 0) {
    time %= of.period;
    if (time < 0) time += of.period;
  }
  return to_picoseconds(time);
}

/// The pulses and periods that limits bind, widths first.
template <memory_space S>
std::vector<pulse_check> list_pulses(flat_design const& design, timing_nodes<S> const& nodes) {
  std::vector<pulse_check> widths, periods;
  for (auto const& limit : design.pulse_limits) {
    id const first = nodes.pin_begin[limit.pin], last = nodes.pin_begin[limit.pin + 1];
    id listed = none;  // the clock whose period is in the list: nodes ascend in their clocks
    for (id begin = first; begin < last; ++begin) {
      tag const& from = nodes.tags[nodes.node_tag[begin]];
      if (from.kind != arrival_kind::clock || from.launch_edge == none || from.from_start) continue;
      id const clock = from.launch_edge / 2;
      if (limit.clock != none && limit.clock != clock) continue;
      auto const& waveform = design.clocks[clock];
      if (limit.period != none && clock != listed)
        periods.push_back({limit.pin, clock, none, none, limit.period, 0, to_picoseconds(waveform.period)});
      listed = clock;
      tag to = from;
      to.launch_edge ^= 1;
      for (id end = first; end < last; ++end) {
        if (nodes.tags[nodes.node_tag[end]] != to) continue;
        float const time = pulse_time(waveform, from.launch_edge % 2);
        for (int e = 0; e < 2; ++e) {
          if (limit.width[e] != none)
            widths.push_back({limit.pin, clock, begin, end, limit.width[e], e, time});
        }
      }
    }
  }
  for (auto const& period : periods) widths.push_back(period);
  return widths;
}

/// The slew limits that clocks give to nodes; empty where none does. What an ideal clock does on its way is
/// nobody's concern.
template <memory_space S>
std::vector<per_edge> list_node_limits(flat_design const& design, timing_nodes<S> const& nodes) {
  if (design.clock_limits.empty()) return {};
  std::vector<per_edge> limits(nodes.count(), per_edge{{math::infinity, math::infinity}});
  for (std::size_t node = 0; node < limits.size(); ++node) {
    tag const& of = nodes.tags[nodes.node_tag[node]];
    if (of.launch_edge == none || is_source_path(of)) continue;
    id const clock = of.launch_edge / 2;
    bool const still = of.kind == arrival_kind::clock;
    if (static_cast<std::size_t>(clock) >= design.clock_limits.size() ||
        (still && !design.rules_of(clock).propagated))
      continue;
    auto const& given = design.clock_limits[clock];
    for (int e = 0; e < 2; ++e) limits[node][e] = still ? given.clock[e] : given.data[e];
  }
  return limits;
}

/// One for each pin and rule, of pulses for each clock and edge too, the worst; in the report's order.
GSTA_HOST_LAZY void put_in_order(flat_design const& design, std::vector<rule_check>& checks);

}  // namespace detail

/// Holds slews, loads and fanouts, and clocks' pulses and periods, against the limits of a design. A pin that
/// is two vertices (`flat_design::shadow_of`) is reported once, by its worse one.
///
/// Shapes: `view` of `design`, `nodes` and `values` as a timer has them. Units: ps, fF. Cost: O(pins + net
/// arcs), six launches, and O(checks listed x log) on the host; limits are copied to the executor. Where: the
/// executor; waits. Throws: argument_error on sizes; what allocation throws. Exact: the same list on every
/// backend.
template <executor E>
rule_report check_design_rules(E const& exec, flat_design const& design, flat_view<E::space> const& view,
                               timing_nodes<E::space> const& nodes, rule_values<E::space> const& values,
                               rule_options const& options = {}) {
  constexpr memory_space S = E::space;
  std::size_t const pins = view.pin_count(), drivers = view.nets.driver.size();
  require(values.slew.size() == pins && values.load.size() == pins && nodes.pin_begin.size() == pins + 1 &&
              values.node_arrival.size() == nodes.count() && design.limits.size() <= pins,
          "check_design_rules: the values are not those of this design");
  auto const listed = detail::list_pulses(design, nodes);
  auto const by_node = detail::list_node_limits(design, nodes);
  auto const limits = clone(exec, design.limits);
  auto const node_slew = clone(exec, by_node);
  auto const pulses = clone(exec, listed);
  detail::rule_op<S> const op{limits.view(), node_slew.view(), nodes.first_node.view(),
                              pulses.view(), view.nets,        view.luts,
                              values.slew,   values.load,      values.node_arrival};
  rule_report result;
  std::size_t const widths = static_cast<std::size_t>(
      std::find_if(listed.begin(), listed.end(), [](auto const& of) { return of.begin == none; }) -
      listed.begin());
  std::size_t const sizes[design_rules] = {pins, drivers, drivers, widths, listed.size() - widths};
  std::size_t first = 0;
  for (int rule = 0; rule < design_rules; ++rule) {
    auto const total = reduce(exec, sizes[rule], detail::rule_totals_op<S>{op, first}, detail::rule_totals{},
                              detail::combine_rule_totals{});
    result.summary[rule] = {total.checked, 0, static_cast<float>(total.worst)};
    first += sizes[rule];
  }
  buffer<id, S> chosen(exec, first);
  std::size_t const found = select(exec, first, detail::rule_is_below<S>{op, options.below}, chosen.view());
  buffer<rule_check, S> checks(exec, found);
  for_each_n(exec, found, detail::write_rule_check<S>{op, chosen.view(), checks.view()});
  result.checks = to_vector(exec, checks.view());
  detail::put_in_order(design, result.checks);
  for (auto const& check : result.checks)
    result.summary[static_cast<int>(check.rule)].violations += check.slack < 0 ? 1 : 0;
  return result;
}

}  // namespace gsta

#ifndef GSTA_COMPILED_HOST
#include "gsta/slack/detail/rule_order.hpp"
#endif
