#pragma once

#include <cstring>

#include "gsta/forward/detail/ceff/stage.hpp"
#include "gsta/forward/effective.hpp"
#include "test/forward/ceff_stages.hpp"
#include "test/support/catch.hpp"

/// Stages solved a condition at a time, on any backend.
namespace gsta_test {

namespace ceff = gsta::detail::ceff;
using gsta::memory_space;

template <class R>
struct stage_result {
  R delay, slew;
  R sink_delay[sinks_each], sink_slew[sinks_each];
  std::int32_t is_lumped, has_no_ramp;
};

template <class R, memory_space S>
struct solve_stage_op {
  gsta::packed_tables_view<S> tables;
  ceff::measures_view<R, S> measures;
  gsta::span<four_stages const, S> stages;
  gsta::span<stage_result<R>, S> results;  // [4 * stages]
  ceff::solver_trips trips;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    using N = gsta::math::rounded<R>;
    four_stages const& four = stages[i / conditions];
    int const c = static_cast<int>(i % conditions);
    auto const measure = measures.at(four.measure, gsta::edge_of(c));
    auto const row = ceff::row_of(tables, four.table, c, N::of(four.slew[c]));
    ceff::pi_network<R> const net{N::of(four.total[c]), N::of(four.wire[c]), N::of(four.far_end[c])};
    auto const stage = ceff::solve_driver(row, measure, net, trips);
    stage_result<R> result;
    result.delay = stage.delay.value;
    result.slew = stage.slew.value;
    result.is_lumped = stage.is_lumped ? 1 : 0;
    result.has_no_ramp = stage.has_no_ramp ? 1 : 0;
    for (int k = 0; k < sinks_each; ++k) {
      auto const sink = ceff::solve_sink(stage, measure, N::of(four.elmore[k][c]), trips);
      result.sink_delay[k] = sink.delay.value;
      result.sink_slew[k] = sink.slew.value;
    }
    results[i] = result;
  }
};

/// A set's stages, solved on `exec`.
template <class R, class E>
std::vector<stage_result<R>> solved_on(E const& exec, stage_set const& set, ceff::solver_trips const& trips) {
  gsta::buffer<ceff::edge_measure<R>, E::space> edges;
  gsta::buffer<ceff::curve_piece<R>, E::space> curves;
  auto rows = set.measures;
  rows.push_back({});
  gsta::detail::make_measures(exec, rows, edges, curves);
  auto const tables = clone(exec, set.tables);
  auto const stages = clone(exec, set.stages);
  gsta::buffer<stage_result<R>, E::space> results(exec, set.stages.size() * conditions);
  for_each_n(exec, results.size(),
             solve_stage_op<R, E::space>{{tables.view()},
                                         {std::as_const(edges).view(), std::as_const(curves).view()},
                                         stages.view(),
                                         results.view(),
                                         trips});
  return to_vector(exec, std::as_const(results).view());
}

template <class R>
bool same_bits(stage_result<R> const& a, stage_result<R> const& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// `exec` against the serial host, bit for bit.
template <class R, class E>
void stages_have_the_hosts_bits(E const& exec, std::size_t quadruples) {
  for (stage_kind const kind : {stage_kind::usual, stage_kind::stress}) {
    std::uint64_t const seed = kind == stage_kind::usual ? 11 : 12;
    stage_set const set = stage_maker(seed, kind).make(quadruples);
    auto const want = solved_on<R>(gsta::host_executor{}, set, {});
    auto const got = solved_on<R>(exec, set, {});
    REQUIRE(got.size() == conditions * quadruples);
    REQUIRE(want.size() == got.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < got.size(); ++i) different += same_bits(got[i], want[i]) ? 0 : 1;
    CAPTURE(seed);
    CHECK(different == 0);
  }
}

}  // namespace gsta_test
