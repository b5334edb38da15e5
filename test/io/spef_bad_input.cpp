// SPEF that asks for too much, or that nothing sensible can be made of.

#include <chrono>
#include <string>

#include "gsta/io/spef.hpp"
#include "test/io/sizes.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::error_of;
using gsta_test::text;
using gsta_test::with;

namespace {

std::string const header = "*SPEF \"x\"\n*C_UNIT 1 FF\n*R_UNIT 1 OHM\n";

/// What is wrong, or "" where the file is read; within a few seconds, however large it is.
std::string refusal(io::source const& file) {
  auto const begin = std::chrono::steady_clock::now();
  auto const error = error_of([&] {
    model::diagnostics seen;
    (void)io::read_spef(file, seen);
  });
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  return error ? error->what() : "";
}
std::string refusal(std::string const& content) { return refusal(text(content)); }

void check_refused(std::string const& content, std::size_t line, std::size_t column,
                   std::string const& words) {
  gsta_test::at_every_size(content, [&](io::source const& file, std::size_t lines) {
    auto const place = std::to_string(line + lines) + ":" + std::to_string(column);
    CHECK_THAT(refusal(file),
               gsta_test::contains(file.name() + ":" + place + ": error: ") && gsta_test::contains(words));
  });
}

}  // namespace

TEST_CASE("SPEF header signs that are none are refused") {
  std::string const good = gsta_test::small_spef;
  check_refused(with(good, "*DIVIDER /", "*DIVIDER x"), 3, 10, "expected one of : . / |, found \"x\"");
  check_refused(with(good, "*DIVIDER /", "*DIVIDER //"), 4, 1, "expected one of : . / |");
  check_refused(with(good, "[ ]", "[ }"), 5, 16, "expected a pair such as []");
  check_refused(with(good, "[ ]", "] ["), 5, 16, "expected a pair such as []");
  check_refused(with(good, "[ ]", "[x]"), 5, 16, "expected a pair such as []");
  check_refused(with(good, "[ ]", "[ x]"), 5, 16, "expected a pair such as []");
  check_refused(with(good, " [ ]", ""), 6, 1, "expected a pair such as [], found \"*T_UNIT\"");
  check_refused(good + "*DIVIDER .\n", 26, 10, "*DIVIDER must stand before the first net");
  check_refused(good + "*DELIMITER .\n", 26, 12, "*DELIMITER must stand before the first net");
  check_refused(good + "*BUS_DELIMITER <>\n", 26, 16, "*BUS_DELIMITER must stand before the first net");
}

TEST_CASE("reduced nets that are not whole, or without a unit of time, are refused in their place") {
  std::string const start = "*SPEF \"x\"\n*C_UNIT 1 FF\n*R_UNIT 1 OHM\n";
  check_refused(start + "*R_NET n 1 *END", 4, 8, "there is no *T_UNIT before the first reduced net");
  std::string const timed = start + "*T_UNIT 1 PS\n", driver = "*R_NET n 1\n*DRIVER u:Z *CELL INV\n";
  check_refused(start + "*T_UNIT 1 HENRY\n", 4, 11, "expected NS or PS");
  check_refused(timed + "*R_NET n", 5, 9, "expected a number");
  check_refused(timed + "*R_NET n 1\n*CONN *END", 6, 1, "expected *DRIVER, *RC or *END in the reduced net");
  check_refused(timed + driver + "*LOADS *END", 7, 1, "expected *C2_R1_C1, the driver's pi model");
  check_refused(timed + driver + "*C2_R1_C1 1 2 *LOADS *END", 7, 15, "expected a number");
  check_refused(timed + driver + "*C2_R1_C1 1 -2 3 *LOADS *END", 7, 13, "resistance that is not negative");
  check_refused(timed + driver + "*C2_R1_C1 1 2 3 *END", 7, 17, "expected *LOADS");
  check_refused(timed + driver + "*C2_R1_C1 1 2 3 *LOADS\n*RC u2:A *END", 8, 10, "expected a number");
  check_refused(timed + driver + "*C2_R1_C1 1 2 3 *LOADS\n*RC u2:A -1 *END", 8, 10,
                "delay that is not negative");
  check_refused(timed + driver + "*C2_R1_C1 1 2 3 *LOADS\n*RC *7:A 1 *END", 8, 5, "*7");
  CHECK(refusal(timed + driver + "*C2_R1_C1 1 2 3 *LOADS\n*RC u2:A 1 *END").empty());
}

TEST_CASE("what is missing in SPEF is named where it should stand") {
  std::string const net = header + "*D_NET n 1";
  check_refused(net + " *V *CONN\n*END", 4, 15, "expected a number, found \"*CONN\"");
  check_refused(net + "\n*CAP\n1 n:1 *RES 2\n*END", 6, 7,
                "expected a number, or the other node of a coupling capacitor, found \"*RES\"");
  check_refused(net + "\n*CAP\n1 n:1\n*RES\n*END", 7, 1, "expected a number, found \"*RES\"");
  check_refused(net + "\n*CAP\n1 n:1", 6, 6,
                "the other node of a coupling capacitor, found the end of the file");
  check_refused(net + "\n*CAP\n1", 6, 2, "expected a name, found the end of the file");
  check_refused(net + "\n*CAP\n1 *C 2\n*END", 6, 3, "expected a name, found \"*C\"");
  check_refused(net + "\n*CONN\n*C 1 2\n*END", 6, 1, "*RES or *END in the net, found \"*C\"");
  check_refused(net + "\n*CAP\n1 n:1 2 *SC 1:2 3:\n*END", 6, 17, "*RES or *END in the net, found \"3:\"");
  check_refused(header + "*T_UNIT 1", 4, 10, "expected NS or PS, found the end of the file");
  check_refused(header + "*C_UNIT 1", 4, 10, "expected PF or FF, found the end of the file");
  check_refused(header + "*R_UNIT", 4, 8, "expected a number, found the end of the file");
  check_refused(header + "*DELIMITER", 4, 11, "expected one of : . / |, found the end of the file");
  check_refused(header + "*NAME_MAP\n*1", 5, 3, "expected a name, found the end of the file");
  check_refused(header + "*T_UNIT 1 PS\n*R_NET n 1\n*DRIVER u:Z *CELL", 6, 18,
                "expected *C2_R1_C1, the driver's pi model, found the end of the file");
  check_refused(header + "*D_PNET q 1\n*CONN\n*D_NET n 1\n*END", 6, 1, "expected *END, found \"*D_NET\"");
}

TEST_CASE("SPEF's quoted strings end where they end, wherever they stand") {
  check_refused(header + "*DEFINE u \"a\nb", 4, 11, "the quoted string is not closed");
  check_refused(header + "*D_NET n 1\n*CONN\n*I u:A I *D \"INV\n*END", 6, 13,
                "the quoted string is not closed");
  check_refused(header + "*R_PNET n \"1", 4, 11, "the quoted string is not closed");
  model::diagnostics seen;
  auto const wires =
      io::read_spef(text(header + "*DESIGN_FLOW \"PIN_CAP\nNONE\" // PIN_CAP\n\"X\" PIN_CAP \"PIN_\"\n"
                                  "*D_NET n 1\n*CONN\n*I u:A I *D \"a\nb\"*C 1\n*P p O\n*END\n"),
                    seen);
  CHECK(seen.entries().empty());
  CHECK_FALSE(wires.holds_pin_capacitance);
  REQUIRE(wires.nets.at(0).connections.size() == 2);
  CHECK(wires.nets[0].connections[1].at.line == 11);
  CHECK(wires.nets[0].connections[1].at.column == 4);
}

TEST_CASE("SPEF lines and words of 100 MB are refused in their place, or skipped") {
  std::string const filler(100'000'000, '7');
  check_refused(filler, 1, 1, "expected *SPEF");
  check_refused(header + "*D_NET n " + filler + "x", 4, 10, "expected a number");
  check_refused(header + "*" + filler, 4, 1, "expected *D_NET or another SPEF keyword");
  check_refused("*SPEF \"" + filler, 1, 7, "the quoted string is not closed");
  check_refused(header + "*NAME_MAP\n*" + filler + " a", 5, 2, "out of range");
  check_refused(header + "*R_PNET " + filler, 4, 9 + filler.size(), "expected *END");
  CHECK(refusal("*SPEF \"x\"\n// " + filler).empty());
  CHECK(refusal("*SPEF \"" + filler + "\"").empty());
}

TEST_CASE("a name map that makes terabytes of a few bytes is refused") {
  std::string content = header + "*NAME_MAP\n*1 " + std::string(1'000'000, 'n') + "\n*D_NET *1 0\n*RES\n";
  auto const resistor_lines = content.size();
  for (int i = 0; i < 100'000; ++i) content += "1 *1 *1 0\n";
  auto const at = refusal(content);
  CHECK_THAT(at, gsta_test::contains("far longer than the file"));
  CHECK(content.size() > resistor_lines);
}

TEST_CASE("a million repeated nets, marks or sections take seconds") {
  std::string nets = header, entries = header + "*NAME_MAP\n", sections = header + "*D_NET n 0\n";
  for (int i = 0; i < 1'000'000; ++i) {
    nets += "*D_NET n 0 *END\n";
    entries += "*DIVIDER .\n*NAME_MAP\n";
    sections += "*CONN\n*CAP\n*RES\n";
  }
  CHECK(refusal(nets).empty());
  CHECK(refusal(entries).empty());
  CHECK(refusal(sections + "*END\n").empty());
  check_refused(sections, 3'000'005, 1, "*RES or *END in the net, found the end of the file");
}

TEST_CASE("a repeated net is counted where it is repeated") {
  model::diagnostics seen;
  auto const wires =
      io::read_spef(text(header + "*D_NET n 1 *END\n*D_NET m 2 *END\n*D_NET n 3 *END\n"), seen);
  CHECK(wires.nets.size() == 3);
  CHECK(wires.find("n")->total == 3.0F);
  REQUIRE(seen.entries().size() == 1);
  CHECK(seen.entries()[0].first == "x:6:8");
  CHECK(seen.entries()[0].count == 1);
}
