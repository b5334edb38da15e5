// Needs: gsta::io
// From files to figures in fifteen lines: libraries, netlist, wires and constraints in; WNS and TNS out.
#include <cmath>
#include <cstdio>
#include <gsta/flat/flatten.hpp>
#include <gsta/gsta.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/tau15.hpp>
#include <gsta/io/verilog.hpp>
#include <gsta/sta/timer.hpp>

int main() {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;  // what was read and not used: counted, never dropped in silence
  auto const early = io::read_liberty(io::load("designs/demo/demo_Early.lib"), notes);
  auto const late = io::read_liberty(io::load("designs/demo/demo_Late.lib"), notes);
  auto const netlist = io::read_verilog(io::load("designs/demo/demo.v"), notes);
  auto const wires = io::read_spef(io::load("designs/demo/demo.spef"), notes);
  auto const constraints = io::read_timing(io::load("designs/demo/demo.timing"));
  auto const design = gsta::flatten({early, late, netlist, wires, constraints}, {}, notes);

  gsta::host_executor const exec;  // or a tbb_executor, or a cuda_executor on your stream
  gsta::timer timer(exec, design);
  timer.update(exec);
  auto const setup = timer.summary(exec, gsta::split::late), hold = timer.summary(exec, gsta::split::early);
  std::printf("setup: WNS %7.2f ps, TNS %7.2f ps\n", setup.wns, setup.tns);
  std::printf("hold:  WNS %7.2f ps, TNS %7.2f ps\n", hold.wns, hold.tns);

  // One endpoint fails on each side: r3:D setup, r4:D hold. The formulas behind the libraries
  // (designs/demo/make_libs.py), worked through in double precision, give -6.5512 and -6.5177 ps.
  auto const near = [](double value, double expected) { return std::abs(value - expected) < 1e-3; };
  bool const good = near(setup.wns, -6.5512) && near(setup.tns, -6.5512) && near(hold.wns, -6.5177) &&
                    near(hold.tns, -6.5177) && setup.violations == 1 && hold.violations == 1;
  return good && notes.entries().empty() ? 0 : 1;
}
