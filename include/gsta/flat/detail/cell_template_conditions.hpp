#pragma once

#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/flat/detail/cell_template.hpp"

namespace gsta::detail {

/// Names are looked up in the library of their side, and there in all that were merged.
inline void template_maker::set_conditions(model::constraints const& given) {
  for (int side = 0; side < 2; ++side) {
    auto const& chosen = given.operating[side];
    if (chosen.name.empty()) continue;
    auto const& library = side == 0 ? early_ : late_;
    auto const look = [&](model::library_conditions const& in) {
      bool const meant = chosen.library.empty() || chosen.library == in.library;
      auto const* const found = meant ? in.find(chosen.name) : nullptr;
      if (found != nullptr && !conditions_[side]) conditions_[side] = *found;
    };
    look(library.conditions);
    for (auto const& more : library.more_conditions) look(more);
    if (conditions_[side]) continue;
    notes_.add_not_applied(
        "set_operating_conditions " + chosen.name + ": the libraries do not have these",
        given.file + ":" + std::to_string(chosen.at.line) + ":" + std::to_string(chosen.at.column));
  }
}

/// What a number of a cell is to be multiplied by under the conditions of a side. Contest libraries hold as
/// they are.
inline float template_maker::scale(cell_template const& made, bool late_side, model::scaled_value of,
                                   int edge) {
  if (contest_) return 1;
  model::library const& library = late_side ? late_ : early_;
  model::cell const& cell = late_side ? *made.late : *made.early;
  auto const& known = library.conditions_of(cell);
  if (known.factors.empty()) return 1;
  auto const& chosen = conditions_[late_side];
  auto const* const at = chosen ? &*chosen : known.find(known.preset);
  float const factor = at == nullptr ? 1 : known.scale(cell.scaling, of, edge, *at);
  if (math::is_defined(factor) && factor >= 0) return factor;
  if (!std::exchange(has_odd_scale_, true)) {
    notes_.add_not_applied(
        "operating conditions whose k factors make values negative: the nominal ones count", library.file);
  }
  return 1;
}

/// A number times what scales it. Throws input_error where that is none.
inline float template_maker::scaled(float value, float factor, model::library const& from, std::size_t line) {
  float const result = factor == 1 ? value : value * factor;
  if (math::is_defined(result)) return result;
  throw input_error(from.file, line, line == 0 ? 0 : 1, "a value times its k factors is too large");
}

/// A group that is timed by bounds, or not at all, since tables over other things than slews and load are
/// not read.
inline void template_maker::note_gap(model::library const& from, model::timing_group const& group) {
  using model::table_gap;
  if (group.gap == table_gap::none || !with_gaps_.insert(&group).second) return;
  notes_.add_not_applied(group.gap == table_gap::third_axis
                             ? "a table over the load of another output: its bounds count for every such load"
                             : "a table over other things than slews and loads: left out",
                         from.file + ":" + std::to_string(group.line) + ":1");
}

}  // namespace gsta::detail
