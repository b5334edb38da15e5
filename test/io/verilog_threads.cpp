// Verilog whose usual statements several threads read, against the grammar that reads all of a file.

#include <algorithm>
#include <string>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/io/detail/verilog_words.hpp"
#include "test/io/same_text.hpp"
#include "test/io/texts.hpp"
#include "test/io/verilog_compare.hpp"
#include "test/io/verilog_random.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;
using gsta_test::check_same;
using gsta_test::prng;
using gsta_test::verilog_by_grammar;

namespace {

/// False where it is refused.
bool check_all_threads(std::string const& text) {
  auto const file = io::source::from_text("x", text);
  auto const expected = verilog_by_grammar(file);
  for (unsigned const threads : {1U, 2U, 16U}) {
    INFO("threads " << threads);
    tbb_executor const exec(threads);
    check_same(gsta_test::verilog_as_read([&](auto& seen) { return io::read_verilog(exec, file, seen); }),
               expected);
  }
  return expected.find(": error: ") == std::string::npos;
}

/// Netlists as tools write them, with all that is read without the grammar, and here and there with what is
/// not: `odd`, of a thousand choices so many are unusual, `wrong`, so many are refused.
struct writer {
  prng& random;
  int odd, wrong;
  int modules = 0;
  std::string text{};

  bool is_odd() { return random.below(1000) < odd; }
  bool is_wrong() { return random.below(1000) < wrong; }
  std::string one_of(std::vector<std::string> const& forms) { return random.pick(forms); }
  std::string blank() {
    if (is_odd())
      return one_of({" // ; wire a;\n", "/* ;\nINV u (.A(b));\n */", " (* keep = \"; *)\" *) ", "\r\n"});
    return one_of({" ", " ", " ", "  ", "\n", "\t", ""});
  }
  std::string gap() { return one_of({" ", " ", "  ", "\n  ", "\t"}) + blank(); }
  std::string name(std::string const& of, int count) {
    int const i = random.below(count);
    if (is_odd()) return "\\" + of + one_of({"[", ";", "/", "("}) + std::to_string(i) + one_of({" ", "\n"});
    return of + std::to_string(i);
  }
  std::string value(int nets) {
    if (is_wrong()) return one_of({"~w0", "b[3][2]", "b[1234567]", "w0 w1", "4'h"});
    if (is_odd())
      return one_of({"2'b01", "{w0, w1}", "b[3:1]", "4'hx", "1 'b0", "b[-1]", "b[2+1]", "{2{w0}}", "1'b0?",
                     "1'bz", "w1 [ 2 ]", "b[ 3]", "b[00003]", "-1'b1", "\\w0 "});
    switch (random.below(12)) {
      case 0:
        return "";
      case 1:
        return one_of({"1'b0", "1'b1"});
      case 2:
        return "b" + blank() + "[" + blank() + std::to_string(random.below(10)) + blank() + "]";
      default:
        return name(is_odd() ? "undeclared" : "w", nets);
    }
  }
  void add_instance(int i, int nets) {
    auto const cell = is_wrong() ? one_of({"and", "endspecify", "endmodule", "tri"})
                      : is_odd() ? one_of({"\\and ", "\\CELL1 ", "LONG$CELL_1"})
                                 : name("CELL", 5);
    text += cell + gap();
    if (is_odd()) text += "#(.A(1))" + gap();
    text += (is_wrong() ? "u0"
             : is_odd() ? "\\u/" + std::to_string(i) + " "
                        : "u" + std::to_string(i)) +
            gap();
    if (is_wrong()) {
      text += "(" + value(nets) + ", " + value(nets) + ");";
      return;
    }
    text += "(" + blank();
    int const pins = random.below(6);
    for (int k = 0; k < pins; ++k) {
      auto const pin = is_wrong() ? "P0" : "P" + std::to_string(k);
      text += (k == 0 ? "" : "," + blank()) + "." + blank() + pin + blank() + "(" + blank() + value(nets) +
              blank() + ")" + blank();
    }
    text += ")" + blank() + (is_odd() ? ", v" + std::to_string(i) + " ( );" : ";");
  }
  void add_wires(int first, int last) {
    for (int i = first; i < last;) {
      text += "wire" + gap() + (is_odd() ? "signed " : "");
      int const at_once = random.between(1, 4);
      for (int k = 0; k < at_once && i < last; ++k, ++i)
        text += (k == 0 ? "" : blank() + "," + blank()) + "w" + std::to_string(i) +
                (is_wrong() ? "[3]"
                 : is_odd() ? one_of({" = a", ", w1", " = 1'b0"})
                            : "");
      text += blank() + ";" + one_of({"\n", "\n", "\n", " ", "", "\r\n"});
    }
  }
  void add_odd_statement() {
    text += one_of({"assign w0 = w1;\n", "wire [3:0] c;\n", ";\n", "specify (a => b) = 1; endspecify\n",
                    "parameter x = \"; \";\n", "`timescale 1ns / 1ps\n", "`ifdef X\nwire w0;\n`endif\n",
                    "supply0 w2;\n", "tri z;\n", "wire late;\n", "`define Y\n", "wire y;\n", "// ;\n",
                    "(* x *)\n", "wire w1;\n", "/* ;\nwire in_a_comment;\nCELL0 u1 (.P0(w0));\n*/\n"});
  }
  void add_module(std::string const& name_of, int instances, int nets) {
    text += "module " + name_of + " (a, y, b);\ninput a;\noutput y;\ninput [7:0] b;\n";
    int const declared_late = odd > 0 && random.chance(40) ? nets / 3 : 0;
    add_wires(0, nets - declared_late);
    for (int i = 0; i < instances; ++i) {
      if (is_odd()) add_odd_statement();
      if (is_wrong()) text += one_of({"input q;\n", "assign 1'b0 = w0;\n", "wire [1:0] w0;\n", "reg r;\n"});
      add_instance(i, nets);
      text += one_of({"\n", "\n", "\n", "\n\n", " ", "", "\r\n"});
      if (declared_late > 0 && i == instances / 2) add_wires(nets - declared_late, nets);
    }
    text += "endmodule\n";
  }
};

std::string random_netlist(prng& random, int odd, int wrong) {
  writer w{random, odd, wrong};
  int const modules = random.between(1, 3);
  for (int i = 0; i < modules; ++i)
    w.add_module(i + 1 == modules ? "top" : "SUB" + std::to_string(i), random.between(0, 250),
                 random.between(3, 200));
  return w.text;
}

}  // namespace

TEST_CASE("Verilog on threads: records and notes are the grammar's for every number of threads") {
  CHECK(check_all_threads(gsta_test::small_netlist));
  int read = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    read += check_all_threads(random_netlist(random, seed % 4 * seed % 4 * 3, 0)) ? 1 : 0;
  }
  CHECK(read > 100);
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("design " << seed);
    check_all_threads(gsta_test::random_design(seed).text());
  }
}

TEST_CASE("Verilog on threads: names that the first look did not see find room, and are read again") {
  // One thread looks at the first of eight pieces, which is a comment: room for some 12,000 names is made.
  int const wires = 20000;
  std::string text = "module top (w0);\ninput w0;\n/* " + std::string(std::size_t{1} << 20U, '-') + " */\n";
  for (int i = 1; i < wires; ++i) text += "wire w" + std::to_string(i) + ";\n";
  for (int i = 1; i < wires; ++i)
    text += "BUF u" + std::to_string(i) + " (.A(w" + std::to_string(i - 1) + "), .Y(w" + std::to_string(i) +
            "));\n";
  CHECK(check_all_threads(text + "endmodule\n"));
}

TEST_CASE("Verilog on threads: counted names, dense and sparse, in both spellings") {
  prng random(11);
  for (int const step : {1, 7, 1000, 76543}) {
    INFO("step " << step);
    std::string text = "module top (n1000);\ninput n1000;\n";
    auto const net = [&](int i) {
      auto const name = (i % 3 == 0 ? "_" : "n") + std::to_string(1000 + i * step) + (i % 3 == 0 ? "_" : "");
      return random.chance(5) ? "\\" + name + " " : name;
    };
    int const nets = 3000;
    for (int i = 1; i < nets; ++i) text += "wire " + net(i) + ";\n";
    for (int i = 2; i < nets; ++i)
      text += "BUF u" + std::to_string(i * step) + " (.A(" + net(i - 1) + "), .Y(" + net(i) + "));\n";
    CHECK(check_all_threads(text + "endmodule\n"));
    CHECK(check_all_threads(text + "BUF \\u" + std::to_string(9 * step) + " (.A(n1000));\nendmodule\n"));
    CHECK_FALSE(check_all_threads(text + "BUF u" + std::to_string(9 * step) + " (.A(n1000));\nendmodule\n"));
  }
}

TEST_CASE("letters of names are told from others eight at a time, as one by one") {
  for (int c = 0; c < 256; ++c) {
    for (unsigned i = 0; i < 8; ++i) {
      char bytes[] = "aZ0_$z9A";
      bytes[i] = static_cast<char>(c);
      unsigned expected = 0;
      while (expected < 8 && io::detail::is_name_char(bytes[expected])) ++expected;
      INFO("byte " << c << " in place " << i);
      REQUIRE(io::detail::count_name_chars(io::detail::eight_bytes_at(bytes)) == expected);
    }
  }
}

TEST_CASE("lines are counted side by side as one by one, in texts of every length") {
  prng random(5);
  for (int size = 0; size < 700; ++size) {
    std::string text(static_cast<std::size_t>(size), 'x');
    for (auto& letter : text)
      if (random.chance(40)) letter = '\n';
    INFO("length " << size);
    REQUIRE(io::detail::count_lines(text) ==
            static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
  }
  for (std::size_t const size : {8159U, 8160U, 8161U, 8192U, 20000U})  // a lane holds 255
    CHECK(io::detail::count_lines(std::string(size, '\n')) == size);
}

TEST_CASE(
    "Verilog on threads: unusual and spoilt text has the grammar's errors for every number of threads") {
  std::vector<std::string> const pieces = {";\n",
                                           "wire w0;\n",
                                           "endmodule\n",
                                           "/*",
                                           "*/",
                                           "//",
                                           "\"",
                                           "\\",
                                           "(*",
                                           "*)",
                                           "`endif\n",
                                           "`ifdef X\n",
                                           ",",
                                           ".",
                                           "(",
                                           ")",
                                           "[",
                                           "]",
                                           "1'b0",
                                           "u1",
                                           " ",
                                           "\n",
                                           "\\x;\n ",
                                           "module m;\n",
                                           "CELL0 u0 (.P0(w0));\n",
                                           "CELL0 u0 (.P0(w0), .P0(w1));\n",
                                           "wire a;\n",
                                           "wire \\1'b0 ;\n",
                                           "signed"};
  int refused = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    auto text = random_netlist(random, seed % 4 * 2, seed % 3);
    for (int edits = random.below(4); edits > 0; --edits) {
      auto const at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
      switch (random.below(3)) {
        case 0:
          text.insert(at, random.pick(pieces));
          break;
        case 1:
          text.erase(at, static_cast<std::size_t>(random.between(1, 12)));
          break;
        default:
          if (random.chance(20)) text.resize(at + 1);
          break;
      }
    }
    refused += check_all_threads(text) ? 0 : 1;
  }
  CHECK(refused > 100);
  CHECK(refused < 380);
}
