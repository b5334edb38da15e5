// An op in lanes must not depend on how many conditions it handles at a time: what a device does with a
// thread for each, the host does with a vector for all.

#include <cstring>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "test/rc/wires_body.hpp"

using namespace gsta;

namespace {

struct all_arrays {
  std::vector<std::vector<per_condition<float>>> of;
};

/// What the op writes; `by_net` chooses the way.
all_arrays run_op(flat_design const& design, wire_options options, bool by_net) {
  host_executor const exec;
  auto const view = clone_view(exec, design.view());
  auto const rc = flatten_rc(exec, view.view);
  auto trees = make_rc_state(exec, view.view);
  auto wires = make_wire_state(exec, view.view, options.slew);
  for (auto* const array : {&trees.load, &trees.delay, &trees.ldelay, &trees.beta, &wires.load}) {
    fill(exec, array->view(), same_value(-1.0f));
  }
  fill(exec, wires.sink.view(), gsta::wire_answer{same_value(-1.0f), same_value(-1.0f)});
  fill(exec, wires.pi.view(), gsta::pi_load{same_value(-1.0f), same_value(-1.0f)});
  gsta::detail::elmore_op<memory_space::host> const op{
      view.view,         rc.forest.view,    trees.load.view(), trees.delay.view(), trees.ldelay.view(),
      trees.beta.view(), wires.sink.view(), wires.load.view(), wires.pi.view(),    options};
  auto const run = [&]<class Op>(Op const& in_lanes) {
    auto const nets = design.net_driver.size();
    if (by_net) {
      for_each_n(exec, nets, gsta::detail::by_net<Op>{in_lanes});
    } else {
      for_each_n(exec, conditions * nets, gsta::detail::by_condition<Op>{in_lanes});
    }
  };
  if (op.reduces()) {
    run(gsta::detail::reducing<gsta::detail::elmore_op<memory_space::host>>{op});
  } else {
    run(op);
  }
  all_arrays result;
  for (auto* const array : {&trees.load, &trees.delay, &trees.ldelay, &trees.beta, &wires.load}) {
    result.of.push_back(to_vector(exec, array->view()));
  }
  for (gsta::pi_load const& pi : to_vector(exec, wires.pi.view()))
    result.of.push_back({pi.far_end, pi.resistance});
  for (gsta::wire_answer const& sink : to_vector(exec, wires.sink.view()))
    result.of.push_back({sink.delay, sink.impulse});
  return result;
}

}  // namespace

TEST_CASE("the wires of a net have the same bits one condition at a time and all at once") {
  for (bool const broken : {false, true}) {
    for (auto const slew : {wire_slew::keep, wire_slew::degrade, wire_slew::reduce}) {
      for (auto const unreached : {unreached_sink::undefined, unreached_sink::no_delay}) {
        CAPTURE(broken, static_cast<int>(slew));
        auto const design = gsta_test::many_nets(11, broken);
        auto const together = run_op(design, {slew, unreached}, true);
        auto const apart = run_op(design, {slew, unreached}, false);
        for (std::size_t k = 0; k < together.of.size(); ++k) {
          CAPTURE(k);
          REQUIRE(together.of[k].size() == apart.of[k].size());
          CHECK(std::memcmp(together.of[k].data(), apart.of[k].data(),
                            together.of[k].size() * sizeof(per_condition<float>)) == 0);
        }
        CHECK(together.of.back() !=
              std::vector<per_condition<float>>(together.of.back().size(), same_value(-1.0f)));
      }
    }
  }
}
