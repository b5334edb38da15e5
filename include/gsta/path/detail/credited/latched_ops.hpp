#pragma once

#include "gsta/path/detail/credited/lanes.hpp"
#include "gsta/path/path_problem.hpp"
#include "gsta/path/path_set.hpp"

/// Late paths to latches, with credits. Against the edge that opens and against the one that closes a path
/// has a credit each, so that its slack does not follow from one sum of costs but from two.
namespace gsta::detail {

/// Which ends of paths a search is for.
enum class latch_part : std::uint8_t {
  leave_out,  ///< all but latches
  closing,    ///< latches, against the edge that closes, or what limits the time to borrow
  opening     ///< latches, against the edge that opens
};

/// Required times of the other ends.
template <memory_space S>
struct without_latch_op {
  span<latch_pair const, S> pairs;
  span<per_edge, S> required;  // [checks]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    required[pairs[i].check] = {math::infinity, math::infinity};
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
    if (!closes || math::is_defined(pair.limit)) capture_row[pair.check] = opening_row[i];
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
  clock_tree_view<S> tree;            // as the design has it
  span<corner_values const, S> back;  // [stages] ps, credits
  latch_part part;
  bool below_zero;            // some credits are
  span<id const, S> pair_of;  // [checks]
  path_set_view<S> paths;
  span<femtoseconds, S> slack;  // [paths]
  span<std::uint8_t, S> kept;   // [paths]

  GSTA_HD void operator()(std::size_t p) const noexcept {
    id const check = paths.check[p], at = pair_of[check];
    latch_pair const& pair = problem.latches[at];
    id const opens = tree.opening_row[at];
    id const closes = math::is_defined(pair.limit) ? opens : tree.capture_row[check];
    // How much later the latch closes for this path than it opens.
    femtoseconds const open_for =
        problem.lent(pair, paths.data_edge[p]) + credit(p, closes) - credit(p, opens);
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
  GSTA_HD femtoseconds credit(std::size_t p, id capture) const noexcept {
    auto const first = static_cast<std::size_t>(paths.begin[p]);
    auto const c = static_cast<std::size_t>(condition(split::late, paths.edge[first]));
    id const launch = tree.launch_row[conditions * static_cast<std::size_t>(paths.node[first]) + c];
    credited_graph<S> of;
    of.search.side = split::late;
    of.tree = tree;
    of.credit = back;
    femtoseconds const found = of.credit_of(launch, capture);
    return found == no_path ? 0 : found;
  }
};

}  // namespace gsta::detail
