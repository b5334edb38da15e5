// What no reader may do: crash, hang, or say something useless. Each row is a spoilt text, where its error
// must stand, and a piece of the sentence.

#include <functional>
#include <string>
#include <vector>

#include "gsta/io/liberty.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/tau15.hpp"
#include "gsta/io/verilog.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::error_of;
using gsta_test::text;
using gsta_test::with;

namespace {

using reader = std::function<void(io::source const&)>;

void liberty(io::source const& file) {
  model::diagnostics seen;
  (void)io::read_liberty(file, seen);
}
void verilog(io::source const& file) {
  model::diagnostics seen;
  (void)io::read_verilog(file, seen);
}
void spef(io::source const& file) {
  model::diagnostics seen;
  (void)io::read_spef(file, seen);
}
void timing(io::source const& file) { (void)io::read_timing(file); }
void ops(io::source const& file) { (void)io::read_ops(file); }
void tau2015(io::source const& file) { (void)io::read_tau2015(file); }

struct named_reader {
  char const* name;
  reader read;
  char const* valid;
};
std::vector<named_reader> const readers = {{"liberty", liberty, gsta_test::small_library},
                                           {"verilog", verilog, gsta_test::small_netlist},
                                           {"spef", spef, gsta_test::small_spef},
                                           {"timing", timing, gsta_test::small_timing},
                                           {"ops", ops, gsta_test::small_ops},
                                           {"tau2015", tau2015, gsta_test::small_tau2015}};

struct spoilt {
  std::string content;
  std::size_t line, column;
  char const* words;
};

void check(reader const& read, std::vector<spoilt> const& rows) {
  for (auto const& row : rows) {
    CAPTURE(row.content, row.words);
    auto const error = error_of([&] { read(text(row.content)); });
    REQUIRE(error);
    CHECK_THAT(std::string(error->what()), gsta_test::contains(row.words));
    CHECK(error->line == row.line);
    CHECK(error->column == row.column);
    CHECK_THAT(std::string(error->what()), !gsta_test::contains("tao::"));
  }
}

}  // namespace

TEST_CASE("every prefix of a valid file is read or refused") {
  for (auto const& r : readers) {
    std::string const valid = r.valid;
    for (std::size_t n = 0; n < valid.size(); ++n) {
      CAPTURE(r.name, n);
      auto const error = error_of([&] { r.read(text(valid.substr(0, n))); });
      CHECK((!error || error->file == "x"));
    }
    r.read(text(valid));
  }
}

TEST_CASE("a valid file with any one byte replaced or left out is read or refused") {
  for (auto const& r : readers) {
    std::string const valid = r.valid;
    for (std::size_t n = 0; n < valid.size(); ++n) {
      CAPTURE(r.name, n);
      for (char const c : {'"', '(', '}', '*', '\\', '/', ' ', '\n', '-', '\x80', '9'}) {
        auto changed = valid;
        changed[n] = c;
        (void)error_of([&] { r.read(text(changed)); });
      }
      (void)error_of([&] { r.read(text(std::string(valid).erase(n, 1))); });
    }
  }
}

TEST_CASE("empty and binary texts are refused") {
  for (auto const& r : readers) {
    CAPTURE(r.name);
    check(r.read, {{"", 0, 0, "empty"}, {std::string("ab\nc\0d", 6), 2, 2, "NUL"}});
    auto const noise = error_of([&] { r.read(text("\x7f\x45\x4c\x46\x02\x01\xff\xfe\n\x80")); });
    CHECK(noise);
  }
}

TEST_CASE("bad Liberty is refused in its place") {
  std::string const good = gsta_test::small_library;
  check(liberty,
        {
            {"cell (x) { }", 1, 1, "expected library"},
            {"  ", 1, 3, "expected library (NAME) { ... }, found the end of the file"},
            {"library (x) { }", 1, 1, "the library has no cell"},
            {"library (x) { cell (C) { } } library (y) { }", 1, 30, "expected the end of the file"},
            {with(good, "1, 2, 3", "1, abc, 3"), 27, 45, "expected a number, found \"abc\""},
            {with(good, "1, 2, 3", "1, 2x, 3"), 27, 45, "expected a number, found \"2x\""},
            {with(good, "1, 2, 3", "1, 2, 1e99"), 27, 48, "the number \"1e99\" is out of range"},
            {with(good, "1, 2, 3", "1, 2, 1e10"), 27, 48, "the number \"1e10\" is out of range"},
            {with(good, "0.01, 0.02", "0.01, 1e10"), 9, 21, "out of range"},
            {with(good, "0.0015", "1.1e9"), 20, 48, "the number \"1.1e9\" is out of range"},
            {with(good, "1, 2, 3", "1, 2"), 27, 33, "expected 6 values, as many as the axes span, found 5"},
            {with(good, "0.01, 0.02", "0.02, 0.01"), 9, 5, "do not increase"},
            {with(good, "variable_2 : total_output_net_capacitance;", ""), 10, 5,
             "the template of the table has no variable for index_2"},
            {with(good, "index_1 (\"0.01, 0.02\");", ""), 27, 9,
             "neither the table nor its template has index_1"},
            {with(good, "(slew_load) { values", "(none) { values"), 27, 20, "no lu_table_template \"none\""},
            {with(good, "0.0015", "-1"), 20, 48, "not negative, found \"-1\""},
            {with(good, "0.0015", "abc"), 20, 48, "expected a number, found \"abc\""},
            {with(good, "\"1ns\"", "\"1 parsec\""), 3, 16, "expected a time unit such as 1ps or 1ns"},
            {with(good, "(1, pf)", "(1, mf)"), 4, 28, "expected ff or pf, found \"mf\""},
            {with(good, "(1, pf)", "(1)"), 4, 3, "capacitive_load_unit (number, ff)"},
            {with(good, "negative_unate", "negative"), 26, 24, "found \"negative\""},
            {with(good, "input;", "in;"), 20, 27, "expected input, output, inout or internal, found \"in\""},
            {with(good, "true", "yes"), 35, 43, "expected true or false"},
            {with(good, "pin (Y)", "pin (A)"), 21, 10, "has a pin \"A\" already"},
            {with(good, "cell (INV)", "cell ()"), 18, 3, "the group \"cell\" has no name"},
            {with(good, "\"1ns\";", "\"1ns;"), 3, 15, "the quoted string is not closed on its line"},
            {with(good, "/* two cells */", "/* two cells"), 1, 1, "the comment is not closed"},
            {with(good, "area : 1.0;", "area ; 1.0;"), 19, 10,
             "expected ':' or '(' after the name, found \";\""},
            {with(good, "area : 1.0;", "area : ;"), 19, 12, "expected a value after ':', found \";\""},
            {with(good, "(INV) {", "(INV {"), 18, 13, "expected ',' or ')', found \"{\""},
            {"library (x) {\n cell (C) {\n }\n", 4, 1, "close the group \"library\" of line 1"},
            {"library (x) { cell (C) { } } }", 1, 30, "no open group"},
            {"library (\"x) { }", 1, 10, "the quoted string is not closed"},
            {"library (x) { ) }", 1, 15, "expected a statement, found \")\""},
        });
}

TEST_CASE("deep nesting is refused, not followed") {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "g(){";
  check(liberty, {{deep, 1, 256 * 4 + 1, "nested more than 256 deep"}});
}

TEST_CASE("bad SPEF is refused in its place") {
  std::string const good = gsta_test::small_spef;
  check(
      spef,
      {
          {"x", 1, 1, "expected *SPEF at the start of the file, found \"x\""},
          {"*SPEF \"x", 1, 7, "the quoted string is not closed"},
          {"*SPEF \"x\"\n*FOO 1\n", 2, 1, "expected *D_NET or another SPEF keyword, found \"*FOO\""},
          {"*SPEF \"x\"\n*D_NET n 1\n*END", 2, 8, "no *C_UNIT"},
          {with(good, "*R_UNIT 1 OHM\n", ""), 14, 8, "no *R_UNIT"},
          {with(good, "*DELIMITER :", "*DELIMITER x"), 4, 12, "expected one of : . / |, found \"x\""},
          {with(good, "1 PF", "1 HENRY"), 7, 11, "expected PF or FF, found \"HENRY\""},
          {with(good, "1 PF", "0 PF"), 7, 9, "expected a unit greater than 0"},
          {with(good, "1 OHM", "x OHM"), 8, 9, "expected a number, found \"x\""},
          {with(good, "*2 u1", "*1 u1"), 12, 4, "has an entry *1 already"},
          {with(good, "*2 u1", "*2x u1"), 12, 3, "expected a number after '*', found \"x\""},
          {with(good, "*D_NET *1", "*D_NET *9"), 15, 8, "the name map has no \"*9\""},
          {with(good, "*D_NET *1 0.5", "*D_NET *1 x"), 15, 11, "expected a number, found \"x\""},
          {with(good, "*D_NET *1 0.5", "*D_NET *1"), 16, 1, "expected a number, found \"*CONN\""},
          {with(good, "*2:A I", "*2:A X"), 17, 9, "expected I, O or B, found \"X\""},
          {with(good, "0.25 //", "0.2.5 //"), 21, 8, "expected a number, found \"0.2.5\""},
          {with(good, "0.25 //", "-1 //"), 21, 8,
           "expected a capacitance that is not negative, found \"-1\""},
          {with(good, "0.25 //", "inf //"), 21, 8, "expected a number, found \"inf\""},
          {with(good, "0.25 //", "1e300 //"), 21, 8, "out of range"},
          {with(good, "0.25 //", "1e38 //"), 21, 8, "the number \"1e38\" is out of range"},
          {with(good, "0.25 //", "1.1e9 //"), 21, 8, "the number \"1.1e9\" is out of range"},
          {with(good, "1500", "1.1e15"), 24, 13, "the number \"1.1e15\" is out of range"},
          {with(good, "0.25 //", "1:2 //"), 21, 8, "expected a number or a triple a:b:c"},
          {with(good, "1 *1:1 0.25", "x *1:1 0.25"), 21, 1, "expected *CONN, *CAP, *RES or *END in the net"},
          {with(good, "n2:7 0.125", "n2:7"), 22, 8, "expected a number or a triple a:b:c, found \"n2:7\""},
          {with(good, "n2:7 0.125", "*8:7 0.125"), 22, 8, "the name map has no \"*8\""},
          {with(good, "1500", "-1500"), 24, 13, "expected a resistance that is not negative"},
          {with(good, "1500", ""), 25, 1, "expected a number, found \"*END\""},
          {with(good, "*END\n", ""), 25, 1, "*RES or *END in the net, found the end of the file"},
          {with(good, "*END\n", "*D_NET *1 0.5\n*END\n"), 25, 1, "*RES or *END in the net, found \"*D_NET\""},
          {with(good, "*2 u1", "*99999999999999999999999 u1"), 12, 2, "out of range"},
      });
}

TEST_CASE("a bad .timing, .ops or .tau2015 is refused in its place") {
  check(timing, {
                    {"# nothing\n", 2, 1, "expected clock, at, slew, rat or load, found the end of the file"},
                    {"\nfoo 1", 2, 1, "expected clock, at, slew, rat or load, found \"foo\""},
                    {"at a 1 2 3", 1, 1, "expected at PIN and four values, found 5 words"},
                    {"at", 1, 1, "found 1 word"},
                    {"at a 1 2 3 4 5", 1, 14, "then the end of the line, found \"5\""},
                    {"at a 1 2 x 4", 1, 10, "expected a number, found \"x\""},
                    {"at a 1 2 nan 4", 1, 10, "expected a number, found \"nan\""},
                    {"load a 1e99", 1, 8, "out of range"},
                    {"load a 1.1e12", 1, 8, "out of range"},
                    {"at a 1 2 3 1e13", 1, 12, "out of range"},
                    {"rat a 1 2 -1e13 3", 1, 11, "out of range"},
                    {"slew a 1e13 1 2 3", 1, 8, "out of range"},
                    {"clock c 1e13 50", 1, 9, "out of range"},
                    {"load a", 1, 1, "expected load PORT CAPACITANCE, found 2 words"},
                    {"load a 1 2", 1, 10, "then the end of the line, found \"2\""},
                    {"clock c 0 50", 1, 9, "expected a period greater than 0, found \"0\""},
                    {"clock c -5 50", 1, 9, "expected a period greater than 0"},
                    {"clock c 5 half", 1, 11, "expected a duty in percent, found \"half\""},
                    {"clock c 5 120%", 1, 11, "between 0 and 100 percent"},
                    {"clock c 5 50\nclock d 5 50", 2, 1, "there is a second clock"},
                });
  check(ops,
        {
            {"report_at -pin a\n\nfoo", 3, 1, "unknown command \"foo\""},
            {"report_at", 1, 1, "expected report_at -pin PIN"},
            {"report_at -pin", 1, 11, "expected a value after \"-pin\""},
            {"report_at -pin a -middle", 1, 18, "found \"-middle\""},
            {"report_at -pin a b", 1, 18, "there is a second pin, \"b\""},
            {"report_worst_paths -numPaths x", 1, 30, "expected a number of paths, at least 1, found \"x\""},
            {"report_worst_paths -numPaths 0", 1, 30, "expected a number of paths"},
            {"report_worst_paths -k 3", 1, 20, "expected -numPaths, found \"-k\""},
            {"remove_gate", 1, 1, "expected remove_gate GATE, found 1 word"},
            {"remove_gate a b", 1, 15, "then the end of the line, found \"b\""},
        });
  check(tau2015, {
                     {"a b c", 1, 6, "found 3"},
                     {"a b\nc d e", 2, 5, "found a fifth"},
                 });
}
