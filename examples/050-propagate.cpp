// From arrays to slacks with the primitives alone, in the order in which `timer` calls them.
#include <cmath>
#include <cstdio>
#include <gsta/gsta.hpp>

namespace {

bool near(float value, double expected) { return std::abs(static_cast<double>(value) - expected) < 1e-3; }

gsta::per_condition<gsta::id> everywhere(gsta::id table) { return {{table, table, table, table}}; }

//   in ---> u1/a (inverter) u1/y ---wire---> r1/d
//   ck ------------------------------------> r1/ck
enum pin : gsta::id { in, ck, u1_a, u1_y, r1_d, r1_ck };

gsta::flat_design make_design() {
  gsta::flat_design design;
  for (char const* name : {"in", "ck", "u1/a", "u1/y", "r1/d", "r1/ck"}) design.add_pin(name);
  for (gsta::id const sink : {u1_a, r1_d, r1_ck}) design.pin_load[sink] = gsta::same_value(1);
  design.add_net(in, {u1_a});
  design.add_net(ck, {r1_ck});
  gsta::id const last = design.add_net(u1_y, {r1_d});
  // From node 0, the root, 0.5 kOhm to node 1 at the sink, with 4 fF there.
  design.set_wire(last, {.root = 0,
                         .capacitance = {0, 4},
                         .sink = {gsta::none, r1_d},
                         .a = {0},
                         .b = {1},
                         .resistance = {0.5f}});

  // Delay 10 + 0.1 slew + 2 load, output slew 6 + 2 load: planes, so two points an axis are enough.
  gsta::id const delay = design.luts.add({0, 100}, {0, 10}, {10, 30, 20, 40});
  gsta::id const slew = design.luts.add({}, {0, 10}, {6, 26});
  design.arc_types = {{everywhere(delay), everywhere(slew), gsta::negative_edges()}};
  design.add_arc(u1_a, u1_y, 0);
  gsta::id const setup = design.luts.add({}, {}, {8}), hold = design.luts.add({}, {}, {3});
  design.check_types = {{gsta::check_kind::setup, gsta::edge::rise, {setup, setup}},
                        {gsta::check_kind::hold, gsta::edge::rise, {hold, hold}}};
  design.add_check(r1_d, r1_ck, 0);
  design.add_check(r1_d, r1_ck, 1);

  design.clocks = {{.period = 100'000, .at = {0, 50'000}}};  // fs
  design.sources = {
      {.pin = ck, .launch_edge = 0, .arrival = {0, 50, 0, 50}},  // ps after clock 0's rising edge
      {.pin = in, .launch_edge = 0, .arrival = {2, 2, 5, 5}}};
  design.asserted_slew[in] = design.asserted_slew[ck] = gsta::same_value(20);
  return design;
}

}  // namespace

int main() {
  gsta::host_executor const exec;
  gsta::flat_design const design = make_design();
  auto const view = design.view();

  auto const arcs = list_pin_arcs(exec, view);
  auto const graph = build_graph(exec, view.pin_count(), arcs.from, arcs.to);
  auto const order = levelize(exec, graph.view);
  auto const trees = flatten_rc(exec, view);
  auto const nodes = make_nodes(exec, graph, order, arcs.edges, design.sources);
  auto const checks = make_checks(exec, design, nodes);

  auto rc = make_rc_state(exec, view);
  auto wires = make_wire_state(exec, view);
  update_wires(exec, view, trees.forest.view, rc, wires);

  auto delays = make_delay_state(exec, view.pin_count(), arcs.from.size());
  auto arrivals = make_arrival_state(exec, nodes.count());
  gsta::delay_problem<exec.space> const pins{graph.view, &order, arcs.edges, view.asserted_slew};
  gsta::table_delay_model<exec.space> const model{view, view_of(wires), {}};
  propagate(exec, pins, problem_of(nodes, arcs.edges), model, delays, arrivals);

  auto slacks =
      make_slack_state(exec, nodes.count(), checks.view.check.size(), checks.view.endpoint_pin.size());
  update_required(exec, problem_of(nodes, arcs.edges), checks.view, view.luts, delays, arrivals, slacks);
  auto const late = summarize(exec, checks.view, slacks, gsta::split::late);
  auto const early = summarize(exec, checks.view, slacks, gsta::split::early);

  std::printf("pin     late fall: arrival  slew   slack (ps)\n");
  constexpr int c = condition(gsta::split::late, gsta::edge::fall);
  for (gsta::id const pin : {in, u1_a, u1_y, r1_d}) {  // one tag, so nodes are pins
    std::printf("%-5s %21.2f %6.2f %6.2f\n", std::string(design.pin_name[pin]).c_str(),
                arrivals.node_arrival[pin][c], delays.slew[pin][c], slacks.node_slack[pin][c]);
  }
  std::printf("worst slack: %.2f setup, %.2f hold\n", late.worst_slack, early.worst_slack);

  // The inverter drives 4 + 1 fF: delay 10 + 2 + 10 = 22, slew 16. The wire: delay 0.5 * 5 = 2.5,
  // impulse 6.25 ps^2. Late arrival at r1/d: 5 + 22 + 2.5 = 29.5, required 100 - 8 = 92. Early: 2 + 22 + 2.5
  // = 26.5, required 0 + 3.
  bool const good = near(arrivals.node_arrival[r1_d][c], 29.5) &&
                    near(delays.slew[r1_d][c], std::sqrt(256 + 6.25)) && near(late.worst_slack, 62.5) &&
                    near(early.worst_slack, 23.5) && near(slacks.node_slack[in][c], 62.5);
  return good ? 0 : 1;
}
