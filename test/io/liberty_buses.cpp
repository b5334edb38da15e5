#include <string>
#include <vector>

#include "gsta/io/liberty.hpp"
#include "src/io/liberty_bits.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::text;

namespace {

using names = std::vector<std::string>;

/// A library with types up (0 to 2), down (3 to 0) and eight, and one cell of what is given.
std::string cell_of(std::string const& inside, std::string const& before = "") {
  return "library (l) { capacitive_load_unit (1, ff); time_unit : 1ps; " + before +
         "type (up) { base_type : array; data_type : bit; bit_width : 3; bit_from : 0; bit_to : 2; }"
         "type (down) { bit_from : 3; bit_to : 0; downto : true; } type (eight) { bit_width : 8; downto : "
         "true; }"
         "cell (C) { " +
         inside + " } }";
}

model::library read(std::string const& content) {
  model::diagnostics seen;
  auto result = io::read_liberty(text(content), seen);
  CHECK(seen.entries().empty());
  return result;
}

names pins_of(model::library const& library) {
  names result;
  for (auto const& pin : library.cells[0].pins) result.push_back(pin.name);
  return result;
}

model::pin const& pin(model::library const& library, std::string const& name) {
  auto const* const found = library.cells[0].find_pin(name);
  if (found == nullptr) throw argument_error("no pin " + name);
  return *found;
}

}  // namespace

TEST_CASE("a bus becomes its bits, each with what stands in the bus and then in its own pin group") {
  auto const library = read(cell_of(
      "bus (A) { pin (A[1]) { capacitance : 5; direction : inout; } bus_type : up; direction : input;"
      "capacitance : 2; rise_capacitance : 3; pin (A[2]) { fall_capacitance_range (1, 4); clock : true; } }"
      "pin (B) { direction : input; }"));
  CHECK(pins_of(library) == names{"A[0]", "A[1]", "A[2]", "B"});
  REQUIRE(library.cells[0].buses.size() == 1);
  CHECK(library.cells[0].buses[0].name == "A");
  CHECK(library.cells[0].buses[0].pins == names{"A[0]", "A[1]", "A[2]"});
  auto const caps = [&](char const* name) {
    auto const& c = pin(library, name).capacitance;
    return std::vector<float>{c[0][0], c[0][1], c[1][0], c[1][1]};
  };
  CHECK(caps("A[0]") == std::vector<float>{3, 2, 3, 2});
  CHECK(caps("A[1]") == std::vector<float>{5, 5, 5, 5});
  CHECK(caps("A[2]") == std::vector<float>{3, 1, 3, 4});
  CHECK(pin(library, "A[0]").direction == model::direction::input);
  CHECK(pin(library, "A[1]").direction == model::direction::inout);
  CHECK_FALSE(pin(library, "A[1]").is_clock);
  CHECK(pin(library, "A[2]").is_clock);
}

TEST_CASE("a type's bits run either way, from a range or a width") {
  CHECK(pins_of(read(cell_of("bus (A) { bus_type : \"down\"; direction : input; }"))) ==
        names{"A[3]", "A[2]", "A[1]", "A[0]"});
  CHECK(pins_of(read(cell_of("bus (A) { bus_type : eight; direction : input; }"))).front() == "A[7]");
  auto const own = cell_of("bus (A) { bus_type : up; direction : input; } type (up) { bit_width : 2; }");
  CHECK(pins_of(read(own)) == names{"A[0]", "A[1]"});
  auto const untyped = "bus (A) { direction : input; pin (A[5:4]) { } pin (A[0]) { } }";
  CHECK(pins_of(read(cell_of(untyped))) == names{"A[5]", "A[4]", "A[0]"});
  auto const range =
      read(cell_of("pin (A[2:1], B) { direction : input; } pin (A[0]) { direction : input; }"));
  CHECK(pins_of(range) == names{"A[2]", "A[1]", "B", "A[0]"});
  REQUIRE(range.cells[0].buses.size() == 1);
  CHECK(range.cells[0].buses[0].pins == names{"A[2]", "A[1]"});
}

TEST_CASE("a type whose width is not that of its bits is counted, and has those bits") {
  model::diagnostics seen;
  auto const library = io::read_liberty(
      text(cell_of("type (odd) { bit_width : 3; bit_from : 5; bit_to : 4; } bus (A) { bus_type : odd; }")),
      seen);
  CHECK(pins_of(library) == names{"A[5]", "A[4]"});
  CHECK(counted(seen, "type whose bit_width is not that of its bits, not used") == 1);
}

TEST_CASE("the names of an expression end where it does") {
  auto const names_in = [](std::vector<char> const& letters) {  // nothing stands behind them
    names found;
    io::detail::for_each_name({letters.data(), letters.size()}, [&](auto name) { found.emplace_back(name); });
    return found;
  };
  CHECK(names_in({'(', 'A', '[', '1', ':', '0', ']', '*', '!', 'B'}) == names{"A[1:0]", "B"});
  CHECK(names_in({'A', '\''}) == names{"A"});
  CHECK(names_in({'A', ':', 'B', '<', '1', '>', ':', 'C'}) == names{"A", "B<1>", "C"});
  CHECK(names_in({}).empty());
}

TEST_CASE("default capacitances of a bus wait for a direction that only its pins have") {
  auto const library =
      read(cell_of("bus (A) { bus_type : up; rise_capacitance : 2; pin (A[0:2]) { direction : input; } }",
                   "default_input_pin_cap : 7;"));
  CHECK(pin(library, "A[1]").direction == model::direction::input);
  CHECK(pin(library, "A[1]").capacitance[1][0] == 2);
  CHECK(pin(library, "A[1]").capacitance[1][1] == 7);
}

TEST_CASE("functions, conditions and related pins of a bus go bit by bit where the widths agree") {
  auto const library = read(
      cell_of("bus (Q) { bus_type : up; direction : output; function : \"(A & !B[2:0]) + EN * IQ\"; "
              "three_state : \"A'\";"
              "timing () { related_pin : \"A EN\"; when : \"!A\"; cell_rise (scalar) { values (\"1\"); } }"
              "pin (Q[1]) { timing () { related_pin : \"A\"; cell_rise (scalar) { values (\"2\"); } } } }"
              "bus (A) { bus_type : up; direction : input; } bus (B) { bus_type : down; direction : input; }"
              "pin (EN) { direction : input; } ff_bank (IQ, IQN, 3) { clocked_on : EN; next_state : \"A\"; "
              "clear : \"B[0]\"; }"));
  auto const& q0 = pin(library, "Q[0]");
  CHECK(q0.function == "(A[0] & !B[2]) + EN * IQ[0]");
  CHECK(q0.three_state == "A[0]'");
  CHECK(pin(library, "Q[2]").function == "(A[2] & !B[0]) + EN * IQ[2]");
  REQUIRE(q0.timing.size() == 1);
  CHECK(q0.timing[0].related_pins == names{"A[0]", "EN"});
  CHECK(q0.timing[0].when == "!A[0]");
  auto const& q1 = pin(library, "Q[1]").timing;
  REQUIRE(q1.size() == 2);
  CHECK(q1[0].related_pins == names{"A[1]", "EN"});
  CHECK(q1[0].delay[0].values == std::vector<float>{1});
  CHECK(q1[1].related_pins == names{"A[0]", "A[1]", "A[2]"});
  CHECK(q1[1].delay[0].values == std::vector<float>{2});

  auto const& states = library.cells[0].states;
  REQUIRE(states.size() == 3);
  CHECK(states[1].state == "IQ[1]");
  CHECK(states[1].inverted_state == "IQN[1]");
  CHECK(states[1].data == "A[1]");
  CHECK(states[1].clock == "EN");
  CHECK(states[1].clear == "B[0]");
}

TEST_CASE("buses of other widths, and related_bus_pins, stand for all their bits") {
  model::diagnostics seen;
  auto const library = io::read_liberty(
      text(cell_of("bus (A) { bus_type : down; direction : input; } pin (S) { direction : input; }"
                   "bus (Q) { bus_type : up; direction : output; function : \"A & S\";"
                   "timing () { related_pin : \"A\"; cell_rise (scalar) { values (\"1\"); } }"
                   "timing () { related_bus_pins : \"Q S\"; cell_rise (scalar) { values (\"1\"); } } }"
                   "pin (Y) { direction : output; timing () { related_pin : \"A[1:0]\";"
                   "cell_rise (scalar) { values (\"1\"); } } }")),
      seen);
  auto const& timing = pin(library, "Q[1]").timing;
  REQUIRE(timing.size() == 2);
  CHECK(timing[0].related_pins == names{"A[3]", "A[2]", "A[1]", "A[0]"});
  CHECK(timing[1].related_pins == names{"Q[0]", "Q[1]", "Q[2]", "S"});
  CHECK(pin(library, "Q[1]").function == "A & S");
  CHECK(pin(library, "Y").timing[0].related_pins == names{"A[1]", "A[0]"});
  CHECK(counted(seen, "related_pin that is a bus of another width") == 1);
  CHECK(counted(seen, "expression over a bus of another width") == 1);
}

TEST_CASE("a bundle's members keep their own names") {
  auto const library = read(cell_of(
      "bundle (D) { members (D0, D1); direction : input; capacitance : 2; pin (D1) { capacitance : 3; } }"
      "bundle (Q) { members (\"Q0 Q1\"); direction : output; function : \"IQ\";"
      "timing () { related_pin : \"D\"; cell_fall (scalar) { values (\"1\"); } } }"
      "latch_bank (IQ, IQN, 2) { enable : G; data_in : D; } pin (G) { direction : input; }"));
  CHECK(pins_of(library) == names{"D0", "D1", "Q0", "Q1", "G"});
  CHECK(library.cells[0].buses[1].name == "Q");
  CHECK(library.cells[0].buses[1].pins == names{"Q0", "Q1"});
  CHECK(pin(library, "D0").capacitance[0][0] == 2);
  CHECK(pin(library, "D1").capacitance[0][0] == 3);
  CHECK(pin(library, "Q1").function == "IQ[1]");
  CHECK(pin(library, "Q1").timing[0].related_pins == names{"D1"});
  REQUIRE(library.cells[0].states.size() == 2);
  CHECK(library.cells[0].states[0].is_latch);
  CHECK(library.cells[0].states[1].data == "D1");
  CHECK(library.cells[0].states[1].clock == "G");
}

TEST_CASE("a library's own way to write a bit is turned into name[i]") {
  auto const library = read(
      cell_of("bus (A) { bus_type : up; direction : input; pin (A<1>) { capacitance : 4; } }"
              "pin (Y) { direction : output; function : \"A<0>^A<2>\"; timing () { related_pin : \"A<2>\";"
              "cell_rise (scalar) { values (\"1\"); } } }",
              "bus_naming_style : \"%s<%d>\";"));
  CHECK(pins_of(library) == names{"A[0]", "A[1]", "A[2]", "Y"});
  CHECK(pin(library, "A[1]").capacitance[0][0] == 4);
  CHECK(pin(library, "Y").function == "A[0]^A[2]");
  CHECK(pin(library, "Y").timing[0].related_pins == names{"A[2]"});
}
