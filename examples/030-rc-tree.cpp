// An extracted wire from its edge list: loads, Elmore delays, and what the wire does to a slew.
#include <cmath>
#include <cstdio>
#include <gsta/gsta.hpp>

namespace {
bool near(float value, double expected) { return std::abs(static_cast<double>(value) - expected) < 1e-4; }
}  // namespace

int main() {
  //                       0.2 kOhm
  //        0.1 kOhm    +----------- node 2: 3 fF + pin a, 4 fF
  //   node 0 ------- node 1: 2 fF
  //   1 fF, driver     +----------- node 3: 5 fF + pin b, 5 fF
  //                       0.4 kOhm
  gsta::flat_design design;
  gsta::id const driver = design.add_pin("driver");
  gsta::id const a = design.add_pin("a", gsta::same_value(4)), b = design.add_pin("b", gsta::same_value(5));
  gsta::id const net = design.add_net(driver, {a, b});
  // Edges come in any order and direction; nodes say which sink of the net they are.
  design.set_wire(net, {.root = 0,
                        .capacitance = {1, 2, 3, 5},  // fF
                        .sink = {gsta::none, gsta::none, a, b},
                        .a = {3, 1, 1},
                        .b = {1, 0, 2},
                        .resistance = {0.4f, 0.1f, 0.2f}});  // kOhm

  gsta::host_executor const exec;
  auto const view = design.view();
  auto const trees = flatten_rc(exec, view);  // breadth-first from the driver; topology only, so made once
  auto state = make_rc_state(exec, view);
  auto wires = make_wire_state(exec, view);
  update_wires(exec, view, trees.forest.view, state, wires);  // again whenever a value has changed

  using gsta::late_rise;
  std::printf("load at the driver: %.3f fF\n", wires.load[driver][late_rise]);
  for (int sink = 0; sink < 2; ++sink) {
    float const impulse = wires.sink[sink].impulse[late_rise];
    std::printf("%s: Elmore delay %.3f ps, impulse %.3f ps^2, a slew of 20 ps becomes %.3f ps\n",
                std::string(design.pin_name[design.net_sink[sink]]).c_str(),
                wires.sink[sink].delay[late_rise], impulse, std::sqrt(20 * 20 + impulse));
  }

  // By hand. Load below node 2: 7, node 3: 10, node 1: 2 + 7 + 10 = 19, node 0: 20 fF.
  // Delay of node 1: 0.1 * 19 = 1.9, a: 1.9 + 0.2 * 7 = 3.3, b: 1.9 + 0.4 * 10 = 5.9 ps.
  // Load x delay below a: 7 * 3.3 = 23.1, b: 10 * 5.9 = 59, node 1: 2 * 1.9 + 23.1 + 59 = 85.9.
  // Beta of node 1: 0.1 * 85.9 = 8.59, a: 8.59 + 0.2 * 23.1 = 13.21, b: 8.59 + 0.4 * 59 = 32.19.
  // Impulse, 2 beta - delay^2, of a: 26.42 - 10.89 = 15.53, b: 64.38 - 34.81 = 29.57 ps^2.
  bool const good =
      near(wires.load[driver][late_rise], 20) && near(wires.sink[0].delay[late_rise], 3.3) &&
      near(wires.sink[1].delay[late_rise], 5.9) && near(wires.sink[0].impulse[late_rise], 15.53) &&
      near(wires.sink[1].impulse[late_rise], 29.57) && trees.loop_edges == 0 && trees.unreached_nodes == 0;
  return good ? 0 : 1;
}
