#pragma once

#include <cstdint>
#include <vector>

#include "bench/generate.hpp"
#include "gsta/rc/star.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timing_plan.hpp"
#include "test/support/catch.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// Adds to what is defined: an array changed in place, as callers change theirs.
template <class T, gsta::memory_space S>
struct raise_op {
  gsta::span<T, S> values;
  float by;
  GSTA_HD void operator()(std::size_t i) const noexcept { raise(values[i], i); }
  GSTA_HD void raise(float& x, std::size_t i) const noexcept {
    x = gsta::math::add(x, by * static_cast<float>(i % 7));
  }
  GSTA_HD void raise(gsta::per_condition<float>& x, std::size_t i) const noexcept {
    for (int c = 0; c < gsta::conditions; ++c) {
      if (gsta::math::is_defined(x[c])) raise(x[c], i + static_cast<std::size_t>(c));
    }
  }
};

template <class E, class T>
void raise(E const& exec, gsta::span<T const, E::space> values, float by) {
  gsta::span<T, E::space> const writable(const_cast<T*>(values.data()), values.size());
  for_each_n(exec, values.size(), raise_op<T, E::space>{writable, by});
}

/// One design on one executor, timed by a plan in one timer and by the loop over levels in another.
template <class E>
class planned_case {
 public:
  static constexpr gsta::memory_space S = E::space;

  planned_case(E const& exec, gsta::flat_design const& design, gsta::timer_options options, bool star,
               std::uint64_t seed)
      : exec_(exec), by_loop_(exec, design, options), by_plan_(exec, design, without_sums(options)) {
    if (!star) return;
    prng random(seed);
    std::vector<float> x, y;
    for (std::size_t i = 0; i < design.pin_load.size(); ++i) {
      x.push_back(random.real(0, 100));
      y.push_back(random.real(0, 100));
    }
    std::vector<std::uint8_t> ideal(design.net_driver.size());
    for (auto& flag : ideal) flag = random.chance(20);
    x_ = clone(exec, x);
    y_ = clone(exec, y);
    ideal_ = clone(exec, ideal);
    exec.sync();
  }

  gsta::clock_tree<S> const& clocks() const { return by_plan_.clocks(); }
  bool one_per_pin() const { return by_plan_.nodes().one_per_pin; }

  /// Net arcs whose slew is another than their driver's, and those whose slew is the same.
  void count_stages(std::size_t& waves, std::size_t& lumps) const {
    auto const slew = to_vector(exec_, by_loop_.view().slew);
    auto const& nets = by_loop_.view().design.nets;
    auto const begin = to_vector(exec_, nets.begin), driver = to_vector(exec_, nets.driver),
               sink = to_vector(exec_, nets.sink);
    for (std::size_t net = 0; net < driver.size(); ++net) {
      for (gsta::id a = begin[net]; a < begin[net + 1]; ++a)
        (slew[sink[a]][2] == slew[driver[net]][2] ? lumps : waves) += 1;
    }
  }

  /// The timer's own update has the bits of the loops, also after values changed in place: what it makes of
  /// them is made anew each time.
  void timer_equals_loop(bit_comparison& result) {
    for (int run = 0; run < 3; ++run) {
      time_by_loop();
      auto const by_loop = take_snapshot(exec_, by_loop_);
      spoil(by_loop_);
      fill(exec_, state_of(by_loop_).delays.arc_delay.view(), gsta::same_value(-77));
      by_loop_.update_behind_wires(exec_);
      bit_comparison const all = compare_bits(by_loop, take_snapshot(exec_, by_loop_));
      CAPTURE(run, all.report());
      CHECK(all.failed == 0);
      result.compared += all.compared;
      change_in_place(run == 0 ? 0.5f : 0.25f);
    }
  }

  /// Times by both ways, changes what callers may change in place, and times again.
  void plan_equals_loop(gsta::update_extent extent, bit_comparison& result) {
    gsta::plan_options<S> options;
    options.extent = extent;
    if (!x_.empty()) options.star = star();
    auto plan = by_plan_.prepare(exec_, options);
    for (int run = 0; run < 3; ++run) {
      time_by_loop();
      spoil(by_plan_);
      plan.run();
      if (extent == gsta::update_extent::all_pins) plan.scatter_paths();
      plan.check();
      compare(extent, result);
      change_in_place(run == 0 ? 0.5f : 0.25f);
    }
  }

 private:
  /// A plan needs none.
  static gsta::timer_options without_sums(gsta::timer_options options) {
    options.keep_tree_sums = false;
    return options;
  }

  gsta::star_view<S> star() const { return {x_.view(), y_.view(), 0.002f, 0.2f, ideal_.view()}; }

  void time_by_loop() {
    auto& t = by_loop_;
    gsta::wire_options const wires{t.options().delays.wires, t.options().delays.unreached};
    if (x_.empty() && !t.is_effective()) {
      t.update(exec_);
    } else {
      if (x_.empty()) {
        update_wires(exec_, t.view().design, t.view().forest, state_of(t).trees, state_of(t).wires, wires);
      } else {
        update_star_wires(exec_, t.view().design, star(), state_of(t).wires, wires);
      }
      if (t.is_effective()) {
        propagate(exec_, t.pins(), t.arrival_nodes(), t.effective_model(), state_of(t).delays,
                  state_of(t).arrivals);
      } else {
        propagate(exec_, t.pins(), t.arrival_nodes(), t.delay_model_of(), state_of(t).delays,
                  state_of(t).arrivals);
      }
      t.update_credits(exec_);
    }
    if (t.options().credits == gsta::common_path::leave_in) return find_slacks(t.checks());
    auto lanes = make_credit_state(exec_, t.nodes().count(), t.clocks(), t.options().credit_levels_at_once);
    propagate_credits(exec_, t.arrival_nodes(), t.checks(), t.clocks(),
                      std::as_const(state_of(t).role).view(), t.delays(), t.arrivals(), lanes);
    bit_comparison credits;
    credits.arrays("credits by the timer", to_vector(exec_, t.view().credits.check),
                   to_vector(exec_, std::as_const(lanes.check).view()));
    CAPTURE(credits.report());
    CHECK(credits.failed == 0);
    find_slacks({t.checks(), view_of(lanes)});
  }
  void find_slacks(gsta::checks_input<S> const& against) {
    auto& t = by_loop_;
    update_required(exec_, t.arrival_nodes(), against, t.view().design.luts, state_of(t).delays,
                    state_of(t).arrivals, state_of(t).slacks, t.options().capture);
  }

  /// So that what a run leaves out is noticed.
  void spoil(gsta::timer<E>& t) {
    auto const nonsense = gsta::same_value(-77.0f);
    fill(exec_, state_of(t).delays.slew.view(), nonsense);
    fill(exec_, state_of(t).arrivals.node_arrival.view(), nonsense);
    fill(exec_, state_of(t).arrivals.node_predecessor.view(), {{-7, -7, -7, -7}});
    fill(exec_, state_of(t).slacks.node_slack.view(), nonsense);
    fill(exec_, state_of(t).slacks.check_slack.view(), {{-77, -77}});
    fill(exec_, state_of(t).slacks.check_required.view(), {{-77, -77}});
    fill(exec_, state_of(t).slacks.endpoint_slack.view(), {{-77, -77}});
  }

  void compare(gsta::update_extent extent, bit_comparison& result) {
    if (extent != gsta::update_extent::endpoints) {
      bit_comparison const all = compare_bits(take_snapshot(exec_, by_loop_), take_snapshot(exec_, by_plan_));
      CAPTURE(all.report());
      CHECK(all.failed == 0);
      result.compared += all.compared;
    }
    auto const &loop = by_loop_.slacks(), &plan = by_plan_.slacks();
    auto const same = [&](char const* what, auto const& a, auto const& b) {
      result.arrays(what, to_vector(exec_, a.view()), to_vector(exec_, b.view()));
    };
    same("check required", loop.check_required, plan.check_required);
    same("check slack", loop.check_slack, plan.check_slack);
    same("endpoint slack", loop.endpoint_slack, plan.endpoint_slack);
    CAPTURE(result.report());
    CHECK(result.failed == 0);
  }

  void change_in_place(float by) {
    for (auto* const t : {&by_loop_, &by_plan_}) {
      raise(exec_, t->view().design.pin_load, by);
      raise(exec_, t->view().design.asserted_slew, by);
      raise(exec_, t->view().node_asserted, by);
      raise(exec_, t->view().design.rc.resistance, by);
    }
    raise(exec_, std::as_const(x_).view(), by);
  }

  E exec_;
  gsta::timer<E> by_loop_, by_plan_;
  gsta::buffer<float, S> x_, y_;
  gsta::buffer<std::uint8_t, S> ideal_;
};

/// Stars and trees, all extents and capture modes, one and several nodes a pin: `least` cases of each.
template <class E>
void plans_equal_loops(E const& exec, std::uint64_t first, std::uint64_t last, std::size_t least = 7) {
  std::size_t fused = 0, layered = 0;
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    for (bool const star : {false, true}) {
      for (auto const extent :
           {gsta::update_extent::paths, gsta::update_extent::all_pins, gsta::update_extent::endpoints}) {
        CAPTURE(seed, star, static_cast<int>(extent));
        planned_case<E> of(exec, design, options_of(seed).timer, star, seed);
        of.plan_equals_loop(extent, result);
        (of.one_per_pin() ? fused : layered) += 1;
      }
    }
  }
  CHECK(fused >= least);
  CHECK(layered >= least);
  CHECK(result.compared > 1000 * (last - first));
}

/// The same by effective capacitances, in float and in double, by few steps and by many. In every third
/// circuit drivers charge nets together.
template <class E>
void effective_plans_equal_loops(E const& exec, std::uint64_t first, std::uint64_t last) {
  bit_comparison result;
  std::size_t waves = 0, lumps = 0, together = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = seed % 3 == 1 ? parallel_circuit(seed) : random_circuit(seed);
    together += design.parallel_driver.size();
    auto options = options_of(seed).timer;
    options.delays.model = gsta::cell_model::effective;
    options.delays.effective = {
        static_cast<int>(1 + seed % 6), static_cast<int>(1 + seed % 5), static_cast<int>(1 + seed % 4),
        seed % 3 == 0 ? gsta::ceff_precision::in_double : gsta::ceff_precision::single};
    bool const star = seed % 4 == 1;
    auto const extent = seed % 5 == 0   ? gsta::update_extent::endpoints
                        : seed % 5 == 1 ? gsta::update_extent::all_pins
                                        : gsta::update_extent::paths;
    CAPTURE(seed, star, static_cast<int>(extent));
    planned_case<E> of(exec, design, options, star, seed);
    of.plan_equals_loop(extent, result);
    of.count_stages(waves, lumps);
    of.timer_equals_loop(result);
  }
  CHECK(waves > 20 * (last - first));
  CHECK(lumps > (last - first));
  CHECK(together > (last - first));
  CHECK(result.compared > 300 * (last - first));
}

/// The same with common-path credits; lanes all at once, or a few at a time. Where the worst of clock paths
/// that meet count, plans are refused.
template <gsta::executor E>
class credited_plan_comparison {
 public:
  explicit credited_plan_comparison(E const& exec) : exec_(exec) {}

  void compare(gsta::flat_design design, gsta::timer_options options, std::uint64_t seed) {
    design.conventions.worst_clock_paths = seed % 4 == 3;
    options.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
    options.credit_levels_at_once = seed % 3;
    for (auto const extent :
         {gsta::update_extent::paths, gsta::update_extent::all_pins, gsta::update_extent::endpoints}) {
      CAPTURE(seed, static_cast<int>(extent));
      planned_case<E> of(exec_, design, options, seed % 4 < 2, seed);
      if (of.clocks().levels_stay()) {
        of.plan_equals_loop(extent, result);
        several += of.clocks().view.credit_levels > 2;
        meeting += !of.clocks().reconvergence.view.pair.empty();
      } else {
        CHECK_THROWS_AS(of.plan_equals_loop(extent, result), gsta::argument_error);
        ++refused;
      }
    }
  }

  std::size_t refused = 0, several = 0, meeting = 0;
  bit_comparison result;

 private:
  E const& exec_;
};

/// On random circuits.
template <gsta::executor E>
void plans_with_credits_equal_loops(E const& exec, std::uint64_t first, std::uint64_t last) {
  credited_plan_comparison<E> of(exec);
  for (std::uint64_t seed = first; seed < last; ++seed)
    of.compare(random_circuit(seed), options_of(seed).timer, seed);
  CHECK(of.several > 0);
  CHECK(of.refused > 0);
  CHECK(of.meeting > 0);
  CHECK(of.result.compared > 100 * (last - first));
}

/// On a generated design with a clock tree.
template <gsta::executor E>
void plan_of_a_clock_tree_equals_loop(E const& exec) {
  auto options = gsta_bench::preset("small");
  options.clock_depth = 6;
  options.clock_fanout = 8;
  options.clock_depth_spread = 2;
  auto const generated = gsta_bench::generate(options);
  credited_plan_comparison<E> of(exec);
  for (std::uint64_t seed = 0; seed < 2; ++seed) of.compare(generated, {}, seed);
  CHECK(of.several == 6);
  CHECK(of.result.compared > 40'000);
}

}  // namespace gsta_test
