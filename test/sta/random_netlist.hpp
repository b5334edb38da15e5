#pragma once

#include <string>
#include <utility>
#include <vector>

#include "test/flat/model_maker.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

/// Netlists with names at random, and wires for some of their nets: several drivers, aliases, loops, inout
/// ports, driving cells and loads of nets under SDC's rules; under the contest's what it has.
class random_netlist {
 public:
  random_netlist(prng& random, bool sdc) : random_(random), sdc_(sdc) {
    give_outputs_loads();
    add_latch();
    if (!sdc) m_.constraints.rules = model::timing_rules::contest;
    m_.options.step_at_ports = random.chance(50);
    m_.options.pin_separator = random.chance(80) ? '/' : ':';
    add_ports();
    add_instances();
    add_aliases();
    add_constraints();
  }

  model_maker const& maker() const noexcept { return m_; }

  /// Wires of about so many of a hundred nets, and of some that the netlist lacks.
  model::parasitics wires(int percent) {
    model::parasitics made;
    made.file = "more" + std::to_string(++files_) + ".spef";
    for (auto const& net : nets_) {
      if (!random_.chance(percent)) continue;
      add_wire(made, net, net.name);
      if (random_.chance(5) && !net.alias.empty()) add_wire(made, net, net.alias);
    }
    if (random_.chance(20)) add_wire(made, {"nowhere", {}, {{"nobody", "A"}}, {}}, "nowhere");
    return made;
  }

 private:
  struct pin_of {
    std::string instance, pin;  ///< a port: no instance
  };
  struct net_of {
    std::string name;
    std::vector<pin_of> drivers, sinks;
    std::string alias;
  };
  using direction = model::direction;

  /// Both sides' differ for one cell, so that they do not fit into wires.
  void give_outputs_loads() {
    float late = 0.5f;
    for (auto const* const name : {"BUF", "INV", "XOR2"}) {
      auto& out = m_.known(name).pins.back();
      for (int split = 0; split < 2; ++split)
        for (auto& value : out.capacitance[split]) value = split == 0 ? 0.5f : late;
      late += 0.25f;
    }
  }

  void add_latch() {
    auto& latch = m_.cell("LATCH");
    latch.states.push_back({true, "IQ", "IQN", "G", "D", "", ""});
    add_pin(latch, "G", direction::input, 1).is_clock = true;
    auto& data = add_pin(latch, "D", direction::input, 1);
    gsta_test::add_check(data, "G", model::timing_type::setup_falling, 3, 4);
    auto& q = add_pin(latch, "Q", direction::output, 0.25f, "IQ");
    add_delay(q, "D", 5, 6);
    add_delay(q, "G", 7, 8, model::timing_sense::non_unate, model::timing_type::rising_edge);
  }

  static std::string word(char const* letters, std::size_t n) { return letters + std::to_string(n); }

  net_of& add_net() { return nets_.emplace_back(net_of{word("n", nets_.size()), {}, {}, {}}); }

  void add_port(std::string const& name, direction of) {
    m_.port(name, of);
    nets_.push_back({name, {}, {}, {}});
    auto& net = nets_.back();
    if (of != direction::output) net.drivers.push_back({"", name});
    if (of != direction::input) net.sinks.push_back({"", name});
  }

  void add_ports() {
    add_port("clk", direction::input);
    for (int i = random_.between(1, 3); i > 0; --i) add_port(word("in", nets_.size()), direction::input);
    if (sdc_ && random_.chance(40)) add_port("both", direction::inout);
    first_ = nets_.size();
  }

  void connect(model::instance& at, std::string const& pin, std::size_t net, bool drives) {
    at.connections.push_back({pin, nets_[net].name, {}});
    auto& pins = drives ? nets_[net].drivers : nets_[net].sinks;
    pins.push_back({at.name, pin});
  }

  void add_instances() {
    bool const loops = sdc_ && random_.chance(60), latches = sdc_ && random_.chance(25);
    int const count = random_.between(4, 40);
    for (int i = 0; i < count; ++i) {
      char const* const cells[] = {"BUF", "BUF", "INV", "AND2", "XOR2", "MUX2", "DFF", "LATCH"};
      std::string const cell = cells[random_.below(latches ? 8 : 7)];
      auto& made = m_.netlist.instances.emplace_back();
      made.cell = cell;
      made.name = word("u", m_.netlist.instances.size());
      auto const recent = static_cast<int>(nets_.size());
      for (auto const& pin : m_.known(cell).pins) {
        if (pin.direction == direction::output || random_.chance(3)) continue;
        bool const clock = pin.is_clock && random_.chance(80);
        connect(made, pin.name, clock ? 0 : static_cast<std::size_t>(random_.below(recent)), false);
      }
      auto const& out = m_.known(cell).pins.back().name;
      if (random_.chance(12) && nets_.size() > first_ && may_share(nets_.back())) {
        connect(made, out, nets_.size() - 1, true);
        continue;
      }
      add_net();
      connect(made, out, nets_.size() - 1, true);
    }
    if (loops) close_loops();
    for (int i = random_.between(1, 3); i > 0; --i) add_output();
  }
  /// Nothing that the net's sinks drive may be an input of the next driver, or there is a loop.
  static bool may_share(net_of const& net) { return net.sinks.empty(); }

  /// Some inputs go to nets that come later.
  void close_loops() {
    for (auto& instance : m_.netlist.instances) {
      if (!random_.chance(25) || instance.cell == "DFF" || instance.cell == "LATCH") continue;
      auto& at = instance.connections.front();
      if (m_.known(instance.cell).find_pin(at.pin)->direction == direction::output) continue;
      for (auto& net : nets_)
        if (net.name == at.net)
          std::erase_if(net.sinks, [&](pin_of const& of) {
            return of.instance == instance.name && of.pin == std::string(at.pin);
          });
      auto& to = nets_[static_cast<std::size_t>(random_.below(static_cast<int>(nets_.size())))];
      at.net = to.name;
      to.sinks.push_back({instance.name, std::string(at.pin)});
    }
  }

  void add_output() {
    std::string const name = word("out", nets_.size());
    auto& net = nets_[static_cast<std::size_t>(random_.below(static_cast<int>(nets_.size())))];
    m_.netlist.ports.push_back({name, net.name, true, direction::output, {}});
    net.sinks.push_back({"", name});
    outputs_.push_back(name);
  }

  void add_aliases() {
    for (auto& net : nets_) {
      m_.netlist.wires.push_back(net.name);
      if (!random_.chance(20)) continue;
      net.alias = "top/" + net.name;
      m_.netlist.aliases.push_back({net.alias, net.name});
    }
  }

  void add_constraints() {
    auto& c = m_.constraints;
    m_.clock("clk", "clk", true);
    for (auto const& port : m_.netlist.ports) {
      if (port.direction == direction::output || port.name == "clk") continue;
      m_.arrival(port.name, "clk", same_value(random_.real(0, 50)));
      m_.slew(port.name, same_value(random_.real(2, 40)));
    }
    for (auto const& name : outputs_) m_.required(name, "clk", {0, 0, -20, -30});
    if (!sdc_) return;
    for (auto const& net : nets_)
      if (random_.chance(6)) c.loads.push_back({net.name, same_value(random_.real(1, 9)), {}, true});
    for (auto const& port : m_.netlist.ports) {
      if (port.direction != direction::output && random_.chance(35)) {
        auto& by = c.driving_cells.emplace_back();
        by.port = port.name;
        by.cell = random_.chance(50) ? "BUF" : "INV";
        by.input_slew = same_value(7.0f);
      } else if (port.direction != direction::input && random_.chance(50)) {
        c.loads.push_back({port.name, same_value(random_.real(1, 9)), {}, false});
      }
    }
  }

  static std::string node_of(pin_of const& pin) {
    return pin.instance.empty() ? pin.pin : pin.instance + ":" + pin.pin;
  }

  void add_wire(model::parasitics& into, net_of const& of, std::string const& name) {
    model::wire_net made;
    made.name = name;
    made.at = {10 * into.nets.size() + 1, 8, 0};
    std::vector<std::string> nodes;
    for (auto const* const list : {&of.drivers, &of.sinks})
      for (auto const& pin : *list)
        if (!random_.chance(6)) nodes.push_back(node_of(pin));
    if (random_.chance(50))
      for (auto const& node : nodes) made.connect(node);
    if (random_.chance(4)) made.connect("nobody:A");
    if (random_.chance(12) && !of.drivers.empty())
      reduce(made, of);
    else
      extract(made, nodes, name);
    into.add(std::move(made));
  }

  void reduce(model::wire_net& into, net_of const& of) {
    for (auto const& driver : of.drivers) {
      if (random_.chance(10)) continue;
      auto& seen = into.reduced.emplace_back();
      seen.pin = node_of(driver);
      seen.near_end = random_.real(0.1, 3), seen.far_end = random_.real(0.1, 3);
      seen.resistance = random_.real(0.1, 2);
      for (auto const& sink : of.sinks)
        if (!random_.chance(10)) seen.sinks.push_back({node_of(sink), random_.real(0.5, 9)});
      if (random_.chance(5)) seen.sinks.push_back({"clk", 1});
    }
  }

  /// A tree over pins and points, and now and then a resistor too many, what is not there, or a coupling.
  void extract(model::wire_net& into, std::vector<std::string> nodes, std::string const& name) {
    for (int i = random_.below(4); i > 0; --i) nodes.push_back(name + ":" + std::to_string(i));
    if (random_.chance(5)) nodes.push_back("antenna:Z");
    if (random_.chance(5)) nodes.push_back("u1:Q7");
    random_.shuffle(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      into.add_capacitor(nodes[i], random_.real(0.1, 3));
      if (i == 0 || random_.chance(2)) continue;
      auto const& before = nodes[static_cast<std::size_t>(random_.below(static_cast<int>(i)))];
      into.add_resistor(nodes[i], before, random_.real(0.05, 2), at());
    }
    if (nodes.empty()) return;
    if (sdc_ && random_.chance(10)) {
      auto const& from = random_.pick(nodes);
      into.add_resistor(from, random_.pick(nodes), 0.5f, at());
    }
    if (random_.chance(15)) {
      auto const& other = nets_[static_cast<std::size_t>(random_.below(static_cast<int>(nets_.size())))];
      auto const& node = random_.pick(nodes);
      into.add_capacitor(node, random_.real(0.1, 1), other.name + ":1");
    }
  }

  /// Somewhere in a file, another place each time.
  model::wire_location at() { return {++lines_, 3}; }

  prng& random_;
  bool sdc_;
  model_maker m_;
  std::vector<net_of> nets_;
  std::vector<std::string> outputs_;
  std::size_t first_ = 0;
  int files_ = 0;
  std::uint32_t lines_ = 0;
};

}  // namespace gsta_test
