#pragma once

#include <algorithm>
#include <utility>

#include "gsta/io/detail/sdc_select.ipp"

/// Commands that are known and not obeyed: those that would change a slack, and those that would not.
namespace gsta::io::detail {

GSTA_INLINE sdc_reply sdc_reader::leave_out_command(sdc_arguments const&) {
  leave_out(command_);
  return {};
}

/// A query that is not there: without an answer, whatever is said of it would be lost.
GSTA_INLINE sdc_reply sdc_reader::refuse_query(sdc_arguments const&) {
  if (!lenient_) throw sdc_error(command_ + " is not there yet");
  leave_out(command_);
  return {};
}

/// The conditions of early arrivals, or of late ones. What no library has is not obeyed.
GSTA_INLINE void sdc_reader::choose_conditions(bool late, std::string const& name,
                                               std::string const* library) {
  model::operating_choice chosen{library == nullptr ? "" : handles_.shown(*library), name, tcl.locate().at};
  auto const has = [&](model::library_conditions const& in) {
    return (chosen.library.empty() || chosen.library == in.library) && in.find(name) != nullptr;
  };
  auto const& known = names_.library();
  if (!has(known.conditions) && std::none_of(known.more_conditions.begin(), known.more_conditions.end(), has))
    return leave_out(command_ + " " + name);
  operating_[late] = std::move(chosen);
}

/// The analysis is always one of early and late arrivals; conditions are those of all instances.
GSTA_INLINE sdc_reply sdc_reader::set_operating_conditions(sdc_arguments const& in) {
  in.expect_words(0, 1);
  auto const* const type = in.value("analysis_type");
  bool const as_it_is = type == nullptr || *type == "on_chip_variation";
  if (!as_it_is && *type != "single" && *type != "bc_wc")
    throw sdc_error("expected single, bc_wc or on_chip_variation, found " + quoted(*type));
  if (!as_it_is) leave_out(command_ + " -analysis_type " + *type);
  if (in.has("object_list")) return leave_out(command_ + " -object_list"), sdc_reply{};
  if (!in.words.empty() && in.value("min") == nullptr && in.value("max") == nullptr) {
    auto const name = handles_.shown(in.words[0]);
    choose_conditions(false, name, in.value("library"));
    if (operating_[0].name == name) choose_conditions(true, name, in.value("library"));
    return {};
  }
  for (bool const late : {false, true}) {
    auto const* const of_library = in.value(late ? "max_library" : "min_library");
    auto const* const name = in.value(late ? "max" : "min");
    if (name != nullptr)
      choose_conditions(late, handles_.shown(*name),
                        of_library != nullptr ? of_library : in.value("library"));
  }
  return {};
}

GSTA_INLINE std::vector<sdc_command> sdc_reader::left_out_commands() {
  using r = sdc_reader;
  static constexpr char const* conditions = "rise fall min max";
  static constexpr char const* annotated = "from: to: cond: worst rise fall min max ";
  static constexpr char const* of_delay = "clock: clock_fall level_sensitive rise fall max min add_delay";
  constexpr auto run = &r::leave_out_command;
  return {
      {"set_operating_conditions", "analysis_type: library: min: max: min_library: max_library: object_list:",
       &r::set_operating_conditions},
      {"set_logic_dc", "", run},
      {"set_drive", conditions, run},
      {"set_ideal_net", "", run},
      {"set_resistance", "min max", run},
      {"set_wire_load_model", "name: library: min max cluster:", run},
      {"set_wire_load_selection_group", "library: min max", run},
      {"set_annotated_delay", std::string(annotated) + "cell net load_delay: increment", run},
      {"set_annotated_check", std::string(annotated) + "setup hold recovery removal clock:", run},
      {"set_annotated_transition", conditions, run},
      {"set_external_delay", of_delay, run},
      {"set_voltage", "min: object_list:", run},
  };
}

/// SDC that limits or guides other tools, or that changes no arrival and no slack. Its words are not read.
static constexpr char const* sdc_not_used[] = {"set_min_capacitance",
                                               "set_max_area",
                                               "set_min_fanout",
                                               "set_min_transition",
                                               "set_ideal_network",
                                               "set_ideal_latency",
                                               "set_ideal_transition",
                                               "set_fanout_load",
                                               "set_port_fanout_number",
                                               "set_critical_range",
                                               "set_max_dynamic_power",
                                               "set_max_leakage_power",
                                               "set_dont_touch",
                                               "set_dont_touch_network",
                                               "set_dont_use",
                                               "set_size_only",
                                               "set_fix_hold",
                                               "set_fix_multiple_port_nets",
                                               "set_wire_load_min_block_size",
                                               "set_wire_load_mode",
                                               "create_voltage_area",
                                               "set_level_shifter_strategy",
                                               "set_level_shifter_threshold",
                                               "set_message_info",
                                               "suppress_message"};

}  // namespace gsta::io::detail
