#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/path/detail/credited/tracer.hpp"
#include "gsta/path/detail/timing/picker.hpp"
#include "gsta/path/path_problem.hpp"

/// Late paths to latches. A path has a sum of costs against the edge that opens and one against the edge that
/// closes, each with a credit of its own, and its slack follows from both.
namespace gsta::detail {

/// Which ends of paths a search is for.
enum class latch_part : std::uint8_t {
  closing,  ///< latches, against the edge that closes, or what limits the time to borrow
  opening   ///< latches, against the edge that opens
};

/// Leaves out the ends at latches.
template <memory_space S>
struct without_latch_op {
  span<latch_pair const, S> pairs;
  span<std::uint8_t, S> ends;  // [2 * checks]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    ends[2 * pairs[i].check] = ends[2 * pairs[i].check + 1] = 0;
  }
};

/// Whether any data may come too late for a check. Without credits the worst path has the least slack: who is
/// on time then is so with them, but where some are below zero.
template <memory_space S>
GSTA_HD bool comes_late(path_problem<S> const& problem, bool below_zero, id check, int e) noexcept {
  return below_zero || problem.arrival[problem.checks[check].data][2 + e] > problem.check_required[check][e];
}

/// Required times of latches, of the data edges that are wanted; and the row of what captures.
template <memory_space S>
struct of_latch_op {
  path_problem<S> problem;
  span<id const, S> opening_row;       // [pairs]
  span<std::uint8_t const, S> wanted;  // [2 * checks], or empty: all
  latch_part part;
  bool below_zero;             // some credits are
  span<per_edge, S> required;  // [checks]
  span<id, S> capture_row;     // [checks]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    latch_pair const& pair = problem.latches[i];
    bool const closes = part == latch_part::closing;
    if (!opening_row.empty() && (!closes || math::is_defined(pair.limit)))
      capture_row[pair.check] = opening_row[i];
    for (int e = 0; e < 2; ++e) {
      required[pair.check][e] = math::infinity;
      float const at = problem.check_required[pair.check][e];
      if (!math::is_defined(at)) continue;
      if (!wanted.empty() && wanted[2 * pair.check + e] == 0) continue;
      if (!closes)
        required[pair.check][e] = window_among(pair, problem.arrival, at).opens;
      else if (comes_late(problem, below_zero, pair.check, e))
        required[pair.check][e] = at;
    }
  }
};

template <memory_space S>
struct pair_of_check_op {
  span<latch_pair const, S> pairs;
  span<id, S> pair_of;  // [checks]
  GSTA_HD void operator()(std::size_t i) const noexcept { pair_of[pairs[i].check] = static_cast<id>(i); }
};

/// The slack of a path to a latch, and whether it is one of the part that found it: those that come too late
/// against the closing edge are that part's.
template <memory_space S>
struct latch_slack_op {
  path_problem<S> problem;
  path_credits<S> credits;  // as the design has them
  latch_part part;
  bool below_zero;            // some credits are
  span<id const, S> pair_of;  // [checks]
  path_set_view<S> paths;
  span<femtoseconds, S> slack;  // [paths]
  span<std::uint8_t, S> kept;   // [paths]

  GSTA_HD void operator()(std::size_t p) const noexcept {
    id const check = paths.check[p], at = pair_of[check];
    latch_pair const& pair = problem.latches[at];
    // How much later the latch closes for this path than it opens.
    femtoseconds const open_for = problem.borrowed(pair, paths.data_edge[p]) + credit_difference(p, at);
    bool const by_closing = part == latch_part::closing;
    femtoseconds const before_opening = by_closing ? paths.slack[p] - open_for : paths.slack[p],
                       before_closing = by_closing ? paths.slack[p] : paths.slack[p] + open_for;
    // The closing part has none of what is on time without credits, so that a sum rounded otherwise does not
    // make it late here.
    auto const e = static_cast<int>(paths.data_edge[p]);
    bool const any_late = comes_late(problem, below_zero, check, e);
    bool const too_late = any_late && before_opening < 0 && before_closing < 0;
    slack[p] = before_opening >= 0 ? before_opening : too_late ? before_closing : 0;
    kept[p] = too_late == by_closing;
  }

 private:
  /// The credit against the edge that closes less that against the one that opens.
  GSTA_HD femtoseconds credit_difference(std::size_t p, id pair) const noexcept {
    if (!credits.any() || math::is_defined(problem.latches[pair].limit)) return 0;
    return credit(p, credits.tree.capture_row[paths.check[p]]) - credit(p, credits.tree.opening_row[pair]);
  }
  GSTA_HD femtoseconds credit(std::size_t p, id capture) const noexcept {
    auto const first = static_cast<std::size_t>(paths.begin[p]);
    auto const c = static_cast<std::size_t>(condition(split::late, paths.edge[first]));
    id const launch = credits.tree.launch_row[conditions * static_cast<std::size_t>(paths.node[first]) + c];
    credited_graph<S> of;
    of.search.side = split::late;
    of.tree = credits.tree;
    of.credit = credits.credit;
    femtoseconds const found = of.credit_of(launch, capture);
    return found == no_path ? 0 : found;
  }
};

/// Late paths of a design with latches. `search(problem, capture_row, request)` finds the first paths of a
/// problem without latches by sums of costs. What comes too late for the closing edges is one list; the rest
/// another, by how late paths come against the opening edges: first those that borrow, whose slacks are all
/// 0, end by end, then those that do not.
template <executor E, class Search>
class latched_tracer {
  static constexpr memory_space S = E::space;

 public:
  latched_tracer(E const& exec, path_problem<S> const& problem, path_credits<S> const& credits,
                 path_request<E> const& request, Search const& search)
      : exec_(exec),
        problem_(problem),
        credits_(credits),
        request_(request),
        search_(search),
        below_zero_(reduce(exec, credits.credit.size(), credit_term<S>{credits.credit, split::late},
                           credit_range{}, joined_credits{})
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
    auto rest = search_rest();
    if (request_.wants_none()) return rest;
    auto const latched = request_.unique_pins ? trace_unique() : trace_first(request_.k, request_.per_end);
    return merge_worst(exec_, rest.view, latched.view, request_.k);
  }

 private:
  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
  static std::size_t twice(std::size_t n) noexcept { return n > no_limit / 2 ? no_limit : 2 * n; }

  struct found_part {
    path_buffers<S> paths;
    bool cut = false;  ///< there may be more paths of slack 0 at ends in front of those found
  };
  using counts = vector_by_id<std::size_t>;  // by slot

  path_buffers<S> search_rest() const {
    auto ends = clone(exec_, problem_.ends);
    if (problem_.ends.empty()) {
      ends = buffer<std::uint8_t, S>(exec_, 2 * problem_.checks.size());
      fill(exec_, ends.view(), std::uint8_t{1});
    }
    for_each_n(exec_, problem_.latches.size(), without_latch_op<S>{problem_.latches, ends.view()});
    path_problem<S> part = problem_;
    part.latches = {};
    part.ends = std::as_const(ends).view();
    return search_(part, credits_.tree.capture_row, request_);
  }

  /// The first paths of one part by sums of costs, at wanted ends.
  path_buffers<S> search_part(latch_part part, std::vector<std::uint8_t> const& wanted,
                              path_request<E> const& request) const {
    buffer<per_edge, S> required(exec_, problem_.checks.size());
    fill(exec_, required.view(), per_edge{math::infinity, math::infinity});
    auto capture_row = clone(exec_, credits_.tree.capture_row);
    auto const flags = clone(exec_, wanted);
    for_each_n(exec_, problem_.latches.size(),
               of_latch_op<S>{problem_, credits_.tree.opening_row, flags.view(), part, below_zero_,
                              required.view(), capture_row.view()});
    path_problem<S> of_part = problem_;
    of_part.latches = {};
    of_part.check_required = std::as_const(required).view();
    return search_(of_part, std::as_const(capture_row).view(), request);
  }

  /// The first k of a part at these slots, no more of each than `room` has. Of several slots none where it
  /// would take all that borrow to know which come first.
  found_part find(latch_part part, span<id const, memory_space::host> slots, counts const& room,
                  std::size_t k, femtoseconds below) const {
    vector_by_id<std::uint8_t> wanted(2 * problem_.checks.size(), 0);
    std::size_t each = 1;
    for (id const slot : slots) {
      wanted[slot] = room[slot] != 0;
      each = std::max(each, room[slot]);
    }
    path_request<E> by_sums = request_;
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
    auto const slot = slots_of(exec_, found.view);
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
               latch_slack_op<S>{problem_, credits_, part, below_zero_, std::as_const(pair_of_).view(),
                                 found.view, slack.view(), kept.view()});
    auto of_host = to_vector(exec_, std::as_const(kept).view());
    return {std::move(slack), std::move(of_host)};
  }
  /// The first k of these by their slacks at latches; of one end they keep their order.
  path_buffers<S> ordered(latch_part part, path_buffers<S>& found, std::vector<id> const& taken,
                          std::size_t k) const {
    auto slack = slacks(part, found).first;
    found.view.slack = found.keep(std::move(slack));
    return merge_worst(exec_, paths_at(exec_, found, taken).view, no_paths().view, k);
  }
  path_buffers<S> no_paths() const { return clone_view(exec_, path_set{}.view()); }

  /// The first k paths to latches, of each end at most n.
  path_buffers<S> trace_first(std::size_t k, std::size_t n) const {
    counts room(2 * problem_.checks.size(), 0);
    for (id const slot : slots_) room[slot] = n;
    auto const late =
        find(latch_part::closing, slots(), room, k, std::min(request_.below, femtoseconds{0})).paths;
    if (late.view.size() == k || request_.below <= 0) return first_of(late, k);
    for (id const slot : slots_of(exec_, late.view)) --room[slot];
    auto const others = trace_on_time(k - late.view.size(), room);
    return merge_worst(exec_, late.view, others.view, k);
  }

  /// Those that come before their latch closes.
  path_buffers<S> trace_on_time(std::size_t k, counts const& room) const {
    for (std::size_t ask = k;; ask = twice(ask)) {
      auto found = find(latch_part::opening, slots(), room, ask, request_.below);
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
                              k - result.view.size(), std::min(request_.below, femtoseconds{1}));
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
    for (std::size_t ask = request_.k, each = request_.per_end;; ask = twice(ask)) {
      auto const found = trace_first(ask, each);
      if (auto picked = pick_unique(exec_, found, request_, each, found.view.size() < ask))
        return *std::move(picked);
      each = twice(each);
    }
  }

  path_buffers<S> first_of(path_buffers<S> const& paths, std::size_t k) const {
    return merge_worst(exec_, paths.view, no_paths().view, k);
  }
  span<id const, memory_space::host> slots() const { return view_of(slots_); }

  E const& exec_;
  path_problem<S> const& problem_;
  path_credits<S> const& credits_;
  path_request<E> const& request_;
  Search const& search_;
  bool below_zero_;        // some credits are
  buffer<id, S> pair_of_;  // [checks]
  std::vector<id> slots_;  // of latches, 2 * check + data edge, ascending
};

}  // namespace gsta::detail
