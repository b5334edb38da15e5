// A delay model of one's own in place of tables: each cell arc takes intrinsic + drive * load, 10 % more when
// late.
#include <cmath>
#include <cstdio>
#include <gsta/gsta.hpp>
#include <gsta/sta/timer.hpp>
#include <vector>

namespace {

struct linear_cell {
  float intrinsic, drive;  // ps, kOhm
};

/// Any trivially copyable struct with this operator is a delay model. Written with gsta::math and GSTA_HD, it
/// gives the same bits on the host and on a GPU.
template <gsta::memory_space S>
struct linear_delay_model {
  gsta::wire_view<S> wires;
  gsta::span<linear_cell const, S> cells;  // [cell arcs]

  // Arc ids: the net arcs, the cell arcs, then arcs that only order checks. The arc ends at pin `to`.
  GSTA_HD gsta::arc_timing operator()(gsta::id arc, gsta::id to,
                                      gsta::per_condition<float> const& slew) const {
    gsta::id const net_arcs = static_cast<gsta::id>(wires.sink.size());
    if (arc < net_arcs) return {wires.sink[arc].delay, slew};
    if (arc - net_arcs >= static_cast<gsta::id>(cells.size())) return {};
    linear_cell const& cell = cells[arc - net_arcs];
    gsta::arc_timing result{{}, gsta::same_value(0)};
    for (int c = 0; c < gsta::conditions; ++c) {
      float const delay = gsta::math::add(cell.intrinsic, gsta::math::mul(cell.drive, wires.load[to][c]));
      result.delay[c] = gsta::is_late(c) ? gsta::math::mul(delay, 1.1f) : delay;
    }
    return result;
  }
};
static_assert(gsta::delay_model<linear_delay_model<gsta::memory_space::host>>);

}  // namespace

int main() {
  // in -> u1 -> u2 -> out: two inverters, which need no table, only to say that they invert.
  gsta::flat_design design;
  gsta::id const in = design.add_pin("in"), a1 = design.add_pin("u1/a", gsta::same_value(2));
  gsta::id const y1 = design.add_pin("u1/y"), a2 = design.add_pin("u2/a", gsta::same_value(3));
  gsta::id const y2 = design.add_pin("u2/y"), out = design.add_pin("out", gsta::same_value(10));
  design.add_net(in, {a1});
  design.add_net(y1, {a2});
  design.add_net(y2, {out});
  design.arc_types = {{.edges = gsta::negative_edges()}};
  design.add_arc(a1, y1, 0);
  design.add_arc(a2, y2, 0);
  design.sources = {{.pin = in, .arrival = {0, 1, 0, 1}}};
  design.requirements = {{.pin = out, .required = {0, 0, 70, 70}}};
  std::vector<linear_cell> const cells{{10, 2}, {8, 3}};  // your array, by cell arc

  gsta::host_executor const exec;
  gsta::timer t(exec, design);
  linear_delay_model<exec.space> const model{view_of(t.wires()), gsta::view_of(cells)};
  t.update(exec, model);

  auto const arrival = t.view().node_arrival[out];
  std::printf("arrival at out (ps): early rise %.2f, fall %.2f; late rise %.2f, fall %.2f\n", arrival[0],
              arrival[1], arrival[2], arrival[3]);
  auto const late = t.summary(exec, gsta::split::late);
  std::printf("worst setup slack %.2f ps\n", late.worst_slack);

  // u1: 10 + 2 * 3 = 16, u2: 8 + 3 * 10 = 38, together 54 early and 59.4 late. Two inversions: rise comes
  // from rise.
  float const expected[] = {54, 55, 59.4f, 60.4f};
  bool good = std::abs(late.worst_slack - 9.6f) < 1e-4f;
  for (int c = 0; c < gsta::conditions; ++c) good = good && std::abs(arrival[c] - expected[c]) < 1e-4f;
  return good ? 0 : 1;
}
