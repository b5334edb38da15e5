#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gsta/io/detail/sdc_arguments.hpp"
#include "gsta/io/detail/sdc_names.hpp"
#include "gsta/io/sdc.hpp"

namespace gsta::io::detail {

class sdc_reader;
using sdc_list = std::vector<std::string>;

/// One command of SDC: its name, its options as `sdc_arguments` reads them, and what runs it. It returns a
/// list.
struct sdc_command {
  char const* name;
  char const* options;
  sdc_list (sdc_reader::*run)(sdc_arguments const&);
};

/// Gives SDC commands their meaning: it knows no Tcl, only words.
class sdc_reader {
 public:
  /// What the interpreter provides.
  struct host {
    std::function<model::location()> locate;            ///< where the running command stands
    std::function<sdc_list(std::string const&)> split;  ///< a Tcl list's elements; throws sdc_error
  };

  sdc_reader(model::netlist const& netlist, model::library const& library, model::diagnostics& seen,
             sdc_options const& options);

  static std::vector<sdc_command> const& commands();
  sdc_list run(sdc_command const& command, std::vector<std::string> words);
  /// A command that does nothing here, counted: `why` stands before its name.
  sdc_list skip(std::string_view why, std::string const& name);
  model::constraints finish();

  host tcl;
  std::string file;  ///< the file being read

 private:
  template <class Record>
  struct record_table {
    std::vector<Record> records;
    std::unordered_map<std::string, std::vector<std::size_t>> by_pin;
  };
  template <class Record>
  Record& record_of(record_table<Record>& table, std::string const& pin, std::string const& clock,
                    edge clock_edge);
  template <class Record>
  static void drop_clock(record_table<Record>& table, std::string const& clock);
  template <class Record>
  void set_delay(record_table<Record>& table, corner_values Record::* values, sdc_arguments const& in,
                 double sign, model::direction forbidden);
  template <class Record>
  void set_port_values(record_table<Record>& table, corner_values Record::* values, sdc_arguments const& in,
                       double scale, model::direction forbidden);

  // sdc_clocks.ipp
  sdc_list create_clock(sdc_arguments const& in);
  sdc_list set_propagated_clock(sdc_arguments const& in);
  sdc_list set_units(sdc_arguments const& in);
  void read_waveform(sdc_arguments const& in, model::clock& into);
  void add_clock(model::clock clock, bool keep_others);
  void assert_clocks();
  double unit_value(std::string const& text, std::string_view symbol) const;
  model::clock* find_clock(std::string const& name) noexcept;
  femtoseconds time_of(std::string const& text) const;

  // sdc_ports.ipp
  sdc_list set_input_delay(sdc_arguments const& in);
  sdc_list set_output_delay(sdc_arguments const& in);
  sdc_list set_input_transition(sdc_arguments const& in);
  sdc_list set_load(sdc_arguments const& in);
  sdc_list ports_of(std::string const& words, model::direction forbidden);
  void fill_slews();

  // sdc_queries.ipp
  sdc_list get_ports(sdc_arguments const& in);
  sdc_list get_cells(sdc_arguments const& in);
  sdc_list get_pins(sdc_arguments const& in);
  sdc_list get_clocks(sdc_arguments const& in);
  sdc_list all_inputs(sdc_arguments const& in);
  sdc_list all_outputs(sdc_arguments const& in);
  sdc_list all_clocks(sdc_arguments const& in);
  sdc_list current_design(sdc_arguments const& in);
  sdc_list add_to_collection(sdc_arguments const& in);
  sdc_list remove_from_collection(sdc_arguments const& in);
  sdc_list sizeof_collection(sdc_arguments const& in);
  sdc_list get_object_name(sdc_arguments const& in);
  sdc_list ignore_text(sdc_arguments const& in);
  sdc_list query(sdc_arguments const& in, std::string_view what,
                 std::function<sdc_list(std::string_view)> const& find);

  // sdc_reader.ipp
  std::string here() const;
  void count(std::string const& kind);
  void count_of(std::string const& general, std::string const& detail);
  double number(std::string const& text) const;
  std::uint8_t conditions_of(sdc_arguments const& in) const;
  sdc_list objects_of(std::string const& words) const;
  std::string clock_of(sdc_arguments const& in);

  sdc_names names_;
  model::diagnostics& seen_;
  sdc_units units_, library_units_;
  bool units_are_given_;
  std::string command_;            ///< the running one's name
  std::set<std::string> counted_;  ///< kinds with a name in them, of which there may be many
  std::vector<model::clock> clocks_;
  std::unordered_map<std::string, std::string> clock_place_;  ///< FILE:LINE:COLUMN by name
  record_table<model::input_arrival> arrivals_;
  record_table<model::output_required> required_;
  record_table<model::input_slew> slews_;
  record_table<model::port_load> loads_;
};

}  // namespace gsta::io::detail
