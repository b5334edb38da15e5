#pragma once

#include "gsta/path/detail/recover/chains.hpp"

namespace gsta::detail {

/// In which order a path's steps are written.
enum class step_order { walk, reversed };

/// How steps get where they belong.
enum class step_route {
  automatic,
  chains,  ///< chains are written out once, slices copied from there
  walks,   ///< each path is walked: where paths have few sidetracks in common
};

/// Some steps of a path: where they stand among those of all chains.
struct path_slice {
  std::int64_t from;
  id steps;
};

/// Slices of paths. A path of n sidetracks has n + 1, in the order of the walk. The edge out of the source is
/// no step; so the first slice, or where the path leaves the forest at the source the second one, has a step
/// less than edges.
template <memory_space S>
struct path_slices {
  sidetrack_paths_view<S> paths;
  path_chains_view<S> chains;
  span<id const, S> choice;
  id source;

  GSTA_HD id sides(std::size_t p) const noexcept { return paths.begin[p + 1] - paths.begin[p]; }
  GSTA_HD chain_shape chain_of(id edge) const noexcept { return chains.shape[chains.edges.number(edge)]; }
  GSTA_HD chain_shape root() const noexcept { return chains.shape[chains.shape.size() - 1]; }
  /// Does a path whose first sidetrack has this chain leave the forest at the source? No other vertex of the
  /// root's chain is as high.
  static GSTA_HD bool leaves_at_source(chain_shape const& first, chain_shape const& root) noexcept {
    return first.tail_height == root.length;
  }

  GSTA_HD path_slice slice(std::size_t p, id i) const noexcept {
    id const first = paths.begin[p], count = sides(p);
    chain_shape const own = i == 0 ? root() : chain_of(paths.side[first + i - 1]);
    id const rest = i < count ? chain_of(paths.side[first + i]).tail_height : 0;
    id const edges = own.length - rest;
    bool const begins = i == 0 ? edges > 0 : i == 1 && leaves_at_source(own, root());
    return {own.begin + (begins ? 1 : 0), edges - (begins ? 1 : 0)};
  }
};

/// Where everything of some paths is written.
template <memory_space S>
struct path_layout {
  path_chains<S> chains;
  buffer<std::int64_t, S> begin;  ///< [paths + 1] steps
  buffer<id, S> first_edge;       ///< [paths] by which the path leaves the source
  step_order order = step_order::walk;
  std::int64_t steps = 0;
};

template <memory_space S>
struct measure_chain_path_op {
  path_slices<S> slices;
  span<std::int64_t, S> length;
  span<id, S> first_edge;

  GSTA_HD void operator()(std::size_t p) const noexcept {
    sidetrack_paths_view<S> const& paths = slices.paths;
    chain_shape const root = slices.root();
    std::int64_t edges = root.length;
    id leaves = slices.choice[slices.source];
    for (id i = paths.begin[p]; i < paths.begin[p + 1]; ++i) {
      chain_shape const chain = slices.chain_of(paths.side[i]);
      edges += chain.length - chain.tail_height;
      if (i == paths.begin[p] && slices.leaves_at_source(chain, root)) leaves = paths.side[i];
    }
    length[p] = edges - 1;
    first_edge[p] = leaves;
  }
};

template <memory_space S>
path_slices<S> slices_of(search_problem<S> const& problem, sidetrack_paths_view<S> const& paths,
                         path_chains<S> const& chains) {
  return {paths, chains.view(), problem.costs.choice, problem.graph.source()};
}

/// Measures all paths; path/detail/recover/copy.cuh may walk chains meanwhile.
template <executor E>
void measure_paths(E const& exec, search_problem<E::space> const&, path_chains<E::space>&,
                   measure_chain_path_op<E::space> const& op) {
  for_each_n(exec, op.length.size(), op);
}

template <executor E>
path_layout<E::space> lay_out_paths(E const& exec, search_problem<E::space> const& problem,
                                    sidetrack_paths_view<E::space> const& paths, step_order order) {
  constexpr memory_space S = E::space;
  std::size_t const n = paths.size();
  path_layout<S> layout{.chains = find_chains<E>(exec, problem, paths.side),
                        .begin = {exec, n + 1},
                        .first_edge = {exec, n},
                        .order = order};
  buffer<std::int64_t, S> length(exec, n);
  measure_paths(exec, problem, layout.chains,
                measure_chain_path_op<S>{slices_of(problem, paths, layout.chains), length.view(),
                                         layout.first_edge.view()});
  exclusive_scan(exec, std::as_const(length).view(), layout.begin.view());
  layout.steps = to_vector(exec, std::as_const(layout.begin).view().subspan(n, 1))[0];
  return layout;
}

/// Copies a path's steps from chains, slice after slice in the order in which they are written.
template <memory_space S, class Writer>
struct copy_path_op {
  path_slices<S> slices;
  span<std::int64_t const, S> begin;
  bool reversed;
  span<typename Writer::step_type const, S> step;
  Writer writer;
  using value_type = typename Writer::step_type;

  GSTA_HD std::int64_t stride() const noexcept { return reversed ? -1 : 1; }
  /// The i-th slice as it is written: `from` is where its first step to be written stands.
  GSTA_HD path_slice slice(std::size_t p, id i) const noexcept {
    path_slice found = slices.slice(p, reversed ? slices.sides(p) - i : i);
    if (reversed) found.from += found.steps - 1;
    return found;
  }
  GSTA_HD value_type read(std::int64_t at) const noexcept { return step[static_cast<std::size_t>(at)]; }

  GSTA_HD void operator()(std::size_t p) const noexcept {
    std::int64_t at = begin[p];
    for (id s = 0, last = slices.sides(p); s <= last; ++s) {
      path_slice const from = slice(p, s);
      for (id i = 0; i < from.steps; ++i) writer.put(at++, read(from.from + stride() * i));
    }
  }
};

/// Copies all paths; path/detail/recover/copy.cuh has a warp for a few.
template <executor E, class Writer>
void copy_paths(E const& exec, copy_path_op<E::space, Writer> const& op, std::int64_t /*steps*/) {
  for_each_n(exec, op.slices.paths.size(), op);
}

template <memory_space S, class Writer>
struct walk_path_op {
  search_problem<S> problem;
  path_slices<S> slices;
  span<std::int64_t const, S> begin;
  bool reversed;
  Writer writer;

  GSTA_HD id tail_of(id side) const noexcept {
    return slices.chains.tail[slices.chains.edges.number(slices.paths.side[side])];
  }
  GSTA_HD void operator()(std::size_t p) const noexcept {
    std::int64_t at = reversed ? begin[p + 1] - 1 : begin[p];
    id const source = problem.graph.source(), sink = problem.graph.sink(), end = slices.paths.begin[p + 1];
    id side = slices.paths.begin[p], v = source;
    id turn = side < end ? tail_of(side) : none;
    while (v != sink) {
      bool const turns = v == turn;
      id const e = turns ? slices.paths.side[side] : problem.costs.choice[v];
      if (turns) turn = ++side < end ? tail_of(side) : none;
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
  path_slices<S> const slices = slices_of(problem, paths, chains);
  // Where chains are not much shorter than the paths together, writing them out first does not pay.
  bool const few = chains.steps <= layout.steps / 4;
  if (route == step_route::walks || (route == step_route::automatic && !few)) {
    for_each_n(exec, paths.size(),
               walk_path_op<S, Writer>{problem, slices, layout.begin.view(), reversed, writer});
    return;
  }
  buffer<typename Writer::step_type, S> step(exec, static_cast<std::size_t>(chains.steps));
  write_chains(exec, write_chain_op<S, Writer>{problem, chains.view(), writer, step.view()},
               chains.vertex.view());
  copy_paths(
      exec,
      copy_path_op<S, Writer>{slices, layout.begin.view(), reversed, std::as_const(step).view(), writer},
      layout.steps);
}

}  // namespace gsta::detail
