// Prints: slack   -5.0 ps: f2/ck f2/q f1/d
// Prints: slack   -5.0 ps: s2/ck s2/q s1/d
// Prints: slack   15.0 ps: f1/ck f1/q f2/d
// Prints: slack   55.0 ps: s1/ck s1/q s2/d
// Prints: slack  105.0 ps: s2/ck s2/q s2/d
// Two clocks that have nothing to do with each other, and the five worst paths: registers, clocks, clock
// groups and paths from arrays, on the host.
#include <cstdio>
#include <gsta/gsta.hpp>
#include <gsta/sta/find_paths.hpp>
#include <gsta/sta/timer.hpp>
#include <string>

namespace {

constexpr float no = gsta::math::infinity;  // no such edge

/// Builds designs of registers and of wires with a delay between them.
struct builder {
  gsta::flat_design design;
  gsta::id slew = design.luts.add({}, {}, {10});  // ps
  gsta::id setup = design.add_check_type({gsta::check_kind::setup, gsta::edge::rise, {table(5), table(5)}});
  gsta::id launch = arc_type(20, true);

  gsta::id table(float delay) { return design.luts.add({}, {}, {delay}); }
  gsta::id arc_type(float delay, bool launches) {
    gsta::id const d = table(delay);
    gsta::edge_map edges = launches ? gsta::edge_map{} : gsta::positive_edges();
    if (launches)
      for (int c = 0; c < gsta::conditions; ++c) edges.set(c, gsta::edge::rise);
    return design.add_arc_type({{{d, d, d, d}}, {{slew, slew, slew, slew}}, edges, launches});
  }
  /// A register whose clock pin sees a clock without a tree. Its pins are data, clock and output, one behind
  /// the other.
  gsta::id add_register(std::string const& name, gsta::id clock) {
    gsta::id const d = design.add_pin(name + "/d"), ck = design.add_pin(name + "/ck"),
                   q = design.add_pin(name + "/q");
    design.sources.push_back({ck, 2 * clock, {0, no, 0, -no}, gsta::arrival_kind::clock});
    design.asserted_slew[ck] = gsta::same_value(10);
    design.add_arc(ck, q, launch);
    design.add_check(d, ck, setup);
    return d;
  }
  void connect(gsta::id from, gsta::id to, float delay) {
    design.add_arc(from + 2, to, arc_type(delay, false));
  }
};

}  // namespace

int main() {
  builder make;
  auto& design = make.design;
  gsta::id const fast = design.add_clock(gsta::none, {.period = 100'000, .at = {0, 50'000}}, "fast");
  gsta::id const slow = design.add_clock(gsta::none, {.period = 170'000, .at = {0, 85'000}}, "slow");
  gsta::id const f1 = make.add_register("f1", fast), f2 = make.add_register("f2", fast);
  gsta::id const s1 = make.add_register("s1", slow), s2 = make.add_register("s2", slow);
  make.connect(f1, f2, 60);
  make.connect(f2, f1, 80);
  make.connect(s1, s2, 90);
  make.connect(s2, s1, 150);
  make.connect(s2, s2, 40);
  make.connect(f2, s2, 30);  // between the clocks
  // Two groups: no path counts from one to the other.
  design.exclusive = {{.group_of = {0, 1}}};

  gsta::host_executor const exec;
  gsta::timer timer(exec, design);
  timer.update(exec);
  auto const worst = find_paths(exec, timer, {.k = 5, .unique_pins = true});
  auto const& paths = worst.view;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    std::printf("slack %6.1f ps:", gsta::to_picoseconds(paths.slack[p]));
    for (auto i = paths.begin[p]; i < paths.begin[p + 1]; ++i)
      std::printf(" %s", std::string(design.pin_name[timer.view().node_pin[paths.node[i]]]).c_str());
    std::printf("\n");
  }
}
