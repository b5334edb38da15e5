#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gsta/io/detail/liberty_syntax.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"

namespace gsta::io::detail {

/// lu_table_template: what a table's axes are, and their values where the table has none of its own.
struct table_template {
  model::axis_variable variable[2] = {model::axis_variable::none, model::axis_variable::none};
  liberty_statement const* index[2] = {nullptr, nullptr};
  bool understood = true;  ///< false: an axis is nothing that gsta knows, or there are three
};

/// What a table's values are, which decides the axes that make sense for it.
enum class table_use { delay, constraint };

/// Gives the statements of one library their meaning. Units and templates first, wherever they stand; then
/// cells.
class liberty_reader {
 public:
  liberty_reader(source const& file, model::diagnostics& seen)
      : file_(file), seen_(seen), cursor_(file.text()) {}
  model::library read();

 private:
  using statement = liberty_statement;

  /// Calls `visit` for each statement directly inside a group.
  template <class F>
  void for_each_in(statement const& group, F const& visit) const {
    auto const* const first = syntax_.statements.data();
    auto const end = group.end;
    for (auto i = static_cast<std::uint32_t>(&group - first) + 1; i < end; i = first[i].end) visit(first[i]);
  }

  [[noreturn]] void fail_at(std::string_view piece, std::string const& sentence) const;
  void count(std::string const& kind, statement const& s);
  /// A group's first argument, which must not be empty.
  std::string_view name_of(statement const& group) const;
  double number(statement const& s) const;
  std::string_view argument(statement const& s) const { return syntax_.argument(s); }

  // liberty.ipp
  statement const& library_group() const;
  void read_library_attribute(statement const& s);
  void read_time_unit(statement const& s);
  void read_capacitance_unit(statement const& s);

  // liberty_cells.ipp
  void read_cell(statement const& group, model::library& into);
  void read_cell_part(statement const& s, model::cell& into);
  void read_pins(statement const& group, model::cell& into);
  void read_direction(statement const& group, model::pin& into);
  void read_pin_statement(statement const& s, model::pin& into);
  void read_capacitances(statement const& group, model::pin& into);
  void read_capacitance(statement const& s, model::pin& into);
  float capacitance(statement const& s, std::uint32_t argument) const;
  bool flag(statement const& s) const;

  // liberty_timing.ipp
  void read_timing(statement const& group, model::pin& into);
  void read_timing_attribute(statement const& s, model::timing_group& into);
  void read_timing_part(statement const& s, model::timing_group& into);
  void read_related_pins(statement const& s, model::timing_group& into);
  void read_type(statement const& s, model::timing_group& into);
  void read_sense(statement const& s, model::timing_group& into);

  // liberty_tables.ipp
  void read_template(statement const& group);
  table_template const* template_of(statement const& group) const;
  std::size_t read_axes(statement const& group, table_template const& axes, model::table& into) const;
  void read_table(statement const& group, table_use use, model::table& into);
  bool axes_make_sense(table_template const& axes, table_use use) const;
  std::vector<float> read_axis(statement const& s, model::axis_variable variable) const;
  std::vector<float> read_numbers(statement const& s, double scale) const;
  void append_numbers(std::string_view text, double scale, std::vector<float>& into) const;
  double scale_of(model::axis_variable variable) const noexcept;

  source const& file_;
  model::diagnostics& seen_;
  line_cursor cursor_;
  liberty_syntax syntax_;
  double to_ps_ = 1000, to_ff_ = 1000;  ///< Liberty's own default is 1 ns; it has none for capacitance
  float default_capacitance_[5] = {0, 0, 0, 0, 0};  ///< by model::direction
  std::unordered_map<std::string_view, table_template> templates_;
  std::unordered_set<std::string_view> pin_names_;  ///< of the cell being read
};

}  // namespace gsta::io::detail
