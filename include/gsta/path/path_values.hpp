#pragma once

#include <utility>

#include "gsta/path/detail/recover/rows.hpp"
#include "gsta/path/path_problem.hpp"
#include "gsta/path/path_set.hpp"

namespace gsta {

namespace detail {
/// Reads steps of paths under the conditions that they have there.
template <memory_space S>
struct path_steps {
  path_problem<S> problem;
  path_set_view<S> paths;
  GSTA_HD bool late(std::size_t path) const noexcept {
    return is_late(problem.checks[paths.check[path]].kind);
  }
  GSTA_HD int condition_at(std::size_t path, std::size_t step) const noexcept {
    return condition(late(path) ? split::late : split::early, paths.edge[step]);
  }
};

template <memory_space S>
struct node_value_op {
  path_steps<S> steps;
  span<corner_values const, S> value;
  span<float, S> out;
  GSTA_HD void operator()(std::int64_t path, std::int64_t, std::int64_t at) const noexcept {
    std::size_t const step = static_cast<std::size_t>(at);
    int const c = steps.condition_at(static_cast<std::size_t>(path), step);
    out[step] = value[steps.paths.node[step]][c];
  }
};

template <memory_space S>
struct arc_value_op {
  path_steps<S> steps;
  span<corner_values const, S> value;
  span<float, S> out;
  GSTA_HD void operator()(std::int64_t path, std::int64_t, std::int64_t at) const noexcept {
    std::size_t const step = static_cast<std::size_t>(at);
    id const arc = steps.paths.arc[step];
    out[step] = arc == none ? 0 : value[arc][steps.condition_at(static_cast<std::size_t>(path), step)];
  }
};

/// Adds up along one path.
template <memory_space S>
struct path_arrival_op {
  path_steps<S> steps;
  span<femtoseconds, S> out;
  GSTA_HD void operator()(std::size_t path) const noexcept {
    path_problem<S> const& problem = steps.problem;
    path_set_view<S> const& paths = steps.paths;
    std::size_t const first = static_cast<std::size_t>(paths.begin[path]),
                      end = static_cast<std::size_t>(paths.begin[path + 1]);
    femtoseconds const sign = steps.late(path) ? -1 : 1;
    bool const launched = end - first > 1 && problem.launches(paths.arc[first + 1]);
    int const c = steps.condition_at(path, first);
    femtoseconds cost =
        launched ? problem.launch_cost(paths.node[first], c) : problem.start_cost(paths.node[first], c);
    out[first] = sign * cost;
    for (std::size_t step = first + 1; step < end; ++step) {
      cost += problem.arc_cost(paths.arc[step], steps.condition_at(path, step));
      out[step] = sign * cost;
    }
  }
};

template <executor E, class Op>
void for_each_step(E const& exec, path_set_view<E::space> const& paths, Op const& op) {
  for_each_in_rows(exec, paths.begin, static_cast<std::int64_t>(paths.node.size()), op);
}
}  // namespace detail

/// What the nodes of paths' steps have under the condition of each step: arrivals or slews of a timer, say.
///
/// Shapes: values [nodes]; result [steps]. Units: those of the values. Cost: a gather a step
/// (path/recover.cuh: shared out evenly). Where: the executor; does not wait. Needs: paths of this problem,
/// of either split. Throws: argument_error on sizes, what allocation throws.
template <executor E>
buffer<float, E::space> values_at_nodes(E const& exec, path_problem<E::space> const& problem,
                                        path_set_view<E::space> const& paths,
                                        view_for<E, corner_values const> values) {
  static_assert(driver_known<primitive::recover_paths, E>,
                "values_at_nodes on a device needs gsta/path/recover.cuh");
  require(values.size() == problem.node_count(), "values_at_nodes: values of another design");
  buffer<float, E::space> out(exec, paths.node.size());
  detail::for_each_step(exec, paths, detail::node_value_op<E::space>{{problem, paths}, values, out.view()});
  return out;
}

/// What the arcs into paths' steps have under the condition of each step, such as delays; 0 at starts.
///
/// Shapes: values [arcs]; result [steps]. Units: those of the values. Cost: a gather a step.
/// Where: the executor; does not wait. Needs: paths of this problem, of either split. Throws: argument_error
/// on sizes, what allocation throws.
template <executor E>
buffer<float, E::space> values_at_arcs(E const& exec, path_problem<E::space> const& problem,
                                       path_set_view<E::space> const& paths,
                                       view_for<E, corner_values const> values) {
  static_assert(driver_known<primitive::recover_paths, E>,
                "values_at_arcs on a device needs gsta/path/recover.cuh");
  require(values.size() == problem.arc_delay.size(), "values_at_arcs: values of another design");
  buffer<float, E::space> out(exec, paths.node.size());
  detail::for_each_step(exec, paths, detail::arc_value_op<E::space>{{problem, paths}, values, out.view()});
  return out;
}

/// When a path itself arrives at each of its steps: its start's arrival and the delays up to there, exactly,
/// which is not what the pins have where other paths are worse.
///
/// Shapes: result [steps]. Units: fs from the launch edge. Cost: a thread a path. Where: the executor; does
/// not wait. Needs: paths of this problem, of either split, from their launch on. Throws: what allocation
/// throws. Exact: the last arrival and the required time differ by the path's slack.
template <executor E>
buffer<femtoseconds, E::space> path_arrivals(E const& exec, path_problem<E::space> const& problem,
                                             path_set_view<E::space> const& paths) {
  buffer<femtoseconds, E::space> out(exec, paths.node.size());
  for_each_n(exec, paths.size(), detail::path_arrival_op<E::space>{{problem, paths}, out.view()});
  return out;
}

}  // namespace gsta
