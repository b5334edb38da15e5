#pragma once

#include <utility>
#include <vector>

#include "gsta/constrain/detail/list_checks.hpp"
#include "gsta/constrain/detail/list_latches.hpp"
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
  span<id const, S> data_check;       ///< [checks] those of a node's data
  span<id const, S> capture_begin;    ///< [nodes + 1] into capture_check
  span<id const, S> capture_check;    ///< [...] those that a node captures; none of outputs
  span<id const, S> endpoint_begin;   ///< [endpoints + 1] into endpoint_check
  span<id const, S> endpoint_check;   ///< [checks] those of an endpoint, of all its nodes
  span<id const, S> endpoint_pin;     ///< [endpoints] ascending

  /// The same view of other arrays, f(array) for each: how `clone_view` copies.
  template <memory_space D, class F>
  timing_checks_view<D> map(F f) const {
    return {f(check),         f(data_begin),     f(data_check),     f(capture_begin),
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

/// Checks, and what latches add to them: of an owner both, of a view the checks alone.
template <memory_space S>
struct checks_input {
  timing_checks_view<S> view;  ///< the checks
  latch_view<S> latches{};     ///< of the same checks; without any row there are none

  /// Without latches.
  checks_input(timing_checks_view<S> const& of) noexcept : view(of) {}
  /// With those of the design.
  checks_input(timing_checks<S> const& of) noexcept : view(of.view), latches(of.latches.view) {}
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
  auto listed = detail::list_checks(design, nodes.tags, nodes.exception_rows, of_pins);
  auto const& checks = listed.checks;
  std::vector<id> data(checks.size()), capture(checks.size()), endpoint(checks.size());
  std::vector<id> endpoint_pin = detail::list_endpoints(design);
  for (auto const& check : checks) endpoint_pin.push_back(check.data_pin);
  std::sort(endpoint_pin.begin(), endpoint_pin.end());
  endpoint_pin.erase(std::unique(endpoint_pin.begin(), endpoint_pin.end()), endpoint_pin.end());
  for (std::size_t i = 0; i < checks.size(); ++i) {
    data[i] = checks[i].data;
    capture[i] = checks[i].capture;
    endpoint[i] =
        static_cast<id>(std::lower_bound(endpoint_pin.begin(), endpoint_pin.end(), checks[i].data_pin) -
                        endpoint_pin.begin());
  }
  auto const by_data = detail::group_by(data, nodes.count());
  auto const by_capture = detail::group_by(capture, nodes.count());
  auto const by_endpoint = detail::group_by(endpoint, endpoint_pin.size());
  timing_checks<E::space> result{
      clone_view(
          exec, timing_checks_view<memory_space::host>{view_of(checks), view_of(by_data.begin),
                                                       view_of(by_data.member), view_of(by_capture.begin),
                                                       view_of(by_capture.member), view_of(by_endpoint.begin),
                                                       view_of(by_endpoint.member), view_of(endpoint_pin)}),
      std::move(listed.group_rows),
      {}};
  if (!design.latches.empty()) {
    detail::listed_latches const rows(design, listed.pairs, nodes.count());
    result.latches = clone_view(exec, rows.view());
    exec.sync();  // for the rows
  }
  exec.sync();  // the host arrays that were copied from end here
  return result;
}

}  // namespace gsta
