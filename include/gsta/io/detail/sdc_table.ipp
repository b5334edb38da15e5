#pragma once

#include "gsta/io/detail/sdc_reader.ipp"

namespace gsta::io::detail {

/// The commands that do something. `!` behind an option: not supported yet; `~`: it changes nothing.
GSTA_INLINE std::vector<sdc_command> const& sdc_reader::commands() {
  using r = sdc_reader;
  static constexpr char const* of_objects = "quiet regexp! nocase! hierarchical~ exact~ hsc:~ filter:! of_objects:!";
  static constexpr char const* of_delay =
      "clock: clock_fall rise fall max min add_delay network_latency_included~ source_latency_included~ "
      "reference_pin:! level_sensitive!";
  static std::vector<sdc_command> const table{
      {"create_clock", "name: period: waveform: add comment:~", &r::create_clock},
      {"set_propagated_clock", "", &r::set_propagated_clock},
      {"set_units", "time: capacitance: resistance:~ voltage:~ current:~ power:~ distance:~", &r::set_units},
      {"set_input_delay", of_delay, &r::set_input_delay},
      {"set_output_delay", of_delay, &r::set_output_delay},
      {"set_input_transition", "rise fall min max clock:! clock_fall!", &r::set_input_transition},
      {"set_load", "pin_load wire_load subtract_pin_load! min max rise fall", &r::set_load},
      {"get_ports", of_objects, &r::get_ports},
      {"get_cells", of_objects, &r::get_cells},
      {"get_pins", of_objects, &r::get_pins},
      {"get_clocks", of_objects, &r::get_clocks},
      {"get_clock", of_objects, &r::get_clocks},
      {"all_inputs", "no_clocks clock:! edge_triggered! level_sensitive! exclude_clock_ports!", &r::all_inputs},
      {"all_outputs", "clock:! edge_triggered! level_sensitive!", &r::all_outputs},
      {"all_clocks", "", &r::all_clocks},
      {"current_design", "", &r::current_design},
      {"add_to_collection", "unique", &r::add_to_collection},
      {"remove_from_collection", "intersect!", &r::remove_from_collection},
      {"sizeof_collection", "", &r::sizeof_collection},
      {"get_object_name", "", &r::get_object_name},
      {"get_full_name", "", &r::get_object_name},
      {"puts", "nonewline", &r::ignore_text},
  };
  return table;
}

/// SDC that would change timing and is not supported yet: counted, with all its options unread.
static constexpr char const* sdc_not_supported[] = {
    "create_generated_clock", "set_clock_latency", "set_clock_uncertainty", "set_clock_transition", "set_clock_groups",
    "set_clock_sense", "set_sense", "set_clock_gating_check", "set_false_path", "set_multicycle_path", "set_max_delay",
    "set_min_delay", "set_case_analysis", "set_logic_zero", "set_logic_one", "set_logic_dc", "set_disable_timing",
    "set_disable_clock_gating_check", "set_disable_inferred_clock_gating", "set_driving_cell", "set_drive",
    "set_timing_derate", "set_data_check", "set_ideal_network", "set_ideal_net", "set_ideal_latency",
    "set_ideal_transition", "set_resistance", "set_port_fanout_number", "set_fanout_load", "set_wire_load_model",
    "set_wire_load_mode", "set_operating_conditions", "set_max_time_borrow", "set_annotated_delay",
    "set_annotated_check", "set_annotated_transition", "set_min_pulse_width", "set_external_delay", "group_path",
    "remove_clock", "remove_input_delay", "remove_output_delay", "reset_path", "set_hierarchy_separator",
    "current_instance", "get_nets", "get_net", "get_lib_cells", "get_lib_cell", "get_lib_pins", "get_lib_pin",
    "get_libs", "get_lib", "get_attribute", "get_property", "get_generated_clocks", "get_timing_edges",
    "get_path_groups", "get_designs", "filter_collection", "append_to_collection", "index_collection",
    "sort_collection", "all_registers", "all_fanin", "all_fanout", "all_connected", "all_instances", "read_sdc",
    "set_voltage", "set_level_shifter_strategy"};

/// SDC that limits or guides other tools and changes no arrival and no slack.
static constexpr char const* sdc_not_used[] = {
    "set_max_transition", "set_max_capacitance", "set_min_capacitance", "set_max_fanout", "set_max_area", "set_min_fanout",
    "set_min_transition", "set_max_dynamic_power", "set_max_leakage_power", "set_dont_touch", "set_dont_touch_network",
    "set_dont_use", "set_size_only", "set_fix_hold", "set_fix_multiple_port_nets", "set_wire_load_min_block_size",
    "set_wire_load_selection_group", "set_level_shifter_threshold", "set_message_info", "suppress_message"};

}  // namespace gsta::io::detail
