#pragma once

#include <bit>

#include "gsta/engine/detail/edge_lanes.hpp"
#include "gsta/forward/detail/credit_layer.hpp"

/// Arrivals in credit levels on a host core: the four conditions side by side in registers.
namespace gsta::detail {

/// `grouped_arrival` of all conditions; where they are merged, as `turned`.
struct grouped_levels {
  four_lanes best = four_lanes::same(-math::infinity), second = best;
  four_ids group = four_ids::same(group_absent), second_group = group;

  static grouped_levels load(credit_row_by_part const& from) noexcept {
    return {four_lanes::load(from.best), four_lanes::load(from.second), four_ids::load(from.group),
            four_ids::load(from.second_group)};
  }
  void store(credit_row_by_part& to) const noexcept {
    best.store(to.best);
    second.store(to.second);
    group.store(to.group);
    second_group.store(to.second_group);
  }

  void turn_early() noexcept {
    best = best.turn_early();
    second = second.turn_early();
  }
  /// Moves arrivals to the edges that they make behind an arc.
  void move(edge_lanes const& by, four_lanes nothing) noexcept {
    best = by.move(best, nothing);
    second = by.move(second, nothing);
    group = four_ids::choose(by.same, group, group.other_edge());
    second_group = four_ids::choose(by.same, second_group, second_group.other_edge());
  }
  /// What is undefined stays so, and an undefined delay makes it so.
  void add(four_lanes delay) noexcept {
    best = math::add(best, delay);
    second = math::add(second, delay);
  }

  /// `merge_grouped`; of equal ones the first stays.
  void merge(four_lanes at, four_ids of) noexcept {
    lane_mask const better = at > best, known = of == group;
    four_lanes const loser = four_lanes::choose(better, best, at);
    four_ids const of_loser = four_ids::choose(better, group, of);
    best = four_lanes::choose(better, at, best);
    group = four_ids::choose(better, of, group);
    lane_mask const beats = loser > second;
    second = four_lanes::choose(known, second, four_lanes::choose(beats, loser, second));
    second_group = four_ids::choose(known, second_group, four_ids::choose(beats, of_loser, second_group));
  }
  /// Whoever is not beyond the second changes nothing.
  void merge(grouped_levels const& other) noexcept {
    if ((other.best > second).code() == 0) return;
    merge(other.best, other.group);
    if ((other.second > second).code() != 0) merge(other.second, other.second_group);
  }
};

/// A tile, a slot after the other, each in all credit levels.
class credit_tile_op {
 public:
  static constexpr memory_space host = memory_space::host;
  using layer_type = credit_layer<host>;

  credit_tile_op(layer_type const& layer, host_span<credit_record const> records, id first) noexcept
      : layer_(layer), records_(records), first_(first) {}

  void operator()(std::size_t i) const noexcept {
    std::size_t const slot = (static_cast<std::size_t>(first_) + i) * tile_slots;
    if (records_[slot].flags.continued()) return;  // with the tile that its vertex began in
    grouped_levels found[levels_of_word];
    for (std::size_t s = slot; s < slot + tile_slots && records_[s].flags.occupied();) s = vertex(s, found);
  }

  /// One vertex, whose first slot this is; `found` is scratch. Returns the slot behind it; one of several
  /// tiles has them for itself.
  std::size_t vertex(std::size_t slot, grouped_levels (&found)[levels_of_word]) const noexcept {
    credit_record const& head = records_[slot];
    for (std::uint32_t left = head.credit_levels; left != 0; left &= left - 1) found[lowest(left)] = {};
    for (;; ++slot) {
      credit_record const& record = records_[slot];
      record.flags.launches() ? launch(record, found) : pass(record, found);
      if (record.flags.following() == 0 && !record.flags.continues()) break;
    }
    id row = head.value;
    for (std::uint32_t left = head.credit_levels; left != 0; left &= left - 1) {
      std::size_t const credit_level = lowest(left);
      if (head.flags.asserted()) merge_asserted(head.target, credit_level, found[credit_level]);
      found[credit_level].turn_early();
      found[credit_level].store(layer_.value[row++]);
    }
    return slot + 1;
  }

 private:
  void pass(credit_record const& record, grouped_levels (&found)[levels_of_word]) const noexcept {
    edge_lanes const edges(record.flags.edges());
    bool const wire = record.flags.has_wire(), cell = record.flags.has_cell();
    four_lanes const nothing = four_lanes::load(undefined_arrival());
    four_lanes wire_delay = nothing, cell_delay = nothing;
    if (wire) wire_delay = math::defined_or(four_lanes::load(layer_.arc_delay[record.wire]), nothing);
    if (cell) cell_delay = math::defined_or(four_lanes::load(layer_.arc_delay[record.cell]), nothing);
    std::size_t row = static_cast<std::size_t>(record.source);
    for (std::uint32_t left = record.source_levels; left != 0; left &= left - 1, ++row) {
      std::size_t const credit_level = lowest(left);
      if ((record.credit_levels >> credit_level & 1u) == 0) continue;
      grouped_levels at = grouped_levels::load(layer_.value[row]);
      if (wire) at.add(wire_delay);
      if (cell) {
        at.move(edges, nothing);
        at.add(cell_delay);
      }
      at.turn_early();
      found[credit_level].merge(at);
    }
  }
  void launch(credit_record const& record, grouped_levels (&found)[levels_of_word]) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      int const in = record.flags.edges().input(c);
      if (in < 0) continue;
      auto const from = layer_.fetch(record, c);
      for (std::uint32_t left = record.credit_levels; left != 0; left &= left - 1)
        merge_one(found[lowest(left)], c, layer_.launch(record, lowest(left), c, in, from));
    }
  }
  void merge_asserted(id vertex, std::size_t credit_level, grouped_levels& into) const noexcept {
    for (int c = 0; c < conditions; ++c) merge_one(into, c, layer_.started(vertex, credit_level, c));
  }
  /// Merges a start under one condition.
  static void merge_one(grouped_levels& into, int c, credit_arrival const& start) noexcept {
    if (start.group == group_absent) return;
    credit_row_by_part row;
    into.turn_early();
    into.store(row);
    grouped_arrival here = row.get(c);
    merge_grouped(here, c, start);
    row.set(c, here);
    into = grouped_levels::load(row);
    into.turn_early();
  }

  static std::size_t lowest(std::uint32_t mask) noexcept {
    return static_cast<std::size_t>(std::countr_zero(mask));
  }

  layer_type layer_;
  host_span<credit_record const> records_;
  id first_;  // tile
};

}  // namespace gsta::detail
