#pragma once

#include <functional>
#include <string>
#include <utility>

#include "gsta/core/executor.hpp"
#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/support/path_groups.hpp"
#include "test/support/two_registers.hpp"

namespace gsta_test {

/// `two_registers` with its clock `main`, of period 100, which rises at 10; an output delay of 65 for the
/// latest data and -5 for the earliest; and `alone`, an output that nothing drives.
inline gsta::flat_design reported_design() {
  two_registers design;
  gsta::id const alone = design.flat.add_pin("alone \"quoted\"");
  design.flat.clocks.push_back({100'000, {10'000, 60'000}});
  design.flat.clock_name = {"main"};
  design.flat.requirements.push_back({two_registers::out, 0, {5, 5, -65, -65}});
  design.flat.outputs = {two_registers::out, alone};
  return std::move(design.flat);
}

/// The same with an ideal clock: latency 3, uncertainty 2 (setup) and 1 (hold), and at the output the latency
/// is in the required time, as constraints that are read from files have it.
inline gsta::flat_design ideally_clocked_design() {
  auto design = reported_design();
  for (auto& source : design.sources)
    source.kind = source.pin == two_registers::clk ? gsta::arrival_kind::clock : gsta::arrival_kind::data;
  gsta::clock_rules rules{.propagated = false};
  rules.latency = gsta::same_value(3);
  rules.setup_uncertainty = 2000;
  rules.hold_uncertainty = 1000;
  design.rules = {rules};
  design.requirements[0].required = {8, 8, -62, -62};
  gsta::resolve_clocks(design);
  return design;
}

/// What `report_input::cell_of` is for this design: flip-flops, a NAND and ports.
inline std::function<std::string(gsta::id)> reported_cells(gsta::flat_design const& design) {
  return [&design](gsta::id pin) {
    auto const& name = design.pin_name[pin];
    return name.starts_with("g/") ? "NAND2" : name.starts_with("ff") ? "DFF" : "";
  };
}

inline gsta::timing_snapshot time_on_host(gsta::flat_design const& design) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, design);
  timer.update(exec);
  return gsta::take_snapshot(exec, timer);
}

}  // namespace gsta_test
