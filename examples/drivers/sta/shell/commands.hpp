#pragma once

#include "sta/shell/design_state.hpp"
#include "sta/shell/interpreter.hpp"

namespace sta::shell {

/// read_liberty, read_verilog, link_design, read_spef, read_sdc, source.
void add_read_commands(interpreter& tcl, design_state& design);
/// make_instance, swap_cell, connect_pin, set_pi_model and so on: edits of the netlist and of its wires.
void add_edit_commands(interpreter& tcl, design_state& design);
/// report_checks.
void add_path_commands(interpreter& tcl, design_state& design);
/// report_wns, report_tns, report_worst_slack, report_units, and what puts their text elsewhere.
void add_summary_commands(interpreter& tcl, design_state& design);
/// report_check_types of design rules.
void add_rule_commands(interpreter& tcl, design_state& design);
/// report_unconstrained, check_setup, report_groups, report_clock_latency, report_clock_skew.
void add_setup_commands(interpreter& tcl, design_state& design);
/// get_property of pins and ports with what timing knows, else SDC's.
void add_property_command(interpreter& tcl, design_state& design);
/// help, and sentences for what OpenSTA has and gsta does not.
void add_help_commands(interpreter& tcl);

/// A command whose words may end with `> FILE` or `>> FILE`: what it prints goes there.
void add_redirected(interpreter& tcl, std::string name, std::string usage, interpreter::work run);
}  // namespace sta::shell
