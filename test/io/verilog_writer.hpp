#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "test/support/random.hpp"

namespace gsta_test {

/// Netlists as tools write them, with all that pieces of a file are read for, and here and there with what
/// they are not: `odd`, of a thousand choices so many are unusual, `wrong`, so many are refused. What the
/// last module holds is written down beside it; of a text without what is wrong, a reader has to find just
/// that.
struct verilog_writer {
  struct value {
    std::string text;
    std::vector<std::string> nets{};  ///< from left to right; empty: a bit is left unconnected
  };
  struct pin {
    std::string name;
    std::vector<std::string> nets;
    std::size_t at;  ///< an offset, as the others
  };
  struct instance {
    std::string cell, name;
    std::size_t at, name_at;
    std::vector<pin> pins{};
  };

  prng& random;
  int odd, wrong;
  std::string text{};
  std::vector<instance> instances{};
  std::map<std::string, std::string>
      joined{};                       ///< nets that assignments make one: each to another, or itself
  std::vector<std::size_t> starts{};  ///< where a statement may stand between two instances

  bool is_odd() { return random.below(1000) < odd; }
  bool is_wrong() { return random.below(1000) < wrong; }
  template <class T>
  T one_of(std::vector<T> const& forms) {
    return random.pick(forms);
  }
  std::string blank() {
    if (is_odd())
      return one_of<std::string>(
          {" // ; wire a;\n", "/* ;\nINV u (.A(b));\n */", " (* keep = \"; *)\" *) ", "\r\n"});
    return one_of<std::string>({" ", " ", " ", "  ", "\n", "\t", ""});
  }
  std::string gap() { return one_of<std::string>({" ", " ", "  ", "\n  ", "\t"}) + blank(); }
  value name(std::string const& of, int count) {
    auto const i = std::to_string(random.below(count));
    if (!is_odd()) return {of + i, {of + i}};
    auto const escaped = of + one_of<std::string>({"[", ";", "/", "("}) + i;
    return {"\\" + escaped + one_of<std::string>({" ", "\n"}), {escaped}};
  }
  std::string net_of(std::string const& net) {
    auto const found = joined.emplace(net, net).first;
    return found->second == net ? net : net_of(found->second);
  }
  void join(std::string const& a, std::string const& b) { joined[net_of(a)] = net_of(b); }

  value odd_value() {
    return one_of<value>({{"2'b01", {"1'b0", "1'b1"}},
                          {"{w0, w1}", {"w0", "w1"}},
                          {"b[3:1]", {"b[3]", "b[2]", "b[1]"}},
                          {"4'hx", {"", "", "", ""}},
                          {"1 'b0", {"1'b0"}},
                          {"b[-1]", {"b[-1]"}},
                          {"b[2+1]", {"b[3]"}},
                          {"{2{w0}}", {"w0", "w0"}},
                          {"1'b0?", {""}},
                          {"1'bz", {""}},
                          {"w1 [ 2 ]", {"w1[2]"}},
                          {"b[ 3]", {"b[3]"}},
                          {"b[00003]", {"b[3]"}},
                          {"b[0000000000000003]", {"b[3]"}},
                          {"-1'b1", {"1'b1"}},
                          {"\\w0 ", {"w0"}}});
  }
  value any_value(int nets) {
    if (is_wrong()) return {one_of<std::string>({"~w0", "b[3][2]", "b[1234567]", "w0 w1", "4'h"})};
    if (is_odd()) return odd_value();
    switch (random.below(12)) {
      case 0:
        return {"", {""}};
      case 1: {
        auto const level = one_of<std::string>({"1'b0", "1'b1"});
        return {level, {level}};
      }
      case 2: {
        auto const bit = std::to_string(random.below(10));
        return {"b" + blank() + "[" + blank() + bit + blank() + "]", {"b[" + bit + "]"}};
      }
      default:
        return name(is_odd() ? "undeclared" : "w", nets);
    }
  }
  value any_cell() {
    if (is_wrong()) return {one_of<std::string>({"and", "endspecify", "endmodule", "tri"}), {""}};
    if (is_odd())
      return one_of<value>({{"\\and ", {"and"}}, {"\\CELL1 ", {"CELL1"}}, {"LONG$CELL_1", {"LONG$CELL_1"}}});
    return name("CELL", 5);
  }
  /// Appends a name, and returns where it stands without its backslash.
  std::size_t add_name(std::string const& as_written) {
    auto const at = text.size() + (as_written.front() == '\\' ? 1 : 0);
    text += as_written;
    return at;
  }
  void add_instance(int i, int nets) {
    auto const cell = any_cell();
    instance made{cell.nets[0], "", add_name(cell.text), 0};
    text += gap();
    if (is_odd()) text += "#(.A(1))" + gap();
    bool const is_escaped = is_odd();
    made.name = is_wrong() ? "u0" : (is_escaped ? "u/" : "u") + std::to_string(i);
    made.name_at = add_name(is_escaped ? "\\" + made.name + " " : made.name);
    text += gap();
    if (is_wrong()) {
      text += "(" + any_value(nets).text + ", " + any_value(nets).text + ");";
      return;
    }
    text += "(" + blank();
    for (int k = 0, pins = random.below(6); k < pins; ++k) {
      text += (k == 0 ? "" : "," + blank()) + "." + blank();
      auto const at = text.size();
      auto const of = is_wrong() ? "P0" : "P" + std::to_string(k);
      auto const on = any_value(nets);
      text += of + blank() + "(" + blank() + on.text + blank() + ")" + blank();
      made.pins.push_back({of, on.nets, at});
    }
    text += ")" + blank();
    instances.push_back(made);
    if (is_odd()) {
      text += ", ";
      instances.push_back({made.cell, "v" + std::to_string(i), made.at, text.size()});
      text += instances.back().name + " ( )";
    }
    text += ";";
  }
  void add_wires(int first, int last) {
    for (int i = first; i < last;) {
      text += "wire" + gap() + (is_odd() ? "signed " : "");
      int const at_once = random.between(1, 4);
      for (int k = 0; k < at_once && i < last; ++k, ++i) {
        auto const wire = "w" + std::to_string(i);
        text += (k == 0 ? "" : blank() + "," + blank()) + wire;
        auto const more = is_wrong() ? "[3]"
                          : is_odd() ? one_of<std::string>({" = a", ", w1", " = 1'b0"})
                                     : "";
        if (more == " = a") join(wire, "a");
        text += more;
      }
      text += blank() + ";" + one_of<std::string>({"\n", "\n", "\n", " ", "", "\r\n"});
    }
  }
  void add_odd_statement() {
    auto const statement = one_of<std::string>(
        {"assign w0 = w1;\n", "wire [3:0] c;\n", ";\n", "specify (a => b) = 1; endspecify\n",
         "parameter x = \"; \";\n", "`timescale 1ns / 1ps\n", "`ifdef X\nwire w0;\n`endif\n", "supply0 w2;\n",
         "tri z;\n", "wire late;\n", "`define Y\n", "wire y;\n", "// ;\n", "(* x *)\n", "wire w1;\n",
         "/* ;\nwire in_a_comment;\nCELL0 u1 (.P0(w0));\n*/\n"});
    if (statement.starts_with("assign")) join("w0", "w1");
    text += statement;
  }
  void add_module(std::string const& name_of, int count, int nets) {
    instances.clear();
    joined.clear();
    starts.clear();
    text += "module " + name_of + " (a, y, b);\ninput a;\noutput y;\ninput [7:0] b;\n";
    int const declared_late = odd > 0 && random.chance(40) ? nets / 3 : 0;
    add_wires(0, nets - declared_late);
    for (int i = 0; i < count; ++i) {
      starts.push_back(text.size());
      if (is_odd()) add_odd_statement();
      if (is_wrong())
        text += one_of<std::string>({"input q;\n", "assign 1'b0 = w0;\n", "wire [1:0] w0;\n", "reg r;\n"});
      add_instance(i, nets);
      text += one_of<std::string>({"\n", "\n", "\n", "\n\n", " ", "", "\r\n"});
      if (declared_late > 0 && i == count / 2) add_wires(nets - declared_late, nets);
    }
    starts.push_back(text.size());
    text += "endmodule\n";
  }
  /// Modules that do not know each other; the last is `top`.
  void add_netlist() {
    int const modules = random.between(1, 3);
    for (int i = 0; i < modules; ++i)
      add_module(i + 1 == modules ? "top" : "SUB" + std::to_string(i), random.between(0, 250),
                 random.between(3, 200));
  }
};

}  // namespace gsta_test
