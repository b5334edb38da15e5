#pragma once

#include <utility>

#include "gsta/core/host_executor.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/paths_by_group.hpp"
#include "gsta/sta/snapshot.hpp"
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

inline gsta::timing_snapshot time_on_host(gsta::flat_design const& design) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, design);
  timer.update(exec);
  return gsta::take_snapshot(exec, timer);
}

}  // namespace gsta_test
