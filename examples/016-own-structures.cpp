// Needs: gsta::io
// Slacks into your own structures: each of your gates asks for the worst slack of its pins, by name once and
// by id ever after.
#include <algorithm>
#include <cstdio>
#include <gsta/flat/flatten.hpp>
#include <gsta/gsta.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/io/sdc.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/verilog.hpp>
#include <gsta/sta/snapshot.hpp>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

/// A gate as your tool has it.
struct my_gate {
  std::string name;
  std::vector<gsta::id> pins;
  float slack = gsta::math::infinity;  // the worst of its pins, setup
};

gsta::flat_design read_design() {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  auto const library = io::read_liberty(io::load("designs/riscling/plain45.lib"), notes);
  auto const netlist = io::read_verilog(io::load("designs/riscling/riscling.v.gz"), notes);
  auto const wires = io::read_spef(io::load("designs/riscling/riscling.spef.gz"), notes);
  auto const constraints = io::read_sdc(io::load("designs/riscling/riscling.sdc"), netlist, library, notes);
  return gsta::flatten({library, library, netlist, wires, constraints}, {}, notes);
}

/// Pins are named `gate/pin`; ports have no gate.
std::vector<my_gate> gates_of(gsta::flat_design const& design) {
  std::vector<my_gate> gates;
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t pin = 0; pin < design.pin_name.size(); ++pin) {
    auto const slash = design.pin_name[pin].rfind('/');
    if (slash == std::string::npos) continue;
    std::string const name(design.pin_name[pin].substr(0, slash));
    auto const [found, fresh] = known.try_emplace(name, gates.size());
    if (fresh) gates.push_back({name, {}});
    gates[found->second].pins.push_back(static_cast<gsta::id>(pin));
  }
  return gates;
}

}  // namespace

int main() {
  auto const design = read_design();
  gsta::host_executor const exec;
  gsta::timer timer(exec, design);
  timer.update(exec);

  // A pin has a node for each tag (launching clock edge, ...) that reaches it; slacks are per node.
  auto const timing = gsta::take_snapshot(exec, timer);
  int const late_rise = condition(gsta::split::late, gsta::edge::rise);
  auto gates = gates_of(design);
  for (auto& gate : gates) {
    for (gsta::id const pin : gate.pins) {
      for (gsta::id node = timing.pin_begin[pin]; node < timing.pin_begin[pin + 1]; ++node) {
        auto const& slack = timing.node_slack[node];
        gate.slack = std::min({gate.slack, slack[late_rise], slack[late_rise + 1]});
      }
    }
  }
  std::sort(gates.begin(), gates.end(), [](auto const& a, auto const& b) { return a.slack < b.slack; });
  std::printf("%zu gates; the worst:\n", gates.size());
  for (std::size_t i = 0; i < 5; ++i) std::printf("%9.2f ps  %s\n", gates[i].slack, gates[i].name.c_str());

  // The worst gate lies on the worst path: its slack is that of the worst endpoint, but for float rounding.
  float const worst = timer.summary(exec, gsta::split::late).worst_slack;
  return gates.size() == 9122 && gates[0].slack - worst < 0.01f && worst - gates[0].slack < 0.01f ? 0 : 1;
}
