// What is no structural netlist is refused with a sentence at its place, quickly and in little memory.

#include <string>
#include <vector>

#include "gsta/io/verilog.hpp"
#include "test/io/sizes.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::error_of;
using gsta_test::text;

namespace {

struct spoilt {
  std::string content;
  std::size_t line, column;
  char const* words;
};

void check(std::vector<spoilt> const& rows) {
  for (auto const& row : rows) {
    gsta_test::at_every_size(row.content, [&](io::source const& file, std::size_t lines) {
      CAPTURE(file.name(), row.content.substr(0, 400), row.words);
      model::diagnostics seen;
      auto const error = error_of([&] { (void)io::read_verilog(file, seen); });
      REQUIRE(error);
      CHECK_THAT(std::string(error->what()), gsta_test::contains(row.words));
      CHECK(error->line == gsta_test::moved_down(row.line, lines));
      CHECK(error->column == row.column);
      CHECK_THAT(std::string(error->what()), !gsta_test::contains("tao::"));
    });
  }
}

/// A module with a scalar port a and a bus b[3:0]; `body` is its third line.
std::string m(std::string const& body) {
  return "module m (a, b);\ninput a; input [3:0] b;\n" + body + "\nendmodule\n";
}

/// `levels` modules, each with `copies` instances of the one before; the first has one cell.
std::string chain(int levels, int copies, std::string const& extra = "") {
  std::string all = "module m0(a); input a; INV u(.A(a));" + extra + " endmodule\n";
  for (int i = 1; i < levels; ++i) {
    all += "module m" + std::to_string(i) + "(a); input a;";
    for (int k = 0; k < copies; ++k) {
      all += " m" + std::to_string(i - 1) + " u" + std::to_string(k) + "(.a(a));";
    }
    all += " endmodule\n";
  }
  return all;
}

std::string repeated(std::string const& piece, std::size_t times) {
  std::string all;
  all.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += piece;
  return all;
}

}  // namespace

TEST_CASE("bad Verilog headers and declarations are refused in their place") {
  check({
      {"  \n", 2, 1, "expected module, found the end of the file"},
      {"foo", 1, 1, "expected module, found \"foo\""},
      {"module m; endmodule", 1, 8, "empty netlist"},
      {"module m (a); endmodule", 1, 11, "\"a\" is not declared"},
      {"module m (a; endmodule", 1, 12, "expected ',' or ')', found \";\""},
      {"module m (a) input a; endmodule", 1, 14, "expected ';' after the module's header"},
      {"module m (.a(b)); endmodule", 1, 14, "\"b\" is not declared"},
      {"module m (.a b); endmodule", 1, 14, "expected '(' after the port, found \"b\""},
      {"module m (.a(b; endmodule", 1, 15, "expected a net's name and ')', found \";\""},
      {"module m (.a({b, 1'b0})); endmodule", 1, 18, "a port has to be of nets"},
      {"module m ({b, c); endmodule", 1, 16, "expected ',' or '}', found \")\""},
      {"module m (input a = 1); endmodule", 1, 19, "declaration of a port is not supported yet"},
      {"module m (output reg a); endmodule", 1, 18, "a variable (reg) is not supported yet"},
      {"module m (input a);\n", 2, 1, "instance or endmodule, found the end of the file"},
      {m("input a;"), 3, 7, "the port \"a\" is declared twice"},
      {m("input c;"), 3, 7, "not in the module's port list"},
      {m("wire [7:0] b;"), 3, 12, "the net \"b\" is declared with two ranges"},
      {m("wire [W:0] c;"), 3, 7, "expected a number, the range's left bit, found \"W:0\""},
      {m("wire [3] c;"), 3, 8, "expected ':' in the range"},
      {m("wire [9999999999:0] c; INV u(.A(a), .B(c[0]));"), 3, 40, "the bus \"c\" is too wide"},
      {m("wire [9999999:0] c; assign c = 1;"), 3, 28, "the bus \"c\" is too wide"},
      {m("supply0 [9999999:0] c;"), 3, 21, "the bus \"c\" is too wide"},
      {m("wire [8-W:0] c;"), 3, 9, "expected a number, found \"W:0\""},
      {m("wire [(8:0] c;"), 3, 9, "expected ')', found \":0\""},
      {m("wire [8/(2-2):0] c;"), 3, 9, "a division by zero"},
      {m("wire c [3:0];"), 3, 8, "an array of nets is not supported yet"},
      {m("wire #1 c;"), 3, 6, "(a delay) in a declaration is not supported yet"},
      {m("wire c"), 4, 1, "expected ',' or ';', found \"endmodule\""},
      {m("wire ;"), 3, 6, "expected the name of a net, found \";\""},
      {m("wire \\1'b0 ;"), 3, 7, "the name \"1'b0\" is that of a constant"},
      {m("") + "x", 5, 1, "expected module or the end of the file after endmodule, found \"x\""},
  });
}

TEST_CASE("bad Verilog instances are refused in their place") {
  check({
      {m("always @(a) b = a;"), 3, 1, "\"always\" is not supported yet"},
      {m("nand (b, a, a);"), 3, 1, "\"nand\" is not supported yet: a gate primitive has to be a cell"},
      {m("buf u1 (b, a);"), 3, 1, "\"buf\" is not supported yet"},
      {m("INV u1 (a, b);"), 3, 9, "which no file tells for \"INV\""},
      {m("INV u1[3:0] (.A(a));"), 3, 7, "an array of instances is not supported yet"},
      {m("INV u1 (.A(a)); INV u1 (.A(a));"), 3, 21, "the instance \"u1\" is declared twice"},
      {m("INV \\u1 (.A(a)); INV \\u1 (.A(a));"), 3, 23, "the instance \"u1\" is declared twice"},
      {m("INV u1 (.A(a), .A(a));"), 3, 17, "the pin \"A\" is connected twice"},
      {m("INV (.A(a));"), 3, 5, "expected the instance's name, found \"(\""},
      {m("INV u1 (.A a);"), 3, 12, "expected '(' after the pin, found \"a\""},
      {m("INV u1 (.A(a);"), 3, 14, "expected ',' or ')', found \";\""},
      {m("INV u1 (.A(a))"), 4, 1, "expected ',' or ';', found \"endmodule\""},
      {m("INV u1 (.A(a),);"), 3, 15, "expected a connection .pin(net), found \")\""},
      {m("INV u1 (a, .A(a));"), 3, 12, "expected ',' or ')', found \".A\""},
      {m("INV #(2 u1 (.A(a));"), 3, 5, "the parentheses after '#' are not closed"},
      {m("INV # u1;"), 3, 9, "expected the instance's name, found \";\""},
      {m("/* open"), 3, 1, "the comment is not closed"},
      {m("(* open"), 3, 1, "the attribute (* is not closed"},
      {m("`include \"x\""), 3, 1, "the directive \"`include\" is not supported yet"},
      {m("`define W 8\nwire [`W:0] c;"), 4, 7, "the macro \"`W\" is not supported yet"},
      {m("`ifdef X\n`else\n INV u1(.A(a));"), 3, 1, "\"`ifdef\" is not closed"},
      {m("`else"), 3, 1, "\"`else\" has no `ifdef before it"},
      {m("`ifdef X\n`else\n`else\n`endif"), 5, 1, "\"`else\" stands behind an `else"},
      {m("`ifdef\n`endif"), 3, 1, "expected a name after \"`ifdef\""},
      {m("specify (a => b) = 1;"), 3, 9, "the specify block is not closed"},
      {m(") x"), 3, 1, "expected a declaration, an instance or endmodule, found \")\""},
  });
}

TEST_CASE("bad Verilog expressions are refused in their place") {
  check({
      {m("INV u1 (.A(b[9999999]));"), 3, 12, "the select is too far outside of the range"},
      {m("INV u1 (.A(b[99999999999]));"), 3, 14, "the number \"99999999999\" is out of range"},
      {m("INV u1 (.A(-a));"), 3, 12, "an operator is not supported yet"},
      {m("INV u1 (.A(b[0][1]));"), 3, 16, "a select of a select is not supported yet"},
      {m("INV u1 (.A(b[i]));"), 3, 14, "expected the number of a bit, found \"i\""},
      {m("INV u1 (.A(~a));"), 3, 12, "an operator is not supported yet: \"~\" has to be a cell"},
      {m("assign a = b[0] & b[1];"), 3, 17, "not supported yet: \"&\" has to be a cell"},
      {m("assign a = b[0] == b[1];"), 3, 17, "\"==\" has to be a cell, as in a netlist that is mapped"},
      {m("assign a = b[0]?b[1]:b[2];"), 3, 16, "\"?\" has to be a cell"},
      {m("pullup (b);"), 3, 1, "\"pullup\" is not supported yet: a gate primitive"},
      {m("initial a = 0;"), 3, 1, "\"initial\" is not supported yet"},
      {m("assign 1'b0 = a;"), 3, 8, "expected a net, a select or a concatenation of them"},
      {m("assign {a, 1'b0} = b;"), 3, 12, "the left side of an assignment has to be of nets"},
      {m("assign a b;"), 3, 10, "expected '=', found \"b\""},
      {m("assign a = ;"), 3, 12, "expected a net, a constant or a concatenation, found \";\""},
      {m("assign a = {};"), 3, 13, "expected a net, a constant or a concatenation, found \"}\""},
      {m("assign a = {a;"), 3, 14, "expected ',' or '}', found \";\""},
      {m("assign b = {0{a}};"), 3, 13, "the replication count \"0\" is out of range"},
      {m("assign b = {9999999{a}};"), 3, 13, "the replication count \"9999999\" is out of range"},
      {m("assign b = {1000{ {1000{ {1000{a}} }} }};"), 3, 13, "is too wide"},
      {m("assign b = 4'b012;"), 3, 12, "expected a constant such as 1'b0 or 8'hff, found \"4'b012\""},
      {m("assign b = 4'q0;"), 3, 12, "expected a constant such as 1'b0"},
      {m("assign b = 4'd;"), 3, 12, "expected a constant such as 1'b0"},
      {m("assign b = 0'b0;"), 3, 12, "the width of the constant \"0'b0\" is out of range"},
      {m("assign b = 99999999'b0;"), 3, 12, "is out of range"},
      {m("assign b = 99999999999999999999999;"), 3, 12, "expected a constant such as 1'b0"},
  });
}

TEST_CASE("modules that do not fit together are refused in their place") {
  check({
      {"module a(input x); b u(.x(x)); endmodule\nmodule b(input x); a u(.x(x)); endmodule", 2, 20,
       "a module contains itself: \"a\" -> \"b\" -> \"a\""},
      {"module a(input x); a u(.x(x)); endmodule", 1, 20, "a module contains itself: \"a\" -> \"a\""},
      {"module a(input x); I i(.A(x)); endmodule module b(input x); I i(.A(x)); endmodule", 0, 0,
       "several modules could be the top one: \"a\", \"b\"; name one of them"},
      {"module t(input x); s u(.y(x)); endmodule module s(input x); I i(.A(x)); endmodule", 1, 25,
       "the module \"s\" has no port named \"y\""},
      {"module t(input x); s u(x, x); endmodule module s(input x); I i(.A(x)); endmodule", 1, 27,
       "there are more connections than ports of \"s\""},
      {"module t(input x); s u(x); endmodule module s(x); I i(.A(x)); endmodule", 1, 47,
       "the port \"x\" is not declared"},
  });
  model::diagnostics seen;
  std::vector<io::source> const files{text("module t(input x); I i(.A(x)); endmodule")};
  auto const error = error_of([&] { (void)io::read_verilog(files, "u", seen); });
  REQUIRE(error);
  CHECK_THAT(std::string(error->what()), gsta_test::contains("there is no module named \"u\""));
  CHECK_THROWS_AS(io::read_verilog(std::vector<io::source>{}, "", seen), argument_error);
}

TEST_CASE("modules that multiply or nest without end are refused before they are taken apart") {
  std::string cells;
  for (int i = 0; i < 999; ++i) cells += " INV g" + std::to_string(i) + "();";
  check(
      {{chain(60, 2, cells), 17, 8, "the module \"m16\" has more than 50000000 instances in all its levels"},
       {chain(60, 2), 26, 8, "the module \"m25\" is too large: over 32 GiB"},
       {chain(200, 1000), 4, 8, "the module \"m3\""},
       {chain(60, 2, " wire [1048575:0] w;"), 9, 8, "is too large: over 32 GiB"},
       {chain(300, 1), 45, 25, "modules are nested more than 256 deep"}});
  model::diagnostics seen;
  CHECK(io::read_verilog(text(chain(256, 1)), seen).instances.size() == 1);
  io::verilog_options options;
  options.instance_limit = 7;
  std::vector<io::source> const files{text(chain(4, 2))};
  CHECK_THROWS_AS(io::read_verilog(files, options, seen), input_error);
  options.instance_limit = 8;
  CHECK(io::read_verilog(files, options, seen).instances.size() == 8);
}

TEST_CASE("the depth of a module that was met before counts too, whatever stands beside it") {
  auto const design = [](int levels) {  // a branch of so many levels, whose last holds a chain of 200
    std::string all =
        chain(200, 1) + "module top(a); input a; m199 first(.a(a)); b0 second(.a(a)); endmodule\n";
    for (int i = 0; i < levels; ++i) {
      bool const last = i + 1 == levels;
      std::string const name = std::to_string(i), below = last ? "m199" : "b" + std::to_string(i + 1);
      all += "module b" + name + "(a); input a; " + below + " u(.a(a)); m0 v(.a(a)); endmodule\n";
    }
    return all;
  };
  model::diagnostics seen;
  CHECK(io::read_verilog(text(design(55)), seen).instances.size() == 1 + 1 + 55);
  check({{design(56), 201, 44, "modules are nested more than 256 deep"}});
}

TEST_CASE("deeply nested concatenations are refused, not followed") {
  std::size_t const deep = 100'000;
  check(
      {{"module m(a); input a; assign a = " + repeated("{", deep), 1, 34 + 256, "nested more than 256 deep"},
       {"module m(a); input a; assign a = " + repeated("{2", deep), 1, 34 + 4, "expected ',' or '}'"},
       {"module m(a); input a; assign a = " + repeated("{1{", deep), 1, 34 + 128 * 3,
        "nested more than 256 deep"}});
  model::diagnostics seen;
  auto const fits =
      "module m(a); input a; assign a = " + repeated("{", 256) + "1'b0" + repeated("}", 256) + "; endmodule";
  CHECK(io::read_verilog(text(fits), seen).constants.size() == 1);
}

TEST_CASE("a line of 20 MB is read in its place", "[slow]") {
  std::size_t const count = 1'000'000;
  auto const line = "module m(a); input a; wire n; " + repeated("wire x; ", 10) +
                    repeated("specify /* skipped */ endspecify ", 100) + "INV u1(.A({" +
                    repeated("a,n,a,n,a,", count) + "n}));";
  check({{line, 1, line.size() + 1, "expected a declaration, an instance or endmodule"}});
  auto const too_far = line.find('{') + 2 + 2 * (std::size_t{1} << 20U);
  check({{line + " endmodule", 1, too_far, "too wide"}});
}
