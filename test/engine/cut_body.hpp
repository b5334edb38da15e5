#pragma once

#include <utility>
#include <vector>

#include "gsta/engine/detail/cut.hpp"
#include "gsta/graph/levelize.hpp"
#include "test/graph/graph_body.hpp"

namespace gsta_test {

using gsta::edge_map;
using gsta::per_condition;

/// A pin graph with wires and cell arcs, dead arcs and asserted pins.
struct cut_case {
  arc_list arcs;  // wires first
  std::size_t wires;
  std::vector<edge_map> edges;
  std::vector<per_condition<float>> asserted, asserted_slew;
};

inline cut_case random_cut(std::uint64_t seed) {
  prng random(seed);
  cut_case of{random_dag(seed), 0, {}, {}, {}};
  of.wires = static_cast<std::size_t>(random.below(static_cast<int>(of.arcs.from.size()) + 1));
  for (std::size_t a = 0; a < of.arcs.from.size(); ++a)
    of.edges.push_back(random.chance(30) ? edge_map{} : gsta::positive_edges());
  for (auto* const values : {&of.asserted, &of.asserted_slew}) {
    values->assign(of.arcs.vertices, gsta::undefined_arrival());
    for (auto& at : *values) {
      if (random.chance(10)) at[random.below(gsta::conditions)] = 1;
    }
    if (random.chance(20)) values->clear();
  }
  return of;
}

/// A vertex has no value of its own if a wire is the first of its fan-in, nothing else that lives reaches it,
/// it drives no net, and nothing is asserted there: from the list of arcs alone.
inline bool plainly_inlined(cut_case const& of, std::size_t v) {
  int wires_in = 0, live_in = 0;
  bool drives = false, defined = false;
  for (std::size_t a = 0; a < of.arcs.from.size(); ++a) {
    bool const wire = a < of.wires, into = of.arcs.to[a] == static_cast<id>(v);
    // Of several wires into one pin the first stands for the net, dead or not.
    if (into && wire && wires_in++ == 0) continue;
    live_in += into && of.edges[a].code != 0;
    drives = drives || (of.arcs.from[a] == static_cast<id>(v) && wire);
  }
  for (auto const* const values : {&of.asserted, &of.asserted_slew}) {
    for (int c = 0; !values->empty() && c < gsta::conditions; ++c)
      defined = defined || gsta::math::is_defined((*values)[v][c]);
  }
  return wires_in > 0 && live_in == 0 && !drives && !defined;
}

template <class E>
void inlined_sinks_are_found(E const& exec) {
  std::size_t inlined = 0, others = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    cut_case const of = random_cut(seed);
    auto const graph = graph_on(exec, of.arcs);
    auto const edges = clone(exec, of.edges);
    auto const asserted = clone(exec, of.asserted), slew = clone(exec, of.asserted_slew);
    auto const inlined_on = find_inlined(
        exec, gsta::cut_problem<E::space>{graph.view, of.wires, edges.view(), asserted.view(), slew.view()});
    auto const got = to_vector(exec, inlined_on.view());
    REQUIRE(got.size() == of.arcs.vertices);
    for (std::size_t v = 0; v < got.size(); ++v) {
      CAPTURE(seed, v);
      REQUIRE((got[v] != 0) == plainly_inlined(of, v));
      ++(got[v] != 0 ? inlined : others);
    }
  }
  CHECK(inlined > 50);
  CHECK(others > 500);
}

template <gsta::memory_space S>
struct keeps_marked {
  gsta::span<std::uint8_t const, S> marked;
  GSTA_HD bool operator()(id v) const noexcept { return marked[v] != 0; }
};

/// Chosen vertices keep their order, and say where each level's begin.
template <class E>
void vertices_are_chosen(E const& exec) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    arc_list const list = random_dag(seed);
    auto const order = levelize(exec, graph_on(exec, list).view);
    auto const all = to_vector(exec, order.order.view.vertex);
    prng random(seed + 7);
    std::vector<std::uint8_t> marks(list.vertices);
    int const share = random.pick(std::vector<int>{0, 10, 50, 100});
    for (auto& mark : marks) mark = random.chance(share);
    std::vector<id> vertex, level_begin{0}, index_of(list.vertices, gsta::none);
    for (std::size_t l = 0; l < order.count(); ++l) {
      for (id at = order.begin[l]; at < order.begin[l + 1]; ++at) {
        auto const v = static_cast<std::size_t>(all[static_cast<std::size_t>(at)]);
        if (marks[v] == 0) continue;
        index_of[v] = static_cast<id>(vertex.size());
        vertex.push_back(static_cast<id>(v));
      }
      level_begin.push_back(static_cast<id>(vertex.size()));
    }
    auto const marked = clone(exec, marks);
    auto const chosen = gsta::detail::choose(exec, order, keeps_marked<E::space>{marked.view()});
    CAPTURE(seed, share);
    CHECK(to_vector(exec, chosen.vertex.view()) == vertex);
    CHECK(to_vector(exec, chosen.index_of.view()) == index_of);
    CHECK(chosen.level_begin == level_begin);
  }
}

template <class E>
void check_cuts(E const& exec) {
  inlined_sinks_are_found(exec);
  vertices_are_chosen(exec);
}

}  // namespace gsta_test
