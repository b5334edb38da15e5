#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/flat/handles.hpp"
#include "gsta/flat/structure.hpp"
#include "gsta/sta/detail/live_structure.hpp"
#include "gsta/sta/detail/require_maps.hpp"
#include "gsta/sta/live_counts.hpp"
#include "gsta/update/repair_options.hpp"

namespace gsta {

namespace detail {
template <executor E>
class level_repair;
template <executor E, repair_walker W>
struct live_repair {
  using type = level_repair<E>;
};
template <host_side_executor E>
struct live_repair<E, repair_walker::queue> {
  using type = live_structure<E>;
};
}  // namespace detail

/// What a live timer goes by if nothing else is said: a queue on a host, levels on a device.
template <executor E>
inline constexpr repair_walker usual_walker =
    host_side_executor<E> ? repair_walker::queue : repair_walker::levels;

/// A timer of a design that is edited, for optimisers: an update costs what changed, and edits can be rolled
/// back bit for bit. All arrays are those of `timer::update` of the edited design, to the bit; by a queue RC
/// trees and their sums are not kept, so that gradients of wires need another timer.
///
/// By levels on a device an update does not wait, but for credits, and where all is made anew: `summary` and
/// `figures` wait. Behind them all arrays are complete but for required times and slacks of nodes, and these
/// are once `finish` has been called; before that nobody may read them.
///
/// Where: the executor's space; calls from one thread. A device needs gsta/sta/live_timer.cuh, levels on a
/// host gsta/sta/live_timer_by_levels.hpp. Needs: the design to outlive it, and edits to go through `edits`
/// alone.
template <executor E, repair_walker W = usual_walker<E>>
class live_timer {
 public:
  static constexpr repair_walker walker = W;  ///< how it repairs

  /// Builds a timer and updates it. `how` is for tests and benchmarks of levels. Throws: as `timer`.
  live_timer(E const& exec, flat_design& design, timer_options const& settings = {},
             repair_options const& how = {})
      : exec_(exec),
        design_(design),
        settings_(repair::settled(settings)),
        how_(how),
        editor_(design),
        now_(exec, design, how) {
    now_.build(settings_);
  }

  /// The design's edits; nothing is timed before `update`.
  flat_editor& edits() noexcept { return editor_; }

  /// Edits the structure: pins, gates, nets, wires and exceptions that come and go. `edit` is called with a
  /// `structure_editor` of the design; behind it arrays are made anew by passes over them, and what the edits
  /// change is timed, with all edits before. Returns where ids went, those that the editor gave out too.
  ///
  /// Cost: by a queue O(size) copies and comparisons, and steps of what changes; by levels, and where all is
  /// swept in full, a new timer. In a transaction the timing from before is kept whole. Throws: what `edit`
  /// throws; graph_error on a loop, and all that `timer` throws. Whatever it throws, design and timing are as
  /// before.
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
    earlier before{std::exchange(design_, std::move(next)), std::move(editor_), std::move(now_), handles_};
    try {
      editor_ = flat_editor(design_);
      now_ = repair(exec_, design_, how_);
      now_.build(settings_, before.design, before.timing, maps.pins, counts_);
      if (handles_) handles_->renumber(maps, design_);
    } catch (...) {
      next = std::move(design_);
      bring_back(std::move(before));
      throw;
    }
    ++counts_.updates, ++counts_.structures;
    if (!before.editor.is_open()) return;
    editor_.begin();
    if (!before_)
      before_.emplace(std::move(before));
    else
      editor_.keep_of(before.editor);
  }

  /// Handles of what is there, which outlast edits of the structure. Cost: O(1), O(size) at first.
  design_handles const& handles() {
    if (!handles_) handles_.emplace(design_);
    return *handles_;
  }

  /// Times what was edited since the last update.
  ///
  /// Cost: of the pins, nodes and checks that change; see `counts` for what costs more. By levels also the
  /// words edited, in one copy, and a full update where these are many. Throws: what allocation throws; of a
  /// rebuild as `timer`. Whatever it throws, the edits wait for another update.
  void update() {
    if (!editor_.items().any()) return;
    ++counts_.updates;
    now_.update(editor_.items(), settings_, counts_);
    editor_.clear_items();
  }

  /// Opens a transaction. Cost: that of `update`. Throws: argument_error inside another one.
  void begin() {
    require(!editor_.is_open(), "live_timer: a transaction is open already");
    update();
    editor_.begin();
    now_.begin();
  }
  /// Keeps what was edited. Cost: none. Throws: nothing.
  void commit() noexcept {
    editor_.commit();
    now_.commit();
    before_.reset();
  }
  /// The design and all of its timing are as they were at `begin`, to the bit. Where the structure was
  /// edited, types and tables that were added behind that are gone too.
  ///
  /// Cost: by a queue O(what was overwritten), and another sweep of all credit levels where an update swept
  /// them; where something was rebuilt, or swept in full, another rebuild; by levels as of the updates since
  /// `begin`, but those of the structure. Throws: argument_error outside a transaction, what allocation
  /// throws.
  void roll_back() {
    require(editor_.is_open(), "live_timer: no transaction is open");
    editor_.roll_back();  // what was edited since, elsewhere too
    if (before_) {
      bring_back(std::move(*before_));
      editor_.roll_back();
    }
    before_.reset();
    editor_.clear_items();  // of what was never timed
    now_.roll_back(settings_, counts_);
  }

  /// WNS, TNS and counts of one side, of the last update. Cost: O(1). Throws: argument_error where edits are
  /// not updated, range_error as `timer::summary`.
  slack_summary summary(split side) const
    requires(W == repair_walker::queue)
  {
    require_timed();
    return now_.summary(side);
  }
  /// WNS, TNS and counts of one side, of the last update; waits for it. Cost: O(1), and a full update where a
  /// repair gave up. Throws: argument_error where edits are not updated, range_error as `timer::summary`,
  /// cuda_error.
  slack_summary summary(split side)
    requires(W == repair_walker::levels)
  {
    require_timed();
    return now_.summary(side, counts_);
  }
  /// WNS, TNS and counts of both sides, and how many steps updates took since the last rebuild. Cost and
  /// Throws: as `summary`, but for range_error.
  repaired_figures figures() {
    require_timed();
    return now_.figures(counts_);
  }
  /// Required times and slacks of all pins, behind all updates so far: by a queue they are there, by levels
  /// they are found now. Waits. Cost: of the nodes whose required times or slacks change. Throws:
  /// argument_error where edits are not updated.
  void finish() {
    require_timed();
    now_.finish(counts_);
  }

  /// The arrays, as of the last update; another object after each of `live_counts::rebuilds`.
  timer<E> const& timing() const noexcept { return now_.timing(); }
  /// How updates were made.
  live_counts const& counts() const noexcept { return counts_; }
  /// How many steps they took, since the last rebuild; `figures` has them by levels.
  repair_counts repaired() const noexcept
    requires(W == repair_walker::queue)
  {
    return now_.repaired();
  }

 private:
  template <executor F, repair_walker V>
  friend path_buffers<F::space> find_paths(F const&, live_timer<F, V>&, path_query const&);

  using repair = typename detail::live_repair<E, W>::type;

  /// The whole of it from before a transaction edited the structure.
  struct earlier {
    flat_design design;
    flat_editor editor;
    repair timing;
    std::optional<design_handles> handles;
  };

  void require_timed() const {
    require(!editor_.items().any(), "live_timer: edits are not timed yet; update comes first");
  }

  void bring_back(earlier&& before) {
    design_ = std::move(before.design);
    editor_ = std::move(before.editor);
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
  repair_options how_;
  flat_editor editor_;
  repair now_;
  std::optional<earlier> before_;
  std::optional<design_handles> handles_;
  live_counts counts_;
};

/// The paths of a live timer that a query asks for, with credits where it counts them: the list of
/// `find_paths` of a timer (sta/find_paths.hpp). What was edited is timed first.
///
/// Shapes: as there; clock edges and groups too. Units: fs. Cost: by a queue, from the second call on, for up
/// to 10,000 paths without starts and throughs, that of the search graph's vertices whose best cost changed
/// since the last call and of the rows along the paths (`kept_paths`): the graph of each side that was asked
/// for is kept with its best costs, some 24 bytes an edge and 50 a vertex. The first call, all with latches,
/// `from` or `through`, and all by levels cost as of a timer; `live_counts::fresh_paths` counts what made a
/// graph. Where: the executor; waits; on a device include path/find_paths.cuh. Throws: as
/// `live_timer::update`, and as of a timer.
template <executor E, repair_walker W>
path_buffers<E::space> find_paths(E const& exec, live_timer<E, W>& live, path_query const& query = {}) {
  live.update();
  if constexpr (W == repair_walker::queue) {
    return live.now_.find_paths(query, live.counts_);
  } else {
    live.now_.figures(live.counts_);  // a repair may have given up half way
    ++live.counts_.path_searches;
    ++live.counts_.fresh_paths;
    return find_paths(exec, live.timing(), live.design_, query);
  }
}

}  // namespace gsta
