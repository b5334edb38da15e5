#pragma once

#include <cstring>

#include "bench/generate.hpp"
#include "gsta/sta/gradient_plan.hpp"
#include "test/adjoint/effective_body.hpp"
#include "test/adjoint/full_case.hpp"

namespace gsta_test {

/// One design to find gradients of, and how.
struct gradient_case {
  gsta::flat_design design;
  std::optional<gsta_bench::placement> star{};
  gsta::timer_options timer{};
  gsta::smooth_cost_options cost{};
};

/// All that a gradient plan writes, on the host; empty beyond its level.
struct gradient_arrays {
  using four = std::vector<gsta::per_condition<float>>;
  std::vector<double> cost;
  std::vector<float> violation, resistance, capacitance, x, y;
  four smooth_arrival, smooth_weight, arrival, arc_delay, slew, load, arc_slew, made_slew, pin_load;
  std::vector<gsta::wire_values<float>> wire;
};

/// Every array with its name.
template <class F>
void for_each_array(gradient_arrays const& a, gradient_arrays const& b, F const& f) {
  f("cost", a.cost, b.cost);
  f("violation", a.violation, b.violation);
  f("smooth arrival", a.smooth_arrival, b.smooth_arrival);
  f("smooth weight", a.smooth_weight, b.smooth_weight);
  f("arrival", a.arrival, b.arrival);
  f("arc delay", a.arc_delay, b.arc_delay);
  f("slew", a.slew, b.slew);
  f("load", a.load, b.load);
  f("arc slew", a.arc_slew, b.arc_slew);
  f("made slew", a.made_slew, b.made_slew);
  f("wire", a.wire, b.wire);
  f("pin load", a.pin_load, b.pin_load);
  f("resistance", a.resistance, b.resistance);
  f("capacitance", a.capacitance, b.capacitance);
  f("x", a.x, b.x);
  f("y", a.y, b.y);
}

/// Costs of the caller's: seeds of nodes and pins, or squares of endpoints' violations.
struct own_cost {
  std::vector<gsta::per_condition<float>> arrival{}, slew{};
  bool squares = false;
};

/// The generic drivers on the host, level by level.
inline gradient_arrays gradients_by_levels(gradient_case const& of, gsta::gradient_level level,
                                           own_cost const& own = {}) {
  host_timer const timer(serial_host, of.design, of.timer);
  auto const stars = of.star ? star_of(*of.star) : gsta::star_view<gsta::memory_space::host>{};
  full_flow<gsta::host_executor, float> flow(serial_host, timer, timer.view().design, stars, of.cost);
  flow.find_cost();
  if (own.squares) square_cost(serial_host, timer.view().checks, of.cost, flow.cost);
  if (own.arrival.empty()) {
    flow.find_gradients();
  } else {
    flow.find_gradients(gsta::view_of(own.arrival), gsta::view_of(own.slew));
  }
  gradient_arrays g;
  auto const get = [](auto const& array) { return to_vector(serial_host, array.view()); };
  g.cost = get(flow.cost.cost);
  g.violation = get(flow.cost.violation);
  g.smooth_arrival = get(flow.smooth.node_arrival);
  g.smooth_weight = get(flow.smooth.weight);
  g.arrival = get(flow.arrival_adjoint.node_arrival);
  g.arc_delay = get(flow.arrival_adjoint.arc_delay);
  if (level == gsta::gradient_level::linear) return g;
  g.slew = get(flow.delay_adjoint.slew);
  g.load = get(flow.delay_adjoint.load);
  g.arc_slew = get(flow.delay_adjoint.arc_slew);
  g.made_slew = get(flow.delay_adjoint.made_slew);
  g.wire = get(flow.delay_adjoint.wire);
  g.pin_load = of.star ? get(flow.star_adjoint.pin_load) : get(flow.tree_adjoint.pin_load);
  g.resistance = of.star ? get(flow.star_adjoint.resistance) : get(flow.tree_adjoint.resistance);
  g.capacitance = of.star ? get(flow.star_adjoint.capacitance) : get(flow.tree_adjoint.capacitance);
  if (!of.star) return g;
  g.x = get(flow.star_adjoint.x);
  g.y = get(flow.star_adjoint.y);
  return g;
}

template <class E>
gradient_arrays fetch(E const& exec, gsta::gradients_view<E::space> const& v) {
  auto const get = [&](auto const& array) { return to_vector(exec, array); };
  return {get(v.cost),
          get(v.violation),
          get(v.resistance),
          get(v.capacitance),
          get(v.x),
          get(v.y),
          get(v.node_smooth_arrival),
          get(v.smooth_weight),
          get(v.node_arrival),
          get(v.arc_delay),
          get(v.slew),
          get(v.load),
          get(v.arc_slew),
          get(v.made_slew),
          get(v.pin_load),
          get(v.wire)};
}

/// A case on one executor.
template <class E>
class gradient_case_on {
 public:
  static constexpr gsta::memory_space space = E::space;

  gradient_case_on(E const& exec, gradient_case const& of) : timer(exec, of.design, of.timer) {
    if (!of.star) return;
    x_ = clone(exec, of.star->pin_x);
    y_ = clone(exec, of.star->pin_y);
    ideal_ = clone(exec, of.star->net_is_ideal);
    star = {std::as_const(x_).view(), std::as_const(y_).view(), of.star->unit_resistance,
            of.star->unit_capacitance, std::as_const(ideal_).view()};
  }
  gsta::timer<E> timer;
  std::optional<gsta::star_view<space>> star{};

 private:
  gsta::buffer<float, space> x_, y_;
  gsta::buffer<std::uint8_t, space> ideal_;
};

inline char const* name_of(gsta::gradient_level level) {
  return level == gsta::gradient_level::full ? "full" : "linear";
}

/// What is handed out only where it is asked for, or needed on the way.
inline bool is_spared(std::string const& array) {
  return array == "arc slew" || array == "made slew" || array == "wire" || array == "smooth arrival" ||
         array == "smooth weight";
}

template <class E>
void put_squares(E const& exec, gsta::span<float const, E::space> violation,
                 gsta::span<float, E::space> by_violation) {
  for_each_n(exec, violation.size(), square_op<E::space, float>{violation, by_violation});
}

/// Plans of both levels, fused and in turn, in both orders of stages, run twice, against the level loops.
template <class E>
void plans_equal_levels(E const& exec, gradient_case const& of, bit_comparison& result,
                        bool launches_by_level = true, own_cost const& own = {}) {
  gradient_case_on<E> on(exec, of);
  auto const seed = clone(exec, own.arrival), slew_seed = clone(exec, own.slew);
  for (auto const level : {gsta::gradient_level::linear, gsta::gradient_level::full}) {
    auto const want = gradients_by_levels(of, level, own);
    for (auto const order : {gsta::sweep_order::dataflow, gsta::sweep_order::levels}) {
      for (bool const fused : {true, false}) {
        if (order == gsta::sweep_order::levels && (!launches_by_level || fused)) continue;
        gsta::gradient_options<E> options{level, of.cost, fused};
        options.update.star = on.star;
        options.update.order = order;
        options.tables = options.smooth = !fused;
        options.sharing = fused ? 2 : 1;
        options.seed = seed.view();
        options.slew_seed = slew_seed.view();
        if (own.squares) options.endpoint_cost = put_squares<E>;
        auto plan = on.timer.prepare_gradients(exec, options);
        for (int run = 0; run < 2; ++run) {
          plan.run();
          plan.check();
          std::string const where = std::string(name_of(level)) + (fused ? " fused" : "") +
                                    (order == gsta::sweep_order::levels ? " levels " : " ");
          for_each_array(fetch(exec, plan.gradients()), want,
                         [&](char const* what, auto const& a, auto const& b) {
                           bool const spared = fused && is_spared(what) && a.empty();
                           if (!spared) result.arrays((where + what).c_str(), a, b);
                         });
        }
      }
    }
  }
}

/// Plans by effective capacitances, fused and in turn, run twice, against the calls level by level.
template <class E>
void effective_plans_equal_levels(E const& exec, std::uint64_t seed, bool star, bit_comparison& result,
                                  int pins = 0) {
  auto const design = random_circuit(seed, pins);
  random_places const places(seed, design);
  gradient_case of{design, {}, effective_options(seed), cost_options_of(seed)};
  if (star)
    of.star = gsta_bench::placement{places.x, places.y, places.resistance, places.capacitance, places.ideal};
  auto const want = effective_on(serial_host, design, of.timer, of.cost, star ? &places : nullptr);
  gradient_case_on<E> on(exec, of);
  for (auto const level : {gsta::gradient_level::linear, gsta::gradient_level::full}) {
    for (bool const fused : {true, false}) {
      gsta::gradient_options<E> options{level, of.cost, fused};
      options.update.star = on.star;
      auto plan = on.timer.prepare_gradients(exec, options);
      for (int run = 0; run < 2; ++run) {
        plan.run();
        plan.check();
        auto const got = fetch(exec, plan.gradients());
        std::string const where = std::string(name_of(level)) + (fused ? " fused " : " ");
        auto const compare = [&](char const* what, auto const& a, auto const& b) {
          result.arrays((where + what).c_str(), a, b);
        };
        compare("cost", got.cost, want.cost);
        compare("arc delay", got.arc_delay, want.arc_delay);
        if (level == gsta::gradient_level::linear) continue;
        compare("slew", got.slew, want.slew);
        compare("arc slew", got.arc_slew, want.arc_slew);
        compare("made slew", got.made_slew, want.made_slew);
        compare("load", got.load, want.load);
        compare("pin load", got.pin_load, want.pin_load);
        compare("resistance", got.resistance, want.edges);
        compare("capacitance", got.capacitance, want.nodes);
        compare("x", got.x, want.x);
        compare("y", got.y, want.y);
      }
    }
  }
}

inline gradient_case random_gradient_case(std::uint64_t seed, bool star, int pins = 0) {
  gradient_case of{random_circuit(seed, pins), {}, options_of(seed).timer, cost_options_of(seed)};
  if (!star) return of;
  random_places const places(seed, of.design);
  of.star = gsta_bench::placement{places.x, places.y, places.resistance, places.capacitance, places.ideal};
  return of;
}

inline gradient_case generated_gradient_case(gsta_bench::generate_options const& options, bool star) {
  auto made = gsta_bench::generate_placed(options);
  gradient_case of{std::move(made.design), {}, {}, {}};
  if (star) of.star = std::move(made.pins);
  return of;
}

/// Random circuits as stars and as trees.
template <class E>
void random_plans_equal_levels(E const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    for (bool const star : {true, false}) {
      plans_equal_levels(exec, random_gradient_case(seed, star, pins), result);
      CAPTURE(seed, star, result.report());
      REQUIRE(result.failed == 0);
    }
  }
  CHECK(result.compared > 1000 * (last - first));
}

/// Random circuits by effective capacitances, as stars and as trees.
template <class E>
void random_effective_plans_equal_levels(E const& exec, bit_comparison& result) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (bool const star : {true, false}) {
      effective_plans_equal_levels(exec, seed, star, result);
      CAPTURE(seed, star, result.report());
      REQUIRE(result.failed == 0);
    }
  }
}

/// Seeds of nodes and of pins.
template <class E>
void plans_take_own_seeds(E const& exec) {
  bit_comparison result;
  for (std::uint64_t seed = 20; seed < 26; ++seed) {
    auto const of = random_gradient_case(seed, true);
    host_timer const timer(serial_host, of.design, of.timer);
    own_cost own{std::vector<gsta::per_condition<float>>(timer.nodes().count()),
                 std::vector<gsta::per_condition<float>>(of.design.pin_load.size())};
    prng random(seed);
    for (auto* const seeds : {&own.arrival, &own.slew}) {
      for (auto& s : *seeds) {
        for (int c = 0; c < gsta::conditions; ++c)
          s[c] = random.chance(30) ? static_cast<float>(random.real(-1, 1)) : 0.0f;
      }
    }
    plans_equal_levels(exec, of, result, true, own);
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(result.compared > 5000);
}

/// Squares of what endpoints violate.
template <class E>
void plans_take_own_costs(E const& exec) {
  bit_comparison result;
  for (std::uint64_t seed = 30; seed < 36; ++seed) {
    auto of = random_gradient_case(seed, true);
    of.cost.goal = gsta::smooth_goal::total;
    plans_equal_levels(exec, of, result, true, {.squares = true});
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(result.compared > 5000);
}

}  // namespace gsta_test
