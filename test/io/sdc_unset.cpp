// What takes back what other commands said: behind both the constraints are as if nothing had been said.
#include <random>

#include "src/io/sdc_bytes.hpp"
#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

namespace {

std::string const unset_clocks =
    "create_clock -name c -period 10 clk\ncreate_clock -name d -period 8 clk2\n"
    "create_clock -name v -period 4\n";

/// Constraints as bytes, which are equal only where all is.
std::string bytes_of(model::constraints constraints) {
  io::detail::byte_writer writer;
  pass(writer, constraints);
  return writer.bytes;
}

struct undone {
  std::string set, unset;
};

/// Each command, and what takes it back; `%` stands for the start of the second one's name.
std::vector<undone> const undoings = {
    {"set_propagated_clock c", "%_propagated_clock c"},
    {"set_propagated_clock u/r1/CK", "%_propagated_clock u/r1/CK"},
    {"set_clock_latency 1 d", "%_clock_latency d"},
    {"set_clock_latency -source -early -rise 1 d", "%_clock_latency -source d"},
    {"set_clock_latency 2 m1/r2/CK", "%_clock_latency m1/r2/CK"},
    {"set_clock_latency -clock c 2 m1/r2/CK", "%_clock_latency -clock c m1/r2/CK"},
    {"set_clock_uncertainty 0.1 c", "%_clock_uncertainty c"},
    {"set_clock_uncertainty -setup 0.1 d", "%_clock_uncertainty -setup d"},
    {"set_clock_uncertainty 0.1 u/r1/CK", "%_clock_uncertainty u/r1/CK"},
    {"set_clock_uncertainty 0.3 -from c -to d", "%_clock_uncertainty -from c -to d"},
    {"set_clock_uncertainty 0.3 -rise_from c -fall_to d -hold",
     "%_clock_uncertainty -rise_from c -fall_to d -hold"},
    {"set_clock_transition 0.2 c", "%_clock_transition c"},
    {"set_clock_groups -name n -asynchronous -group c -group d", "%_clock_groups -asynchronous -name n"},
    {"set_clock_groups -name p -physically_exclusive -group c", "%_clock_groups -physically_exclusive -all"},
    {"set_input_delay 1 -clock c {in[1]}", "%_input_delay -clock c {in[1]}"},
    {"set_input_delay 1 -clock c -clock_fall -rise {in[1]}", "%_input_delay -clock c -clock_fall {in[1]}"},
    {"set_input_delay 1 io", "%_input_delay io"},
    {"set_output_delay 1 -clock v io", "%_output_delay -clock v io"},
    {"set_case_analysis 1 {in[1]}", "%_case_analysis {in[1]}"},
    {"set_case_analysis rising m1/b2/A", "%_case_analysis m1/b2/A"},
    {"set_disable_timing b1", "%_disable_timing b1"},
    {"set_disable_timing -from A -to Y b1", "%_disable_timing -from A -to Y b1"},
    {"set_disable_timing m1/r2/D", "%_disable_timing m1/r2/D"},
    {"set_disable_timing m1/d", "%_disable_timing m1/d"},
    {"set_disable_timing DFF/D", "%_disable_timing DFF/D"},
    {"set_disable_inferred_clock_gating b1", "unset_disable_inferred_clock_gating b1"},
    {"set_disable_clock_gating_check b1/A", "remove_disable_clock_gating_check b1/A"},
    {"set_data_check -from b1/A -to u/r1/D 1", "%_data_check -from b1/A -to u/r1/D"},
    {"set_data_check -rise_from b1/A -to u/r1/D -setup 1", "%_data_check -rise_from b1/A -to u/r1/D -setup"},
    {"set_timing_derate -late 1.1 b1", "remove_timing_derate b1"},
    {"set_timing_derate -late 1.1 [get_nets q1]", "reset_timing_derate [get_nets q1]"},
    {"set_false_path -from c", "reset_path -from c"},
    {"set_false_path -to out", "unset_path_exceptions -to out"},
    {"set_multicycle_path 2 -from u/r1 -to m1/r2/D", "reset_path -from u/r1 -to m1/r2/D"},
    {"set_max_delay 1 -through b1 -through [get_nets q1]", "reset_path -through b1"},
    {"set_min_delay 1 -rise_from {u/r1 m1/r2}", "reset_path -rise_from {u/r1 m1/r2}"},
    {"set_false_path -hold -to {out io}", "reset_path -to out; reset_path -hold -to io"},
    {"set_path_margin 1 -fall_to out", "reset_path -to out"},
    {"group_path -name g -to out", "remove_path_group g"},
    {"set_max_transition 1 b1", "remove_max_transition b1"},
    {"set_max_capacitance 1 out", "remove_max_capacitance out"},
    {"set_max_fanout 1 top", "remove_max_fanout top"},
    {"set_min_pulse_width 1", "remove_min_pulse_width"},
    {"set_max_time_borrow 1 {c m1/n/l1}", "remove_max_time_borrow {c m1/n/l1}"},
    {"set_clock_gating_check -setup 1 c", "remove_clock_gating_check c"},
    {"set_clock_gating_check -setup 1", "remove_clock_gating_check"},
    {"set_sense -positive b1/A", "remove_sense b1/A"},
    {"set_driving_cell -lib_cell BUF {in[1]}", "remove_driving_cell {in[1]}"},
    {"set_load 2 out", "remove_capacitance out"},
    {"set_load 2 [get_nets q1]", "remove_capacitance [get_nets q1]"},
    {"create_clock -name x -period 3 b1/Y; set_false_path -from x; set_input_delay 1 -clock x io",
     "remove_clock x"},
    {"create_clock -name x -period 3; set_clock_groups -asynchronous -name q -group x -group c",
     "delete_clock x; unset_clock_groups -asynchronous -name q"},
    {"create_generated_clock -name g -source clk -divide_by 2 u/r1/Q", "delete_generated_clock g"},
    {"create_generated_clock -name g -source clk -divide_by 2 u/r1/Q", "remove_generated_clock -all"},
};

std::string with_start(std::string command, std::string const& start) {
  if (auto const at = command.find('%'); at != command.npos) command.replace(at, 1, start);
  return command;
}

model::constraints constraints_of(std::string const& text) { return read(text).constraints; }

}  // namespace

TEST_CASE("set and unset is as if nothing had been said", "[sdc]") {
  auto const nothing = bytes_of(constraints_of(unset_clocks));
  for (auto const& [set, unset] : undoings) {
    for (std::string const start : {"unset", "remove"}) {
      INFO(set << "\n" << with_start(unset, start));
      CHECK(bytes_of(constraints_of(unset_clocks + set)) != nothing);
      CHECK(bytes_of(constraints_of(unset_clocks + set + "\n" + with_start(unset, start))) == nothing);
    }
  }
}

TEST_CASE("set and unset among other commands, at random", "[sdc]") {
  std::random_device entropy;
  auto const seed = entropy();
  INFO("seed " << seed);
  std::mt19937 draw(seed);
  for (int round = 0; round < 40; ++round) {
    // What stays names other objects than what goes, but for the clocks.
    std::string text = unset_clocks;
    for (std::string const kept :
         {"set_input_delay 2 -clock d {in[0]}\n", "set_output_delay 1 -clock c out\n",
          "set_false_path -from d -to c\n", "set_timing_derate -early 0.9 p1\n", "set_load 1 io\n",
          "set_case_analysis 0 p1/Z\n", "set_disable_timing -from G m1/n/l1\n",
          "set_clock_uncertainty 0.2 v\n", "set_multicycle_path 3 -from v\n",
          "set_data_check -from b1/Y -to m1/r2/D 2\n"}) {
      if (draw() % 2 == 0) text += kept;
    }
    auto const before = bytes_of(constraints_of(text));
    auto said = undoings;
    std::shuffle(said.begin(), said.end(), draw);
    said.resize(1 + draw() % 4);
    std::string set, unset;
    for (auto const& one : said) {
      // These two take back more than what one of them said.
      if (one.set.find("-to out") != std::string::npos || one.set.find("-from c") != std::string::npos ||
          one.set.find(" out") != std::string::npos || one.set.find("-to {out") != std::string::npos)
        continue;
      set += one.set + "\n";
      unset = with_start(one.unset, draw() % 2 == 0 ? "unset" : "remove") + "\n" + unset;
    }
    INFO(text << "--\n" << set << unset);
    CHECK(bytes_of(constraints_of(text + set + unset)) == before);
  }
}

TEST_CASE("what is beside that which is taken back stays", "[sdc]") {
  auto const c = constraints_of(
      unset_clocks +
      "set_clock_uncertainty 0.3 -from c -to d\nunset_clock_uncertainty -rise_from c -to d -setup\n"
      "set_input_delay 1 -clock c {in[0]}\nset_input_delay 2 -clock d -add_delay {in[0]}\n"
      "unset_input_delay -clock c -rise {in[0]}\n"
      "set_false_path -from {c d} -to {out io}\nreset_path -from c -to io\n"
      "set_false_path -setup -hold -to u/r1/D\nreset_path -setup -to u/r1/D\n");
  REQUIRE(c.uncertainties.size() == 2);
  CHECK((!c.uncertainties[0].from_rise && c.uncertainties[0].setup && c.uncertainties[0].hold));
  CHECK((c.uncertainties[1].from_rise && !c.uncertainties[1].from_fall && !c.uncertainties[1].setup));
  REQUIRE(c.arrivals.size() == 2);
  CHECK(c.arrivals[0].arrival == four(no_early, 1000, no_late, 1000));
  CHECK(c.arrivals[1].arrival == same_value(2000.0f));
  REQUIRE(c.exceptions.size() == 3);
  CHECK((c.exceptions[0].from.clocks == std::vector<std::string>{"d"} &&
         c.exceptions[0].to.pins == std::vector<std::string>{"out", "io"}));
  CHECK((c.exceptions[1].from.clocks == std::vector<std::string>{"c"} &&
         c.exceptions[1].to.pins == std::vector<std::string>{"out"}));
  CHECK((!c.exceptions[2].setup && c.exceptions[2].hold));
}

TEST_CASE("unset without -clock means delays without one, remove all of them", "[sdc]") {
  std::string const delay = unset_clocks + "set_input_delay 1 -clock c {in[0]}\n";
  auto const unset = read(delay + "unset_input_delay {in[0]}");
  CHECK(unset.constraints.arrivals.size() == 1);
  CHECK(unset.count("unset_input_delay without -clock: delays by clocks stay") == 1);
  CHECK(read(delay + "remove_input_delay {in[0]}").constraints.arrivals.empty());
}

TEST_CASE("a clock that is gone takes what was said of it along", "[sdc]") {
  auto const c = constraints_of(unset_clocks +
                                "set_false_path -from v -to c\nset_output_delay 1 -clock v out\n"
                                "set_clock_groups -asynchronous -group {c v} -group d\n"
                                "remove_clock v\ncreate_clock -name v -period 7 b1/Y\n");
  CHECK((c.exceptions.empty() && c.required.empty()));
  CHECK(c.groups.at(0).groups.at(0) == std::vector<std::string>{"c"});
  // So does one that another took the source of.
  auto const taken = constraints_of(unset_clocks +
                                    "set_false_path -from d\ncreate_clock -name e -period 2 clk2\n"
                                    "create_clock -name d -period 3\n");
  CHECK(taken.exceptions.empty());
}

TEST_CASE("what is taken back by -reset_path, -all and reset_design", "[sdc]") {
  std::string const paths = unset_clocks +
                            "set_false_path -from c -to d\nset_multicycle_path 2 -to d\n"
                            "group_path -name g -to out\n";
  auto const reset = constraints_of(paths + "set_max_delay 1 -to d -reset_path");
  REQUIRE(reset.exceptions.size() == 2);  // of the same ends, whatever their starts
  CHECK(reset.exceptions[1].of == model::path_exception::kind::max_delay);
  CHECK(constraints_of(paths + "reset_path -all").exceptions.size() == 1);  // groups stay
  CHECK(constraints_of(paths + "reset_design").exceptions.empty());
  CHECK(constraints_of(paths + "remove_sdc").clocks.empty());
  CHECK_THAT(error_of(paths + "reset_path"), contains("needs -from, -through or -to"));
  CHECK_THAT(error_of(unset_clocks + "unset_clock_groups -asynchronous"), contains("one of -all and -name"));
  CHECK_THAT(error_of(unset_clocks + "unset_clock_uncertainty -from c"), contains("used together"));
  CHECK(read(unset_clocks + "reset_timing_derate -late b1").seen.not_applied().count == 1);
}
