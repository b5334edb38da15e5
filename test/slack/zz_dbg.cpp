#include "test/slack/credits_body.hpp"
#include "test/support/backends.hpp"
using namespace gsta_test::credits;
TEST_CASE("dbg") {
  circuit made(5, true);
  made.design.conventions.worst_clock_paths = false;
  for (auto* l : {&made.wires, &made.arcs}) for (auto const& a : *l) {
    printf("%s %d -> %d in(%d %d) delay %g %g %g %g%s\n", l==&made.wires?"wire":"arc", a.from, a.to, a.edges.input(0), a.edges.input(1), a.delay[0], a.delay[1], a.delay[2], a.delay[3], a.launches?" launch":"");
  }
  for (auto const& c : made.checks) printf("check data %d clock %d late %d act %d\n", c.data, c.clock, c.late, c.active);
  gsta::host_executor exec;
  gsta::timer<gsta::host_executor> timer(exec, made.design);
  timer.update(exec);
  auto tree = gsta::make_clock_tree(exec, made.design, timer.nodes, timer.checks, std::as_const(timer.arcs.edges).view(), gsta::common_path::by_pin);
  auto& st = *tree.paths->stages;
  for (size_t s = 0; s < st.count(); ++s) { auto n = st.place(s)/2; printf("stage %d pin %d edge %d tag %d name %d parent %d wire %d fanin", (int)s, timer.nodes.node_pin.view()[n], st.place(s)%2, timer.nodes.tags[timer.nodes.node_tag[n]].launch_edge, st.key(s).first, st.parent(gsta::split::late, s), st.is_behind_wire(s)); for (auto& f : st.fanins(s)) printf(" %d", f.above); printf("\n"); }
  for (int l = 0; l < 2; ++l) for (auto& x : tree.paths->ends.launches[l]) printf("launch side %d at %d stage %d row %d\n", l, x.at, x.stage, tree.view.launch_row[x.at]);
  for (int l = 0; l < 2; ++l) for (auto& x : tree.paths->ends.captures[l]) printf("capture side %d check %d stage %d row %d\n", l, x.index, x.stage, tree.view.capture_row[x.index]);
  auto L = tree.view.lanes;
  for (size_t r = 0; r*L < tree.view.starts.size(); ++r) { printf("start row %d:", (int)r); for (size_t l=0;l<L;++l){auto q=tree.view.starts[r*L+l]; printf(" (%d %d %d)", q.stage,q.mate,q.group);} printf("\n"); }
  for (size_t r = 0; r*L < tree.view.leaves_out.size(); ++r) { printf("capture row %d:", (int)r); for (size_t l=0;l<L;++l){ printf(" %d", tree.view.leaves_out[r*L+l]);} printf("\n"); }
}
