// The shell of the driver sta: its own commands and SDC's at a prompt, on a small design. What reads, writes
// or runs anything outside is taken away, and so is what computes without end: Tcl is not what is looked at.
#include <algorithm>
#include <array>

#include "gsta/core/error.hpp"
#include "gsta/io/liberty.hpp"
#include "sta/shell/shell.hpp"
#include "test/fuzz/fuzz_reader.hpp"

namespace {

constexpr char const* library_text = R"(library (l) { capacitive_load_unit (1, ff); time_unit : "1ps";
  lu_table_template (t) { variable_1 : input_net_transition; index_1 ("1, 100"); }
  cell (BUF) { pin (A) { direction : input; capacitance : 1; } pin (Y) { direction : output; function : "A";
    timing () { related_pin : "A"; timing_sense : positive_unate;
      cell_rise (t) { values ("5, 9"); } cell_fall (t) { values ("5, 9"); }
      rise_transition (t) { values ("3, 40"); } fall_transition (t) { values ("3, 40"); } } } }
  cell (DFF) { ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (D) { direction : input; capacitance : 1; timing () { related_pin : "CK"; timing_type : setup_rising;
      rise_constraint (t) { values ("4, 6"); } fall_constraint (t) { values ("4, 6"); } } }
    pin (CK) { direction : input; clock : true; capacitance : 1; }
    pin (Q) { direction : output; function : "IQ"; timing () { related_pin : "CK"; timing_type : rising_edge;
      cell_rise (t) { values ("7, 9"); } cell_fall (t) { values ("7, 9"); }
      rise_transition (t) { values ("3, 40"); } fall_transition (t) { values ("3, 40"); } } } } }
)";
constexpr char const* netlist_text = R"(module top (clk, d, q);
  input clk;
  input [1:0] d;
  output [1:0] q;
  DFF r0 (.D(d[0]), .CK(clk), .Q(n0));
  BUF \u/b  (.A(n0), .Y(n1));
  DFF r1 (.D(n1), .CK(clk), .Q(q[0]));
  BUF b (.A(d[1]), .Y(q[1]));
endmodule
)";

constexpr std::array harmless{"append",  "catch",  "concat", "error",   "eval",   "foreach",
                              "global",  "info",   "join",   "lappend", "lindex", "list",
                              "llength", "lrange", "proc",   "puts",    "rename", "return",
                              "set",     "split",  "unset",  "uplevel", "upvar",  "unknown"};

/// Leaves the shell's commands that touch no file, and a little of Tcl.
void confine(sta::shell::interpreter& tcl) {
  sta::shell::words kept(harmless.begin(), harmless.end());
  for (auto const& command : tcl.commands()) {
    bool const reads = command.name.starts_with("read_") || command.name == "source";
    if (!reads) kept.push_back(command.name);
  }
  Tcl_Interp* const interp = tcl.tcl();
  Tcl_MakeSafe(interp);
  for (std::string const part : {"chan", "file", "clock", "zlib", "process", "encoding", "unsupported"})
    Tcl_Eval(interp, ("namespace delete ::tcl::" + part).c_str());
  // SDC's commands are known by their first letters; Tcl's that start so are not here.
  auto const is_sdc = [](std::string const& name) {
    for (auto const* const start :
         {"set_", "get_", "all_", "create_", "group_", "reset_", "current_", "add_to_", "remove_from_",
          "sizeof_", "index_", "sort_", "filter_", "copy_coll", "foreach_in_", "append_to_"})
      if (name.starts_with(start)) return true;
    return false;
  };
  for (auto const& name : tcl.command_names("")) {
    bool const stays = is_sdc(name) || std::find(kept.begin(), kept.end(), name) != kept.end();
    if (!stays) Tcl_DeleteCommand(interp, name.c_str());
  }
  tcl.allow_files(false);
  Tcl_ResetResult(interp);
}

void limit(Tcl_Interp* interp) {
  Tcl_LimitSetCommands(interp, 3000);
  Tcl_LimitTypeSet(interp, TCL_LIMIT_COMMANDS);
}

void check(gsta::input_error const& e, std::string const& text) {
  if (e.file == "library" || e.file == "netlist") return;  // what SDC says can make one of these wrong
  gsta_fuzz::check_error(e, text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(data), size);
  sta::options settings;
  settings.device.where = gsta::backend::host;
  settings.device.threads = 1;
  settings.quiet = true;
  sta::with_timing_engine(settings, [&](sta::timing_engine& engine) {
    sta::shell::shell shell(settings, engine);
    gsta::model::diagnostics notes;
    shell.design.add_library(
        gsta::io::read_liberty(gsta::io::source::from_text("library", library_text), notes),
        sta::shell::library_use::both);
    shell.design.add_netlist(gsta::io::source::from_text("netlist", netlist_text));
    shell.design.link("");
    confine(shell.tcl);
    limit(shell.tcl.tcl());
    shell.tcl.redirect([](std::string_view) {},
                       [&] {
                         try {
                           shell.tcl.run_text(text, "fuzz", 1);
                         } catch (gsta::input_error const& e) {
                           check(e, text);
                         }
                       });
  });
  return 0;
}
