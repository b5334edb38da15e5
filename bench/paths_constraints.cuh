#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "bench/path_circuits.hpp"
#include "bench/paths_tables.cuh"
#include "gsta/path/path.cuh"

namespace gsta_bench {

namespace detail {
struct asked_walks {
  std::string name;
  gsta::walk_constraint constraint;
};

/// Constraints that leave much of a circuit, and some that leave little: by pins of its worst path.
inline std::vector<asked_walks> constraints_on(gsta::cuda_executor const& exec, path_case& on) {
  on.restore();
  on.pull();
  on.search({.k = 1});
  on.trace(gsta::walk_steps::vertices);
  std::vector<id> const worst = to_vector(exec, on.walks->view.vertex);
  on.forget();
  auto const graph = on.graph();
  auto const source = static_cast<std::size_t>(graph.source());
  std::vector<id> const ends = to_vector(exec, graph.begin.subspan(source, 2));
  std::vector<id> starts = to_vector(
      exec, graph.to.subspan(static_cast<std::size_t>(ends[0]), static_cast<std::size_t>(ends[1] - ends[0])));
  std::vector<id> half, many;
  for (std::size_t i = 0; i < starts.size(); i += 2) half.push_back(starts[i]);
  for (std::size_t v = 0; v < source; v += 10) many.push_back(static_cast<id>(v));
  auto const at = [&](double share) {
    return std::vector<id>{worst[static_cast<std::size_t>(share * static_cast<double>(worst.size()))]};
  };
  return {
      {"to half of the ends", {.first = half, .through = {}, .last = {}}},
      {"through one of a tenth of all pins", {.first = {}, .through = {many}, .last = {}}},
      {"through one pin", {.first = {}, .through = {at(0.5)}, .last = {}}},
      {"from one, through four, to one",
       {.first = {worst.front()}, .through = {at(0.2), at(0.4), at(0.6), at(0.8)}, .last = {worst.back()}}},
      {"through two the wrong way round", {.first = {}, .through = {at(0.8), at(0.2)}, .last = {}}}};
}

inline gsta::walk_constraint renumbered(gsta::walk_constraint constraint, std::vector<id> const& numbers) {
  auto const move = [&](std::vector<id>& vertices) {
    for (id& v : vertices) v = numbers[static_cast<std::size_t>(v)];
  };
  move(constraint.first);
  for (auto& set : constraint.through) move(set);
  move(constraint.last);
  return constraint;
}

/// Edges closed, costs, paths and traces, by rows that are there. Returns false where closing will not do.
inline bool search_closed(gsta::cuda_executor const& exec, path_case const& on,
                          gsta::walk_constraint const& constraint, std::size_t k,
                          std::vector<femtoseconds>* found_costs = nullptr) {
  auto graph = on.graph();
  auto const weight = close_edges(exec, on.rows, graph, constraint);
  if (!weight) return false;
  graph.weight = weight->view();
  auto const costs = find_costs(exec, on.rows, graph);
  gsta::search_problem<gsta::memory_space::device> const problem{graph, costs.view};
  auto const found = k_critical_paths(exec, on.rows, problem, {.k = k});
  auto const walks = recover_walks(exec, problem, found.paths.view);
  if (found_costs != nullptr) *found_costs = to_vector(exec, walks.view.cost);
  return true;
}

/// Rows, costs, paths and traces of a graph that is there for one search.
inline void search_once(gsta::cuda_executor const& exec,
                        gsta::search_graph_view<gsta::memory_space::device> const& graph, std::size_t k,
                        std::vector<femtoseconds>* found_costs = nullptr) {
  auto const rows = make_search_rows(exec, graph);
  auto const costs = find_costs(exec, rows, graph);
  gsta::search_problem<gsta::memory_space::device> const problem{graph, costs.view};
  auto const found = k_critical_paths(exec, rows, problem, {.k = k});
  auto const walks = recover_walks(exec, problem, found.paths.view);
  if (found_costs != nullptr) *found_costs = to_vector(exec, walks.view.cost);
}
}  // namespace detail

/// Searches under constraints beside the same search without one on a circuit of the subgraph's size.
inline void study_constraints(path_tables& tables, circuit_size const& size, std::size_t k) {
  auto const& exec = tables.exec();
  auto const nothing = [](int) {};
  path_case on(exec, size.name, make_circuit(exec, size), false, std::nullopt);
  std::printf(
      "\n| %s, %s paths | pins left | edges left | subgraph, states | subgraph, labels | search in it | both "
      "| edges closed | closed and searched | the same, renumbered | search in a circuit of that size |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n",
      size.name.c_str(), short_number(k).c_str());
  path_case renumbered(exec, size.name, make_circuit(exec, size));
  renumbered.restore();
  std::vector<id> const numbers = renumbered.new_numbers();
  for (auto const& asked : detail::constraints_on(exec, on)) {
    auto const cut = [&](gsta::constraint_form form) {
      return constrain_graph(exec, on.rows, on.graph(), asked.constraint, form);
    };
    double const states = waiting_ms(exec, nothing, [&] { cut(gsta::constraint_form::states); });
    double labels = 0;
    auto const left = cut(gsta::constraint_form::states);
    try {
      labels = waiting_ms(exec, nothing, [&] { cut(gsta::constraint_form::labels); });
      auto const same = cut(gsta::constraint_form::labels);
      tables.say(asked.name + ": both forms leave the same graph",
                 to_vector(exec, left.view.vertex) == to_vector(exec, same.view.vertex) &&
                     to_vector(exec, left.view.edge) == to_vector(exec, same.view.edge));
    } catch (gsta::argument_error const&) {  // pins of several ranks: states alone can do that
    }
    double const inside = waiting_ms(exec, nothing, [&] { detail::search_once(exec, left.view.graph, k); });
    double const all = waiting_ms(exec, nothing, [&] {
      auto const part = cut(gsta::constraint_form::states);
      detail::search_once(exec, part.view.graph, k);
    });
    double closing = 0, closed = 0, closed_renumbered = 0;
    std::vector<femtoseconds> of_closed, of_cut;
    if (detail::search_closed(exec, on, asked.constraint, k, &of_closed)) {
      detail::search_once(exec, left.view.graph, k, &of_cut);
      tables.say(asked.name + ": closed edges leave the same paths", of_closed == of_cut);
      closing = waiting_ms(exec, nothing, [&] { close_edges(exec, on.rows, on.graph(), asked.constraint); });
      closed = waiting_ms(exec, nothing, [&] { detail::search_closed(exec, on, asked.constraint, k); });
      auto const same = detail::renumbered(asked.constraint, numbers);
      detail::search_closed(exec, renumbered, same, k, &of_closed);
      tables.say(asked.name + ": the same paths, renumbered", of_closed == of_cut);
      closed_renumbered =
          waiting_ms(exec, nothing, [&] { detail::search_closed(exec, renumbered, same, k); });
    }
    circuit_size like = size;
    like.vertices = left.view.vertex.size();
    like.edges = left.view.graph.edge_count();
    double plain = 0;
    if (like.vertices >= 32 * like.levels) {
      auto const circuit = make_circuit(exec, like);
      plain = waiting_ms(exec, nothing, [&] { detail::search_once(exec, circuit.view, k); });
      tables.targets().put("constrained", std::max(tables.targets().at("constrained"), inside / plain));
    }
    std::printf("| %s | %zu | %zu | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |\n",
                asked.name.c_str(), like.vertices, like.edges, states, labels, inside, all, closing, closed,
                closed_renumbered, plain);
    std::fflush(stdout);
  }
}

}  // namespace gsta_bench
