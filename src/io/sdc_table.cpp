// SDC's commands: their names, options and functions.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/closest_name.hpp"
#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

struct sdc_option {
  std::string_view name;
  bool takes_value = false, unsupported = false, ignored = false;
};

std::vector<sdc_option> sdc_options_of(std::string_view spec) {
  std::vector<sdc_option> result;
  for (std::size_t at = 0; at < spec.size();) {
    auto const stop = std::min(spec.find(' ', at), spec.size());
    auto const entry = spec.substr(at, stop - at);
    auto const name = entry.substr(0, entry.find_first_of(":!?~"));
    auto const flags = entry.substr(name.size());
    result.push_back(
        {name, flags.find(':') != flags.npos, flags.find('!') != flags.npos, flags.find('?') != flags.npos});
    at = stop + 1;
  }
  return result;
}

/// An exact name, or the first that starts so; those that take a value first.
sdc_option const& find_option(std::vector<sdc_option> const& known, std::string_view word) {
  sdc_option const* found = nullptr;
  for (auto const& option : known) {
    if (option.name == word) return option;
    if (!option.name.starts_with(word)) continue;
    if (found == nullptr || (option.takes_value && !found->takes_value)) found = &option;
  }
  if (found != nullptr) return *found;
  std::vector<std::string> names;
  names.reserve(known.size());
  for (auto const& option : known) names.emplace_back(option.name);
  throw sdc_unknown_option("unknown option " + in_quotes("-" + std::string(word)) +
                           did_you_mean(word, names, "-"));
}

bool is_option(std::string const& word) noexcept {
  return word.size() > 1 && word[0] == '-' && (word[1] == '_' || (word[1] | 32) >= 'a') &&
         (word[1] | 32) <= 'z';
}

}  // namespace

sdc_arguments::sdc_arguments(std::string_view spec, std::vector<std::string> arguments) {
  auto const known = sdc_options_of(spec);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!is_option(arguments[i])) {
      words.push_back(std::move(arguments[i]));
      continue;
    }
    auto const& option = find_option(known, std::string_view(arguments[i]).substr(1));
    std::string value;
    if (option.takes_value) {
      if (++i == arguments.size())
        throw sdc_error("the option -" + std::string(option.name) + " needs a value");
      value = std::move(arguments[i]);
    }
    if (option.unsupported) unsupported.push_back("-" + std::string(option.name));
    if (option.ignored) ignored.push_back("-" + std::string(option.name));
    options_.emplace_back(option.name, std::move(value));
  }
}

std::string const* sdc_arguments::value(std::string_view option) const noexcept {
  auto const found =
      std::find_if(options_.rbegin(), options_.rend(), [&](auto const& o) { return o.first == option; });
  return found == options_.rend() ? nullptr : &found->second;
}

void sdc_arguments::expect_words(std::size_t least, std::size_t most) const {
  if (words.size() >= least && words.size() <= most) return;
  auto const expected =
      least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
  throw sdc_error("expected " + expected + (most == 1 ? " argument" : " arguments") +
                  " beside options, found " + std::to_string(words.size()));
}

/// Clocks, and what is said of ports, pins and cells. `sdc_arguments` says what marks behind options mean.
std::vector<sdc_command> sdc_reader::constraint_commands() {
  using r = sdc_reader;
  static constexpr char const* of_delay =
      "clock: clock_fall rise fall max min add_delay network_latency_included source_latency_included "
      "reference_pin: level_sensitive!";
  return {
      {"create_clock", "name: period: waveform: add comment:~", &r::create_clock},
      {"create_generated_clock",
       "name: source: master_clock: pin:! divide_by: multiply_by: duty_cycle: edges: edge_shift: invert "
       "combinational add comment:~",
       &r::create_generated_clock},
      {"set_clock_groups",
       "name: group: logically_exclusive physically_exclusive asynchronous allow_paths comment:~",
       &r::set_clock_groups},
      {"set_propagated_clock", "", &r::set_propagated_clock},
      {"set_clock_latency", "source early late rise fall min max clock:", &r::set_clock_latency},
      {"set_clock_uncertainty",
       "setup hold rise fall from: rise_from: fall_from: to: rise_to: fall_to:", &r::set_clock_uncertainty},
      {"set_clock_transition", "rise fall min max", &r::set_clock_transition},
      {"set_sense", "type: positive negative stop_propagation pulse: clocks:", &r::set_sense},
      {"set_clock_sense", "positive negative stop_propagation pulse: clock:", &r::set_sense},
      {"set_clock_gating_check", "setup: hold: rise fall high low", &r::set_clock_gating_check},
      {"set_disable_inferred_clock_gating", "", &r::set_disable_clock_gating},
      {"set_disable_clock_gating_check", "", &r::set_disable_clock_gating},
      {"set_units", "time: capacitance: resistance:~ voltage:~ current:~ power:~ distance:~", &r::set_units},
      {"set_hierarchy_separator", "", &r::set_hierarchy_separator},
      {"set_input_delay", of_delay, &r::set_input_delay},
      {"set_output_delay", of_delay, &r::set_output_delay},
      {"set_input_transition", "rise fall min max clock:? clock_fall?", &r::set_input_transition},
      {"set_driving_cell",
       "lib_cell: cell: library: rise fall min max pin: from_pin: input_transition_rise: "
       "input_transition_fall: dont_scale~ no_design_rule~ multiply_by:! clock:! clock_fall!",
       &r::set_driving_cell},
      {"set_load", "pin_load wire_load subtract_pin_load min max rise fall", &r::set_load},
      {"set_timing_derate", "early late rise fall clock data net_delay cell_delay cell_check",
       &r::set_timing_derate},
      {"set_case_analysis", "", &r::set_case_analysis},
      {"set_logic_zero", "", &r::set_logic_zero},
      {"set_logic_one", "", &r::set_logic_one},
      {"set_disable_timing", "from: to:", &r::set_disable_timing},
      {"set_data_check", "from: rise_from: fall_from: to: rise_to: fall_to: clock: setup hold",
       &r::set_data_check},
      {"set_max_time_borrow", "", &r::set_max_time_borrow},
      {"set_max_transition", "rise fall clock_path data_path", &r::set_max_transition},
      {"set_max_capacitance", "", &r::set_max_capacitance},
      {"set_max_fanout", "", &r::set_max_fanout},
      {"set_min_pulse_width", "low high", &r::set_min_pulse_width},
  };
}

/// What is said of paths.
std::vector<sdc_command> sdc_reader::exception_commands() {
  using r = sdc_reader;
  std::string const ends =
      "from: rise_from: fall_from: through: rise_through: fall_through: to: rise_to: fall_to: comment:~ ";
  std::string const edges = "rise fall ", kinds = "setup hold ", reset = "reset_path ";
  return {
      {"set_false_path", ends + kinds + edges + reset, &r::set_false_path},
      {"set_multicycle_path", ends + kinds + edges + reset + "start end", &r::set_multicycle_path},
      {"set_max_delay", ends + edges + reset + "ignore_clock_latency probe", &r::set_max_delay},
      {"set_min_delay", ends + edges + reset + "ignore_clock_latency probe", &r::set_min_delay},
      {"set_path_margin", ends + kinds + edges + reset, &r::set_path_margin},
      {"group_path", ends + "name: weight:~ critical_range:~ priority:~ default", &r::group_path},
      {"reset_path", ends + kinds + edges + "all", &r::reset_path},
      {"unset_path_exceptions", ends + kinds + edges, &r::reset_path},
  };
}

/// What takes back what others have said: by the names of open timers, `unset_x`, and by those of others,
/// `remove_x`.
std::vector<sdc_command> sdc_reader::unset_commands() {
  using r = sdc_reader;
  static constexpr char const* of_delay =
      "clock: clock_fall rise fall max min level_sensitive~ reference_pin:~";
  static constexpr char const* pair = "from: rise_from: fall_from: to: rise_to: fall_to: setup hold ";
  std::string const between = pair;
  static constexpr char const* of_groups = "name: logically_exclusive physically_exclusive asynchronous all";
  static constexpr char const* of_derate =
      "early! late! rise! fall! clock! data! net_delay! cell_delay! cell_check!";
  return {
      {"delete_clock", "all", &r::remove_clock},
      {"remove_clock", "all", &r::remove_clock},
      {"delete_generated_clock", "all", &r::remove_clock},
      {"remove_generated_clock", "all", &r::remove_clock},
      {"unset_propagated_clock", "", &r::unset_propagated_clock},
      {"remove_propagated_clock", "", &r::unset_propagated_clock},
      {"unset_clock_latency", "source clock:", &r::unset_clock_latency},
      {"remove_clock_latency", "source clock:", &r::unset_clock_latency},
      {"unset_clock_uncertainty", between, &r::unset_clock_uncertainty},
      {"remove_clock_uncertainty", between, &r::unset_clock_uncertainty},
      {"unset_clock_transition", "", &r::unset_clock_transition},
      {"remove_clock_transition", "", &r::unset_clock_transition},
      {"unset_clock_groups", of_groups, &r::unset_clock_groups},
      {"remove_clock_groups", of_groups, &r::unset_clock_groups},
      {"unset_input_delay", of_delay, &r::unset_input_delay},
      {"remove_input_delay", of_delay, &r::unset_input_delay},
      {"unset_output_delay", of_delay, &r::unset_output_delay},
      {"remove_output_delay", of_delay, &r::unset_output_delay},
      {"unset_case_analysis", "all", &r::unset_case_analysis},
      {"remove_case_analysis", "all", &r::unset_case_analysis},
      {"unset_disable_timing", "from: to:", &r::unset_disable_timing},
      {"remove_disable_timing", "from: to:", &r::unset_disable_timing},
      {"unset_disable_inferred_clock_gating", "", &r::unset_clock_gating},
      {"remove_disable_clock_gating_check", "", &r::unset_clock_gating},
      {"unset_data_check", between + "clock:", &r::unset_data_check},
      {"remove_data_check", between + "clock:", &r::unset_data_check},
      {"unset_timing_derate", of_derate, &r::unset_timing_derate},
      {"remove_timing_derate", of_derate, &r::unset_timing_derate},
      {"reset_timing_derate", of_derate, &r::unset_timing_derate},
      {"remove_max_transition", "", &r::remove_limit},
      {"remove_max_capacitance", "", &r::remove_limit},
      {"remove_max_fanout", "", &r::remove_limit},
      {"remove_min_pulse_width", "", &r::remove_limit},
      {"remove_max_time_borrow", "", &r::remove_time_borrow},
      {"remove_clock_gating_check", "setup! hold! rise! fall! high! low!", &r::remove_clock_gating_check},
      {"remove_sense", "type:~ all clocks:!", &r::remove_sense},
      {"remove_clock_sense", "all clocks:!", &r::remove_sense},
      {"remove_driving_cell", "rise fall min max", &r::remove_driving_cell},
      {"remove_capacitance", "", &r::remove_load},
      {"remove_path_group", "all", &r::remove_path_group},
      {"reset_design", "", &r::reset_design},
      {"remove_sdc", "", &r::reset_design},
  };
}

/// What asks for objects and looks at them.
std::vector<sdc_command> sdc_reader::query_commands() {
  using r = sdc_reader;
  static constexpr char const* of_fanin =
      "to: startpoints_only only_cells flat levels: pin_levels: trace_arcs: continue_trace_generated_clock!";
  static constexpr char const* of_fanout =
      "from: endpoints_only only_cells flat levels: pin_levels: trace_arcs: clock_tree!";
  static constexpr char const* of_query = "quiet regexp nocase exact~ hsc:~ filter: of_objects: hierarchical";
  return {
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
      {"all_inputs", "no_clocks exclude_clock_ports clock: edge_triggered! level_sensitive!", &r::all_inputs},
      {"all_outputs", "clock: edge_triggered! level_sensitive!", &r::all_outputs},
      {"all_clocks", "", &r::all_clocks},
      {"all_registers",
       "cells data_pins clock_pins async_pins output_pins edge_triggered level_sensitive clock: "
       "rise_clock:! fall_clock:! slave_clock_pins! inverted_output! no_hierarchy~",
       &r::all_registers},
      {"all_fanin", of_fanin, &r::all_fanin},
      {"get_fanin", of_fanin, &r::all_fanin},
      {"all_fanout", of_fanout, &r::all_fanout},
      {"get_fanout", of_fanout, &r::all_fanout},
      {"get_generated_clocks", of_query, &r::get_generated_clocks},
      {"get_timing_edges", "from: to: of_objects: filter:", &r::refuse_query},
      {"get_timing_arcs", "from: to: of_objects: filter: quiet", &r::refuse_query},
      {"get_path_groups", "quiet regexp nocase filter:", &r::refuse_query},
      {"get_designs", "quiet regexp nocase hierarchical filter: exact", &r::refuse_query},
      {"all_connected", "leaf", &r::refuse_query},
      {"all_instances", "hierarchy", &r::refuse_query},
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
      {"delete_from_list", "", &r::delete_from_list},
      {"sort_by_name", "", &r::sort_by_name},
      {"sort_by_full_name", "", &r::sort_by_name},
      {"get_object_name", "", &r::get_object_name},
      {"get_full_name", "", &r::get_object_name},
      {"get_name", "", &r::get_object_name},
      {"puts", "nonewline", &r::ignore_text},
      {"echo", "", &r::ignore_text},
  };
}

std::vector<sdc_command> const& sdc_reader::commands() {
  static std::vector<sdc_command> const table = [] {
    std::vector<sdc_command> all;
    for (auto* const part :
         {&constraint_commands, &exception_commands, &unset_commands, &query_commands, &left_out_commands}) {
      auto some = part();
      for (auto& command : some) command.asks = part == &query_commands;
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return table;
}

}  // namespace gsta::io::detail
