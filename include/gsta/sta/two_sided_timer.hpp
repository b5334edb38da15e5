#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "gsta/sta/detail/followed_design.hpp"
#include "gsta/sta/timing_mirror.hpp"
#include "gsta/update/choose_side.hpp"

namespace gsta {

/// How a two-sided timer made its updates.
struct side_counts {
  std::uint64_t host = 0;    ///< on the host
  std::uint64_t device = 0;  ///< on the device
};

/// A timer of a design that is edited, with its timing on a host and on a device: each update is made where
/// it is expected to be faster, by what updates took before. The side that is not asked keeps a log of what
/// was edited meanwhile, and follows by these words when its turn comes. Results are the same bits on either
/// side.
///
/// Where: both spaces; calls from one thread. Needs: the design to outlive it, and edits to go through
/// `edits` alone. It takes the memory of two timers.
template <host_side_executor Host, executor Device>
class two_sided_timer {
 public:
  /// Builds both sides and updates them. `choose`: with what is known already. Throws: as `timing_mirror`.
  two_sided_timer(Host const& host, Device const& device, flat_design& design,
                  timer_options const& settings = {}, side_chooser const& choose = {})
      : all_(design, both_sides{{{host, std::as_const(design), settings}, {}},
                                {{device, std::as_const(design), settings}, {}},
                                {}}),
        choose_(choose) {
    all_.timing.figures = all_.timing.host.mirror.figures();
  }

  /// The design's edits; nothing is timed before `update`.
  flat_editor& edits() noexcept { return all_.editor; }

  /// Edits the structure: `edited_timer::edit_structure`. Both sides are made anew.
  template <class F>
  structure_maps edit_structure(F const& edit) {
    return all_.edit_structure(edit, follow(), make);
  }
  /// Goes on with another design: `edited_timer::replace`. Both sides are made anew.
  void replace(flat_design&& next, structure_maps const& maps) {
    all_.replace(std::move(next), maps, follow(), make);
  }

  /// Times what was edited since the last update, on one side, and waits for its figures.
  ///
  /// Cost: of what changes, on that side also behind what only the other one has followed. Throws: as
  /// `timing_mirror::repair`; the edits stand then.
  void update() { all_.update(follow()); }

  /// Opens a transaction. Cost: that of `update`. Throws: argument_error inside another one.
  void begin() { all_.begin(follow()); }
  /// Keeps what was edited. Cost: none.
  void commit() noexcept { all_.commit(); }
  /// The design and all of its timing are as they were at `begin`, to the bit. Cost: that of the updates
  /// since, but those of the structure. Throws: argument_error outside a transaction.
  void roll_back() { all_.roll_back(follow()); }

  /// WNS, TNS and counts of one side of checks, of the last update. Cost: O(1). Throws: argument_error where
  /// edits are not updated, range_error as `timer::summary`.
  slack_summary summary(split side) const {
    all_.require_timed();
    auto const& both = all_.timing.figures;
    auto const& found = side == split::early ? both.early : both.late;
    if (is_beyond(found.worst_slack)) detail::throw_beyond(none);
    return found;
  }

  /// All arrays on the host, with required times and slacks of pins. Cost: what the host has not followed
  /// yet.
  timer<Host> const& on_host() { return complete(all_.timing.host); }
  /// The same on the device.
  timer<Device> const& on_device() { return complete(all_.timing.device); }

  /// How updates were made.
  side_counts counts() const noexcept { return counts_; }
  /// What is known of their times: to begin with another day.
  side_chooser const& chooser() const noexcept { return choose_; }

 private:
  template <executor E>
  struct one_side {
    timing_mirror<E> mirror;
    edit_marks behind;  // edited and not followed yet
  };
  struct both_sides {
    one_side<Host> host;
    one_side<Device> device;
    repaired_figures figures;
  };

  /// Nothing is taken into the logs where a side throws.
  auto follow() {
    return [this](both_sides& sides, edit_marks const& marks) {
      std::size_t const more = marks.size(), on_host = sides.host.behind.size() + more,
                        on_device = sides.device.behind.size() + more;
      if (choose_.expected(timing_side::device, on_device) < choose_.expected(timing_side::host, on_host)) {
        sides.figures = time_on(sides.device, marks, timing_side::device, on_device);
        sides.host.behind.add(marks);
        ++counts_.device;
      } else {
        sides.figures = time_on(sides.host, marks, timing_side::host, on_host);
        sides.device.behind.add(marks);
        ++counts_.host;
      }
    };
  }
  static both_sides make(both_sides const& before) {
    both_sides made{{before.host.mirror.anew(), {}}, {before.device.mirror.anew(), {}}, {}};
    made.figures = made.host.mirror.figures();
    return made;
  }

  template <executor E>
  repaired_figures time_on(one_side<E>& side, edit_marks const& marks, timing_side where,
                           std::size_t things) {
    using clock = std::chrono::steady_clock;
    auto const start = clock::now();
    edit_marks all = side.behind;
    all.add(marks);
    auto const rebuilds = side.mirror.counts().rebuilds;
    side.mirror.repair(all);
    auto const figures = side.mirror.figures();
    side.behind = {};
    bool const is_usual = side.mirror.counts().rebuilds == rebuilds && !all.networks;
    if (is_usual)  // others say nothing of what comes next
      choose_.note(where, things, std::chrono::duration<double, std::micro>(clock::now() - start).count());
    return figures;
  }

  template <executor E>
  timer<E> const& complete(one_side<E>& side) {
    all_.require_timed();
    if (side.behind.any()) {
      side.mirror.repair(side.behind);
      side.behind = {};
    }
    side.mirror.finish();
    return side.mirror.timing();
  }

  detail::followed_design<both_sides> all_;
  side_chooser choose_;
  side_counts counts_;
};

}  // namespace gsta
