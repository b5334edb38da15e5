#pragma once

#include "gsta/flat/flat_design.hpp"

namespace gsta_test {

/// Two flip-flops and a NAND without constraints: clk drives ff1/CK and ff2/CK; ff1/Q and in drive the NAND,
/// whose output drives ff2/D and out. Ideal wires and flat tables: clock-to-output takes 20 (rise) or 30
/// (fall), the NAND 4 or 6, setup 3, hold 2. The clock of launch edge 0 arrives at 7 early and 8 late, in at
/// 1 2 11 12.
struct two_registers {
  enum pin : gsta::id { clk, in, ff1_ck, ff1_q, ff2_ck, ff2_d, nand_a, nand_b, nand_z, out, pins };
  gsta::flat_design flat;

  two_registers() {
    for (char const* name : {"clk", "in", "ff1/CK", "ff1/Q", "ff2/CK", "ff2/D", "g/A", "g/B", "g/Z", "out"}) {
      flat.add_pin(name);
    }
    flat.add_net(clk, {ff1_ck, ff2_ck});
    flat.add_net(in, {nand_b});
    flat.add_net(ff1_q, {nand_a});
    flat.add_net(nand_z, {ff2_d, out});
    gsta::edge_map rising_clock;
    for (int c = 0; c < gsta::conditions; ++c) rising_clock.set(c, gsta::edge::rise);
    gsta::id const clock_to_q = add_type(20, 30, rising_clock, true);
    gsta::id const nand = add_type(4, 6, gsta::negative_edges(), false);
    flat.add_arc(ff1_ck, ff1_q, clock_to_q);
    flat.add_arc(nand_a, nand_z, nand);
    flat.add_arc(nand_b, nand_z, nand);
    flat.add_check(ff2_d, ff2_ck,
                   flat.add_check_type({gsta::check_kind::setup, gsta::edge::rise, {table(3), table(3)}}));
    flat.add_check(ff2_d, ff2_ck,
                   flat.add_check_type({gsta::check_kind::hold, gsta::edge::rise, {table(2), table(2)}}));
    flat.sources.push_back({clk, 0, {7, gsta::math::infinity, 8, -gsta::math::infinity}});
    flat.sources.push_back({in, 0, {1, 2, 11, 12}});
    flat.asserted_slew[clk] = flat.asserted_slew[in] = gsta::same_value(1);
  }

 private:
  gsta::id table(float value) { return flat.luts.add({}, {}, {value}); }
  gsta::id add_type(float rise, float fall, gsta::edge_map edges, bool launches) {
    gsta::arc_type type;
    type.delay = {{table(rise), table(fall), table(rise), table(fall)}};
    type.slew = gsta::same_id(table(1));
    type.edges = edges;
    type.launches = launches;
    return flat.add_arc_type(type);
  }
};

}  // namespace gsta_test
