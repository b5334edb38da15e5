#include <stdexcept>

#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::contains;
using gsta_test::two_registers;

namespace {

std::string text_of(report_parts const& parts, gsta_test::group_paths const& paths = {}) {
  auto design = gsta_test::reported_design();
  design.net_name.rename(3, "z");
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, paths);
  input.cell_of = gsta_test::reported_cells(design);
  return report_text(input, parts);
}

}  // namespace

TEST_CASE("text: summary and endpoints, worst first", "[report]") {
  auto const text = text_of({.endpoints = true, .paths = false});
  CHECK_THAT(text, contains("Design  top\n"));
  CHECK_THAT(text, contains("WNS                                -7.00"));
  CHECK_THAT(text, contains("Unconstrained endpoints                1               1\n"));
  auto const violated = text.find("out       "), met = text.find("ff2/D  ");
  CHECK(violated < met);
  CHECK_THAT(text, contains("output_setup  main                   52.00       45.00       -7.00\n"));
  CHECK_THAT(text, contains("unconstrained"));
}

TEST_CASE("text: a path from register to output", "[report]") {
  auto const text = text_of({.summary = false});
  CHECK(text ==
        "Startpoint: ff1 (rising edge-triggered flip-flop clocked by main)\n"
        "Endpoint: out (output port clocked by main)\n"
        "Path Group: main\n"
        "Path Type: max\n"
        "\n"
        "Fanout         Cap        Slew       Delay        Time   Description\n"
        "---------------------------------------------------------------------------------------------\n"
        "                                     10.00       10.00   clock main (rise edge)\n"
        "                                      8.00       18.00   clock network delay (propagated)\n"
        "                          1.00        0.00       18.00 ^ ff1/CK (DFF)\n"
        "     1        0.00        1.00       30.00       48.00 v ff1/Q (DFF)\n"
        "                          1.00        0.00       48.00 v g/A (NAND2)\n"
        "     2        0.00        1.00        4.00       52.00 ^ g/Z (NAND2)\n"
        "                                                         z (net)\n"
        "                          1.00        0.00       52.00 ^ out (out)\n"
        "                                                 52.00   data arrival time\n"
        "\n"
        "                                    110.00      110.00   clock main (rise edge)\n"
        "                                      0.00      110.00   clock network delay (propagated)\n"
        "                                    -65.00       45.00   output external delay\n"
        "                                                 45.00   data required time\n"
        "---------------------------------------------------------------------------------------------\n"
        "                                                 45.00   data required time\n"
        "                                                -52.00   data arrival time\n"
        "---------------------------------------------------------------------------------------------\n"
        "                                                 -7.00   slack (VIOLATED)\n"
        "\n"
        "\n");
}

TEST_CASE("text: a hold path and its clock", "[report]") {
  gsta_test::group_paths options;
  options.late = false;
  options.early = true;
  options.k = 2;
  auto const text = text_of({.summary = false}, options);
  CHECK_THAT(text, contains("Path Type: min\n"));
  // in falls at 2 and the clock rises at 10; the NAND rises 4 later; the late clock is at ff2 8 after its
  // edge.
  CHECK_THAT(text, contains("Startpoint: in (input port clocked by main)\n"
                            "Endpoint: ff2 (rising edge-triggered flip-flop clocked by main)\n"));
  CHECK_THAT(text,
             contains("                                     10.00       10.00   clock main (rise edge)\n"
                      "                                      0.00       10.00   clock network delay "
                      "(propagated)\n"
                      "                                      2.00       12.00 v input external delay\n"
                      "     1        0.00        1.00        0.00       12.00 v in (in)\n"
                      "                          1.00        0.00       12.00 v g/B (NAND2)\n"
                      "     2        0.00        1.00        4.00       16.00 ^ g/Z (NAND2)\n"));
  CHECK_THAT(text, contains("                                      8.00       18.00   clock network delay "
                            "(propagated)\n"
                            "                                                 18.00 ^ ff2/CK (DFF)\n"
                            "                                      2.00       20.00   library hold time\n"
                            "                                                 20.00   data required time\n"));
  CHECK_THAT(text, contains("                                                 -4.00   slack (VIOLATED)\n"));
}

TEST_CASE("text: an ideal clock and its uncertainty", "[report]") {
  auto const design = gsta_test::ideally_clocked_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {2, 1, true, false});
  input.cell_of = gsta_test::reported_cells(design);
  auto const text = report_text(input, {.summary = false, .pins = true});
  CHECK_THAT(text,
             contains("                                     10.00       10.00   clock main (rise edge)\n"
                      "                                      3.00       13.00   clock network delay (ideal)\n"
                      "                          0.00        0.00       13.00 ^ ff1/CK (DFF)\n"
                      "     1        0.00        1.00       30.00       43.00 v ff1/Q (DFF)\n"));
  CHECK_THAT(text,
             contains("                                    110.00      110.00   clock main (rise edge)\n"
                      "                                      3.00      113.00   clock network delay (ideal)\n"
                      "                                     -2.00      111.00   clock uncertainty\n"
                      "                                    -65.00       46.00   output external delay\n"
                      "                                                 46.00   data required time\n"));
  CHECK_THAT(text, contains("                                                 -1.00   slack (VIOLATED)\n"));
  CHECK_THAT(text, contains("                                     -2.00      111.00   clock uncertainty\n"
                            "                                                111.00 ^ ff2/CK (DFF)\n"
                            "                                     -3.00      108.00   library setup time\n"));
  // A clock pin's shadow has no row of its own.
  auto const pins = text.substr(text.find("early rise"));
  auto const first = pins.find("\nff1/CK ");
  REQUIRE(first != pins.npos);
  CHECK(pins.find("\nff1/CK ", first + 1) == pins.npos);
}

TEST_CASE("text: clocks without names go by number", "[report]") {
  auto design = gsta_test::ideally_clocked_design();
  design.clock_name = {};
  design.rules[0].setup_uncertainty = 25'000;
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {2, 1, true, false});
  auto const text = report_text(input, {.summary = false});
  CHECK_THAT(text, contains("Path Group: clock0"));
  CHECK_THAT(text, contains("110.00      110.00   clock clock0 (rise edge)\n"));
  CHECK_THAT(text, contains("                                    -25.00       88.00   clock uncertainty\n"));
  design.clock_name = {"", "second"};
  CHECK(clock_name_of(design, 1) == "clock0");
  CHECK(clock_name_of(design, 2) == "second");
  CHECK(clock_name_of(design, 4) == "clock2");
  CHECK(clock_name_of(design, none) == "");
}

TEST_CASE("text: an ideal clock's latency is not taken for an input delay", "[report]") {
  auto const design = gsta_test::ideally_clocked_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {1, 1, false, true});
  auto const text = report_text(input, {.summary = false});
  // in falls at 2, of which 3 are the clock's; the data at 16 meets 10 + 3 + 1 + 2, or 10 + 8 + 1 at the
  // output.
  CHECK_THAT(text,
             contains("                                      3.00       13.00   clock network delay (ideal)\n"
                      "                                     -1.00       12.00 v input external delay\n"));
  CHECK_THAT(text,
             contains("                                      1.00       14.00   clock uncertainty\n"
                      "                                      5.00       19.00   output external delay\n"));
  CHECK_THAT(text, contains("                                                 -3.00   slack (VIOLATED)\n"));
}

TEST_CASE("text: long ends of a path take two lines, unknown cells and nets none", "[report]") {
  auto design = gsta_test::reported_design();
  design.pin_name.rename(gsta_test::two_registers::out, std::string(60, 'o'));
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {});
  auto const text = report_text(input, {.summary = false});
  CHECK_THAT(text, contains("Startpoint: ff1 (rising edge-triggered flip-flop clocked by main)\n"
                            "Endpoint: " +
                            std::string(60, 'o') + "\n          (output port clocked by main)\n"));
  CHECK_THAT(text, contains("       18.00 ^ ff1/CK\n"));
  CHECK_THAT(text, !contains("(net)"));
}

TEST_CASE("text: pieces make the whole", "[report]") {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input const input{design, timing, "top", "host"};
  report_parts const all{true, true, true, true};
  std::string pieces;
  report_text(input, all, [&](std::string_view piece) { pieces += piece; });
  CHECK(pieces == report_text(input, all));
  auto const full = [](std::string_view) { throw std::runtime_error("disk full"); };
  CHECK_THROWS_AS(report_text(input, all, full), std::runtime_error);
}

TEST_CASE("text: pins", "[report]") {
  auto const text = text_of({.summary = false, .paths = false, .pins = true});
  CHECK_THAT(text, contains("early rise"));
  CHECK_THAT(text, contains("   arrival       17.00           -       18.00           -\n"));
}

TEST_CASE("text: a delay that counts from the path's start, and data against data", "[report]") {
  auto design = gsta_test::reported_design();
  for (auto& source : design.sources)
    source.kind = source.pin == two_registers::clk ? arrival_kind::clock : arrival_kind::data;
  path_exception delay;
  delay.effect = exception_effect::path_delay;
  delay.from = {two_registers::ff1_ck};
  delay.to = {two_registers::out};
  delay.hold = false;
  delay.delay = 40;
  delay.from_start = true;
  design.exceptions = {delay};
  id const margin = design.luts.add({}, {}, {6});
  design.add_check(two_registers::ff2_d, two_registers::nand_a,
                   design.add_check_type({check_kind::data_setup, edge::rise, {margin, margin}}));
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {.k = 8, .per_endpoint = 8});
  input.cell_of = gsta_test::reported_cells(design);
  auto const text = report_text(input, {.endpoints = true});
  // 30 through ff1, 4 through g: nothing of the clock's 8, nor of its edge at 10.
  CHECK_THAT(text, contains("output_setup  path delay             34.00      -25.00      -59.00\n"));
  CHECK_THAT(text,
             contains("                                      0.00        0.00 ^ clock source latency\n"));
  CHECK_THAT(text,
             contains("                                     40.00       40.00   max_delay\n"
                      "                                    -65.00      -25.00   output external delay\n"));
  // g/A rises 27 behind the edge, 7 and 20; ff2/D 42 behind it.
  CHECK_THAT(text, contains("Endpoint: ff2/D (data check against rising g/A clocked by main)\n"));
  CHECK_THAT(text, contains("data_setup    main"));
  CHECK_THAT(text, contains("data check setup time\n"));
  CHECK(timing.setup.wns == -59);
}
