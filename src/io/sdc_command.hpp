#pragma once

#include <string>
#include <vector>

#include "gsta/model/netlist.hpp"
#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_objects.hpp"

namespace gsta::io::detail {

class sdc_reader;
using sdc_list = std::vector<std::string>;
using sdc_objects = std::vector<sdc_object>;

/// Where a command stands.
struct sdc_location {
  std::string file;
  model::location at;
};

/// What a command returns: a list, or its only element as plain text.
struct sdc_reply {
  sdc_list list;
  bool is_text = false;
};

/// One command of SDC: its name, its options as `sdc_arguments` reads them, what runs it, and how many words
/// it takes beside options where `run` does not look itself. One that `asks` leaves the constraints as they
/// are.
struct sdc_command {
  char const* name;
  std::string options;
  sdc_reply (sdc_reader::*run)(sdc_arguments const&);
  int least = 0, most = -1;
  bool asks = false;
};

/// What a name that nothing has is in a command's argument: an error, or a note.
enum class sdc_missing { refused, noted };

/// What a pin of a module is to a command: what is behind it, or nothing.
enum class sdc_modules { lead_behind, without_effect };

/// SDC that limits or guides other tools, or that changes no arrival and no slack. Its words are not read.
inline constexpr char const* sdc_not_used[] = {"set_min_capacitance",
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
