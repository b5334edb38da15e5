#pragma once

#include "gsta/sta/snapshot.hpp"
#include "test/support/oracle.hpp"

namespace gsta_test {

/// The options that circuit `seed` is timed with, once for gsta and once for the oracle.
struct case_options {
  gsta::timer_options timer;
  oracle_options oracle;
};

inline case_options options_of(std::uint64_t seed) {
  case_options o;
  o.oracle = {seed % 5 > 1, seed % 3 == 0, seed % 2 != 0, seed % 7 > 2};
  o.timer.delays.wires = o.oracle.degrade_slew ? gsta::wire_slew::degrade : gsta::wire_slew::keep;
  o.timer.delays.tables = o.oracle.clip_slew ? gsta::negative_slew::clip : gsta::negative_slew::allow;
  if (o.oracle.reach_all) o.timer.delays.unreached = gsta::unreached_sink::no_delay;
  if (o.oracle.capture) o.timer.capture = gsta::capture_required::from_data_slack;
  return o;
}

/// A timer's arrays on the host, with figures as they are, of times beyond what is counted too.
template <class E>
gsta::timing_snapshot whole_snapshot(E const& exec, gsta::timer<E> const& t) {
  gsta::timing_snapshot s = gsta::detail::take_arrays(exec, t);
  s.setup = summarize(exec, t.view().checks, t.slacks(), gsta::split::late);
  s.hold = summarize(exec, t.view().checks, t.slacks(), gsta::split::early);
  return s;
}

/// Times `design` on `exec` and brings everything to the host.
template <class E>
gsta::timing_snapshot snapshot_on(E const& exec, gsta::flat_design const& design,
                                  gsta::timer_options const& options) {
  gsta::timer<E> timer(exec, design, options);
  timer.update(exec);
  return whole_snapshot(exec, timer);
}

}  // namespace gsta_test
