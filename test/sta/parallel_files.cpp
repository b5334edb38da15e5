// Nets that several cells drive at once, from files.

#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"
#include "test/sta/parallel_drivers_body.hpp"
#include "test/sta/parallel_reference.hpp"

namespace {

namespace io = gsta::io;
using gsta::id;

/// `n` is driven by three cells behind two ports, `m` by two of a kind behind one.
char const netlist_text[] = R"(
module top (a, b, y, z);
  input a, b;
  output y, z;
  wire n, m, p;
  BUF in_b (.A(b), .Y(p));
  BUF n1 (.A(a), .Y(n));
  BUF n2 (.A(p), .Y(n));
  NAND2 n3 (.A(a), .B(p), .Y(n));
  INV m1 (.A(n), .Y(m));
  INV m2 (.A(n), .Y(m));
  BUF out_y (.A(n), .Y(y));
  BUF out_z (.A(m), .Y(z));
endmodule
)";

char const wires_head[] = R"(*SPEF "IEEE 1481-1998"
*DESIGN "top"
*DATE "-"
*VENDOR "-"
*PROGRAM "-"
*VERSION "1"
*DESIGN_FLOW "NETLIST_TYPE_VERILOG"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 PS
*C_UNIT 1 FF
*R_UNIT 1 KOHM
*L_UNIT 1 HENRY

)";

char const wires_text[] = R"(*D_NET n 9.0
*CONN
*I n1:Y O
*I n2:Y O
*I n3:Y O
*I m1:A I
*I m2:A I
*I out_y:A I
*CAP
1 n1:Y 1.0
2 n:1 3.0
3 n2:Y 1.5
4 n3:Y 0.5
5 m1:A 0.5
6 m2:A 0.5
7 out_y:A 2.0
*RES
1 n1:Y n:1 0.4
2 n2:Y n:1 0.7
3 n3:Y n:1 0.2
4 n:1 m1:A 0.3
5 n:1 m2:A 0.5
6 m1:A out_y:A 1.1
*END

*D_NET m 6.0
*CONN
*I m1:Y O
*I m2:Y O
*I out_z:A I
*CAP
1 m1:Y 2.0
2 m2:Y 2.0
3 out_z:A 2.0
*RES
1 m1:Y out_z:A 0.6
2 m2:Y out_z:A 0.6
*END
)";

char const constraints_text[] = R"(
create_clock -name c -period 1000
set_input_delay 0 -clock c [all_inputs]
set_input_transition 30 [get_ports a]
set_input_transition 12 [get_ports b]
set_output_delay 0 -clock c [all_outputs]
set_load -pin_load 3 [all_outputs]
)";

struct flat_files {
  gsta::model::diagnostics notes;
  gsta::flat_design design;

  /// `nets`: of a SPEF file; empty: there is none.
  flat_files(char const* verilog, std::string const& nets, std::string const& sdc) {
    auto const library = io::read_liberty(io::load("examples/designs/counter/counter.lib"), notes);
    auto const netlist = io::read_verilog({io::source::from_text("top.v", verilog)}, "top", notes);
    gsta::model::parasitics wires;
    if (!nets.empty()) wires = io::read_spef(io::source::from_text("top.spef", wires_head + nets), notes);
    auto const constraints = io::read_sdc(io::source::from_text("top.sdc", sdc), netlist, library, notes);
    design = gsta::flatten({library, library, netlist, wires, constraints}, {.step_at_ports = true}, notes);
  }
  std::size_t pin(std::string const& name) const {
    auto const found = std::find(design.pin_name.begin(), design.pin_name.end(), name);
    REQUIRE(found != design.pin_name.end());
    return static_cast<std::size_t>(found - design.pin_name.begin());
  }
};

gsta::timer_options options_of_ceff() {
  gsta::timer_options options;
  options.delays = {gsta::wire_slew::reduce, gsta::negative_slew::clip, gsta::unreached_sink::no_delay,
                    gsta::cell_model::effective};
  return options;
}

}  // namespace

TEST_CASE("several cells drive a net of a netlist, with its wires from SPEF", "[sta]") {
  flat_files const files(netlist_text, wires_text, constraints_text);
  CHECK(files.design.parallel_driver.size() == 5);
  CHECK(files.design.parallel_begin.size() == 3);
  gsta::host_executor const exec;
  gsta_test::parallel_comparison compared(exec);
  compared.compare(files.design, options_of_ceff());
  // Of `n` 2 arcs of buffers and 2 of a NAND, which makes other edges of its own; of `m` 2: two edges each.
  CHECK(compared.compared() >= 2 * 2 * 2 * 2);
}

TEST_CASE("two cells of a kind halve what the load of a net adds to their delay", "[sta][small]") {
  flat_files const files(netlist_text, wires_text, constraints_text);
  gsta::host_executor const exec;
  auto alone = files.design;
  alone.parallel_begin = {0};
  alone.parallel_driver.clear();
  gsta::timer<gsta::host_executor> together(exec, files.design, options_of_ceff()),
      apart(exec, alone, options_of_ceff());
  together.update(exec);
  apart.update(exec);
  auto const& design = files.design;
  auto const arc = [&](std::string const& to) {
    for (std::size_t a = 0; a < design.arc_to.size(); ++a)
      if (design.arc_to[a] == static_cast<id>(files.pin(to))) return a;
    FAIL("no arc");
    return std::size_t{0};
  };
  // Both inverters sit in nets that are alike, but their inputs' slews differ a little.
  for (int c = 0; c < gsta::conditions; ++c) {
    CAPTURE(c);
    double sum_by_load = 0, sum_by_slew = 0;
    std::array<double, 2> no_load{};
    std::array<std::string, 2> const name{"m1", "m2"};
    for (std::size_t i = 0; i < 2; ++i) {
      std::size_t const a = arc(name[i] + "/Y"), in = files.pin(name[i] + "/A");
      auto const& type = design.arc_types[static_cast<std::size_t>(design.arc_type_of[a])];
      float const start = apart.view().slew[in][type.edges.input(c)];
      no_load[i] = static_cast<double>(gsta::lookup(design.luts.view(), type.delay[c], start, 0.0f));
      double const all = static_cast<double>(apart.view().arc_delay[design.net_sink.size() + a][c]);
      sum_by_load += 1 / (all - no_load[i]);
      sum_by_slew += 1 / static_cast<double>(apart.view().slew[files.pin(name[i] + "/Y")][c]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      std::size_t const a = arc(name[i] + "/Y");
      double const got = static_cast<double>(together.view().arc_delay[design.net_sink.size() + a][c]);
      CHECK(std::fabs(got - (no_load[i] + 1 / sum_by_load)) < 1e-4);
      double const slew = static_cast<double>(together.view().slew[files.pin(name[i] + "/Y")][c]);
      CHECK(std::fabs(slew - 1 / sum_by_slew) < 1e-4);
    }
  }
}

TEST_CASE("drivers that charge a net together do what OpenSTA prints", "[sta][small]") {
  std::string const more = "set_input_transition 55 [get_ports c]\n";
  for (bool const wired : {false, true}) {
    flat_files const files(gsta_test::mixed_netlist, wired ? gsta_test::mixed_wires : "",
                           constraints_text + more);
    CHECK(files.design.parallel_driver.size() == 9);
    gsta::host_executor const exec;
    gsta::timer<gsta::host_executor> timer(exec, files.design, options_of_ceff());
    timer.update(exec);
    for (auto const& row : wired ? gsta_test::mixed_by_wires : gsta_test::mixed_by_loads) {
      std::size_t const pin = files.pin(row.pin);
      auto const node = static_cast<std::size_t>(timer.nodes().pin_begin[pin]);
      for (int c = 0; c < gsta::conditions; ++c) {
        CAPTURE(wired, row.pin, c);
        float const time = timer.view().node_arrival[node][c], slew = timer.view().slew[pin][c];
        // its solver stops at 1 %
        CHECK(std::fabs(time - row.arrival[c]) < (wired ? 0.2f + 1e-3f * row.arrival[c] : 1e-3f));
        CHECK(std::fabs(slew - row.slew[c]) < (wired ? 0.1f + 0.04f * row.slew[c] : 1e-3f));
      }
    }
  }
}
