#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/span.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// Ids from before an edit of a design's structure, as they are behind it.
struct structure_maps {
  vector_by_id<id> pins;    ///< [old pins, then added ones] new id, none where it is gone
  vector_by_id<id> nets;    ///< [old nets, then added ones] new id, none where it is gone
  vector_by_id<id> arcs;    ///< [old cell arcs, then added ones] new id, none where it is gone
  vector_by_id<id> checks;  ///< [old library checks, then added ones] new id, none where it is gone
};

/// Names one thing of a design whose ids move: valid as long as the thing is there, and never another's.
struct handle {
  id slot = none;                ///< of the table that gave it
  std::uint64_t generation = 0;  ///< how many things were there before, of any slot
  /// Whether both name one thing.
  bool operator==(handle const&) const = default;
};

/// Handles of all pins of a design, or of all its nets, arcs or checks: things keep theirs when they get
/// other ids, and what is gone gives its slot, but not its handle, to what comes.
///
/// Where: host.
class handle_table {
 public:
  /// Handles of ids below `count`. Cost: O(count).
  explicit handle_table(std::size_t count = 0) {
    for (std::size_t i = 0; i < count; ++i) add(static_cast<id>(i));
  }

  /// The handle of what has an id now. Throws: argument_error where nothing has.
  handle of(id now) const {
    require(now >= 0 && static_cast<std::size_t>(now) < slot_of_.size(), "handle: nothing has this id");
    id const slot = slot_of_[now];
    return {slot, slots_[slot].generation};
  }

  /// Whether what it names is there.
  bool is_valid(handle named) const noexcept {
    return named.slot >= 0 && static_cast<std::size_t>(named.slot) < slots_.size() &&
           slots_[named.slot].generation == named.generation && slots_[named.slot].now != none;
  }

  /// Its id now. Throws: argument_error where it is gone.
  id at(handle named) const {
    require(is_valid(named), "handle: what it names is not there any more");
    return slots_[named.slot].now;
  }

  /// Things get the ids below `count` that `to` says; what it lacks is gone, and what then has no handle is
  /// new. Cost: O(to + count).
  void renumber(std::vector<id> const& to, std::size_t count) {
    vector_by_id<id> const before = std::exchange(slot_of_, vector_by_id<id>(count, none));
    for (std::size_t i = 0; i < before.size(); ++i) {
      id const now = i < to.size() ? to[i] : none;
      slots_[before[i]].now = now;
      if (now == none)
        free_.push_back(before[i]);
      else
        slot_of_[now] = before[i];
    }
    for (std::size_t i = 0; i < count; ++i)
      if (slot_of_[i] == none) add(static_cast<id>(i));
  }

  /// The handles of `before`, an earlier copy: what came since then is gone for good.
  void go_back(handle_table&& before) {
    std::uint64_t const given = given_;
    *this = std::move(before);
    given_ = given;
  }

 private:
  struct slot_state {
    id now;
    std::uint64_t generation;
  };

  void add(id now) {
    id slot = static_cast<id>(slots_.size());
    if (free_.empty()) {
      slots_.emplace_back();
    } else {
      slot = free_.back();
      free_.pop_back();
    }
    slots_[slot] = {now, ++given_};
    if (slot_of_.size() <= static_cast<std::size_t>(now))
      slot_of_.resize(static_cast<std::size_t>(now) + 1, none);
    slot_of_[now] = slot;
  }

  vector_by_id<id> slot_of_;        // [ids]
  vector_by_id<slot_state> slots_;  // those without an id are in `free_`
  std::vector<id> free_;
  std::uint64_t given_ = 0;
};

/// Handles of a design.
struct design_handles {
  handle_table pins;    ///< of all pins
  handle_table nets;    ///< of all nets
  handle_table arcs;    ///< of all cell arcs
  handle_table checks;  ///< of all library checks

  /// Handles of all that a design has.
  explicit design_handles(flat_design const& of)
      : pins(of.pin_count()),
        nets(of.net_driver.size()),
        arcs(of.arc_from.size()),
        checks(of.check_data.size()) {}

  /// As `handle_table`, for ids of another design.
  void renumber(structure_maps const& to, flat_design const& next) {
    pins.renumber(to.pins, next.pin_count());
    nets.renumber(to.nets, next.net_driver.size());
    arcs.renumber(to.arcs, next.arc_from.size());
    checks.renumber(to.checks, next.check_data.size());
  }
  /// As `handle_table`.
  void go_back(design_handles&& before) {
    pins.go_back(std::move(before.pins));
    nets.go_back(std::move(before.nets));
    arcs.go_back(std::move(before.arcs));
    checks.go_back(std::move(before.checks));
  }
};

}  // namespace gsta
