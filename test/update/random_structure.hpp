#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gsta/flat/structure.hpp"
#include "gsta/flat/wire_network.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

/// Edits a design's structure at random; what it does may close a loop.
class random_structure {
 public:
  explicit random_structure(prng& random) : random_(random) {}

  /// Returns what it did.
  std::string edit(gsta::structure_editor& edits, gsta::flat_design const& d) {
    int const what = random_.below(100);
    gsta::id const pin = some(d.pin_load.size());
    bool const nets = !d.net_driver.empty();
    if (what < 18 && nets) return insert_buffer(edits, d);
    if (what < 26) return edits.remove_pin(pin), "remove pin";
    if (what < 33 && !d.arc_to.empty()) return remove_gate(edits, d);
    if (what < 43 && nets) return connect(edits, d, pin);
    if (what < 50) return edits.disconnect(pin), "disconnect";
    if (what < 55) return add_net(edits, d, pin);
    if (what < 59 && nets) return edits.remove_net(some(d.net_driver.size())), "remove net";
    if (what < 75 && nets) return set_wire(edits, d);
    if (what < 80 && !d.arc_types.empty()) {
      id const to = other(d, pin), type = some(d.arc_types.size());
      bool const may_loop = random_.chance(30);
      id const low = std::min(pin, to), high = std::max(pin, to);
      return edits.add_arc(may_loop ? high : low, may_loop ? low : high, type), "add arc";
    }
    if (what < 84 && !d.arc_to.empty()) return remove_arc(edits, some(d.arc_to.size()));
    if (what < 87 && !d.check_types.empty()) {
      id const clock = other(d, pin), type = some(d.check_types.size());
      return edits.add_check(pin, clock, type), "add check";
    }
    if (what < 90 && !d.check_data.empty())
      return edits.remove_check(some(d.check_data.size())), "remove check";
    if (what < 94 && !d.exceptions.empty())
      return edits.remove_exception(static_cast<std::size_t>(some(d.exceptions.size()))), "remove exception";
    return add_exception(edits, d), "add exception";
  }

  /// Other networks of some nets, in any order.
  std::vector<gsta::net_wire> networks(gsta::flat_design const& d) {
    std::vector<gsta::net_wire> wires;
    if (d.net_driver.empty()) return wires;
    for (int i = random_.between(1, 3); i > 0; --i) {
      id const net = some(d.net_driver.size());
      bool const there =
          std::any_of(wires.begin(), wires.end(), [&](auto const& of) { return of.net == net; });
      if (there) continue;
      gsta::net_wire other{net, {}};  // nvcc 13.0 crashes where a choice stands in braces
      if (!random_.chance(15)) other.wire = wire_to(sinks_of(d, net));
      wires.push_back(std::move(other));
    }
    return wires;
  }

 private:
  using id = gsta::id;

  id some(std::size_t size) { return random_.below(static_cast<int>(size)); }
  id other(gsta::flat_design const& d, id than) {
    id result = than;
    do result = some(d.pin_load.size());
    while (result == than && d.pin_load.size() > 1);
    return result;
  }
  std::vector<id> sinks_of(gsta::flat_design const& d, id net) {
    auto const n = static_cast<std::size_t>(net);
    return {d.net_sink.begin() + d.net_begin[n], d.net_sink.begin() + d.net_begin[n + 1]};
  }

  std::string insert_buffer(gsta::structure_editor& edits, gsta::flat_design const& d) {
    if (d.arc_types.empty()) return "nothing";
    id const net = some(d.net_driver.size());
    std::vector<id> moved;
    for (id const sink : sinks_of(d, net))
      if (random_.chance(50)) moved.push_back(sink);
    gsta::gate_pattern const buffer{
        {{"A", gsta::same_value(random_.real(0.5, 3))}, {"Y", {}}}, {{0, 1, some(d.arc_types.size())}}, {}};
    auto const made = edits.insert_buffer(net, moved, buffer, 0, 1, "new");
    if (random_.chance(50)) edits.set_wire(made.net, wire_to(moved));
    return "insert buffer";
  }

  /// A chain from the driver with a sink at each node.
  gsta::wire_network wire_to(std::vector<id> const& sinks) {
    gsta::wire_network wire;
    wire.root = 0;
    wire.capacitance = {random_.real(0, 1)};
    wire.sink = {gsta::none};
    for (id const sink : sinks) {
      if (random_.chance(10)) continue;  // not reached
      auto const node = static_cast<id>(wire.capacitance.size());
      wire.capacitance.push_back(random_.real(0, 2));
      wire.sink.push_back(sink);
      wire.a.push_back(random_.below(node));
      wire.b.push_back(node);
      wire.resistance.push_back(random_.real(0.01, 0.5));
    }
    return wire;
  }

  std::string remove_gate(gsta::structure_editor& edits, gsta::flat_design const& d) {
    id const out = d.arc_to[static_cast<std::size_t>(some(d.arc_to.size()))];
    std::vector<id> pins{out};
    for (std::size_t i = 0; i < d.arc_to.size(); ++i)
      if (d.arc_to[i] == out && d.arc_from[i] != out) pins.push_back(d.arc_from[i]);
    std::sort(pins.begin(), pins.end());
    pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
    bool const comes_back = random_.chance(50);
    auto const pattern = edits.pattern_of(pins);
    edits.remove_gate(pins);
    if (!comes_back) return "remove gate";
    id const first = edits.insert_gate(pattern, "again");
    if (!d.net_driver.empty()) {
      id const net = some(d.net_driver.size());
      if (d.net_driver[static_cast<std::size_t>(net)] < pins.front()) {
        try {
          edits.connect(first, net);
        } catch (gsta::argument_error const&) {  // went with its driver
        }
      }
    }
    return "replace gate";
  }

  std::string connect(gsta::structure_editor& edits, gsta::flat_design const& d, id pin) {
    id const net = some(d.net_driver.size());
    if (random_.chance(80)) edits.disconnect(pin);
    try {
      if (random_.chance(15))
        edits.set_driver(net, pin);
      else
        edits.connect(pin, net);
    } catch (gsta::argument_error const&) {  // it is there, or drives another one, or the net went
    }
    return "connect";
  }

  std::string remove_arc(gsta::structure_editor& edits, id arc) {
    try {
      edits.remove_arc(arc);
    } catch (gsta::argument_error const&) {
      return "keep arc of latch";
    }
    return "remove arc";
  }

  std::string add_net(gsta::structure_editor& edits, gsta::flat_design const& d, id pin) {
    edits.disconnect(pin);
    std::vector<id> sinks;
    for (int i = random_.below(4); i > 0; --i) sinks.push_back(some(d.pin_load.size()));
    std::sort(sinks.begin(), sinks.end());
    sinks.erase(std::unique(sinks.begin(), sinks.end()), sinks.end());
    edits.add_net(pin, sinks, "added");
    return "add net";
  }

  std::string set_wire(gsta::structure_editor& edits, gsta::flat_design const& d) {
    id const net = some(d.net_driver.size());
    edits.set_wire(net, random_.chance(15) ? gsta::wire_network{} : wire_to(sinks_of(d, net)));
    return "set wire";
  }

  void add_exception(gsta::structure_editor& edits, gsta::flat_design const& d) {
    gsta::path_exception path;
    path.effect =
        random_.chance(60) ? gsta::exception_effect::false_path : gsta::exception_effect::multicycle;
    path.cycles = 2;
    if (random_.chance(40)) path.through = {{{some(d.pin_load.size()), some(d.pin_load.size())}}};
    if (!d.check_data.empty() && random_.chance(60))
      path.to = {d.check_data[static_cast<std::size_t>(some(d.check_data.size()))]};
    else if (!d.sources.empty())
      path.from = {d.sources[static_cast<std::size_t>(some(d.sources.size()))].pin};
    if (path.from.empty() && path.to.empty() && path.through.empty()) return;
    edits.add_exception(path);
  }

  prng& random_;
};

}  // namespace gsta_test
