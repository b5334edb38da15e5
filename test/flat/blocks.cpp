// Parasitics of blocks: parts of one net's wire, in several files, are one tree.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// Blocks u1, u2 and u2/v, whose ports p are on the net n.
struct block_net {
  std::vector<std::string> modules = {"", "u1", "u2", "u2/v"};
  model_maker maker;
  std::map<std::string, std::vector<std::string>> leaves;  ///< pins on n, `instance:pin`, by module
  std::string driver;

  static std::string in_module(std::string const& module, std::string const& name) {
    return module.empty() ? name : module + "/" + name;
  }
  /// The net's name in a module.
  static std::string local_name(std::string const& module) { return module.empty() ? "n" : module + "/p"; }

  explicit block_net(std::string const& driven_in, std::map<std::string, int> const& sinks) {
    maker.input("in");
    maker.netlist.wires = {"in", "n"};
    for (auto const& module : modules) {
      if (module.empty()) continue;
      maker.netlist.modules.push_back({module, "M"});
      maker.netlist.module_pins.push_back({module + "/p", "n"});
      maker.netlist.aliases.push_back({module + "/p", "n"});
    }
    auto const name = in_module(driven_in, "drv");
    maker.instance("BUF", name, {{"A", "in"}, {"Z", "n"}});
    leaves[driven_in].push_back(name + ":Z");
    driver = name + "/Z";
    for (auto const& [module, count] : sinks) {
      for (int i = 0; i < count; ++i) {
        auto const sink = in_module(module, "s" + std::to_string(i));
        auto const open_net = sink + "_z";
        maker.instance("BUF", sink, {{"A", "n"}, {"Z", open_net.c_str()}});
        leaves[module].push_back(sink + ":A");
      }
    }
    maker.arrival("in", "", same_value(0.0f));
  }

  /// The modules whose ports are on the net right below a module.
  std::vector<std::string> below(std::string const& module) const {
    if (module.empty()) return {"u1", "u2"};
    return module == "u2" ? std::vector<std::string>{"u2/v"} : std::vector<std::string>{};
  }
};

/// A tree in one module: numbers of nodes, its members first.
struct local_tree {
  struct edge_of {
    std::size_t a, b;
    float value;
  };
  std::vector<edge_of> edges;
  std::vector<float> capacitances;
};

}  // namespace

TEST_CASE("a net's wire in parts of blocks is that of a flat extraction", "[flat][small]") {
  std::random_device entropy;
  auto const seed = entropy();
  INFO("seed " << seed);
  std::mt19937 draw(seed);
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(draw() % n); };
  for (int round = 0; round < 200; ++round) {
    std::map<std::string, int> sinks;
    for (auto const* const module : {"", "u1", "u2", "u2/v"}) sinks[module] = static_cast<int>(below(3));
    ++sinks["u1"];
    std::string const driven_in = std::array{"", "u1", "u2", "u2/v"}[below(4)];
    block_net hierarchical(driven_in, sinks), flat(driven_in, sinks);
    auto& flat_wire = flat.maker.parasitics.nets.emplace_back();
    flat_wire.name = "n";
    std::map<std::string, std::string>
        point_of;  // what modules' pins and inner points are called in the flat one
    auto const flat_point = [&](std::string const& of) {
      auto const [at, fresh] = point_of.try_emplace(of, "n:" + std::to_string(point_of.size()));
      return at->second;
    };
    std::vector<model::wire_net> parts;
    bool is_whole = true;
    for (auto const& module : hierarchical.modules) {
      // Members by their names in this module's file, and in the flat one.
      std::vector<std::pair<std::string, std::string>> nodes;
      for (auto const& leaf : hierarchical.leaves[module]) nodes.push_back({leaf, leaf});
      if (!module.empty()) nodes.push_back({module + "/p", flat_point(module + "/p")});
      for (auto const& inner : hierarchical.below(module))
        nodes.push_back({inner + ":p", flat_point(inner + "/p")});
      auto const members = nodes.size();
      bool const has_part = below(4) != 0;
      auto const points = has_part ? below(3) : 0;
      auto const name = block_net::local_name(module);
      for (std::size_t k = 1; k <= points; ++k) {
        auto const point = name + ":" + std::to_string(k);
        nodes.push_back({point, flat_point(module + "#" + point)});
      }
      model::wire_net part;
      part.name = name;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        auto const value = has_part ? static_cast<float>(below(4)) : 0.0f;
        auto const to = i == 0 ? 0 : has_part ? below(i) : 0;
        if (i < members) part.connect(nodes[i].first, nodes[i].first.find(':') == std::string::npos);
        part.add_capacitor(nodes[i].first, value);
        flat_wire.add_capacitor(nodes[i].second, value);
        if (i == 0) continue;
        auto const resistance = has_part ? static_cast<float>(1 + below(3)) : 0.0f;
        part.add_resistor(nodes[i].first, nodes[to].first, resistance);
        flat_wire.add_resistor(nodes[i].second, nodes[to].second, resistance);
      }
      for (auto const& leaf : hierarchical.leaves[module]) flat_wire.connect(leaf);
      is_whole = is_whole && (has_part || members < 2);
      if (has_part) parts.push_back(std::move(part));
    }
    if (parts.empty()) continue;
    std::shuffle(parts.begin(), parts.end(), draw);
    for (auto& part : parts) hierarchical.maker.parasitics.add(std::move(part));
    flat.maker.parasitics.net_index.assign(flat.maker.parasitics.nets, "n", 0);
    timed_model const stitched(hierarchical.maker), wanted(flat.maker);
    CHECK(hierarchical.maker.noted("parasitics") == (is_whole ? 0 : 1));
    INFO("round " << round);
    CHECK(stitched.load(hierarchical.driver) == wanted.load(hierarchical.driver));
    for (auto const& [module, pins] : hierarchical.leaves) {
      for (auto pin : pins) {
        if (pin.ends_with(":Z")) continue;
        pin[pin.rfind(':')] = '/';
        INFO(pin);
        for (int c = 0; c < gsta::conditions; ++c)
          CHECK(std::abs(stitched.arrival(pin, none, data_kind)[c] -
                         wanted.arrival(pin, none, data_kind)[c]) < 1e-3f);
      }
    }
  }
}

TEST_CASE("a block's wire that leaves out a pin of its net is not applied in silence", "[flat][small]") {
  block_net of("u1", {{"u2", 1}});
  auto& part = of.maker.parasitics.nets.emplace_back();
  part.name = "u1/p";
  part.connect("u1/drv:Z");
  part.add_capacitor("u1/drv:Z", 4);
  auto& top = of.maker.parasitics.nets.emplace_back();
  top.name = "n";
  top.connect("u1:p");
  top.connect("u2:p");
  top.add_resistor("u1:p", "u2:p", 1);
  for (std::size_t i = 0; i < 2; ++i)
    of.maker.parasitics.net_index.assign(of.maker.parasitics.nets, of.maker.parasitics.nets[i].name, i);
  of.maker.flat();
  CHECK(of.maker.noted("not applied: parasitics of a net in blocks") == 1);
}
