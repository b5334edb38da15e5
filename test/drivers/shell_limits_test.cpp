// Scripts that take too much, and disks that are full: an error, a message, and no lost process.
#include <sys/mount.h>

#include <filesystem>
#include <string>

#include "test/drivers/shell_bench.hpp"
#include "test/drivers/terminal.hpp"
#include "test/support/skip.hpp"

using namespace gsta_test;

TEST_CASE("shell: output that cannot be written is exit 1 with a message") {
  shell_bench const b;
  b.folder.write("full.tcl", b.read + "report_checks\n");
  b.folder.write("puts.tcl", "puts hi\n");
  b.folder.write("exit.tcl", "puts hi\nexit\n");
  b.folder.write("much.tcl", "for {set i 0} {$i < 10000} {incr i} {puts $i}\n");
  b.folder.write("caught.tcl", "puts hi\ncatch {flush stdout}\nputs more\nexit 0\n");
  for (auto const& run : std::vector<std::string>{"full.tcl", "puts.tcl", "exit.tcl", "much.tcl",
                                                  "caught.tcl", "--shell < " + b.folder.path("puts.tcl"),
                                                  "--shell < " + b.folder.path("exit.tcl"), "--help"}) {
    CAPTURE(run);
    auto const words = run.starts_with("--") ? run : b.folder.path(run);
    auto const seen = run_shell("$GSTA_BIN/sta --device host --quiet " + words + " > /dev/full");
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 1);
    CHECK(count_of(seen.err, "\n") == 1);
    CHECK_THAT(seen.err, contains(": error: "));
  }
  CHECK(run_shell("$GSTA_BIN/sta --device host " + b.folder.path("exit.tcl")).out == "hi\n");
}

TEST_CASE("shell: scripts that need too much stack or memory end with a sentence") {
  shell_bench const b;
  b.folder.write("self.tcl", "source " + b.folder.path("self.tcl") + "\n");
  process_limits const little{0, std::size_t{1} << 29U};
  for (auto const& script : std::vector<std::string>{
           "proc f {} {f}\nf\n", "interp recursionlimit {} 100000000\nproc f {} {f}\nf\n",
           "interp recursionlimit {} 100000000\nproc f {} {uplevel 0 {with_output_to_variable x f}}\nf\n",
           "interp recursionlimit {} 100000000\nproc f {a b} {lsort -command f {1 2}}\nf 1 2\n",
           "interp recursionlimit {} 100000000\nsource " + b.folder.path("self.tcl") + "\n",
           "source " + b.folder.path("self.tcl") + "\n",
           "set s [string repeat \\[ 100000]\neval \"list $s\"\n", std::string(100'000, '[') + "\n",
           "while 1 {append x [string repeat a 1000000]}\n", "while 1 {lappend x [string repeat a 1000]}\n",
           "while 1 {catch {append x [string repeat a 1000000]}}\n", "set x a\nwhile 1 {append x $x}\n",
           "set x [string repeat abc 700000000]\n"}) {
    CAPTURE(script.substr(0, 200));
    // Without a limit on memory these go on, or fit.
    bool const is_endless = script.find("while") != script.npos ||
                            script.find("recursionlimit") != script.npos ||
                            script.find("700000000") != script.npos;
    // A sanitizer ends the process where Tcl's parser takes all stack, before sta can say so.
    bool const nests = script.find("[[[") != script.npos || script.find("repeat \\[") != script.npos;
    if ((is_endless || nests) && !memory_is_limited()) continue;
    auto const seen = b.run("puts begun\n" + script + "puts done\n", {}, {}, little);
    CAPTURE(seen.err.substr(0, 500));
    CHECK(seen.exit_code == 1);
    CHECK(count_of(seen.err, "\n") == 1);
    CHECK_THAT(seen.err, contains(": error: "));
    CHECK_THAT(seen.out, !contains("done"));
  }
}

TEST_CASE("shell: what needs too much does not end the session") {
  terminal t("sta", {"--shell", "--device", "host"}, "dumb");
  REQUIRE(t.shows("sta> "));
  t.type("proc f {} {f}; catch f why; puts [string length $why]; f\r");
  CHECK(t.shows("too many nested evaluations"));
  REQUIRE(t.shows("sta> "));
  t.type("puts [expr {6 * 7}]; exit\r");
  CHECK(t.shows("42"));
  CHECK(t.end() == 0);
}

TEST_CASE("sta: a full disk leaves the old file, and nothing beside it", "[driver]") {
  shell_bench const b;
  auto const disk = b.folder.path("disk");
  std::filesystem::create_directory(disk);
  if (mount("none", disk.c_str(), "tmpfs", 0, "size=8k") != 0) skip("file systems are not mounted here");
  auto const page = disk + "/page.html", text = disk + "/text";
  auto const old = run_shell("echo old > " + page);
  auto const counter =
      "--liberty " + b.folder.path("counter.lib") + " --verilog " + b.folder.path("counter.v");
  auto const seen =
      run_shell("$GSTA_BIN/sta --device host --quiet " + counter + " --output /dev/null --html " + page);
  auto const by_shell = b.run(b.read + "report_checks -group_count 100 > " + text + "\n");
  auto const left = run_shell("cat " + page + "; ls " + disk);
  umount(disk.c_str());
  CHECK(seen.exit_code == 1);
  CHECK_THAT(seen.err, contains("page.html:0:0: error: cannot write the file"));
  CHECK(by_shell.exit_code == 1);
  CHECK_THAT(by_shell.err, contains("cannot write"));
  CHECK(left.out == "old\npage.html\n");
}
