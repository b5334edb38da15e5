// Prints: a buffer behind it: 12.6 ps
// Prints: it has the same again
// Edits of a live timer's structure: a buffer takes a heavy load off a wire's way, is tried, and taken back.
#include <cstdio>
#include <gsta/gsta.hpp>
#include <gsta/sta/live_timer.hpp>

int main() {
  gsta::flat_design design;
  gsta::id const in = design.add_pin("in"), a = design.add_pin("u1/a", gsta::same_value(2));  // 2 fF
  gsta::id const y = design.add_pin("u1/y");
  gsta::id const near = design.add_pin("near", gsta::same_value(2)),
                 far = design.add_pin("far", gsta::same_value(40));
  design.add_net(in, {a});
  gsta::id const net = design.add_net(y, {near, far});
  gsta::id const t =
      design.luts.add({10, 50}, {0, 50}, {5, 35, 9, 39});  // delay, or slew, by slew (ps) and load (fF)
  design.arc_types = {{.delay = {{t, t, t, t}}, .slew = {{t, t, t, t}}, .edges = gsta::positive_edges()}};
  design.add_arc(a, y, 0);
  design.asserted_slew[in] = gsta::same_value(10);
  design.sources = {{.pin = in, .arrival = gsta::same_value(0)}};
  for (gsta::id const pin : {near, far})
    design.requirements.push_back({.pin = pin, .required = {0, 0, 20, 20}});

  gsta::host_executor const exec;
  gsta::live_timer<gsta::host_executor> timer(exec, design);
  auto const slack_at = [&](gsta::id pin) { return timer.timing().view().node_slack[pin][2]; };  // late rise
  float const before = slack_at(near);
  auto const handle = timer.handles().pins.of(near);

  timer.begin();
  auto const maps = timer.edit_structure([&](gsta::structure_editor& edits) {
    gsta::gate_pattern const buffer{
        {{"a", gsta::same_value(2)}, {"y", gsta::same_value(0)}}, {{0, 1, 0}}, {}};
    auto const made = edits.insert_buffer(net, {far}, buffer, 0, 1, "u2");
    edits.set_wire(made.net, {0, {1, 1}, {gsta::none, far}, {0}, {1}, {0.1f}});  // fF, kOhm
  });
  std::printf("near has %.1f ps of slack, with a buffer behind it: %.1f ps\n", before,
              slack_at(maps.pins[near]));
  timer.roll_back();
  bool const same = slack_at(timer.handles().pins.at(handle)) == before;
  std::puts(same ? "taken back, it has the same again" : "taken back, it has another slack");
}
