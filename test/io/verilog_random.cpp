// Random hierarchical designs against an elaborator of the test's own, net by net.

#include "test/io/verilog_random.hpp"

#include <map>
#include <set>
#include <string>

#include "gsta/io/verilog.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::random_design;

namespace {

using pin_set = std::set<std::string>;

/// The pins on each net with a pin, and the level of each pin: '0', '1', 'b' for both, '-' for none.
struct view {
  std::set<pin_set> nets;
  std::map<std::string, char> levels;
};

void add_level(char& level, bool value) {
  char const added = value ? '1' : '0';
  level = level == '-' || level == added ? added : 'b';
}

/// Pins at literals are on no net of the design: only their level counts.
view expected_view(gsta_test::connectivity const& design) {
  auto const number = design.components();
  std::map<int, pin_set> nets;
  std::map<int, char> level;
  for (auto const& [node, component] : number) {
    auto& mine = level.emplace(component, '-').first->second;
    for (auto const& next : design.edges.at(node)) {
      if (next == "0" || next == "1") add_level(mine, next == "1");
    }
  }
  view result;
  for (auto const& pin : design.pins) {
    nets[number.at(pin)].insert(pin);
    result.levels[pin] = level.at(number.at(pin));
  }
  for (auto const& [component, pins] : nets) result.nets.insert(pins);
  return result;
}

view view_of(model::netlist const& n) {
  std::map<std::string, pin_set> nets;
  std::map<std::string, bool> constant;
  for (auto const& c : n.constants) constant.emplace(c.net, c.value);
  view result;
  auto const add = [&](std::string const& pin, std::string const& net) {
    bool const is_alone = net.empty() || net == "1'b0" || net == "1'b1";
    nets[is_alone ? pin : net].insert(pin);
    auto const found = constant.find(net);
    result.levels[pin] = found == constant.end() ? '-' : found->second ? '1' : '0';
  };
  for (auto const& port : n.ports) add("." + port.name, port.net.empty() ? port.name : port.net);
  for (auto const& instance : n.instances) {
    pin_set left{"P0", "P1", "P2"};
    for (auto const& c : instance.connections) {
      add(instance.name + "/." + std::string(c.pin).substr(1), c.net);
      left.erase(c.pin);
    }
    for (auto const& pin : left) add(instance.name + "/." + pin.substr(1), "");
  }
  for (auto const& [net, pins] : nets) result.nets.insert(pins);
  return result;
}

}  // namespace

TEST_CASE("random hierarchical designs are connected as their generator says") {
  std::size_t instances = 0, modules = 0, aliases = 0, constants = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    random_design design(seed);
    auto const text = design.text();
    CAPTURE(seed, text);
    model::diagnostics seen;
    auto const netlist = io::read_verilog({gsta_test::text(text)}, design.top().name, seen);
    auto const oracle = design.elaborate();
    auto expected = expected_view(oracle);
    for (auto& [pin, level] : expected.levels) {
      if (level == 'b') level = '-';  // what is tied to both is no constant
    }
    auto const got = view_of(netlist);
    REQUIRE(got.nets == expected.nets);
    REQUIRE(got.levels == expected.levels);

    auto number = oracle.components();
    std::set<std::string> names;
    for (auto const& a : netlist.aliases) {
      INFO(a.name << " -> " << a.net);
      REQUIRE(names.insert(a.name).second);
      REQUIRE(number.count(a.name) == 1);
      REQUIRE(number[a.name] == number[a.net]);
    }
    for (auto const& p : netlist.module_pins) REQUIRE((p.name == p.net || number[p.name] == number[p.net]));
    for (auto const& wire : netlist.wires) REQUIRE(names.insert(wire).second);
    instances += netlist.instances.size();
    modules += netlist.modules.size();
    aliases += netlist.aliases.size();
    constants += netlist.constants.size();
  }
  // The designs are worth the name.
  CHECK(instances > 2000);
  CHECK(modules > 500);
  CHECK(aliases > 2000);
  CHECK(constants > 500);
}
