#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "gsta/flat/flatten.hpp"
#include "test/flat/model_maker.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

using namespace gsta;

/// Rows of gates between flip-flops, with wires, and with what netlists and parasitics should not have.
struct random_design : gsta_test::model_maker {
  explicit random_design(std::uint64_t seed) : random(seed) {
    if (random.chance(30)) constraints.rules = model::timing_rules::contest;
    library.cells[library.cell_index.at("BUF")].supply_pins = {"VDD"};
    input("clk");
    input("in");
    output("out");
    if (random.chance(50)) port("both", model::direction::inout);
    clock("clk", "clk", true);
    int const gates = random.between(1, 20000);
    for (int i = 0; i < gates; ++i) add_gate(i);
    bool const lists_nets = random.chance(60);
    for (int i = 0; lists_nets && i < gates; ++i)
      if (!random.chance(1)) netlist.wires.push_back("n" + std::to_string(i));
    for (int i = 0; i < gates; ++i) add_wire(i);
    if (random.chance(70)) add_hints();
    options.step_at_ports = random.chance(50);
  }

  std::string net(int i) { return i < 0 ? "in" : "n" + std::to_string(i); }

  void add_gate(int i) {
    auto const input_net = net(i - 1 - random.below(std::min(i + 1, 50)));
    auto& made = netlist.instances.emplace_back();
    made.name = "u" + std::to_string(i);
    made.cell = random.chance(10) ? "DFF" : random.chance(50) ? "INV" : "AND2";
    bool const sdc = constraints.rules == model::timing_rules::sdc;
    if (random.chance(1)) made.cell = "BUF";
    if (sdc && random.chance(1)) made.cell = "BOX" + std::to_string(random.below(3));
    auto const connect = [&](char const* pin, std::string const& to) {
      made.connections.push_back({pin, to, {}});
    };
    if (made.cell == "DFF") connect("CK", "clk");
    connect(made.cell == "DFF" ? "D" : "A", input_net);
    if (made.cell == "AND2" && !random.chance(5)) connect("B", net(i - 1));
    if (made.cell == "BUF") connect("VDD", random.chance(50) ? "power" : "");
    if (!random.chance(1)) connect(made.cell == "DFF" ? "Q" : "Z", net(random.chance(1) ? i / 2 : i));
  }

  /// Where the netlist lists the nets of connections, here and there wrongly.
  void add_hints() {
    std::unordered_map<std::string_view, std::uint32_t> place;
    for (auto const& wire : netlist.wires) place.emplace(wire, static_cast<std::uint32_t>(place.size()) + 1);
    if (random.chance(20) && !netlist.wires.empty()) netlist.wires.push_back(netlist.wires.front());
    for (auto& instance : netlist.instances) {
      for (auto& connection : instance.connections) {
        auto const found = place.find(connection.net);
        if (found != place.end()) connection.wire = found->second;
        if (random.chance(3)) connection.wire = static_cast<std::uint32_t>(random.below(30000));
      }
    }
  }

  void add_wire(int i) {
    if (random.chance(20)) return;
    auto const& gate = netlist.instances[static_cast<std::size_t>(i)];
    std::string const name = random.chance(1) ? "unknown" : net(i),
                      driver = gate.name + (gate.cell == "DFF" ? ":Q" : ":Z");
    auto& wire = parasitics.nets.emplace_back();
    wire.name = name;
    auto const point = [&] { return name + ":" + std::to_string(random.below(6)); };
    auto const node = [&]() -> std::string {
      if (random.chance(2)) return "lost:" + std::to_string(random.below(2));
      if (random.chance(20)) return "u" + std::to_string(random.below(i + 20)) + ":A";
      return random.chance(3) ? "n0:3" : point();
    };
    wire.connect(driver, false, model::direction::output);
    if (random.chance(2)) wire.connect("u1:W", false, model::direction::input);
    for (int k = random.below(6); k >= 0; --k) {
      auto const at = node(), other = random.chance(10) ? node() : "";
      wire.add_capacitor(at, random.real(0, 2), other);
    }
    std::string last = random.chance(98) ? driver : "x:y";
    for (int k = random.below(8); k > 0; --k) {
      auto const next = node();
      wire.add_resistor(last, next, random.real(0, 1));
      if (random.chance(80)) last = next;
    }
    parasitics.net_index.assign(parasitics.nets, name, parasitics.nets.size() - 1);
  }

  prng random;
};

/// What flatten gives, or its error, as one text.
template <class Flatten>
std::string as_text(Flatten const& flatten) {
  std::string all;
  model::diagnostics notes;
  auto const bytes = [&](char const* name, auto const& array) {
    all += std::string("\n") + name + " " + std::to_string(array.size());
    std::string_view const text(reinterpret_cast<char const*>(array.data()), array.size() * sizeof(array[0]));
    all += " " + std::to_string(std::hash<std::string_view>{}(text));
  };
  try {
    flat_design const d = flatten(notes);
    bytes("pin_load", d.pin_load);
    bytes("asserted_slew", d.asserted_slew);
    bytes("net_driver", d.net_driver);
    bytes("net_begin", d.net_begin);
    bytes("net_sink", d.net_sink);
    bytes("parallel_begin", d.parallel_begin);
    bytes("parallel_driver", d.parallel_driver);
    bytes("rc_node_begin", d.rc_node_begin);
    bytes("rc_edge_begin", d.rc_edge_begin);
    bytes("rc_root", d.rc_root);
    bytes("rc_node_sink", d.rc_node_sink);
    bytes("rc_edge_a", d.rc_edge_a);
    bytes("rc_edge_b", d.rc_edge_b);
    bytes("rc_capacitance", d.rc_capacitance);
    bytes("rc_resistance", d.rc_resistance);
    bytes("rc_response", d.rc_response);
    bytes("wire_responses", d.wire_responses);
    bytes("arc_from", d.arc_from);
    bytes("arc_to", d.arc_to);
    bytes("arc_type_of", d.arc_type_of);
    bytes("check_data", d.check_data);
    bytes("shadow_of", d.shadow_of);
    bytes("outputs", d.outputs);
    for (auto const* names : {&d.pin_name, &d.net_name})
      for (auto const name : *names) all.append("\n").append(name);
  } catch (input_error const& e) {
    all += e.what();
  }
  for (auto const& note : notes.entries())
    all += "\n" + std::to_string(note.count) + " " + note.kind + ": " + note.first;
  return all;
}

}  // namespace gsta_test
