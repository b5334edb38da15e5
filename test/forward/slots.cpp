// The arithmetic of a slot a condition at a time, as devices sweep with it, walked by the host in the order
// of the tiles: the level loop's bits.
#include "test/forward/contest_options.hpp"
#include "test/forward/swept_body.hpp"

namespace {

using gsta::conditions;
using gsta::delay_layout;
using gsta::forward_plan;
using gsta::host_executor;
using gsta::id;
using gsta::none;
using gsta::detail::forward_layer;
using gsta::detail::value_candidate;

constexpr auto host_space = gsta::memory_space::host;

/// What the sweep of `plan` leaves, scattered by id.
template <bool Slews, bool Arrivals>
auto sweep_slots(forward_plan<host_space, Slews, Arrivals>& plan,
                 forward_layer<host_space, Slews, Arrivals> const& layer,
                 gsta::host_span<id const> fanin_begin) {
  using layer_type = forward_layer<host_space, Slews, Arrivals>;
  host_executor const exec;
  gsta::detail::sweep_results<host_space, typename layer_type::storage> const results{plan.values.view(),
                                                                                      plan.positions.view()};
  for_each_n(exec, conditions * plan.cut.source.size(),
             gsta::detail::source_op<host_space, layer_type>{layer, plan.cut.source.view(),
                                                             plan.cut.source_value.view(), results});
  auto const& records = plan.cut.tiles.records;
  value_candidate nothing[conditions], best[conditions];
  for (int c = 0; c < conditions; ++c) nothing[c] = best[c] = {layer.undefined(c), none};
  for (std::size_t slot = 0; slot < records.size(); ++slot) {
    gsta::forward_record const& record = records[slot];
    if (!record.flags.occupied()) continue;
    for (int c = 0; c < conditions; ++c) {
      if (int const in = record.flags.edges().input(c); in >= 0) {
        auto const from = layer.fetch(record, c);
        auto const passed = layer.finish(record.flags, record, static_cast<id>(slot), c, in, from,
                                         layer.prepare(record, c, from), results.read(record.source, in));
        best[c].merge(c, {passed.at, record.position});
      } else if (record.flags.has_cell()) {
        layer.keep_delay(record, static_cast<id>(slot), c, gsta::undefined_arrival(c));
      }
      if (record.flags.following() > 0 || record.flags.continues()) continue;
      results.write(record.value, c,
                    record.flags.asserted() ? layer.merge_asserted(record.target, c, best[c]) : best[c]);
      best[c] = nothing[c];
    }
  }
  gsta::detail::scatter_op<host_space, layer_type> const scatter{layer, plan.cut.scatter.view(), fanin_begin,
                                                                 results, true};
  for_each_n(exec, plan.cut.scatter.size(), scatter);
  return scatter;
}

/// A value asked of a sweep without scattering it is the one that it scattered; so is an inlined sink's wire
/// delay.
template <class Scatter>
void compare_asked(gsta_test::bit_comparison& result, Scatter const& scatter,
                   gsta::delay_state<host_space> const& delays,
                   gsta::arrival_state<host_space> const& arrivals) {
  using storage = typename decltype(scatter.results)::storage;
  for (std::size_t v = 0; v < scatter.records.size(); ++v) {
    gsta::scatter_record const record = scatter.records[v];
    for (int c = 0; c < conditions; ++c) {
      auto const at = scatter.at(v, c);
      if (storage::both || storage::is_slew) result.values("slew asked", at.slew, delays.slew[v][c]);
      if (storage::both || !storage::is_slew)
        result.values("arrival asked", at.arrival, arrivals.node_arrival[v][c]);
      if (record.wire == none) continue;
      float const wire = delays.arc_delay[static_cast<std::size_t>(record.wire)][c];
      result.values("wire asked", scatter.wire_delay(record, c), wire);
    }
  }
}

/// Both layers at once where pins are nodes, and one after the other, with delays left by arc and by slot.
void compare_slots(gsta::timer<host_executor>& timer, gsta_test::bit_comparison& result) {
  host_executor const exec;
  auto const pins = timer.pins();
  auto const nodes = timer.arrival_nodes();
  auto const design = timer.view().design;
  auto const scatter_delays = [&](auto const& plan, auto& delays) {
    if (plan.cell_delay.empty()) return;
    for_each_n(exec, design.cell_arc_count(),
               gsta::detail::scatter_delays_op<host_space>{plan.cell_delay.view(), plan.arc_slot.view(),
                                                           delays.arc_delay.view(), design.net_arc_count()});
  };
  for (auto const where : {delay_layout::by_arc, delay_layout::by_slot}) {
    if (nodes.one_per_pin) {
      auto [delays, arrivals] = gsta_test::spoiled_states(exec, timer);
      auto plan = gsta::make_fused_plan(exec, pins, nodes, design, where);
      gsta::detail::set_silent_arcs(exec, pins, delays);
      auto const swept = sweep_slots<true, true>(
          plan,
          {timer.delay_model_of(), plan.tables.view(), pins.asserted_slew, nodes.asserted, delays.slew.view(),
           arrivals.node_arrival.view(), delays.arc_delay.view(), arrivals.node_predecessor.view(),
           plan.cell_delay.view()},
          pins.graph.fanin_begin);
      scatter_delays(plan, delays);
      compare_forward(exec, result, delays, arrivals, timer);
      compare_asked(result, swept, delays, arrivals);
    }
    auto [delays, arrivals] = gsta_test::spoiled_states(exec, timer);
    auto first = gsta::make_delay_plan(exec, pins, design, where);
    auto second = gsta::make_arrival_plan(exec, nodes, design, first.arc_slot.view());
    gsta::detail::set_silent_arcs(exec, pins, delays);
    auto const slews = sweep_slots<true, false>(first,
                                                {timer.delay_model_of(),
                                                 first.tables.view(),
                                                 pins.asserted_slew,
                                                 {},
                                                 delays.slew.view(),
                                                 {},
                                                 delays.arc_delay.view(),
                                                 {},
                                                 first.cell_delay.view()},
                                                pins.graph.fanin_begin);
    auto const swept = sweep_slots<false, true>(second,
                                                {{},
                                                 {},
                                                 {},
                                                 nodes.asserted,
                                                 {},
                                                 arrivals.node_arrival.view(),
                                                 delays.arc_delay.view(),
                                                 arrivals.node_predecessor.view(),
                                                 first.cell_delay.view()},
                                                nodes.graph.fanin_begin);
    scatter_delays(first, delays);
    compare_forward(exec, result, delays, arrivals, timer);
    compare_asked(result, slews, delays, arrivals);
    compare_asked(result, swept, delays, arrivals);
  }
}

}  // namespace

TEST_CASE("slots a condition at a time give the bits of the level loop on random circuits",
          "[forward][swept]") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto const design = gsta_test::random_circuit(seed);
    gsta::timer<host_executor> timer({}, design, gsta_test::options_of(seed).timer);
    timer.update({});
    gsta_test::bit_comparison result;
    compare_slots(timer, result);
    compared += result.compared;
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(compared > 10'000);
}

TEST_CASE("slots a condition at a time give the bits of the level loop on generated designs",
          "[forward][swept]") {
  for (auto const& options : gsta_test::swept_designs()) {
    if (options.cells > 1000) continue;
    auto const design = gsta_bench::generate(options);
    gsta::timer<host_executor> timer({}, design, gsta_test::contest());
    timer.update({});
    gsta_test::bit_comparison result;
    compare_slots(timer, result);
    CAPTURE(result.report());
    CHECK(result.failed == 0);
  }
}
