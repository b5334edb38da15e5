#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "gsta/io/sdc.hpp"
#include "gsta/model/constraints.hpp"

namespace gsta::io::detail {

/// Records of one sort, found by the pin that they are of.
template <class Record>
struct sdc_record_table {
  std::vector<Record> records;
  std::unordered_map<std::string, std::vector<std::size_t>> by_pin;
  std::unordered_map<std::string, std::size_t> by_pin_and_clock;  ///< keys by `record_key`
};

/// A clock by its name: its position in `clocks_`, or in `generated_clocks_`.
struct sdc_clock_place {
  std::size_t index;
  bool generated;
};

/// All that SDC commands have said up to now, which later ones build on. It can be copied, and be brought
/// from another process.
struct sdc_records {
  sdc_units units_;
  bool units_are_given_ = false;
  std::string scope_;  ///< `instance/` of current_instance
  std::unordered_map<std::string, sdc_clock_place> clock_index_;
  std::vector<model::clock> clocks_;
  std::vector<model::generated_clock> generated_clocks_;
  std::unordered_map<std::string, std::string> clock_location_;  ///< FILE:LINE:COLUMN by name
  std::unordered_map<std::string, std::size_t> clocks_at_;       ///< how many clocks a pin is a source of
  sdc_record_table<model::clock_at_pin> clock_pins_;
  sdc_record_table<model::input_arrival> arrivals_;
  sdc_record_table<model::output_required> required_;
  sdc_record_table<model::input_slew> slews_;
  sdc_record_table<model::port_load> pin_loads_, wire_loads_, net_loads_;
  std::vector<model::driving_cell> driving_cells_;
  std::unordered_map<std::string, std::vector<std::size_t>> drivers_of_port_;
  std::vector<model::timing_derate> derates_;
  sdc_record_table<model::case_value> cases_, logic_values_;
  std::vector<model::path_exception> exceptions_;
  std::vector<model::clock_groups> groups_;
  std::vector<model::clock_uncertainty> uncertainties_;
  std::vector<model::design_limit> limits_;
  std::vector<model::gating_check> gating_checks_;
  std::vector<model::ungated_object> ungated_;
  std::vector<model::time_borrow> time_borrows_;
  std::vector<model::disabled_timing> disabled_;
  std::vector<model::clock_sense> senses_;
  std::vector<model::data_check> data_checks_;
  model::operating_choice operating_[2];
  bool common_path_credits_ = true;
  bool preset_clear_arcs_ = false;
};

}  // namespace gsta::io::detail
