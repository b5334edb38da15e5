// help, and what OpenSTA has and gsta does not.
#include <algorithm>

#include "sta/shell/commands.hpp"

namespace sta::shell {

namespace {

struct missing_commands {
  char const *names, *why;
};

constexpr missing_commands missing[] = {
    {"report_clock_min_period report_clock_properties", "reports of clock networks are not there yet"},
    {"define_scene get_scenes set_scene set_mode get_modes", "there is one corner and one mode"},
    {"read_sdf write_sdf report_annotated_delay report_annotated_check set_assigned_delay set_assigned_check "
     "set_assigned_transition",
     "delays of other tools are not read"},
    {"report_power set_power_activity read_power_activities read_vcd read_saif report_activity_annotation "
     "unset_power_activity",
     "power is not computed"},
    {"find_timing_paths report_path report_arrival report_required report_slack report_slews report_edges "
     "report_dcalc report_net report_instance report_lib_cell report_constant "
     "report_disabled_edges report_parasitic_annotation",
     "report_checks and get_property say what is known"},
    {"make_port delete_port", "ports stay as the netlist has them"},
    {"write_verilog write_sdc write_path_spice write_gate_spice write_gate_gnuplot write_timing_model",
     "there is no such writer"},
    {"unset_case_analysis unset_clock_groups unset_clock_latency unset_clock_transition "
     "unset_clock_uncertainty unset_data_check unset_disable_timing unset_input_delay unset_output_delay "
     "unset_path_exceptions unset_propagated_clock unset_timing_derate delete_clock delete_generated_clock",
     "what was said cannot be unsaid; link_design begins anew"},
    {"set_cmd_units set_pvt define_property set_property log_begin log_end get_fanin get_fanout",
     "it is not there yet"}};

std::string help(interpreter& tcl, words const& given) {
  if (given.size() > 1) throw refusal("expected one pattern");
  auto const pattern = given.empty() ? std::string("*") : given[0];
  words lines;
  for (auto const& command : tcl.commands()) {
    if (Tcl_StringMatch(command.name.c_str(), pattern.c_str()) != 0)
      lines.push_back(command.name + (command.usage.empty() ? "" : " ") + command.usage + "\n");
  }
  std::sort(lines.begin(), lines.end());
  if (lines.empty()) throw refusal("there is no help on " + in_quotes(pattern));
  for (auto const& line : lines) tcl.print(line);
  if (given.empty()) tcl.print("and the commands of SDC and of Tcl\n");
  return {};
}

}  // namespace

void add_help_commands(interpreter& tcl) {
  add_redirected(tcl, "help", "[PATTERN]", [&tcl](words const& given) { return help(tcl, given); });
  // OpenSTA's messages have numbers, which these name; gsta's have none.
  for (auto const* const name : {"suppress_msg", "unsuppress_msg"})
    tcl.add(name, "NUMBERS", [](words const&) { return std::string(); });
  for (auto const& [names, why] : missing) {
    for (auto const& name : interpreter::split(names)) tcl.add_missing(name, why);
  }
}

}  // namespace sta::shell
