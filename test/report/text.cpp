#include "gsta/report/text.hpp"

#include "test/report/reported_design.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::contains;

namespace {

std::string report(report_parts const& parts, group_paths_options const& paths = {}) {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = paths_by_group(design, timing, paths);
  input.cell_of = [&](id pin) { return design.pin_name[pin].starts_with("g/") ? "NAND2" : ""; };
  return report_text(input, parts);
}

}  // namespace

TEST_CASE("text: summary and endpoints, worst first", "[report]") {
  auto const text = report({.endpoints = true, .paths = false});
  CHECK_THAT(text, contains("Design  top\n"));
  CHECK_THAT(text, contains("WNS                                -7.00"));
  CHECK_THAT(text, contains("Unconstrained endpoints                1               1\n"));
  auto const violated = text.find("out       "), met = text.find("ff2/D  ");
  CHECK(violated < met);
  CHECK_THAT(text, contains("output_setup  main                   52.00       45.00       -7.00\n"));
  CHECK_THAT(text, contains("unconstrained"));
}

TEST_CASE("text: a path from register to output", "[report]") {
  auto const text = report({.summary = false});
  CHECK(text ==
        "Startpoint: ff1/CK (rising edge-triggered register clocked by main)\n"
        "Endpoint: out (output port clocked by main)\n"
        "Path Group: main\n"
        "Path Type: max\n"
        "\n"
        "      Delay        Time   Description\n"
        "----------------------------------------------------------------\n"
        "      10.00       10.00   clock main (rise edge)\n"
        "       8.00       18.00   clock network delay (propagated)\n"
        "       0.00       18.00   ^ ff1/CK\n"
        "      30.00       48.00   v ff1/Q\n"
        "       0.00       48.00   v g/A (NAND2)\n"
        "       4.00       52.00   ^ g/Z (NAND2)\n"
        "       0.00       52.00   ^ out\n"
        "                  52.00   data arrival time\n"
        "\n"
        "     110.00      110.00   clock main (rise edge)\n"
        "     -65.00       45.00   output external delay\n"
        "                  45.00   data required time\n"
        "----------------------------------------------------------------\n"
        "                  45.00   data required time\n"
        "                 -52.00   data arrival time\n"
        "----------------------------------------------------------------\n"
        "                  -7.00   slack (VIOLATED)\n"
        "\n"
        "\n");
}

TEST_CASE("text: a hold path and its clock", "[report]") {
  group_paths_options options;
  options.late = false;
  options.early = true;
  options.k = 2;
  auto const text = report({.summary = false}, options);
  CHECK_THAT(text, contains("Path Type: min\n"));
  CHECK_THAT(text, contains("Startpoint: in (input port clocked by main)\n"));
  CHECK_THAT(text, contains("       8.00       18.00   clock network delay (propagated)\n"
                            "                  18.00   ^ ff2/CK\n"
                            "       2.00       20.00   library hold time\n"));
}

TEST_CASE("text: pins", "[report]") {
  auto const text = report({.summary = false, .paths = false, .pins = true});
  CHECK_THAT(text, contains("early rise"));
  CHECK_THAT(text, contains("   arrival       17.00           -       18.00           -\n"));
}
