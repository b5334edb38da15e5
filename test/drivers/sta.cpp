// The driver `sta` as its users run it: exit codes, messages, output.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "test/drivers/workshop.hpp"

using namespace gsta_test;

TEST_CASE("sta: text and JSON of the counter", "[driver]") {
  workshop const w;
  auto const text = w.run(counter + "--device host --quiet");
  CHECK(text.code == 0);
  CHECK(text.err.empty());
  CHECK_THAT(text.out,
             gsta_test::contains("Startpoint: bit0 (rising edge-triggered flip-flop clocked by clk)"));
  CHECK_THAT(text.out, gsta_test::contains("slack (MET)"));

  auto const file =
      w.run(counter + "--device host --format json --report pins --paths 2 --delay both --output r.json");
  CHECK(file.code == 0);
  CHECK(file.out.empty());
  auto const json = nlohmann::json::parse(slurp(w.folder / "r.json"));
  CHECK(json["design"] == "counter");
  CHECK(json["device"] == "host");
  CHECK(json["summary"]["setup"]["endpoints"] == 9);
  CHECK(json["summary"]["hold"]["violations"] == 0);
  CHECK(json["endpoints"].size() == 36);
  CHECK(json["paths"].size() == 4);
  CHECK(json["pins"].size() == 59);
  CHECK(json["diagnostics"].empty());
  double worst = 1e9;
  for (auto const& e : json["endpoints"]) {
    if (e["check"].get<std::string>().ends_with("setup")) worst = std::min(worst, e["slack"].get<double>());
  }
  CHECK(worst == json["summary"]["setup"]["worst_slack"].get<double>());
  CHECK_THAT(json["paths"][0]["slack"].get<double>(), Catch::Matchers::WithinAbs(worst, 0.02));
}

TEST_CASE("sta: threads do not show, wires do", "[driver]") {
  workshop const w;
  auto const json = counter + "--device host --format json --report pins,paths --paths 20 --quiet ";
  auto const one = w.run(json + "--threads 1");
  REQUIRE(one.code == 0);
  CHECK(w.run(json).out == one.out);
  auto const setup = [&](std::string const& wires) {
    auto const r = w.run(counter + "--device host --format json --quiet --wire " + wires);
    return nlohmann::json::parse(r.out)["summary"]["setup"]["worst_slack"].get<double>();
  };
  double const ideal = setup("ideal"), elmore = setup("elmore"), full = setup("elmore-slew");
  CHECK(ideal > elmore);
  CHECK(elmore > full);
  double const effective = setup("ceff");
  CHECK(ideal > effective);
  CHECK(effective > elmore);  // far capacitances count less
}

TEST_CASE("sta: extracted wires count as effective capacitances, and reports say so", "[driver]") {
  workshop const w;
  auto const said = [&](std::string const& options) {
    auto const r = w.run(options + "--device host --format json --quiet");
    REQUIRE(r.code == 0);
    auto const json = nlohmann::json::parse(r.out);
    return std::pair{json["delay_model"].get<std::string>(),
                     json["summary"]["setup"]["worst_slack"].get<double>()};
  };
  auto const usual = said(counter);
  CHECK(usual.first == "effective capacitance");
  CHECK(usual == said(counter + "--wire ceff "));
  CHECK(said(counter + "--wire elmore ").first == "Elmore");
  CHECK(said(counter + "--wire elmore-slew ").first == "Elmore, wires widen slews");
  CHECK(said(counter + "--wire ideal ").first == "no wires");
  std::string const bare = "--liberty counter.lib --verilog counter.v --sdc counter.sdc ";
  CHECK(said(bare) == said(counter + "--wire ideal "));
  auto const lumped = said(bare + "--wire ceff ");
  CHECK(lumped.first == "no wires");
  CHECK_THAT(lumped.second, Catch::Matchers::WithinAbs(said(bare).second, 1e-3));
  auto const text = w.run(counter + "--device host --quiet --html page.html");
  CHECK_THAT(text.out, gsta_test::contains("Delays  effective capacitance\n"));
  CHECK_THAT(text.out,
             gsta_test::contains("; by tables at the whole load: 0 without a ramp, 0 without tables\n"));
  CHECK_THAT(slurp(w.folder / "page.html"), gsta_test::contains("Delays: effective capacitance."));
  CHECK(w.run(counter + "--wire two_pole").code == 2);
}

TEST_CASE("sta: two libraries by corner, comma-separated files, no constraints", "[driver]") {
  workshop const w;
  auto const split = w.run(
      "--liberty-early counter.lib --liberty-late counter.lib --verilog counter.v --spef counter.spef "
      "--sdc counter.sdc --device host --quiet");
  CHECK(split.code == 0);
  CHECK(split.out == w.run(counter + "--device host --quiet").out);
  w.write("more.sdc", "set_input_transition 30 enable\n");
  CHECK(w.run(counter + "--sdc more.sdc --device host").code == 0);
  CHECK(w.run("--liberty counter.lib --verilog counter.v --sdc counter.sdc,more.sdc --device host").code ==
        0);
  auto const bare = w.run("--liberty counter.lib --verilog counter.v --device host --quiet");
  CHECK(bare.code == 0);
  CHECK_THAT(bare.out, gsta_test::contains("Unconstrained endpoints                9               9"));
}

TEST_CASE("sta: notes are counted and printed", "[driver]") {
  workshop const w;
  w.write("more.sdc", "\n  set_wire_load_model -name top\n");
  auto const r = w.run(counter + "--sdc more.sdc --device host --no-cppr");
  CHECK(r.code == 0);
  CHECK(r.err == "sta: note: not applied: set_wire_load_model (1 times, first at more.sdc:2:3)\n");
}

TEST_CASE("sta: bad usage is exit 2, a missing backend exit 3", "[driver]") {
  workshop const w;
  for (std::string const arguments :
       {"", "--liberty counter.lib", "--verilog counter.v", "--bogus",
        "--liberty counter.lib --liberty-late counter.lib --verilog counter.v"}) {
    INFO(arguments);
    CHECK(w.run(arguments).code == 2);
  }
  for (std::string const more : {"--from a", "--rise-through b", "--fall-to c", "--delay mid", "--format xml",
                                 "--report all", "--paths many", "--paths -1", "--threads -1", "--device gpu",
                                 "--wire rc", "--paths-per-endpoint 0"}) {
    INFO(more);
    auto const r = w.run(counter + more);
    CHECK(r.code == 2);
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
  }
  CHECK(w.run("--help").code == 0);
  auto const cuda = w.run(counter + "--device cuda");
  CHECK((cuda.code == 0 || cuda.code == 3));
  if (cuda.code == 3) CHECK(cuda.out.empty());
}

TEST_CASE("sta: bad input is exit 1 and one line with its place", "[driver]") {
  workshop const w;
  fs::create_directory(w.folder / "folder");
  w.write("empty", "");
  w.write("binary", std::string("\x7f"
                                "ELF\0\1\2\3",
                                8));
  auto const refuse = [&](std::string const& arguments, std::string const& message) {
    INFO(arguments);
    auto const r = w.run(arguments + " --device host");
    CHECK(r.code == 1);
    CHECK(r.out.empty());
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
    CHECK_THAT(r.err, Catch::Matchers::StartsWith(message));
    CHECK_THAT(r.err, gsta_test::contains(": error: "));
  };
  for (std::string const name :
       {"liberty counter.lib", "verilog counter.v", "spef counter.spef", "sdc counter.sdc"}) {
    auto const file = name.substr(name.find(' ') + 1);
    for (std::string const bad : {"missing", "folder", "empty", "binary"}) {
      auto arguments = counter;
      refuse(arguments.replace(arguments.find(file), file.size(), bad), bad + ":");
    }
  }
  w.write("cut.lib", slurp(w.folder / "counter.lib").substr(0, 4000));
  w.write("cut.v", slurp(w.folder / "counter.v").substr(0, 600));
  w.write("cut.spef", slurp(w.folder / "counter.spef").substr(0, 2000));
  refuse("--liberty cut.lib --verilog counter.v", "cut.lib:");
  refuse("--liberty counter.lib --verilog cut.v", "cut.v:");
  refuse("--liberty counter.lib --verilog counter.v --spef cut.spef", "cut.spef:");
  refuse(counter + "--top other", "counter.v:0:0: error: ");
  refuse(counter + "--output folder/none/x", "folder/none/x:0:0: error: ");
  w.write("loop.v",
          "module m (a, z);\n  input a;\n  output z;\n  wire b;\n"
          "  NAND2 g (.A(a), .B(z), .Y(b));\n  INV i (.A(b), .Y(z));\nendmodule\n");
  refuse("--liberty counter.lib --verilog loop.v --no-loops", "loop.v:5:");
  // In a module of another file, by its name.
  w.write("inner.v",
          "\n\nmodule inner (a, z);\n  input a;\n  output z;\n  wire b;\n"
          "  NAND2 g (.A(a), .B(z), .Y(b));\n  INV i (.A(b), .Y(z));\nendmodule\n");
  w.write("outer.v", "module outer (a, z);\n  input a;\n  output z;\n  inner x (.a(a), .z(z));\nendmodule\n");
  refuse("--liberty counter.lib --verilog outer.v --verilog inner.v --no-loops", "inner.v:7:");
  w.write("bad.sdc", "create_clock -period 10 [get_ports clk]\nset_input_delay x -clock clk enable\n");
  refuse("--liberty counter.lib --verilog counter.v --sdc bad.sdc", "bad.sdc:2:1: error: expected a number");
}
