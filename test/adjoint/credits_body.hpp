#pragma once

#include <map>
#include <utility>
#include <vector>

#include "gsta/sta/credit_gradients.hpp"
#include "test/adjoint/adjoint_case.hpp"
#include "test/adjoint/credit_tree.hpp"

namespace gsta_test::credits {

/// How circuit `seed` is timed: both conventions, lanes swept all at once or in windows.
inline gsta::timer_options credit_options_of(std::uint64_t seed) {
  gsta::timer_options options;
  options.credits = seed / 2 % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
  options.credit_levels_at_once = seed % 3;
  return options;
}
inline gsta::exact_cost_options exact_options_of(std::uint64_t seed) {
  gsta::exact_cost_options options;
  options.goal = seed / 4 % 2 == 0 ? gsta::smooth_goal::total : gsta::smooth_goal::worst;
  options.side = seed / 8 % 3 == 0 ? gsta::split::early : gsta::split::late;
  return options;
}

/// The exact TNS or worst slack of all paths, one by one, in double. Delays may move: required times follow
/// the clocks that capture.
class exact_cost : public credit_trees::all_paths {
 public:
  template <class E>
  exact_cost(credit_trees::circuit const& of, gsta::timer<E> const& timer,
             std::vector<gsta::per_edge> const& required)
      : all_paths(of) {
    convention = timer.options().credits;
    for (std::size_t i = 0; i < timer.view().checks.check.size(); ++i) {
      auto const& listed = timer.view().checks.check[i];
      auto const& check = of.checks[static_cast<std::size_t>(listed.source)];
      id const tag = timer.nodes().node_tag[static_cast<std::size_t>(listed.data)];
      for (int e = 0; e < 2; ++e) {
        if (!gsta::math::is_defined(required[i][e])) continue;
        ends_.push_back({&check, e,
                         of.has_tags ? timer.nodes().tags[static_cast<std::size_t>(tag)].launch_edge : -1,
                         static_cast<double>(required[i][e]) - captured(check)});
      }
    }
  }

  double find(gsta::exact_cost_options const& options) {
    std::map<id, double> worst_of;
    for (auto const& end : ends_) {
      if (end.check->late != (options.side == gsta::split::late)) continue;
      double const slack = worst(*end.check, end.edge, captured(*end.check) + end.offset, end.launch_edge);
      auto const [at, fresh] = worst_of.try_emplace(end.check->data, slack);
      at->second = std::min(at->second, slack);
    }
    double total = 0, largest = -std::numeric_limits<double>::infinity();
    for (auto const& [pin, slack] : worst_of) {
      total += std::max(0.0, -slack);
      largest = std::max(largest, -slack);
    }
    return options.goal == gsta::smooth_goal::total ? total : largest;
  }

 private:
  struct end {
    credit_trees::circuit::check const* check;
    int edge, launch_edge;
    double offset;
  };
  double captured(credit_trees::circuit::check const& check) const {
    return clock_at(check.clock, 2 * !check.late + check.active);
  }
  std::vector<end> ends_;
};

/// All that gradients of credits write, on the host.
struct credit_arrays {
  double cost = 0;
  std::vector<gsta::per_condition<float>> node_arrival, arc_delay, asserted, slew, load, pin_load;
};

template <class E>
credit_arrays credit_gradients_on(E const& exec, flat_design const& design,
                                  gsta::timer_options const& options, gsta::exact_cost_options const& cost) {
  gsta::timer<E> timer(exec, design, options);
  timer.update(exec);
  auto found = gsta::make_credit_gradients(exec, timer);
  for (int round = 0; round < 2; ++round) gsta::find_credit_gradients(exec, timer, cost, found);
  return {found.cost,
          to_vector(exec, std::as_const(found.arrivals.by.node_arrival).view()),
          to_vector(exec, std::as_const(found.arrivals.by.arc_delay).view()),
          to_vector(exec, std::as_const(found.arrivals.asserted).view()),
          to_vector(exec, std::as_const(found.delays.slew).view()),
          to_vector(exec, std::as_const(found.delays.load).view()),
          to_vector(exec, std::as_const(found.trees.pin_load).view())};
}

/// Gradients of credits on an executor against the host's.
template <class E>
void credit_gradients_have_serial_bits(E const& exec, std::uint64_t first, std::uint64_t last) {
  bit_comparison result;
  std::size_t moving = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    credit_trees::circuit const small(seed, seed % 2 == 1, seed % 5 != 0);
    auto large = random_circuit(seed, 200);
    large.conventions.worst_clock_paths = true;
    for (flat_design const* design : {&small.design, static_cast<flat_design const*>(&large)}) {
      auto options = options_of(seed).timer;
      options.credits = credit_options_of(seed).credits;
      options.credit_levels_at_once = credit_options_of(seed).credit_levels_at_once;
      auto const want = credit_gradients_on(gsta::host_executor{}, *design, options, exact_options_of(seed));
      auto const got = credit_gradients_on(exec, *design, options, exact_options_of(seed));
      result.arrays("cost", std::vector<double>{got.cost}, std::vector<double>{want.cost});
      result.arrays("node arrival", got.node_arrival, want.node_arrival);
      result.arrays("arc delay", got.arc_delay, want.arc_delay);
      result.arrays("asserted", got.asserted, want.asserted);
      result.arrays("slew", got.slew, want.slew);
      result.arrays("load", got.load, want.load);
      result.arrays("pin load", got.pin_load, want.pin_load);
      CAPTURE(seed, result.report());
      REQUIRE(result.failed == 0);
      for (auto const& by : want.arc_delay) moving += by[0] != 0 || by[2] != 0;
    }
  }
  CHECK(result.compared > 100 * (last - first));
  CHECK(moving > 5 * (last - first));
}

}  // namespace gsta_test::credits
