// Commands that read files.
#include <cctype>
#include <fstream>
#include <sstream>

#include "gsta/core/error.hpp"
#include "sta/shell/commands.hpp"

namespace sta::shell {

namespace {

/// -corner and -scene are taken as long as there is one: whatever it is called, it is that one.
class only_corner {
 public:
  void check(arguments const& in) {
    for (char const* const option : {"corner", "scene"}) {
      auto const* const name = in.value(option);
      if (name == nullptr) continue;
      if (name_.empty()) name_ = *name;
      if (*name != name_)
        throw refusal("there is one corner, " + in_quotes(name_) + ": " + in_quotes(*name) +
                      " would be another");
    }
  }

 private:
  std::string name_;
};

std::string only_word(arguments const& in) {
  in.expect_rest(1, 1);
  return in.rest()[0];
}

void read_liberty(design_state& into, arguments const& in) {
  bool const min = in.has("min"), max = in.has("max");
  auto const use = min == max ? library_use::both : min ? library_use::early : library_use::late;
  into.add_library(only_word(in), use);
}

void read_spef(design_state& into, arguments const& in) {
  gsta::io::spef_options reading;
  if (auto const* const instance = in.value("path")) reading.prefix = *instance;
  reading.coupling_factor =
      static_cast<float>(in.number("coupling_reduction_factor", 0, 1000, reading.coupling_factor));
  into.add_wires(into.open_wires(only_word(in)), reading);
}

void set_delay_calculator(design_state& into, arguments const& in) {
  auto const name = only_word(in);
  if (name == "dmp_ceff_elmore") return into.set_calculator(wire_model::ceff);
  if (name == "lumped_cap") return into.set_calculator(wire_model::ideal);
  throw refusal("the delay calculator " + in_quotes(name) +
                " is not supported: dmp_ceff_elmore and lumped_cap are");
}

/// Runs a file command by command, and shows each.
std::string run_echoed(interpreter& tcl, std::string const& file, bool results) {
  interpreter::script_name const name(tcl, file);
  tcl.add_read(file);
  std::ifstream in(file);
  if (!in) throw script_error(file, 0, 0, "cannot read it");
  std::string text, result;
  std::size_t line = 0, first = 1;
  for (std::string next; std::getline(in, next);) {
    ++line;
    if (text.empty()) first = line;
    text += next + "\n";
    if (Tcl_CommandComplete(text.c_str()) == 0) continue;
    tcl.print(text);
    result = tcl.run_text(text, file, first);
    if (results && !result.empty()) tcl.print(result + "\n");
    text.clear();
  }
  if (!text.empty()) result = tcl.run_text(text, file, first);  // what Tcl says of its end
  return result;
}

}  // namespace

void add_read_commands(interpreter& tcl, design_state& design) {
  auto const corners = std::make_shared<only_corner>();
  auto const add = [&](char const* name, char const* usage, auto const& work) {
    tcl.add(name, usage, [&design, corners, usage, work](words const& given) -> std::string {
      arguments const in(usage, given);
      corners->check(in);
      work(design, in);
      return {};
    });
  };
  add("read_liberty", "[-min] [-max] [-corner NAME] [-scene NAME] [-infer_latches] [-no_latch_infer] FILE",
      read_liberty);
  add("read_verilog", "FILE",
      [](design_state& into, arguments const& in) { into.add_netlist(into.load(only_word(in))); });
  add("link_design", "[-no_black_boxes] [TOP]", [](design_state& into, arguments const& in) {
    in.expect_rest(0, 1);
    into.link(in.rest().empty() ? std::string() : in.rest()[0]);
  });
  add("read_spef",
      "[-path INSTANCE] [-corner NAME] [-scene NAME] [-min] [-max] [-keep_capacitive_coupling] "
      "[-coupling_reduction_factor FACTOR] [-reduce] [-delete_after_reduce] [-quiet] FILE",
      read_spef);
  add("read_sdc", "[-echo] FILE",
      [](design_state& into, arguments const& in) { into.add_constraints(into.load(only_word(in))); });
  add("set_delay_calculator", "dmp_ceff_elmore|lumped_cap", set_delay_calculator);
  add("define_corners", "NAME", [](design_state&, arguments const& in) { in.expect_rest(1, 1); });
  static constexpr char const* of_source = "[-echo] [-verbose] [-encoding NAME] [-quiet] FILE";
  add_redirected(tcl, "source", of_source, [&tcl](words const& given) -> std::string {
    arguments const in(of_source, given);
    auto const file = only_word(in);
    return in.has("echo") || in.has("verbose") ? run_echoed(tcl, file, in.has("verbose"))
                                               : tcl.run_file(file);
  });
}

}  // namespace sta::shell
