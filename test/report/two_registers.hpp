#pragma once

#include "gsta/core/host_executor.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/paths_by_group.hpp"
#include "gsta/sta/snapshot.hpp"

namespace gsta_test {

/// clk drives ff1/CK and ff2/CK; ff1/Q drives a NAND with in, whose output drives ff2/D and out. `alone` is
/// an output that nothing drives. Ideal wires and flat tables: clock-to-output takes 20 (rise) or 30 (fall),
/// the NAND 4 or 6, setup 3, hold 2. The clock `main` has a period of 100 and rises at 10.
inline gsta::flat_design two_registers() {
  using namespace gsta;
  enum pin : id { clk, in, ff1_ck, ff1_q, ff2_ck, ff2_d, nand_a, nand_b, nand_z, out, alone };
  flat_design design;
  for (char const* name :
       {"clk", "in", "ff1/CK", "ff1/Q", "ff2/CK", "ff2/D", "g/A", "g/B", "g/Z", "out", "alone \"quoted\""}) {
    design.add_pin(name);
  }
  design.add_net(clk, {ff1_ck, ff2_ck});
  design.add_net(in, {nand_b});
  design.add_net(ff1_q, {nand_a});
  design.add_net(nand_z, {ff2_d, out});
  auto const flat = [&](float value) { return design.luts.add({}, {}, {value}); };
  auto const arc = [&](float rise, float fall, edge_map edges, bool launches) {
    arc_type type;
    type.delay = {{flat(rise), flat(fall), flat(rise), flat(fall)}};
    type.slew = {{flat(1), flat(1), flat(1), flat(1)}};
    type.edges = edges;
    type.launches = launches;
    design.arc_types.push_back(type);
    return static_cast<id>(design.arc_types.size()) - 1;
  };
  edge_map rising_clock;
  for (int c = 0; c < conditions; ++c) rising_clock.set(c, edge::rise);
  id const clock_to_q = arc(20, 30, rising_clock, true), nand = arc(4, 6, negative_edges(), false);
  design.add_arc(ff1_ck, ff1_q, clock_to_q);
  design.add_arc(nand_a, nand_z, nand);
  design.add_arc(nand_b, nand_z, nand);
  design.check_types = {{check_kind::setup, edge::rise, {flat(3), flat(3)}},
                        {check_kind::hold, edge::rise, {flat(2), flat(2)}}};
  design.add_check(ff2_d, ff2_ck, 0);
  design.add_check(ff2_d, ff2_ck, 1);
  design.clocks.push_back({100'000, {10'000, 60'000}});
  design.clock_name = {"main"};
  design.sources.push_back({clk, 0, {7, math::infinity, 8, -math::infinity}});
  design.sources.push_back({in, 0, {1, 2, 11, 12}});
  design.asserted_slew[clk] = design.asserted_slew[in] = same_value(1);
  // An output delay of 65 for the latest data and -5 for the earliest.
  design.requirements.push_back({out, 0, {5, 5, -65, -65}});
  design.outputs = {out, alone};
  return design;
}

inline gsta::timing_snapshot time_on_host(gsta::flat_design const& design) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, design);
  timer.update(exec);
  return gsta::take_snapshot(exec, timer);
}

}  // namespace gsta_test
