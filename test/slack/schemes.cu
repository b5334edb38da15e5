#include "bench/generate.hpp"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/forward/plan.cuh"
#include "gsta/schemes/propagate.cuh"
#include "gsta/schemes/required.cuh"
#include "gsta/sta/timer.cuh"
#include "test/slack/schemes_body.hpp"
#include "test/support/cuda.cuh"
#include "test/support/timer_state.hpp"

using namespace gsta_test;
using gsta::cuda_executor;
using gsta::scheme;
using gsta::sweep_order;

namespace {

constexpr scheme paper_schemes[] = {scheme::net_based, scheme::pin_based, scheme::cte};
constexpr sweep_order orders[] = {sweep_order::levels, sweep_order::dataflow};

using device_timer = gsta::timer<cuda_executor>;
using device_arrays = pass_arrays<cuda_executor>;

/// Whether pins that are nodes take both layers in one sweep, or one after the other as others do.
enum class layers { together, apart };

void run_scheme(cuda_executor const& exec, device_timer const& t, device_arrays& out, scheme how,
                layers what) {
  if (what == layers::together) {
    propagate(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), out.delays, out.arrivals, how);
  } else {
    propagate_delays(exec, t.pins(), t.delay_model_of(), out.delays, how);
    propagate_arrivals(exec, t.arrival_nodes(), out.delays, out.arrivals, how);
  }
  update_required(exec, t.arrival_nodes(), t.view().checks, t.view().design.luts, out.delays, out.arrivals,
                  out.slacks, gsta::required_options{t.options().capture, how});
}

void run_backward(cuda_executor const& exec, device_timer const& t, device_arrays& out, sweep_order order,
                  gsta::device_span<std::uint8_t const> inlined) {
  auto plan = make_backward_plan(exec, t.arrival_nodes(), t.view().design.net_arc_count(), inlined,
                                 t.view().checks, t.options().capture);
  update_required(exec, t.view().checks, t.view().design.luts, plan, out.delays, out.arrivals, out.slacks,
                  order);
}

void run_plans(cuda_executor const& exec, device_timer const& t, device_arrays& out, sweep_order order,
               layers what) {
  if (what == layers::together) {
    auto plan = make_fused_plan(exec, t.pins(), t.arrival_nodes(), t.view().design);
    propagate(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), plan, out.delays, out.arrivals,
              {.order = order});
    run_backward(exec, t, out, order, plan.cut.inlined.view());
  } else {
    auto delay_plan = make_delay_plan(exec, t.pins(), t.view().design);
    auto arrival_plan = make_arrival_plan(exec, t.arrival_nodes(), t.view().design);
    propagate_delays(exec, t.pins(), t.delay_model_of(), delay_plan, out.delays, {.order = order});
    propagate_arrivals(exec, t.arrival_nodes(), arrival_plan, out.delays, out.arrivals, {.order = order});
    run_backward(exec, t, out, order, arrival_plan.cut.inlined.view());
  }
}

/// A case timed by the level loop on the host, and its timer on the device with wires up to date.
struct timed_case {
  scheme_case const& of;
  pass_results want;
  device_timer timer;
  device_arrays out;

  timed_case(cuda_executor const& exec, scheme_case const& from)
      : of(from),
        want(by_level_loop(from.design, from.options)),
        timer(exec, from.design, from.options),
        out(exec, timer) {
    gsta::delay_options const& delays = timer.options().delays;
    update_wires(exec, timer.view().design, timer.view().forest, state_of(timer).trees, state_of(timer).wires,
                 {delays.wires, delays.unreached});
  }

  std::vector<layers> ways() const {
    return timer.nodes().one_per_pin ? std::vector{layers::together, layers::apart}
                                     : std::vector{layers::apart};
  }

  void compare(cuda_executor const& exec) const {
    auto const result = compare_bits(want, fetch(exec, out.delays, out.arrivals, out.slacks));
    CAPTURE(of.name, result.report());
    CHECK(result.failed == 0);
  }
};

void schemes_have_the_bits_of_the_loop(cuda_executor const& exec, scheme_case const& of) {
  timed_case timed(exec, of);
  for (scheme const how : paper_schemes) {
    for (layers const what : timed.ways()) {
      CAPTURE(static_cast<int>(how), what == layers::together);
      timed.out.spoil(exec, gsta::same_value(-12345.0f));
      run_scheme(exec, timed.timer, timed.out, how, what);
      timed.compare(exec);
    }
  }
}

void plans_have_the_bits_of_the_loop(cuda_executor const& exec, scheme_case const& of) {
  timed_case timed(exec, of);
  for (sweep_order const order : orders) {
    for (layers const what : timed.ways()) {
      CAPTURE(order == sweep_order::dataflow, what == layers::together);
      timed.out.spoil(exec, gsta::undefined_arrival());
      run_plans(exec, timed.timer, timed.out, order, what);
      timed.compare(exec);
    }
  }
}

/// Some thousand cells with all that generated designs can have.
scheme_case generated_case(int tags, gsta::capture_required capture) {
  auto options = gsta_bench::preset("small");
  options.tags = tags;
  options.conditional = true;
  options.undefined_inputs = 3;
  options.large_nets = {1001, 6000};
  return {std::string("generated with tags ").append(std::to_string(tags)),
          gsta_bench::generate(options),
          {{}, capture}};
}

template <class Run>
void for_generated_cases(Run const& run) {
  for (int const tags : {1, 3}) {
    for (auto const capture : {gsta::capture_required::leave_out, gsta::capture_required::from_data_slack})
      run(generated_case(tags, capture));
  }
}

/// Slews and required times that change in place reach launches that were recorded before.
void recorded_launches_see_new_values(cuda_executor const& exec, scheme how) {
  auto of = random_case(3, 3000);
  timed_case timed(exec, of);
  auto slews = clone(exec, of.design.asserted_slew);
  timed.timer.view().design.asserted_slew = std::as_const(slews).view();
  exec.sync();
  layers const what = timed.ways().front();
  auto const work = gsta::captured_work::record(exec, [&](cuda_executor const& recording) {
    run_scheme(recording, timed.timer, timed.out, how, what);
  });
  for (int round = 0; round < 3; ++round) {
    for (auto& slew : of.design.asserted_slew) {
      for (int c = 0; c < gsta::conditions; ++c) slew[c] *= 1.5f;
    }
    copy(exec, gsta::view_of(std::as_const(of.design.asserted_slew)), slews.view());
    timed.out.spoil(exec, gsta::same_value(-12345.0f));
    work.launch(exec);
    timed.want = by_level_loop(of.design, of.options);
    CAPTURE(round);
    timed.compare(exec);
  }
}

}  // namespace

TEST_CASE("every scheme has the bits of the level loop on random circuits", "[slack][schemes][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 0; seed < 25; ++seed)
      schemes_have_the_bits_of_the_loop(exec, random_case(seed));
    for (auto const& of : tiny_cases()) schemes_have_the_bits_of_the_loop(exec, of);
  });
}

TEST_CASE("every scheme has the bits of the level loop on more random circuits", "[slack][schemes]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 25; seed < 200; ++seed)
      schemes_have_the_bits_of_the_loop(exec, random_case(seed));
    for (std::uint64_t seed = 1000; seed < 1004; ++seed)
      schemes_have_the_bits_of_the_loop(exec, random_case(seed, 60000));
  });
}

TEST_CASE("every scheme lets the first of equals stay, in rows of all sizes", "[slack][schemes][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      for (auto const& of : star_cases(seed)) schemes_have_the_bits_of_the_loop(exec, of);
    }
  });
}

TEST_CASE("every scheme has the bits of the level loop on generated designs", "[slack][schemes]") {
  with_cuda([](cuda_executor const& exec) {
    for_generated_cases([&](scheme_case const& of) { schemes_have_the_bits_of_the_loop(exec, of); });
  });
}

TEST_CASE("every scheme has the bits of the level loop on a few vertices", "[slack][schemes][race]") {
  with_cuda([](cuda_executor const& exec) {
    schemes_have_the_bits_of_the_loop(exec, {"star", star_of_arcs(1, {70, 130}), {}});
    schemes_have_the_bits_of_the_loop(exec, random_case(5, 60));
  });
}

TEST_CASE("schemes run from recorded launches", "[slack][schemes][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (scheme const how : paper_schemes) {
      CAPTURE(static_cast<int>(how));
      recorded_launches_see_new_values(exec, how);
    }
  });
}

TEST_CASE("plans have the bits of the level loop on random circuits", "[slack][plans][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) plans_have_the_bits_of_the_loop(exec, random_case(seed));
    for (auto const& of : tiny_cases()) plans_have_the_bits_of_the_loop(exec, of);
  });
}

TEST_CASE("plans have the bits of the level loop on more random circuits", "[slack][plans]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 25; seed < 200; ++seed)
      plans_have_the_bits_of_the_loop(exec, random_case(seed));
    for (std::uint64_t seed = 1000; seed < 1004; ++seed)
      plans_have_the_bits_of_the_loop(exec, random_case(seed, 60000));
  });
}

TEST_CASE("plans let the first of equals stay, in rows of all sizes", "[slack][plans][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      for (auto const& of : star_cases(seed)) plans_have_the_bits_of_the_loop(exec, of);
    }
  });
}

TEST_CASE("plans have the bits of the level loop on generated designs", "[slack][plans]") {
  with_cuda([](cuda_executor const& exec) {
    for_generated_cases([&](scheme_case const& of) { plans_have_the_bits_of_the_loop(exec, of); });
  });
}
