// The first program: one buffer between two ports, timed from plain arrays. No file is read.
#include <cstdio>
#include <gsta/gsta.hpp>
#include <gsta/sta/timer.hpp>

int main() {
  gsta::flat_design design;
  gsta::id const in = design.add_pin("in"), a = design.add_pin("buf/a", gsta::same_value(2));  // 2 fF
  gsta::id const y = design.add_pin("buf/y"), out = design.add_pin("out", gsta::same_value(8));
  design.add_net(in, {a});
  design.add_net(y, {out});
  gsta::id const t =
      design.luts.add({10, 50}, {1, 10}, {20, 29, 24, 33});  // delay by slew (ps) and load (fF)
  design.arc_types = {{.delay = {{t, t, t, t}}, .edges = gsta::positive_edges()}};
  design.add_arc(a, y, 0);
  design.asserted_slew[in] = gsta::same_value(30);
  design.sources = {{.pin = in, .arrival = gsta::same_value(0)}};
  design.requirements = {
      {.pin = out, .required = {10, 10, 25, 25}}};  // early rise, early fall, late rise, ...

  gsta::host_executor const exec;  // or a tbb_executor, or a cuda_executor on your stream
  gsta::timer timer(exec, design);
  timer.update(exec);
  auto const setup = timer.summary(exec, gsta::split::late), hold = timer.summary(exec, gsta::split::early);
  std::printf("setup: WNS %.1f ps, TNS %.1f ps; hold: worst slack %.1f ps\n", setup.wns, setup.tns,
              hold.worst_slack);

  // The table at load 8: 27 for slew 10 and 31 for slew 50, so 29 for slew 30.
  return setup.wns == 25 - 29 && setup.tns == 25 - 29 && hold.worst_slack == 29 - 10 ? 0 : 1;
}
