// The contest's driver on spoilt input: design.md, section 7, "Exit".
#include "test/drivers/spoil.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta_test;

namespace {

std::vector<std::string> arguments(sandbox const& design, std::vector<std::string> const& more = {}) {
  std::vector<std::string> words{design.path("demo.tau2015"),
                                 design.path("demo.timing"),
                                 design.path("demo.ops"),
                                 design.path("output"),
                                 "--device",
                                 "host",
                                 "--threads",
                                 "1",
                                 "--no-cppr"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

outcome time_demo(sandbox const& design) { return run_driver("tau15", arguments(design)); }

std::vector<std::string> const files = {"demo.tau2015", "demo_Early.lib",  "demo_Late.lib",
                                        "demo.v",       "demo.spef",       "demo.timing",
                                        "demo.ops",     "demo_edited.spef"};

}  // namespace

TEST_CASE("tau15 times the design that these tests spoil") {
  sandbox const design("examples/designs/demo");
  auto const seen = time_demo(design);
  CAPTURE(seen.err);
  CHECK(seen.exit_code == 0);
  CHECK(seen.out.empty());
  CHECK(!design.read("output").empty());
}

TEST_CASE("tau15 reports the same of what it carries from edit to edit as of whole updates") {
  sandbox const design("examples/designs/demo");
  auto const commands = design.read("demo.ops");
  auto const timed = [&](std::vector<std::string> const& more) {
    auto const seen = run_driver("tau15", arguments(design, more));
    CAPTURE(seen.err);
    REQUIRE(seen.exit_code == 0);
    return design.read("output");
  };
  std::string dense;  // a report behind each edit
  for (std::size_t at = 0; at < commands.size();) {
    std::size_t const end = commands.find('\n', at);
    dense += commands.substr(at, end - at) + "\nreport_worst_paths -numPaths 50\n";
    at = end == std::string::npos ? commands.size() : end + 1;
  }
  design.write("demo.ops", dense);
  auto const carried = timed({});
  CHECK(carried.size() > 1000);
  CHECK(carried == timed({"--rebuild"}));
}

TEST_CASE("tau15 reports the same of gates that become other cells where they stand as of whole updates") {
  sandbox const design("examples/designs/demo");
  std::vector<std::string> const buffers{"ck0", "ck1", "ck2", "u8"}, nands{"u1", "u3", "u5", "u7"},
      xors{"u4", "u6"};
  prng random(12);
  std::string commands;
  for (int i = 0; i < 150; ++i) {
    bool const buffer = random.chance(40);
    commands += "repower_gate " + random.pick(buffer ? buffers : nands) + " ";
    commands += buffer ? random.pick(std::vector<std::string>{"BUF_X1", "BUF_X4"})
                       : random.pick(std::vector<std::string>{"NAND2_X1", "NAND2_X2"});
    commands += "\n";
    if (random.chance(10)) commands += "repower_gate " + random.pick(xors) + " NAND2_X2\n";  // another shape
    if (random.chance(10)) commands += "repower_gate " + random.pick(xors) + " XOR2_X1\n";
    if (random.chance(5)) commands += "read_spef demo_edited.spef\n";
    if (random.chance(20)) continue;  // several at once
    commands += "report_slack -pin r3:D -late -fall\nreport_slew -pin u5:Y -early -rise\n";
    if (random.chance(30)) commands += "report_worst_paths -numPaths 20\n";
  }
  design.write("demo.ops", commands);
  for (bool const credits : {false, true}) {
    auto const timed = [&](std::vector<std::string> const& more) {
      auto words = arguments(design, more);
      if (credits) std::erase(words, "--no-cppr");
      auto const seen = run_driver("tau15", words);
      CAPTURE(seen.err);
      REQUIRE(seen.exit_code == 0);
      return design.read("output");
    };
    auto const swapped = timed({});
    CHECK(swapped.size() > 10000);
    CHECK(swapped == timed({"--rebuild"}));
  }
}

TEST_CASE("tau15 refuses a file that is missing, a folder, empty or a damaged archive") {
  sandbox const design("examples/designs/demo");
  for (auto const& file : files) check_no_file(design, time_demo, file);
}

TEST_CASE("tau15 refuses binary files") {
  sandbox const design("examples/designs/demo");
  for (auto const& file : files) check_binary(design, time_demo, file);
}

TEST_CASE("tau15 reads or refuses files that are cut short") {
  sandbox const design("examples/designs/demo");
  for (auto const& file : files) check_cut_short(design, time_demo, file);
}

TEST_CASE("tau15 refuses a wrong netlist in its place") {
  sandbox const design("examples/designs/demo");
  check_replacements(
      design, time_demo,
      {
          {"demo.v", "BUF_X4 ck0", "NONE_X4 ck0", "no library has a cell named NONE_X4"},
          {"demo.v", ".A(clk)", ".AA(clk)", "cell BUF_X4 has no pin named AA", 1},
          {"demo.v", "INV_X1 u2", "INV_X1 u1", "the instance \"u1\" is declared twice", 7},
          {"demo.v", "INV_X1 u2 ( .A(n1)", "INV_X1 u2 ( .Y(n1)", "the pin \"Y\" is connected twice", 21},
          {"demo.v", "input en;", "input en2;", "not in the module's port list", 6},
          {"demo.v", "input en;\n", "", "the port \"en\" is not declared", 0, "en, y, z"},
          {"demo.v", "wire c0;", "reg c0;", "\"reg\" is not supported yet"},
          {"demo.v", "endmodule", "endmodul (", "expected the instance's name", 9},
      });
}

TEST_CASE("tau15 refuses wrong wires in their place") {
  sandbox const design("examples/designs/demo");
  check_replacements(design, time_demo,
                     {
                         {"demo.spef", "*D_NET c0 ", "*D_NET none ", "the netlist has no net named none", 7},
                         {"demo.spef", "*I ck1:A I", "*I ck1:B I", "a pin that the netlist lacks: ck1:B", 3},
                         {"demo.spef", "1 clk 1.5", "1 clk 1.x5", "expected a number, found \"1.x5\"", 6},
                         {"demo.spef", "1 clk 1.5", "1 clk",
                          "expected a number or a triple a:b:c, found \"clk:1\"", 2, "2 clk:1"},
                         {"demo.spef", "*C_UNIT 1 FF", "*C_UNIT 1 MF", "expected PF or FF, found \"MF\"", 10},
                         {"demo.spef", "*D_NET clk ", "*D_NET *7 ", "the name map has no \"*7\"", 7},
                     });
}

TEST_CASE("tau15 times a net whose wire does not name its driver without the wire, and says so") {
  sandbox const design("examples/designs/demo");
  auto const is_timed = [&] {
    auto const output = design.read("output");
    return output.find("987654") == std::string::npos && output.find("nan") == std::string::npos;
  };
  CHECK(time_demo(design).err.find("driver") == std::string::npos);
  CHECK(is_timed());
  design.replace("demo.spef", "1 ck0:Y 2", "1 c0:9 2");
  design.replace("demo.spef", "1 ck0:Y c0:1", "1 c0:9 c0:1");
  auto const seen = time_demo(design);
  CHECK(seen.exit_code == 0);
  CHECK_THAT(seen.err, contains("a wire of the parasitics does not name its net's driver: left out"));
  CHECK(is_timed());  // all registers are behind that net
}

TEST_CASE("tau15 refuses a wrong library in its place") {
  sandbox const design("examples/designs/demo");
  for (std::string const file : {"demo_Early.lib", "demo_Late.lib"}) {
    check_replacements(design, time_demo,
                       {
                           {file, "\"5, 20, 80\"", "\"5, 2O, 80\"", "expected a number, found \"2O\"", 4},
                           {file, "\"5, 20, 80\"", "\"5, 20\"", "expected 6 values", 0, "values ("},
                           {file, "\"5, 20, 80\"", "\"5, 80, 20\"", "do not increase", 0, "index_1 (\"5, 80"},
                           {file, "pin (Y)", "pin (A)", "has a pin \"A\" already", 5},
                           {file, "related_pin : \"A\"", "related_pin : \"Z\"", "has no related pin Z", 0,
                            "      timing ()"},
                           {file, "delay_3x3) {\n          index", "none) {\n          index",
                            "no lu_table_template \"none\"", 11, "cell_rise (none"},
                       });
  }
}

TEST_CASE("tau15 refuses wrong constraints in their place") {
  sandbox const design("examples/designs/demo");
  check_replacements(
      design, time_demo,
      {
          {"demo.timing", "at a ", "at none ", "no port or pin named none"},
          {"demo.timing", "load y ", "load none ", "no port or pin named none"},
          {"demo.timing", "clock clk ", "clock none ", "no port or pin named none"},
          {"demo.timing", "slew clk ", "slew clk 1 1 1s5 1 # ", "expected a number, found \"1s5\"", 13},
          {"demo.timing", "at a ", "at a 7\nat b ", "four values, found 3 words"},
          {"demo.timing", "at a ", "at a 1 2 3 4 ", "then the end of the line", 13},
          {"demo.timing", "clock clk ", "clock clk 7 500\nslew clk 1 1 1 1 # ", "between 0 and 100 percent",
           12},
          {"demo.timing", "slew b", "clock b 1 50\nslew b", "there is a second clock"},
      });
}

TEST_CASE("tau15 refuses wrong edits and reports in their place") {
  sandbox const design("examples/designs/demo");
  std::string const first = "report_at -pin r3:D";
  check_replacements(
      design, time_demo,
      {
          {"demo.ops", first, "report_at -pin r3:E", "no pin named r3:E"},
          {"demo.ops", first, "report_at -pin r3", "no pin named r3"},
          {"demo.ops", first, "reports -pin r3:D", "unknown command \"reports\""},
          {"demo.ops", "-numPaths 3", "-numPaths three", "expected a number of paths", 10},
          {"demo.ops", "repower_gate u5", "repower_gate u55", "no gate named u55"},
          {"demo.ops", "u5 NAND2_X2", "u5 NAND9", "no library has a cell named NAND9", 0, "repower_gate u5"},
          {"demo.ops", "u5 NAND2_X2", "u5 INV_X1", "has no pin named B", 0, "repower_gate u5"},
          {"demo.ops", "insert_gate h1", "insert_gate u1", "already is a gate named u1"},
          {"demo.ops", "insert_net hq", "insert_net q1", "already is a net named q1"},
          {"demo.ops", "connect_pin h1:A q1", "connect_pin h1:A q77", "no net named q77"},
          {"demo.ops", "connect_pin h1:A q1", "connect_pin h1:Z q1", "Z"},
          {"demo.ops", "connect_pin h1:A q1", "remove_gate h2", "no gate named h2"},
          {"demo.ops", "connect_pin h1:A q1", "remove_net n77", "no net named n77"},
          {"demo.ops", "disconnect_pin r4:D", "disconnect_pin", "expected disconnect_pin PIN"},
      });
}

TEST_CASE("tau15 names the pins of a combinational loop") {
  sandbox const design("examples/designs/demo");
  design.replace("demo.v", "u5 ( .A(n4), .B(q4)", "u5 ( .A(n4), .B(n6)");
  auto const error = expect_refused(time_demo(design), design.path("demo.v"));
  for (auto const* const pin : {"u5:B", "u5:Y", "u6:A", "u6:Y"}) CHECK_THAT(error.sentence, contains(pin));
  CHECK_THAT(error.sentence, !contains("u7:A"));
}

TEST_CASE("tau15 says which output it cannot write") {
  sandbox const design("examples/designs/demo");
  for (auto const& output : {design.path("none/output"), design.path(""), std::string("/dev/full")}) {
    auto words = arguments(design);
    words[3] = output;
    expect_refused_at(run_driver("tau15", words), output, {0, 0}, "cannot write the file");
    words = arguments(design, {"--pins", output});
    expect_refused_at(run_driver("tau15", words), output, {0, 0}, "cannot write the file");
  }
}

TEST_CASE("tau15 reports the same of a snapshot, and edits none") {
  sandbox const design("examples/designs/demo");
  design.write("demo.ops", "report_worst_paths -numPaths 20\n");
  auto const files = run_driver(
      "tau15", arguments(design, {"--save", design.path("demo.snapshot"), "--pins", design.path("pins")}));
  CAPTURE(files.err);
  REQUIRE(files.exit_code == 0);
  auto const of_files = design.read("output"), pins = design.read("pins");
  CHECK(of_files.size() > 500);
  auto const load = [&](std::vector<std::string> const& more = {}) {
    std::vector<std::string> words{"--load",
                                   design.path("demo.snapshot"),
                                   design.path("demo.ops"),
                                   design.path("output"),
                                   "--device",
                                   "host",
                                   "--threads",
                                   "1",
                                   "--no-cppr",
                                   "--pins",
                                   design.path("pins")};
    words.insert(words.end(), more.begin(), more.end());
    return run_driver("tau15", words);
  };
  auto const loaded = load();
  CAPTURE(loaded.err);
  CHECK(loaded.exit_code == 0);
  CHECK(loaded.err == files.err);
  CHECK(design.read("output") == of_files);
  CHECK(design.read("pins") == pins);
  CHECK(load({design.path("demo.ops")}).exit_code == 2);
  design.write("demo.ops", "\nremove_gate no_matter\n");
  auto const edited = load();
  CHECK(edited.exit_code == 1);
  CHECK_THAT(edited.err, contains("demo.ops:2:"));
  CHECK_THAT(edited.err, contains("a snapshot has neither netlist nor libraries to edit"));
}
