#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/flat/handles.hpp"
#include "gsta/flat/structure.hpp"
#include "gsta/sta/detail/live_structure.hpp"
#include "gsta/sta/detail/require_counted.hpp"
#include "gsta/sta/detail/require_maps.hpp"
#include "gsta/sta/live_counts.hpp"

namespace gsta {

/// A timer of a design that is edited, for optimisers: an update costs what changed, queries cost nothing,
/// and edits can be rolled back to the same bits. All arrays are those of `timer::update` of the edited
/// design, to the bit; RC trees and their sums alone are not kept, so that gradients of wires need another
/// timer.
///
/// Where: host, the calling thread. Needs: the design to outlive it, and edits to go through `edits` alone.
template <host_side_executor E>
class live_timer {
 public:
  /// Builds a timer and updates it. Throws: as `timer`.
  live_timer(E const& exec, flat_design& design, timer_options const& settings = {})
      : exec_(exec), design_(design), settings_(settings), now_(exec, design) {
    settings_.keep_tree_sums = true;  // what updates in full need is made, but no sums of trees
    settings_.a_tree_at_a_time = true;
    settings_.for_one_update = settings_.note_stages = false;
    now_.build(settings_);
  }

  /// The design's edits; nothing is timed before `update`.
  flat_editor& edits() noexcept { return now_.editor; }

  /// Edits the structure: pins, gates, nets, wires and exceptions that come and go. `edit` is called with a
  /// `structure_editor` of the design; behind it arrays are made anew by passes over them, and what the edits
  /// change is timed, with all edits before. Returns where ids went, those that the editor gave out too.
  ///
  /// Cost: O(size) copies and comparisons, and steps of what changes; where all is swept in full, a
  /// rebuild. Throws: what `edit` throws; graph_error on a loop, and all that `timer`
  /// throws. Whatever it throws, design and timing are as before.
  template <class F>
  structure_maps edit_structure(F const& edit) {
    update();
    structure_editor edits(design_);
    edit(edits);
    flat_design next = design_;
    structure_maps const maps = std::move(edits).apply(next);
    replace(std::move(next), maps);
    return maps;
  }

  /// Goes on with another design: one that was edited elsewhere and flattened anew. `maps` says where its ids
  /// went; rows that are missing there are of what is gone, so that empty maps end all handles.
  ///
  /// Cost and Throws: as `edit_structure`; where it throws, `next` is as it was.
  void replace(flat_design&& next, structure_maps const& maps) {
    update();
    detail::require_maps(maps, next);
    earlier before{std::exchange(design_, std::move(next)), std::move(now_), handles_};
    try {
      now_ = structure(exec_, design_);
      now_.build(settings_, before.design, before.timing, maps.pins, counts_);
      if (handles_) handles_->renumber(maps, design_);
    } catch (...) {
      next = std::move(design_);
      bring_back(std::move(before));
      throw;
    }
    ++counts_.updates, ++counts_.structures;
    if (!before.timing.editor.is_open()) return;
    now_.editor.begin();
    if (!before_)
      before_.emplace(std::move(before));
    else
      now_.editor.keep_of(before.timing.editor);
  }

  /// Handles of what is there, which outlast edits of the structure. Cost: O(1), O(size) at first.
  design_handles const& handles() {
    if (!handles_) handles_.emplace(design_);
    return *handles_;
  }

  /// Times what was edited since the last update.
  ///
  /// Cost: of the pins, nodes and checks that change; see `counts` for what costs more. Throws: what
  /// allocation throws; of a rebuild as `timer`, which leaves the edits to be updated.
  void update() {
    if (!now_.editor.marks().any()) return;
    ++counts_.updates;
    now_.update(settings_, counts_);
  }

  /// Opens a transaction. Cost: that of `update`. Throws: argument_error inside another one.
  void begin() {
    require(!now_.editor.is_open(), "live_timer: a transaction is open already");
    update();
    now_.begin();
  }
  /// Keeps what was edited. Cost: none. Throws: nothing.
  void commit() noexcept {
    now_.commit();
    before_.reset();
  }
  /// The design and all of its timing are as they were at `begin`, to the bit. Where the structure was
  /// edited, types and tables that were added behind that are gone too.
  ///
  /// Cost: O(what was overwritten), and another sweep of all lanes where an update swept them; where
  /// something was rebuilt, or swept in full, another rebuild. Throws: argument_error outside a transaction,
  /// what allocation throws.
  void roll_back() {
    require(now_.editor.is_open(), "live_timer: no transaction is open");
    if (before_) {
      now_.editor.roll_back();  // what was edited since, elsewhere too
      bring_back(std::move(*before_));
    }
    before_.reset();
    now_.roll_back(settings_, counts_);
  }

  /// WNS, TNS and counts of one side. Cost: O(1). Throws: argument_error where edits are not updated,
  /// range_error as `timer::summary`.
  slack_summary summary(split side) const {
    require(!now_.editor.marks().any(), "live_timer: edits are not timed yet; update comes first");
    return detail::require_counted(exec_, now_.timing(), now_.summary(side));
  }

  /// The arrays, as of the last update; another object after each of `live_counts::rebuilds`.
  timer<E> const& timing() const noexcept { return now_.timing(); }
  /// How updates were made.
  live_counts const& counts() const noexcept { return counts_; }
  /// How many steps they took, since the last rebuild.
  repair_counts repaired() const noexcept { return now_.repaired(); }

 private:
  template <host_side_executor F>
  friend path_buffers<memory_space::host> find_paths(F const&, live_timer<F>&, path_query const&);

  using structure = detail::live_structure<E>;

  /// The whole of it from before a transaction edited the structure.
  struct earlier {
    flat_design design;
    structure timing;
    std::optional<design_handles> handles;
  };

  void bring_back(earlier&& before) {
    design_ = std::move(before.design);
    now_ = std::move(before.timing);
    if (before.handles)
      handles_->go_back(*std::move(before.handles));
    else if (handles_)
      handles_->renumber({}, design_);  // all that were given are of what is not there any more
    now_.look_at_design();
  }

  E exec_;
  flat_design& design_;
  timer_options settings_;
  structure now_;
  std::optional<earlier> before_;
  std::optional<design_handles> handles_;
  live_counts counts_;
};

/// The paths of a live timer that a query asks for, with credits where it counts them: the list of
/// `find_paths` of a timer (sta/find_paths.hpp). What was edited is timed first.
///
/// Shapes: as there; clock edges and groups too. Units: fs. Cost: from the second call on, for up to 10,000
/// paths without starts and throughs, that of the search graph's vertices whose best cost changed since the
/// last call and of the rows along the paths (`kept_paths`): the graph of each side that was asked for is
/// kept with its best costs, some 24 bytes an edge and 50 a vertex. The first call, and all with latches,
/// `from` or `through`, cost as of a timer; `live_counts::fresh_paths` counts what made a graph. Where: host,
/// the calling thread. Throws: as `live_timer::update`, and as of a timer.
template <host_side_executor E>
path_buffers<memory_space::host> find_paths(E const&, live_timer<E>& live, path_query const& query = {}) {
  live.update();
  return live.now_.find_paths(query, live.counts_);
}

}  // namespace gsta
