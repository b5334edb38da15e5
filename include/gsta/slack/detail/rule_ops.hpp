#pragma once

#include "gsta/core/span.hpp"
#include "gsta/flat/design_limits.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/lut/interpolate.hpp"
#include "gsta/slack/rule_report.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta::detail {

/// A pulse of one clock where it ends, from its beginning at one node to its end at another; or its period.
struct pulse_check {
  id pin, clock;
  id begin, end;  // nodes; none: a period
  id table;       // (slew of the ending edge, slew of the beginning edge) -> least width or period
  id edge;        // that begins it, at the pin
  float time;     // ps between the clock's edges
};

/// All checks of a design, numbered: slews of pins, loads of nets, fanouts of nets, pulses and periods.
template <memory_space S>
struct rule_op {
  span<pin_limits const, S> limits;   // [pins], or shorter
  span<per_edge const, S> node_slew;  // [nodes] limits that clocks give, or empty
  span<id const, S> first_node;       // [pins + 1], or empty: pins are nodes
  span<pulse_check const, S> pulses;
  net_view<S> nets;
  lut_pool_view<S> luts;
  span<per_condition<float> const, S> slew, load, arrival;

  GSTA_HD std::size_t count() const noexcept { return slew.size() + 2 * nets.driver.size() + pulses.size(); }

  GSTA_HD rule_check operator()(std::size_t i) const noexcept {
    if (i < slew.size()) return check_slew(static_cast<id>(i));
    i -= slew.size();
    if (i < nets.driver.size()) return check_load(i);
    i -= nets.driver.size();
    if (i < nets.driver.size()) return check_fanout(i);
    return check_pulse(pulses[i - nets.driver.size()]);
  }

 private:
  GSTA_HD pin_limits limits_of(id pin) const noexcept {
    return static_cast<std::size_t>(pin) < limits.size() ? limits[pin] : pin_limits{};
  }

  // Of rise and fall the worse one; of equals rise.
  GSTA_HD static void keep_worse(rule_check& worst, int c, float limit, float value) noexcept {
    if (!math::is_defined(limit) || !math::is_defined(value)) return;
    float const slack = math::sub(limit, value);
    if (!(slack < worst.slack)) return;
    worst.condition = c;
    worst.limit = limit;
    worst.value = value;
    worst.slack = slack;
  }

  GSTA_HD rule_check check_slew(id pin) const noexcept {
    rule_check result;
    result.pin = pin;
    per_edge limit{{limits_of(pin).slew, limits_of(pin).slew}};
    if (!node_slew.empty()) {
      id const first = first_node.empty() ? pin : first_node[pin];
      id const last = first_node.empty() ? pin + 1 : first_node[pin + 1];
      for (id node = first; node < last; ++node) {
        for (int e = 0; e < 2; ++e) limit[e] = node_slew[node][e] < limit[e] ? node_slew[node][e] : limit[e];
      }
    }
    for (int e = 0; e < 2; ++e) keep_worse(result, late_rise + e, limit[e], slew[pin][late_rise + e]);
    return result;
  }

  GSTA_HD rule_check check_load(std::size_t net) const noexcept {
    rule_check result;
    result.rule = design_rule::max_capacitance;
    result.pin = nets.driver[net];
    float const limit = limits_of(result.pin).load;
    for (int c = late_rise; c <= late_fall; ++c) keep_worse(result, c, limit, load[result.pin][c]);
    return result;
  }

  // The sum is over the sinks in their order.
  GSTA_HD rule_check check_fanout(std::size_t net) const noexcept {
    rule_check result;
    result.rule = design_rule::max_fanout;
    result.pin = nets.driver[net];
    float const limit = limits_of(result.pin).fanout;
    if (!math::is_defined(limit)) return result;
    float fanout = 0;
    for (id k = nets.begin[net]; k < nets.begin[net + 1]; ++k)
      fanout = math::add(fanout, limits_of(nets.sink[k]).fanout_load);
    keep_worse(result, none, limit, fanout);
    return result;
  }

  GSTA_HD rule_check check_pulse(pulse_check const& of) const noexcept {
    rule_check result;
    result.rule = of.begin == none ? design_rule::min_period : design_rule::min_pulse_width;
    result.pin = of.pin;
    result.clock = of.clock;
    float value = of.time;
    if (of.begin != none) {
      result.condition = late_rise + of.edge;
      float const begin = arrival[of.begin][late_rise + of.edge], end = arrival[of.end][1 - of.edge];
      if (!math::is_defined(begin) || !math::is_defined(end)) return result;
      value = math::add(value, math::sub(end, begin));
    }
    float const x = math::defined_or(slew[of.pin][late_fall - of.edge], 0.0f);
    float const y = math::defined_or(slew[of.pin][of.edge], 0.0f);
    float const limit = lookup(luts, of.table, x, y);
    if (!math::is_defined(limit) || !math::is_defined(value)) return result;
    result.limit = limit;
    result.value = value;
    result.slack = math::sub(value, limit);
    return result;
  }
};

template <memory_space S>
struct rule_is_below {
  rule_op<S> check;
  float below;
  GSTA_HD bool operator()(std::size_t i) const noexcept { return check(i).slack < below; }
};

template <memory_space S>
struct write_rule_check {
  rule_op<S> check;
  span<id const, S> chosen;
  span<rule_check, S> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    out[i] = check(static_cast<std::size_t>(chosen[i]));
  }
};

/// How many checks there are, and the worst slack.
struct rule_totals {
  double worst = math::infinity;
  std::int64_t checked = 0;
};

struct combine_rule_totals {
  GSTA_HD rule_totals operator()(rule_totals const& a, rule_totals const& b) const noexcept {
    return {a.worst < b.worst ? a.worst : b.worst, a.checked + b.checked};
  }
};

template <memory_space S>
struct rule_totals_op {
  rule_op<S> check;
  std::size_t first;
  GSTA_HD rule_totals operator()(std::size_t i) const noexcept {
    float const slack = check(first + i).slack;
    if (!(slack < math::infinity)) return {};
    return {slack, 1};
  }
};

}  // namespace gsta::detail
