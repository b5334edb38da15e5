// How numbers and paths are printed: digits, units, fields, formats.
#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::contains;

namespace {

/// The worst paths of both sides, or as many as asked for.
std::string styled(report_style const& style, report_parts const& parts = {.summary = false},
                   gsta_test::group_paths const& paths = {2, 1, true, true}) {
  auto design = gsta_test::reported_design();
  design.net_name.rename(3, "z");
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, paths);
  input.cell_of = gsta_test::reported_cells(design);
  input.style = style;
  return report_text(input, parts);
}

std::string page_of(report_style const& style) {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {});
  input.style = style;
  return report_html(input);
}

gsta_test::group_paths const worst{1, 1, true, false};

}  // namespace

TEST_CASE("style: words of fields and formats are OpenSTA's", "[report]") {
  auto const flags = [](path_fields const& f) {
    return std::string{f.input_pins ? 'i' : '-', f.nets ? 'n' : '-', f.fanout ? 'f' : '-',
                       f.capacitance ? 'c' : '-', f.slew ? 's' : '-'};
  };
  CHECK(flags({}) == "infcs");
  CHECK(flags(no_fields()) == "-----");
  struct word {
    char const *text, *adds;
  };
  for (auto const& [text, adds] :
       {word{"input_pins", "i----"}, word{"input_pin", "i----"}, word{"input", "i----"}, word{"net", "-n---"},
        word{"nets", "-n---"}, word{"fanout", "--f--"}, word{"capacitance", "---c-"}, word{"cap", "---c-"},
        word{"slew", "----s"}, word{"slews", ""}, word{"", ""}}) {
    CAPTURE(text);
    auto fields = no_fields();
    CHECK(add_field(fields, text) == (*adds != '\0'));
    CHECK(flags(fields) == (*adds == '\0' ? "-----" : adds));
  }
  path_format format = path_format::summary;
  CHECK(!set_format(format, "ful"));
  CHECK(format == path_format::summary);
  CHECK((set_format(format, "full") && format == path_format::full));
  CHECK((set_format(format, "full_clock_expanded") && format == path_format::full_clock_expanded));
  CHECK((set_format(format, "end") && format == path_format::end));
  CHECK((set_format(format, "summary") && format == path_format::summary));
}

TEST_CASE("style: digits and units of text", "[report]") {
  report_parts const tables{.endpoints = true, .paths = false, .pins = true};
  auto const whole = styled({.digits = 0}, tables);
  CHECK_THAT(whole, contains("WNS                                   -7              -4\n"));
  CHECK_THAT(whole, contains("output_setup  main                   52       45       -7\n"));
  CHECK_THAT(whole, contains("   arrival       17        -       18        -\n"));
  auto const fine = styled({.digits = 4, .time = time_unit::ns}, tables);
  CHECK_THAT(fine, contains("Units   time ns, capacitance fF\n"));
  CHECK_THAT(fine, contains("WNS                              -0.0070         -0.0040\n"));
  CHECK_THAT(fine, contains("output_setup  main                    0.0520        0.0450       -0.0070\n"));
  auto const path = styled({.digits = 3, .time = time_unit::ns, .capacitance = capacitance_unit::pF},
                           {.paths = true}, worst);
  CHECK_THAT(path, contains("Units   time ns, capacitance pF\n"));
  CHECK_THAT(path, contains("       0.000        0.001        0.030        0.048 v ff1/Q (DFF)\n"));
  CHECK_THAT(path, contains("       -0.007   slack (VIOLATED)\n"));
}

TEST_CASE("style: what is half a last digit goes away from zero, and nothing is -0", "[report]") {
  // Slacks of -7, 62 and -4, 1: in ns with two digits -0.01, 0.06 and -0.00, 0.00.
  auto const text = styled({.time = time_unit::ns}, {.endpoints = true, .paths = false});
  CHECK_THAT(text, contains("Worst slack                        -0.01            0.00\n"));
  CHECK_THAT(text, !contains("-0.00"));
  // 45 ps is half a digit between 0.04 and 0.05; 52 gives 0.05: required less arrival is the slack.
  CHECK_THAT(text, contains("output_setup  main                    0.05        0.04       -0.01\n"));
}

TEST_CASE("style: fields of paths", "[report]") {
  report_style style;
  style.fields = no_fields();
  CHECK_THAT(styled(style, {.summary = false}, worst),
             contains("      Delay        Time   Description\n"
                      "--------------------------------------------------------------\n"
                      "      10.00       10.00   clock main (rise edge)\n"
                      "       8.00       18.00   clock network delay (propagated)\n"
                      "       0.00       18.00 ^ ff1/CK (DFF)\n"
                      "      30.00       48.00 v ff1/Q (DFF)\n"
                      "       4.00       52.00 ^ g/Z (NAND2)\n"
                      "       0.00       52.00 ^ out (out)\n"
                      "                  52.00   data arrival time\n"));
  style.fields.fanout = style.fields.nets = true;
  CHECK_THAT(styled(style, {.summary = false}, worst),
             contains("     2        4.00       52.00 ^ g/Z (NAND2)\n"
                      "                                 z (net)\n"));
  style.fields = no_fields();
  style.fields.input_pins = style.fields.slew = true;
  CHECK_THAT(styled(style, {.summary = false}, worst),
             contains("       Slew       Delay        Time   Description\n"));
  CHECK_THAT(styled(style, {.summary = false}, worst),
             contains("       1.00        0.00       48.00 v g/A (NAND2)\n"));
}

TEST_CASE("style: pages follow digits, units and fields", "[report]") {
  auto const usual = page_of({});
  CHECK_THAT(
      usual,
      contains("<th class=\"k n\">Fan-out</th><th class=\"k n\">Load</th><th class=\"k n\">Slew</th>"));
  report_style style{.digits = 3, .time = time_unit::ns, .capacitance = capacitance_unit::pF};
  style.fields = no_fields();
  auto const page = page_of(style);
  CHECK_THAT(page, contains("Times in ns, capacitances in pF."));
  CHECK_THAT(page, contains("<div class=\"big bad\">-0.007 ns</div>"));
  CHECK_THAT(page, contains("<title>-0.01 to -0.005 ns: 1 endpoint</title>"));
  CHECK_THAT(page, contains("Setup slack (ns)</text>"));
  CHECK_THAT(page, contains("-0.007 ns</strong> = required 0.045 \u2212 arrival 0.052"));
  CHECK_THAT(page, contains(">0.02</span>"));  // a tick over the bars
  CHECK_THAT(page, contains("</span></summary>"));
  for (auto const* const gone : {"Fan-out", "Load</th>", "Slew</th>", "v g/A", " ps"}) {
    CAPTURE(gone);
    CHECK_THAT(page, !contains(gone));
  }
}

TEST_CASE("style: paths of a line each", "[report]") {
  CHECK(styled({.format = path_format::end}) ==
        "max_delay/setup group main\n"
        "\n"
        "                                        Required      Actual\n"
        "Endpoint                                   Delay       Delay       Slack\n"
        "------------------------------------------------------------------------\n"
        "out (output)                               45.00       52.00       -7.00 (VIOLATED)\n"
        "ff2/D (DFF)                               114.00       52.00       62.00 (MET)\n"
        "\n"
        "min_delay/hold group main\n"
        "\n"
        "                                        Required      Actual\n"
        "Endpoint                                   Delay       Delay       Slack\n"
        "------------------------------------------------------------------------\n"
        "ff2/D (DFF)                                20.00       16.00       -4.00 (VIOLATED)\n"
        "out (output)                               15.00       16.00        1.00 (MET)\n"
        "\n");
  CHECK(styled({.format = path_format::summary}) ==
        "Startpoint                           Endpoint                                   Slack\n"
        "-------------------------------------------------------------------------------------\n"
        "ff1/Q (DFF)                          out (output)                               -7.00\n"
        "ff1/Q (DFF)                          ff2/D (DFF)                                62.00\n"
        "in (input)                           ff2/D (DFF)                                -4.00\n"
        "in (input)                           out (output)                                1.00\n"
        "\n");
  CHECK_THAT(styled({.format = path_format::full_clock_expanded}), contains("clock source latency"));
  CHECK_THAT(styled({}), !contains("clock source latency"));
}
