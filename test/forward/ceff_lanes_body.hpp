#pragma once

#include "gsta/forward/detail/ceff/lanes.hpp"
#include "test/forward/ceff_body.hpp"

/// Four conditions side by side against one at a time.
namespace gsta_test {

/// A set's stages as a host core solves them.
inline std::vector<stage_result<float>> solved_in_lanes(stage_set const& set,
                                                        ceff::solver_trips const& trips) {
  using V = gsta::math::host_lanes;
  using N = gsta::math::rounded<V>;
  using gsta::four_lanes;
  gsta::buffer<ceff::edge_measure<float>, memory_space::host> edges;
  gsta::buffer<ceff::curve_piece<float>, memory_space::host> curves;
  auto rows = set.measures;
  rows.push_back({});
  gsta::detail::make_measures(gsta::host_executor{}, rows, edges, curves);
  ceff::measures_view<float, memory_space::host> const measures{std::as_const(edges).view(),
                                                                std::as_const(curves).view()};
  std::vector<stage_result<float>> results;
  for (four_stages const& four : set.stages) {
    ceff::measure_lanes<V> const measure(measures, four.measure);
    ceff::packed_row_lanes<V> const row({gsta::view_of(set.tables)}, four.table, four_lanes::load(four.slew));
    auto const number = [](per_condition<float> const& x) { return N::of(four_lanes::load(x)); };
    ceff::pi_network<V> const net{number(four.total), number(four.wire), number(four.far_end)};
    auto const stage = ceff::solve_driver(row, measure, net, trips);
    per_condition<float> delay, slew, lumped, no_ramp, sink_delay[sinks_each], sink_slew[sinks_each];
    stage.delay.lanes().store(delay);
    stage.slew.lanes().store(slew);
    choose(stage.is_lumped, N(1.0), N(0.0)).lanes().store(lumped);
    choose(stage.has_no_ramp, N(1.0), N(0.0)).lanes().store(no_ramp);
    for (int k = 0; k < sinks_each; ++k) {
      auto const sink = ceff::solve_sink(stage, measure, number(four.elmore[k]), trips);
      sink.delay.lanes().store(sink_delay[k]);
      sink.slew.lanes().store(sink_slew[k]);
    }
    for (int c = 0; c < conditions; ++c) {
      stage_result<float> one{delay[c], slew[c], {}, {}, lumped[c] > 0, no_ramp[c] > 0};
      for (int k = 0; k < sinks_each; ++k) {
        one.sink_delay[k] = sink_delay[k][c];
        one.sink_slew[k] = sink_slew[k][c];
      }
      results.push_back(one);
    }
  }
  return results;
}

inline void lanes_have_the_scalar_bits(std::size_t quadruples) {
  for (stage_kind const kind : {stage_kind::usual, stage_kind::stress}) {
    std::uint64_t const seed = kind == stage_kind::usual ? 21 : 22;
    stage_set const set = stage_maker(seed, kind).make(quadruples);
    for (ceff::solver_trips const& trips : {ceff::solver_trips{}, ceff::solver_trips{3, 2, 2}}) {
      auto const want = solved_on<float>(gsta::host_executor{}, set, trips);
      auto const got = solved_in_lanes(set, trips);
      REQUIRE(got.size() == conditions * quadruples);
      std::size_t different = 0;
      for (std::size_t i = 0; i < got.size(); ++i) different += same_bits(got[i], want[i]) ? 0 : 1;
      CAPTURE(seed, trips.charge);
      CHECK(different == 0);
    }
  }
}

}  // namespace gsta_test
