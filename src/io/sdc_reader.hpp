#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/sdc.hpp"
#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_names.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_records.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// At most so many clocks: with c clocks at a register, c * c pairs of them are checked there.
inline constexpr std::size_t most_sdc_clocks = 10'000, most_sdc_clocks_at_a_pin = 1000;

struct clock_root;

/// Gives SDC commands their meaning: it knows no Tcl, only words.
class sdc_reader : sdc_records {
 public:
  using matcher = std::function<bool(std::string_view)>;
  /// What the interpreter provides.
  struct host {
    std::function<sdc_location()> locate;               ///< where the running command stands
    std::function<sdc_list(std::string const&)> split;  ///< a Tcl list's elements; throws sdc_error
    /// Matches whole names with a regular expression; throws sdc_error where it is none.
    std::function<matcher(std::string const&, bool ignore_case)> regular;
  };

  sdc_reader(model::netlist const& netlist, model::library const& library, model::diagnostics& seen,
             sdc_options const& options);

  /// All that do something or are left out and counted.
  static std::vector<sdc_command> const& commands();
  sdc_reply run(sdc_command const& command, std::vector<std::string> words);
  /// A command that changes nothing here, counted, its words unread.
  sdc_reply skip(std::string const& name);
  /// A command's name that was written short.
  sdc_reply complete(std::string const& name, std::string const& whole) {
    count_of(in_quotes(name) + " is taken as", whole);
    return {};
  }
  /// A command that nobody knows.
  sdc_reply refuse_unknown(std::string const& name);
  /// A variable of OpenSTA's that was set and is not obeyed.
  void note_variable(std::string const& name) { leave_out("set " + name); }
  /// Whether common-path pessimism goes.
  void keep_credits(bool keep) { common_path_credits_ = keep; }
  /// Whether asynchronous pins' arcs to outputs carry data.
  void trace_preset_and_clear(bool trace) { preset_clear_arcs_ = trace; }
  /// What was said, and what follows from all of it; the reader is empty then.
  model::constraints finish();
  /// The same of what was said so far; more may follow. What is counted on the way goes into `seen` alone.
  model::constraints so_far(model::diagnostics& seen);
  void netlist_changed() { names_.look_again(); }
  sdc_records const& records() const noexcept { return *this; }
  void replace_records(sdc_records&& by) { static_cast<sdc_records&>(*this) = std::move(by); }
  /// The objects of these kinds that words of a command mean. Throws: sdc_error.
  sdc_objects objects(std::string const& words, sdc_kinds kinds);
  /// Handles are numbered from `first` on; those in front are of designs that were linked before.
  void number_handles_from(std::size_t first) noexcept { handles_.number_from(first); }
  std::size_t next_handle() const noexcept { return handles_.next(); }
  /// A text for people, with names where it has handles.
  std::string shown(std::string_view text) const { return handles_.shown(text); }

  host tcl;

 private:
  template <class Record>
  using record_table = sdc_record_table<Record>;
  void refuse_old(std::string_view words) const;
  template <class Record>
  Record& record_of(record_table<Record>& table, std::string const& pin, std::string const& clock,
                    edge clock_edge);
  static std::string record_key(std::string const& pin, std::string const& clock, edge clock_edge);
  template <class Record>
  static void drop_clock(record_table<Record>& table, std::string const& clock);
  std::optional<std::string> reference_of(sdc_arguments const& in, std::string const& clock);
  void forget_clock(std::string const& clock);
  template <class Record>
  void set_delay(record_table<Record>& table, per_condition<float> Record::* values, sdc_arguments const& in,
                 double sign, model::direction forbidden);

  // sdc_table.cpp, sdc_reader.cpp
  static std::vector<sdc_command> constraint_commands();
  static std::vector<sdc_command> exception_commands();
  static std::vector<sdc_command> unset_commands();
  static std::vector<sdc_command> query_commands();
  static std::vector<sdc_command> left_out_commands();

  // sdc_reader.cpp
  std::string here() const;
  void leave_out(std::string const& what);
  void note_unmatched(std::string_view kinds, std::string_view name);
  void count(std::string const& kind);
  void count_of(std::string const& general, std::string const& detail);
  std::string one_line(std::string_view script) const;
  std::string quoted(std::string_view text) const;
  double number(std::string const& text) const;
  float scaled(std::string const& text, double scale) const;
  float not_negative(std::string const& text, double scale) const;
  std::uint8_t conditions_of(sdc_arguments const& in) const;
  static void assign(per_condition<float>& values, std::uint8_t mask, float value) noexcept;

  // sdc_select.cpp
  void flatten_list(std::string const& words, int depth, sdc_list& into) const;
  sdc_objects objects_of(std::string const& words, sdc_kinds kinds,
                         sdc_missing missing = sdc_missing::refused);
  sdc_objects clocks_of(std::string const& words);
  bool knows_handle(sdc_object const& object, sdc_kinds kinds, std::string_view expected) const;
  sdc_list find_kind(sdc_kind kind, sdc_search const& search) const;
  bool exists(sdc_object const& object) const;
  sdc_search search_for(std::string const& pattern) const;
  sdc_list leaf_pins(sdc_object const& object);
  sdc_list leaf_pins(std::string const& words, sdc_kinds kinds, sdc_missing missing = sdc_missing::refused,
                     sdc_modules modules = sdc_modules::lead_behind);
  model::hierarchical_pin const* module_pin(sdc_object const& object) const;
  bool is_told_apart(model::hierarchical_pin const& of_module);
  sdc_list loads_behind(model::hierarchical_pin const& of_module) const;
  void drop_module_pins(sdc_objects& objects);
  void drop_modules(sdc_objects& objects);
  bool is_module(sdc_object const& object) const;
  std::string one_pin(std::string const& words);
  sdc_list ports_of(std::string const& words, model::direction forbidden);
  bool is_input_of(model::instance const& instance, std::string_view pin) const;
  sdc_list drivers_of(std::string_view net) const;
  sdc_list loads_of(std::string_view net) const;

  // sdc_clocks.cpp
  sdc_reply create_clock(sdc_arguments const& in);
  sdc_reply set_propagated_clock(sdc_arguments const& in);
  void read_waveform(sdc_arguments const& in, model::clock& into);
  void take_sources(model::clock const& clock);
  void add_clock(model::clock clock, bool keep_others);
  model::clock* find_clock(std::string const& name) noexcept;
  model::clock* usable_clock(std::string const& name);
  bool is_generated(std::string const& name) const noexcept;
  void erase_clocks(std::function<bool(model::clock const&)> const& gone);
  void check_count_of_clocks() const;
  femtoseconds time_of(std::string const& text) const;
  std::string clock_option(sdc_arguments const& in);
  std::string one_clock(std::string const& words);

  // sdc_clocks.cpp
  sdc_reply set_clock_latency(sdc_arguments const& in);
  sdc_reply set_clock_uncertainty(sdc_arguments const& in);
  sdc_reply set_clock_transition(sdc_arguments const& in);
  model::clock_at_pin& at_pin(std::string const& pin, std::string const& clock);

  // sdc_clock_relations.cpp
  sdc_reply create_generated_clock(sdc_arguments const& in);
  void read_multiple(sdc_arguments const& in, model::generated_clock& into) const;
  void read_edges(sdc_arguments const& in, model::generated_clock& into) const;
  int integer(std::string const& text, int least, char const* what) const;
  sdc_reply set_clock_groups(sdc_arguments const& in);
  sdc_reply set_uncertainty_between(sdc_arguments const& in);
  sdc_reply set_sense(sdc_arguments const& in);

  // sdc_reader.cpp
  sdc_reply set_units(sdc_arguments const& in);
  sdc_reply set_hierarchy_separator(sdc_arguments const& in);
  double unit_value(std::string const& text, std::string_view symbol) const;

  // sdc_ports.cpp
  sdc_reply set_input_delay(sdc_arguments const& in);
  sdc_reply set_output_delay(sdc_arguments const& in);
  sdc_reply set_input_transition(sdc_arguments const& in);
  sdc_reply set_load(sdc_arguments const& in);

  // sdc_ports.cpp
  sdc_reply set_driving_cell(sdc_arguments const& in);
  void check_driving_pins(model::driving_cell& driver) const;

  // sdc_exceptions.cpp
  sdc_reply set_false_path(sdc_arguments const& in);
  sdc_reply set_multicycle_path(sdc_arguments const& in);
  sdc_reply set_max_delay(sdc_arguments const& in) { return set_path_delay(in, exception_kind::max_delay); }
  sdc_reply set_min_delay(sdc_arguments const& in) { return set_path_delay(in, exception_kind::min_delay); }
  sdc_reply set_path_margin(sdc_arguments const& in);
  sdc_reply group_path(sdc_arguments const& in);
  using exception_kind = model::path_exception::kind;
  sdc_reply set_path_delay(sdc_arguments const& in, exception_kind of);
  bool read_exception(sdc_arguments const& in, model::path_exception& into);
  bool read_points(std::string const& option, std::string const& words, sdc_kinds kinds,
                   model::path_points& into);
  void add_leaves(sdc_object const& pin, model::path_points& into);
  void keep_exception(model::path_exception exception, sdc_arguments const& in);
  sdc_reply reset_path(sdc_arguments const& in);
  void reset_paths(model::path_exception const& away);

  // sdc_ports.cpp
  sdc_reply set_case_analysis(sdc_arguments const& in);
  sdc_reply set_logic_zero(sdc_arguments const& in);
  sdc_reply set_logic_one(sdc_arguments const& in);
  sdc_reply set_timing_derate(sdc_arguments const& in);
  void set_case(record_table<model::case_value>& table, std::string const& words, bool value,
                bool is_edge = false);
  void add_derates(model::timing_derate const& given, bool names_kinds, sdc_objects const& objects);

  // sdc_checks.cpp
  sdc_reply set_clock_gating_check(sdc_arguments const& in);
  sdc_reply set_disable_clock_gating(sdc_arguments const& in);
  sdc_reply set_disable_timing(sdc_arguments const& in);
  sdc_reply set_data_check(sdc_arguments const& in);
  sdc_reply set_max_time_borrow(sdc_arguments const& in);
  std::vector<model::disabled_timing> disabled_by(sdc_arguments const& in);
  void check_disabled_pins(model::disabled_timing const& one) const;
  model::data_check data_check_of(sdc_arguments const& in);
  std::string edge_option(sdc_arguments const& in, std::string_view option, bool& rise, bool& fall) const;

  // sdc_unset.cpp
  bool takes_all() const noexcept;
  sdc_list clocks_to_take(sdc_arguments const& in);
  template <class OfClock, class OfPin>
  void for_clocks_and_pins(sdc_arguments const& in, OfClock const& of_clock, OfPin const& of_pin);
  template <class Change>
  void change_at_pin(std::string const& pin, Change const& change);
  template <class Record>
  sdc_reply unset_delay(record_table<Record>& table, per_condition<float> Record::* values,
                        sdc_arguments const& in);
  template <class Record>
  void take_objects(std::vector<Record>& records, std::string const& words);
  sdc_reply remove_clock(sdc_arguments const& in);
  sdc_reply unset_propagated_clock(sdc_arguments const& in);
  sdc_reply unset_clock_latency(sdc_arguments const& in);
  sdc_reply unset_clock_uncertainty(sdc_arguments const& in);
  sdc_reply unset_clock_transition(sdc_arguments const& in);
  sdc_reply unset_clock_groups(sdc_arguments const& in);
  sdc_reply unset_input_delay(sdc_arguments const& in);
  sdc_reply unset_output_delay(sdc_arguments const& in);
  sdc_reply unset_case_analysis(sdc_arguments const& in);
  sdc_reply unset_disable_timing(sdc_arguments const& in);
  sdc_reply unset_clock_gating(sdc_arguments const& in);
  sdc_reply unset_data_check(sdc_arguments const& in);
  sdc_reply unset_timing_derate(sdc_arguments const& in);
  sdc_reply remove_limit(sdc_arguments const& in);
  sdc_reply remove_time_borrow(sdc_arguments const& in);
  sdc_reply remove_clock_gating_check(sdc_arguments const& in);
  sdc_reply remove_sense(sdc_arguments const& in);
  sdc_reply remove_driving_cell(sdc_arguments const& in);
  sdc_reply remove_load(sdc_arguments const& in);
  sdc_reply remove_path_group(sdc_arguments const& in);
  sdc_reply reset_design(sdc_arguments const& in);

  // sdc_checks.cpp
  sdc_reply set_max_transition(sdc_arguments const& in);
  sdc_reply set_max_capacitance(sdc_arguments const& in);
  sdc_reply set_max_fanout(sdc_arguments const& in);
  sdc_reply set_min_pulse_width(sdc_arguments const& in);
  void add_limits(model::design_limit given, std::string const& words, sdc_kinds kinds);

  // sdc_reader.cpp
  sdc_reply leave_out_command(sdc_arguments const& in);
  sdc_reply refuse_query(sdc_arguments const& in);
  sdc_reply set_operating_conditions(sdc_arguments const& in);
  void choose_conditions(bool late, std::string const& name, std::string const* library);

  // sdc_queries.cpp
  sdc_reply get_ports(sdc_arguments const& in) { return query(in, sdc_kind::port); }
  sdc_reply get_cells(sdc_arguments const& in) { return query(in, sdc_kind::cell); }
  sdc_reply get_pins(sdc_arguments const& in) { return query(in, sdc_kind::pin); }
  sdc_reply get_nets(sdc_arguments const& in) { return query(in, sdc_kind::net); }
  sdc_reply get_clocks(sdc_arguments const& in) { return query(in, sdc_kind::clock); }
  sdc_reply get_lib_cells(sdc_arguments const& in) { return query(in, sdc_kind::lib_cell); }
  sdc_reply get_lib_pins(sdc_arguments const& in) { return query(in, sdc_kind::lib_pin); }
  sdc_reply get_libs(sdc_arguments const& in) { return query(in, sdc_kind::library); }
  sdc_reply get_generated_clocks(sdc_arguments const& in);
  sdc_reply query(sdc_arguments const& in, sdc_kind kind);
  sdc_search search_of(sdc_arguments const& in, std::string const& word) const;
  sdc_reply all_inputs(sdc_arguments const& in);
  sdc_reply all_outputs(sdc_arguments const& in);
  sdc_reply all_clocks(sdc_arguments const& in);
  sdc_reply current_design(sdc_arguments const& in);
  sdc_reply current_instance(sdc_arguments const& in);
  sdc_reply handles(sdc_kind kind, sdc_list const& names);
  sdc_reply handles(sdc_objects const& objects);

  // sdc_collections.cpp
  sdc_list related(sdc_kind wanted, sdc_object const& object);
  void related_to_net(sdc_kind wanted, std::string_view net, sdc_list& into) const;
  void related_to_cell(sdc_kind wanted, std::string const& cell, sdc_list& into) const;
  void related_to_pin(sdc_kind wanted, std::string const& pin, sdc_list& into) const;
  std::string net_of_pin(std::string const& pin) const;

  // sdc_collections.cpp
  std::optional<sdc_pin_ref> place_of(std::string const& pin) const;
  sdc_objects fan_of(sdc_arguments const& in, bool forward);
  std::set<std::string> clock_pins_of(std::string const& clock);
  sdc_reply handles_once(sdc_objects const& objects);
  sdc_reply all_fanin(sdc_arguments const& in);
  sdc_reply all_fanout(sdc_arguments const& in);

  // sdc_queries.cpp
  sdc_reply all_registers(sdc_arguments const& in);

  // sdc_attributes.cpp
  sdc_reply get_property(sdc_arguments const& in);
  std::optional<std::string> attribute(sdc_object const& object, std::string const& name) const;
  std::optional<std::string> pin_attribute(sdc_object const& object, std::string const& name) const;
  std::optional<std::string> cell_attribute(sdc_object const& object, std::string const& name) const;
  std::optional<std::string> clock_attribute(sdc_object const& object, std::string const& name) const;
  model::direction direction_of(sdc_object const& object) const;
  void keep_matching(sdc_objects& objects, std::string const& filter);

  // sdc_collections.cpp
  sdc_objects any_objects(std::string const& words);
  sdc_reply add_to_collection(sdc_arguments const& in);
  sdc_reply remove_from_collection(sdc_arguments const& in);
  sdc_reply sizeof_collection(sdc_arguments const& in);
  sdc_reply index_collection(sdc_arguments const& in);
  sdc_reply sort_collection(sdc_arguments const& in);
  sdc_reply filter_collection(sdc_arguments const& in);
  sdc_reply copy_collection(sdc_arguments const& in);
  sdc_reply delete_from_list(sdc_arguments const& in);
  sdc_reply sort_by_name(sdc_arguments const& in);
  sdc_reply get_object_name(sdc_arguments const& in);
  sdc_reply ignore_text(sdc_arguments const& in);

  // sdc_finish.cpp
  void drop_delays_at_sources();
  void fill_slews();
  void add_loads(model::constraints& into);
  void add_roots(model::clock& clock, std::vector<clock_root>& roots);
  void start_clocks_at_drivers();
  void stop_clock(model::clock const& clock, sdc_list pins);
  void drop_what_is_empty();

  sdc_names names_;
  sdc_handles handles_;
  model::diagnostics& seen_;
  sdc_units library_units_;
  bool lenient_;
  std::string command_;            ///< the running one's name
  std::set<std::string> counted_;  ///< kinds with a name in them, of which there may be many
};

/// The record of a pin and clock edge, made undefined where there is none.
template <class Record>
Record& sdc_reader::record_of(record_table<Record>& table, std::string const& pin, std::string const& clock,
                              edge clock_edge) {
  auto const [at, is_new] =
      table.by_pin_and_clock.try_emplace(record_key(pin, clock, clock_edge), table.records.size());
  if (!is_new) return table.records[at->second];
  table.by_pin[pin].push_back(table.records.size());
  auto& made = table.records.emplace_back();
  made.pin = pin;
  made.at = tcl.locate().at;
  if constexpr (requires { made.clock; }) {
    made.clock = clock;
    made.clock_edge = clock_edge;
  }
  return made;
}

}  // namespace gsta::io::detail
