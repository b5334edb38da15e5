#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "gsta/path/worst_path.hpp"
#include "gsta/slack/pin_timing.hpp"
#include "gsta/sta/live_timer.hpp"
#include "gsta/sta/snapshot.hpp"

namespace gsta {

/// What one pin has, as `find_pin_timing` gives it, and its slew. ps.
struct pin_figures {
  per_condition<float> slack;     ///< of the worst node; +infinity where nothing is checked
  per_condition<float> required;  ///< of this node
  per_condition<float> arrival;   ///< of this node
  per_condition<float> slew;      ///< of the pin
};

/// A step of a path: a node and the edge there.
struct path_place {
  id node = none;        ///< of the arrival layer
  edge at = edge::rise;  ///< what passes there
};

/// Asks a live timer between two rounds of edits, from any number of threads at once. The first question
/// brings timing up to date, whoever asks it; the others wait for that once and take no lock from then on.
///
/// Where: host. Needs: the live timer to outlive it, and to be neither edited nor updated while it is asked:
/// the next edits end it, and behind them comes another one.
template <host_side_executor E>
class live_reader {
 public:
  /// Of the edits so far. Cost: O(1); nothing is timed yet.
  explicit live_reader(live_timer<E>& live) noexcept : live_(&live) {}

  /// WNS, TNS and counts of one side. Cost: O(1). Throws: of the first question what `live_timer::update`
  /// throws, and the next one tries again.
  slack_summary summary(split side) const { return timed().summary(side); }

  /// Cost: O(the pin's nodes). Throws: as `summary`, and argument_error on an unknown pin.
  pin_figures pin(id pin) const {
    timer<E> const& t = timed().timing();
    auto const& begin = t.nodes().pin_begin;
    require(pin >= 0 && static_cast<std::size_t>(pin) + 1 < begin.size(), "live_reader: no such pin");
    // Allocates nothing: threads that ask at once share no heap.
    id const nodes[2] = {begin[pin], begin[pin + 1]};
    pin_figures found{};
    detail::pin_timing_op<memory_space::host>{
        {nodes, 2},
        t.slacks().node_slack.view(),
        t.slacks().node_required.view(),
        t.arrivals().node_arrival.view(),
        {{&found.slack, 1}, {&found.required, 1}, {&found.arrival, 1}}}(0);
    found.slew = t.delays().slew.view()[pin];
    return found;
  }

  /// The path of the worst arrival at a check's data, without credits, from where it starts: as `find_paths`
  /// has it, but back to the clock's source. Nothing where nothing arrives. Cost: O(path). Throws: as
  /// `summary`, and argument_error on an unknown check.
  std::vector<path_place> worst_path(id check, edge data_edge) const {
    timer<E> const& t = timed().timing();
    auto const problem = path_problem_of(t);
    require(check >= 0 && static_cast<std::size_t>(check) < problem.checks.size(),
            "live_reader: no such check");
    detail::trace_back<memory_space::host> const trace{problem, t.arrivals().node_predecessor.view()};
    auto at = detail::slot_point(problem, 2 * check + static_cast<id>(data_edge));
    std::vector<path_place> path;
    if (!math::is_defined(problem.arrival[at.node][at.condition])) return path;
    path.reserve(64);  // most paths: one piece of the heap, which threads share
    path.push_back({at.node, detail::edge_at(at)});
    for (id k = trace.position(at); k != none; k = trace.position(at)) {
      at = trace.before(at, k);
      path.push_back({at.node, detail::edge_at(at)});
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  /// All arrays. Cost: O(1). Throws: as `summary`.
  timer<E> const& timing() const { return timed().timing(); }

 private:
  live_timer<E> const& timed() const {
    std::call_once(once_, [this] { live_->update(); });
    return *live_;
  }

  live_timer<E>* live_;
  mutable std::once_flag once_;
};

}  // namespace gsta
