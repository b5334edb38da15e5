// Inside a placer: its own cells, nets and positions go in, slacks come back into its own structs. No file,
// no names.
#include <cmath>
#include <cstdio>
#include <gsta/gsta.hpp>
#include <gsta/sta/timer.hpp>
#include <vector>

namespace {

// What the placer has anyway.
enum class kind { input, nand2, output };
struct cell {
  kind what;
  float x, y;  // um
  float slack = 0;
};
struct cell_input {
  int cell, input;
};
struct net {
  int driver;  // a cell
  std::vector<cell_input> sinks;
};
struct placement {
  std::vector<cell> cells;
  std::vector<net> nets;
};

// Pin numbers are computed, not looked up: two inputs and an output a cell. Unused pins do no harm.
gsta::id input_pin(int cell, int input) { return 3 * cell + input; }
gsta::id output_pin(int cell) { return 3 * cell + 2; }

constexpr float resistance = 0.002f, capacitance = 0.2f;  // kOhm and fF per um

/// A star: a wire from the driver straight to each sink, half of its capacitance at either end.
void add_wires(placement const& placed, net const& n, gsta::flat_design& design) {
  std::vector<gsta::id> pins;
  gsta::wire_network wire{
      .root = 0, .capacitance = {0}, .sink = {gsta::none}, .a = {}, .b = {}, .resistance = {}};
  for (auto const& sink : n.sinks) {
    cell const &a = placed.cells[n.driver], &b = placed.cells[sink.cell];
    float const length = std::abs(a.x - b.x) + std::abs(a.y - b.y);
    pins.push_back(input_pin(sink.cell, sink.input));
    wire.a.push_back(0);
    wire.b.push_back(static_cast<gsta::id>(wire.capacitance.size()));
    wire.sink.push_back(pins.back());
    wire.capacitance[0] += capacitance * length / 2;
    wire.capacitance.push_back(capacitance * length / 2);
    wire.resistance.push_back(resistance * length);
  }
  design.set_wire(design.add_net(output_pin(n.driver), pins), wire);
}

gsta::flat_design make_design(placement const& placed) {
  gsta::flat_design design;
  gsta::id const delay =
      design.luts.add({}, {0, 100}, {10, 110});  // 10 ps and 1 ps per fF, whatever the slew
  gsta::id const slew = design.luts.add({}, {}, {20});
  design.arc_types = {{{{delay, delay, delay, delay}}, {{slew, slew, slew, slew}}, gsta::negative_edges()}};
  for (int i = 0; i < static_cast<int>(placed.cells.size()); ++i) {
    for (int k = 0; k < 3; ++k) design.add_pin({}, gsta::same_value(k < 2 ? 2.0f : 0.0f));
    if (placed.cells[i].what == kind::nand2) {
      for (int k = 0; k < 2; ++k) design.add_arc(input_pin(i, k), output_pin(i), 0);
    } else if (placed.cells[i].what == kind::input) {
      design.sources.push_back({.pin = output_pin(i), .arrival = gsta::same_value(0)});
      design.asserted_slew[output_pin(i)] = gsta::same_value(20);
    } else {
      design.requirements.push_back({.pin = input_pin(i, 0), .required = {0, 0, 55, 55}});
    }
  }
  for (net const& n : placed.nets) add_wires(placed, n, design);
  return design;
}

/// Gives each cell the worst late slack of its pins and returns that of the design.
float update_slacks(placement& placed) {
  gsta::host_executor const exec;
  gsta::flat_design const design = make_design(placed);
  gsta::timer timer(exec, design);
  timer.update(exec);
  std::vector<gsta::per_condition<float>> slack(design.pin_load.size());
  timer.pin_timing(exec, {.slack = gsta::view_of(slack)});
  for (int i = 0; i < static_cast<int>(placed.cells.size()); ++i) {
    placed.cells[i].slack = gsta::math::infinity;
    for (gsta::id pin = 3 * i; pin < 3 * i + 3; ++pin) {
      for (int const c : {gsta::late_rise, gsta::late_fall})
        placed.cells[i].slack = std::fmin(placed.cells[i].slack, slack[pin][c]);
    }
  }
  return timer.summary(exec, gsta::split::late).worst_slack;
}

}  // namespace

int main() {
  placement placed;  // inputs at the left, a NAND that stands too far up, a NAND and the output at the right
  placed.cells = {{kind::input, 0, 0}, {kind::input, 0, 40}, {kind::nand2, 50, 100}, {kind::nand2, 100, 20}};
  placed.cells.push_back({kind::output, 120, 20});
  placed.nets = {{0, {{2, 0}, {3, 1}}}, {1, {{2, 1}}}, {2, {{3, 0}}}, {3, {{4, 0}}}};
  float const before = update_slacks(placed);
  for (auto const& c : placed.cells) std::printf("cell at (%3.0f, %3.0f): slack %6.2f\n", c.x, c.y, c.slack);
  placed.cells[2].y = 20;  // the worst cell comes down
  float const after = update_slacks(placed);
  std::printf("worst slack %.2f ps, after the move %.2f ps\n", before, after);

  // By hand, before the move: 150 um to cell 2, 0.3 kOhm and 15 fF at the end + 2 of the pin, take 5.1 ps;
  // cell 2 drives 130 um and a pin, 26 + 2 fF, in 38 ps; those take 0.26 * 15 = 3.9, cell 3 takes 10 + 4 + 2
  // = 16, its wire 0.04 * 4 = 0.16 ps: 63.16 of 55. After it: 0.14 * 9 = 1.26, 10 + 12 = 22, 0.1 * 7 =
  // 0.7: 40.12 in all.
  bool const good = std::abs(before + 8.16f) < 1e-3f && std::abs(after - 14.88f) < 1e-3f;
  return good ? 0 : 1;
}
