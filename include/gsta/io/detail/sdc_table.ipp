#pragma once

#include "gsta/io/detail/sdc_collections.ipp"
#include "gsta/io/detail/sdc_driving_cell.ipp"
#include "gsta/io/detail/sdc_exceptions.ipp"
#include "gsta/io/detail/sdc_finish.ipp"
#include "gsta/io/detail/sdc_ports.ipp"
#include "gsta/io/detail/sdc_units.ipp"

namespace gsta::io::detail {

/// The commands that do something. `!` behind an option: not supported yet; `~`: it changes nothing.
GSTA_INLINE std::vector<sdc_command> const& sdc_reader::commands() {
  using r = sdc_reader;
  static constexpr char const* of_query = "quiet regexp nocase exact~ hsc:~ filter: of_objects: hierarchical";
  static constexpr char const* of_delay =
      "clock: clock_fall rise fall max min add_delay network_latency_included source_latency_included "
      "reference_pin:! level_sensitive!";
  static std::vector<sdc_command> const table{
      {"create_clock", "name: period: waveform: add comment:~", &r::create_clock},
      {"set_propagated_clock", "", &r::set_propagated_clock},
      {"set_clock_latency", "source early late rise fall min max clock:", &r::set_clock_latency},
      {"set_clock_uncertainty",
       "setup hold rise fall from: rise_from: fall_from: to: rise_to: fall_to:", &r::set_clock_uncertainty},
      {"set_clock_transition", "rise fall min max", &r::set_clock_transition},
      {"set_units", "time: capacitance: resistance:~ voltage:~ current:~ power:~ distance:~", &r::set_units},
      {"set_hierarchy_separator", "", &r::set_hierarchy_separator},
      {"set_input_delay", of_delay, &r::set_input_delay},
      {"set_output_delay", of_delay, &r::set_output_delay},
      {"set_input_transition", "rise fall min max clock:! clock_fall!", &r::set_input_transition},
      {"set_driving_cell",
       "lib_cell: cell: library: rise fall min max pin: from_pin: input_transition_rise: "
       "input_transition_fall: dont_scale~ no_design_rule~ multiply_by:! clock:! clock_fall!",
       &r::set_driving_cell},
      {"set_load", "pin_load wire_load subtract_pin_load! min max rise fall", &r::set_load},
      {"set_timing_derate", "early late rise fall clock data net_delay cell_delay cell_check",
       &r::set_timing_derate},
      {"set_false_path",
       "from: to: setup hold rise fall comment:~ rise_from:! fall_from:! through:! rise_through:! "
       "fall_through:! rise_to:! fall_to:! reset_path!",
       &r::set_false_path},
      {"set_case_analysis", "", &r::set_case_analysis},
      {"set_logic_zero", "", &r::set_logic_zero},
      {"set_logic_one", "", &r::set_logic_one},
      {"get_ports", of_query, &r::get_ports},
      {"get_port", of_query, &r::get_ports},
      {"get_cells", of_query, &r::get_cells},
      {"get_cell", of_query, &r::get_cells},
      {"get_pins", of_query, &r::get_pins},
      {"get_pin", of_query, &r::get_pins},
      {"get_nets", of_query, &r::get_nets},
      {"get_net", of_query, &r::get_nets},
      {"get_clocks", of_query, &r::get_clocks},
      {"get_clock", of_query, &r::get_clocks},
      {"get_lib_cells", of_query, &r::get_lib_cells},
      {"get_lib_cell", of_query, &r::get_lib_cells},
      {"get_lib_pins", of_query, &r::get_lib_pins},
      {"get_lib_pin", of_query, &r::get_lib_pins},
      {"get_libs", of_query, &r::get_libs},
      {"get_lib", of_query, &r::get_libs},
      {"all_inputs", "no_clocks exclude_clock_ports clock:! edge_triggered! level_sensitive!",
       &r::all_inputs},
      {"all_outputs", "clock:! edge_triggered! level_sensitive!", &r::all_outputs},
      {"all_clocks", "", &r::all_clocks},
      {"all_registers",
       "cells data_pins clock_pins async_pins output_pins edge_triggered level_sensitive clock:! "
       "rise_clock:! fall_clock:! slave_clock_pins! inverted_output! no_hierarchy~",
       &r::all_registers},
      {"current_design", "", &r::current_design},
      {"current_instance", "", &r::current_instance},
      {"get_property", "quiet object_type:~ class:~", &r::get_property},
      {"get_attribute", "quiet object_type:~ class:~", &r::get_property},
      {"add_to_collection", "unique", &r::add_to_collection},
      {"remove_from_collection", "intersect", &r::remove_from_collection},
      {"sizeof_collection", "", &r::sizeof_collection},
      {"index_collection", "", &r::index_collection},
      {"sort_collection", "descending", &r::sort_collection},
      {"filter_collection", "", &r::filter_collection},
      {"copy_collection", "", &r::copy_collection},
      {"get_object_name", "", &r::get_object_name},
      {"get_full_name", "", &r::get_object_name},
      {"get_name", "", &r::get_object_name},
      {"puts", "nonewline", &r::ignore_text},
      {"echo", "", &r::ignore_text},
  };
  return table;
}

/// SDC that would change timing and is not supported yet: counted, with all its options unread.
static constexpr char const* sdc_not_supported[] = {"set_clock_groups",
                                                    "set_clock_sense",
                                                    "set_sense",
                                                    "set_clock_gating_check",
                                                    "set_multicycle_path",
                                                    "set_max_delay",
                                                    "set_min_delay",
                                                    "set_logic_dc",
                                                    "set_disable_timing",
                                                    "set_disable_clock_gating_check",
                                                    "set_disable_inferred_clock_gating",
                                                    "set_drive",
                                                    "set_data_check",
                                                    "set_ideal_network",
                                                    "set_ideal_net",
                                                    "set_ideal_latency",
                                                    "set_ideal_transition",
                                                    "set_resistance",
                                                    "set_port_fanout_number",
                                                    "set_fanout_load",
                                                    "set_wire_load_model",
                                                    "set_wire_load_mode",
                                                    "set_operating_conditions",
                                                    "set_max_time_borrow",
                                                    "set_annotated_delay",
                                                    "set_annotated_check",
                                                    "set_annotated_transition",
                                                    "set_min_pulse_width",
                                                    "set_external_delay",
                                                    "group_path",
                                                    "remove_clock",
                                                    "remove_input_delay",
                                                    "remove_output_delay",
                                                    "reset_path",
                                                    "get_generated_clocks",
                                                    "get_timing_edges",
                                                    "get_path_groups",
                                                    "get_designs",
                                                    "all_fanin",
                                                    "all_fanout",
                                                    "all_connected",
                                                    "all_instances",
                                                    "read_sdc",
                                                    "set_voltage",
                                                    "set_level_shifter_strategy"};

/// SDC that limits or guides other tools and changes no arrival and no slack.
static constexpr char const* sdc_not_used[] = {"set_max_transition",
                                               "set_max_capacitance",
                                               "set_min_capacitance",
                                               "set_max_fanout",
                                               "set_max_area",
                                               "set_min_fanout",
                                               "set_min_transition",
                                               "set_max_dynamic_power",
                                               "set_max_leakage_power",
                                               "set_dont_touch",
                                               "set_dont_touch_network",
                                               "set_dont_use",
                                               "set_size_only",
                                               "set_fix_hold",
                                               "set_fix_multiple_port_nets",
                                               "set_wire_load_min_block_size",
                                               "set_wire_load_selection_group",
                                               "set_level_shifter_threshold",
                                               "set_message_info",
                                               "suppress_message"};

}  // namespace gsta::io::detail
