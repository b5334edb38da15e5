// Every file that drivers write: never over what they read, nor over what is no file.
#include <sys/stat.h>

#include <string>

#include "test/drivers/shell_bench.hpp"
#include "test/drivers/workshop.hpp"

using namespace gsta_test;

namespace {

std::string const quiet = "--device host --quiet ";

/// What the folder has beside what it had, and hidden files of the bench.
std::size_t entries(fs::path const& folder) {
  std::size_t count = 0;
  for (auto const& one : fs::directory_iterator(folder)) count += one.path().filename().string()[0] != '.';
  return count;
}

}  // namespace

TEST_CASE("sta: an empty name of a file to write is wrong usage", "[driver]") {
  workshop const w;
  for (std::string const option : {"--output", "--html", "--save", "--save-library"}) {
    CAPTURE(option);
    auto const seen = w.run(counter + quiet + option + " ''");
    CHECK(seen.code == 2);
    CHECK_THAT(seen.err, contains(option));
    CHECK(seen.out.empty());
  }
}

TEST_CASE("sta: what is read is not written", "[driver]") {
  workshop const w;
  fs::create_symlink("counter.v", w.folder / "link");
  fs::create_hard_link(w.folder / "counter.lib", w.folder / "shadow");
  REQUIRE(w.run(counter + quiet + "--save saved").code == 0);
  for (std::string const& options :
       {counter + "--output counter.v", counter + "--html ./counter.lib", counter + "--save counter.spef",
        counter + "--output link", counter + "--save shadow", std::string("--load saved --save saved"),
        std::string("--liberty counter.lib --save-library counter.lib"), counter + "--output a --html a",
        counter + "--save link --output counter.v"}) {
    CAPTURE(options);
    auto const before = slurp(w.folder / "counter.v") + slurp(w.folder / "counter.lib") +
                        slurp(w.folder / "counter.spef") + slurp(w.folder / "saved");
    auto const seen = w.run(quiet + options);
    CHECK(seen.code == 2);
    CHECK_THAT(seen.err, contains("error: "));
    CHECK(slurp(w.folder / "counter.v") + slurp(w.folder / "counter.lib") + slurp(w.folder / "counter.spef") +
              slurp(w.folder / "saved") ==
          before);
  }
}

TEST_CASE("sta: links and permissions stay, and descriptors are written to", "[driver]") {
  workshop const w;
  auto const count = entries(w.folder);
  fs::create_symlink("real", w.folder / "link");
  w.write("real", "old");
  fs::permissions(w.folder / "real", fs::perms::owner_read | fs::perms::owner_write);
  for (std::string const option : {"--output", "--html", "--save"}) {
    CAPTURE(option);
    w.write("real", "old");
    auto const seen = w.run(counter + quiet + option + " link");
    CHECK(seen.code == 0);
    CHECK(fs::is_symlink(w.folder / "link"));
    CHECK(slurp(w.folder / "real").size() > 100);
    CHECK(fs::status(w.folder / "real").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  }
  auto const report = w.run(counter + quiet);
  CHECK(w.run(counter + quiet + "--output /dev/stdout").out == report.out);
  CHECK(w.run(counter + quiet + "--output /dev/fd/1").out == report.out);
  CHECK(w.run(counter + quiet + "--output /dev/null --html /dev/null --save /dev/null").code == 0);
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(entries(w.folder) == count + 2);
}

TEST_CASE("shell: reports go to files whole or not at all, and to none that was read") {
  shell_bench const b;
  b.folder.write("r", "old\n");
  auto const kept = b.run(b.read + "catch {report_checks -typo > " + b.folder.path("r") + "}\n");
  CHECK(kept.exit_code == 0);
  CHECK(b.folder.read("r") == "old\n");
  CHECK(b.out_of("report_wns >> " + b.folder.path("r") + "\nreport_wns > /dev/stdout\nreport_wns\n")
            .starts_with("wns max 0.00\nwns max 0.00\n"));
  CHECK(b.folder.read("r") == "old\nwns max 0.00\n");
  for (char const* const file : {"counter.v", "counter.lib", "counter.spef", "counter.sdc", "x.tcl"})
    for (std::string const arrow : {" > ", " >> "})
      b.refused(b.read + "report_wns" + arrow + b.folder.path(file) + "\n", {6, 1}, "was read");
  b.refused(b.read + "report_wns > {}\n", {6, 1}, "expected a file behind");
}

TEST_CASE("tau15: what it writes is no input, and has a name") {
  sandbox const demo("examples/designs/demo");
  auto const run = [&](std::string const& output, std::vector<std::string> more = {}) {
    more.insert(more.begin(),
                {demo.path("demo.tau2015"), demo.path("demo.timing"), demo.path("demo.ops"), output});
    return run_driver("tau15", more);
  };
  CHECK(run("").exit_code == 2);
  CHECK(run(demo.path("o"), {"--pins", ""}).exit_code == 2);
  for (char const* const file :
       {"demo.tau2015", "demo.timing", "demo.ops", "demo.v", "demo.spef", "demo_Early.lib"}) {
    CAPTURE(file);
    auto const before = demo.read(file);
    CHECK(run(demo.path(file)).exit_code == 2);
    CHECK(run(demo.path("o"), {"--pins", demo.path(file)}).exit_code == 2);
    CHECK(demo.read(file) == before);
  }
}

TEST_CASE("place: a file to write has a name") { CHECK(run_driver("place", {"--html", ""}).exit_code == 2); }
