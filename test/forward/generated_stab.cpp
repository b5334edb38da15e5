#include <cstdint>
#include <string>
#include <vector>

#include "bench/stab.hpp"
#include "gsta/core/executor.hpp"
#include "gsta/flat/validate.hpp"
#include "gsta/sta/timer.hpp"
#include "test/forward/generated_stab_text.hpp"
#include "test/support/catch.hpp"

using gsta_test::stab_text, gsta_test::temporary_file;

namespace {

// Tables; those of one point are constants.
constexpr int constant_20 = 0, slew_30 = 1, by_load = 2, setup_table = 3, hold_table = 4, constant_25 = 5;

void add_library(stab_text& file) {
  file.ids("lut_nx", {1, 1, 2, 2, 1, 1});
  file.ids("lut_ny", {1, 1, 2, 2, 1, 1});
  // the third table lies the other way round: input slew along y; the fourth over both slews, turned
  file.ids("lut_var", {0, 1, 0, 1, 0, 1, 3, 2, 2, 3, 1, 0});
  file.ids("lut_off", {0, 0, 1, 0, 0, 2, 3, 5, 7, 11, 13, 15, 0, 0, 19, 0, 0, 20});
  file.floats("lut_data", {1, 20, 30,
                           // load 0, 10; slew 0, 100; delay = 10 + 2 load + 0.1 slew
                           0, 10, 0, 100, 10, 20, 30, 40,
                           // related slew 0, 100; data slew 0, 100; setup = 5 + 0.1 data + 0.2 related
                           0, 100, 0, 100, 5, 15, 25, 35,
                           // hold; a delay of 25
                           3, 25});
  // 0, 1: clock to output, early and late; 2, 3: inverter; 4: hold; 5: setup; 6: non-unate
  file.ids("lib_sense", {0, 0, 2, 2, -1, -1, 0});
  file.ids("lib_flags", {1, 1, 0, 0, 5, 5, 0});
  std::vector<std::int32_t> tables;
  auto const arc = [&](int delay, int slew, int constraint) {
    for (int const table : {delay, delay, slew, slew, constraint, constraint}) tables.push_back(table);
  };
  arc(constant_20, slew_30, -1);
  arc(constant_25, slew_30, -1);
  arc(by_load, slew_30, -1);
  arc(by_load, slew_30, -1);
  arc(-1, -1, hold_table);
  arc(-1, -1, setup_table);
  arc(by_load, slew_30, -1);
  file.ids("lib_lut", tables);
}

/// A register whose output drives an inverter and the first input of a non-unate gate; the inverter drives
/// the register's data and an output, the gate another output; an input drives the gate's second input.
stab_text small_design() {
  stab_text file;
  // 0 clock port, 1 CK | 2 Q, 3 inverter in, 4 gate in | 5 inverter out, 6 D, 7 output | 8 gate out, 9 output
  // | 10 input, 11 gate in
  file.ids("net_pin_start", {0, 2, 5, 8, 10, 12});
  file.set<std::uint8_t>("net_is_clock", 2, {1, 0, 0, 0, 0});
  file.ids("pin_net", {0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4});
  file.ids("pin_node", {3, 0, 0, 1, 2, 1, 0, 5, 2, 6, 4, 2});
  file.floats("cell_x", {0, 10, 20, 0, 50, 10, 20});
  file.floats("cell_y", {0, 0, 5, 0, 5, 0, 5});
  file.floats("pin_dx", {0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0});
  file.floats("pin_dy", {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  file.floats("pin_cap", {0, 0, 1, 1, 0, 0, 1, 2, 3, 4, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4});
  file.ids("cell_type", {0, 1, 2});
  std::vector<std::int32_t> from{0, 2, 2, 5, 5, 8, 10, 1, 3, 4, 11, 1, 1},
      to{1, 3, 4, 6, 7, 9, 11, 2, 5, 8, 8, 6, 6};
  file.ids("arc_from", from);
  file.ids("arc_to", to);
  std::vector<std::int32_t> library(2 * 7, -1);
  for (int const pair : {0, 1, 2, 3, 6, 6, 6, 6, 4, -1, -1, 5}) library.push_back(pair);
  file.ids("arc_lib", library);
  add_library(file);
  file.ids("pi_pin", {10, 0});
  file.floats("pi_at", {5, 5, 7, 7, 0, 0, 0, 0});
  file.floats("pi_slew", {40, 40, 40, 40, 50, 50, 50, 50});
  file.ids("po_pin", {7, 9});
  file.floats("po_rat", {-20, -20, 380, 380, -30, -30, 370, 370});
  file.floats("po_load", {4, 4, 4, 4, 6, 6, 8, 8});
  // a Steiner point in the second net; edges in any order and direction
  file.ids("rc_node_start", {0, 2, 6, 9, 11, 13});
  file.ids("rc_node_pin", {0, 1, 2, 3, 4, -1, 5, 6, 7, 8, 9, 10, 11});
  file.ids("rc_edge_start", {0, 1, 4, 6, 7, 8});
  file.ids("rc_edge_from", {0, 5, 3, 4, 6, 8, 10, 11});
  file.ids("rc_edge_to", {1, 2, 5, 5, 7, 6, 9, 12});
  file.floats("rc_edge_len", {1, 8, 2, 16, 10, 4, 0, 30});
  file.set<std::int64_t>("meta_i", 3, {3, 12, 5, 13, 7, 7, 6, 13, 8, 2, 2, 1, 0, 1, 5, 0});
  file.set<double>("meta_f", 4, {400, 0.5, 0.25, 60, 0, 0, 0, 0});
  return file;
}

gsta_bench::placed_design read(stab_text const& file,
                               gsta_bench::generated_wires wires = gsta_bench::generated_wires::placed) {
  return gsta_bench::read_stab(temporary_file(file.text()).path(), wires);
}

gsta::per_condition<float> split_values(float early, float late) { return {early, early, late, late}; }

}  // namespace

TEST_CASE("a .stab file's arrays arrive", "[forward][generated][stab]") {
  auto const made = read(small_design());
  auto const& d = made.design;
  gsta::validate(d);
  using ids = std::vector<gsta::id>;
  CHECK(d.net_driver == ids{0, 2, 5, 8, 10});
  CHECK(d.net_sink == ids{1, 3, 4, 6, 7, 9, 11});
  CHECK(d.net_begin == ids{0, 1, 3, 5, 6, 7});
  CHECK(d.rc_capacitance.empty());
  CHECK(d.rc_root == ids(5, gsta::none));
  CHECK(made.pins.pin_x == std::vector<float>{0, 0, 1, 10, 20, 10, 0, 12, 20, 20, 50, 20});
  CHECK(made.pins.pin_y == std::vector<float>{0, 0, 0, 0, 6, 0, 0, 0, 5, 5, 5, 5});
  CHECK(made.pins.unit_resistance == 0.5f);
  CHECK(made.pins.unit_capacitance == 0.25f);
  CHECK(made.pins.net_is_ideal == std::vector<std::uint8_t>{1, 0, 0, 0, 0});
  CHECK(d.pin_load[4] == split_values(3, 4));
  CHECK(d.pin_load[9] == split_values(6, 8));
  CHECK(d.asserted_slew[10] == gsta::same_value(40));
  CHECK(d.asserted_slew[1] == gsta::undefined_arrival());
  REQUIRE(d.clocks.size() == 1);
  CHECK(d.clocks[0].period == 400000);
  REQUIRE(d.sources.size() == 2);
  CHECK(d.sources[0].pin == 10);
  CHECK(d.sources[0].arrival == split_values(5, 7));
  CHECK(d.outputs == ids{7, 9});
  CHECK(d.requirements[1].required == split_values(-30, 370));
  // the register's arc and the inverter's, then two for each arc of the non-unate gate
  CHECK(d.arc_from == ids{1, 3, 4, 4, 11, 11});
  CHECK(d.arc_to == ids{2, 5, 8, 8, 8, 8});
  CHECK(d.arc_types.size() == 4);
  CHECK(d.arc_types[d.arc_type_of[0]].launches);
  CHECK(d.arc_types[d.arc_type_of[0]].edges.code == 0b01'01'01'01);
  CHECK(d.arc_types[d.arc_type_of[1]].edges.code == gsta::negative_edges().code);
  CHECK(d.arc_types[d.arc_type_of[2]].edges.code == gsta::positive_edges().code);
  CHECK(d.arc_types[d.arc_type_of[3]].edges.code == gsta::negative_edges().code);
  CHECK(d.check_data == ids{6, 6});
  CHECK(d.check_clock == ids{1, 1});
  CHECK(d.check_types[d.check_type_of[0]].kind == gsta::check_kind::hold);
  CHECK(d.check_types[d.check_type_of[1]].kind == gsta::check_kind::setup);
}

TEST_CASE("tables of a .stab file are turned to ours", "[forward][generated][stab]") {
  auto const made = read(small_design());
  auto const& d = made.design;
  auto const tables = d.luts.view();
  auto const& inverter = d.arc_types[d.arc_type_of[1]];
  CHECK(gsta::lookup(tables, inverter.delay[0], 50.0f, 4.0f) == 10 + 8 + 5);
  auto const& setup = d.check_types[d.check_type_of[1]];
  CHECK(gsta::lookup(tables, setup.constraint[1], 30.0f, 50.0f) == 18.0f);
}

TEST_CASE("a .stab file's stars and trees", "[forward][generated][stab]") {
  auto const star = read(small_design(), gsta_bench::generated_wires::star).design;
  gsta::validate(star);
  using ids = std::vector<gsta::id>;
  using floats = std::vector<float>;
  CHECK(star.rc_root == ids{gsta::none, 0, 0, 0, 0});
  CHECK(star.rc_node_begin == ids{0, 0, 3, 6, 8, 10});
  CHECK(star.rc_resistance == floats{4.5, 12.5, 5, 1, 0, 15});
  CHECK(star.rc_capacitance == floats{4.25, 1.125, 3.125, 1.5, 1.25, 0.25, 0, 0, 3.75, 3.75});
  auto const tree = read(small_design(), gsta_bench::generated_wires::tree).design;
  gsta::validate(tree);
  CHECK(tree.rc_root == ids{gsta::none, 0, 0, 0, 0});
  CHECK(tree.rc_node_begin == ids{0, 0, 4, 7, 9, 11});
  CHECK(tree.rc_edge_begin == ids{0, 0, 3, 5, 6, 7});
  CHECK(tree.rc_node_sink == ids{-1, 1, 2, -1, -1, 3, 4, -1, 5, -1, 6});
  CHECK(tree.rc_edge_a == ids{3, 1, 2, 0, 2, 1, 0});
  CHECK(tree.rc_edge_b == ids{0, 3, 3, 1, 0, 0, 1});
  CHECK(tree.rc_resistance == floats{4, 1, 8, 5, 2, 0, 15});
  CHECK(tree.rc_capacitance == floats{1, 0.25, 2, 3.25, 1.75, 1.25, 0.5, 0, 0, 3.75, 3.75});
}

TEST_CASE("a .stab file's slacks are those counted by hand", "[forward][generated][stab]") {
  auto file = small_design();
  file.set<double>("meta_f", 4, {400, 0, 0.25, 60, 0, 0, 0, 0});  // no resistance: loads only
  auto const made = read(file, gsta_bench::generated_wires::tree);
  gsta::host_executor const exec;
  gsta::timer timer(exec, made.design, {{}, gsta::capture_required::from_data_slack});
  timer.update(exec);
  REQUIRE(timer.nodes().count() == 12);
  // Q: 20 early, 25 late. The inverter drives wires of 3.5 fF, D (1 or 2) and the port's 4: 8.5 or 9.5 fF, at
  // a slew of 30: 10 + 17 + 3 = 30 or 32.
  CHECK(timer.view().node_arrival[2] == split_values(20, 25));
  CHECK(timer.view().node_arrival[6] == split_values(50, 57));
  // setup: 5 + 0.1 * 30 + 0.2 * 50 = 18 before the edge at 400; hold: 3 behind it
  CHECK(timer.view().node_slack[6] == split_values(50 - 3, 400 - 18 - 57));
  CHECK(timer.view().node_slack[7] == split_values(50 + 20, 380 - 57));
  // the gate: load 6 or 8; from Q at slew 30: 20 + 25 or 25 + 29; from the port at slew 40: 5 + 26 or 7 + 30
  CHECK(timer.view().node_arrival[8] == split_values(31, 54));
  CHECK(timer.view().node_slack[9] == split_values(31 + 30, 370 - 54));
}

TEST_CASE("broken .stab files are refused", "[forward][generated][stab]") {
  using gsta_bench::generated_wires;
  auto const why = [](std::string const& text) -> std::string {
    temporary_file const file(text);
    try {
      gsta_bench::read_stab(file.path(), generated_wires::tree);
    } catch (gsta::input_error const& e) {
      CHECK(e.file == file.path());
      return e.what();
    }
    return "nothing";
  };
  std::string const whole = small_design().text();
  REQUIRE(why(whole) == "nothing");
  for (std::size_t const length : {std::size_t{0}, std::size_t{8}, std::size_t{31}, std::size_t{33},
                                   whole.size() / 2, whole.size() - 1}) {
    CAPTURE(length);
    CHECK(why(whole.substr(0, length)) != "nothing");
  }
  std::string magic = whole;
  magic[4] = 'x';
  CHECK(why(magic).find("no STAB file") != std::string::npos);
  std::string sections = whole;
  sections[15] = '\x7f';
  CHECK(why(sections).find("list of sections") != std::string::npos);
  std::string offset = whole;
  offset[32 + 56 + 5] = '\x7f';  // the first section's
  CHECK(why(offset).find("beyond the end") != std::string::npos);
  CHECK_THROWS_AS(gsta_bench::read_stab("/nowhere/at/all.stab"), gsta::input_error);
}

TEST_CASE("ids and numbers out of range in a .stab file are refused", "[forward][generated][stab]") {
  using gsta_bench::generated_wires;
  struct change {
    char const* section;
    std::size_t at;
    std::int32_t value;
  };
  auto const [section, at, value] = GENERATE(values<change>({
      {"net_pin_start", 1, 6},
      {"net_pin_start", 5, 13},
      {"net_pin_start", 0, -1},
      {"pin_node", 3, 7},
      {"arc_from", 8, 12},
      {"arc_to", 12, -1},
      {"arc_to", 1, 4},
      {"arc_lib", 14, 7},
      {"arc_lib", 15, -2},
      {"lib_lut", 0, 6},
      {"lib_lut", 0, 3},
      {"lib_lut", 28, 0},
      {"lib_flags", 4, 4},
      {"lut_nx", 0, 0},
      {"lut_nx", 4, 90},
      {"lut_nx", 4, 0x7fffffff},
      {"lut_var", 1, 3},
      {"lut_off", 17, 21},
      {"lut_off", 2, -1},
      {"pi_pin", 0, 12},
      {"po_pin", 1, -1},
      {"rc_node_start", 1, 7},
      {"rc_node_pin", 4, 5},
      {"rc_node_pin", 2, 3},
      {"rc_edge_start", 8, 0},
      {"rc_edge_from", 1, 6},
      {"rc_edge_to", 7, 10},
      {"lut_data", 3, 0x41200000},
      {"lut_data", 7, 0x7fc00000},
      {"pin_cap", 2, 0x7f800000},
      {"pi_at", 0, 0x7fc00000},
  }));
  CAPTURE(section, at, value);
  auto file = small_design();
  if (std::string(section) == "rc_edge_start") {
    file.sections.erase(section);  // a section that is missing
  } else {
    file.put(section, at, value);
  }
  CHECK_THROWS_AS(read(file, generated_wires::tree), gsta::input_error);
  auto longer = small_design();
  longer.sections[section].bytes += std::string(4, '\0');
  ++longer.sections[section].count;
  if (std::string(section) != "lut_data")
    CHECK_THROWS_AS(read(longer, generated_wires::tree), gsta::input_error);
}
