#include "gsta/io/verilog.hpp"

#include <string>
#include <vector>

#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::text;

namespace {

model::netlist read(std::string const& content) {
  model::diagnostics seen;
  auto result = io::read_verilog(text(content), seen);
  CHECK(seen.entries().empty());
  return result;
}

}  // namespace

TEST_CASE("a module's ports, wires and instances are read") {
  auto const netlist = read(gsta_test::small_netlist);
  CHECK(netlist.file == "x");
  CHECK(netlist.name == "top");
  REQUIRE(netlist.ports.size() == 3);
  CHECK(netlist.ports[1].name == "b");
  CHECK(netlist.ports[1].direction == model::direction::input);
  CHECK(netlist.ports[1].at.line == 2);
  CHECK(netlist.ports[1].at.column == 16);
  CHECK(netlist.ports[2].name == "out[0]");
  CHECK(netlist.ports[2].direction == model::direction::output);
  CHECK(netlist.wires == std::vector<gsta::model::name>{"n1"});
  REQUIRE(netlist.instances.size() == 3);
  auto const& nand = netlist.instances[0];
  CHECK(nand.cell == "NAND2");
  CHECK(nand.name == "u1");
  CHECK(nand.at.line == 6);
  CHECK(nand.at.column == 3);
  CHECK(nand.name_at.column == 9);
  REQUIRE(nand.connections.size() == 3);
  CHECK(nand.connections[2].pin == "Y");
  CHECK(nand.connections[2].net == "n1");
  CHECK(nand.connections[2].at.column == 29);
}

TEST_CASE("escaped names lose their backslash, and one cell name may serve several instances") {
  auto const netlist = read(gsta_test::small_netlist);
  REQUIRE(netlist.instances.size() == 3);
  CHECK(netlist.instances[1].name == "u/2");
  CHECK(netlist.instances[1].connections[1].net == "out[0]");
  CHECK(netlist.instances[2].cell == "INV");
  CHECK(netlist.instances[2].name == "u3");
  CHECK(netlist.instances[2].connections[1].net.empty());
}

TEST_CASE("ports may be declared in the header") {
  auto const netlist = read("module m(input a, b, output wire c, inout tri d); endmodule");
  REQUIRE(netlist.ports.size() == 4);
  CHECK(netlist.ports[0].direction == model::direction::input);
  CHECK(netlist.ports[1].direction == model::direction::input);
  CHECK(netlist.ports[2].direction == model::direction::output);
  CHECK(netlist.ports[3].direction == model::direction::inout);
  CHECK(netlist.instances.empty());
}

TEST_CASE("comments, attributes and harmless directives are passed over") {
  auto const netlist = read(
      "`timescale 1ns/1ps\n(* top *) module m /* a */ (a); // b\ninput a; (* keep = \"x\" *) wire a;\n"
      "`celldefine\n(* x *)INV (* y *) u1 /* ); */ (.A(a));\nendmodule\n`endcelldefine\n");
  CHECK(netlist.instances.size() == 1);
  CHECK(read("module m; X u1 (); endmodule").ports.empty());
}

TEST_CASE("comments and attributes may stand around each number in brackets") {
  auto const netlist = read(
      "module m(b); input [ (* x *) 3 (* y *) : /* ] */ 0 (* z *) ] b;\n"
      "INV u1 (.A(b[ 2*(2-1) (* x *) ])); INV u2 (.A(b[3(* y *):2// ]\n]));\nendmodule\n");
  CHECK(netlist.buses.at(0).from == 3);
  CHECK(netlist.instances[0].connections.at(0).net == "b[2]");
  CHECK(netlist.instances[1].connections.at(1).net == "b[2]");
}

TEST_CASE("a name that starts like a keyword is a name") {
  auto const netlist =
      read("module m(inputs); input inputs; wire wires; wire_cell output_1 (.module_(wires)); endmodule");
  CHECK(netlist.instances[0].cell == "wire_cell");
  CHECK(netlist.instances[0].name == "output_1");
}

TEST_CASE("a net without a declaration is added and counted once") {
  model::diagnostics seen;
  auto const netlist = io::read_verilog(
      text("module m; X u1 (.A(n)); X u2 (.A(n)); X u3 (.A(k)); wire w; wire w; endmodule"), seen);
  CHECK(netlist.wires == std::vector<gsta::model::name>{"n", "k", "w"});
  CHECK(counted(seen, "implicit") == 2);
  CHECK(counted(seen, "declared twice") == 1);
}

TEST_CASE("an instance may have many pins") {
  std::string content = "module m; wire n; BIG u1 (.p0(n)";
  for (int i = 1; i < 1000; ++i) content += ", .p" + std::to_string(i) + "(n)";
  CHECK(read(content + "); endmodule").instances[0].connections.size() == 1000);
  model::diagnostics seen;
  auto const twice = text(content + ", .p7(n)); endmodule");
  CHECK_THROWS_AS(io::read_verilog(twice, seen), input_error);
}
