#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "gsta/path/detail/credited/bound.hpp"
#include "gsta/path/detail/credited/graph.hpp"
#include "gsta/path/detail/timing/tracer.hpp"

namespace gsta::detail {

/// What the last search of paths with credits held.
struct credited_statistics {
  std::size_t tries = 0;   ///< bounds that were tried
  std::size_t nearby = 0;  ///< vertices whose lanes were found
  std::size_t states = 0;  ///< vertices of the graph that was searched
  std::size_t edges = 0;   ///< of that graph
  std::size_t waves = 0;   ///< of walks that made the states
};

template <memory_space S>
void require_fitting(path_problem<S> const& problem, path_credits<S> const& credits) {
  auto const& tree = credits.tree;
  require(tree.launch_row.size() == conditions * problem.node_count() &&
              tree.capture_row.size() == problem.checks.size() &&
              tree.opening_row.size() == problem.latches.size(),
          "find_paths: credits of another design");
}

/// Finds the first paths of a part by slacks with common-path credits, with all their steps.
///
/// To a capture a launch's credit is a weight. So vertices are taken once for each kind of captures whose
/// paths come by: those that share as much of the clock tree with all launches in reach. Paths are searched
/// in the graph of these states. Only states are made that paths within a bound come by, and the bound is put
/// right until it holds k paths.
///
/// Cost: for each bound that is tried, mostly one or two, a pass over the vertices, 32 bytes a lane and a
/// launch a level for those that paths without credits within the bound come by, and about 100 bytes a state.
/// Where credits fall along clock paths (`falling_credits`) a path gets the least credit of the lanes that it
/// is in, as checks have it, and a vertex is taken for each row of captures. Paper: none has it; states are
/// made by walks that correct labels.
template <executor E>
class credited_tracer {
 public:
  static constexpr memory_space S = E::space;

  credited_tracer(E const& exec, path_credits<S> const& credits, path_request const& request)
      : exec_(exec), credits_(credits), request_(request) {}

  /// Rows and prefixes that the part has not are made.
  path_buffers<S> trace(search_part<S>& part) {
    return trace(part, find_credit_range(part.search.view.side));
  }
  /// For callers that know what credits lie between.
  path_buffers<S> trace(search_part<S>& part, credit_range const& range) {
    range_ = range;
    see_falling_credits();
    if (request_.wants_none() || !part.has_ends()) return no_paths();
    auto const& graph = part.search.view.graph;
    if (!part.has_rows()) part.rows = make_search_rows(exec_, graph);
    if (part.costs.view.prefix.empty()) part.costs = find_costs(exec_, part.rows, graph, prefix_costs::found);
    return search(part);
  }

  /// What credits of this split lie between. Throws: argument_error where they do not fit.
  credit_range find_credit_range(split side) const {
    auto const& tree = credits_.tree;
    require(tree.lanes > 0 && credits_.credit.size() == tree.place.size() &&
                tree.starts.size() % tree.lanes == 0 && tree.leaves_out.size() % tree.lanes == 0,
            "find_paths: credits of another design");
    credit_range const range = reduce(exec_, tree.place.size(), credit_term<S>{credits_.credit, side},
                                      credit_range{}, joined_credits{});
    require(range.least > -most_femtoseconds && range.most < most_femtoseconds,
            "find_paths: a credit is no finite time");
    return range;
  }

  credited_statistics const& statistics() const noexcept { return statistics_; }

 private:
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
  path_buffers<S> search(search_part<S> const& whole) {
    credited_graph<S> const of{whole.search.view, credits_.tree, credits_.credit};
    std::size_t const k = std::min<std::size_t>(request_.k, std::numeric_limits<id>::max());
    work_memory memory(request_.most_bytes);
    auto const guess = guess_bound(exec_, of, whole, k, range_.most, memory);
    if (guess.best == no_path) return no_paths();
    extent_.reset();
    bound_search bound(guess, k, request_.below == no_path ? no_path : request_.below - 1);
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
  std::optional<state_graph<S>> make_states(search_part<S> const& whole, credited_graph<S> const& of,
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
    path_request within = request_;
    within.below = std::min(within.below, most == no_path ? no_path : most + 1);
    within.most_bytes = memory.free();
    return path_tracer<E>(exec_, within).trace(states.part);
  }

  whole_extent extent(search_part<S> const& whole) {
    if (!extent_) {
      auto const order = whole.rows.view().order;
      extent_ = reduce(exec_, order.size(), extent_term<S>{{whole.problem(), order, no_path}}, whole_extent{},
                       joined_extents{});
    }
    return *extent_;
  }

  E const& exec_;
  path_credits<S> credits_;
  path_request const& request_;
  credit_range range_;
  std::optional<whole_extent> extent_;
  credited_statistics statistics_;
};

}  // namespace gsta::detail
