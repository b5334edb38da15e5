#pragma once

#include <utility>
#include <vector>

#include "gsta/path/find_paths.hpp"
#include "gsta/report/path_groups.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/snapshot.hpp"

namespace gsta {

namespace detail {

/// What clocks and groups in a query mean in a timed design, as far as the query asks for some.
struct path_tables {
  std::vector<id> launch_edge{}, capture_edge{}, group_begin{}, group{};

  path_tables() = default;
  path_tables(flat_design const& design, std::vector<tag> const& tags, std::vector<id> const& node_tag,
              std::vector<std::vector<id>> const& group_rows, host_span<timing_check const> checks,
              path_query const& query) {
    for (auto const* points : {&query.from, &query.to})
      if (*points) require_clocks(design, (*points)->clock_edges);
    if (query.from && !query.from->clock_edges.empty())
      for (id const t : node_tag) launch_edge.push_back(tags[static_cast<std::size_t>(t)].launch_edge);
    if (query.to && !query.to->clock_edges.empty())
      for (auto const& check : checks) capture_edge.push_back(capture_edge_of(design, tags, node_tag, check));
    if (!query.by_group) return;
    path_group_names const names(design);
    group_begin.push_back(0);
    for (auto const& check : checks) {
      id const edge = capture_edge_of(design, tags, node_tag, check);
      for (id const number : names.of(check, group_rows[check.groups], edge)) group.push_back(number);
      group_begin.push_back(static_cast<id>(group.size()));
    }
  }
  path_places places(std::vector<id> const& pin_begin) const noexcept {
    return {view_of(pin_begin), view_of(launch_edge), view_of(capture_edge), view_of(group_begin),
            view_of(group)};
  }

 private:
  static void require_clocks(flat_design const& design, std::vector<id> const& edges) {
    for (id const edge : edges)
      require(edge >= 0 && static_cast<std::size_t>(edge) < 2 * design.clocks.size(),
              "find_paths: the query names a clock edge that the design does not have");
  }
};

/// Whether a query asks for what only the design knows: clocks, and path groups.
inline bool asks_design(path_query const& query) noexcept {
  return query.by_group || (query.from && !query.from->clock_edges.empty()) ||
         (query.to && !query.to->clock_edges.empty());
}

/// What paths of a timer are searched in; the timer must outlive it.
template <executor E>
class timer_arrays {
 public:
  static constexpr memory_space S = E::space;

  timer_arrays(E const& exec, timer<E> const& t) {
    arrays_.problem = path_problem_of(t);
    arrays_.slacks = {t.view().check_slack, t.nodes().order.count()};
    if (t.options().credits == common_path::leave_in) return;
    raw_ = required_without_credits(exec, t);
    arrays_.problem.check_required = std::as_const(raw_.check_required).view();
    arrays_.credits = {t.view().clock_tree, t.view().stage_credit};
  }

  path_arrays<S> view(path_places const& places) const noexcept {
    path_arrays<S> result = arrays_;
    result.places = places;
    return result;
  }

 private:
  slack_state<S> raw_;
  path_arrays<S> arrays_;
};

}  // namespace detail

/// The paths of a timer that a query asks for, with credits where it counts them: `find_paths` of its arrays
/// (path/find_paths.hpp says what the list is).
///
/// Shapes: as `path_set_view`, where the timer is. Units: fs. Cost: as there; with credits also required
/// times without them. Nothing is kept; `live_timer` keeps what it searched in. Where: the executor; waits;
/// on a device include path/find_paths.cuh. Throws: argument_error before the first update, on clock edges
/// and groups, which need the design (below), and as there. Exact: one list, whatever the scheme.
template <executor E, class Engine = std::optional<path_engine>>
path_buffers<E::space> find_paths(E const& exec, timer<E> const& timing, path_query const& query = {},
                                  path_scheme<Engine> const& scheme = {}) {
  detail::timer_arrays<E> const arrays(exec, timing);
  detail::path_tables const tables;
  return find_paths(exec, arrays.view(tables.places(timing.nodes().pin_begin)), query, scheme);
}

/// The paths of a timer that a query by clock edges or path groups asks for, as `find_paths` of the timer
/// alone gives them for other queries. Groups are numbered as `path_group_names` has them.
///
/// Shapes: the timer's design. Units: fs. Cost: as of the timer alone; by clock or group also a look at each
/// check on the host. Where: the executor; waits; on a device include path/find_paths.cuh. Throws: as of the
/// timer alone, but for clocks and groups.
template <executor E, class Engine = std::optional<path_engine>>
path_buffers<E::space> find_paths(E const& exec, timer<E> const& timing, flat_design const& design,
                                  path_query const& query = {}, path_scheme<Engine> const& scheme = {}) {
  if (!detail::asks_design(query)) return find_paths(exec, timing, query, scheme);
  detail::timer_arrays<E> const arrays(exec, timing);
  auto const checks = to_vector(exec, timing.view().checks.check);
  detail::path_tables const tables(design, timing.nodes().tags, timing.nodes().node_tag,
                                   timing.checks().group_rows, view_of(checks), query);
  return find_paths(exec, arrays.view(tables.places(timing.nodes().pin_begin)), query, scheme);
}

/// The paths of a snapshot that a query asks for: those of the timer that it was taken of.
///
/// Shapes: a snapshot of the design. Units: fs. Cost: as of a timer on the host. Where: host. Throws: as of a
/// timer.
template <host_side_executor E, class Engine = std::optional<path_engine>>
path_buffers<memory_space::host> find_paths(E const& exec, flat_design const& design,
                                            timing_snapshot const& timing, path_query const& query = {},
                                            path_scheme<Engine> const& scheme = {}) {
  path_arrays<memory_space::host> arrays{path_problem_of(design, timing)};
  if (timing.credits != nullptr) {
    arrays.problem.check_required = view_of(timing.credits->check_required);
    arrays.credits = {timing.credits->tree.view, view_of(timing.credits->credit)};
  }
  detail::path_tables const tables(design, timing.tags, timing.node_tag, timing.group_rows,
                                   view_of(timing.checks), query);
  arrays.places = tables.places(timing.pin_begin);
  return find_paths(exec, arrays, query, scheme);
}

}  // namespace gsta
