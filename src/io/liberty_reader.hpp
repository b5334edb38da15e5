#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "src/io/liberty_bits.hpp"
#include "src/io/liberty_syntax.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// What an axis of a table in the file measures: what one in a library may, or the load of another output.
struct table_axis {
  model::axis_variable variable = model::axis_variable::none;
  bool is_related_load = false;  ///< `variable` is output_load then
  bool operator==(table_axis const&) const = default;
};

/// lu_table_template: what a table's axes are, and their values where the table has none of its own.
struct table_template {
  static constexpr int axes = 3;
  table_axis variable[axes] = {};
  liberty_statement const* index[axes] = {};
};

/// What a table's values are, which decides the axes that make sense for it.
enum class table_use { delay, constraint };

/// A table with up to three axes, as the file has it.
struct read_values {
  std::vector<float> index[table_template::axes];
  std::vector<float> values;
  /// How many values there are along an axis.
  std::size_t size(int axis) const noexcept { return index[axis].empty() ? 1 : index[axis].size(); }
};

/// type(): the bits of a bus.
struct bus_type {
  long from = 0, to = 0;
};

/// Which of a bus's bits an expression or a related_pin is written for.
struct bit_location {
  std::size_t position = 0, width = 1;
};

/// Gives the statements of one library their meaning. Units, templates and types first, wherever they stand;
/// then cells.
class liberty_reader {
 public:
  liberty_reader(source const& file, model::diagnostics& seen)
      : file_(file), seen_(seen), cursor_(file.text()) {}
  model::library read();

 private:
  using statement = liberty_statement;
  using pin_list = std::vector<std::size_t>;  ///< positions in a cell's pins
  using type_map = std::unordered_map<std::string_view, bus_type>;

  /// Calls `visit` for each statement directly inside a group. A variable, `name = value`, is none.
  template <class F>
  void for_each_in(statement const& group, F const& visit) const {
    auto const* const first = syntax_.statements.data();
    auto const end = group.end;
    for (auto i = static_cast<std::uint32_t>(&group - first) + 1; i < end; i = first[i].end) {
      if (first[i].kind != statement_kind::assignment) visit(first[i]);
    }
  }

  bool has_parts(statement const& group) const noexcept {
    return group.end - static_cast<std::size_t>(&group - syntax_.statements.data()) > 1;
  }

  [[noreturn]] void fail_at(std::string_view piece, std::string const& sentence) const;
  void count(std::string const& kind, statement const& s);
  /// A group's first argument, which must not be empty.
  std::string_view name_of(statement const& group) const;
  double number(statement const& s) const { return number_of(file_, trimmed(argument(s))); }
  long whole_number(std::string_view piece, long least, long most) const;
  std::string_view argument(statement const& s) const { return syntax_.argument(s); }
  bool flag(statement const& s) const;

  // liberty.cpp
  statement const& library_group() const;
  void look_at_all();
  void read_library_attribute(statement const& s);
  void read_library_part(statement const& s, model::library& into);
  void note_unread(statement const& s);

  // liberty.cpp
  void read_conditions(statement const& s, model::library_conditions& into);
  void read_factor(statement const& s, model::scale_factors& into) const;
  model::operating_point read_point(statement const& group) const;
  void check_conditions(statement const& group, model::library_conditions const& read);
  std::size_t scaling_of(statement const& s, model::library_conditions const& known);

  // liberty.cpp
  void read_units(statement const& group, model::library& into);
  void read_time_unit(statement const& s);
  void read_capacitance_unit(statement const& s);
  void read_threshold(statement const& s, model::thresholds& into);
  void check_thresholds(statement const& group, model::thresholds const& read);

  // liberty_cells.cpp
  void read_cell(statement const& group, model::library& into);
  void read_cell_part(statement const& s, model::library_conditions const& known, model::cell& into);
  void read_states(statement const& group, model::cell& into);
  model::sequential state_of(statement const& group, bit_location bit);

  // liberty_buses.cpp
  void read_type(statement const& group, type_map& into);
  void declare_names(statement const& cell);
  void declare_bus(statement const& group);
  void declare_range(statement const& pin);
  void declare_bank(statement const& group);
  void add_other_spellings(std::string_view bus, bit_list const& bits);
  bit_list bits_of_type(statement const& bus, std::string_view type_name);
  bit_list bits_of_members(statement const& s);
  bit_list bits_of_pins(statement const& bus);
  void read_bus(statement const& group, model::cell& into);
  void read_bus_pin(statement const& group, statement const& bus, pin_list const& of_bus, model::cell& into);

  // liberty_buses.cpp
  bit_list const* bits_of(std::string_view name, statement const& s);
  std::string of_bit(std::string_view expression, bit_location bit, statement const& s);
  void relate_to_bits(model::timing_group& group, bit_location bit, statement const& s);
  void charge(std::size_t bytes, std::string_view piece);

  // liberty_cells.cpp
  void read_pins(statement const& group, model::cell& into);
  std::size_t add_pin(std::string_view name, std::string_view piece, model::cell& into);
  void read_pin_group(statement const& group, statement const* bus, pin_list const& pins, model::cell& into);
  void read_pin(statement const& group, statement const* bus, bit_location bit, model::pin& into);
  void read_pin_statement(statement const& s, bit_location bit, model::pin& into);
  float bound(statement const& s, double scale) const;
  void read_pin_rule(statement const& s, model::pin_rules& into);
  void fill_in_rules(model::cell& into) const;
  bool read_direction(statement const& group, model::pin& into) const;
  void read_capacitances(statement const& group, model::pin& into);
  void read_capacitance(statement const& s, model::pin& into);
  void add_timing(statement const& group, bool as_bits, pin_list const& pins, model::cell& into);
  float capacitance(statement const& s, std::uint32_t argument) const;

  // liberty_timing.cpp
  model::timing_group read_timing(statement const& group);
  static bool has_table(model::timing_group const& group) noexcept;
  void read_timing_attribute(statement const& s, model::timing_group& into);
  void read_timing_part(statement const& s, model::timing_group& into);
  bool read_tables(statement const& s, model::timing_group& into);
  void note_unused_tables(statement const& group, model::timing_group const& read);
  void read_related_pins(statement const& s, model::timing_group& into);
  void read_sense(statement const& s, model::timing_group& into);

  // liberty_timing.cpp
  void read_template(statement const& group);
  table_template const* template_of(statement const& group) const;
  table_template axes_of(statement const& group, table_template axes) const;
  read_values read_table_values(statement const& group, table_template const& axes);
  void read_table(statement const& group, table_use use, model::timing_group& of, model::table& into,
                  model::table* least = nullptr);
  void read_early_table(statement const& group, std::size_t which, model::timing_group& of);
  std::vector<float> read_axis(statement const& s, table_axis const& axis) const;
  std::vector<float> read_numbers(statement const& s, double scale) const;
  void append_numbers(std::string_view text, double scale, std::vector<float>& into) const;

  source const& file_;
  model::diagnostics& seen_;
  line_cursor cursor_;
  liberty_syntax syntax_;
  double to_ps_ = 1000, to_ff_ = 1000;  ///< Liberty's own default is 1 ns; it has none for capacitance
  float default_capacitance_[5] = {0, 0, 0, 0, 0};  ///< by model::direction
  model::pin_rules default_rules_;
  std::unordered_map<std::string_view, table_template> templates_;
  type_map types_;
  std::string_view naming_style_ = "%s[%d]";
  bool is_repeating_ = false;  ///< the same text is read again, for another bit: nothing is counted twice
  std::size_t expanded_ = 0;   ///< what buses have made of the text so far

  // Of the cell being read:
  type_map cell_types_;
  std::unordered_map<std::string_view, std::size_t> pin_names_;  ///< positions in the cell's pins
  std::vector<std::string_view> ranges_;  ///< buses that stand as ranges of pins: `pin (A[3:0])`
  std::unordered_set<std::string_view> range_names_;
  bit_names names_;  ///< the strings in it stay where they are while pins are read
};

}  // namespace gsta::io::detail
