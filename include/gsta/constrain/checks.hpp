#pragma once

#include <utility>
#include <vector>

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/detail/host_checks.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/algorithm.hpp"

namespace gsta {

namespace primitive {
struct make_checks;
}

/// All checks of a design, and which nodes and endpoints they belong to. Rows list checks in ascending id.
template <memory_space S>
struct timing_checks_view {
  span<timing_check const, S> check;  ///< [checks]
  span<id const, S> data_begin;       ///< [nodes + 1] into data_check
  span<id const, S> checks_of_data;   ///< [checks] those of a node's data
  span<id const, S> capture_begin;    ///< [nodes + 1] into capture_check
  span<id const, S> capture_check;    ///< [...] those that a node captures; none of outputs
  span<id const, S> endpoint_begin;   ///< [endpoints + 1] into endpoint_check
  span<id const, S> endpoint_check;   ///< [checks] those of an endpoint, of all its nodes
  span<id const, S> endpoint_pin;     ///< [endpoints] ascending

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  timing_checks_view<D> map(F f) const {
    return {f(check),         f(data_begin),     f(checks_of_data), f(capture_begin),
            f(capture_check), f(endpoint_begin), f(endpoint_check), f(endpoint_pin)};
  }
};

/// The owner of a design's checks; `make_checks` makes it.
template <memory_space S>
struct timing_checks : owned<timing_checks_view, S> {
  /// What `timing_check::groups` counts: of `flat_design::path_groups`, `group_of_delays` or
  /// `group_of_clock`. Row 0 is empty: the kind of the check says its group.
  std::vector<std::vector<id>> group_rows{{}};
  /// What of the design's latches depends on its nodes.
  owned<latch_view, S> latches{};
};

/// Checks, and what latches and common-path credits add to them: of an owner its latches too.
template <memory_space S>
struct checks_input {
  timing_checks_view<S> view;   ///< the checks
  latch_view<S> latches{};      ///< of these checks; without any row there are none
  credited_view<S> credited{};  ///< without any row common-path pessimism stays

  /// Without latches.
  checks_input(timing_checks_view<S> const& of) noexcept : view(of) {}
  /// With those of the design.
  checks_input(timing_checks<S> const& of) noexcept : view(of.view), latches(of.latches.view) {}
  /// With both.
  checks_input(timing_checks<S> const& of, credited_view<S> const& credits) noexcept
      : view(of.view), latches(of.latches.view), credited(credits) {}
};

/// Lists what is checked against what: each library check for every pair of launch and capture clock edge
/// that meets there, each requirement for every launch edge. An endpoint is a checked data pin, an output or
/// a required pin; one with no check is kept, as unconstrained.
///
/// Shapes: as `timing_checks_view`. Cost: O(checks x tags^2). Where: built on the host, copied to the
/// executor; waits. Throws: argument_error on pins off the graph, a clock period that is not positive, and
/// more pairs of edges than 10 million and than 64 for each library check and requirement.
template <executor E>
timing_checks<E::space> make_checks(E const& exec, flat_design const& design,
                                    timing_nodes<E::space> const& nodes) {
  static_assert(driver_known<primitive::make_checks, E>,
                "make_checks on a device needs gsta/constrain/checks.cuh");
  detail::nodes_of_pins const of_pins{nodes.pin_begin, nodes.node_tag, nodes.node_mask};
  auto made = [&] {
    if constexpr (host_side_executor<E>) {
      return detail::make_host_checks(exec, design, nodes.tags, nodes.exception_rows, of_pins);
    } else {
      return detail::make_host_checks(host_executor{}, design, nodes.tags, nodes.exception_rows, of_pins);
    }
  }();
  timing_checks<E::space> result{
      clone_view(
          exec,
          timing_checks_view<memory_space::host>{
              view_of(made.checks), view_of(made.by_data.begin), view_of(made.by_data.member),
              view_of(made.by_capture.begin), view_of(made.by_capture.member),
              view_of(made.by_endpoint.begin), view_of(made.by_endpoint.member), view_of(made.endpoint_pin)}),
      std::move(made.group_rows),
      {}};
  if (!design.latches.empty()) result.latches = clone_view(exec, made.latches.view());
  exec.sync();  // the host arrays that were copied from end here
  return result;
}

}  // namespace gsta

#ifndef GSTA_COMPILED_HOST
#include "gsta/constrain/detail/make_host_checks.hpp"
#endif
