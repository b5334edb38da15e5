// Two clocks that meet at one pin: an arrival for each, and a check for each pair of launch and capture edge.
#include <cstdio>
#include <gsta/gsta.hpp>
#include <gsta/sta/snapshot.hpp>
#include <string>

namespace {

constexpr float inf = gsta::math::infinity;

//   fast ---> r1/ck    r1/q ---> g/a
//                                  g/y ---> r3/d
//   slow -+-> r2/ck    r2/q ---> g/b
//         +-------------------------------> r3/ck
enum pin : gsta::id { fast, slow, r1_ck, r1_q, r2_ck, r2_q, g_a, g_b, g_y, r3_d, r3_ck };
constexpr char const* pin_names[] = {"fast", "slow", "r1/ck", "r1/q", "r2/ck", "r2/q",
                                     "g/a",  "g/b",  "g/y",   "r3/d", "r3/ck"};

gsta::flat_design make_design() {
  gsta::flat_design design;
  for (char const* name : pin_names) design.add_pin(name);
  design.add_net(fast, {r1_ck});
  design.add_net(slow, {r2_ck, r3_ck});
  design.add_net(r1_q, {g_a});
  design.add_net(r2_q, {g_b});
  design.add_net(g_y, {r3_d});

  gsta::edge_map from_rise;  // a register's output changes either way after the clock's rising edge
  for (int c = 0; c < gsta::conditions; ++c) from_rise.set(c, gsta::edge::rise);
  gsta::id const slew = design.luts.add({}, {}, {10});
  auto const add_arc = [&](gsta::id from, gsta::id to, float delay, gsta::edge_map edges, bool launches) {
    gsta::id const table = design.luts.add({}, {}, {delay});
    design.arc_types.push_back({{{table, table, table, table}}, {{slew, slew, slew, slew}}, edges, launches});
    design.add_arc(from, to, static_cast<gsta::id>(design.arc_types.size()) - 1);
  };
  add_arc(r1_ck, r1_q, 20, from_rise, true);
  add_arc(r2_ck, r2_q, 30, from_rise, true);
  add_arc(g_a, g_y, 10, gsta::positive_edges(), false);
  add_arc(g_b, g_y, 15, gsta::positive_edges(), false);
  gsta::id const setup = design.luts.add({}, {}, {5}), hold = design.luts.add({}, {}, {2});
  design.check_types = {{gsta::check_kind::setup, gsta::edge::rise, {setup, setup}},
                        {gsta::check_kind::hold, gsta::edge::rise, {hold, hold}}};
  design.add_check(r3_d, r3_ck, 0);
  design.add_check(r3_d, r3_ck, 1);

  // fast rises at 0, 100, 200, ... ps; slow at 20, 170, 320, ... Edge 2 * clock is the clock's rising edge.
  design.clocks = {{.period = 100'000, .at = {0, 50'000}}, {.period = 150'000, .at = {20'000, 95'000}}};
  design.clock_name = {"fast", "slow"};
  design.sources = {{.pin = fast, .launch_edge = 0, .arrival = {0, inf, 0, -inf}},
                    {.pin = slow, .launch_edge = 2, .arrival = {0, inf, 0, -inf}}};
  design.asserted_slew[fast] = design.asserted_slew[slow] = gsta::same_value(10);
  return design;
}

}  // namespace

int main() {
  gsta::host_executor const exec;
  gsta::flat_design const design = make_design();
  gsta::timer timer(exec, design);
  timer.update(exec);
  auto const state = take_snapshot(exec, timer);
  auto const clock_of = [&](gsta::id node) {
    return design.clock_name[state.tags[state.node_tag[node]].launch_edge / 2].c_str();
  };

  constexpr int late_rise = condition(gsta::split::late, gsta::edge::rise);
  for (gsta::id node = state.pin_begin[r3_d]; node < state.pin_begin[r3_d + 1]; ++node) {
    std::printf("r3/d: launched by %s, arrives %.0f ps after that edge\n", clock_of(node),
                state.node_arrival[node][late_rise]);
  }
  for (std::size_t i = 0; i < state.checks.size(); ++i) {
    gsta::timing_check const& check = state.checks[i];
    std::printf("%-5s from %s to %s: %4.0f ps between the edges, slack %4.0f ps\n",
                is_late(check.kind) ? "setup" : "hold", clock_of(check.data), clock_of(check.capture),
                gsta::to_picoseconds(check.offset), state.check_slack[i][0]);
  }

  // From fast to slow: 100 and 150 come as near as 20 ps (0 -> 20), and 30 ps the other way (200 -> 170).
  // Setup: 20 - 5 - (20 + 10) = -15. Hold: (20 + 10) - (-30 + 2) = 58.
  // From slow to slow: setup 150 - 5 - (30 + 15) = 100, hold 45 - (0 + 2) = 43.
  float const expected[] = {-15, 100, 58, 43};
  bool good = state.checks.size() == 4 && state.setup.wns == -15 && state.setup.tns == -15;
  for (std::size_t i = 0; good && i < 4; ++i) good = state.check_slack[i][0] == expected[i];
  gsta::id const first = state.pin_begin[r3_d];
  good = good && state.node_arrival[first][late_rise] == 30 && state.node_arrival[first + 1][late_rise] == 45;
  return good ? 0 : 1;
}
