#include "gsta/forward/detail/row_pass.hpp"
#include "gsta/slack/detail/row_pass.hpp"
#include "test/slack/schemes_body.hpp"
#include "test/support/row_op.hpp"

using namespace gsta_test;
using gsta::conditions;
using gsta::host_executor;

namespace {

constexpr auto host = gsta::memory_space::host;

pass_results by_rows(scheme_case const& of, id lanes, bool fused) {
  host_executor const exec;
  gsta::timer<host_executor> t(exec, of.design, of.options);
  t.update(exec);
  pass_arrays<host_executor> out(exec, t);
  out.spoil(exec, gsta::same_value(-12345.0f));
  auto const delay = gsta::detail::delay_op(t.pins(), t.delay_model_of(), out.delays);
  auto const arrival = gsta::detail::arrival_op(t.arrival_nodes(), out.delays, out.arrivals);
  if (fused && t.nodes().one_per_pin) {
    using pass = gsta::detail::forward_row<host, true, true>;
    sweep_forward(exec, t.order(), row_op<pass>{{delay, arrival}, lanes});
  } else {
    using delay_pass = gsta::detail::forward_row<host, true, false>;
    using arrival_pass = gsta::detail::forward_row<host, false, true>;
    sweep_forward(exec, t.order(), row_op<delay_pass>{{delay, {}}, lanes});
    sweep_forward(exec, t.nodes().order, row_op<arrival_pass>{{{}, arrival}, lanes});
  }
  update_checks(exec, t.view().checks, t.view().design.luts, out.delays, out.arrivals, out.slacks);
  auto const nodes = t.arrival_nodes();
  using pass = gsta::detail::backward_row<host>;
  sweep_backward(
      exec, t.nodes().order,
      row_op<pass>{
          {{nodes.graph, t.view().checks, of.options.capture == gsta::capture_required::from_data_slack,
            nodes.edges, std::as_const(out.delays.arc_delay).view(),
            std::as_const(out.arrivals.node_arrival).view(), std::as_const(out.slacks.check_required).view(),
            out.slacks.node_required.view(), out.slacks.node_slack.view()}},
          lanes});
  return fetch(exec, out.delays, out.arrivals, out.slacks);
}

void rows_have_the_bits_of_the_loop(scheme_case const& of) {
  auto const want = by_level_loop(of.design, of.options);
  for (id const lanes : {1, 8, 32}) {
    for (bool const fused : {true, false}) {
      auto const result = compare_bits(want, by_rows(of, lanes, fused));
      CAPTURE(of.name, lanes, fused, result.report());
      REQUIRE(result.failed == 0);
    }
  }
}

}  // namespace

TEST_CASE("rows shared out by condition and arc have the bits of the level loop", "[slack][small]") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) rows_have_the_bits_of_the_loop(random_case(seed));
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    for (auto const& of : star_cases(seed)) rows_have_the_bits_of_the_loop(of);
  }
  for (auto const& of : tiny_cases()) rows_have_the_bits_of_the_loop(of);
}

TEST_CASE("the order of equals shows in the bits of the tests of schemes", "[slack][small]") {
  std::size_t minus = 0, plus = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    auto const result = by_level_loop(star_of_arcs(seed, {40, 64}), {});
    for (auto const* array : {&result.slew, &result.arrival, &result.required}) {
      per_condition<float> const at_output = (*array)[41];
      for (int c = 0; c < conditions; ++c) {
        minus += at_output[c] == 0 && std::signbit(at_output[c]);
        plus += at_output[c] == 0 && !std::signbit(at_output[c]);
      }
    }
  }
  CHECK(minus > 5);
  CHECK(plus > 5);
}
