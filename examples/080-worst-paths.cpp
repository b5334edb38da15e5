// The k worst paths, exact and in a fixed order, and one of them printed pin by pin.
#include <cstdio>
#include <gsta/gsta.hpp>
#include <gsta/sta/find_paths.hpp>
#include <gsta/sta/path_points.hpp>
#include <gsta/sta/timer.hpp>
#include <string>
#include <vector>

namespace {

// Three gates in a row, each with both inputs on the net before it: 8 paths. Input a takes 10 ps, input b 14
// ps.
gsta::flat_design make_design() {
  gsta::flat_design design;
  gsta::id const slow = design.luts.add({}, {}, {14}), fast = design.luts.add({}, {}, {10});
  gsta::id const slew = design.luts.add({}, {}, {20});
  for (gsta::id const delay : {fast, slow}) {
    design.arc_types.push_back(
        {{{delay, delay, delay, delay}}, {{slew, slew, slew, slew}}, gsta::positive_edges()});
  }
  gsta::id last = design.add_pin("in");
  float const inf = gsta::math::infinity;  // undefined: only the rising edge arrives
  design.sources = {{.pin = last, .arrival = {0, inf, 0, -inf}}};
  design.asserted_slew[last] = gsta::same_value(20);
  for (std::string const gate : {"u1", "u2", "u3"}) {
    gsta::id const a = design.add_pin(gate + "/a"), b = design.add_pin(gate + "/b"),
                   y = design.add_pin(gate + "/y");
    design.add_net(last, {a, b});
    design.add_arc(a, y, 0);
    design.add_arc(b, y, 1);
    last = y;
  }
  gsta::id const out = design.add_pin("out");
  design.add_net(last, {out});
  design.requirements = {{.pin = out, .required = {0, 0, 40, 40}}};
  return design;
}

void print_path(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                gsta::path_set const& paths, std::size_t p) {
  for (auto i = paths.begin[p]; i < paths.begin[p + 1]; ++i) {
    int const c = condition(gsta::split::late, paths.edge[i]);
    float const delay = paths.arc[i] == gsta::none ? 0 : state.arc_delay[paths.arc[i]][c];
    std::printf("  %-5s %s %6.1f\n", std::string(design.pin_name[state.node_pin[paths.node[i]]]).c_str(),
                paths.edge[i] == gsta::edge::rise ? "rise" : "fall", delay);
  }
}

}  // namespace

int main() {
  gsta::host_executor const exec;
  gsta::flat_design const design = make_design();
  gsta::timer timer(exec, design);
  timer.update(exec);
  auto const state = take_snapshot(exec, timer);  // on the host, whatever the executor

  auto const worst = find_paths(exec, timer, {.k = 5});
  // worst.view: rows of nodes, edges and arcs, slacks, checks, where the timer is
  auto const paths = to_path_set(exec, worst.view);
  std::printf("slacks of the %zu worst paths (ps):", paths.size());
  for (gsta::femtoseconds const slack : paths.slack) std::printf(" %.1f", gsta::to_picoseconds(slack));
  std::printf("\nthe worst one, delay by delay:\n");
  print_path(design, state, paths, 0);

  // Three times 14 is 42, two ps too late; three paths take 14 twice (38), three once (34), one never (30).
  // Path costs are whole femtoseconds, so these are equalities.
  bool good = paths.slack == std::vector<gsta::femtoseconds>{-2000, 2000, 2000, 2000, 6000};
  std::string pins;
  for (auto i = paths.begin[0]; i < paths.begin[1]; ++i)
    pins.append(design.pin_name[state.node_pin[paths.node[i]]]).append(" ");
  good = good && pins == "in u1/b u1/y u2/b u2/y u3/b u3/y out ";
  // Through u2's slower input there are 4 of the 8. All 8 are early paths too: out may not change before 0.
  auto const count = [&](gsta::path_query const& query) {
    return find_paths(exec, timer, query).view.size();
  };
  gsta::path_points const slow = points_of(design, {{.names = {"u2/b"}}});
  good = good && count({.k = 100}) == 8 && count({.k = 9, .slack_below = 0}) == 1;
  good =
      good && count({.k = 100, .through = {slow}}) == 4 && count({.side = gsta::split::early, .k = 100}) == 8;
  return good ? 0 : 1;
}
