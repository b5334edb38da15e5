#include <limits>

#include "gsta/sta/host_flow.cuh"
#include "gsta/sta/snapshot.hpp"
#include "test/sta/credited_latches_body.hpp"
#include "test/support/cuda.cuh"
#include "test/support/parallel_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/spoiled_designs.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;
using gsta::cuda_executor;
using gsta::memory_space;

namespace {

/// Overlapped or not, by the loop over levels or by plans.
std::vector<gsta::host_flow_options> all_ways(gsta::timer_options const& timing) {
  std::vector<gsta::host_flow_options> ways;
  for (bool const overlap : {false, true}) {
    ways.push_back({.timing = timing, .overlap = overlap});
    ways.push_back(
        {.timing = timing, .overlap = overlap, .plan = gsta::plan_options<gsta::memory_space::device>{}});
  }
  return ways;
}

/// Places for every pin, and some nets without wires.
struct places {
  std::vector<float> x, y;
  std::vector<std::uint8_t> ideal;
  places(gsta::flat_design const& design, std::uint64_t seed) {
    prng random(seed);
    for (std::size_t i = 0; i < design.pin_load.size(); ++i) {
      x.push_back(random.real(0, 100));
      y.push_back(random.real(0, 100));
    }
    for (std::size_t i = 0; i < design.net_driver.size(); ++i) ideal.push_back(random.chance(20));
  }
  gsta::star_view<memory_space::host> view() const {
    return {gsta::view_of(x), gsta::view_of(y), 0.002f, 0.2f, gsta::view_of(ideal)};
  }
};

gsta::timing_snapshot time_stars(cuda_executor const& exec, gsta::flat_design const& design, places const& at,
                                 gsta::timer_options const& timing) {
  gsta::timer<cuda_executor> t(exec, design, timing);
  auto const x = clone(exec, at.x), y = clone(exec, at.y);
  auto const ideal = clone(exec, at.ideal);
  update_star_wires(exec, t.view().design, {x.view(), y.view(), 0.002f, 0.2f, ideal.view()},
                    state_of(t).wires, {timing.delays.wires, timing.delays.unreached});
  propagate(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), state_of(t).delays, state_of(t).arrivals);
  update_required(exec, t.arrival_nodes(), t.view().checks, t.view().design.luts, state_of(t).delays,
                  state_of(t).arrivals, state_of(t).slacks, timing.capture);
  return take_snapshot(exec, t);
}

}  // namespace

TEST_CASE("a flow from host arrays gives the bits of a timer and its update, whatever overlaps", "[small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::pinned_pieces pieces({.threads = 3, .piece_bytes = 1000});
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      bool const together = seed % 4 == 1;  // drivers charge nets, by effective capacitances
      auto const design = together ? parallel_circuit(seed) : random_circuit(seed);
      auto timing = options_of(seed).timer;
      if (together) timing.delays.model = gsta::cell_model::effective;
      auto const expected = snapshot_on(exec, design, timing);
      auto const ways = all_ways(timing);
      for (std::size_t i = 0; i < 2 * ways.size(); ++i) {
        CAPTURE(seed, i);
        gsta::host_flow flow(exec, design, pieces, ways[i / 2]);
        require_same(expected, take_snapshot(exec, flow.timing()));
      }
    }
  });
}

TEST_CASE("a flow with credits, latches or effective capacitances gives the bits of a timer and its update",
          "[small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::pinned_pieces pieces({.threads = 3, .piece_bytes = 1000});
    std::size_t latched = 0;
    auto const compare = [&](gsta::flat_design const& design, gsta::timer_options const& timing) {
      auto const expected = snapshot_on(exec, design, timing);
      latched += !expected.latches.empty();
      for (auto const& way : all_ways(timing)) {  // where there is no plan, by the loop in its place
        CAPTURE(way.overlap, way.plan.has_value());
        gsta::host_flow flow(exec, design, pieces, way);
        auto const found = take_snapshot(exec, flow.timing());
        require_same(expected, found);
        REQUIRE((found.credits == nullptr) == (expected.credits == nullptr));
        if (expected.credits == nullptr) continue;
        bit_comparison bits;
        bits.arrays("credits", found.credits->credit, expected.credits->credit);
        INFO(bits.report());
        CHECK(bits.failed == 0);
      }
    };
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
      CAPTURE(seed);
      auto timing = options_of(seed).timer;
      if (seed % 3 != 0) timing.credits = gsta::common_path::by_pin;
      if (seed % 3 != 1) timing.delays.model = gsta::cell_model::effective;
      compare(random_circuit(seed), timing);
      prng random(seed);
      latch_circuits::credited_circuit const built(random);
      gsta::timer_options credited;
      if (seed % 3 != 0) credited.credits = built.convention;
      compare(built.made().design, credited);
    }
    CHECK(latched > 4);
  });
}

namespace {

/// The same design, its longest arrays external as a snapshot's are.
gsta::flat_design borrowed_of(gsta::flat_design design) {
  auto const keep = std::make_shared<gsta::flat_design>(design);
  auto external = std::make_shared<gsta::external_arrays>();
  auto const all = keep->view();
  external->pin_load = all.pin_load, external->asserted_slew = all.asserted_slew;
  external->rc_node_begin = all.rc.node_begin, external->rc_edge_begin = all.rc.edge_begin;
  external->rc_root = all.rc.root, external->rc_node_sink = all.rc.node_sink;
  external->rc_edge_a = all.rc.edge_a, external->rc_edge_b = all.rc.edge_b;
  external->rc_capacitance = all.rc.capacitance, external->rc_resistance = all.rc.resistance;
  external->rc_response = all.rc.response, external->arc_derate = all.arcs.derate;
  external->keep = keep;
  design.pin_load.clear(), design.asserted_slew.clear();
  design.rc_node_begin.clear(), design.rc_edge_begin.clear(), design.rc_root.clear();
  design.rc_node_sink.clear(), design.rc_edge_a.clear(), design.rc_edge_b.clear();
  design.rc_capacitance.clear(), design.rc_resistance.clear();
  design.rc_response.clear(), design.arc_derate.clear();
  design.external = external;
  return design;
}

}  // namespace

TEST_CASE(
    "a flow from external arrays gives the bits of a timer, and refuses what is spoilt in the same words",
    "[small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::pinned_pieces pieces({.threads = 3, .piece_bytes = 1000});
    for (std::uint64_t seed = 40; seed < 52; ++seed) {
      auto const design = random_circuit(seed);
      auto const external = borrowed_of(design);
      auto timing = options_of(seed).timer;
      if (seed % 3 == 0) timing.credits = gsta::common_path::by_pin;
      auto const expected = snapshot_on(exec, design, timing);
      require_same(expected, snapshot_on(exec, external, timing));
      for (auto const& way : all_ways(timing)) {
        CAPTURE(seed, way.overlap, way.plan.has_value());
        gsta::host_flow flow(exec, external, pieces, way);
        require_same(expected, take_snapshot(exec, flow.timing()));
      }
    }
    std::size_t k = 0;
    for (auto const& ways : {spoiled_ids(), spoiled_sizes(), spoiled_rows(), spoiled_values()}) {
      for (auto const& spoil : ways) {
        gsta::flat_design design = whole_design();
        spoil(design);
        std::string expected, found;
        try {
          gsta::validate(design);
        } catch (gsta::argument_error const& e) {
          expected = e.what();
        }
        try {
          auto const external = borrowed_of(design);
          gsta::host_flow const flow(exec, external, pieces, {.overlap = k % 2 == 0});
        } catch (gsta::argument_error const& e) {
          found = e.what();
        }
        CAPTURE(k);
        CHECK(!expected.empty());
        CHECK(found == expected);
        ++k;
      }
    }
  });
}

TEST_CASE("a flow with placed pins gives the bits of star wires", "[small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::pinned_pieces pieces({.threads = 2, .piece_bytes = 4096});
    for (std::uint64_t seed = 20; seed < 26; ++seed) {
      auto const design = random_circuit(seed);
      places const at(design, seed);
      auto const timing = options_of(seed).timer;
      auto const expected = time_stars(exec, design, at, timing);
      for (auto way : all_ways(timing)) {
        CAPTURE(seed, way.overlap, way.plan.has_value());
        way.star = at.view();
        gsta::host_flow flow(exec, design, pieces, way);
        REQUIRE(flow.star());
        require_same(expected, take_snapshot(exec, flow.timing()));
      }
    }
  });
}

TEST_CASE("slacks of a flow come down, and the flow says how long its stages took", "[small]") {
  with_cuda([](cuda_executor const& exec) {
    auto const design = random_circuit(5);
    auto const expected = snapshot_on(exec, design, {});
    gsta::flow_times times;
    auto const result = gsta::time_from_host(exec, design, {.times = &times});
    bit_comparison bits;
    bits.arrays("slack", result.node_slack, expected.node_slack);
    bits.values("setup", result.setup.tns, expected.setup.tns);
    bits.values("hold", result.hold.tns, expected.hold.tns);
    INFO(bits.report());
    CHECK(bits.failed == 0);
    CHECK(result.endpoint_slack.size() == expected.endpoint_pin.size());
    CHECK(times.stages().size() > 8);
    for (auto const& stage : times.stages()) CHECK(stage.begin <= stage.end);
  });
}

TEST_CASE("a flow refuses on the device what validate refuses on the host, in the same words", "[small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::pinned_pieces pieces({.threads = 2, .piece_bytes = 4096});
    std::size_t k = 0;
    for (auto const& ways :
         {spoiled_ids(), spoiled_sizes(), spoiled_rows(), spoiled_others(), spoiled_values()}) {
      for (auto const& spoil : ways) {
        gsta::flat_design design = whole_design();
        spoil(design);
        std::string expected, found;
        try {
          gsta::validate(design);
        } catch (gsta::argument_error const& e) {
          expected = e.what();
        }
        try {
          gsta::host_flow const flow(exec, design, pieces, {.overlap = k % 2 == 0});
        } catch (gsta::argument_error const& e) {
          found = e.what();
        }
        CAPTURE(k);
        CHECK(!expected.empty());
        CHECK(found == expected);
        ++k;
      }
    }
    exec.sync();
    auto const design = whole_design();
    gsta::host_flow flow(exec, design, pieces);  // the device is still in order
    require_same(snapshot_on(exec, design, {}), take_snapshot(exec, flow.timing()));
  });
}

TEST_CASE("a flow with placed pins refuses loads and slews that are none, and asks for no extracted wires",
          "[small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::pinned_pieces pieces({.threads = 2, .piece_bytes = 4096});
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (int const which : {0, 1, 2}) {
      gsta::flat_design design = whole_design();
      places const at(design, 1);
      if (which == 0) design.pin_load.back()[2] = nan;
      if (which == 1) design.asserted_slew.front()[1] = nan;
      for (auto way : all_ways({})) {
        CAPTURE(which, way.overlap, way.plan.has_value());
        way.star = at.view();
        if (which < 2) {
          CHECK_THROWS_AS(gsta::host_flow(exec, design, pieces, way), gsta::argument_error);
        } else {
          CHECK_NOTHROW(gsta::host_flow(exec, design, pieces, way));
        }
      }
    }
  });
}

TEST_CASE("a loop is reported while the rest is on its way", "[small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::pinned_pieces pieces({.threads = 1, .piece_bytes = 4096});
    auto design = random_circuit(5);
    gsta::id const a = design.add_pin(), b = design.add_pin();
    design.add_arc(a, b, 0);
    design.add_arc(b, a, 0);
    if (!design.arc_derate.empty())
      design.arc_derate.resize(design.net_sink.size() + design.arc_from.size(), gsta::none);
    if (design.arc_types.empty()) design.add_arc_type({});
    CHECK_THROWS_AS(gsta::host_flow(exec, design, pieces), gsta::graph_error);
  });
}
