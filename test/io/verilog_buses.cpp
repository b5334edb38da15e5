// Vectors, selects, concatenations, constants and assignments within one module.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gsta/io/verilog.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::text;

namespace {

model::netlist read(std::string const& content, model::diagnostics& seen) {
  return io::read_verilog(text(content), seen);
}

model::netlist read(std::string const& content) {
  model::diagnostics seen;
  auto result = read(content, seen);
  CHECK(seen.entries().empty());
  return result;
}

using strings = std::vector<std::string>;

strings port_names(model::netlist const& n) {
  strings names;
  for (auto const& port : n.ports) names.push_back(port.name);
  return names;
}

/// `pin=net` of each connection of the instance.
strings pins(model::netlist const& n, std::string const& instance) {
  strings result;
  for (auto const& i : n.instances) {
    if (i.name != instance) continue;
    for (auto const& c : i.connections) result.push_back(c.pin + "=" + c.net);
  }
  return result;
}

/// `net=value` of each constant, sorted.
strings constants(model::netlist const& n) {
  strings result;
  for (auto const& c : n.constants) result.push_back(c.net + (c.value ? "=1" : "=0"));
  std::sort(result.begin(), result.end());
  return result;
}

strings aliases(model::netlist const& n) {
  strings result;
  for (auto const& a : n.aliases) result.push_back(a.name + "->" + a.net);
  return result;
}

}  // namespace

TEST_CASE("bits of buses are ports and wires, from left to right") {
  auto const n = read(
      "module m(a, y); input [2:0] a; output [0:1] y; wire [2:0] a; wire [-1:1] w; I i(.A(w[-1])); "
      "endmodule");
  CHECK(port_names(n) == strings{"a[2]", "a[1]", "a[0]", "y[0]", "y[1]"});
  CHECK(n.ports[4].direction == model::direction::output);
  CHECK(n.wires == std::vector<gsta::model::name>{"w[-1]", "w[0]", "w[1]"});
  REQUIRE(n.buses.size() == 2);
  CHECK(n.buses[0].name == "a");
  CHECK(n.buses[0].from == 2);
  CHECK(n.buses[0].to == 0);
  CHECK(n.buses[1].to == 1);
  CHECK(pins(n, "i") == strings{"A=w[-1]"});
}

TEST_CASE("a header's range is that of the ports after it, up to the next direction") {
  auto const n =
      read("module m(input [1:0] a, b, output c, output wire signed [1:1] d); I i(.A(c)); endmodule");
  CHECK(port_names(n) == strings{"a[1]", "a[0]", "b[1]", "b[0]", "c", "d[1]"});
}

TEST_CASE("selects and concatenations are bits from left to right") {
  auto const n = read(
      "module m(a, b); input [7:0] a; input [0:3] b;\n"
      "R u(.D({a[5], b[1:2], a[1:0]}), .E({ {2{b[3]}}, {2{ {a[7], b[0]} }} }), .F(a [ 3 ]), .G({a[2]}));\n"
      "endmodule");
  CHECK(pins(n, "u") == strings{"D[0]=a[5]", "D[1]=b[1]", "D[2]=b[2]", "D[3]=a[1]", "D[4]=a[0]", "E[0]=b[3]",
                                "E[1]=b[3]", "E[2]=a[7]", "E[3]=b[0]", "E[4]=a[7]", "E[5]=b[0]", "F=a[3]",
                                "G=a[2]"});
}

TEST_CASE("a connection to a bus of a black box follows the box's own range") {
  model::diagnostics seen;
  auto const n = read(
      "module top(input [3:0] a); RAM r(.A(a), .B(a[1:0]), .C({a, a}), .D(), .E(a[3])); endmodule\n"
      "module RAM(A, B, C, D, E); input [0:3] A; input [3:1] B; input [1:0] C, D; input E; endmodule",
      seen);
  CHECK(n.instances.size() == 1);
  CHECK(pins(n, "r") == strings{"A[0]=a[3]", "A[1]=a[2]", "A[2]=a[1]", "A[3]=a[0]", "B[3]=", "B[2]=a[1]",
                                "B[1]=a[0]", "C[1]=a[1]", "C[0]=a[0]", "D[1]=", "D[0]=", "E=a[3]"});
  CHECK(counted(seen, "wider or narrower") == 2);
}

TEST_CASE("every kind of expression has its width, which is compared where it is assigned") {
  auto const warnings = [](std::string const& value) {
    model::diagnostics seen;
    read("module m(a, b); input [7:0] a; input b; wire [2:0] k; assign k = " + value + "; endmodule", seen);
    return counted(seen, "between different widths");
  };
  for (char const* const three :
       {"a[5:3]", "{b, a[1:0]}", "{b, a[4], b}", "{3{b}}", "3'b010", "{a[1:0], 1'b1}", "7"}) {
    CAPTURE(three);
    CHECK(warnings(three) == 0);
  }
  for (char const* const other :
       {"a", "b", "a[1]", "a[3:2]", "a[6:3]", "{4{b}}", "{2{b}}", "2'b10", "{b, 3'd1}"}) {
    CAPTURE(other);
    CHECK(warnings(other) == 1);
  }
}

TEST_CASE("literals are nets of their own, x and z are no connection") {
  model::diagnostics seen;
  auto const n = read(
      "module m; R u(.A(1'b0), .B(4'hA), .C(3'b1xz), .D(1'b1), .E(2'd2), .F(5'o17), .G(1), .H(3'sb1), "
      ".I(4'bx));"
      "endmodule",
      seen);
  auto const all = pins(n, "u");
  CHECK(strings(all.begin(), all.begin() + 16) ==
        strings{"A=1'b0", "B[0]=1'b1", "B[1]=1'b0", "B[2]=1'b1", "B[3]=1'b0", "C[0]=1'b1",
                "C[1]=", "C[2]=", "D=1'b1", "E[0]=1'b1", "E[1]=1'b0", "F[0]=1'b0", "F[1]=1'b1", "F[2]=1'b1",
                "F[3]=1'b1", "F[4]=1'b1"});
  CHECK(constants(n) == strings{"1'b0=0", "1'b1=1"});
  CHECK(n.wires.empty());
  CHECK(counted(seen, "x or z") == 2);
}

TEST_CASE("an assignment makes one net of two, with a port's name before a wire's") {
  auto const n = read(
      "module m(a, y, z); input a; output y; output [1:0] z; wire w, v; wire [1:0] k;\n"
      "assign w = a, z = k; assign y = w; assign v = k[0]; I i(.A(w), .B(v), .C(k[1])); endmodule");
  CHECK(pins(n, "i") == strings{"A=a", "B=z[0]", "C=z[1]"});
  CHECK(n.ports[0].net.empty());
  CHECK(n.ports[1].net == "a");
  CHECK(n.ports[2].net.empty());
  CHECK(n.wires.empty());
  CHECK(aliases(n) == strings{"y->a", "w->a", "v->z[0]", "k[1]->z[1]", "k[0]->z[0]"});
}

TEST_CASE("an assignment of concatenations joins bit by bit") {
  auto const n =
      read("module m; wire [1:0] a, b; wire c, d; assign { c, a } = { b, d }; R u(.A(c), .B(a)); endmodule");
  CHECK(pins(n, "u") == strings{"A=b[1]", "B[0]=a[1]", "B[1]=a[0]"});
  CHECK(aliases(n) == strings{"b[0]->a[1]", "c->b[1]", "d->a[0]"});
}

TEST_CASE("a net that is assigned a constant keeps its name") {
  model::diagnostics seen;
  auto const n = read(
      "module m(y); output [3:0] y; assign y = 4'b1x0; wire w = 1'b1; supply0 gnd; supply1 [1:0] vdd;\n"
      "wire t; assign t = gnd; wire [2:0] p; assign p = 1; I i(.A(w), .B(t)); endmodule",
      seen);
  CHECK(constants(n) == strings{"gnd=0", "p[0]=1", "p[1]=0", "p[2]=0", "vdd[0]=1", "vdd[1]=1", "w=1",
                                "y[0]=0", "y[2]=1", "y[3]=0"});
  CHECK(pins(n, "i") == strings{"A=w", "B=gnd"});
  CHECK(counted(seen, "x or z") == 1);
}

TEST_CASE("a narrow value is filled with 0, a wide one loses bits on the left") {
  model::diagnostics seen;
  auto const n = read(
      "module m(input a, input [3:0] b); wire [1:0] v, w; assign v = a, w = b; I i(.A(v), .B(w)); endmodule",
      seen);
  CHECK(pins(n, "i") == strings{"A[0]=v[1]", "A[1]=a", "B[0]=b[1]", "B[1]=b[0]"});
  CHECK(constants(n) == strings{"v[1]=0"});
  CHECK(counted(seen, "different widths") == 2);
}

TEST_CASE("a net tied to both levels is counted and taken as neither") {
  model::diagnostics seen;
  auto const n = read("module m(y); output y; assign y = 1'b0; assign y = 1'b1; I i(.A(y)); endmodule", seen);
  CHECK(n.constants.empty());
  CHECK(counted(seen, "both 0 and 1") == 1);
}

TEST_CASE("an escaped name may be that of a bus") {
  auto const n = read("module m(\\a[1] ); input [1:0] \\a[1] ; I i(.A(\\a[1] [0])); endmodule");
  CHECK(port_names(n) == strings{"a[1][1]", "a[1][0]"});
  CHECK(pins(n, "i") == strings{"A=a[1][0]"});
}

TEST_CASE("what changes nothing is passed over and counted") {
  model::diagnostics seen;
  auto const n = read(
      "module m #(parameter W = (1 + 2), X = \")\") (a);\ninput a; parameter P = \"a;b\", Q = 2; localparam "
      "R = 3;\n"
      "specify // endspecify\n (a => b) = (1, 2); endspecify\n defparam u.P = 3; wand q; tri0 p;;\n"
      "RAM #(.W(4), .N(\"x)\")) u(.A(a)); NOT #2 v(.A(a)); wire w; assign #(1,2) w = a; endmodule",
      seen);
  CHECK(n.instances.size() == 2);
  CHECK(counted(seen, "parameter (not used)") == 4);
  CHECK(counted(seen, "specify block") == 1);
  CHECK(counted(seen, "parameters or delay of an instance") == 2);
  CHECK(counted(seen, "delay of an assignment") == 1);
  CHECK(counted(seen, "taken as a wire") == 2);
}
