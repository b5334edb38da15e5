// Names that are spelled alike, and what the text says in an unusual way.

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "gsta/io/sdc.hpp"
#include "gsta/io/verilog.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::text;

namespace {

using strings = std::vector<std::string>;

model::netlist read(std::string const& content, model::diagnostics& seen, std::string const& top = "") {
  return io::read_verilog({text(content)}, top, seen);
}

model::netlist read(std::string const& content) {
  model::diagnostics seen;
  return read(content, seen);
}

/// `instance/pin=net` of each connection of the design.
strings pins(model::netlist const& n) {
  strings result;
  for (auto const& i : n.instances) {
    for (auto const& c : i.connections) result.push_back(i.name + "/" + c.pin + "=" + c.net);
  }
  return result;
}

strings port_names(model::netlist const& n) {
  strings names;
  for (auto const& port : n.ports) names.push_back(port.name + (port.net.empty() ? "" : "->" + port.net));
  return names;
}

bool all_differ(strings names) {
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

/// Whether all instances, and all nets, have names of their own.
bool is_unambiguous(model::netlist const& n) {
  strings cells, nets(n.wires.begin(), n.wires.end());
  for (auto const& i : n.instances) cells.push_back(i.name);
  for (auto const& m : n.modules) cells.push_back(m.name);
  for (auto const& a : n.aliases) nets.push_back(a.name);
  for (auto const& p : n.ports) {
    if (p.net.empty()) nets.push_back(p.name);
  }
  return all_differ(cells) && all_differ(nets);
}

std::string const below = "module s(input a, output z); INV y(.A(a), .Z(z)); endmodule\n";

}  // namespace

TEST_CASE("an escaped name that spells another object's path keeps backslashes") {
  model::diagnostics seen;
  auto const n = read(
      below + "module top(input a, b, output y, z); s x(.a(a), .z(y)); INV \\x/y (.A(b), .Z(z)); endmodule",
      seen);
  CHECK(pins(n) == strings{"x/y/A=a", "x/y/Z=y", "x\\/y/A=b", "x\\/y/Z=z"});
  CHECK(counted(seen, "spelling of two objects") == 1);
  // Without the other one it is spelled as ever.
  CHECK(pins(read("module top(input b, output z); INV \\x/y (.A(b), .Z(z)); endmodule")) ==
        strings{"x/y/A=b", "x/y/Z=z"});
}

TEST_CASE("SDC reaches both of two objects that are spelled alike") {
  auto const n =
      read(below +
           "module top(input a, b, input [1:0] c, output y, z); s x(.a(a), .z(y)); INV \\x/y (.A(b), "
           ".Z(z));\nINV g(.A(c[1]), .Z(\\c[1] )); endmodule");
  model::diagnostics seen;
  auto const constraints =
      io::read_sdc(text("set_case_analysis 0 [get_pins {x?/y/A}]\nset_case_analysis 1 [get_pins {x/y/A}]\n"
                        "set_case_analysis 1 [get_pins -of_objects [get_nets {c?[1?]}]]\n"
                        "set_case_analysis 0 [get_pins -of_objects [get_nets {c[1]}]]\n"
                        "set_false_path -to [get_cells {x?/y}]\n"),
                   n, {}, seen);
  strings held;
  for (auto const& value : constraints.case_values) held.push_back(value.pin);
  CHECK(held == strings{"x\\/y/A", "x/y/A", "g/Z", "g/A"});
  REQUIRE(constraints.exceptions.size() == 1);
  CHECK(constraints.exceptions[0].to.instances == strings{"x\\/y"});
}

TEST_CASE("a pattern with backslashes means the object that has them") {
  auto const n =
      read(below +
           "module top(input a, b, input [1:0] c, output y, z, u); s x(.a(a), .z(y)); INV \\x/y (.A(b), "
           ".Z(z));\nINV g(.A(c[1]), .Z(\\c[1] )); INV \\v/w (.A(b), .Z(u)); endmodule");
  auto const pins_of = [&](std::string const& query) {
    model::diagnostics seen;
    auto const constraints = io::read_sdc(text("set_case_analysis 0 " + query + "\n"), n, {}, seen);
    strings held;
    for (auto const& value : constraints.case_values) held.push_back(value.pin);
    return held;
  };
  CHECK(pins_of("{x\\/y/A}") == strings{"x\\/y/A"});
  CHECK(pins_of("[get_pins {x\\/y/A}]") == strings{"x\\/y/A"});
  CHECK(pins_of("[get_pins {x\\/y/*}]") == strings{"x\\/y/A", "x\\/y/Z"});
  CHECK(pins_of("[get_pins {x\\/*/A}]") == strings{"x\\/y/A"});
  CHECK(pins_of("[get_pins -nocase {X\\/Y/A}]") == strings{"x\\/y/A"});
  CHECK(pins_of("[get_pins -of_objects [get_cells {x\\/y}]]") == strings{"x\\/y/A", "x\\/y/Z"});
  CHECK(pins_of("[get_pins {x/y/A}]") == strings{"x/y/A"});
  CHECK(pins_of("[get_pins x\\/y/A]") == strings{"x/y/A"});  // Tcl has taken it away
  CHECK(pins_of("[get_pins x\\\\/y/A]") == strings{"x\\/y/A"});
  CHECK(pins_of("[get_pins -of_objects [get_nets {c\\[1\\]}]]") == strings{"g/Z"});
  CHECK(pins_of("[get_pins -of_objects [get_nets {c[1]}]]") == strings{"g/A"});
  // What nothing else is spelled like is meant with and without.
  CHECK(pins_of("[get_pins {v\\/w/A}]") == strings{"v/w/A"});
  CHECK(pins_of("[get_pins {v/w/A}]") == strings{"v/w/A"});
  CHECK(pins_of("[get_ports {c\\[1\\]}]") == strings{"c[1]"});
}

TEST_CASE("so do nets, and an instance of a module with all that is below it") {
  model::diagnostics seen;
  auto const n = read(
      "module n(input a, output z); wire w; INV g(.A(a), .Z(w)); INV h(.A(w), .Z(z)); endmodule\n"
      "module m(input a, output z); n y(.a(a), .z(z)); endmodule\n"
      "module top(input a, b, output y, z); wire \\x/y/w ; m x(.a(a), .z(y)); n \\x/y (.a(b), .z(z));\n"
      "INV k(.A(b), .Z(\\x/y/w )); endmodule",
      seen);
  CHECK(pins(n) == strings{"x/y/g/A=a", "x/y/g/Z=x/y/w", "x/y/h/A=x/y/w", "x/y/h/Z=y", "x\\/y/g/A=b",
                           "x\\/y/g/Z=x\\/y/w", "x\\/y/h/A=x\\/y/w", "x\\/y/h/Z=z", "k/A=b",
                           "k/Z=x\\/y\\/w"});
  CHECK(is_unambiguous(n));
}

TEST_CASE("an escaped name that spells a bit of a bus is another net") {
  model::diagnostics seen;
  auto const n = read(
      "module m(a); input [3:0] a; wire \\a[2] ; wire \\b[0] ; wire \\a[7] ;\n"
      "R u(.A(a[2]), .B(\\a[2] ), .C(\\b[0] ), .D(\\a[7] ), .E(\\a[03] )); endmodule",
      seen);
  CHECK(pins(n) == strings{"u/A=a[2]", "u/B=a\\[2\\]", "u/C=b[0]", "u/D=a[7]", "u/E=a[03]"});
  CHECK(n.wires == std::vector<gsta::model::name>{"a\\[2\\]", "b[0]", "a[7]", "a[03]"});
  CHECK(counted(seen, "implicit") == 1);  // a[03] only
  CHECK(counted(seen, "spelling of two objects") == 1);
}

TEST_CASE("a port may be spelled like a pin, a bus like one in a module") {
  auto const n = read(below +
                      "module top(input a, \\x/y/A , output [1:0] \\x/z );\n"
                      "s x(.a(a), .z(\\x/z [0])); INV g(.A(\\x/y/A ), .Z(\\x/z [1])); endmodule");
  CHECK(port_names(n) == strings{"a", "x\\/y\\/A", "x/z[1]", "x/z[0]"});
  CHECK(pins(n) == strings{"x/y/A=a", "x/y/Z=x/z[0]", "g/A=x\\/y\\/A", "g/Z=x/z[1]"});
  auto const bus = read(
      "module s(input a); wire [1:0] b; INV g(.A(a), .Z(b[0])); endmodule\n"
      "module top(input a, output [1:0] \\x/b ); s x(.a(a)); INV g(.A(a), .Z(\\x/b [0])); endmodule");
  CHECK(port_names(bus) == strings{"a", "x\\/b[1]", "x\\/b[0]"});
  REQUIRE(bus.buses.size() == 1);
  CHECK(bus.buses[0].name == "x\\/b");
  CHECK(pins(bus) == strings{"x/g/A=a", "x/g/Z=x/b[0]", "g/A=a", "g/Z=x\\/b[0]"});
}

TEST_CASE("names with backslashes of their own stay apart too") {
  model::diagnostics seen;
  auto const n =
      read(below +
               "module top(input a, b, c, output y, z, w); s x(.a(a), .z(y)); INV \\x/y (.A(b), .Z(z));\n"
               "INV \\x\\/y (.A(c), .Z(w)); s \\x\\ (.a(b), .z()); endmodule",
           seen);
  CHECK(n.instances.size() == 4);
  CHECK(is_unambiguous(n));
}

TEST_CASE("whatever signs names are made of, no two objects are spelled alike") {
  static char const* const names[] = {"x",     "y",    "\\x/y ",   "\\y/x ",  "\\x\\ ",    "\\x\\/y ",
                                      "\\\\ ", "\\/ ", "\\x/y/x ", "\\y[1] ", "\\x/y[1] ", "\\x\\[1\\] "};
  std::mt19937 random(16);
  for (int round = 0; round < 300; ++round) {
    std::string all;
    std::size_t leaves[4] = {1, 0, 0, 0};
    for (int level = 1; level < 4; ++level) {
      bool const is_top = level == 3;
      all += (is_top ? "module top" : "module m" + std::to_string(level)) + "(input x, input [1:0] y);\n";
      std::vector<char const*> free(std::begin(names), std::end(names));
      std::shuffle(free.begin(), free.end(), random);
      for (int i = 0; i < 5; ++i) {
        auto const kind = static_cast<int>(random() % static_cast<unsigned>(level));
        leaves[level] += leaves[kind];
        all += (kind == 0 ? "INV " : "m" + std::to_string(kind) + " ") + std::string(free[i]) + "(." +
               (kind == 0 ? "A(" : "x(") + (free[i + 5][0] == 'y' ? "x" : free[i + 5]) + "));\n";
      }
      all += "endmodule\n";
    }
    CAPTURE(all);
    model::diagnostics seen;
    auto const n = read(all, seen, "top");
    CHECK(n.instances.size() == leaves[3]);
    CHECK(is_unambiguous(n));
  }
}

TEST_CASE("the escaped and the plain spelling of a name are one, and instances of both get numbers") {
  model::diagnostics seen;
  auto const n = read(
      "module top(input a, b); wire w; INV abc(.A(\\a ), .Z(\\w )); INV abc_1(.A(w)); INV \\abc (.A(b)); "
      "endmodule",
      seen);
  CHECK(pins(n) == strings{"abc/A=a", "abc/Z=w", "abc_1/A=w", "abc_2/A=b"});
  CHECK(counted(seen, "in both spellings") == 1);
}

TEST_CASE("ports may be parts and concatenations of nets, under names of their own") {
  auto const n = read(
      "module top(input [3:0] a, output [3:0] y); s u(.lo(a[3:2]), .hi(a[1:0]), .o(y)); endmodule\n"
      "module s(.lo(i[1:0]), .hi(i[3:2]), .o({o[0], o[1], o[2], o[3]})); input [3:0] i; output [3:0] o;\n"
      "R g(.I(i), .O(o)); endmodule");
  CHECK(pins(n) == strings{"u/g/I[0]=a[1]", "u/g/I[1]=a[0]", "u/g/I[2]=a[3]", "u/g/I[3]=a[2]",
                           "u/g/O[0]=y[0]", "u/g/O[1]=y[1]", "u/g/O[2]=y[2]", "u/g/O[3]=y[3]"});
  REQUIRE(n.module_pins.size() == 8);
  CHECK(n.module_pins[0].name == "u/lo[1]");
  CHECK(n.module_pins[0].net == "a[3]");
  CHECK(n.module_pins[4].name == "u/o[3]");
  CHECK(n.module_pins[4].net == "y[3]");
}

TEST_CASE("ports without a name are connected by position, names may be swapped") {
  auto const n = read(
      "module top(input p, q, output y, z); s u({p, q}, y); t v(.a(q), .b(z)); endmodule\n"
      "module s({a, b}, z); input a, b; output z; G g(.A(a), .B(b), .Z(z)); endmodule\n"
      "module t(.a(b), .b(a)); input b; output a; INV g(.A(b), .Z(a)); endmodule");
  CHECK(pins(n) == strings{"u/g/A=p", "u/g/B=q", "u/g/Z=y", "v/g/A=q", "v/g/Z=z"});
}

TEST_CASE("ports of the top may be expressions") {
  model::diagnostics seen;
  auto const n = read(
      "module top(y[1:0], .p(a), .q({b, c[0]}), {d, e}, b); output [3:0] y; input a, b, d, e; input [1:0] "
      "c;\n"
      "R g(.A(a), .B(c), .Y(y)); endmodule",
      seen);
  CHECK(port_names(n) == strings{"y[1]", "y[0]", "p->a", "q[1]->b", "q[0]->c[0]", "d", "e", "b"});
}

TEST_CASE("a port may be listed twice, or be without a net") {
  model::diagnostics seen;
  auto const n = read(
      "module top(input p, q); s u(p, , q); endmodule module s(a, .n(), a); input a; INV g(.A(a)); endmodule",
      seen);
  CHECK(pins(n) == strings{"u/g/A=p"});
  CHECK(n.ports[1].net == "p");
  CHECK(counted(seen, "port listed twice") == 1);
  CHECK(counted(seen, "port without a net") == 1);
}

TEST_CASE("conditional text is read as it is defined, from file to file") {
  model::diagnostics seen;
  std::string const cells =
      "module m(input a);\n`ifdef A\nINV u1(.A(a));\n`ifdef B\nINV u2(.A(a));\n`else\nINV u3(.A(a));\n`endif "
      "// of B\n"
      "`elsif B\nINV u4(.A(a));\n`else\n INV u5(.A(a)); `ifndef C INV u6(.A(a)); `endif\n`endif\n"
      "INV u7(.A(a)); // `else\n/* `endif */ endmodule\n";
  auto const names = [&](std::string const& before) {
    std::string all;
    for (auto const& i : io::read_verilog({text(before + cells)}, "m", seen).instances) all += i.name + " ";
    return all;
  };
  CHECK(names("") == "u5 u6 u7 ");
  CHECK(counted(seen, "left out by `ifdef") == 1);
  CHECK(names("`define A\n") == "u1 u3 u7 ");
  CHECK(names("`define A \\\n 3 \\\n `else\n`define B\n`undef C\n") == "u1 u2 u7 ");
  CHECK(names("`define B\n") == "u4 u7 ");
  CHECK(names("`define A\n`undef A\n`define C\n") == "u5 u7 ");
  auto const two = io::read_verilog({text("`define A"
                                          "\nmodule k; I i(); endmodule\n"),
                                     text(cells)},
                                    "m", seen);
  CHECK(two.instances.front().name == "u1");
}

TEST_CASE("widths and selects may be expressions of numbers") {
  auto const n = read(
      "module m(a); input [2*(3-1)-1:0] a; wire [ 1<<1 : 8/4 ] w; wire [-1:-+1] v;\n"
      "R u(.A(a[1+2]), .B(a[7%4 : 4>>1]), .C(w[2]), .D(v[-1])); endmodule");
  CHECK(port_names(n) == strings{"a[3]", "a[2]", "a[1]", "a[0]"});
  CHECK(pins(n) == strings{"u/A=a[3]", "u/B[0]=a[3]", "u/B[1]=a[2]", "u/C=w[2]", "u/D=v[-1]"});
}

TEST_CASE("a constant may have a sign") {
  auto const n = read("module m; R u(.A(-1'b1), .B(+1'b1), .C(-2'd1), .D(-4'd6), .E(- 2'b0)); endmodule");
  CHECK(pins(n) == strings{"u/A=1'b1", "u/B=1'b1", "u/C[0]=1'b1", "u/C[1]=1'b1", "u/D[0]=1'b1", "u/D[1]=1'b0",
                           "u/D[2]=1'b1", "u/D[3]=1'b0", "u/E[0]=1'b0", "u/E[1]=1'b0"});
}

TEST_CASE("selects outside of a bus and bits of scalars are nets of their own, and counted") {
  model::diagnostics seen;
  auto const n = read(
      "module m(input a, input [1:0] b); wire [0:1] w;\n"
      "R u(.A(b[3]), .B(b[2:1]), .C(a[0]), .D(a), .E(b), .F(w[2]), .G(b[0:1])); R v(.A(b[3]), .C(a[0])); "
      "endmodule",
      seen);
  CHECK(pins(n) == strings{"u/A=b[3]", "u/B[0]=b[2]", "u/B[1]=b[1]", "u/C=a[0]", "u/D=a", "u/E[0]=b[1]",
                           "u/E[1]=b[0]", "u/F=w[2]", "u/G[0]=b[0]", "u/G[1]=b[1]", "v/A=b[3]", "v/C=a[0]"});
  CHECK(port_names(n) == strings{"a", "b[1]", "b[0]"});
  CHECK(n.wires == std::vector<gsta::model::name>{"b[3]", "b[2]", "w[0]", "w[1]", "w[2]", "a[0]"});
  CHECK(counted(seen, "select outside of the range") == 4);
  CHECK(counted(seen, "bit of a net that is no bus") == 2);
  CHECK(counted(seen, "against the range") == 1);
}

TEST_CASE("a bus that is too wide is counted where nothing uses it") {
  model::diagnostics seen;
  CHECK(read("module m(input a); wire [99999999999:0] w; wire [9999999:0] v; INV u(.A(a)); endmodule", seen)
            .instances.size() == 1);
  CHECK(counted(seen, "too wide (nothing uses it)") == 2);
  // In a module that is not used it may be used.
  CHECK(read(below + "module u(input [9999999:0] a); R r(.A(a)); endmodule\n"
                     "module top(input a); s x(.a(a)); s y(.a(a)); endmodule",
             seen, "top")
            .instances.size() == 2);
}

TEST_CASE("of several modules that could be the top the largest is") {
  model::diagnostics seen;
  auto const n = read(below +
                          "module left(input a); s u(.a(a)); endmodule module top(input a); s u(.a(a)); s "
                          "v(.a(a)); endmodule",
                      seen);
  CHECK(n.name == "top");
  CHECK(counted(seen, "several modules could be the top") == 1);
  CHECK(counted(seen, "not below the top") == 1);
}

TEST_CASE("a supply net at a port that its module lacks is left out and counted") {
  model::diagnostics seen;
  auto const n = read(
      below + "module top(input a, inout VDD); supply0 g; s u(.a(a), .VDD(VDD), .x(g), .y(1'b0)); endmodule",
      seen);
  CHECK(pins(n) == strings{"u/y/A=a", "u/y/Z=u/z"});
  CHECK(counted(seen, "supply net at a port") == 3);
}
