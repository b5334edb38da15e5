#pragma once

#include "gsta/path/detail/recover_chains.hpp"

namespace gsta::detail {

/// In which order a path's steps are written.
enum class step_order { walk, reversed };

/// How steps get where they belong.
enum class step_route {
  automatic,
  chains,  ///< chains are written out once, slices copied from there
  walks,   ///< each path is walked: where paths have few sidetracks in common
};

/// Where everything of some paths is written. Slices are numbered by path, and in the order of steps.
template <memory_space S>
struct path_layout {
  path_chains<S> chains;
  buffer<std::int64_t, S> begin;        ///< [paths + 1] steps
  buffer<std::int64_t, S> slice_begin;  ///< [slices + 1] steps
  buffer<std::int64_t, S> slice_from;   ///< [slices] where the slice's first step stands in the chains
  buffer<id, S> first_edge;             ///< [paths] by which the path leaves the source
  step_order order = step_order::walk;
  std::int64_t steps = 0, chain_steps = 0;
};

template <memory_space S>
struct measure_slices_op {
  search_problem<S> problem;
  sidetrack_paths_view<S> paths;
  span<id const, S> chain_edge, chain_tail;
  span<std::int64_t const, S> chain_begin;
  span<id const, S> number;
  bool reversed;
  span<std::int64_t, S> length, from;
  span<id, S> first_edge;

  GSTA_HD id height_of_tail(id side) const noexcept { return problem.costs.height[chain_tail[number[side]]]; }

  GSTA_HD void operator()(std::size_t p) const noexcept {
    id const first = paths.begin[p], sides = paths.begin[p + 1] - first;
    std::int64_t const row = std::int64_t{first} + static_cast<std::int64_t>(p);
    bool left_source = false;  // the edge out of the source is no step
    for (id i = 0; i <= sides; ++i) {
      id const chain = i == 0 ? number[number.size() - 1] : number[first + i - 1];
      id const rest = i < sides ? height_of_tail(first + i) : 0;
      std::int64_t const edges = chain_begin[chain + 1] - chain_begin[chain] - rest;
      std::int64_t const skipped = edges > 0 && !left_source ? 1 : 0, steps = edges - skipped;
      if (skipped != 0) first_edge[p] = chain_edge[chain];
      left_source = left_source || edges > 0;
      std::int64_t const slice = row + (reversed ? sides - i : i);
      length[slice] = steps;
      from[slice] = chain_begin[chain] + skipped + (reversed ? steps - 1 : 0);
    }
  }
};

template <memory_space S>
struct path_begin_op {
  span<id const, S> path_sides;
  span<std::int64_t const, S> slice_begin;
  span<std::int64_t, S> begin;
  GSTA_HD void operator()(std::size_t p) const noexcept {
    begin[p] = slice_begin[static_cast<std::size_t>(path_sides[p]) + p];
  }
};

template <memory_space S>
struct last_of_both_op {
  span<std::int64_t const, S> a, b;
  span<std::int64_t, S> last;
  GSTA_HD void operator()(std::size_t) const noexcept {
    last[0] = a[a.size() - 1];
    last[1] = b[b.size() - 1];
  }
};

template <executor E>
path_layout<E::space> lay_out_paths(E const& exec, search_problem<E::space> const& problem,
                                    sidetrack_paths_view<E::space> const& paths, step_order order) {
  constexpr memory_space S = E::space;
  std::size_t const n = paths.size(), slices = paths.side.size() + n;
  path_layout<S> layout{.chains = find_chains<E>(exec, problem, paths.side),
                        .begin = {exec, n + 1},
                        .slice_begin = {exec, slices + 1},
                        .slice_from = {exec, slices},
                        .first_edge = {exec, n},
                        .order = order};
  path_chains<S> const& chains = layout.chains;
  buffer<std::int64_t, S> length(exec, slices), last(exec, 2);
  for_each_n(exec, n,
             measure_slices_op<S>{problem, paths, chains.edge.view(), chains.tail.view(), chains.begin.view(),
                                  chains.number.view(), order == step_order::reversed, length.view(),
                                  layout.slice_from.view(), layout.first_edge.view()});
  exclusive_scan(exec, std::as_const(length).view(), layout.slice_begin.view());
  auto const slice_begin = std::as_const(layout.slice_begin).view();
  for_each_n(exec, n + 1, path_begin_op<S>{paths.begin, slice_begin, layout.begin.view()});
  for_each_n(exec, 1, last_of_both_op<S>{slice_begin, chains.begin.view(), last.view()});
  auto const totals = to_vector(exec, last.view());
  layout.steps = totals[0];
  layout.chain_steps = totals[1];
  return layout;
}

/// Copies a step of a slice from its chain.
template <memory_space S, class Writer>
struct copy_step_op {
  span<typename Writer::step_type const, S> step;
  span<std::int64_t const, S> from;
  std::int64_t stride;
  Writer writer;
  using value_type = typename Writer::step_type;
  GSTA_HD value_type read(std::int64_t slice, std::int64_t i) const noexcept {
    return step[static_cast<std::size_t>(from[slice] + stride * i)];
  }
  GSTA_HD void write(std::int64_t at, value_type const& value) const noexcept { writer.put(at, value); }
  GSTA_HD void operator()(std::int64_t slice, std::int64_t i, std::int64_t at) const noexcept {
    write(at, read(slice, i));
  }
};

template <memory_space S, class Writer>
struct walk_path_op {
  search_problem<S> problem;
  sidetrack_paths_view<S> paths;
  span<id const, S> chain_tail, number;
  span<std::int64_t const, S> begin;
  bool reversed;
  Writer writer;

  GSTA_HD void operator()(std::size_t p) const noexcept {
    std::int64_t at = reversed ? begin[p + 1] - 1 : begin[p];
    id const source = problem.graph.source(), sink = problem.graph.sink();
    id side = paths.begin[p], v = source;
    while (v != sink) {
      bool const turns = side < paths.begin[p + 1] && chain_tail[number[side]] == v;
      id const e = turns ? paths.side[side++] : problem.costs.choice[v];
      if (v != source) {
        writer.put(at, writer.step(v, e));
        at += reversed ? -1 : 1;
      }
      v = problem.graph.to[e];
    }
  }
};

/// Writes the steps of all paths.
template <executor E, class Writer>
void write_paths(E const& exec, search_problem<E::space> const& problem,
                 sidetrack_paths_view<E::space> const& paths, path_layout<E::space> const& layout,
                 Writer const& writer, step_route route) {
  constexpr memory_space S = E::space;
  bool const reversed = layout.order == step_order::reversed;
  path_chains<S> const& chains = layout.chains;
  // Where chains are not much shorter than the paths together, writing them out first does not pay.
  bool const few = layout.chain_steps <= layout.steps / 4;
  if (route == step_route::walks || (route == step_route::automatic && !few)) {
    for_each_n(exec, paths.size(),
               walk_path_op<S, Writer>{problem, paths, chains.tail.view(), chains.number.view(),
                                       layout.begin.view(), reversed, writer});
    return;
  }
  buffer<typename Writer::step_type, S> step(exec, static_cast<std::size_t>(layout.chain_steps));
  for_each_n(exec, chains.tail.size(),
             write_chain_op<S, Writer>{problem, chains.edge.view(), chains.tail.view(), chains.begin.view(),
                                       writer, step.view()});
  for_each_in_rows(exec, layout.slice_begin.view(), layout.steps,
                   copy_step_op<S, Writer>{std::as_const(step).view(), layout.slice_from.view(),
                                           reversed ? -1 : 1, writer});
}

}  // namespace gsta::detail
