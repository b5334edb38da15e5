#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/path/detail/credited/latched_ops.hpp"
#include "gsta/path/timing_paths.hpp"

namespace gsta::detail {

/// Late paths of a design with latches, with credits. `search(required, capture_row, options)` finds the
/// first paths by sums of costs against these required times, without latches. What comes too late for the
/// closing edges is one list; the rest another, by how late paths come against the opening edges: first
/// those that borrow, whose slacks are all 0, end by end, then those that do not.
template <executor E, class Search>
class latched_credits {
  static constexpr memory_space S = E::space;

 public:
  latched_credits(E const& exec, path_problem<S> const& problem, clock_tree_view<S> const& tree,
                  span<corner_values const, S> credit, timing_paths_options const& options,
                  Search const& search)
      : exec_(exec),
        problem_(problem),
        tree_(tree),
        credit_(credit),
        options_(options),
        search_(search),
        below_zero_(
            reduce(exec, credit.size(), credit_term<S>{credit, split::late}, credit_range{}, joined_credits{})
                .least < 0),
        pair_of_(exec, problem.checks.size()) {
    fill(exec, pair_of_.view(), none);
    for_each_n(exec, problem.latches.size(), pair_of_check_op<S>{problem.latches, pair_of_.view()});
    auto const pairs = to_vector(exec, problem.latches);
    for (auto const& pair : pairs)
      for (id e = 0; e < 2; ++e) slots_.push_back(2 * pair.check + e);
    std::sort(slots_.begin(), slots_.end());
  }

  path_buffers<S> trace() const {
    auto rest = search_(required_of_rest().view(), tree_.capture_row, options_);
    if (options_.k == 0 || options_.per_end == 0 || slots_.empty()) return rest;
    auto const latched = options_.unique_pins ? trace_unique() : trace_first(options_.k, options_.per_end);
    return merge_worst(exec_, rest.view, latched.view, options_.k);
  }

 private:
  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
  static std::size_t twice(std::size_t n) noexcept { return n > no_limit / 2 ? no_limit : 2 * n; }

  struct found_part {
    path_buffers<S> paths;
    bool cut = false;  ///< there may be more paths of slack 0 at ends in front of those found
  };
  using counts = std::vector<std::size_t>;  // by slot

  buffer<per_edge, S> required_of_rest() const {
    auto required = clone(exec_, problem_.check_required);
    for_each_n(exec_, problem_.latches.size(), without_latch_op<S>{problem_.latches, required.view()});
    return required;
  }

  /// The first paths of one part by sums of costs, at wanted ends.
  path_buffers<S> search_part(latch_part part, std::vector<std::uint8_t> const& wanted,
                              timing_paths_options const& options) const {
    buffer<per_edge, S> required(exec_, problem_.checks.size());
    fill(exec_, required.view(), per_edge{math::infinity, math::infinity});
    auto capture_row = clone(exec_, tree_.capture_row);
    auto const marks = clone(exec_, wanted);
    for_each_n(exec_, problem_.latches.size(),
               of_latch_op<S>{problem_, tree_.opening_row, marks.view(), part, below_zero_, required.view(),
                              capture_row.view()});
    return search_(required.view(), capture_row.view(), options);
  }

  /// The first k of a part at these slots, no more of each than `room` has. Of several slots none where it
  /// would take all that borrow to know which come first.
  found_part find(latch_part part, span<id const, memory_space::host> slots, counts const& room,
                  std::size_t k, femtoseconds below) const {
    std::vector<std::uint8_t> wanted(2 * problem_.checks.size(), 0);
    std::size_t each = 1;
    for (id const slot : slots) {
      wanted[slot] = room[slot] != 0;
      each = std::max(each, room[slot]);
    }
    timing_paths_options by_sums = options_;
    by_sums.unique_pins = false;
    by_sums.below = below;
    by_sums.k = k;
    for (by_sums.per_end = each;;) {
      auto found = search_part(part, wanted, by_sums);
      bool const all = found.view.size() < by_sums.k;
      if (!all && part == latch_part::opening && slots.size() > 1 && last_slack(found) <= 0)
        return {{}, true};
      std::vector<id> taken;
      bool const is_short = choose(part, found, room, by_sums.per_end, taken);
      if (!is_short && (all || taken.size() >= k)) return {ordered(part, found, taken, k), false};
      if (is_short)
        by_sums.per_end = twice(by_sums.per_end);
      else
        by_sums.k = twice(by_sums.k);
    }
  }
  femtoseconds last_slack(path_buffers<S> const& paths) const {
    return to_vector(exec_, paths.view.slack.subspan(paths.view.size() - 1, 1))[0];
  }

  /// Which paths are of the part, as far as there is room. True where an end was cut off that had room.
  bool choose(latch_part part, path_buffers<S> const& found, counts const& room, std::size_t each,
              std::vector<id>& taken) const {
    auto const kept = slacks(part, found).second;
    counts seen(room.size(), 0), picked(room.size(), 0);
    auto const slot = slots_of(found);
    for (std::size_t p = 0; p < kept.size(); ++p) {
      ++seen[slot[p]];
      if (kept[p] == 0 || picked[slot[p]] == room[slot[p]]) continue;
      ++picked[slot[p]];
      taken.push_back(static_cast<id>(p));
    }
    for (std::size_t at = 0; at < seen.size(); ++at)
      if (seen[at] == each && picked[at] < room[at]) return true;
    return false;
  }
  std::pair<buffer<femtoseconds, S>, std::vector<std::uint8_t>> slacks(latch_part part,
                                                                       path_buffers<S> const& found) const {
    buffer<femtoseconds, S> slack(exec_, found.view.size());
    buffer<std::uint8_t, S> kept(exec_, slack.size());
    for_each_n(exec_, slack.size(),
               latch_slack_op<S>{problem_, tree_, credit_, part, below_zero_, std::as_const(pair_of_).view(),
                                 found.view, slack.view(), kept.view()});
    auto of_host = to_vector(exec_, std::as_const(kept).view());
    return {std::move(slack), std::move(of_host)};
  }
  std::vector<id> slots_of(path_buffers<S> const& paths) const {
    std::vector<id> slot = to_vector(exec_, paths.view.check);
    auto const data_edge = to_vector(exec_, paths.view.data_edge);
    for (std::size_t p = 0; p < slot.size(); ++p) slot[p] = 2 * slot[p] + static_cast<id>(data_edge[p]);
    return slot;
  }
  /// The first k of these by their slacks at latches; of one end they keep their order.
  path_buffers<S> ordered(latch_part part, path_buffers<S>& found, std::vector<id> const& taken,
                          std::size_t k) const {
    auto slack = slacks(part, found).first;
    found.view.slack = found.keep(std::move(slack));
    auto const of_part = clone(exec_, taken);
    auto const chosen = take_paths<E>(exec_, {found.view, found.view}, of_part.view());
    return merge_worst(exec_, chosen.view, no_paths().view, k);
  }
  path_buffers<S> no_paths() const { return clone_view(exec_, path_set{}.view()); }

  /// The first k paths to latches, of each end at most n.
  path_buffers<S> trace_first(std::size_t k, std::size_t n) const {
    counts room(2 * problem_.checks.size(), 0);
    for (id const slot : slots_) room[slot] = n;
    auto const late =
        find(latch_part::closing, slots(), room, k, std::min(options_.below, femtoseconds{0})).paths;
    if (late.view.size() == k || options_.below <= 0) return first_of(late, k);
    for (id const slot : slots_of(late)) --room[slot];
    auto const others = trace_on_time(k - late.view.size(), room);
    return merge_worst(exec_, late.view, others.view, k);
  }

  /// Those that come before their latch closes.
  path_buffers<S> trace_on_time(std::size_t k, counts const& room) const {
    for (std::size_t ask = k;; ask = twice(ask)) {
      auto found = find(latch_part::opening, slots(), room, ask, options_.below);
      if (!found.cut) return first_of(found.paths, k);
      if (ask > k) continue;
      auto borrowing = trace_borrowing(k, room);
      if (borrowing.view.size() == k) return borrowing;
    }
  }

  /// Those that borrow, end by end: of as many ends at once as have no more than are wanted.
  path_buffers<S> trace_borrowing(std::size_t k, counts const& room) const {
    path_buffers<S> result = no_paths();
    std::size_t together = 1;
    for (std::size_t first = 0; first < slots_.size() && result.view.size() < k;) {
      together = std::min(together, slots_.size() - first);
      auto const found = find(latch_part::opening, slots().subspan(first, together), room,
                              k - result.view.size(), std::min(options_.below, femtoseconds{1}));
      if (found.cut) {
        together = (together + 1) / 2;
        continue;
      }
      result = merge_worst(exec_, result.view, found.paths.view, k);
      first += together;
      together *= 2;
    }
    return result;
  }

  /// Asks for ever more paths, until k with pins of their own are among them.
  path_buffers<S> trace_unique() const {
    for (std::size_t ask = options_.k, each = options_.per_end;; ask = twice(ask)) {
      auto const found = trace_first(ask, each);
      auto const twin = to_vector(exec_, find_twins(exec_, found.view).view());
      auto const slot = slots_of(found);
      end_picker picker{twin, slot, options_.per_end};
      bool const has_all = picker.pick(each);
      each = twice(each);
      if (!has_all || (picker.taken.size() < options_.k && found.view.size() == ask)) continue;
      if (picker.taken.size() > options_.k) picker.taken.resize(options_.k);
      auto const taken = clone(exec_, picker.taken);
      return take_paths<E>(exec_, {found.view, found.view}, taken.view());
    }
  }

  path_buffers<S> first_of(path_buffers<S> const& paths, std::size_t k) const {
    return merge_worst(exec_, paths.view, no_paths().view, k);
  }
  span<id const, memory_space::host> slots() const { return view_of(slots_); }

  E const& exec_;
  path_problem<S> const& problem_;
  clock_tree_view<S> tree_;
  span<corner_values const, S> credit_;
  timing_paths_options const& options_;
  Search const& search_;
  bool below_zero_;        // some credits are
  buffer<id, S> pair_of_;  // [checks]
  std::vector<id> slots_;  // of latches, 2 * check + data edge, ascending
};

}  // namespace gsta::detail
