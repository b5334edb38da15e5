// What is read and not applied, what matches nothing, and what is refused unless the caller is lenient.
#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

namespace {

std::string const clocks = "create_clock -name c -period 10 clk\ncreate_clock -name d -period 8 clk2\n";

io::sdc_options lenient() {
  io::sdc_options options;
  options.lenient = true;
  return options;
}

/// What was not applied, one name each.
std::vector<std::string> left_out(result const& r) {
  std::vector<std::string> names;
  for (auto const& one : r.seen.not_applied().kept) names.push_back(one.what);
  CHECK(names.size() == r.seen.not_applied().count);
  return names;
}

std::vector<std::string> unmatched(std::string const& text) {
  std::vector<std::string> names;
  auto const r = read(clocks + text);
  for (auto const& one : r.seen.unmatched().kept) names.push_back(one.what);
  return names;
}

using names = std::vector<std::string>;

}  // namespace

TEST_CASE("each constraint that is not applied is recorded with its place", "[sdc]") {
  auto const r = read(
      "\nset_drive 1 clk\n"
      "foreach i {1 2} {\n"
      "  set_resistance 1 n1\n"
      "}\n"
      "set_max_area 20\n"
      "proc f {} {\n"
      "\n"
      "    set_wire_load_model -name top\n"
      "}\n"
      "f\n");
  CHECK(left_out(r) == names{"set_drive", "set_resistance", "set_resistance", "set_wire_load_model"});
  auto const& kept = r.seen.not_applied().kept;
  CHECK(kept[0].at == "t.sdc:2:1");
  CHECK(kept[1].at == "t.sdc:4:3");
  CHECK(kept[3].at == "t.sdc:9:5");
  CHECK(r.count("not applied: set_resistance") == 2);
  CHECK(r.count("no effect on timing: set_max_area") == 1);
}

TEST_CASE("each command that would change a slack counts once, with what it is kept for", "[sdc]") {
  for (std::string const command :
       {"set_logic_dc clk", "set_wire_load_model -name x", "set_operating_conditions x",
        "set_sense -type clock -pulse rise_triggered_high_pulse b1/A",
        "set_sense -type data -stop_propagation b1/A", "set_clock_sense -pulse x b1/A", "set_drive 1 clk",
        "set_resistance 1 n1", "set_voltage 1", "set_false_path"}) {
    INFO(command);
    auto const all = left_out(read(clocks + command));
    REQUIRE(all.size() == 1);
    CHECK_THAT(all[0], contains(command.substr(0, command.find(' '))));
  }
  CHECK(left_out(read("set_input_delay 1 -reference_pin b1/A clk2")) ==
        names{"set_input_delay -reference_pin without -clock"});
}

TEST_CASE("a query that is not there is an error, and counted where the caller is lenient", "[sdc]") {
  for (std::string const query :
       {"get_timing_edges -from b1/A", "get_designs x", "get_path_groups", "all_connected n1",
        "all_instances BUF", "all_registers -rise_clock c", "all_inputs -edge_triggered"}) {
    INFO(query);
    CHECK_THAT(error_of(clocks + "\n set_false_path -to [" + query + "]"),
               contains("t.sdc:4:") && contains(" is not there yet"));
    CHECK(left_out(read(clocks + query, lenient())).size() == 1);
  }
}

TEST_CASE("commands that change no slack do not count", "[sdc]") {
  for (std::string const command : {"set_max_area 0",
                                    "set_wire_load_mode enclosed",
                                    "set_load -subtract_pin_load 1 n1",
                                    "set_load -subtract_pin_load 1 out",
                                    "set_units -time ns -capacitance pF",
                                    "set_critical_range 0.1 top",
                                    "group_path -name x -to out -weight 2",
                                    "set_max_transition 1 top",
                                    "set_max_fanout 20 top",
                                    "set_max_capacitance 1 top",
                                    "set_min_pulse_width -high 1",
                                    "set_fanout_load 2 out",
                                    "set_port_fanout_number 2 out",
                                    "set_dont_touch b1",
                                    "puts x",
                                    "current_design top",
                                    "set_operating_conditions -analysis_type on_chip_variation",
                                    "set sta_propagate_all_clocks 0",
                                    "set_driving_cell -lib_cell BUF -dont_scale -no_design_rule clk",
                                    "set_false_path -from c -comment {because}",
                                    "set_ideal_network -no_propagate clk",
                                    "set_ideal_latency 1 clk",
                                    "set_ideal_transition 0.1 clk",
                                    "set_sense b1/A",
                                    "set_clock_sense -negative b1/A",
                                    "set_sense -type clock -positive b1/A",
                                    "set_data_check -from b1/A -to u/r1/D 1",
                                    "set_case_analysis rising clk",
                                    "set_max_delay 1 -ignore_clock_latency -to out"}) {
    INFO(command);
    CHECK(left_out(read(clocks + command)).empty());
  }
  CHECK(left_out(read("set_operating_conditions -analysis_type bc_wc")).size() == 1);
  CHECK(left_out(read("set ::sta_propagate_all_clocks 1")) == names{"set sta_propagate_all_clocks"});
  CHECK(left_out(read("set sta_gated_clock_checks_enabled no")).size() == 1);
  CHECK(left_out(read("set sta_preset_clear_arcs_enabled maybe")).size() == 1);
}

TEST_CASE("sta_preset_clear_arcs_enabled is kept, the last one said", "[sdc]") {
  for (std::string const last : {"", "set sta_preset_clear_arcs_enabled no"}) {
    auto const r = read("set sta_preset_clear_arcs_enabled 1\n" + last);
    CHECK(left_out(r).empty());
    CHECK(r.constraints.preset_clear_arcs == last.empty());
  }
  CHECK_FALSE(read(clocks).constraints.preset_clear_arcs);
}

TEST_CASE("senses, data checks and delays that ignore latency are kept", "[sdc]") {
  auto const r = read(clocks +
                      "set_sense b1/A\n"
                      "set_clock_sense -negative -clock c {b1/A b1/Y}\n"
                      "set_sense -type clock -positive b1/Y\n"
                      "set_data_check -fall_from b1/A -rise_to u/r1/D -setup 0.3 -clock c\n"
                      "set_min_delay 2 -ignore_clock_latency -to out\n");
  CHECK(r.count("set_sense without a sense, ignored") == 1);
  CHECK(r.count("set_data_check -clock: data of all clocks are checked") == 1);
  auto const& senses = r.constraints.senses;
  REQUIRE(senses.size() == 2);
  CHECK((senses[0].of == model::clock_sense::kind::negative && senses[0].pins == names{"b1/A", "b1/Y"}));
  CHECK((senses[1].of == model::clock_sense::kind::positive && senses[1].clocks.empty()));
  REQUIRE(r.constraints.data_checks.size() == 1);
  auto const& check = r.constraints.data_checks[0];
  CHECK((check.from_fall && !check.from_rise && check.to_rise && !check.to_fall));
  CHECK((check.setup && !check.hold && check.margin == 300));
  REQUIRE(r.constraints.exceptions.size() == 1);
  auto const& delay = r.constraints.exceptions[0];
  CHECK((delay.ignore_clock_latency && delay.delay == 2000 && !delay.setup));
}

TEST_CASE("unknown commands and options are errors, or counted where the caller is lenient", "[sdc]") {
  CHECK_THAT(error_of("\n set_flase_path -from clk"),
             contains("t.sdc:2:2: error: unknown command \"set_flase_path\""));
  CHECK_THAT(error_of("set_load -typo 1 out"), contains("t.sdc:1:1: error: unknown option \"-typo\""));
  CHECK_THAT(error_of("if {[catch {set_flase_path} m]} { error \"again: $m\" }"), contains("again: unknown"));
  auto const r = read("\n set_flase_path -from clk\nset_load -typo 1 out\nset_load 2 out\n", lenient());
  CHECK(left_out(r) == names{"unknown command \"set_flase_path\"", "set_load: unknown option \"-typo\""});
  CHECK(r.seen.not_applied().kept[0].at == "t.sdc:2:2");
  CHECK(r.constraints.loads.at(0).load == same_value(2000));
  // Other errors stay what they are.
  CHECK_THAT(error_of("set_load x out", lenient()), contains("expected a number"));
  CHECK_THAT(error_of("exec ls", lenient()), contains("not allowed in SDC"));
}

TEST_CASE("a name may be written short where only one command starts so", "[sdc]") {
  auto const r = read("set_max_trans 1 top\nset_prop c\n" + clocks + "set_propa c\n");
  CHECK(r.count("\"set_max_trans\" is taken as set_max_transition") == 1);
  CHECK(r.seen.not_applied().count == 0);
  CHECK(r.constraints.clocks.at(0).propagated);
  CHECK_THAT(error_of("set_clock 1"), contains("unknown command \"set_clock\": is it set_clock_"));
  CHECK_THAT(error_of("set_"), contains("unknown command \"set_\""));
}

TEST_CASE("names that match nothing are noted, each once", "[sdc]") {
  struct row {
    std::string command;
    names what;
  };
  for (auto const& [command, what] : std::vector<row>{
           {"get_ports nope; get_ports nope", {"port \"nope\""}},
           {"get_ports -quiet nope", {}},
           {"get_cells {x* y}", {"cell \"x*\"", "cell \"y\""}},
           {"get_clocks e", {"clock \"e\""}},
           {"set_load 1 nope", {"port or net \"nope\""}},
           {"set_input_delay 1 -clock e {in[0]}", {"clock \"e\""}},
           {"set_clock_latency 1 e", {"clock or port or pin \"e\""}},
           {"set_clock_transition 1 clk", {"clock \"clk\""}},
           {"set_propagated_clock x", {"clock or port or pin \"x\""}},
           {"set_timing_derate -early 1 nope", {"library cell or cell or net \"nope\""}},
           {"set_false_path -from nope", {"clock or cell or port or pin \"nope\""}},
           {"set_false_path -from c -to {nope out}", {"clock or cell or port or pin \"nope\""}},
           {"set_clock_groups -asynchronous -group {c e} -group d", {"clock \"e\""}},
           {"set_input_transition 1 x*", {"port \"x*\""}},
       }) {
    INFO(command);
    CHECK(unmatched(command) == what);
  }
  auto const r = read(clocks + "set_false_path -from nope\nset_input_delay 1 -clock e {in[0]}");
  CHECK(r.seen.not_applied().count == 0);
  CHECK(r.seen.unmatched().kept.at(0).at == "t.sdc:3:1");
  CHECK(r.constraints.exceptions.empty());
  CHECK(r.arrival("in[0]", "")->arrival == same_value(1000));
}

TEST_CASE("a clock of an empty list is virtual, a period of nothing a femtosecond", "[sdc]") {
  auto const r = read(
      "create_clock -name v -period 4 [get_ports nope]\n"
      "create_clock -name w -period 0 [get_ports -quiet nope]\n"
      "create_clock -name x -period 4 -waveform {0 1 2 3} clk\n");
  REQUIRE(r.constraints.clocks.size() == 3);
  CHECK(r.constraints.clocks[0].sources.empty());
  CHECK(r.count("create_clock of an empty list: a virtual clock") == 2);
  CHECK(r.constraints.clocks[1].period == 1);
  CHECK(r.constraints.clocks[2].fall == 1'000'000);
  CHECK(left_out(r) == names{"create_clock -waveform beyond its first two edges"});
}

TEST_CASE("generated clocks are clocks as others are", "[sdc]") {
  auto const r = read(
      "create_clock -name c -period 10 clk\n"
      "create_generated_clock -name g -source clk -divide_by 2 [get_pins u/r1/Q]\n"
      "create_generated_clock -source clk -edges {1 3 5} -edge_shift {0 0.1 0} [get_pins m1/r2/Q]\n"
      "set_output_delay 1 -clock g out\n"
      "set_clock_uncertainty 0.1 [get_clocks {c g}]\n"
      "set_propagated_clock [get_clocks m1/r2/Q]\n"
      "set_false_path -from [get_clocks g]\n");
  CHECK(left_out(r).empty());
  auto const& made = r.constraints.generated_clocks;
  REQUIRE(made.size() == 2);
  CHECK(made[0].clock.properties.setup_uncertainty == 100);
  CHECK(made[0].divide_by == 2);
  CHECK(made[1].clock.propagated);
  CHECK(made[1].edges == std::vector<int>{1, 3, 5});
  CHECK(made[1].edge_shifts.at(1) == 100'000);
  CHECK(r.constraints.required.size() == 1);
  CHECK(r.constraints.exceptions.size() == 1);
  CHECK(r.constraints.clocks.at(0).properties.hold_uncertainty == 100);
  // A clock of the same name takes its place, either way.
  CHECK(read("create_clock -name c -period 1 clk\ncreate_generated_clock -name c -source clk -divide_by 2 "
             "u/r1/Q\nset_input_delay 1 -clock c in")
            .constraints.clocks.empty());
  CHECK(read("create_generated_clock -name c -source clk -divide_by 2 u/r1/Q\ncreate_clock -name c -period 1 "
             "clk")
            .constraints.generated_clocks.empty());
  for (auto const& [options, what] : std::vector<std::pair<std::string, std::string>>{
           {"-divide_by 2 u/r1/Q", "needs -source"},
           {"-source clk u/r1/Q", "needs -divide_by"},
           {"-source clk -divide_by 0 u/r1/Q", "a divisor, at least 1"},
           {"-source clk -divide_by 2 -multiply_by 2 u/r1/Q", "exclude each other"},
           {"-source clk -edges {1 2} u/r1/Q", "expected three edges"},
           {"-source clk -edges {3 2 1} u/r1/Q", "do not decrease"},
           {"-source clk -divide_by 2 -duty_cycle 50 u/r1/Q", "-duty_cycle needs -multiply_by"},
           {"-source clk -divide_by 2 -add u/r1/Q", "-add needs -name"},
           {"-name g -source clk -divide_by 2 nope", "was given no port"}}) {
    INFO(options);
    CHECK_THAT(error_of("create_generated_clock " + options), contains(what));
  }
}

TEST_CASE("records of what relates clocks and paths are whole, in this process and apart", "[sdc]") {
  std::string const text = clocks +
                           "set_clock_groups -name n -logically_exclusive -allow_paths -group c -group d\n"
                           "set_clock_uncertainty -rise_from c -fall_to d -setup 0.2\n"
                           "set_sense -stop_propagation -clocks c b1/A\n"
                           "set_clock_gating_check -setup 0.1 -rise -high b1\n"
                           "set_disable_inferred_clock_gating {b1 b1/A}\n"
                           "set_multicycle_path -hold 1 -start -rise_from c -through {n1 b1} -fall_to out\n"
                           "set_disable_timing -from A -to Y b1\n"
                           "set_disable_timing u/r1/D\n"
                           "set_data_check -rise_from b1/A -to u/r1/D -hold 0.3 -clock c\n"
                           "set_max_time_borrow 0.5 {c u/r1}\n";
  io::sdc_options here;
  here.own_process = false;
  for (auto const& r : {read(text), read(text, here)}) {
    auto const& c = r.constraints;
    REQUIRE(r.constraints.groups.size() == 1);
    auto const& group = r.constraints.groups[0];
    CHECK(group.groups == std::vector<names>{{"c"}, {"d"}});
    CHECK((group.allow_paths && group.name == "n" && group.at.line == 3));
    REQUIRE(r.constraints.uncertainties.size() == 1);
    auto const& pair = r.constraints.uncertainties[0];
    CHECK((pair.from == "c" && pair.to == "d" && pair.value == 200));
    CHECK((pair.from_rise && !pair.from_fall && !pair.to_rise));
    CHECK((pair.setup && !pair.hold));
    REQUIRE(c.senses.size() == 1);
    CHECK((c.senses[0].pins == names{"b1/A"} && c.senses[0].clocks == names{"c"}));
    REQUIRE(r.constraints.gating_checks.size() == 1);
    auto const& gate = r.constraints.gating_checks[0];
    CHECK(gate.margin == four(no_early, no_early, 100, no_late));
    CHECK((gate.active == "1" && gate.instances == names{"b1"}));
    REQUIRE(r.constraints.ungated.size() == 2);
    CHECK((r.constraints.ungated[0].name == "b1" && r.constraints.ungated[0].is_instance));
    CHECK((r.constraints.ungated[1].name == "b1/A" && !r.constraints.ungated[1].is_instance));
    REQUIRE(r.constraints.exceptions.size() == 1);
    auto const& path = r.constraints.exceptions[0];
    CHECK((path.cycles == 1 && path.by_start && path.hold && !path.setup));
    CHECK((path.from.clocks == names{"c"} && path.from.rise && !path.from.fall));
    REQUIRE(path.through.size() == 1);
    CHECK((path.through[0].instances == names{"b1"} && path.through[0].nets == names{"n1"}));
    CHECK((path.to.pins == names{"out"} && path.to.fall && !path.to.rise));
    auto const& disabled = r.constraints.disabled;
    REQUIRE(disabled.size() == 2);
    CHECK((disabled[0].name == "b1" && disabled[0].from == "A" && disabled[0].to == "Y"));
    CHECK((disabled[1].name == "u/r1/D" && disabled[1].of == model::disabled_timing::scope::pin));
    REQUIRE(c.data_checks.size() == 1);
    CHECK((c.data_checks[0].from == "b1/A" && !c.data_checks[0].from_fall && c.data_checks[0].clock == "c"));
    auto const& borrows = r.constraints.time_borrows;
    REQUIRE(borrows.size() == 1);
    CHECK((borrows[0].clocks == names{"c"} && borrows[0].instances == names{"u/r1"}));
    CHECK(r.seen.not_applied().count == 0);
  }
}

TEST_CASE("records of what is not applied: wrong words", "[sdc]") {
  for (auto const& [command, what] : std::vector<std::pair<std::string, std::string>>{
           {"set_clock_groups -group c", "needs one of -logically_exclusive"},
           {"set_multicycle_path x -to out", "expected a whole number of cycles"},
           {"set_multicycle_path 2 -start -end", "exclude each other"},
           {"set_path_margin 1", "needs -from, -through or -to"},
           {"group_path -to out", "needs one of -name and -default"},
           {"set_clock_uncertainty -from c 0.1", "have to be used together"},
           {"set_disable_timing -from Q b1", "there is no pin \"Q\" of \"b1\""},
           {"set_clock_gating_check -high -low -setup 1", "exclude each other"},
           {"set_data_check -from b1/A 1", "needs -from and -to"},
           {"set_sense -type x b1/A", "expected clock or data"},
           {"set_operating_conditions -analysis_type x", "expected single, bc_wc"}}) {
    INFO(command);
    CHECK_THAT(error_of(clocks + command), contains(what));
  }
}
