// Parasitics of blocks in sta's shell, and commands that take back what was said.
#include "test/drivers/shell_bench.hpp"

using namespace gsta_test;

namespace {

std::string spef_of(std::string const& design, std::string const& nets) {
  return "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"" + design +
         "\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n" +
         nets;
}

/// Two instances of a block of two buffers behind each other; files of it, of the net between them, and of
/// all of it flat.
struct two_blocks {
  shell_bench bench;
  std::string begin;

  two_blocks() {
    auto const& folder = bench.folder;
    folder.write(
        "b.v",
        "module blk (i, o); input i; output o; wire w; BUF b1 (.A(i), .Y(w)); BUF b2 (.A(w), .Y(o));\n"
        "endmodule\nmodule top (a, y); input a; output y; wire g, h; BUF f (.A(a), .Y(h));\n"
        "blk u1 (.i(h), .o(g)); blk u2 (.i(g), .o(y)); endmodule\n");
    folder.write(
        "blk.spef",
        spef_of("blk",
                "*D_NET o 4\n*CONN\n*I b2:Y O\n*P o O\n*CAP\n1 b2:Y 3\n2 o 1\n*RES\n1 b2:Y o 2\n*END\n"
                "*D_NET i 4\n*CONN\n*P i I\n*I b1:A I\n*CAP\n1 i 2\n2 b1:A 2\n*RES\n1 i b1:A 1\n*END\n"));
    folder.write(
        "top.spef",
        spef_of("top",
                "*D_NET g 6\n*CONN\n*I u1:o O\n*I u2:i I\n*CAP\n1 u1:o 5\n2 u2:i 1\n*RES\n1 u1:o u2:i 3\n"
                "*END\n"));
    folder.write(
        "flat.spef",
        spef_of("top",
                "*D_NET g 6\n*CONN\n*I u1/b2:Y O\n*I u2/b1:A I\n*CAP\n1 u1/b2:Y 3\n2 g:1 6\n3 g:2 3\n"
                "4 u2/b1:A 2\n*RES\n1 u1/b2:Y g:1 2\n2 g:1 g:2 3\n3 g:2 u2/b1:A 1\n*END\n"));
    begin = "read_liberty " + folder.path("counter.lib") + "\nread_verilog " + folder.path("b.v") +
            "\nlink_design top\ncreate_clock -name c -period 1000\nset_input_delay 0 -clock c a\n"
            "set_output_delay 0 -clock c y\n";
  }
  std::string read(std::string const& file, std::string const& path = {}) const {
    return "read_spef " + (path.empty() ? "" : "-path " + path + " ") + bench.folder.path(file) + "\n";
  }
  std::string out_of(std::string const& script) const {
    auto const seen = bench.run(begin + script);
    CAPTURE(script, seen.err);
    CHECK(seen.exit_code == 0);
    return seen.out;
  }
};

/// Slews and arrivals at both ends of the net between.
std::string const ask_between =
    "foreach pin {u1/b2/Y u2/b1/A} {\n  foreach what {slew_max arrival_max arrival_min} {\n"
    "    puts \"$pin $what [get_property [get_pins $pin] $what]\"\n  }\n}\n";

std::string without_heads(std::string const& text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    auto const end = std::min(text.find('\n', at), text.size() - 1);
    if (text.compare(at, 2, "u1") == 0 || text.compare(at, 2, "u2") == 0)
      kept += text.substr(at, end + 1 - at);
    at = end + 1;
  }
  return kept;
}

}  // namespace

TEST_CASE("shell: parasitics of blocks meet at their ports, in any order and behind a report") {
  two_blocks const of;
  // Only the net between has all its parts: those at the ends are counted.
  auto const u1 = of.read("blk.spef", "u1"), u2 = of.read("blk.spef", "u2"), top = of.read("top.spef");
  auto const nets_alone = "set_false_path -from a\nreset_path -from a\n";
  auto const wanted = without_heads(of.out_of(u1 + u2 + top + ask_between));
  CHECK(wanted.size() > 100);
  CHECK(without_heads(of.out_of(top + u2 + u1 + nets_alone + ask_between)) == wanted);
  auto const behind = of.bench.run(of.begin + u1 + top + "report_wns\n" + u2 + ask_between);
  CHECK(without_heads(behind.out) == wanted);
  CHECK_THAT(behind.err, contains("INCOMPLETE: 2 "));
  // A flat extraction of the net has the same figures, but for what comes in front of it.
  auto const load_of = [&](std::string const& script) {
    auto const text = of.out_of(script + "report_checks -fields {capacitance} -format full -digits 3\n");
    auto const line = text.substr(0, text.find("u1/b2/Y"));
    return line.substr(line.rfind('\n') + 1, 20);
  };
  CHECK(load_of(u1 + u2 + top) == load_of(of.read("flat.spef")));
}

TEST_CASE("shell: what is taken back is as if it had not been said") {
  shell_bench const bench;
  std::string const ask =
      "report_worst_slack -digits 6\nreport_worst_slack -min -digits 6\nreport_tns -digits 6\n";
  auto const wanted = bench.out_of(ask);
  for (std::string const said :
       {"set_clock_uncertainty 100 [all_clocks]\nreport_wns\nunset_clock_uncertainty [all_clocks]\n",
        "set_timing_derate -late 1.5\nreport_wns\nunset_timing_derate\n",
        "set_false_path -to [all_outputs]\nreport_wns\nunset_path_exceptions -to [all_outputs]\n",
        "set_multicycle_path 2 -from [all_clocks]\nreport_wns\nreset_path -from [all_clocks]\n",
        "set_disable_timing [get_cells *]\nreport_wns\nunset_disable_timing [get_cells *]\n",
        "create_clock -name other -period 7\nset_output_delay 1 -clock other -add_delay [all_outputs]\n"
        "report_wns\nremove_clock other\n"}) {
    INFO(said);
    auto const out = bench.out_of(said + ask);
    CHECK(out.substr(out.find('\n') + 1) == wanted);
  }
}
