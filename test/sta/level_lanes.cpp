#include "gsta/forward/level_lanes.hpp"

#include <utility>

#include "bench/generate.hpp"
#include "gsta/slack/level_lanes.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;

namespace {

/// The loops over levels in lanes, and the generic drivers' on the same timer.
template <class E>
class loops {
 public:
  loops(E const& exec, gsta::flat_design const& design, gsta::timer_options const& options)
      : exec_(exec), t_(exec, design, options) {
    t_.update(exec);
  }

  void compare(bit_comparison& result) {
    if (t_.is_effective())
      sweep(t_.effective_model());
    else
      sweep(t_.delay_model_of());
    result.arrays("slew", list(t_.delays().slew), list(delays_.slew));
    result.arrays("delay", list(t_.delays().arc_delay), list(delays_.arc_delay));
    result.arrays("sink", list(state_of(t_).stages.sink), sinks_);
    result.arrays("arrival", list(t_.arrivals().node_arrival), list(arrivals_.node_arrival));
    result.arrays("predecessor", list(t_.arrivals().node_predecessor), list(arrivals_.node_predecessor));
    result.arrays("required", list(t_.slacks().node_required), list(slacks_.node_required));
    result.arrays("slack", list(t_.slacks().node_slack), list(slacks_.node_slack));
  }

  /// Whether there are cells whose tables pack, so that lanes look them up.
  bool is_packed() const {
    auto const& design = t_.view().design;
    auto const tables = pack_tables(exec_, design.luts, design.arcs.types);
    for (gsta::id const type : design.arcs.type)
      if (tables.of_type[type].is_packed()) return true;
    return false;
  }

 private:
  static constexpr gsta::memory_space S = E::space;

  template <class T>
  std::vector<T> list(gsta::buffer<T, S> const& from) const {
    return to_vector(exec_, from.view());
  }

  /// The generic drivers first; then in lanes, over what nothing is right of.
  template <class Model>
  void sweep(Model const& model) {
    delays_ = make_delay_state(exec_, t_.view().design.pin_count(), t_.view().arc_map.size());
    arrivals_ = make_arrival_state(exec_, t_.nodes().count());
    slacks_ = make_slack_state(exec_, t_.nodes().count(), t_.view().checks.check.size(),
                               t_.view().checks.endpoint_pin.size());
    propagate_delays(exec_, t_.pins(), model, delays_);
    propagate_arrivals(exec_, t_.arrival_nodes(), delays_, arrivals_);
    update_required(exec_, t_.arrival_nodes(), t_.checked_against(), t_.view().design.luts, delays_,
                    arrivals_, slacks_, t_.options().capture);
    sinks_ = list(state_of(t_).stages.sink);
    fill(exec_, state_of(t_).stages.sink.view(), gsta::sink_timing{});
    for (auto* const of :
         {&state_of(t_).delays.slew, &state_of(t_).delays.arc_delay, &state_of(t_).arrivals.node_arrival,
          &state_of(t_).slacks.node_required, &state_of(t_).slacks.node_slack})
      fill(exec_, of->view(), gsta::same_value(-77));
    fill(exec_, state_of(t_).arrivals.node_predecessor.view(),
         gsta::per_condition<gsta::id>{{-7, -7, -7, -7}});
    gsta::propagate_delays_in_lanes(exec_, t_.pins(), model, state_of(t_).delays);
    gsta::propagate_arrivals_in_lanes(exec_, t_.arrival_nodes(), state_of(t_).delays, state_of(t_).arrivals);
    gsta::update_required_in_lanes(exec_, t_.arrival_nodes(), t_.checked_against(), t_.view().design.luts,
                                   state_of(t_).delays, state_of(t_).arrivals, state_of(t_).slacks,
                                   t_.options().capture);
  }

  E exec_;
  gsta::timer<E> t_;
  gsta::delay_state<S> delays_;
  gsta::arrival_state<S> arrivals_;
  gsta::slack_state<S> slacks_;
  std::vector<gsta::sink_timing> sinks_;
};

}  // namespace

TEST_CASE("loops over levels in lanes have the bits of the generic drivers", "[sta][small]") {
  on_host_backends([](auto const& exec) {
    bit_comparison result;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
      auto options = options_of(seed).timer;
      if (seed % 3 == 2) options.delays.model = gsta::cell_model::effective;
      if (seed % 9 == 5) options.delays.effective.precision = gsta::ceff_precision::in_double;
      loops of(exec, seed % 4 == 3 ? parallel_circuit(seed, 150) : random_circuit(seed), options);
      of.compare(result);
      CAPTURE(seed, result.report());
      REQUIRE(result.failed == 0);
    }
    CHECK(result.compared > 100000);
  });
}

TEST_CASE("they have them of cells whose tables lie side by side for them, too", "[sta][small]") {
  on_host_backends([](auto const& exec) {
    bit_comparison result;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      auto shape = gsta_bench::preset("small");
      shape.seed = seed;
      shape.cells = 2000, shape.pins = 6220, shape.levels = 20;
      shape.wires = seed % 3 == 0 ? gsta_bench::generated_wires::star : gsta_bench::generated_wires::tree;
      shape.tags = seed % 4 == 1 ? 3 : 1;
      shape.conditional = seed % 4 == 2;
      shape.undefined_inputs = seed % 4 == 3 ? 5 : 0;
      if (seed % 2 == 1) shape.data_derate_late = 1100, shape.clock_derate_early = 900;
      auto const design = gsta_bench::generate(shape);
      for (bool const effective : {false, true}) {
        auto options = options_of(seed).timer;
        if (effective) options.delays.model = gsta::cell_model::effective;
        loops of(exec, design, options);
        CHECK(of.is_packed());
        of.compare(result);
        CAPTURE(seed, effective, result.report());
        REQUIRE(result.failed == 0);
      }
    }
    CHECK(result.compared > 500000);
  });
}
