// What sta prints, by its options: versions, digits, units, fields, pages, and JSON that its schema
// describes.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "gsta/version.hpp"
#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"
#include "test/report/well_formed.hpp"
#include "test/support/catch.hpp"
#include "test/support/json_schema.hpp"

using namespace gsta_test;

namespace {

using words = std::vector<std::string>;

/// Times the counter under its constraints and `more` of them.
outcome counter(sandbox const& design, words const& more, std::string const& constraints = "# none\n") {
  design.write("more.sdc", constraints);
  words all{"--liberty", design.path("counter.lib"),
            "--verilog", design.path("counter.v"),
            "--spef",    design.path("counter.spef"),
            "--sdc",     design.path("counter.sdc"),
            "--sdc",     design.path("more.sdc"),
            "--device",  "host",
            "--threads", "1",
            "--quiet",   "--no-cppr"};
  all.insert(all.end(), more.begin(), more.end());
  auto seen = run_driver("sta", all);
  CAPTURE(seen.err);
  CHECK(seen.exit_code == 0);
  return seen;
}

std::string page_of(sandbox const& design, words more) {
  more.insert(more.end(), {"--html", design.path("page.html")});
  counter(design, more);
  auto page = design.read("page.html");
  CHECK(markup_checker(page).fault() == "");
  return page;
}

}  // namespace

TEST_CASE("drivers say their version, which is the project's") {
  auto const version = std::to_string(GSTA_VERSION_MAJOR) + "." + std::to_string(GSTA_VERSION_MINOR) + "." +
                       std::to_string(GSTA_VERSION_PATCH);
  for (std::string const program : {"sta", "tau15", "kpaths", "place"}) {
    auto const seen = run_driver(program, {"--version"});
    CHECK(seen.exit_code == 0);
    CHECK(seen.err.empty());
    CHECK(seen.out == program + " " + version + "\n");
  }
}

TEST_CASE("sta prints digits and units as asked for") {
  sandbox const design("examples/designs/counter");
  auto const timed = [&](words more) {
    more.insert(more.end(), {"--wire", "elmore-slew"});
    return counter(design, more);
  };
  auto const usual = timed({}).out;
  CHECK_THAT(usual, contains("Units   time ps, capacitance fF\n"));
  CHECK_THAT(usual, contains("Worst slack                        31.16            4.21\n"));
  CHECK(timed({"--digits", "2", "--units", "ps,fF"}).out == usual);
  CHECK(timed({"--digits", "2", "--units", "fF"}).out == usual);
  auto const fine = timed({"--digits", "5", "--units", "ns,pF"}).out;
  CHECK_THAT(fine, contains("Units   time ns, capacitance pF\n"));
  CHECK_THAT(fine, contains("Worst slack                      0.03116         0.00421\n"));
  CHECK_THAT(fine, contains("   0.00890 "));  // fF in pF
  CHECK_THAT(fine, contains("        0.03116   slack (MET)\n"));
  CHECK_THAT(timed({"--digits", "0"}).out,
             contains("Worst slack                           31               4\n"));
  // JSON has all digits and its own units, whatever is asked for.
  words const json{"--format", "json"};
  auto const all = timed(json).out;
  CHECK(timed({"--format", "json", "--digits", "0", "--units", "ns,pF"}).out == all);
}

TEST_CASE("sta prints the fields that are asked for") {
  sandbox const design("examples/designs/counter");
  auto const usual = counter(design, {}).out;
  CHECK(counter(design, {"--fields", "slew,capacitance,input_pins,net,fanout"}).out == usual);
  auto const none = counter(design, {"--fields", "none"}).out;
  CHECK_THAT(none, contains("      Delay        Time   Description\n"));
  CHECK_THAT(none, !contains("and0/A"));
  CHECK_THAT(none, !contains("(net)"));
  auto const some = counter(design, {"--fields", "fanout,net"}).out;
  CHECK_THAT(some, contains("Fanout       Delay        Time   Description\n"));
  CHECK_THAT(some, contains("(net)\n"));
}

TEST_CASE("sta refuses digits, units and fields that it does not know") {
  sandbox const design("examples/designs/counter");
  for (words const& wrong :
       {words{"--digits", "10"}, words{"--digits", "-1"}, words{"--digits", "two"}, words{"--units", "us"},
        words{"--units", "ps;ns"}, words{"--fields", "slews"}, words{"--fields", "none,slew"},
        words{"--fields", ""}, words{"--html-rows", "-1"}, words{"--html-paths", "all"}}) {
    words all{"--liberty", design.path("counter.lib"), "--verilog", design.path("counter.v")};
    all.insert(all.end(), wrong.begin(), wrong.end());
    auto const seen = run_driver("sta", all);
    CAPTURE(wrong, seen.err);
    CHECK(seen.exit_code == 2);
    CHECK(seen.out.empty());
    CHECK(std::count(seen.err.begin(), seen.err.end(), '\n') == 1);
  }
}

TEST_CASE("sta's page has as many rows and paths as asked for") {
  sandbox const design("examples/designs/counter");
  auto const traces = [](std::string const& page) { return count_of(page, "<details class=\"trace\""); };
  auto const rows = [](std::string const& page) {
    return count_of(page.substr(page.find("<h2 id=\"endpoints\">")), "<tr><td class=\"p\">");
  };
  auto const usual = page_of(design, {});
  CHECK(traces(usual) == 9);  // of ten, all that there are: one to an endpoint
  CHECK(rows(usual) == 36);
  auto const few = page_of(design, {"--html-rows", "3", "--html-paths", "2"});
  CHECK(traces(few) == 2);
  CHECK(rows(few) == 6);
  CHECK_THAT(few, contains("15 more rows are left out"));
  CHECK(traces(page_of(design, {"--html-paths", "2", "--paths", "5", "--delay", "both"})) == 10);
  CHECK(traces(page_of(design, {"--html-paths", "300", "--paths-per-endpoint", "300"})) > 50);
  // The text has its own number of paths, with or without a page.
  auto const text = counter(design, {"--paths", "3"}).out;
  CHECK(count_of(text, "Startpoint: ") == 3);
  CHECK(counter(design, {"--paths", "3", "--html", design.path("page.html")}).out == text);
  CHECK(counter(design, {"--html", design.path("page.html"), "--report", "summary"}).out ==
        counter(design, {"--report", "summary"}).out);
}

TEST_CASE("sta's worst path has the summary's slack, digit by digit") {
  sandbox const design("examples/designs/riscling");
  words const files{"--liberty", design.path("plain45.lib"),
                    "--verilog", design.path("riscling.v.gz"),
                    "--spef",    design.path("riscling.spef.gz"),
                    "--sdc",     design.path("riscling.sdc"),
                    "--device",  "host",
                    "--quiet",   "--no-cppr",
                    "--delay",   "both",
                    "--html",    design.path("page.html")};
  for (std::string const digits : {"2", "5"}) {
    words all = files;
    all.insert(all.end(), {"--digits", digits});
    auto const text = run_driver("sta", all).out;
    std::smatch summary;
    REQUIRE(std::regex_search(text, summary, std::regex("Worst slack +(-?[0-9.]+) +(-?[0-9.]+)\n")));
    std::vector<std::string> slacks;
    std::regex const slack("(-?[0-9.]+)   slack \\(");
    for (std::sregex_iterator at(text.begin(), text.end(), slack), end; at != end; ++at)
      slacks.push_back((*at)[1]);
    REQUIRE(!slacks.empty());
    double const worst = std::min(std::stod(summary[1]), std::stod(summary[2]));
    CHECK(std::stod(slacks.front()) == worst);
    auto const has = [&](std::string const& slack) {
      return std::find(slacks.begin(), slacks.end(), slack) != slacks.end();
    };
    CHECK(has(summary[1]));
    CHECK(has(summary[2]));
    auto const page = design.read("page.html");
    CHECK_THAT(page, contains(">" + summary[1].str() + " ps</div>"));
    CHECK_THAT(page, contains(">" + summary[1].str() + "</strong> ps"));
    CHECK_THAT(page, contains(">" + summary[2].str() + "</strong> ps"));
  }
}

TEST_CASE("sta's JSON is as its schema says") {
  sandbox const design("examples/designs/counter");
  auto const schema = report_schema();
  words const json{"--format",
                   "json",
                   "--report",
                   "summary,groups,paths,endpoints,pins,unconstrained,check_setup,"
                   "clock_latency,clock_skew",
                   "--path-format",
                   "full_clock_expanded",
                   "--paths",
                   "100",
                   "--paths-per-endpoint",
                   "10",
                   "--delay",
                   "both"};
  for (std::string const constraints :
       {"# none\n", "set_wire_load_model -name top\nset_load 1 [get_ports none]\n",
        "set_false_path -to [all_outputs]\n"}) {
    auto const report = nlohmann::json::parse(counter(design, json, constraints).out);
    CHECK(schema.fault(report) == "");
    CHECK(report["version"] == 3);
    CHECK(report["incomplete"] == (constraints.starts_with("set_wire_load_model") ? 1 : 0));
    REQUIRE(!report["paths"].empty());
    for (auto const& path : report["paths"]) {
      CHECK(path["capture_clock"] == "clk");
      double const slack = path["slack"], end = path["pins"].back()["arrival"], required = path["required"];
      bool const late = path["check"] == "setup" || path["check"] == "output_setup";
      CHECK(std::abs(slack - (late ? required - end : end - required)) < 1e-3);
      CHECK(path["pins"].size() > 1);
      for (auto const& step : path["pins"]) {
        auto const name = step["pin"].get<std::string>();
        CHECK(step["cell"].is_null() == (name.find('/') == name.npos));
        CHECK((step["net"].is_string() || step == path["pins"].front()));
      }
    }
  }
  // Without constraints nothing is worse than anything.
  auto const bare =
      run_driver("sta", {"--liberty", design.path("counter.lib"), "--verilog", design.path("counter.v"),
                         "--device", "host", "--format", "json", "--quiet"});
  CHECK(schema.fault(nlohmann::json::parse(bare.out)) == "");
}

TEST_CASE("sta's reports of constraints and clocks, part by part") {
  sandbox const design("examples/designs/counter");
  for (auto const& [part, line] :
       std::map<std::string, std::string>{{"groups", "Path group "},
                                          {"unconstrained", "Unconstrained endpoint "},
                                          {"check_setup", "Check of constraints\n"},
                                          {"clock_latency", "Clock latency "},
                                          {"clock_skew", "Clock skew "}}) {
    CHECK(counter(design, {"--report", part}).out.starts_with(line));
  }
  auto const text = counter(design, {"--path-format", "full_clock_expanded"}).out;
  CHECK_THAT(text, contains("clock source latency"));
  CHECK_THAT(counter(design, {"--path-format", "summary"}).out, contains("Startpoint  "));
}
