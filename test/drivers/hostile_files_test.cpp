// Files that could hurt: what unpacks to much more than it is, what never ends, what is no file. Time and
// memory are limits on the process.
#include <sys/stat.h>

#include <filesystem>
#include <tuple>

#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"
#include "test/drivers/spoil.hpp"
#include "test/support/catch.hpp"
#include "test/support/gzip.hpp"
#include "test/support/random.hpp"

using namespace gsta_test;

namespace {

using words = std::vector<std::string>;
constexpr std::size_t mebibyte = std::size_t{1} << 20U;
constexpr process_limits small{10, 400 * mebibyte};

/// The counter, with one of its files replaced and more arguments.
outcome time_with(sandbox const& design, std::string const& option, std::string const& file,
                  words const& more = {}, process_limits limits = small) {
  words all{"--device", "host", "--threads", "1", "--quiet", option, file};
  for (auto const& [own, name] : {std::pair{"--liberty", "counter.lib"}, std::pair{"--verilog", "counter.v"},
                                  std::pair{"--spef", "counter.spef"}, std::pair{"--sdc", "counter.sdc"}}) {
    if (own != option) all.insert(all.end(), {own, design.path(name)});
  }
  all.insert(all.end(), more.begin(), more.end());
  return run_driver("sta", all, limits);
}

std::vector<std::pair<std::string, std::string>> const readers = {{"--liberty", "counter.lib"},
                                                                  {"--verilog", "counter.v"},
                                                                  {"--spef", "counter.spef"},
                                                                  {"--sdc", "counter.sdc"}};

}  // namespace

TEST_CASE("a bomb of gzip is refused within little memory", "[slow]") {
  sandbox const design("examples/designs/counter");
  auto const zeros = gzip("", '\0', 3072), blanks = gzip("", ' ', 3072);
  CHECK(blanks.size() < 4 * mebibyte);
  for (auto const& [option, file] : readers) {
    CAPTURE(file);
    design.write(file, zeros);
    expect_refused_at(time_with(design, option, design.path(file)), design.path(file), {1, 1}, "a NUL byte");
    design.write(file, blanks);
    expect_refused_at(time_with(design, option, design.path(file)), design.path(file), {0, 0},
                      "more than 256 bytes of text for each of its own");
    design.restore(file);
  }
}

TEST_CASE("text that packs well is read whole") {
  sandbox const design("examples/designs/counter");
  for (auto const& [option, file] : readers) {
    CAPTURE(file);
    // Under the free part of the ratio.
    design.write(file, gzip(design.read(file) + "\n", '\n', 60));
    auto const seen = time_with(design, option, design.path(file));
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 0);
    design.restore(file);
  }
}

TEST_CASE("wires with more text than there is memory are read as they are unpacked", "[slow]") {
  sandbox const design("examples/designs/counter");
  auto const own = design.read("counter.spef");
  auto const first = own.find("\n*D_NET ");
  REQUIRE(first != own.npos);
  // Nets that no netlist has are read too, and left out.
  std::string part;
  prng random(1);
  for (int i = 0; part.size() < mebibyte; ++i) {
    part += "\n*D_NET none" + std::to_string(i) + " 1\n*END\n// ";
    for (int k = 0; k < 100; ++k) part += std::to_string(random.below(1000000000)) + std::string(90, ' ');
  }
  // A member each: packing is what takes time here.
  auto const packed = gzip(part, 0, 0, 1);
  std::string all = gzip(own.substr(0, first));
  for (int i = 0; i < 450; ++i) all += packed;
  design.write("counter.spef", all + gzip(own.substr(first)));
  REQUIRE(all.size() > 8 * mebibyte);
  auto const seen = time_with(design, "--spef", design.path("counter.spef"));
  CAPTURE(seen.err);
  CHECK(seen.exit_code == 0);
  design.restore("counter.spef");
  // Notes on nets that no netlist has stand behind the figures.
  constexpr std::size_t figures = 500;
  auto const alone = time_with(design, "--spef", design.path("counter.spef")).out;
  CHECK(seen.out.substr(0, figures) == alone.substr(0, figures));
}

TEST_CASE("a file with more text than --max-bytes is refused") {
  sandbox const design("examples/designs/counter");
  for (auto const& [option, file] : readers) {
    auto const path = design.path(file);
    auto const text = design.read(file);
    CAPTURE(path);
    for (bool const packed : {false, true}) {
      if (packed) design.write(file, gzip(text));
      auto const size = std::to_string(text.size()), less = std::to_string(text.size() - 1);
      // Other files are larger.
      auto const seen = time_with(design, option, path, {"--max-bytes", less});
      CHECK(seen.exit_code == 1);
      CHECK_THAT(seen.err, contains("bytes, the limit that --max-bytes (load_options::max_bytes) sets"));
      if (file == "counter.lib") {
        expect_refused_at(seen, path, {0, 0}, "the text is longer than " + less + " bytes");
        CHECK(time_with(design, option, path, {"--max-bytes", size}).exit_code == 0);
      }
    }
    design.restore(file);
  }
  CHECK(time_with(design, "--sdc", design.path("counter.sdc"), {"--max-bytes", "0"}).exit_code == 2);
  CHECK(time_with(design, "--sdc", design.path("counter.sdc"), {"--max-bytes", "-1"}).exit_code == 2);
}

TEST_CASE("sourced files are under --max-bytes too") {
  sandbox const design("examples/designs/counter");
  auto const most = std::filesystem::file_size(design.path("counter.lib"));
  design.write("long.tcl", std::string(most + 1, '\n'));
  design.write("more.sdc", "source long.tcl\n");
  auto const seen =
      time_with(design, "--sdc", design.path("more.sdc"), {"--max-bytes", std::to_string(most)});
  CHECK(seen.exit_code == 1);
  CHECK_THAT(seen.err, contains("long.tcl:0:0: error: the text is longer than"));
}

TEST_CASE("a file of which nothing but its size is there is refused before it is read") {
  sandbox const design("examples/designs/counter");
  for (auto const& [option, file] : readers) {
    std::filesystem::resize_file(design.path(file), std::uintmax_t{1} << 40U);
    expect_refused_at(time_with(design, option, design.path(file)), design.path(file), {0, 0},
                      "the text is longer than ");
    std::filesystem::resize_file(design.path(file), std::uintmax_t{1} << 33U);
    auto const seen = time_with(design, option, design.path(file));
    CHECK(seen.exit_code == 1);
    CHECK_THAT(seen.err, contains(design.path(file) + ":"));
    design.restore(file);
  }
}

TEST_CASE("pipes and devices are refused at once") {
  sandbox const design("examples/designs/counter");
  auto const pipe = design.path("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (auto const& [option, file] : readers) {
    expect_refused_at(time_with(design, option, pipe), pipe, {0, 0}, "found a named pipe");
    expect_refused_at(time_with(design, option, "/dev/zero"), "/dev/zero", {0, 0}, "found a device");
    expect_refused_at(time_with(design, option, "/dev/null"), "/dev/null", {0, 0}, "found a device");
    // What the test gives programs there: nothing.
    expect_refused_at(time_with(design, option, "/dev/stdin"), "/dev/stdin", {0, 0}, "empty");
    expect_refused_at(time_with(design, option, "/dev/fd/99"), "/dev/fd/99", {0, 0}, "cannot open the file");
  }
}

TEST_CASE("kpaths and tau15 refuse what is no file, and what is too long") {
  sandbox const design("examples/designs/demo");
  auto const pipe = design.path("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  expect_refused_at(run_driver("kpaths", {pipe, "--k", "3"}, small), pipe, {0, 0}, "found a named pipe");
  design.write("x.gr", "p sp 2 1\na 1 2 3\n");
  expect_refused_at(run_driver("kpaths", {design.path("x.gr"), "--k", "3", "--max-bytes", "5"}, small),
                    design.path("x.gr"), {0, 0}, "longer than 5 bytes");
  design.write("x.gr", gzip("p sp 2 1\na 1 2 3\n", ' ', 1024));
  expect_refused_at(run_driver("kpaths", {design.path("x.gr"), "--k", "3"}, small), design.path("x.gr"),
                    {0, 0}, "more than 256 bytes of text");
  auto const tau15 = [&](std::string const& file, words const& more = {}) {
    words all{design.path("demo.tau2015"), design.path("demo.timing"), design.path("demo.ops"), "/dev/null",
              "--no-cppr"};
    for (auto& word : all) word = word == design.path(file) ? pipe : word;
    all.insert(all.end(), more.begin(), more.end());
    return run_driver("tau15", all, small);
  };
  for (std::string const file : {"demo.tau2015", "demo.timing", "demo.ops"})
    CHECK_THAT(tau15(file).err, contains(pipe + ":0:0: error: expected a file, found a named pipe"));
  CHECK_THAT(tau15("", {"--max-bytes", "5"}).err,
             contains("demo.tau2015:0:0: error: the text is longer than 5"));
}

TEST_CASE("kpaths reads what comes by /dev/stdin and /dev/fd, under the same limits") {
  sandbox const design("examples/designs/counter");
  std::string const graph = "p sp 3 2\na 1 2 3\na 2 3 4\n";
  design.write("x.gr", graph);
  design.write("x.gr.gz", gzip(graph.substr(0, 9)) + gzip(graph.substr(9)));
  design.write("bomb.gz", gzip(graph, ' ', 1024));
  // A shell makes the pipes.
  auto const shell = [&](std::string const& command) { return run_shell(command, small); };
  std::string const kpaths = "\"$GSTA_BIN/kpaths\" --device host --threads 2 --k 5 ";
  for (std::string const& command :
       {"cat " + design.path("x.gr") + " | " + kpaths + "/dev/stdin",
        "cat " + design.path("x.gr.gz") + " | " + kpaths + "/dev/stdin",
        kpaths + "/proc/self/fd/3 3<" + design.path("x.gr.gz"), kpaths + "/dev/fd/7 7<" + design.path("x.gr"),
        "(printf 'p sp 3 2\\na 1 '; sleep 0.1; printf '2 3\\na 2 3 4\\n') | " + kpaths + "/dev/fd/0"}) {
    CAPTURE(command);
    auto const seen = shell(command);
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 0);
    CHECK(seen.out == "7\n");
  }
  expect_refused_at(shell(kpaths + "/dev/stdin </dev/zero"), "/dev/stdin", {1, 1}, "a NUL byte");
  expect_refused_at(shell("yes | " + kpaths + "/dev/stdin --max-bytes 50000000"), "/dev/stdin", {0, 0},
                    "the text is longer than 50000000 bytes");
  expect_refused_at(shell(kpaths + "/dev/stdin <" + design.path("bomb.gz")), "/dev/stdin", {0, 0},
                    "more than 256 bytes of text");
  expect_refused_at(shell(kpaths + "/dev/stdin <&-"), "/dev/stdin", {0, 0}, "cannot open the file");
}

TEST_CASE("a byte order mark is skipped in all files of tau15 and kpaths, packed or not") {
  sandbox const design("examples/designs/demo");
  std::string const mark = "\xEF\xBB\xBF";
  auto const run = [&] {
    return run_driver("tau15", {design.path("demo.tau2015"), design.path("demo.timing"),
                                design.path("demo.ops"), design.path("out"), "--no-cppr"});
  };
  REQUIRE(run().exit_code == 0);
  auto const expected = design.read("out");
  CHECK(expected.size() > 100);
  for (bool const packed : {false, true}) {
    for (std::string const file : {"demo.tau2015", "demo.timing", "demo.ops", "demo.v", "demo.spef",
                                   "demo_Early.lib", "demo_Late.lib", "demo_edited.spef"}) {
      design.restore(file);
      design.write(file, packed ? gzip(mark + design.read(file)) : mark + design.read(file));
    }
    auto const seen = run();
    CAPTURE(seen.err, packed);
    CHECK(seen.exit_code == 0);
    CHECK(design.read("out") == expected);
  }
  for (std::string const& text :
       std::vector<std::string>{"p sp 3 2\na 1 2 3\na 2 3 4\n",
                                "%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 3\n2 3 4\n"}) {
    auto const name = text[0] == 'p' ? "x.gr" : "x.mtx";
    design.write(name, mark + text);
    CHECK(run_driver("kpaths", {design.path(name), "--k", "5"}).out == "7\n");
  }
}

TEST_CASE("constraints that compute without end are ended by the processor's time", "[slow]") {
  sandbox const design("examples/designs/counter");
  for (std::string const text : {"while 1 {set x [expr {$x0 * 3 % 1000003}]}", "expr {3 ** 268435455}"}) {
    CAPTURE(text);
    design.write("more.sdc", "set x0 7\n" + text + "\n");
    auto const seen = time_with(design, "--sdc", design.path("more.sdc"), {}, {16, 0});
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 1);
    CHECK_THAT(seen.err, contains(design.path("more.sdc") + ":"));
    CHECK_THAT(seen.err, contains(": error: "));
  }
}

TEST_CASE("numbers that nothing can hold are refused in their place or noted") {
  sandbox const design("examples/designs/counter");
  std::string const huge(400, '9');
  for (std::string const number :
       {"1e400", "-1e400", "1e-400", "nan", "inf", "0x10", "1e", "--1", huge.c_str()}) {
    CAPTURE(number);
    for (std::string const& text :
         {"set_load " + number + " q0", "set_multicycle_path " + number + " -from enable",
          "create_clock -name x -period " + number + " clk", "set_max_delay " + number + " -to q0"}) {
      design.write("more.sdc", text + "\n");
      auto const seen = time_with(design, "--sdc", design.path("more.sdc"));
      CAPTURE(text, seen.err);
      // 1e-400 may be taken for 0.
      if (seen.exit_code != 0 || number != "1e-400")
        expect_refused_at(seen, design.path("more.sdc"), {1, 1}, "");
    }
  }
  for (auto const& [option, file, from] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"--spef", "counter.spef", "*C_UNIT 1"}, {"--liberty", "counter.lib", "\"5, 20, 80\""}}) {
    for (std::string const number : {"1e400", "nan", "inf", "0x1p5000", huge.c_str()}) {
      CAPTURE(file, number);
      auto to = from;
      to.replace(to.find_last_of("158"), 1, number);
      (void)design.replace(file, from, to);
      CHECK(expect_refused(time_with(design, option, design.path(file)), design.path(file)).line > 0);
      design.restore(file);
    }
  }
}
