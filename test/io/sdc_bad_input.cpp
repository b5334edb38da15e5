#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

namespace {

io::sdc_options seconds(int n) {
  io::sdc_options limits;
  limits.max_seconds = n;
  return limits;
}

/// A folder with files, gone with the test.
struct folder {
  std::filesystem::path path;
  folder()
      : path(std::filesystem::temp_directory_path() /
             ("gsta_sdc_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)))) {
    std::filesystem::create_directories(path / "in" / "sub");
  }
  ~folder() { std::filesystem::remove_all(path); }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  std::string write(std::string const& name, std::string const& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return (path / name).string();
  }
  result read_main(std::string const& text) const {
    result r;
    r.constraints = io::read_sdc(io::load(write("in/main.sdc", text)), netlist(), library(), r.seen);
    return r;
  }
  std::string error_of_main(std::string const& text) const {
    try {
      read_main(text);
    } catch (input_error const& e) {
      return e.what();
    }
    return {};
  }
};

}  // namespace

TEST_CASE("errors name file, line and column", "[sdc]") {
  struct row {
    std::string text, what;
  };
  for (auto const& [text, what] : std::vector<row>{
           {"\ncreate_clock -period -3 clk", "t.sdc:2:1: error: the period must not be negative"},
           {"  create_clock -perio x clk", "t.sdc:1:3: error: expected a number, found \"x\""},
           {"create_clock -period 1 nope", "t.sdc:1:1: error: there is no port or pin or net \"nope\""},
           {"create_clock -period 1 [get_ports nope]", "a clock without a source needs -name"},
           {"create_clock -frequency 3 clk", "unknown option \"-frequency\""},
           {"create_clock -period", "the option -period needs a value"},
           {"create_clock -period 1", "a clock without a source needs -name"},
           {"create_clock -name x", "needs -period"},
           {"create_clock -period 1e30 clk", "out of range"},
           {"create_clock -period 4 -waveform {1} clk", "expected an even number of edges"},
           {"create_clock -period 4 -waveform {3 1} clk", "-waveform needs"},
           {"create_clock -period 4 -waveform {a b} clk", "expected a number, found \"a\""},
           {"create_clock -period 4 -waveform \"{\" clk", "expected a list"},
           {"set_input_delay x clk", "expected a number"},
           {"set_input_delay 1", "expected 2 arguments beside options, found 1"},
           {"set_load [all_outputs]", "expected 2 arguments"},
           {"set_load nan out", "expected a number"},
           {"set_load 1e99 out", "t.sdc:1:1: error: the value \"1e99\" is out of range"},
           {"set_load 1e38 out", "t.sdc:1:1: error: the value \"1e38\" is out of range"},
           {"\nset_output_delay -clock c 1e38 out", "t.sdc:2:1: error: the value \"1e38\" is out of range"},
           {"set_max_delay -1e38 -to out", "t.sdc:1:1: error: the value \"-1e38\" is out of range"},
           {"set_load -1 out", "expected a value that is not negative"},
           {"set_input_transition -1 clk", "not negative"},
           {"set_clock_latency x c", "expected a number"},
           {"set_clock_uncertainty 1", "expected 2 arguments"},
           {"set_driving_cell clk", "needs -lib_cell"},
           {"set_driving_cell -lib_cell NOPE clk", "there is no library cell \"NOPE\""},
           {"set_driving_cell -lib_cell BUF -pin Q clk", "there is no pin \"Q\" of the library cell \"BUF\""},
           {"set_driving_cell -lib_cell PAIR clk", "-pin must say which output"},
           {"set_timing_derate -early x", "expected a number"},
           {"set_false_path -from", "needs a value"},
           {"set_case_analysis x clk", "expected 0, 1"},
           {"set_units -time 3furlongs", "expected a unit"},
           {"set_hierarchy_separator", "expected 1 argument"},
           {"get_ports -regexp {[}", "expected a regular expression"},
           {"get_nets -of_objects [get_clocks -quiet x] -of_objects [get_lib_cells BUF]", "does not go with"},
           {"set x 1\nset y {a\n", "t.sdc:2:7: error: missing close-brace"},
           {"set x $nope", "t.sdc:1:1: error: can't read \"nope\""},
           {"foreach x {1} {\n\n  expr {1/0}\n}", "t.sdc:3:3: error: divide by zero"},
           {"if {1} {\n  foreach x 1 {\n    set_load -1 out\n  }\n}", "t.sdc:3:5: error: expected"},
           {"if {1} {\n  set a 1; expr {1/0}\n}", "t.sdc:2:12: error: divide by zero"},
           {"break", "t.sdc:1:1: error: invoked \"break\""},
           {"continue", "t.sdc:1:1: error: "},
           {"", "t.sdc:0:0: error: the file is empty"},
           {"error \"two\nlines\"", "t.sdc:1:1: error: two"},
           {"error {}", "t.sdc:1:1: error: the script failed"},
           {"error \"a\x01"
            "99\x02z\"",
            "t.sdc:1:1: error: a?99?z"},
           {"create_clock -period 1 \"\x01"
            "99\"",
            "there is no port or pin or net"},
           {"set_timing_derate -late 0", "a factor of 0"},
           {"set_clock_uncertainty -rise 0.1 clk", "-rise and -fall are for uncertainties between clocks"},
           {"set_clock_gating_check 1", "needs -setup or -hold"},
           {"set_false_pth -from clk", "t.sdc:1:1: error: unknown command \"set_false_pth\""},
           {"set_max 1 top", "unknown command \"set_max\": is it set_max_"},
           {"report_checks", "unknown command \"report_checks\""},
           {"set_multicycle_path 2 -form clk", "unknown option \"-form\""},
           {"set_load -typo 1 out", "unknown option \"-typo\""},
       }) {
    INFO(text);
    CHECK_THAT(error_of(text), contains(what));
  }
  CHECK_THAT(error_of(std::string("set x 1\n\0", 9)), contains("t.sdc:2:1: error:"));
}

TEST_CASE("lists in lists are looked into, twenty deep", "[sdc]") {
  auto const nested = [](int levels) {
    std::string list = "clk io";
    for (int i = 0; i < levels; ++i) list = "{" + list + "} io";
    return "get_ports {" + list + "}";
  };
  CHECK(names_of(nested(20)) == "clk io");
  CHECK(text_of("sizeof_collection " + nested(20).substr(10)) == "22");
  CHECK_THAT(error_of(nested(21)), contains("lists nested too deep"));
  // A name that ends in a brace is no list: this one would be none that can be read.
  CHECK(read("get_ports {clk \\\"a\\}}").count("no port matches") == 1);
}

TEST_CASE("errors in procedures stand where the procedure is written", "[sdc]") {
  std::string const text =
      "proc inner {x} {\n"
      "  if {$x > 0} {\n"
      "    expr {1 / ($x - 1)}\n"
      "  }\n"
      "}\n"
      "proc outer {} { foreach i {0 1} {\n"
      "    inner $i\n"
      "} }\n"
      "proc refuse {} {\n"
      "\n"
      "    set_load -1 out\n"
      "}\n";
  CHECK_THAT(error_of(text + "outer\n"), contains("t.sdc:3:5: error: divide by zero"));
  CHECK_THAT(error_of(text + "refuse\n"),
             contains("t.sdc:11:5: error: expected a value that is not negative"));
  // A procedure made while running has no place of its own.
  CHECK_THAT(error_of("set body {expr {1/0}}\nproc f {} $body\n\nf\n"),
             contains("t.sdc:4:1: error: divide by zero"));
  CHECK_THAT(error_of("proc f {} {\n  error later\n}\ncatch f\nset x 1\nf\n"),
             contains("t.sdc:2:3: error: later"));
  CHECK_THAT(error_of("proc f {} {\n  set a 1; error later\n}\nf\n"), contains("t.sdc:2:12: error: later"));
}

TEST_CASE("the script cannot leave its cage", "[sdc]") {
  for (std::string const command : {"exec ls",
                                    "open /etc/passwd",
                                    "socket localhost 80",
                                    "file exists /",
                                    "file delete x",
                                    "file mkdir x",
                                    "load x.so",
                                    "unload x.so",
                                    "cd /",
                                    "pwd",
                                    "glob *",
                                    "exit",
                                    "vwait x",
                                    "after 100000",
                                    "interp create",
                                    "interp limit {} time -seconds {}",
                                    "chan names",
                                    "::exec ls",
                                    "fconfigure stdout",
                                    "fcopy a b",
                                    "fileevent stdin readable x",
                                    "flush stdout",
                                    "close stdout",
                                    "eof stdin",
                                    "seek stdin 0",
                                    "encoding system",
                                    "zlib crc32 x",
                                    "package require http",
                                    "namespace eval :: {exec ls}",
                                    "update",
                                    "coroutine c pwd",
                                    "read stdin",
                                    "gets stdin",
                                    "clock seconds",
                                    "pid",
                                    "catch {exec ls} m; error $m"}) {
    INFO(command);
    CHECK_THAT(error_of(command), contains("not allowed in SDC"));
  }
  CHECK_THAT(error_of("::tcl::file::exists /"), contains("unknown command"));
  CHECK_THAT(error_of("{} x"), contains("unknown command \"\""));
  CHECK_THAT(error_of("set env(HOME)"), contains("error: can't read"));
  CHECK(read("puts {a text}\nputs -nonewline stderr x\nputs stdout y").count("puts prints nothing") == 3);
  CHECK(text_of("file join [file dirname a/b/c.sdc] [file tail x/y.z] [file rootname q.w]") == "a/b/y.z/q");
}

TEST_CASE("source reads below the folder of the file only", "[sdc]") {
  folder const at;
  at.write("in/sub/clock.sdc", "set T 5\n\ncreate_clock -period $T clk\nsource sub/more.sdc\nreturn inner\n");
  at.write("in/sub/more.sdc", "set_load 1 out\n");
  at.write("in/sub/bad.sdc", "set x 1\n  set_load y out\n");
  at.write("in/sub/tcl.sdc", "if {1} {\n   expr {1/0}\n}\n");
  at.write("in/self.sdc", "source self.sdc\n");
  at.write("secret", "set secret 1\n");
  at.write("in/empty.sdc", "");
  std::filesystem::create_symlink(at.path / "secret", at.path / "in" / "link.sdc");
  std::filesystem::create_directory_symlink(at.path, at.path / "in" / "up");
  auto const r = at.read_main(
      "if {[source -echo -verbose sub/clock.sdc] ne {inner}} { error result }\nset_load $T io\n");
  CHECK(r.constraints.clocks.at(0).period == 5'000'000);
  CHECK(r.constraints.loads.size() == 2);
  CHECK(
      at.read_main("source [file join [file dirname [info script]] sub more.sdc]").constraints.loads.size() ==
      1);
  CHECK(at.read_main("proc f {} { set T 1; source sub/clock.sdc; return $T }\nif {[f] != 5} { error scope }")
            .constraints.clocks.size() == 1);
  CHECK_THAT(at.error_of_main("source sub/bad.sdc"),
             contains("in/sub/bad.sdc:2:3: error: expected a number"));
  CHECK_THAT(at.error_of_main("source sub/tcl.sdc"), contains("in/sub/tcl.sdc:2:4: error: divide by zero"));
  CHECK_THAT(at.error_of_main("catch {source sub/bad.sdc}\nset_load z out"),
             contains("main.sdc:2:1: error: "));
  CHECK_THAT(at.error_of_main("source self.sdc"), contains("nested too deep"));
  CHECK_THAT(at.error_of_main("source empty.sdc"), contains("empty.sdc:0:0: error: the file is empty"));
  CHECK_THAT(at.error_of_main("source none.sdc"), contains("there is no file \"none.sdc\""));
  CHECK_THAT(at.error_of_main("source sub"), contains("there is no file"));
  CHECK_THAT(at.error_of_main("source sub/../sub/bad.sdc"), contains("in/sub/../sub/bad.sdc:2:3: error: "));
  auto const spaced = at.write("in/two words.sdc", "error \"<[info script]>\"");
  CHECK_THAT(at.error_of_main("source {two words.sdc}"), contains("error: <" + spaced + ">"));
  for (std::string const name :
       {"/etc/passwd", "../secret", "link.sdc", "up/secret", "sub/../../secret", "/dev/zero", "~root/x"}) {
    INFO(name);
    auto const what = at.error_of_main("source " + name);
    CHECK_THAT(what,
               contains(name == "~root/x" ? "there is no file" : "is not below the folder of the SDC file"));
  }
  CHECK_THAT(error_of("source /etc/passwd"), contains("not allowed in SDC"));
}

TEST_CASE("loops without an end are ended", "[sdc]") {
  auto limits = seconds(1);
  limits.max_commands = 20'000;
  CHECK_THAT(error_of("while 1 {set x 1}", limits), contains("limit exceeded"));
  CHECK_THAT(error_of("while 1 {}", limits), contains("t.sdc:1:1: error: time limit exceeded"));
  CHECK_THAT(error_of("while 1 {catch {while 1 {}}}", limits), contains("limit exceeded"));
  CHECK_THAT(error_of("proc f {} f; f", limits), contains("too many nested"));
  CHECK_THAT(error_of("proc f {} {eval f}; f", limits), contains("too many nested"));
  CHECK_THAT(error_of("proc f {} {tailcall f}; f", limits), contains("limit exceeded"));
  CHECK_THAT(error_of("proc f x {f [list $x $x]}; f 1", seconds(2)), contains("error: "));
  CHECK_THAT(error_of(std::string(100'000, '['), limits), contains("nested too deep"));
  CHECK_THAT(error_of("set x " + std::string(100'000, '{'), limits), contains("nested too deep"));
}

TEST_CASE("one command without an end is ended", "[sdc]") {
  CHECK_THAT(error_of("set x 1\nexpr {3 ** 268435455}", seconds(1)),
             contains("t.sdc:2:1: error: time limit exceeded"));
  CHECK_THAT(error_of("expr {(1 << 400000000) / 3}", seconds(1)), contains("t.sdc:1:1: error: "));
  CHECK_THAT(error_of("string match [string repeat *a 20]b [string repeat a 80]", seconds(1)),
             contains("t.sdc:1:1: error: time limit exceeded"));
  CHECK(read("set_load 1 out").constraints.loads.size() == 1);
}

TEST_CASE("memory is limited", "[sdc]") {
  auto limits = seconds(2);
  limits.max_memory = std::size_t{128} << 20U;
  for (std::string const text :
       {"set a x\nwhile 1 {append a $a}", "set a x\nwhile 1 {lappend a $a $a}",
        "set x 1; string repeat abc 300000000", "set x 1; lrepeat 200000000 a",
        "set x 1; format %1000000000d 1", "set l {}; while 1 {lappend l [expr {rand()}]}",
        "set i 0; while 1 {set a([incr i]) [string repeat x 100000]}", "set x 1; expr {1 << 2000000000000}",
        "set x [string repeat ab 1000000]; regsub -all a $x [string repeat c 10000]"}) {
    INFO(text);
    CHECK_THAT(error_of(text, limits), contains("t.sdc:"));
  }
}

TEST_CASE("huge texts", "[sdc]") {
  auto const unmatched = read("set_load 1 " + std::string(1'000'000, 'x')).seen.unmatched();
  REQUIRE(unmatched.kept.size() == 1);
  CHECK(unmatched.kept[0].what.size() < 300);
  CHECK(read("set x \"" + std::string(10'000'000, 'x') + "\"\nset_load 1 out").constraints.loads.size() == 1);
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "set_load " + std::to_string(i % 7) + " out\n";
  CHECK(read(many).constraints.loads.size() == 1);
  CHECK_THAT(error_of("get_ports " + std::string(5000, '*') + "x"), contains(""));
  CHECK_THAT(error_of("get_ports -regexp {" + std::string(5000, '.') + "}"), contains("too long"));
}
