#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "bench/device_compare.cuh"
#include "bench/device_graphs.cuh"
#include "bench/device_stages.cuh"
#include "bench/device_targets.hpp"

namespace gsta_bench {

/// All figures of one design, table by table.
class device_measurement {
 public:
  device_measurement(gsta::cuda_executor const& exec, machine_facts const& machine, equality& equal,
                     target_list& targets)
      : exec_(exec), machine_(machine), equal_(&equal), targets_(&targets) {}

  /// Whole updates, and parts where they take no time.
  void run_updates(bench_design const& of) {
    constexpr std::size_t most_pins_for_parts = 100'000;
    std::printf("\n### %s\n\n", of.name.c_str());
    device_case on(exec_, of);
    check_schemes(exec_, on, on.pins() <= most_pins_for_parts, *equal_);
    print_updates(on, false);
    if (on.pins() <= most_pins_for_parts) print_stage_table(exec_, on, machine_);
    std::fflush(stdout);
  }

  void run(bench_design const& of) {
    constexpr std::size_t most_pins_for_host = 3'000'000;  // the host takes a second a million pins
    std::printf("\n### %s\n\n", of.name.c_str());
    double const before = memory_in_use(exec_);
    forget_peak();
    device_case on(exec_, of);
    {
      auto const plan = on.timer.prepare(exec_, on.plan_options({}, {}));
      put_memory(on, memory_in_use(exec_) - before, memory_in_use(exec_, true) - before);
    }
    check_schemes(exec_, on, on.pins() <= most_pins_for_host, *equal_);
    print_updates(on);
    print_making_nodes(on);
    print_stage_table(exec_, on, machine_);
    put_once(on.source->name, print_once_table(exec_, on, machine_));
    std::fflush(stdout);
  }

 private:
  void put_memory(device_case const& on, double bytes, double peak) {
    auto const pins = static_cast<double>(on.pins());
    targets_->put(on.source->name + " memory", bytes / pins);
    std::printf(
        "%zu pins, %zu nodes, %zu levels, %zu net arcs, %zu cell arcs, %zu checks, %zu RC nodes; "
        "device memory %.1f bytes a pin with a plan of the whole update (%.1f while it is made)\n\n",
        on.pins(), on.timer.nodes().count(), on.timer.order().count(), on.timer.view().design.net_arc_count(),
        on.timer.view().design.cell_arc_count(), on.timer.view().checks.check.size(),
        on.timer.view().design.rc.capacitance.size(), bytes / pins, peak / pins);
  }
  void put_once(std::string const& name, graph_times const& times) {
    targets_->put(name + " levelize", times.levelize);
    if (times.flatten > 0) targets_->put(name + " flatten_rc", times.flatten);
  }

  /// What several tags cost: nodes a pin, the update's time a node, and how long making nodes takes.
  void print_making_nodes(device_case& on) {
    auto const& timer = on.timer;
    std::string const& name = on.source->name;
    auto const nodes = static_cast<double>(timer.nodes().count());
    targets_->put(name + " ns a node", 1e6 * targets_->at(name + " update") / nodes);
    if (timer.nodes().one_per_pin) return;
    auto const start = std::chrono::steady_clock::now();
    auto const made =
        make_nodes(exec_, gsta::detail::state_of(timer).graph, timer.order(), timer.view().arc_map,
                   on.source->design.sources, gsta::arrival_rules_of(on.source->design));
    std::chrono::duration<double, std::milli> const spent = std::chrono::steady_clock::now() - start;
    targets_->put(name + " making nodes", spent.count());
    std::printf(
        "\n%.2f nodes a pin, %.3f ns a node; making them, files and checks apart: %.0f ms (%zu tags)\n\n",
        nodes / static_cast<double>(on.pins()), targets_->at(name + " ns a node"), spent.count(),
        made.tags.size());
  }

  double plan_ms(device_case& on, gsta::update_extent extent, gsta::sweep_order order, bool check = false) {
    auto plan = on.timer.prepare(exec_, on.plan_options(extent, order));
    double const ms = median_ms(exec_, [&](int run) { on.change(exec_, run); }, [&] { plan.run(); });
    if (check) check_changed(exec_, on, plan, *equal_);
    return ms;
  }
  double scheme_ms(device_case& on, paper_scheme how) {
    return captured_ms(
        exec_, [&](int run) { on.change(exec_, run); },
        [&](gsta::cuda_executor const& inner) { on.update(inner, how); });
  }

  void print_updates(device_case& on, bool both_orders = true) {
    using gsta::sweep_order, gsta::update_extent;
    std::string const& name = on.source->name;
    constexpr update_extent extents[] = {update_extent::paths, update_extent::all_pins,
                                         update_extent::endpoints};
    constexpr char const* reach[] = {"update", "update, all pins", "update, endpoints"};
    double chosen[3], flow[3]{}, levels[3]{};
    for (int i = 0; i < 3; ++i) {
      chosen[i] = plan_ms(on, extents[i], sweep_order::automatic, i == 0);
      if (both_orders) flow[i] = plan_ms(on, extents[i], sweep_order::dataflow);
      if (both_orders) levels[i] = plan_ms(on, extents[i], sweep_order::levels);
      targets_->put(name + " " + reach[i], chosen[i]);
    }
    std::printf("\n| %s: whole update, ms | paths | all pins | endpoints only |\n|---|---|---|---|\n",
                name.c_str());
    std::printf("| ours | %.4f | %.4f | %.4f |\n", chosen[0], chosen[1], chosen[2]);
    if (both_orders) std::printf("| ours, dataflow | %.4f | %.4f | %.4f |\n", flow[0], flow[1], flow[2]);
    if (both_orders) std::printf("| ours, levels | %.4f | %.4f | %.4f |\n", levels[0], levels[1], levels[2]);
    for (auto const how : {gsta::scheme::net_based, gsta::scheme::pin_based, gsta::scheme::cte}) {
      double const ms = scheme_ms(on, how);
      targets_->put(name + " " + name_of(how), ms);
      std::printf("| %s | %.4f | | |\n", name_of(how), ms);
    }
    std::printf("| level loop | %.4f | | |\n", scheme_ms(on, {}));
    std::printf(
        "| summary of one side, waits | %.4f | | |\n",
        median_ms(
            exec_, [](int) {}, [&] { on.timer.summary(exec_, gsta::split::late); }, launches::as_they_come));
  }

  gsta::cuda_executor exec_;
  machine_facts machine_;
  equality* equal_;
  target_list* targets_;
};

}  // namespace gsta_bench
