#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "gsta/path/k_critical.hpp"
#include "gsta/schemes/detail/paths/front.hpp"
#include "gsta/schemes/path_settings.hpp"

/// The path engines of papers. Nothing of the default includes them: `k_critical_paths` takes one as last
/// argument, `find_paths` in a `path_scheme`, `k_cheapest_paths` in its options.
namespace gsta {

namespace detail {

/// The threshold between the two queues: what costs no more has high priority.
class rising_threshold {
 public:
  rising_threshold(schemes::dual_queue const& options, double degree, femtoseconds start)
      : options_(options), alpha_(start) {
    double const smallest = static_cast<double>(options.smallest_step);
    double const range = static_cast<double>(options.largest_step) - smallest;
    first_ = smallest + range / (1 + std::exp(options.steepness * (degree - options.middle_degree)));
    step_ = first_;
  }

  femtoseconds alpha() const noexcept { return alpha_; }

  /// Raises it by a step, or by as many as it takes to reach the cheapest path of low priority. Steps grow
  /// while fewer than half of the paths wanted are found, and are small again from then on.
  void raise(std::size_t found, std::size_t wanted, femtoseconds least) {
    step_ = found < wanted / 2 ? std::min(step_ * options_.growth, largest) : first_;
    femtoseconds const step = std::max<femtoseconds>(1, std::llround(step_));
    femtoseconds const steps = least <= alpha_ ? 1 : (least - alpha_ - 1) / step + 1;
    alpha_ += steps * step;
  }

 private:
  static constexpr double largest = 1e15;  ///< fs: no path costs a second
  schemes::dual_queue options_;
  femtoseconds alpha_;
  double first_, step_;
};

/// The search itself: both queues are in the front.
template <executor E>
void expand_queues(deviation_front<E>& front, rising_threshold threshold, bool bounded) {
  front.promote(0, threshold.alpha(), bounded);
  while (!front.tied()) {
    front.next_window();
    if (!front.has_window()) {
      if (front.kept() >= front.wanted() || front.open() == 0) return;
      threshold.raise(front.kept(), front.wanted(), front.least_open_cost());
      front.promote(0, threshold.alpha(), bounded);
    }
    while (front.has_window() && !front.tied()) {
      if (bounded && front.open_is_large()) front.keep_first_of_open(front.wanted() - front.kept());
      if (front.tied()) return;
      std::size_t const waiting = front.open();
      front.open_children();
      front.promote(waiting, threshold.alpha(), bounded);
    }
  }
}

template <executor E>
void expand_levels(deviation_front<E>& front, int most_deviations) {
  if (front.kept() == 0) return;
  for (int level = 0; level < most_deviations; ++level) {
    if (level == 0) front.open_root();
    while (front.has_window()) {
      front.open_children();
      if (front.has_window()) front.keep_first_of_open(front.wanted());
      if (front.tied()) return;
    }
    if (front.open() == 0) return;
    front.keep_open();
    if (front.tied()) return;
    front.next_window();
  }
}

}  // namespace detail

/// The k cheapest paths by two queues: paths that cost no more than alpha, which are all expanded, and the
/// others, which wait. When nothing of high priority is left and there are too few paths, alpha rises.
///
/// Shapes: those of `k_critical_paths` (path/k_critical.hpp), as Units and Needs are. Cost: two walks along
/// the suffix of each path of high priority, a pass over those that wait for each rise of alpha; about 120
/// bytes a path of high priority, 24 one of low, of which up to two for each path wanted are kept, and 4 a
/// vertex. Where: the executor; waits a few times a window and a rise; on a device include
/// schemes/path_engines.cuh. Throws: argument_error where settings are out of range, and as
/// `k_critical_paths`. Exact: the list of `k_critical_paths`. Paper: Chang et al., "G-PathGen", ICS 2026,
/// sections 3.2 and 3.3. There threads push to the queues with atomics; here children are counted, scanned
/// and written, so that runs do not differ. Rises that would promote nothing are taken at once. Unless
/// `keep_all`, alpha falls to the k-th best cost as soon as there are k, and low-priority paths that cannot
/// be among the first k are dropped where they are many: one step of the paper's size may hold billions of a
/// large circuit's paths. Many ties are ranked by counts, as `path_engine::bounded` does.
template <executor E>
k_paths_result<E::space> k_critical_paths(E const& exec, search_rows<E::space> const& rows,
                                          search_problem<E::space> const& problem,
                                          k_paths_options const& options, schemes::dual_queue const& engine) {
  require(engine.start > 0 && engine.start <= 1 && engine.growth >= 1 && engine.smallest_step > 0 &&
              engine.largest_step >= engine.smallest_step,
          "k_critical_paths: settings of dual_queue are out of range");
  bool const bounded = !engine.keep_all;
  detail::front_options const by{.expansion = engine.expansion,
                                 .compression = schemes::level_compression::radix,
                                 .open_per_path = bounded ? std::size_t{2} : 0,
                                 .least_open = std::size_t{1} << 18};
  double const degree =
      static_cast<double>(problem.graph.edge_count()) / static_cast<double>(problem.graph.vertex_count());
  return detail::search_by_front(exec, rows, problem, options, by, [&](detail::deviation_front<E>& front) {
    if (front.kept() == 0 || front.wanted() == 1) return;
    front.open_root();
    if (front.open() == 0) return;
    auto const first = static_cast<std::size_t>(engine.start * static_cast<double>(front.open() - 1));
    detail::expand_queues(front, detail::rising_threshold(engine, degree, front.open_cost(first)), bounded);
  });
}

/// The k cheapest paths, deviation level by deviation level: counts the children of a level's paths along
/// their whole suffixes (look-ahead allocation), writes them (interlevel expansion), and keeps the k best
/// (intralevel compression). Stops behind `most_deviations` levels or where a level is empty.
///
/// Shapes: those of `k_critical_paths` (path/k_critical.hpp), as Units and Needs are. Cost: two walks along
/// the suffix of each path kept, a sort a level; about 120 bytes a path, 50 for each of up to four open
/// children a path (those beyond are made and compressed piece by piece), and 4 a vertex. Where: the
/// executor; waits, some five times a level; on a device include schemes/path_engines.cuh. Throws:
/// argument_error where `most_deviations` is negative, and as `k_critical_paths`. Exact: by default the list
/// of `k_critical_paths`; with `most_deviations` the first k of the paths that have so few sidetracks, whose
/// i-th is never cheaper than the i-th of all. Paper: Guo et al., "GPU-accelerated Path-based Timing
/// Analysis", DAC 2021, section III, and "A GPU-Accelerated Framework for Path-Based Timing Analysis", TCAD
/// 2023, sections IV and VI. Here levels are also cut by the k-th best of those before them; where the cut
/// would go through many ties, an exact search ends and ranks them by counts; what TCAD 2023 allocates and
/// launches in kernels are scans and plain launches; its block-sorted and merged lists are a merge sort or,
/// by default, a radix sort; a thread expands one path.
template <executor E>
k_paths_result<E::space> k_critical_paths(E const& exec, search_rows<E::space> const& rows,
                                          search_problem<E::space> const& problem,
                                          k_paths_options const& options, schemes::level_mdl const& engine) {
  require(engine.most_deviations >= 0, "k_critical_paths: most_deviations is negative");
  bool const exact = engine.most_deviations == std::numeric_limits<int>::max();
  detail::front_options const by{
      .expansion = engine.expansion, .compression = engine.compression, .stop_at_ties = exact};
  return detail::search_by_front(exec, rows, problem, options, by, [&](detail::deviation_front<E>& front) {
    detail::expand_levels(front, engine.most_deviations);
  });
}

/// The k cheapest paths by an engine that is chosen at run time.
///
/// Shapes: those of `k_critical_paths`. Cost, Where, Throws, Exact: as of the engine chosen; on a device
/// include schemes/path_engines.cuh.
template <executor E>
k_paths_result<E::space> k_critical_paths(E const& exec, search_rows<E::space> const& rows,
                                          search_problem<E::space> const& problem,
                                          k_paths_options const& options,
                                          schemes::any_path_engine const& engine) {
  return std::visit([&](auto const& one) { return k_critical_paths(exec, rows, problem, options, one); },
                    engine);
}

}  // namespace gsta
