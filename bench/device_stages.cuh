#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/device_bytes.hpp"
#include "bench/device_case.cuh"

namespace gsta_bench {

/// A part of an update, measured after the parts in front of it.
struct device_stage {
  std::string name;
  std::function<void(gsta::cuda_executor const&)> enqueue;
  double bytes = 0;
  std::size_t levels = 1;    ///< that follow each other
  double level_latency = 0;  ///< ms that each of them costs at least
  bool instead_of_one =
      false;  ///< another way of what a part in front does; none of the later parts needs it
};

namespace detail {
template <class Tiles>
std::size_t levels_of(Tiles const& tiles) {
  std::size_t levels = 0;
  for (std::size_t l = 0; l + 1 < tiles.level_begin.size(); ++l)
    levels += tiles.level_begin[l] != tiles.level_begin[l + 1];
  return levels;
}

inline stage_sizes sizes_of(device_case const& on) {
  auto const& t = on.timer;
  auto const& design = t.view().design;
  return {.pins = design.pin_count(),
          .nets = design.nets.driver.size(),
          .net_arcs = design.net_arc_count(),
          .cell_arcs = design.cell_arc_count(),
          .rc_nodes = design.rc.capacitance.size(),
          .rc_edges = design.rc.resistance.size(),
          .nodes = t.nodes().count(),
          .node_arcs = t.view().node_graph.arc_count(),
          .checks = t.view().checks.check.size(),
          .check_bytes = sizeof(gsta::timing_check),
          .endpoints = t.view().checks.endpoint_pin.size()};
}

inline std::vector<device_stage> scheme_stages(device_case& on, paper_scheme how,
                                               machine_facts const& machine) {
  auto const n = sizes_of(on);
  std::size_t const layers = on.timer.nodes().one_per_pin ? 1 : 2;
  std::size_t const pin_levels = on.timer.order().count(), node_levels = on.timer.nodes().order.count();
  return {{"wires", [&on, how](auto const& exec) { on.wires(exec, how); },
           on.star ? star_bytes(n, false) : tree_bytes(n, false), 1, machine.node},
          {"forward", [&on, how](auto const& exec) { on.forward(exec, how); }, loop_forward_bytes(n),
           layers == 1 ? pin_levels : pin_levels + node_levels, machine.early_node},
          {"checks, backward", [&on, how](auto const& exec) { on.backward(exec, how); },
           loop_backward_bytes(n), node_levels, machine.early_node}};
}
}  // namespace detail

/// The parts of gsta's own scheme over pins that are nodes, with plans of their own.
class swept_parts {
 public:
  swept_parts(gsta::cuda_executor const& exec, device_case& on, machine_facts const& machine)
      : on_(&on), machine_(machine) {
    auto& t = on.timer;
    auto const& design = t.view().design;
    forward_ = make_fused_plan(exec, t.pins(), t.arrival_nodes(), design, gsta::delay_layout::by_slot);
    backward_ = make_backward_plan(exec, t.arrival_nodes(), design.net_arc_count(),
                                   std::as_const(forward_.cut.inlined).view(), t.view().checks,
                                   t.options().capture, std::as_const(forward_.arc_slot).view());
    if (on.star) {
      star_.emplace(make_wire_plan(exec, design, *on.star, gsta::detail::state_of(t).wires, on.wire_rules()));
    } else {
      trees_.emplace(
          make_wire_plan(exec, design, t.view().forest, gsta::detail::state_of(t).wires, on.wire_rules()));
    }
    sizes_ = detail::sizes_of(on);
    sizes_.forward_slots = forward_.cut.tiles.records.size();
    sizes_.forward_values = forward_.cut.values;
    sizes_.backward_slots = backward_.cut.tiles.records.size();
    sizes_.backward_values = backward_.cut.values;
  }
  swept_parts(swept_parts const&) = delete;
  swept_parts& operator=(swept_parts const&) = delete;

  /// As `device_update` puts them, for paths.
  std::vector<device_stage> list() {
    std::vector<device_stage> all;
    add_forward(all);
    add_checks(all);
    if (!scatters_together())
      add_single(all, "scatter arrivals", scatter_forward_bytes(sizes_, true), scatter_forward());
    add_backward(all);
    if (scatters_together()) {
      add_single(all, "scatter all", scatter_forward_bytes(sizes_, true) + scatter_backward_bytes(sizes_),
                 scatter_together(true));
      add_single(all, "scatter all, without paths",
                 scatter_forward_bytes(sizes_, false) + scatter_backward_bytes(sizes_),
                 scatter_together(false));
    } else {
      add_single(all, "scatter slacks", scatter_backward_bytes(sizes_) + arrival_bytes(), scatter_backward());
    }
    add_single(all, "scatter delays of cell arcs", scatter_delays_bytes(sizes_),
               [this](executor const& exec) {
                 scatter_delays(exec, forward_, gsta::detail::state_of(on_->timer).delays, sizes_.net_arcs);
               });
    return all;
  }

 private:
  using executor = gsta::cuda_executor;
  using work = std::function<void(executor const&)>;

  /// Whether arrivals may wait for required times, as `device_update` decides it.
  bool scatters_together() const {
    auto const& t = on_->timer;
    return t.view().design.rc.response.empty() && t.view().design.arcs.derate.empty() &&
           t.options().capture == gsta::capture_required::leave_out;
  }
  double arrival_bytes() const { return detail::bytes(sizes_.pins, 16); }
  gsta::swept_timing<gsta::memory_space::device> timing(bool paths) {
    auto& t = on_->timer;
    return swept_timing_of(t.pins(), t.arrival_nodes(), t.delay_model_of(), forward_,
                           gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals, paths);
  }

  void add_single(std::vector<device_stage>& all, char const* name, double bytes, work enqueue) {
    all.push_back({name, std::move(enqueue), bytes, 1, machine_.node});
  }
  /// Both orders; the first is what later parts build on.
  template <class Sweep>
  void add_sweep(std::vector<device_stage>& all, std::string const& name, double bytes, std::size_t levels,
                 Sweep const& sweep) {
    all.push_back({name + ", dataflow", sweep(gsta::sweep_order::dataflow), bytes, levels, machine_.hop});
    all.push_back(
        {name + ", levels", sweep(gsta::sweep_order::levels), bytes, levels, machine_.early_node, true});
  }

  void add_forward(std::vector<device_stage>& all) {
    add_single(all, "wires", on_->star ? star_bytes(sizes_, true) : tree_bytes(sizes_, true),
               [this](executor const& exec) { star_ ? star_->run(exec) : trees_->run(exec); });
    add_single(all, "reset (beside the wires)", reset_bytes(sizes_), [this](executor const& exec) {
      reset_values(exec, forward_);
      reset_required_values(exec, backward_);
    });
    add_sweep(all, "forward sweep", sweep_forward_bytes(sizes_), detail::levels_of(forward_.cut.tiles),
              [this](gsta::sweep_order order) -> work {
                return [this, order](executor const& exec) {
                  auto& t = on_->timer;
                  sweep_values(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), forward_,
                               gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals, order);
                };
              });
  }

  void add_checks(std::vector<device_stage>& all) {
    add_single(all, "checks and leaves", check_bytes(sizes_), [this](executor const& exec) {
      auto& t = on_->timer;
      update_swept_checks(exec, t.view().checks, t.view().design.luts, timing(true), backward_,
                          gsta::detail::state_of(t).slacks);
    });
    add_single(all, "endpoints (beside the sweep)", endpoint_bytes(sizes_), [this](executor const& exec) {
      update_endpoints(exec, on_->timer.view().checks, gsta::detail::state_of(on_->timer).slacks);
    });
  }

  void add_backward(std::vector<device_stage>& all) {
    add_sweep(all, "backward sweep", sweep_backward_bytes(sizes_), detail::levels_of(backward_.cut.tiles),
              [this](gsta::sweep_order order) -> work {
                return [this, order](executor const& exec) {
                  auto& t = on_->timer;
                  gsta::device_span<gsta::wire_answer const> wires;
                  if (scatters_together()) wires = t.view().wire;
                  sweep_required_values(exec, t.view().checks, backward_, gsta::detail::state_of(t).delays,
                                        gsta::detail::state_of(t).arrivals, gsta::detail::state_of(t).slacks,
                                        {order, wires, std::as_const(forward_.cell_delay).view()});
                };
              });
  }

  work scatter_forward() {
    return [this](executor const& exec) {
      auto& t = on_->timer;
      scatter_arrivals(exec, t.pins(), t.arrival_nodes(), t.delay_model_of(), forward_,
                       gsta::detail::state_of(t).delays, gsta::detail::state_of(t).arrivals);
    };
  }
  work scatter_backward() {
    return [this](executor const& exec) {
      auto& t = on_->timer;
      scatter_required(exec, t.view().checks, backward_, gsta::detail::state_of(t).delays,
                       gsta::detail::state_of(t).arrivals, gsta::detail::state_of(t).slacks);
    };
  }
  work scatter_together(bool paths) {
    return [this, paths](executor const& exec) {
      auto& t = on_->timer;
      scatter_all(exec, timing(paths), t.view().checks, backward_, gsta::detail::state_of(t).delays,
                  gsta::detail::state_of(t).arrivals, gsta::detail::state_of(t).slacks);
    };
  }

  device_case* on_;
  machine_facts machine_;
  stage_sizes sizes_;
  gsta::forward_plan<gsta::memory_space::device, true, true> forward_;
  gsta::backward_plan<gsta::memory_space::device> backward_;
  std::optional<gsta::star_wire_plan> star_;
  std::optional<gsta::tree_wire_plan> trees_;
};

/// Measures parts one by one, each after new inputs and the parts in front of it, and prints a row for each.
inline void print_stages(gsta::cuda_executor const& exec, device_case& on, machine_facts const& machine,
                         std::string const& scheme_name, std::vector<device_stage> const& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    device_stage const& part = parts[i];
    auto const before = [&](int run) {
      on.change(exec, run);
      for (std::size_t k = 0; k < i; ++k) {
        if (!parts[k].instead_of_one) parts[k].enqueue(exec);
      }
    };
    double const ms = captured_ms(exec, before, part.enqueue);
    double const copied = part.bytes / machine.copy;
    double const latency = static_cast<double>(part.levels) * part.level_latency;
    std::printf("| %s | %s | %s | %.1f | %.4f | %.0f %% | %zu | %.4f | %.0f %% |\n", on.source->name.c_str(),
                scheme_name.c_str(), part.name.c_str(), part.bytes * 1e-6, ms, 100 * copied / ms, part.levels,
                std::max(copied, latency), 100 * std::max(copied, latency) / ms);
  }
}

inline void print_stage_table(gsta::cuda_executor const& exec, device_case& on,
                              machine_facts const& machine) {
  std::printf(
      "\n| design | scheme | stage | MB counted | ms | of copy rate | levels | floor ms | of floor |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  if (on.timer.nodes().one_per_pin) {
    swept_parts parts(exec, on, machine);
    print_stages(exec, on, machine, "ours", parts.list());
  }
  for (auto const how : paper_schemes)
    print_stages(exec, on, machine, name_of(how), detail::scheme_stages(on, how, machine));
  std::printf("\n");
}

}  // namespace gsta_bench
