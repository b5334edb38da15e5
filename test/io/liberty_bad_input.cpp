// What a spoilt library may not do: crash, hang, grow without bound, or be refused without a place.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "gsta/io/liberty.hpp"
#include "test/io/sizes.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::error_of;
using gsta_test::text;
using gsta_test::with;

namespace {

constexpr char const* buses = R"(library (memory) {
  capacitive_load_unit (1, ff);
  slew_derate_from_library : 0.5;
  slew_upper_threshold_pct_rise : 80;
  type (word) { bit_from : 3; bit_to : 0; }
  type (two) { bit_width : 2; downto : true; }
  cell (RAM) {
    bus (A) { bus_type : two; direction : input; pin (A[1:0]) { capacitance : 1; } }
    bus (Q) {
      bus_type : word;
      direction : output;
      function : "IQ & A";
      timing () { related_bus_pins : "A"; cell_rise (scalar) { values ("1"); } }
    }
    bundle (B) { members (B0, B1); direction : input; fall_capacitance_range (1, 2); }
    pin (C[0:1]) { direction : input; }
    ff_bank (IQ, IQN, 4) { clocked_on : "C[0]"; next_state : "A"; }
  }
}
)";

void read(std::string const& content) {
  model::diagnostics seen;
  (void)io::read_liberty(text(content), seen);
}

struct spoilt {
  std::string content;
  std::size_t line, column;
  char const* words;
};

/// Seconds that reading takes, and its error if it has one.
double seconds_of(std::string const& content, std::optional<input_error>& error) {
  auto const file = text(content);
  auto const start = std::chrono::steady_clock::now();
  model::diagnostics seen;
  error = error_of([&] { (void)io::read_liberty(file, seen); });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeated(std::string const& piece, std::size_t bytes) {
  std::string result;
  result.reserve(bytes + piece.size());
  while (result.size() < bytes) result += piece;
  return result;
}

}  // namespace

TEST_CASE("bad buses, types, units and thresholds are refused in their place") {
  std::string const good = buses;
  read(good);
  for (auto const& row : std::vector<spoilt>{
           {with(good, "bus_type : two", "bus_type : three"), 8, 26, "there is no type \"three\""},
           {with(good, "pin (A[1:0])", "pin (A[2:0])"), 8, 55, "\"A[2]\" is no pin of the bus \"A\""},
           {with(good, "pin (A[1:0])", "pin (B0)"), 8, 55, "\"B0\" is no pin of the bus \"A\""},
           {with(good, "bus (Q)", "bus (A)"), 9, 10, "has a bus \"A\" already"},
           {with(good, "bundle (B)", "bundle ()"), 15, 5, "the group \"bundle\" has no name"},
           {with(good, "B0, B1", "B0, B0"), 15, 13, "has a pin \"B0\" already"},
           {with(good, "C[0:1]", "A[0:1]"), 16, 10, "has a bus \"A\" already"},
           {with(good, "bit_from : 3", "bit_from : -3"), 5, 28, "expected a whole number from 0 to"},
           {with(good, "bit_from : 3", "bit_from : 3.5"), 5, 28, "found \"3.5\""},
           {with(good, "bit_width : 2", "bit_width : 0"), 6, 28, "expected a whole number from 1 to"},
           {with(good, "bit_width : 2", "bit_width : 99999999999999999999"), 6, 28,
            "expected a whole number"},
           {with(good, "downto : true", "downto : 1"), 6, 40, "expected true or false"},
           {with(good, "IQN, 4", "IQN"), 17, 5, "expected a whole number from 1"},
           {with(good, "IQN, 4", "IQ, 4"), 17, 18, "has a bus \"IQ\" already"},
           {with(good, "\"A\"; cell_rise", "\" \"; cell_rise"), 13, 39, "in related_bus_pins, found none"},
           {with(good, "(1, 2)", "(1)"), 15, 55, "expected two values, smallest and largest"},
           {with(good, ": 0.5", ": 0"), 3, 30, "slew_derate_from_library greater than 0"},
           {with(good, ": 80", ": 180"), 4, 35, "from 0 to 100 percent"},
           {with(good, ": 80", ": 10"), 1, 1, "is not below its upper one"},
           {with(good, "capacitive", "include_file (x.lib);capacitive"), 2, 3,
            "include_file is not supported"},
           {with(good, "direction : output;", "include_file (x.lib);"), 11, 7,
            "include_file is not supported"},
       }) {
    gsta_test::at_every_size(row.content, [&](io::source const& file, std::size_t lines) {
      CAPTURE(file.name(), row.content, row.words);
      model::diagnostics seen;
      auto const error = error_of([&] { (void)io::read_liberty(file, seen); });
      REQUIRE(error);
      CHECK_THAT(std::string(error->what()), gsta_test::contains(row.words));
      CHECK(error->line == gsta_test::moved_down(row.line, lines));
      CHECK(error->column == row.column);
    });
  }
}

TEST_CASE("a library with buses is read or refused, cut off anywhere and with any byte changed") {
  std::string const valid = buses;
  std::size_t refused = 0;
  for (std::size_t n = 0; n < valid.size(); ++n) {
    refused += error_of([&] { read(valid.substr(0, n)); }) ? 1 : 0;
    for (char const c : {'"', '(', '}', ':', '[', ']', ' ', '\n', '-', '=', '9'}) {
      auto changed = valid;
      changed[n] = c;
      refused += error_of([&] { read(changed); }) ? 1 : 0;
    }
  }
  CHECK(refused > valid.size());
}

TEST_CASE("a cell that is defined twice is counted and its last definition used") {
  model::diagnostics seen;
  auto const library = io::read_liberty(
      text("library (l) { capacitive_load_unit (1, ff); cell (C) { pin (A) { direction : input; } }"
           "cell (D) { } cell (C) { pin (B) { direction : input; } } }"),
      seen);
  REQUIRE(library.cells.size() == 2);
  CHECK(library.cells[0].pins[0].name == "B");
  CHECK(counted(seen, "cell defined twice, the last one used") == 1);
}

TEST_CASE("what a few bytes can ask for is bounded", "[slow]") {
  std::string const start = "library (l) { type (t) { bit_width : 900000; } cell (C) { ";
  std::string const table = "timing () { related_bus_pins : A; cell_rise (scalar) { values (\"1\"); } }";
  std::string many_ranges;
  for (int i = 0; i < 100; ++i) many_ranges.append("B").append(std::to_string(i)).append("[0:999999] ");
  std::string many_names;
  for (int i = 0; i < 1000; ++i) many_names.append("A").append(std::to_string(i)).append(", ");
  for (auto const& content :
       {start + repeated("bus (A) { bus_type : t; } } cell (C) { ", 1000) + "} }",
        start + "bus (A) { bus_type : t; " + table + " } } }",
        start + "pin (Y) { " + repeated(table, 100'000) + " } bus (A) { bus_type : t; } } }",
        start + "pin (Y) { function : \"" + many_ranges + "\"; } } }",
        start + "ff_bank (I, J, 1000000) { next_state : \"" + repeated("I & ", 100'000) + "I\"; } } }",
        start + "pin (" + many_names + ") { function : \"" + repeated("A & ", 1'000'000) + "A\"; } } }",
        "library (l) { bus_naming_style : \"%s" + repeated("_", 100'000) +
            "%d\"; type (t) { bit_width : 900000; }" + "cell (C) { bus (A) { bus_type : t; } } }"}) {
    std::optional<input_error> error;
    auto const seconds = seconds_of(content, error);
    CAPTURE(content.substr(0, 200), seconds);
    REQUIRE(error);
    CHECK(seconds < 60);
  }
}

TEST_CASE("a line of 100 MB takes seconds", "[slow]") {
  std::size_t const size = 100'000'000;
  std::string const head = "library(l){capacitive_load_unit(1,ff);cell(C){pin(A){direction:input;";
  auto const takes_seconds = [&](std::string const& content, bool is_good) {
    std::optional<input_error> error;
    auto const seconds = seconds_of(content, error);
    CAPTURE(content.substr(0, 100), seconds);
    CHECK(error.has_value() == !is_good);
    CHECK(seconds < 60);
  };
  takes_seconds(head + "}}}" + std::string(size, ' '), true);
  takes_seconds(head + "function:\"" + repeated("A & ", size) + "A\";}}}", true);
  takes_seconds(
      head + "timing(){related_pin:A;cell_rise(scalar){values(\"" + repeated("1,", size) + "1\");}}}}}",
      false);
  takes_seconds(head + repeated("timing(){}", size) + "}}}", true);
  takes_seconds(head + "note:" + std::string(size, 'x') + ";}}}", true);
  takes_seconds(head + "note:\"" + std::string(size, 'x'), false);
  takes_seconds(std::string(size, 'x'), false);
}
