#include <optional>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/rc/elmore.cuh"
#include "gsta/rc/flatten_rc.cuh"
#include "gsta/schemes/wires.cuh"
#include "test/rc/scheme_nets.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;
using gsta::cuda_executor;
using gsta::scheme;
using any_scheme = std::optional<scheme>;  // none: a plan

namespace {

constexpr any_scheme all_schemes[] = {std::nullopt, scheme::net_based, scheme::pin_based, scheme::cte};

/// The papers' schemes refuse to reduce.
bool finds_no_pi(any_scheme how, gsta::wire_options const& options) {
  return options.slew == gsta::wire_slew::reduce && (how == scheme::pin_based || how == scheme::cte);
}

void trees_have_serial_bits(cuda_executor const& exec, gsta::flat_design const& d) {
  auto const design = clone_view(exec, d.view());
  auto const rc = flatten_rc(exec, design.view);
  auto trees = make_rc_state(exec, design.view);
  for (auto const& options : wire_options_of_all_kinds()) {
    auto const want = wires_on(gsta::host_executor{}, d, options);
    for (any_scheme const how : all_schemes) {
      wire_arrays<cuda_executor> wires(exec, design.view, options);
      auto const update = [&] {
        if (!how) return make_wire_plan(exec, design.view, rc.forest.view, wires.state, options).run(exec);
        update_wires(exec, design.view, rc.forest.view, trees, wires.state, options, *how);
      };
      if (finds_no_pi(how, options)) {
        CHECK_THROWS_AS(update(), gsta::argument_error);
        continue;
      }
      update();
      CAPTURE(how ? static_cast<int>(*how) : -1);
      CHECK(same_results(want, wires.fetch(exec)));
    }
  }
}

void stars_have_serial_bits(cuda_executor const& exec, placed_nets const& nets) {
  auto const design = clone_view(exec, nets.design.view());
  star_arrays<cuda_executor> const star(exec, nets);
  for (auto const& options : wire_options_of_all_kinds()) {
    auto const want = star_on(gsta::host_executor{}, nets, options);
    for (any_scheme const how : all_schemes) {
      wire_arrays<cuda_executor> wires(exec, design.view, options);
      auto const update = [&] {
        if (!how) return make_wire_plan(exec, design.view, star.view(), wires.state, options).run(exec);
        update_star_wires(exec, design.view, star.view(), wires.state, options, *how);
      };
      if (finds_no_pi(how, options)) {
        CHECK_THROWS_AS(update(), gsta::argument_error);
        continue;
      }
      update();
      CAPTURE(how ? static_cast<int>(*how) : -1);
      CHECK(same_results(want, wires.fetch(exec)));
    }
  }
}

/// Values that change in place reach a plan that was recorded before.
void recorded_plans_see_new_values(cuda_executor const& exec, gsta::wire_options options) {
  auto d = scheme_nets(5, true, {100, 600});
  auto const design = clone_view(exec, d.view());
  auto const rc = flatten_rc(exec, design.view);
  auto r = clone(exec, d.rc_resistance), c = clone(exec, d.rc_capacitance);
  auto bound = design.view;
  bound.rc.resistance = r.view();
  bound.rc.capacitance = c.view();
  wire_arrays<cuda_executor> wires(exec, design.view, options);
  auto const plan = make_wire_plan(exec, bound, rc.forest.view, wires.state, options);
  exec.sync();
  auto const work =
      gsta::captured_work::record(exec, [&](cuda_executor const& recording) { plan.run(recording); });
  for (int round = 0; round < 3; ++round) {
    for (float& x : d.rc_resistance) x *= 1.25f;
    for (float& x : d.rc_capacitance) x *= 0.75f;
    copy(exec, gsta::view_of(std::as_const(d.rc_resistance)), r.view());
    copy(exec, gsta::view_of(std::as_const(d.rc_capacitance)), c.view());
    work.launch(exec);
    CAPTURE(round);
    CHECK(same_results(wires_on(gsta::host_executor{}, d, options), wires.fetch(exec)));
  }
}

/// A plan that is bound to other arrays writes these and what never changes in them.
void rebound_plans_write_other_arrays(cuda_executor const& exec, gsta::wire_options options) {
  auto const d = scheme_nets(8, true, {100, 600});
  auto const design = clone_view(exec, d.view()), other = clone_view(exec, d.view());
  auto const rc = flatten_rc(exec, design.view);
  wire_arrays<cuda_executor> first(exec, design.view, options), second(exec, design.view, options);
  auto plan = make_wire_plan(exec, design.view, rc.forest.view, first.state, options);
  plan.rebind(exec, other.view, second.state);
  plan.run(exec);
  CHECK(same_results(wires_on(gsta::host_executor{}, d, options), second.fetch(exec)));

  auto const nets = place_nets(sink_counts(8, 100, 600), 8);
  auto const placed = clone_view(exec, nets.design.view());
  star_arrays<cuda_executor> const star(exec, nets), moved(exec, nets);
  wire_arrays<cuda_executor> third(exec, placed.view, options), fourth(exec, placed.view, options);
  auto stars = make_wire_plan(exec, placed.view, star.view(), third.state, options);
  stars.rebind(exec, placed.view, moved.view(), fourth.state);
  stars.run(exec);
  CHECK(same_results(star_on(gsta::host_executor{}, nets, options), fourth.fetch(exec)));
}

void recorded_plans_see_new_places(cuda_executor const& exec, gsta::wire_options options) {
  auto nets = place_nets(sink_counts(6, 100, 600), 6);
  auto const design = clone_view(exec, nets.design.view());
  star_arrays<cuda_executor> star(exec, nets);
  wire_arrays<cuda_executor> wires(exec, design.view, options);
  auto const plan = make_wire_plan(exec, design.view, std::as_const(star).view(), wires.state, options);
  exec.sync();
  auto const work =
      gsta::captured_work::record(exec, [&](cuda_executor const& recording) { plan.run(recording); });
  for (int round = 0; round < 3; ++round) {
    for (float& x : nets.x) x = 300 - x / 2;
    copy(exec, gsta::view_of(std::as_const(nets.x)), star.x.view());
    work.launch(exec);
    CAPTURE(round);
    CHECK(same_results(star_on(gsta::host_executor{}, nets, options), wires.fetch(exec)));
  }
}

}  // namespace

TEST_CASE("every scheme for trees has the serial bits on CUDA", "[rc][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      CAPTURE(seed);
      trees_have_serial_bits(exec, scheme_nets(seed, seed % 2 == 1, {300, 1000}));
    }
  });
}

TEST_CASE("every scheme for trees has the serial bits on CUDA with nets of thousands of sinks", "[rc]") {
  with_cuda(
      [](cuda_executor const& exec) { trees_have_serial_bits(exec, scheme_nets(7, true, {20000, 6000})); });
}

TEST_CASE("every scheme for a few trees has the serial bits on CUDA", "[rc][race]") {
  with_cuda([](cuda_executor const& exec) {
    for (bool const broken : {false, true}) trees_have_serial_bits(exec, scheme_nets(11, broken, {12, 1000}));
  });
}

TEST_CASE("stars on CUDA agree with doubles", "[rc][small]") {
  with_cuda([](cuda_executor const& exec) { check_star(exec); });
}

TEST_CASE("every scheme for stars has the serial bits on CUDA", "[rc][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      CAPTURE(seed);
      stars_have_serial_bits(exec, place_nets(sink_counts(seed, 300, seed == 0 ? 6000 : 1000), seed));
    }
  });
}

TEST_CASE("every scheme for a few stars has the serial bits on CUDA", "[rc][race]") {
  with_cuda([](cuda_executor const& exec) {
    stars_have_serial_bits(exec, place_nets(sink_counts(9, 12, 600), 9));
  });
}

TEST_CASE("recorded plans of wires see values that change in place", "[rc][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (auto const slew : {gsta::wire_slew::degrade, gsta::wire_slew::reduce}) {
      recorded_plans_see_new_values(exec, {slew});
      recorded_plans_see_new_places(exec, {slew});
      rebound_plans_write_other_arrays(exec, {slew});
    }
  });
}

TEST_CASE("a design without nets has plans that do nothing on CUDA", "[rc][small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::flat_design d;
    d.add_pin();
    trees_have_serial_bits(exec, d);
    placed_nets nets;
    nets.design = d;
    nets.x = nets.y = {0};
    stars_have_serial_bits(exec, nets);
  });
}
