#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "gsta/sta/detail/followed_edits.hpp"
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
      : edits_(design),
        host_{{host, std::as_const(design), settings}, {}},
        device_{{device, std::as_const(design), settings}, {}},
        choose_(choose),
        figures_(host_.mirror.figures()) {}

  /// The design's edits; nothing is timed before `update`.
  flat_editor& edits() noexcept { return edits_.editor; }

  /// Times what was edited since the last update, on one side, and waits for its figures.
  ///
  /// Cost: of what changes, on that side also behind what only the other one has followed. Throws: as
  /// `timing_mirror::repair`; the edits stand then.
  void update() { edits_.update(following()); }

  /// Opens a transaction. Cost: that of `update`. Throws: argument_error inside another one.
  void begin() { edits_.begin(following()); }
  /// Keeps what was edited. Cost: none.
  void commit() noexcept { edits_.editor.commit(); }
  /// The design and all of its timing are as they were at `begin`, to the bit. Cost: that of the updates
  /// since. Throws: argument_error outside a transaction.
  void roll_back() { edits_.roll_back(following()); }

  /// WNS, TNS and counts of one side of checks, of the last update. Cost: O(1). Throws: argument_error where
  /// edits are not updated.
  slack_summary summary(split side) const {
    edits_.require_timed();
    return side == split::early ? figures_.early : figures_.late;
  }

  /// All arrays on the host, with required times and slacks of pins. Cost: what the host has not followed
  /// yet.
  timer<Host> const& on_host() { return complete(host_); }
  /// The same on the device.
  timer<Device> const& on_device() { return complete(device_); }

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

  auto following() {
    return [this](edit_marks const& marks) { follow(marks); };
  }
  /// Nothing is taken into the logs where a side refuses.
  void follow(edit_marks const& marks) {
    require(marks.keeps_rows(),
            "two_sided_timer: an edit needs another graph or moves rows: make a new timer");
    std::size_t const more = marks.size(), on_host = host_.behind.size() + more,
                      on_device = device_.behind.size() + more;
    if (choose_.expected(timing_side::device, on_device) < choose_.expected(timing_side::host, on_host)) {
      time_on(device_, marks, timing_side::device, on_device);
      host_.behind.add(marks);
      ++counts_.device;
    } else {
      time_on(host_, marks, timing_side::host, on_host);
      device_.behind.add(marks);
      ++counts_.host;
    }
  }

  template <executor E>
  void time_on(one_side<E>& side, edit_marks const& marks, timing_side where, std::size_t things) {
    using clock = std::chrono::steady_clock;
    auto const start = clock::now();
    edit_marks all = side.behind;
    all.add(marks);
    side.mirror.repair(all);
    figures_ = side.mirror.figures();
    side.behind = {};
    choose_.note(where, things, std::chrono::duration<double, std::micro>(clock::now() - start).count());
  }

  template <executor E>
  timer<E> const& complete(one_side<E>& side) {
    edits_.require_timed();
    if (side.behind.any()) side.mirror.repair(std::exchange(side.behind, {}));
    side.mirror.finish();
    return side.mirror.timing();
  }

  detail::followed_edits edits_;
  one_side<Host> host_;
  one_side<Device> device_;
  side_chooser choose_;
  repaired_figures figures_;
  side_counts counts_;
};

}  // namespace gsta
