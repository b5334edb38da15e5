// Tables that only early arrivals take, tables of three axes, operating conditions, and what is noted.

#include <algorithm>
#include <string>
#include <vector>

#include "gsta/io/liberty.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::error_of;
using gsta_test::text;

namespace {

constexpr char const* early_head = "library (l) {\ncapacitive_load_unit (1, ff); time_unit : 1ps;\n";

model::library read_noted(std::string const& content, model::diagnostics& seen) {
  return io::read_liberty(text(content), seen);
}

/// One timing group of a pin Y, with what is given in it.
std::string group_with(std::string const& inside, std::string const& templates = "") {
  return early_head + templates + "cell (C) { pin (Y) { direction : output;\ntiming () { related_pin : A;\n" +
         inside + "} } } }";
}

model::timing_group group_of(std::string const& content, model::diagnostics& seen) {
  return read_noted(content, seen).cells.at(0).pins.at(0).timing.at(0);
}

std::string scalar(std::string const& kind, std::string const& value) {
  return kind + " (scalar) { values (\"" + value + "\"); }\n";
}

/// Where the first one of a kind stands; empty: there is none.
std::string place_of(model::diagnostics const& seen, std::string const& kind) {
  for (auto const& d : seen.entries()) {
    if (d.kind.find(kind) != std::string::npos) return d.first;
  }
  return {};
}

}  // namespace

TEST_CASE("tables of retained values are those of early arrivals") {
  model::diagnostics seen;
  auto const group = group_of(
      group_with(scalar("retaining_fall", "3") + scalar("cell_rise", "1") + scalar("cell_fall", "2") +
                 scalar("rise_transition", "5") + scalar("retain_rise_slew", "4")),
      seen);
  CHECK(seen.entries().empty());
  auto const value = [](model::table const& of) { return of.values.at(0); };
  CHECK(value(group.delay_of(true, 0)) == 1);
  CHECK(value(group.delay_of(false, 0)) == 1);
  CHECK(value(group.delay_of(true, 1)) == 2);
  CHECK(value(group.delay_of(false, 1)) == 3);
  CHECK(value(group.transition_of(true, 0)) == 5);
  CHECK(value(group.transition_of(false, 0)) == 4);
  CHECK(group.transition_of(false, 1).empty());
  CHECK(group.gap == model::table_gap::none);
}

TEST_CASE("of an axis that is the load of another output the bounds are kept") {
  struct axis {
    std::string variable;
    std::size_t size;
  };
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    gsta_test::prng random(seed);
    bool const check = random.chance(30);
    std::vector<axis> axes{{check ? "constrained_pin_transition" : "input_net_transition", 1},
                           {check ? "related_pin_transition" : "total_output_net_capacitance", 1},
                           {"related_out_total_output_net_capacitance", 1}};
    for (auto& one : axes) one.size = static_cast<std::size_t>(random.between(1, 4));
    random.shuffle(axes);
    std::size_t gone = 0, total = 1;
    std::string head = "lu_table_template (t) {";
    for (std::size_t i = 0; i < 3; ++i) {
      if (axes[i].variable.starts_with("related_out")) gone = i;
      total *= axes[i].size;
      std::string index;
      for (std::size_t k = 0; k < axes[i].size; ++k) index += std::to_string(k + 1) + " ";
      auto const n = std::to_string(i + 1);
      head += "variable_" + n + " : " + axes[i].variable + "; index_" + n + " (\"" + index + "\");\n";
    }
    std::vector<float> values;
    std::string list;
    for (std::size_t i = 0; i < total; ++i) {
      values.push_back(static_cast<float>(random.between(-50, 900)));
      list += std::to_string(static_cast<int>(values.back())) + " ";
    }
    model::diagnostics seen;
    std::string const kind = check ? "rise_constraint" : "cell_rise";
    auto const group = group_of(group_with((check ? "timing_type : setup_rising;" : "") + kind +
                                               " (t) { values (\"" + list + "\"); }",
                                           head + "}\n"),
                                seen);
    CHECK(seen.entries().empty());
    CHECK(group.gap == model::table_gap::third_axis);
    auto const& most = check ? group.constraint[0] : group.delay_of(true, 0);
    auto const& least = check ? group.constraint[0] : group.delay_of(false, 0);
    CHECK(group.early.empty() == check);
    // Any place in the file's table, by its three coordinates.
    std::vector<float> wanted_most(total / axes[gone].size, -1e9F), wanted_least(wanted_most.size(), 1e9F);
    for (std::size_t i = 0; i < total; ++i) {
      std::size_t const at[3] = {i / (axes[1].size * axes[2].size), i / axes[2].size % axes[1].size,
                                 i % axes[2].size};
      std::size_t row = 0;
      for (std::size_t a = 0; a < 3; ++a)
        if (a != gone) row = row * axes[a].size + at[a];
      wanted_most[row] = std::max(wanted_most[row], values[i]);
      wanted_least[row] = std::min(wanted_least[row], values[i]);
    }
    CHECK(most.values == wanted_most);
    if (!check) CHECK(least.values == wanted_least);
    std::size_t const first = gone == 0 ? 1 : 0, second = gone == 2 ? 1 : 2;
    CHECK(most.index_1.size() == axes[first].size);
    CHECK(most.index_2.size() == axes[second].size);
    using enum model::axis_variable;
    CHECK((most.variable_1 == output_load || most.variable_1 == related_slew) ==
          (axes[first].variable == "total_output_net_capacitance" ||
           axes[first].variable == "related_pin_transition"));
  }
}

TEST_CASE("retained values come before bounds, wherever they stand") {
  std::string const head =
      "lu_table_template (t) { variable_1 : related_out_total_output_net_capacitance; index_1 (\"1, 2\"); "
      "}\n";
  for (bool const first : {false, true}) {
    model::diagnostics seen;
    std::string const bounded = "cell_rise (t) { values (\"8, 9\"); }\n",
                      kept = scalar("retaining_rise", "3");
    auto const group = group_of(group_with(first ? kept + bounded : bounded + kept, head), seen);
    CHECK(seen.entries().empty());
    CHECK(group.delay_of(true, 0).values == std::vector<float>{9});
    CHECK(group.delay_of(false, 0).values == std::vector<float>{3});
  }
}

TEST_CASE("constraints in a group that is no check, and delays in one that is, are noted") {
  for (std::string const type : {"", "timing_type : combinational;", "timing_type : rising_edge;"}) {
    INFO(type);
    model::diagnostics seen;
    auto const group = group_of(group_with(type + scalar("rise_constraint", "1")), seen);
    CHECK(counted(seen, "no check is made") == 1);
    CHECK(place_of(seen, "no check is made") == "x:4:1");
    CHECK(counted(seen, "without timing_type") == (type.empty() ? 1 : 0));
  }
  model::diagnostics seen;
  (void)group_of(group_with("timing_type : hold_rising;" + scalar("cell_rise", "1")), seen);
  CHECK(counted(seen, "of timing_type hold_rising: they are not used") == 1);
  for (std::string const type : {"setup_rising", "non_seq_hold_falling", "min_pulse_width"}) {
    model::diagnostics none;
    auto const group =
        group_of(group_with("timing_type : " + type + ";" + scalar("rise_constraint", "1")), none);
    CHECK(none.entries().empty());
    CHECK(group.type != model::timing_type::other);
  }
}

TEST_CASE("a group that is not read is noted by its name, with its place") {
  model::diagnostics seen;
  auto const library = read_noted(
      early_head +
          std::string(
              "scaled_cell (C, slow) { }\n"
              "cell (C) { mode_definition (m) { mode_value (x) { } }\n"
              "generated_clock (g) { clock_pin : A; }\n"
              "leakage_power () { value : 1; } test_cell () { pin (Q) { direction : output; } }\n"
              "bus (B) { bus_type : two; direction : input; tricks () { } }\n"
              "pin (Y) { direction : output; tricks () { } internal_power () { }\n"
              "timing () { related_pin : A; mode (m, x); ccsn_first_stage () { }\n"
              "cell_rise (scalar) { values (\"1\"); } rise_propagation (scalar) { values (\"1\"); } } } }\n"
              "type (two) { bit_width : 2; bit_from : 1; bit_to : 0; } normalized_driver_waveform (w) { } }"),
      seen);
  CHECK(seen.entries().size() == 6);
  CHECK(place_of(seen, "group scaled_cell that is not read") == "x:3:1");
  CHECK(place_of(seen, "group mode_definition that is not read") == "x:4:12");
  CHECK(place_of(seen, "group generated_clock that is not read") == "x:5:1");
  CHECK(counted(seen, "group tricks that is not read") == 2);  // once of a bus, whatever its width
  CHECK(place_of(seen, "group tricks that is not read") == "x:7:46");
  CHECK(place_of(seen, "mode of a timing group") == "x:9:30");
  CHECK(counted(seen, "group rise_propagation that is not read") == 1);
}

TEST_CASE("wire load models are a note") {
  model::diagnostics seen;
  (void)read_noted(early_head + std::string("default_wire_load : w; wire_load (w) { slope : 1; }\n"
                                            "wire_load_selection () { }\n cell (C) { } }"),
                   seen);
  CHECK(seen.entries().size() == 1);
  CHECK(counted(seen, "wire_load models that are not applied") == 2);
  CHECK(seen.not_applied().count == 0);
}

TEST_CASE("a table with several values and no template says so") {
  for (std::string const name : {"()", "(\"\")"}) {
    model::diagnostics seen;
    auto const error =
        error_of([&] { (void)group_of(group_with("cell_rise " + name + " { values (\"1, 2\"); }"), seen); });
    REQUIRE(error);
    CHECK_THAT(error->what(),
               gsta_test::contains("x:5:1: error: the table \"cell_rise\" names no lu_table_template"));
  }
  model::diagnostics seen;
  CHECK(group_of(group_with("cell_rise () { values (\"7\"); }"), seen).delay[0].values[0] == 7);
}

TEST_CASE("operating conditions and what scales with them are kept") {
  model::diagnostics seen;
  auto const library = read_noted(
      early_head +
          std::string(
              "nom_process : 1; nom_voltage : 1.2; nom_temperature : 25.0;\n"
              "operating_conditions (slow) { process : 2; voltage : 1.08; temperature : 125;\n"
              "tree_type : balanced_tree; } operating_conditions (\"bare\") { voltage : 1; }\n"
              "default_operating_conditions : slow;\n"
              "k_process_cell_rise : 1; k_volt_cell_fall : -.5; k_temp_rise_transition : 0.25;\n"
              "k_volt_fall_transition : 3; k_process_setup_rise : 4; k_temp_hold_fall : 5;\n"
              "k_process_recovery_fall : 6; k_process_removal_rise : 7;\n"
              "k_volt_min_pulse_width_low : 8; k_volt_min_period : 9; k_temp_pin_cap : 10;\n"
              "k_volt_wire_cap : 11; k_process_internal_power : 12; k_process_drive_rise : 13;\n"
              "scaling_factors (own) { k_process_cell_rise : 14; }\n"
              "cell (C) { scaling_factors : own; } cell (D) { } cell (E) { scaling_factors : odd; } }"),
      seen);
  auto const& read = library.conditions;
  CHECK(read.library == "l");
  CHECK(read.preset == "slow");
  CHECK(read.nominal.of[1] == 1.2F);
  REQUIRE(read.known.size() == 2);
  REQUIRE(read.find("slow") != nullptr);
  CHECK(read.find("slow")->of[2] == 125);
  CHECK(read.find("bare")->of[0] == math::infinity);
  REQUIRE(read.factors.size() == 2);
  using enum model::scaled_value;
  auto const k = [&](model::scaled_value of, int edge, int kind) {
    return read.factors[0].k[static_cast<std::size_t>(of)][edge][kind];
  };
  CHECK(k(delay, 0, 0) == 1);
  CHECK(k(delay, 1, 1) == -0.5F);
  CHECK(k(transition, 0, 2) == 0.25F);
  CHECK(k(transition, 1, 1) == 3);
  CHECK(k(setup, 0, 0) == 4);
  CHECK(k(hold, 1, 2) == 5);
  CHECK(k(recovery, 1, 0) == 6);
  CHECK(k(removal, 0, 0) == 7);
  CHECK(k(pulse_width, 1, 1) == 8);
  CHECK((k(period, 0, 1) == 9 && k(period, 1, 1) == 9));
  CHECK((k(capacitance, 0, 2) == 10 && k(capacitance, 1, 2) == 10));
  CHECK(read.factors[1].k[0][0][0] == 14);
  CHECK(library.cells[0].scaling == 1);
  CHECK(library.cells[1].scaling == 0);
  CHECK(library.cells[2].scaling == 0);
  CHECK(seen.entries().size() == 1);
  CHECK(counted(seen, "scaling_factors that the library does not have") == 1);
}

TEST_CASE("conditions that a library names and does not have, or that lack nominal ones, are noted") {
  model::diagnostics seen;
  (void)read_noted(early_head + std::string("default_operating_conditions : odd; k_volt_cell_rise : 1;\n"
                                            "operating_conditions (a) { voltage : 2; } cell (C) { } }"),
                   seen);
  CHECK(counted(seen, "default_operating_conditions that the library does not have") == 1);
  CHECK(counted(seen, "k factors in a library without nom_voltage") == 1);
  CHECK(seen.entries().size() == 2);
}

TEST_CASE("cells of merged libraries keep their operating conditions") {
  auto const one = [](std::string const& name, std::string const& voltage) {
    model::diagnostics seen;
    return read_noted("library (" + name + ") { capacitive_load_unit (1, ff); nom_voltage : " + voltage +
                          "; cell (C" + name + ") { } }",
                      seen);
  };
  model::diagnostics seen;
  model::library all, pair = one("b", "2");
  model::merge(pair, one("c", "3"), seen);
  model::merge(all, one("a", "1"), seen);
  model::merge(all, std::move(pair), seen);
  for (std::string const name : {"a", "b", "c"}) {
    auto const& of = all.conditions_of(*all.find_cell("C" + name));
    CHECK(of.library == name);
    CHECK(of.nominal.of[1] == static_cast<float>(name[0] - 'a' + 1));
  }
}
