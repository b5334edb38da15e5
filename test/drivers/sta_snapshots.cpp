// The driver `sta` and what it saves.
#include <algorithm>
#include <string>

#include "gsta/io/snapshot.hpp"
#include "test/drivers/workshop.hpp"

using namespace gsta_test;

TEST_CASE("sta: a snapshot gives the reports of the files that it was saved from", "[driver]") {
  workshop const w;
  std::string const parts =
      "--device host --report summary,groups,endpoints,paths,pins,violations,unconstrained,"
      "check_setup,clock_latency,clock_skew --paths 5 ";
  for (std::string const wires : {"", "--wire elmore ", "--wire elmore-slew ", "--wire ideal "}) {
    for (std::string const format : {"", "--format json "}) {
      CAPTURE(wires, format);
      auto const files =
          w.run(counter + wires + parts + format + "--save counter.snapshot --html files.html");
      REQUIRE(files.code == 0);
      auto const loaded = w.run("--load counter.snapshot " + parts + format + "--html loaded.html");
      CHECK(loaded.code == 0);
      CHECK(loaded.out == files.out);
      CHECK(loaded.err == files.err);  // notes too
      CHECK(slurp(w.folder / "loaded.html") == slurp(w.folder / "files.html"));
      CHECK_FALSE(fs::exists(w.folder / "counter.snapshot.part"));
    }
  }
  // Figures alone are read without names, which a snapshot of it must not lose.
  std::string const figures = "--device host --report summary ";
  auto const files = w.run(counter + figures + "--save counter.snapshot");
  REQUIRE(files.code == 0);
  auto const loaded = w.run("--load counter.snapshot " + figures);
  CHECK(loaded.out == files.out);
  CHECK(loaded.err == files.err);
  REQUIRE(w.run("--load counter.snapshot " + figures + "--save again.snapshot").code == 0);
  CHECK(slurp(w.folder / "again.snapshot") == slurp(w.folder / "counter.snapshot"));
  // Cut loops stand in front of figures, by their pins' names.
  w.write("loop.v",
          "module m (a, z);\n  input a;\n  output z;\n  wire b;\n"
          "  NAND2 g (.A(a), .B(z), .Y(b));\n  INV i (.A(b), .Y(z));\nendmodule\n");
  auto const loop = w.run("--liberty counter.lib --verilog loop.v --save loop.snapshot " + figures);
  CHECK_THAT(loop.out, gsta_test::contains("g/Y"));
  CHECK(w.run("--load loop.snapshot " + figures).out == loop.out);
  // By elmore and ceff pins are the same; and without options the snapshot knows what it was saved for.
  REQUIRE(w.run(counter + "--device host --quiet --save counter.snapshot").code == 0);
  CHECK(w.run("--load counter.snapshot --wire elmore --device host --quiet").out ==
        w.run(counter + "--wire elmore --device host --quiet").out);
}

TEST_CASE("sta: what goes with no snapshot is said", "[driver]") {
  workshop const w;
  REQUIRE(w.run(counter + "--device host --quiet --save s").code == 0);
  auto const refused = [&](std::string const& arguments, int code, std::string const& words) {
    auto const r = w.run(arguments);
    CAPTURE(arguments, r.err);
    CHECK(r.code == code);
    CHECK_THAT(r.err, gsta_test::contains(words));
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
  };
  refused("--load s --sdc counter.sdc", 2, "--load stands in the place of all other files that are read");
  refused("--load s --conventions opensta", 2,
          "--conventions and --no-loops are said where a snapshot is saved");
  refused("--load s --wire elmore-slew", 2,
          "--wire: the snapshot was saved for ceff, extracted wires, and can be timed so alone, or by elmore "
          "or ceff");
  refused("--load s --shell", 2, "--load and --save go with neither --shell nor a script");
  refused("--load nowhere", 1, "nowhere:0:0: error: there is no such file");
  refused("--load counter.v", 1, "counter.v:0:0: error: the file is no snapshot of a design");
  auto bytes = slurp(w.folder / "s");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  w.write("spoilt", bytes);
  refused("--load spoilt", 1, "spoilt:0:0: error: ");
  refused(counter + "--device host --quiet --save no/where", 1, "no/where:0:0: error: cannot write the file");
}

TEST_CASE("sta: of a snapshot that is not spoilt other things are said to be wrong", "[driver]") {
  workshop const w;
  std::string many = slurp(w.folder / "counter.sdc");
  for (int i = 0; i < 990; ++i)
    many += "create_clock -name c" + std::to_string(i) + " -period " + std::to_string(10 + i % 7) +
            " -add [get_ports clk]\n";
  w.write("counter.sdc", many);
  auto const files = w.run(counter + "--device host --quiet --save s");
  CHECK(files.code == 1);
  CHECK_THAT(files.err, gsta_test::contains("make_checks: more than 10 million pairs"));
  auto const loaded = w.run("--load s --device host --quiet");
  CHECK(loaded.code == 1);
  CHECK(loaded.err == files.err);
  // Arrays that do not fit together are the snapshot's fault, whatever else is wrong.
  auto saved = gsta::io::load_snapshot(gsta::host_executor{}, (w.folder / "s").string());
  saved.design.net_sink.at(0) = 1 << 30;
  gsta::io::save_snapshot(gsta::host_executor{}, (w.folder / "spoilt").string(), saved);
  auto const spoilt = w.run("--load spoilt --device host --quiet");
  CHECK(spoilt.code == 1);
  CHECK_THAT(spoilt.err, gsta_test::contains("spoilt:0:0: error: the snapshot is spoilt: flat_design: net_"));
}

TEST_CASE("sta: a saved library stands for the files that it was saved from", "[driver]") {
  workshop const w;
  REQUIRE(w.run("--liberty counter.lib --save-library counter.library").code == 0);
  auto const files = w.run(counter + "--device host --report summary,paths,pins");
  REQUIRE(files.code == 0);
  auto saved = counter;
  saved.replace(saved.find("counter.lib"), 11, "counter.library");
  auto const loaded = w.run(saved + "--device host --report summary,paths,pins");
  CHECK(loaded.code == 0);
  CHECK(loaded.out == files.out);
  CHECK(loaded.err == files.err);
  w.write("read.tcl", "read_liberty counter.library\nread_verilog counter.v\nlink_design counter\n");
  CHECK(w.run("--device host read.tcl").code == 0);
  auto const wrong = w.run("--liberty counter.lib --verilog counter.v --save-library again");
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, gsta_test::contains("--save-library goes with --liberty and with no other file"));
  CHECK(w.run("--save-library again").code == 2);
  auto bytes = slurp(w.folder / "counter.library");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  w.write("counter.library", bytes);
  auto const spoilt = w.run(saved + "--device host");
  CHECK(spoilt.code == 1);
  CHECK_THAT(spoilt.err,
             gsta_test::contains("counter.library:0:0: error: a section of the snapshot is spoilt"));
}
