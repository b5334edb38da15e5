#pragma once

#include <algorithm>
#include <cmath>

#include "gsta/path/detail/expand/front.hpp"

namespace gsta::detail {

/// The threshold between the two queues: what costs no more has high priority.
class rising_threshold {
 public:
  rising_threshold(dual_queue_options const& options, double degree, femtoseconds start)
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
  dual_queue_options options_;
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

/// Two queues: the paths that cost no more than alpha, which are all expanded, and the others, which wait.
/// When nothing of high priority is left and there are too few paths, alpha rises.
///
/// Cost: two walks along the suffix of each path of high priority, a pass over those that wait for each rise
/// of alpha. Where: the executor; waits a few times a window and a rise. Memory: about 120 bytes a path of
/// high priority, 24 one of low, of which up to two for each path wanted are kept, and 4 a vertex. Exact.
/// Paper: Chang et al., "G-PathGen", ICS 2026, sections 3.2 and 3.3. There threads push to the queues with
/// atomics; here children are counted, scanned and written, so that runs do not differ. Rises that would
/// promote nothing are taken at once. Unless `keep_all`, alpha falls to the k-th best cost as soon as there
/// are k, and low-priority paths that cannot be among the first k are dropped where they are many: one step
/// of the paper's size may hold billions of a large circuit's paths. Many ties are ranked
/// (`search_by_front`).
template <executor E>
k_paths_result<E::space> dual_queue_paths(E const& exec, search_rows<E::space> const& rows,
                                          search_problem<E::space> const& problem,
                                          k_paths_options const& options,
                                          dual_queue_options const& how = {}) {
  require(how.start > 0 && how.start <= 1 && how.growth >= 1 && how.smallest_step > 0 &&
              how.largest_step >= how.smallest_step,
          "k_critical_paths: dual_queue_options are out of range");
  bool const bounded = !how.keep_all;
  front_options const by{.expansion = how.expansion,
                         .compression = level_compression::radix,
                         .open_per_path = bounded ? std::size_t{2} : 0,
                         .least_open = std::size_t{1} << 18};
  double const degree =
      static_cast<double>(problem.graph.edge_count()) / static_cast<double>(problem.graph.vertex_count());
  return search_by_front(exec, rows, problem, options, by, [&](deviation_front<E>& front) {
    if (front.kept() == 0 || front.wanted() == 1) return;
    front.open_root();
    if (front.open() == 0) return;
    auto const first = static_cast<std::size_t>(how.start * static_cast<double>(front.open() - 1));
    expand_queues(front, rising_threshold(how, degree, front.open_cost(first)), bounded);
  });
}

}  // namespace gsta::detail
