// Needs: gsta::io
// Prints: setup: WNS  -11.19 ps, TNS   -32.19 ps
// Prints: hold:  WNS   -2.40 ps, TNS    -7.36 ps
// From files to figures in fifteen lines: library, netlist, wires and constraints in; WNS and TNS out. The
// program `sta` prints the same figures of these files.
#include <cstdio>
#include <gsta/flat/flatten.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/io/sdc.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/verilog.hpp>
#include <gsta/sta/signoff.hpp>
#include <gsta/sta/timer.hpp>

int main() try {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;  // what was read and not used: counted, never dropped in silence
  auto const library = io::read_liberty(io::load("designs/riscling/plain45.lib"), notes);
  auto const netlist = io::read_verilog(io::load("designs/riscling/riscling.v.gz"), notes);
  auto const wires = io::read_spef(io::load("designs/riscling/riscling.spef.gz"), notes);
  auto const constraints = io::read_sdc(io::load("designs/riscling/riscling.sdc"), netlist, library, notes);
  auto const by = gsta::signoff_options(wires);  // the options that the program `sta` has
  auto const design = gsta::flatten({library, library, netlist, wires, constraints}, by.flatten, notes);

  gsta::host_executor const exec;  // or a tbb_executor, or a cuda_executor on your stream
  gsta::timer timer(exec, design, by.timer);
  timer.update(exec);
  auto const setup = timer.summary(exec, gsta::split::late), hold = timer.summary(exec, gsta::split::early);
  std::printf("setup: WNS %7.2f ps, TNS %8.2f ps\n", setup.wns, setup.tns);
  std::printf("hold:  WNS %7.2f ps, TNS %8.2f ps\n", hold.wns, hold.tns);
} catch (gsta::error const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
