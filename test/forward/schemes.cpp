#include "gsta/forward/detail/row_pass.hpp"
#include "test/slack/schemes_body.hpp"
#include "test/support/row_op.hpp"

using namespace gsta_test;
using gsta::host_executor;

namespace {

/// What the level loop finds, and row passes by so many lanes: slews, delays, arrivals, predecessors.
void rows_pass_forward(scheme_case const& of) {
  constexpr auto host = gsta::memory_space::host;
  host_executor const exec;
  gsta::timer<host_executor> t(exec, of.design, of.options);
  t.update(exec);
  for (id const lanes : {1, 8, 32}) {
    for (bool const fused : {true, false}) {
      if (fused && !t.nodes().one_per_pin) continue;
      pass_arrays<host_executor> out(exec, t);
      out.spoil(exec, gsta::same_value(-12345.0f));
      auto const delay = gsta::detail::delay_op(t.pins(), t.delay_model_of(), out.delays);
      auto const arrival = gsta::detail::arrival_op(t.arrival_nodes(), out.delays, out.arrivals);
      if (fused) {
        using pass = gsta::detail::forward_row<host, true, true>;
        sweep_forward(exec, t.order(), row_op<pass>{{delay, arrival}, lanes});
      } else {
        using delay_pass = gsta::detail::forward_row<host, true, false>;
        using arrival_pass = gsta::detail::forward_row<host, false, true>;
        sweep_forward(exec, t.order(), row_op<delay_pass>{{delay, {}}, lanes});
        sweep_forward(exec, t.nodes().order, row_op<arrival_pass>{{{}, arrival}, lanes});
      }
      bit_comparison result;
      auto const same = [&](char const* what, auto const& got, auto const& want) {
        result.arrays(what, to_vector(exec, got.view()), to_vector(exec, want.view()));
      };
      same("slew", out.delays.slew, t.delays().slew);
      same("delay", out.delays.arc_delay, t.delays().arc_delay);
      same("arrival", out.arrivals.node_arrival, t.arrivals().node_arrival);
      same("predecessor", out.arrivals.node_predecessor, t.arrivals().node_predecessor);
      CAPTURE(of.name, lanes, fused, result.report());
      REQUIRE(result.failed == 0);
    }
  }
}

}  // namespace

TEST_CASE("a forward pass by rows has the bits of the level loop", "[prop][small]") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) rows_pass_forward(random_case(seed));
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (auto const& of : star_cases(seed)) rows_pass_forward(of);
  }
  for (auto const& of : tiny_cases()) rows_pass_forward(of);
}
