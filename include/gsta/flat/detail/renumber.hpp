#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/handles.hpp"

/// What of a flat design names pins or checks, when these get other ids. What names something that is gone
/// goes too.
namespace gsta::detail {

/// Rows to their new places, which ascend.
template <class T>
void move_rows(std::vector<T>& rows, vector_by_id<id> const& to) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (to[i] == none) continue;
    if (kept != i) rows[kept] = std::move(rows[i]);
    ++kept;
  }
  rows.resize(kept);
}

/// Names to their new places, likewise; an empty list stays so.
inline void move_rows(name_list& names, vector_by_id<id> const& to) {
  name_list kept;
  kept.reserve(names.size(), names.letters().size());
  for (std::size_t i = 0; i < names.size(); ++i)
    if (to[i] != none) kept.push_back(names[i]);
  names = std::move(kept);
}

/// Ids that are there still.
inline void move_ids(std::vector<id>& ids, vector_by_id<id> const& to) {
  for (id& i : ids) i = to[i];
  std::erase(ids, none);
}

/// Records with a pin.
template <class T>
void move_pins_of(std::vector<T>& records, vector_by_id<id> const& to) {
  for (T& of : records) of.pin = to[of.pin];
  std::erase_if(records, [](T const& of) { return of.pin == none; });
}

/// False where a list that narrowed the paths would not any more.
inline bool move_points(std::vector<id>& pins, bool others, vector_by_id<id> const& to) {
  bool const had = !pins.empty();
  move_ids(pins, to);
  return !had || !pins.empty() || others;
}

inline bool move_exception(path_exception& of, vector_by_id<id> const& to) {
  bool stays = move_points(of.from, !of.from_clocks.empty(), to);
  stays = move_points(of.to, !of.to_clocks.empty(), to) && stays;
  for (auto& points : of.through) stays = move_points(points.pins, false, to) && stays;
  return stays;
}

inline void move_gaps(constraint_gaps& gaps, vector_by_id<id> const& to) {
  for (auto* const list : {&gaps.constants, &gaps.disabled, &gaps.free_inputs, &gaps.free_outputs,
                           &gaps.unclocked, &gaps.several_clocks})
    move_ids(*list, to);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < gaps.unchecked_data.size(); ++i) {
    id const data = to[gaps.unchecked_data[i]], clock = to[gaps.unchecked_clock[i]];
    if (data == none || clock == none) continue;
    gaps.unchecked_data[kept] = data;
    gaps.unchecked_clock[kept++] = clock;
  }
  gaps.unchecked_data.resize(kept);
  gaps.unchecked_clock.resize(kept);
}

inline void move_loops(flat_design& design, vector_by_id<id> const& to) {
  std::size_t const before = design.loops.size();
  std::erase_if(design.loops, [&](cut_loop& loop) {
    std::size_t const length = loop.pins.size();
    move_ids(loop.pins, to);
    loop.from = to[loop.from];
    loop.to = to[loop.to];
    return loop.pins.size() < length || loop.from == none || loop.to == none;
  });
  design.loop_count -= before - design.loops.size();
}

inline void move_latches(std::vector<flat_latch>& latches, structure_maps const& maps) {
  for (flat_latch& of : latches) {
    of.data = maps.pins[of.data];
    of.departs = maps.pins[of.departs];
    of.enable = maps.pins[of.enable];
    of.check = maps.checks[of.check];
  }
  std::erase_if(latches, [](flat_latch const& of) {
    return of.data == none || of.departs == none || of.enable == none || of.check == none;
  });
}

/// Drivers that drive something still, in groups of two and more.
inline void move_parallel_drivers(flat_design& design, vector_by_id<id> const& to) {
  if (design.parallel_driver.empty()) return;
  vector_by_id<bool> drives(design.pin_load.size());
  for (id const pin : design.net_driver) drives[pin] = true;
  auto const begin = std::exchange(design.parallel_begin, {0});
  auto const driver = std::exchange(design.parallel_driver, {});
  for (std::size_t group = 0; group + 1 < begin.size(); ++group) {
    for (id i = begin[group]; i < begin[group + 1]; ++i) {
      id const pin = to[driver[i]];
      if (pin != none && drives[pin]) design.parallel_driver.push_back(pin);
    }
    auto const first = static_cast<std::size_t>(design.parallel_begin.back());
    if (design.parallel_driver.size() < first + 2)
      design.parallel_driver.resize(first);
    else
      design.parallel_begin.push_back(static_cast<id>(design.parallel_driver.size()));
  }
}

/// Constraints, latches and what reports read; neither pins nor nets, arcs and checks themselves.
inline void move_constraints(flat_design& design, structure_maps const& maps) {
  auto const& to = maps.pins;
  move_pins_of(design.sources, to);
  move_pins_of(design.generated, to);
  std::erase_if(design.requirements, [&](flat_requirement& of) {
    bool const refers = of.reference != none;
    if (refers) of.reference = to[of.reference];
    return refers && of.reference == none;
  });
  for (auto& of : design.generated) of.through = of.through == none ? none : to[of.through];
  move_pins_of(design.requirements, to);
  move_pins_of(design.clock_pins, to);
  move_pins_of(design.pin_uncertainties, to);
  move_pins_of(design.pulse_limits, to);
  move_pins_of(design.senses, to);
  for (auto* const list : {&design.starts_inside, &design.ends_inside, &design.outputs}) move_ids(*list, to);
  std::erase_if(design.exceptions, [&](path_exception& of) { return !move_exception(of, to); });
  move_latches(design.latches, maps);
  move_gaps(design.gaps, to);
  move_loops(design, to);
}

}  // namespace gsta::detail
