#pragma once

#include <variant>

#include "gsta/schemes/path_engines.hpp"
#include "gsta/sta/find_paths.hpp"
#include "test/golden/open_designs.hpp"
#include "test/golden/pins_body.hpp"
#include "test/support/k_worst.hpp"

namespace gsta_test {

template <class E>
gsta::path_set to_host(E const& exec, gsta::path_set_view<E::space> const& from) {
  gsta::path_set set;
  set.begin = to_vector(exec, from.begin);
  set.node = to_vector(exec, from.node);
  set.edge = to_vector(exec, from.edge);
  set.arc = to_vector(exec, from.arc);
  set.slack = to_vector(exec, from.slack);
  set.check = to_vector(exec, from.check);
  set.data_edge = to_vector(exec, from.data_edge);
  return set;
}

inline bool same_paths(gsta::path_set const& a, gsta::path_set const& b) {
  return a.begin == b.begin && a.node == b.node && a.edge == b.edge && a.arc == b.arc && a.slack == b.slack &&
         a.check == b.check && a.data_edge == b.data_edge;
}

/// Engines and how many paths each is asked for at most.
struct engine_limit {
  gsta::schemes::any_path_engine engine;
  std::size_t most;
};

/// Every engine lists the plain host engine's paths, step by step. Returns how many were compared.
template <class E>
std::size_t engines_agree(E const& exec, gsta::flat_design const& design, gsta::timer_options const& rules,
                          std::vector<engine_limit> const& engines) {
  gsta::timer<E> timer(exec, design, rules);
  timer.update(exec);
  auto const state = gsta::take_snapshot(exec, timer);
  std::size_t compared = 0;
  for (auto const side : {gsta::split::early, gsta::split::late}) {
    auto const graph = make_path_graph(gsta::path_problem_of(design, state), side);
    for (std::size_t const k : {1, 1000, 100'000}) {
      auto const expected = k_worst_paths(graph, {.k = k});
      for (engine_limit const& by : engines) {
        if (k > by.most) continue;
        auto const find = [&](auto const& engine) {
          return find_paths(exec, {gsta::path_problem_of(timer)}, {.side = side, .k = k},
                            gsta::path_scheme{engine});
        };
        auto const found = std::visit(find, by.engine);
        INFO("k " << k << ", engine " << by.engine.index());
        CHECK(same_paths(to_host(exec, found.view), expected));
        compared += expected.size();
      }
    }
  }
  return compared;
}

/// All real designs there are.
template <class E>
void engines_agree_on_real_designs(E const& exec, std::vector<engine_limit> const& engines) {
  std::size_t compared = 0;
  for (auto const& golden : golden_designs()) {
    INFO(golden.reference);
    compared += engines_agree(exec, load_design(golden), contest_options(), engines);
  }
  for (auto const& run : open_runs()) {
    INFO(run.name());
    gsta::model::diagnostics notes;
    compared += engines_agree(exec, load_open(run, notes), open_options(), engines);
  }
  CHECK(compared > 100'000);
}

}  // namespace gsta_test
