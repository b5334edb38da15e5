#pragma once

#include <vector>

#include "gsta/flat/flat_view.hpp"
#include "gsta/model/library.hpp"

namespace gsta::detail {

/// Of one output edge alone, though combinational.
inline bool is_one_sided(model::timing_type type) {
  return type == model::timing_type::combinational_rise || type == model::timing_type::combinational_fall;
}

inline bool is_three_state_enable(model::timing_type type) {
  using model::timing_type;
  return type == timing_type::three_state_enable || type == timing_type::three_state_enable_rise ||
         type == timing_type::three_state_enable_fall;
}

inline bool is_three_state_disable(model::timing_type type) {
  using model::timing_type;
  return type == timing_type::three_state_disable || type == timing_type::three_state_disable_rise ||
         type == timing_type::three_state_disable_fall;
}

/// The type without the one output edge that it may name: which edges a group has, its tables say.
inline model::timing_type without_edge(model::timing_type type) {
  if (is_one_sided(type)) return model::timing_type::combinational;
  if (is_three_state_enable(type)) return model::timing_type::three_state_enable;
  return is_three_state_disable(type) ? model::timing_type::three_state_disable : type;
}

/// Which input edges make one output edge.
struct input_edges {
  int count = 0;
  edge edges[2] = {edge::rise, edge::fall};
};

inline bool is_edge_triggered(model::timing_type type) {
  return type == model::timing_type::rising_edge || type == model::timing_type::falling_edge;
}

inline input_edges edges_into(model::timing_type type, model::timing_sense sense, int output_edge) {
  using model::timing_sense;
  using model::timing_type;
  bool const only_rise = type == timing_type::combinational_rise ||
                         type == timing_type::three_state_enable_rise ||
                         type == timing_type::three_state_disable_rise;
  bool const only_fall = type == timing_type::combinational_fall ||
                         type == timing_type::three_state_enable_fall ||
                         type == timing_type::three_state_disable_fall;
  bool const three_state = is_three_state_enable(type) || is_three_state_disable(type);
  input_edges result;
  if ((only_rise && output_edge == 1) || (only_fall && output_edge == 0)) return result;
  // The same edge first: a non-unate group's first arc is the positive one.
  for (int const in : {output_edge, 1 - output_edge}) {
    // An output is let go, or driven to either value, by one edge of its enable: the sense names that edge.
    bool const same = three_state ? in == 0 : in == output_edge;
    if (same && sense == timing_sense::negative_unate) continue;
    if (!same && sense == timing_sense::positive_unate) continue;
    if (in == 1 && type == timing_type::rising_edge) continue;
    if (in == 0 && type == timing_type::falling_edge) continue;
    result.edges[result.count++] = static_cast<edge>(in);
  }
  return result;
}

/// A Liberty word for a kind of check, the clock's edge in it, and what scales its constraint.
struct check_word {
  model::timing_type type;
  check_kind kind;
  edge active;
  model::scaled_value scaled;
};

/// The words of all library checks.
inline constexpr check_word check_words[] = {
    {model::timing_type::setup_rising, check_kind::setup, edge::rise, model::scaled_value::setup},
    {model::timing_type::setup_falling, check_kind::setup, edge::fall, model::scaled_value::setup},
    {model::timing_type::hold_rising, check_kind::hold, edge::rise, model::scaled_value::hold},
    {model::timing_type::hold_falling, check_kind::hold, edge::fall, model::scaled_value::hold},
    {model::timing_type::recovery_rising, check_kind::recovery, edge::rise, model::scaled_value::recovery},
    {model::timing_type::recovery_falling, check_kind::recovery, edge::fall, model::scaled_value::recovery},
    {model::timing_type::removal_rising, check_kind::removal, edge::rise, model::scaled_value::removal},
    {model::timing_type::removal_falling, check_kind::removal, edge::fall, model::scaled_value::removal},
    {model::timing_type::non_seq_setup_rising, check_kind::non_seq_setup, edge::rise,
     model::scaled_value::setup},
    {model::timing_type::non_seq_setup_falling, check_kind::non_seq_setup, edge::fall,
     model::scaled_value::setup},
    {model::timing_type::non_seq_hold_rising, check_kind::non_seq_hold, edge::rise,
     model::scaled_value::hold},
    {model::timing_type::non_seq_hold_falling, check_kind::non_seq_hold, edge::fall,
     model::scaled_value::hold},
};

/// The word of a timing type; null for those that are no checks.
inline check_word const* check_of(model::timing_type type) {
  for (check_word const& word : check_words)
    if (word.type == type) return &word;
  return nullptr;
}

/// A table turned so that x is the slew and y the load (checks: x the data's slew, y the clock's).
struct oriented_table {
  bool understood = false;
  std::vector<float> x, y, values;
};

inline oriented_table orient(model::table const& table, bool constraint) {
  using model::axis_variable;
  axis_variable const along_x = constraint ? axis_variable::constrained_slew : axis_variable::input_slew;
  axis_variable const along_y = constraint ? axis_variable::related_slew : axis_variable::output_load;
  axis_variable const first = table.index_1.empty() ? axis_variable::none : table.variable_1;
  axis_variable const second = table.index_2.empty() ? axis_variable::none : table.variable_2;
  auto const absent = axis_variable::none;
  if ((first == along_x || first == absent) && (second == along_y || second == absent)) {
    return {true, table.index_1, table.index_2, table.values};
  }
  if (!((first == along_y || first == absent) && (second == along_x || second == absent))) return {};
  oriented_table turned{true, table.index_2, table.index_1, {}};
  std::size_t const rows = table.index_1.empty() ? 1 : table.index_1.size();
  std::size_t const columns = table.index_2.empty() ? 1 : table.index_2.size();
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) turned.values.push_back(table.values[i * columns + j]);
  }
  return turned;
}

}  // namespace gsta::detail
