// Several modules become one flat netlist.

#include <algorithm>
#include <string>
#include <vector>

#include "gsta/io/verilog.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::text;

namespace {

using strings = std::vector<std::string>;

model::netlist read(std::string const& content, std::string const& top = "") {
  model::diagnostics seen;
  auto result = io::read_verilog({text(content)}, top, seen);
  CHECK(seen.entries().empty());
  return result;
}

/// `instance/pin=net` of each connection of the design.
strings pins(model::netlist const& n) {
  strings result;
  for (auto const& i : n.instances) {
    for (auto const& c : i.connections) result.push_back(i.name + "/" + c.pin + "=" + c.net);
  }
  return result;
}

strings module_pins(model::netlist const& n) {
  strings result;
  for (auto const& p : n.module_pins) result.push_back(p.name + "->" + p.net);
  return result;
}

strings aliases(model::netlist const& n) {
  strings result;
  for (auto const& a : n.aliases) result.push_back(a.name + "->" + a.net);
  return result;
}

}  // namespace

TEST_CASE("instances and nets of lower modules are named by their path") {
  auto const n = read(
      "module top(a, y); input a; output y; wire w;\nmid u1(.i(a), .o(w)); BUF g(.A(w), .Y(y)); endmodule\n"
      "module mid(i, o); input i; output o; wire n;\n leaf \\u/2 (.p(i), .q(n)); INV g5(.A(n), .Y(o)); "
      "endmodule\n"
      "module leaf(p, q); input p; output q; wire k; INV a(.A(p), .Y(k)); INV b(.A(k), .Y(q)); endmodule\n");
  CHECK(n.name == "top");
  CHECK(pins(n) == strings{"u1/u/2/a/A=a", "u1/u/2/a/Y=u1/u/2/k", "u1/u/2/b/A=u1/u/2/k", "u1/u/2/b/Y=u1/n",
                           "u1/g5/A=u1/n", "u1/g5/Y=w", "g/A=w", "g/Y=y"});
  CHECK(n.wires == std::vector<gsta::model::name>{"w", "u1/n", "u1/u/2/k"});
  REQUIRE(n.modules.size() == 2);
  CHECK(n.modules[0].name == "u1");
  CHECK(n.modules[0].module == "mid");
  CHECK(n.modules[1].name == "u1/u/2");
  CHECK(module_pins(n) == strings{"u1/i->a", "u1/o->w", "u1/u/2/p->a", "u1/u/2/q->u1/n"});
  CHECK(aliases(n) == module_pins(n));
  CHECK(n.instances[2].at.line == 4);
  CHECK(n.instances[2].at.column == 28);
}

TEST_CASE("buses, constants and missing bits run through ports") {
  model::diagnostics seen;
  auto const n = io::read_verilog(
      text("module top(input [1:0] a, output y); sub s(.p({a, 1'b1}), .q({y, a[0]}), .r(a[1]));\nendmodule\n"
           "module sub(input [0:2] p, inout [1:0] q, input [1:0] r, input t);\n"
           "C c(.P(p), .Q(q[1]), .R(r[1]), .S(r[0]), .T(t)); endmodule"),
      seen);
  CHECK(pins(n) == strings{"s/c/P[0]=a[1]", "s/c/P[1]=a[0]", "s/c/P[2]=s/p[2]", "s/c/Q=y", "s/c/R=s/r[1]",
                           "s/c/S=a[1]", "s/c/T=s/t"});
  REQUIRE(n.constants.size() == 1);
  CHECK(n.constants[0].net == "s/p[2]");
  CHECK(n.constants[0].value);
  CHECK(n.wires == std::vector<gsta::model::name>{"s/p[2]", "s/r[1]", "s/t"});
  CHECK(counted(seen, "wider or narrower") == 1);
}

TEST_CASE("a module that joins two of its ports joins the nets above") {
  auto const n = read(
      "module top(a, y); input a; output y; wire m; thru t(.o(m), .i(a)); thru u(.i(m), .o(y)); "
      "I g(.A(m)); endmodule module thru(o, i); input i; output o; assign o = i; endmodule");
  CHECK(pins(n) == strings{"g/A=a"});
  CHECK(n.ports[1].net == "a");
  CHECK(n.wires.empty());
  CHECK(aliases(n) == strings{"y->a", "m->a", "t/o->a", "t/i->a", "u/o->a", "u/i->a"});
}

TEST_CASE("a constant assigned below ties the net above") {
  auto const n = read(
      "module top(y); output y; wire z; tie t(y, z); I g(.A(z)); endmodule "
      "module tie(h, l); output h, l; supply1 h1; assign h = h1; assign l = 1'b0; endmodule");
  REQUIRE(n.constants.size() == 2);
  CHECK(n.constants[0].net == "y");
  CHECK(n.constants[0].value);
  CHECK(n.constants[1].net == "z");
  CHECK_FALSE(n.constants[1].value);
}

TEST_CASE("connections by position follow the order of the ports") {
  auto const n = read(
      "module top(input a, b, output y); sub s(y, , b); endmodule "
      "module sub(o, p, q); output o; input p, q; G g(.O(o), .P(p), .Q(q)); endmodule");
  CHECK(pins(n) == strings{"s/g/O=y", "s/g/P=s/p", "s/g/Q=b"});
}

TEST_CASE("a library tells the order of pins and the bits of buses") {
  model::library cells;
  model::cell cell;
  cell.name = "RAM";
  cell.pins.resize(4);
  cell.pins[0].name = "D[0]";
  cell.pins[1].name = "D[1]";
  cell.pins[2].name = "CK";
  cell.pins[3].name = "Q";
  cell.buses.push_back({"D", {"D[0]", "D[1]"}});
  cells.cells.push_back(cell);
  cells.cell_index["RAM"] = 0;
  io::verilog_options options;
  options.cells = &cells;
  model::diagnostics seen;
  auto const n = io::read_verilog({text("module top(input [1:0] a, input c, output q); RAM r(a, c, q);\n"
                                        "RAM s(.D(c), .CK({c, c})); endmodule\n"
                                        "module RAM(Q); output Q; endmodule")},
                                  options, seen);
  CHECK(pins(n) == strings{"r/D[0]=a[1]", "r/D[1]=a[0]", "r/CK=c", "r/Q=q", "s/D[0]=", "s/D[1]=c", "s/CK=c"});
  CHECK(counted(seen, "wider or narrower") == 2);
  // A module of that name that holds something is taken apart all the same.
  auto const own = io::read_verilog({text("module top(input c); RAM r(.Q(c)); endmodule\n"
                                          "module RAM(input Q); I g(.A(Q)); endmodule")},
                                    options, seen);
  CHECK(pins(own) == strings{"r/g/A=c"});
}

TEST_CASE("a module of nothing but ports is a black box") {
  auto const n = read(
      "module box(a, y); input a; output y; endmodule\n"
      "module top(a, y); input a; output y; box b(.a(a), .y(y)); box c(y, a); endmodule\n");
  CHECK(n.name == "top");
  CHECK(n.modules.empty());
  CHECK(pins(n) == strings{"b/a=a", "b/y=y", "c/a=y", "c/y=a"});
  CHECK(n.instances[0].cell == "box");
}

TEST_CASE("several files make one design, with the top that was named") {
  std::vector<io::source> const files{
      io::source::from_text("lib.v", "module sub(input a); I g(.A(a)); endmodule"),
      io::source::from_text("top.v",
                            "module one(input a); sub s(.a(a)); endmodule\n"
                            "module two(input a); sub s(.a(a)); sub t(.a(a)); endmodule")};
  model::diagnostics seen;
  auto const one = io::read_verilog(files, "one", seen);
  CHECK(one.instances.size() == 1);
  CHECK(one.file == "top.v");
  CHECK(one.other_files == strings{"lib.v"});
  auto const& cell = one.instances[0];  // stands in another file than the top
  CHECK(cell.at.line == 1);
  CHECK(cell.at.column == 22);
  CHECK(cell.name_at.column == 24);
  CHECK(cell.connections[0].at.column == 27);
  for (auto const at : {cell.at, cell.name_at, cell.connections[0].at})
    CHECK(model::file_of(one, at) == "lib.v");
  CHECK(model::file_of(one, one.ports[0].at) == "top.v");
  CHECK(counted(seen, "not below the top") == 1);
  auto const two = io::read_verilog(files, "two", seen);
  CHECK(two.name == "two");
  CHECK(two.instances.size() == 2);
  CHECK(io::read_verilog(files, "sub", seen).instances[0].name == "g");
}

TEST_CASE("of several files, each record knows its own, wherever the top's stands") {
  auto const file = [](char const* name, char const* text) { return io::source::from_text(name, text); };
  auto const a = file("a.v", "module a(input x); I in_a(.A(x)); endmodule"),
             b = file("b.v", "module b(input x); I in_b(.A(x)); endmodule"),
             top = file("t.v", "module t(input x); a a(.x(x)); b b(.x(x)); I in_t(.A(x)); endmodule");
  for (auto const& files : {std::vector{a, b, top}, std::vector{a, top, b}, std::vector{top, b, a}}) {
    model::diagnostics seen;
    auto const all = io::read_verilog(files, "", seen);
    CHECK(all.file == "t.v");
    REQUIRE(all.instances.size() == 3);
    for (auto const& cell : all.instances) {
      auto const file = cell.name == "a/in_a" ? "a.v" : cell.name == "b/in_b" ? "b.v" : "t.v";
      CHECK(model::file_of(all, cell.at) == file);
      CHECK(cell.at.line == 1);
    }
  }
}

TEST_CASE("of two modules of one name the later one counts") {
  model::diagnostics seen;
  auto const n = io::read_verilog(text("module s(input a); I g(.A(a)); endmodule\n"
                                       "module top(input a); s u(.a(a)); endmodule\n"
                                       "module s(input a); J h(.A(a)); endmodule"),
                                  seen);
  CHECK(pins(n) == strings{"u/h/A=a"});
  CHECK(n.instances[0].cell == "J");
  CHECK(counted(seen, "module defined twice") == 1);
}

TEST_CASE("names of one module are not known in another") {
  model::diagnostics seen;
  auto const n = io::read_verilog(text("module top(input [1:0] a); s u(.b(a[0])); endmodule\n"
                                       "module s(input b); I a(.A(b), .B(\\a[1] )); I u(.A(b)); endmodule"),
                                  seen);
  CHECK(pins(n) == strings{"u/a/A=a[0]", "u/a/B=u/a[1]", "u/u/A=a[0]"});
  CHECK(counted(seen, "implicit") == 1);
}
