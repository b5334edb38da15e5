#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/flatten_latches.hpp"

namespace gsta::detail {

/// Some instances, one behind the other, and how many arcs and checks they have.
struct flattener::arcs_of_part {
  static constexpr std::size_t instances = 4096;
  std::size_t arcs = 0, checks = 0;
  bool is_plain = true;  ///< all that the cells have, and nothing else
};

/// Arcs and checks of all instances but those that constants or constraints switch off.
inline void flattener::add_arcs() {
  auto const instances = arcs_of_part::instances;
  std::vector<arcs_of_part> parts((instances_.size() + instances - 1) / instances);
  threads_.for_each_piece(parts.size(), [&](std::size_t p) {
    auto& part = parts[p];
    for (auto i = p * instances; i < std::min(instances_.size(), (p + 1) * instances); ++i) {
      part.arcs += instances_[i].cell->arcs.size();
      part.checks += instances_[i].cell->checks.size();
      part.is_plain = part.is_plain && has_plain_arcs(instances_[i]);
    }
  });
  std::size_t arcs = 0, checks = 0;
  for (auto const& part : parts) {
    arcs += part.arcs;
    checks += part.checks;
  }
  for (auto* const of : {&design_.arc_from, &design_.arc_to, &design_.arc_type_of})
    reserve_large(threads_, *of, arcs);
  for (auto* const of : {&design_.check_data, &design_.check_clock, &design_.check_type_of})
    reserve_large(threads_, *of, checks);
  for (std::size_t p = 0; p < parts.size();) {
    auto last = p;
    while (last < parts.size() && parts[last].is_plain) ++last;
    add_plain_arcs(parts, p, last);
    if (last == parts.size()) break;
    for (auto i = last * instances; i < std::min(instances_.size(), (last + 1) * instances); ++i)
      add_arcs_of(instances_[i]);
    p = last + 1;
  }
}

/// Whether nothing switches anything of an instance off, and it has no latch.
inline bool flattener::has_plain_arcs(instance_record const& instance) const {
  if (!disabled_pin_.empty() || !disabled_of_cell_.empty() || !disabled_of_instance_.empty()) return false;
  return instance.cell->latches.empty() && !(has_constants_ && touches_constant(instance));
}

/// All arcs and checks of the instances of some parts.
inline void flattener::add_plain_arcs(std::vector<arcs_of_part> const& parts, std::size_t first,
                                      std::size_t last) {
  std::vector<std::size_t> arc_at{design_.arc_from.size()}, check_at{design_.check_data.size()};
  for (auto p = first; p < last; ++p) {
    arc_at.push_back(arc_at.back() + parts[p].arcs);
    check_at.push_back(check_at.back() + parts[p].checks);
  }
  auto const resize = [](std::vector<id>& of, std::size_t size) { return [&of, size] { of.resize(size); }; };
  side_by_side(threads_, resize(design_.arc_from, arc_at.back()), resize(design_.arc_to, arc_at.back()),
               resize(design_.arc_type_of, arc_at.back()), resize(design_.check_data, check_at.back()),
               resize(design_.check_clock, check_at.back()), resize(design_.check_type_of, check_at.back()));
  threads_.for_each_piece(last - first, [&](std::size_t p) {
    auto arc_to = arc_at[p], check_to = check_at[p];
    auto const begin = (first + p) * arcs_of_part::instances;
    for (auto i = begin; i < std::min(instances_.size(), begin + arcs_of_part::instances); ++i) {
      auto const& [cell, pin] = instances_[i];
      for (auto const& arc : cell->arcs) {
        design_.arc_from[arc_to] = pin + arc.from;
        design_.arc_to[arc_to] = pin + arc.to;
        design_.arc_type_of[arc_to++] = arc.type;
      }
      for (auto const& check : cell->checks) {
        design_.check_data[check_to] = pin + check.data;
        design_.check_clock[check_to] = pin + check.clock;
        design_.check_type_of[check_to++] = check.type;
      }
    }
  });
}

/// Arcs and checks of an instance but those that constants or constraints switch off.
inline void flattener::add_arcs_of(instance_record const& instance) {
  cell_template const& cell = *instance.cell;
  bool const some = sdc_ && touches_constant(instance);
  auto const values = some ? values_of(instance) : vector_by_id<logic_value>{};
  std::size_t const first_arc = design_.arc_from.size();
  for (auto const& arc : cell.arcs) {
    if (arc.is_latch) continue;
    if (is_disabled(instance, arc.from, arc.to, false)) {
      design_.gaps.disabled.push_back(instance.first_pin + arc.to);
      continue;
    }
    types_of_arc types = some ? types_beside(cell, arc, values) : types_of_arc{arc.type, none};
    if (types.passes != none && is_disabled_driver(instance.first_pin + arc.to))
      types = {none, slews_only(arc.type)};
    for (id const type : {types.passes, types.slews}) {
      if (type != none) design_.add_arc(instance.first_pin + arc.from, instance.first_pin + arc.to, type);
    }
  }
  add_checks_of(instance, values, first_arc);
}

/// Checks of an instance, and its latches.
inline void flattener::add_checks_of(instance_record const& instance, vector_by_id<logic_value> const& values,
                                     std::size_t first_arc) {
  cell_template const& cell = *instance.cell;
  bool const some = !values.empty();
  made_of_instance of{first_arc, std::vector<check_made>(cell.checks.size())};
  auto& made = of.checks;
  for (std::size_t k = 0; k < cell.checks.size(); ++k) {
    auto const& check = cell.checks[k];
    bool const constant =
        some && (values[check.data] != logic_value::unknown || values[check.clock] != logic_value::unknown);
    edge_set const has = edges_checked(check.type),
                   off = some ? edges_off(cell, cell.checks, check, values,
                                          [&](id type) { return edges_checked(type); })
                              : edge_set{0};
    if (!constant) made[k].left = static_cast<edge_set>(has & ~off);
    bool const is_off = off == any_edge || (has != 0 && made[k].left == 0);
    if (constant || is_off || is_disabled(instance, check.clock, check.data, true)) {
      if (constant && values[check.data] == logic_value::unknown) {
        design_.gaps.unchecked_data.push_back(instance.first_pin + check.data);
        design_.gaps.unchecked_clock.push_back(instance.first_pin + check.clock);
      }
      continue;
    }
    id const type = off == 0 ? check.type : check_type_at(check.type, made[k].left, true);
    made[k].check =
        design_.add_check(instance.first_pin + check.data, instance.first_pin + check.clock, type);
  }
  for (auto const& latch : cell.latches) add_latch(instance, latch, of, values);
}

}  // namespace gsta::detail
