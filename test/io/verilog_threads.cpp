// Verilog that several threads read in pieces, against what was written, and against one go over the file.

#include <algorithm>
#include <string>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_words.hpp"
#include "test/io/same_text.hpp"
#include "test/io/spoil_text.hpp"
#include "test/io/texts.hpp"
#include "test/io/verilog_compare.hpp"
#include "test/io/verilog_random.hpp"
#include "test/io/verilog_writer.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;
using gsta_test::check_same;
using gsta_test::prng;
using gsta_test::verilog_in_one_go;

namespace {

/// False where it is refused.
bool check_all_threads(std::string const& text) {
  auto const file = io::source::from_text("x", text);
  auto const expected = verilog_in_one_go(file);
  for (unsigned const threads : {1U, 2U, 16U}) {
    INFO("threads " << threads);
    tbb_executor const exec(threads);
    check_same(gsta_test::verilog_as_read([&](auto& seen) { return io::read_verilog(exec, file, seen); }),
               expected);
  }
  return expected.find(": error: ") == std::string::npos;
}

std::string random_netlist(prng& random, int odd, int wrong) {
  gsta_test::verilog_writer w{random, odd, wrong};
  w.add_netlist();
  return w.text;
}

/// Each place of the writer's instances in a netlist that was read from its text.
void check_written(gsta_test::verilog_writer& w, model::netlist const& read) {
  io::source const file = io::source::from_text("x", w.text);
  auto const check_place = [&](model::location seen, std::size_t offset) {
    auto const expected = file.locate(offset);
    REQUIRE((seen.line == expected.line && seen.column == expected.column));
  };
  REQUIRE(read.instances.size() == w.instances.size());
  for (std::size_t i = 0; i < w.instances.size(); ++i) {
    auto const& written = w.instances[i];
    auto const& seen = read.instances[i];
    INFO("instance " << written.name);
    REQUIRE(seen.cell == written.cell);
    REQUIRE(seen.name == written.name);
    check_place(seen.at, written.at);
    check_place(seen.name_at, written.name_at);
    auto connection = seen.connections.begin();
    for (auto const& pin : written.pins) {
      for (std::size_t k = 0; k < pin.nets.size(); ++k, ++connection) {
        REQUIRE(connection != seen.connections.end());
        auto const bit = pin.nets.size() == 1 ? "" : "[" + std::to_string(k) + "]";
        REQUIRE(connection->pin == pin.name + bit);
        REQUIRE(w.net_of(std::string(connection->net)) == w.net_of(pin.nets[k]));
        check_place(connection->at, pin.at);
      }
    }
    REQUIRE(connection == seen.connections.end());
  }
}

}  // namespace

TEST_CASE("Verilog on threads: what was written is read, in its place, for every number of threads") {
  io::verilog_options options;
  options.top = "top";
  for (unsigned seed = 0; seed < 120; ++seed) {
    prng random(seed);
    gsta_test::verilog_writer w{random, static_cast<int>(seed % 4 * seed % 4 * 3), 0};
    w.add_netlist();
    CAPTURE(seed, w.text);
    std::vector<io::source> const files{io::source::from_text("x", w.text)};
    model::diagnostics seen;
    for (unsigned const threads : {1U, 2U, 16U})
      check_written(w, io::read_verilog(tbb_executor(threads), files, options, seen));
    check_written(w, io::detail::read_verilog_files(nullptr, files, options, seen));
  }
}

TEST_CASE("Verilog on threads: a statement that is refused is so in its place, whatever stands around it") {
  struct refused {
    std::string statement;  // with a @ where the error is
    char const* sentence;
  };
  std::vector<refused> const all{
      {"CELL0 bad (.P0(@~w0));", "an operator is not supported yet: \"~\" has to be a cell, as in a"},
      {"CELL0 bad (.P0(w0) @.P1(w1));", "expected ',' or ')', found \".P1\""},
      {"CELL0 bad (.P0(w0), .@P0(w1));", "the pin \"P0\" is connected twice"},
      {"CELL0 bad (.P0(w0 @w1));", "expected a net's name and ')', found \"w1\""},
      {"CELL0 bad (.P0(b[3]@[2]));", "a select of a select is not supported yet"},
      {"CELL0 bad (.P0(b[@x]));", "expected the number of a bit, found \"x\""},
      {"CELL0 bad (.P0(w0),\n\n  @);", "expected a connection .pin(net), found \")\""},
      {"CELL0 bad (.P0 @w0);", "expected '(' after the pin, found \"w0\""},
      {"CELL0 bad@[3:0] (.P0(w0));", "an array of instances is not supported yet"},
      {"CELL0 bad (.P0(w0)) @CELL1 u (.P0(w0));", "expected ',' or ';', found \"CELL1\""},
      {"CELL0 @(.P0(w0));", "expected the instance's name, found \"(\""},
      {"CELL0 bad (); CELL1 @bad ();", "the instance \"bad\" is declared twice"},
      {"@and bad (w0, w1);", "\"and\" is not supported yet: a gate primitive has to be a cell"},
      {"wire good, @1;", "expected the name of a net, found \"1\""},
      {"wire bad@[3:0];", "an array of nets is not supported yet"},
      {"wire [1:0] @a;", "the net \"a\" is declared with two ranges"},
      {"@? ", "expected a declaration, an instance or endmodule, found \"?\""},
  };
  for (unsigned seed = 0; seed < 170; ++seed) {
    prng random(seed);
    gsta_test::verilog_writer w{random, static_cast<int>(seed % 3 * 4), 0};
    w.add_netlist();
    auto [statement, sentence] = all[seed % all.size()];
    auto const mark = statement.find('@');
    statement.erase(mark, 1);
    auto const at = random.pick(w.starts);
    w.text.insert(at, " " + statement + "\n");
    CAPTURE(seed, statement, w.text);
    auto const file = io::source::from_text("x", w.text);
    auto const expected = "x:" + std::to_string(file.locate(at + 1 + mark).line) + ":" +
                          std::to_string(file.locate(at + 1 + mark).column) + ": error: " + sentence;
    auto const seen = gsta_test::error_of([&] {
      model::diagnostics notes;
      (void)io::read_verilog(tbb_executor(seed % 4 + 1), file, notes);
    });
    REQUIRE(seen);
    CHECK_THAT(std::string(seen->what()), gsta_test::contains(expected.c_str()));
  }
}

TEST_CASE("Verilog on threads: records and notes are those of one go for every number of threads") {
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
    "Verilog on threads: unusual and spoilt text has the errors of one go for every number of threads") {
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
    for (int edits = random.below(4); edits > 0; --edits) spoil_text(random, text, pieces, 20);
    refused += check_all_threads(text) ? 0 : 1;
  }
  CHECK(refused > 100);
  CHECK(refused < 380);
}
