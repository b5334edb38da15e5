#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gsta/sta/live_timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"
#include "test/update/random_structure.hpp"

namespace gsta_test {

using gsta::id;
using gsta::none;

/// Edits a design at random, through a flat_editor: every kind that keeps the graph, and now and then one
/// that does not.
class random_editor {
 public:
  /// `extreme_percent`: of all values, which are nothing, next to nothing, huge, or beyond any range.
  random_editor(gsta::flat_editor& edits, std::uint64_t seed, int extreme_percent = 0)
      : edits_(edits), random_(seed), extreme_percent_(extreme_percent) {}

  /// How many edits were refused.
  std::size_t refused() const noexcept { return refused_; }

  /// Returns what it did.
  std::string edit() {
    if (extreme_percent_ == 0) return edit_value();
    try {
      if (random_.chance(10)) return set_wires(), "wires";
      return edit_value();
    } catch (gsta::argument_error const&) {  // beyond a range
      ++refused_;
      return "refused";
    }
  }

 private:
  std::string edit_value() {
    auto const& d = edits_.design();
    int const what = random_.below(100);
    if (what < 25 && !d.arc_type_of.empty()) return swap_arc(), "arc type";
    if (what < 40) return set_load(), "pin load";
    if (what < 55 && !d.net_driver.empty()) return set_wire(), "wire";
    if (what < 63 && !d.check_type_of.empty()) return swap_check(), "check type";
    if (what < 71 && !d.sources.empty()) return set_source(), "source";
    if (what < 79 && !d.requirements.empty()) return set_required(), "requirement";
    if (what < 85) return set_slew(), "asserted slew";
    if (what < 90 && !d.clocks.empty()) return set_clock(), "clock";
    if (what < 94 && !d.clocks.empty()) return set_uncertainty(), "uncertainty";
    return repower(), "repower";
  }

  float scaled(float value) {
    if (extreme_percent_ != 0 && random_.chance(extreme_percent_)) return extreme();
    return static_cast<float>(static_cast<double>(value) * random_.real(0.5, 1.6));
  }
  float extreme() {
    constexpr float some[] = {0.0f, -0.0f, 1e-45f, 1e-38f, 1e-30f, 1e-12f, 1e3f,  1e6f,
                              1e8f, 1e10f, 1e12f,  1e15f,  1e19f,  1e30f,  3e38f, 1.0f};
    float const value = some[random_.below(16)];
    return random_.chance(25) ? -value : value;
  }
  gsta::per_condition<float> scaled(gsta::per_condition<float> v) {
    for (float& x : v.value)
      if (gsta::math::is_defined(x)) x = scaled(x);
    return v;
  }
  id some(std::size_t size) { return random_.below(static_cast<int>(size)); }

  /// A type of the same edges that takes some of its tables of another one, or one that is there.
  id other_type(id of) {
    auto const& types = edits_.design().arc_types;
    gsta::arc_type const old = types[static_cast<std::size_t>(of)];
    id const other = some(types.size());
    gsta::arc_type made = types[static_cast<std::size_t>(other)];
    // May be of other edges: all is built anew, or it is refused.
    if (random_.chance(old.edges.code == 0 ? 70 : 3)) return other;
    made.edges = old.edges;
    made.launches = old.launches;
    made.to_ideal_clock = old.to_ideal_clock;
    made.only_clock = old.only_clock;
    made.slews_only = old.slews_only;
    made.beyond_no_load = old.beyond_no_load;
    made.measure = old.measure;
    return edits_.add_arc_type(made);
  }
  /// An arc that orders a latch's enable before its data has no edges, and is to be given none.
  void swap_arc(id arc) {
    auto const a = static_cast<std::size_t>(arc);
    auto const& d = edits_.design();
    id const before = d.arc_type_of[a], type = other_type(before);
    bool const refuses =
        d.arc_types[static_cast<std::size_t>(before)].edges.code == 0 &&
        d.arc_types[static_cast<std::size_t>(type)].edges.code != 0 &&
        std::any_of(d.latches.begin(), d.latches.end(), [&](gsta::flat_latch const& latch) {
          return std::pair(latch.enable, latch.departs) == std::pair(d.arc_from[a], d.arc_to[a]);
        });
    if (!refuses) return edits_.set_arc_type(arc, type);
    std::size_t const marked = edits_.items().size();
    CHECK_THROWS_AS(edits_.set_arc_type(arc, type), gsta::argument_error);
    CHECK(d.arc_type_of[a] == before);
    CHECK(edits_.items().size() == marked);
    ++refused_;
  }
  void swap_arc() { swap_arc(some(edits_.design().arc_type_of.size())); }
  void set_load(id pin) {
    edits_.set_pin_load(pin, scaled(edits_.design().pin_load[static_cast<std::size_t>(pin)]));
  }
  void set_load() { set_load(some(edits_.design().pin_load.size())); }

  /// All arcs into a pin, and the loads of their inputs, as one edit.
  void repower() {
    auto const& d = edits_.design();
    if (d.arc_to.empty()) return set_load();
    id const out = d.arc_to[static_cast<std::size_t>(some(d.arc_to.size()))];
    for (std::size_t a = 0; a < d.arc_to.size(); ++a) {
      if (d.arc_to[a] != out) continue;
      swap_arc(static_cast<id>(a));
      set_load(d.arc_from[a]);
    }
  }

  void set_wire() {
    auto const& d = edits_.design();
    auto const net = static_cast<std::size_t>(some(d.net_driver.size()));
    std::vector<float> c(d.rc_capacitance.begin() + d.rc_node_begin[net],
                         d.rc_capacitance.begin() + d.rc_node_begin[net + 1]);
    std::vector<float> r(d.rc_resistance.begin() + d.rc_edge_begin[net],
                         d.rc_resistance.begin() + d.rc_edge_begin[net + 1]);
    for (float& x : c) x = scaled(x);
    for (float& x : r) x = scaled(x);
    edits_.set_wire_values(static_cast<id>(net), c, r);
  }

  void set_wires() {
    auto wires = random_structure(random_).networks(edits_.design());
    for (auto& of : wires) {
      for (float& x : of.wire.capacitance) x = scaled(x);
      for (float& x : of.wire.resistance) x = scaled(x);
    }
    edits_.set_wires(std::move(wires));
  }

  void swap_check() {
    auto const& d = edits_.design();
    id const check = some(d.check_type_of.size()), other = some(d.check_types.size());
    auto made = d.check_types[static_cast<std::size_t>(d.check_type_of[static_cast<std::size_t>(check)])];
    auto const& with = d.check_types[static_cast<std::size_t>(other)];
    for (int e = 0; e < 2; ++e)
      if (made.constraint[e] != none && with.constraint[e] != none) made.constraint[e] = with.constraint[e];
    edits_.set_check_type(check, random_.chance(3) ? other : edits_.add_check_type(made));
  }

  void set_source() {
    auto const& d = edits_.design();
    auto const source = static_cast<std::size_t>(some(d.sources.size()));
    edits_.set_source_arrival(static_cast<id>(source), scaled(d.sources[source].arrival));
  }
  void set_required() {
    auto const& d = edits_.design();
    auto const of = static_cast<std::size_t>(some(d.requirements.size()));
    edits_.set_required(static_cast<id>(of), scaled(d.requirements[of].required));
  }
  void set_slew() {
    auto const& d = edits_.design();
    id const pin = random_.chance(70) && !d.sources.empty()
                       ? d.sources[static_cast<std::size_t>(some(d.sources.size()))].pin
                       : some(d.pin_load.size());
    auto const& now = d.asserted_slew[static_cast<std::size_t>(pin)];
    bool const toggles = random_.chance(20);
    edits_.set_asserted_slew(pin, !toggles                         ? scaled(now)
                                  : gsta::math::is_defined(now[0]) ? gsta::undefined_arrival()
                                                                   : gsta::same_value(20.0f));
  }
  void set_clock() {
    auto const& d = edits_.design();
    auto const clock = static_cast<std::size_t>(some(d.clocks.size()));
    gsta::clock_waveform to = d.clocks[clock];
    to.period += 50000 * random_.below(4);
    to.at[1] += 10000 * random_.below(2);
    edits_.set_clock(static_cast<id>(clock), to);
  }
  void set_uncertainty() {
    edits_.set_uncertainty(some(edits_.design().clocks.size()), 1000 * random_.below(40),
                           1000 * random_.below(20));
  }

  gsta::flat_editor& edits_;
  prng random_;
  int extreme_percent_;
  std::size_t refused_ = 0;
};

/// The figures of one side, and whether they are refused as beyond what is counted.
template <class F>
std::pair<gsta::slack_summary, bool> figures_or_refusal(F const& summary) {
  try {
    return {summary(), false};
  } catch (gsta::range_error const&) {
    return {{}, true};
  }
}

/// Figures that `expected()` and `found()` return, or refuse both.
template <class F, class G>
void compare_figures(F const& expected, G const& found, bit_comparison& result) {
  auto const a = figures_or_refusal(expected), b = figures_or_refusal(found);
  detail::compare_summary(a.first, b.first, result);
  result.values("refused", a.second ? 1 : 0, b.second ? 1 : 0);
}

/// Every array of two timers, bit for bit.
template <class E>
bit_comparison compare_timers(E const& exec, gsta::timer<E> const& a, gsta::timer<E> const& b) {
  bit_comparison result = compare_bits(whole_snapshot(exec, a), whole_snapshot(exec, b));
  auto const both = [&](char const* what, auto const& of_a, auto const& of_b) {
    result.arrays(what, to_vector(exec, of_a.view()), to_vector(exec, of_b.view()));
  };
  both("sinks of wires", a.wires().sink, b.wires().sink);
  both("pi models", a.wires().pi, b.wires().pi);
  both("sinks of stages", state_of(a).stages.sink, state_of(b).stages.sink);
  both("endpoint slack", a.slacks().endpoint_slack, b.slacks().endpoint_slack);
  both("credited checks", state_of(a).credit_levels.check, state_of(b).credit_levels.check);
  both("credits", state_of(a).credit_levels.credit, state_of(b).credit_levels.credit);
  both("openings", state_of(a).credit_levels.opening, state_of(b).credit_levels.opening);
  using flag = std::vector<std::uint8_t>;
  result.arrays("latches settled", flag{a.view().latches_settled}, flag{b.view().latches_settled});
  both("clock paths that meet", state_of(a).credit_levels.apart, state_of(b).credit_levels.apart);
  if constexpr (gsta::host_side_executor<E>) {
    if (state_of(a).planned_credits && state_of(b).planned_credits &&
        state_of(a).planned_credits->keeps_all() && state_of(b).planned_credits->keeps_all())
      both("arrivals in lanes", state_of(a).planned_credits->values, state_of(b).planned_credits->values);
  }
  return result;
}

/// A live timer and one from scratch.
template <class E>
bit_comparison compare_with_fresh(E const& exec, gsta::live_timer<E> const& live,
                                  gsta::flat_design const& design, gsta::timer_options const& options) {
  gsta::timer<E> fresh(exec, design, options);
  if (state_of(fresh).planned_credits && state_of(live.timing()).planned_credits->keeps_all())
    keep_all_levels(exec, *state_of(fresh).planned_credits);
  fresh.update(exec);
  bit_comparison result = compare_timers(exec, fresh, live.timing());
  for (auto const side : {gsta::split::early, gsta::split::late})
    compare_figures([&] { return fresh.summary(exec, side); }, [&] { return live.summary(side); }, result);
  return result;
}

}  // namespace gsta_test
