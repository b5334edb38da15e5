// Needs: gsta::io gsta::sta
// The worst paths of each path group, as text in the layout of sign-off timers.
#include <cstdio>
#include <gsta/flat/flatten.hpp>
#include <gsta/gsta.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/io/sdc.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/verilog.hpp>
#include <gsta/report/report.hpp>
#include <gsta/sta/find_paths.hpp>
#include <gsta/sta/signoff.hpp>
#include <gsta/sta/snapshot.hpp>

int main() {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  auto const library = io::read_liberty(io::load("designs/counter/counter.lib"), notes);
  auto const netlist = io::read_verilog(io::load("designs/counter/counter.v"), notes);
  auto const wires = io::read_spef(io::load("designs/counter/counter.spef"), notes);
  auto const constraints = io::read_sdc(io::load("designs/counter/counter.sdc"), netlist, library, notes);
  auto const by = gsta::signoff_options(wires);
  auto const design = gsta::flatten({library, library, netlist, wires, constraints}, by.flatten, notes);

  gsta::host_executor const exec;
  gsta::timer timer(exec, design, by.timer);
  timer.update(exec);
  auto const timing = gsta::take_snapshot(exec, timer);

  gsta::report_input input{design, timing, netlist.name, "host"};
  auto const worst = find_paths(exec, timer, design, {.k = 2, .per_endpoint = 1, .by_group = true});
  input.paths = gsta::path_groups_of(design, gsta::view_of(timing.checks), worst.view);
  auto const text = gsta::report_text(input, {.summary = false, .endpoints = false, .paths = true});
  std::fputs(text.c_str(), stdout);
  return input.paths.size() == 1 && input.paths[0].paths.size() == 2 ? 0 : 1;
}
