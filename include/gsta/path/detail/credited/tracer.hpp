#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "gsta/path/detail/credited/bound.hpp"
#include "gsta/path/detail/credited/graph.hpp"
#include "gsta/path/detail/credited/latched.hpp"
#include "gsta/path/timing_paths.hpp"

namespace gsta {

namespace primitive {
struct credited_paths;
}

/// What path search reads of common-path credits.
template <memory_space S>
struct path_credits {
  clock_tree_view<S> tree;  ///< of the design
  span<corner_values const, S>
      credit;  ///< [stages of the tree] ps, by condition of the data: `lane_state::credit`
};

namespace detail {

/// What the last search of paths with credits held.
struct credited_statistics {
  std::size_t tries = 0;   ///< bounds that were tried
  std::size_t nearby = 0;  ///< vertices whose lanes were found
  std::size_t states = 0;  ///< vertices of the graph that was searched
  std::size_t edges = 0;   ///< of that graph
  std::size_t waves = 0;   ///< of walks that made the states
};

/// Finds the paths with credits that `options` ask for, with all their steps.
template <executor E>
class credited_tracer {
 public:
  static constexpr memory_space S = E::space;

  credited_tracer(E const& exec, path_credits<S> const& credits, timing_paths_options const& options)
      : exec_(exec), credits_(credits), options_(options) {}

  path_buffers<S> trace(path_problem<S> const& problem, split side) {
    require_fitting(problem);
    auto const& tree = credits_.tree;
    require(tree.launch_row.size() == conditions * problem.node_count() &&
                tree.capture_row.size() == problem.checks.size(),
            "credited_paths: credits of another design");
    if (side == split::late && problem.latches.size() != 0) return trace_latched(problem);
    searchable_timing<S> timing{make_timing_search(exec_, problem, side), {}, {}, {}};
    if (!options_.constraint.empty()) {
      auto const of_all = make_search_rows(exec_, timing.search.view.graph);
      timing.search = constrain_search(exec_, of_all, timing.search.view, options_.constraint, options_.form);
    }
    return trace_sums(timing, find_credit_range(side));
  }

  path_buffers<S> trace(searchable_timing<S> const& timing) {
    return trace(timing, find_credit_range(timing.search.view.side));
  }
  /// The same where it is known what credits lie between.
  path_buffers<S> trace(searchable_timing<S> const& timing, credit_range const& range) {
    // Also a latch that lends nothing now has the credit of the edge that opens, not of the one that closes.
    require(timing.search.view.side == split::early || credits_.tree.opening_row.size() == 0, lent_refused);
    return trace_sums(timing, range);
  }

  /// What credits of this split lie between. Throws: argument_error where they do not fit.
  credit_range find_credit_range(split side) const {
    auto const& tree = credits_.tree;
    require(tree.lanes > 0 && credits_.credit.size() == tree.place.size() &&
                tree.starts.size() % tree.lanes == 0 && tree.leaves_out.size() % tree.lanes == 0,
            "credited_paths: credits of another design");
    credit_range const range = reduce(exec_, tree.place.size(), credit_term<S>{credits_.credit, side},
                                      credit_range{}, joined_credits{});
    require(range.least > -most_femtoseconds && range.most < most_femtoseconds,
            "credited_paths: a credit is no finite time");
    return range;
  }

  credited_statistics const& statistics() const noexcept { return statistics_; }

 private:
  static constexpr char const* lent_refused =
      "credited_paths: late paths of a design with latches need its problem, not a searchable graph of it";

  path_buffers<S> trace_latched(path_problem<S> const& problem) {
    require(credits_.tree.opening_row.size() == problem.latches.size(),
            "credited_paths: credits of another design");
    auto const search = [&](span<per_edge const, S> required, span<id const, S> capture_row,
                            timing_paths_options const& options) {
      path_problem<S> part = problem;
      part.check_required = required;
      part.latches = {};
      path_credits<S> credits = credits_;
      credits.tree.capture_row = capture_row;
      return credited_tracer(exec_, credits, options).trace(part, split::late);
    };
    latched_credits<E, decltype(search)> const latched(exec_, problem, credits_.tree, credits_.credit,
                                                       options_, search);
    return latched.trace();
  }

  path_buffers<S> trace_sums(searchable_timing<S> const& timing, credit_range const& range) {
    range_ = range;
    see_falling_credits();
    if (options_.k == 0 || options_.per_end == 0 || timing.search.view.slot.empty()) return no_paths();
    searchable_timing<S> whole = timing;
    auto const& graph = whole.search.view.graph;
    if (!whole.has_rows()) whole.rows = make_search_rows(exec_, graph);
    if (whole.costs.view.prefix.empty())
      whole.costs = find_costs(exec_, whole.rows, graph, prefix_costs::found);
    return search(whole);
  }

  path_buffers<S> no_paths() const { return clone_view(exec_, path_set{}.view()); }

  /// Where credits fall a launch that parts from a capture early may be in a later lane of both that gives it
  /// less: all captures are looked at down to their last lane then.
  void see_falling_credits() {
    auto& tree = credits_.tree;
    if (!tree.nested) return;
    falling_step_term<S> const falls{tree.steps, credits_.credit};
    tree.nested = reduce(exec_, tree.steps.size(), falls, id{0}, sum_of<id>{}) == 0;
  }

  /// Tries bounds until one holds the paths wanted, or all that there are.
  path_buffers<S> search(searchable_timing<S> const& whole) {
    credited_graph<S> const of{whole.search.view, credits_.tree, credits_.credit};
    std::size_t const k = std::min<std::size_t>(options_.k, std::numeric_limits<id>::max());
    work_memory memory(options_.most_bytes);
    auto const guess = guess_bound(exec_, of, whole, k, range_.most, memory);
    if (guess.best == no_path) return no_paths();
    extent_.reset();
    bound_search bound(guess, k, options_.below == no_path ? no_path : options_.below - 1);
    int slot_bits = first_slots(k, memory);
    for (statistics_.tries = 1;; ++statistics_.tries) {
      auto const states = make_states(whole, of, bound.most(), slot_bits, memory);
      if (!states) {
        if (!bound.too_many(extent(whole).largest)) slot_bits += 2;
        continue;
      }
      // Where nothing was left out, paths beyond the bound are in the graph as well.
      bool const whole_graph =
          !states->refused && static_cast<std::int64_t>(states->nearby) == extent(whole).vertices;
      auto paths = trace_states(*states, whole_graph ? no_path : bound.most(), memory);
      if (paths.view.size() >= k || bound.at_limit() || whole_graph) return paths;
      bound.too_few(paths.view.size(), states->best);
    }
  }

  /// Room for some states a path.
  int first_slots(std::size_t k, work_memory const& memory) const {
    int bits = host_side_executor<E> ? 14 : 19;  // a device had better not try again
    while (bits < 28 && std::size_t{1} << bits < 8 * k) ++bits;
    while (bits > 8 && credited_states<S>::bytes(bits) > memory.free() / 2) --bits;
    return bits;
  }

  /// Nothing where they do not fit into their room.
  std::optional<state_graph<S>> make_states(searchable_timing<S> const& whole, credited_graph<S> const& of,
                                            femtoseconds most, int slot_bits, work_memory& memory) {
    near_part<S> const nearby(exec_, of, whole.rows, whole.costs.view, most, range_, memory);
    statistics_.nearby = nearby.size();
    if (!nearby.fits()) return std::nullopt;
    std::size_t const entries = of.search.slot.size();
    std::size_t const all = 2 * nearby.size() * of.tree.leaves_out.size();
    while (slot_bits > 4 && std::size_t{1} << (slot_bits - 1) >= all) --slot_bits;
    credited_states<S> const found(exec_, nearby, entries, most, slot_bits, memory);
    if (!found.fits()) return std::nullopt;
    auto made = state_graph_maker<E>(exec_, nearby, found, entries, most).make(memory);
    statistics_.states = made.states;
    statistics_.edges = made.edges;
    statistics_.waves = made.waves;
    return made;
  }

  path_buffers<S> trace_states(state_graph<S> const& states, femtoseconds most,
                               work_memory const& memory) const {
    if (states.states == 0) return no_paths();
    timing_paths_options within = options_;
    within.below = std::min(within.below, most == no_path ? no_path : most + 1);
    within.most_bytes = memory.free();
    return path_tracer<E>(exec_, within).trace(states.timing);
  }

  whole_extent extent(searchable_timing<S> const& whole) {
    if (!extent_) {
      auto const order = whole.rows.view().order;
      extent_ = reduce(exec_, order.size(), extent_term<S>{{whole.problem(), order, no_path}}, whole_extent{},
                       joined_extents{});
    }
    return *extent_;
  }

  E const& exec_;
  path_credits<S> credits_;
  timing_paths_options const& options_;
  credit_range range_;
  std::optional<whole_extent> extent_;
  credited_statistics statistics_;
};

}  // namespace detail
}  // namespace gsta
