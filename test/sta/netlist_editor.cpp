#include "gsta/sta/netlist_editor.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "test/support/catch.hpp"

using gsta::argument_error;
using gsta::netlist_editor;
namespace model = gsta::model;

namespace {

model::library three_cells() {
  model::library cells;
  auto const add = [&](std::string const& name, std::vector<std::string> const& pins) {
    model::cell cell;
    cell.name = name;
    for (auto const& pin : pins) cell.pins.emplace_back().name = pin;
    cells.cell_index[name] = cells.cells.size();
    cells.cells.push_back(cell);
  };
  add("INV", {"A", "Y"});
  add("INV4", {"Y", "A"});
  add("NAND", {"A", "B", "Y"});
  return cells;
}

/// in -> a/A, a/Y -> w -> b/A, b/Y -> out, and a port `spare` on the net `other`.
model::netlist two_inverters() {
  model::netlist n;
  n.ports.resize(3);
  n.ports[0].name = "in";
  n.ports[1].name = "out";
  n.ports[2].name = "spare";
  n.ports[2].net = "other";
  n.wires = {"in", "out", "w", "other", "lone"};
  n.instances.push_back({"INV", "a", {{"A", "in", {}}, {"Y", "w", {}}}, {}, {}});
  n.instances.push_back({"INV", "b", {{"A", "w", {}}, {"Y", "out", {}}}, {}, {}});
  return n;
}

model::parasitics wires_of(std::vector<std::pair<std::string, float>> const& nets) {
  model::parasitics wires;
  for (auto const& [name, total] : nets) {
    wires.add({.name = name, .total = total});
  }
  return wires;
}

/// All connections, a line each: `cell gate pin=net pin=net`, ports as `port=net`; what is on no net is `-`.
std::vector<std::string> lines_of(model::netlist const& n) {
  std::vector<std::string> lines;
  for (auto const& port : n.ports) {
    std::string const net = port.net.empty() ? port.name : port.net;
    lines.push_back(port.name + "=" + (port.connected ? net : "-"));
  }
  for (auto const& gate : n.instances) {
    std::string line = gate.cell + " " + gate.name;
    for (auto const& c : gate.connections) line += " " + c.pin + "=" + (c.net.empty() ? "-" : c.net);
    lines.push_back(line);
  }
  return lines;
}

using lines = std::vector<std::string>;

struct editing {
  model::library cells = three_cells();
  netlist_editor editor{two_inverters(), wires_of({{"w", 1}, {"in", 2}}), cells, ':'};
  void is(lines const& want) { CHECK(lines_of(editor.netlist()) == want); }
};

lines const unedited{"in=in", "out=out", "spare=other", "INV a A=in Y=w", "INV b A=w Y=out"};

}  // namespace

TEST_CASE("editor: without edits the netlist is as given", "[sta][small]") {
  editing e;
  e.is(unedited);
  CHECK(e.editor.netlist().wires == two_inverters().wires);
  CHECK(e.editor.parasitics().nets.size() == 2);
}

TEST_CASE("editor: a gate takes another cell with the same pins", "[sta][small]") {
  editing e;
  e.editor.repower_gate("b", "INV4");
  e.is({"in=in", "out=out", "spare=other", "INV a A=in Y=w", "INV4 b A=w Y=out"});
}

TEST_CASE("editor: pins move between nets", "[sta][small]") {
  editing e;
  e.editor.connect_pin("b:A", "in");
  e.editor.connect_pin("out", "lone");
  e.editor.connect_pin("spare", "w");
  e.is({"in=in", "out=lone", "spare=w", "INV a A=in Y=w", "INV b A=in Y=out"});
  e.editor.disconnect_pin("a:Y");
  e.editor.disconnect_pin("in");
  e.editor.disconnect_pin("a:Y");  // it is on no net any more: nothing to do
  e.is({"in=-", "out=lone", "spare=w", "INV a A=in Y=-", "INV b A=in Y=out"});
  e.editor.connect_pin("in", "in");
  e.is({"in=in", "out=lone", "spare=w", "INV a A=in Y=-", "INV b A=in Y=out"});
}

TEST_CASE("editor: a gate is put in, with the pins that are connected", "[sta][small]") {
  editing e;
  e.editor.insert_gate("c", "NAND");
  e.is({"in=in", "out=out", "spare=other", "INV a A=in Y=w", "INV b A=w Y=out", "NAND c"});
  e.editor.connect_pin("c:B", "w");
  e.editor.insert_net("new");
  e.editor.connect_pin("c:Y", "new");
  e.is({"in=in", "out=out", "spare=other", "INV a A=in Y=w", "INV b A=w Y=out", "NAND c B=w Y=new"});
  CHECK(e.editor.netlist().wires.back() == "new");
}

TEST_CASE("editor: a gate taken out leaves its nets, the others keep their order", "[sta][small]") {
  editing e;
  e.editor.insert_gate("c", "INV");
  e.editor.connect_pin("c:A", "w");
  e.editor.remove_gate("a");
  e.is({"in=in", "out=out", "spare=other", "INV b A=w Y=out", "INV c A=w"});
  e.editor.remove_net("w");  // both pins of it moved to another place in the list of gates
  e.is({"in=in", "out=out", "spare=other", "INV b A=- Y=out", "INV c A=-"});
  e.editor.remove_gate("b");
  e.editor.insert_gate("a", "INV4");  // the name is free again
  e.editor.connect_pin("a:A", "in");
  e.editor.connect_pin("c:Y", "out");
  e.is({"in=in", "out=out", "spare=other", "INV c A=- Y=out", "INV4 a A=in"});
}

TEST_CASE("editor: a net taken out leaves its pins open", "[sta][small]") {
  editing e;
  e.editor.remove_net("w");
  e.editor.remove_net("other");
  e.is({"in=in", "out=out", "spare=-", "INV a A=in Y=-", "INV b A=- Y=out"});
  CHECK(e.editor.netlist().wires == std::vector<model::name>{"in", "out", "lone"});
  CHECK(e.editor.parasitics().find("w") == nullptr);
  CHECK(e.editor.parasitics().find("in") != nullptr);
  e.editor.insert_net("w");
  e.editor.connect_pin("a:Y", "w");
  e.is({"in=in", "out=out", "spare=-", "INV a A=in Y=w", "INV b A=- Y=out"});
  CHECK(e.editor.parasitics().find("w") == nullptr);  // a new net has no wire yet
}

TEST_CASE("editor: wires read later replace those of their nets", "[sta][small]") {
  editing e;
  auto later = wires_of({{"in", 5}, {"gone", 6}, {"out", 7}, {"nowhere", 8}});
  later.file = "later.spef";
  CHECK(e.editor.update_parasitics(std::move(later)) == 2);  // two nets that the netlist lacks
  auto const& wires = e.editor.parasitics();
  CHECK(wires.file == "later.spef");
  REQUIRE(wires.nets.size() == 3);
  for (auto const& [name, total] :
       std::vector<std::pair<std::string, float>>{{"w", 1}, {"in", 5}, {"out", 7}}) {
    auto const* const net = wires.find(name);
    REQUIRE(net != nullptr);
    CHECK(net->name == name);
    CHECK(net->total == total);
  }
  CHECK(wires.net_index.size() == 3);
}

TEST_CASE("editor: that wires hold what pins have stays known, and kept wires keep their delimiter",
          "[sta][small]") {
  editing e;
  CHECK_FALSE(e.editor.parasitics().holds_pin_capacitance);
  auto holding = wires_of({{"in", 5}});
  holding.holds_pin_capacitance = true;
  e.editor.update_parasitics(std::move(holding));
  CHECK(e.editor.parasitics().holds_pin_capacitance);
  e.editor.update_parasitics(wires_of({{"w", 6}}));  // the wire of `in` is still there
  CHECK(e.editor.parasitics().holds_pin_capacitance);

  auto other = wires_of({{"in", 7}});
  other.file = "other.spef";
  other.pin_delimiter = '/';
  CHECK_THROWS_MATCHES(e.editor.update_parasitics(model::parasitics(other)), argument_error,
                       Catch::Matchers::Message("other.spef writes pins differently than the wires that are "
                                                "kept: its *DELIMITER is another"));
  auto const& wires = e.editor.parasitics();
  CHECK(wires.pin_delimiter == ':');
  CHECK(wires.find("in")->total == 5);

  model::library const cells = three_cells();
  netlist_editor fresh(two_inverters(), {}, cells, ':');
  fresh.update_parasitics(std::move(other));  // nothing was kept
  CHECK(fresh.parasitics().pin_delimiter == '/');

  model::parasitics all = wires_of({{"w", 1}}), more = wires_of({{"in", 2}});
  more.holds_pin_capacitance = true;
  model::diagnostics notes;
  merge(all, std::move(more), notes);
  CHECK(all.holds_pin_capacitance);
}

TEST_CASE("editor: what cannot be done is refused with a sentence, and changes nothing", "[sta][small]") {
  editing e;
  auto const refuses = [&](std::string const& sentence, auto const& edit) {
    CHECK_THROWS_MATCHES(edit(e.editor), argument_error, Catch::Matchers::Message(sentence));
    e.is(unedited);
  };
  refuses("there is no gate named c", [](auto& to) { to.remove_gate("c"); });
  refuses("there is no gate named c", [](auto& to) { to.repower_gate("c", "INV4"); });
  refuses("no library has a cell named OR", [](auto& to) { to.repower_gate("a", "OR"); });
  refuses("there already is a gate named a", [](auto& to) { to.insert_gate("a", "INV"); });
  refuses("no library has a cell named OR", [](auto& to) { to.insert_gate("c", "OR"); });
  refuses("there already is a net named w", [](auto& to) { to.insert_net("w"); });
  refuses("there is no net named v", [](auto& to) { to.remove_net("v"); });
  refuses("there is no net named v", [](auto& to) { to.connect_pin("a:A", "v"); });
  refuses("there is no port named a", [](auto& to) { to.connect_pin("a", "w"); });
  refuses("there is no gate named c", [](auto& to) { to.connect_pin("c:A", "w"); });
  refuses("cell INV of gate a has no pin named B", [](auto& to) { to.connect_pin("a:B", "w"); });
  refuses("cell INV of gate a has no pin named B", [](auto& to) { to.disconnect_pin("a:B"); });
  e.editor.insert_gate("c", "NAND");
  e.editor.connect_pin("c:B", "w");
  CHECK_THROWS_MATCHES(e.editor.repower_gate("c", "INV"), argument_error,
                       Catch::Matchers::Message("cell INV has no pin named B, which gate c uses"));
}
