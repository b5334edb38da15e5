#pragma once

#include <vector>

#include "gsta/path/timing_graph.hpp"
#include "test/path/random_problem.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"
#include "test/support/path_graph.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

inline random_shape search_shape(unsigned seed) {
  random_shape shape;
  shape.nodes = static_cast<id>(1 + seed % 12);
  shape.arcs = static_cast<int>(seed / 12 % 26);
  if (seed % 5 == 1) shape.smallest = shape.largest = static_cast<int>(seed / 5 % 3) - 1;  // all tie
  if (seed % 5 == 2) shape.fractions = true;
  if (seed % 5 == 3) shape.smallest = -9, shape.largest = 9;
  return shape;
}

/// A problem's arrays in the space of an executor.
template <class E>
struct problem_in_space {
  gsta::buffer<id, E::space> fanin_begin, fanin_from, fanin_arc, arc_type_of;
  gsta::buffer<gsta::edge_map, E::space> edges;
  gsta::buffer<gsta::per_condition<float>, E::space> arc_delay, arrival, asserted;
  gsta::buffer<gsta::timing_check, E::space> checks;
  gsta::buffer<gsta::per_edge, E::space> check_required;
  gsta::buffer<gsta::arc_type, E::space> arc_types;
  std::size_t net_arcs;

  problem_in_space(E const& exec, owned_problem const& from)
      : fanin_begin(clone(exec, from.fanin_begin)),
        fanin_from(clone(exec, from.fanin_from)),
        fanin_arc(clone(exec, from.fanin_arc)),
        arc_type_of(clone(exec, from.arc_type_of)),
        edges(clone(exec, from.edges)),
        arc_delay(clone(exec, from.arc_delay)),
        arrival(clone(exec, from.arrival)),
        asserted(clone(exec, from.asserted)),
        checks(clone(exec, from.checks)),
        check_required(clone(exec, from.check_required)),
        arc_types(clone(exec, from.arc_types)),
        net_arcs(from.net_arcs) {}

  gsta::path_problem<E::space> view() const {
    return {fanin_begin.view(),    fanin_from.view(), fanin_arc.view(),   edges.view(),
            arc_delay.view(),      arrival.view(),    asserted.view(),    checks.view(),
            check_required.view(), net_arcs,          arc_type_of.view(), arc_types.view()};
  }
};

/// A timing search graph in plain vectors.
struct search_in_vectors {
  std::vector<id> begin, to;
  std::vector<gsta::femtoseconds> weight;
  std::vector<id> pin, arc, slot;
  id plain = 0;
  bool operator==(search_in_vectors const&) const = default;
};

template <class E>
search_in_vectors in_vectors(E const& exec, gsta::timing_search_view<E::space> const& search) {
  return {to_vector(exec, search.graph.begin),
          to_vector(exec, search.graph.to),
          to_vector(exec, search.graph.weight),
          to_vector(exec, search.pin),
          to_vector(exec, search.arc),
          to_vector(exec, search.slot),
          search.plain};
}

/// A row as what it stands for: launching pins as -1 - pin, whatever their copies' numbers.
struct search_row {
  std::vector<id> to, arc;
  std::vector<gsta::femtoseconds> weight;
  bool operator==(search_row const&) const = default;
};

/// Row of a vertex of a path graph, as a search graph has it.
inline search_row expected_row(gsta_test::path_graph const& graph, id v) {
  search_row row;
  id const pins = static_cast<id>(graph.vertex_count() - graph.launch_pin.size());
  auto const add = [&](id to, id arc, gsta::femtoseconds weight) {
    row.to.push_back(to);
    row.arc.push_back(arc);
    row.weight.push_back(weight);
  };
  if (graph.start[v] != gsta::no_path) add(-1'000'000, gsta::none, graph.start[v]);
  for (id k = graph.fanin_begin[v]; k < graph.fanin_begin[v + 1]; ++k) {
    id const from = graph.fanin_from[k];
    add(from < pins ? from : -1 - graph.launch_pin[static_cast<std::size_t>(from - pins)], graph.fanin_arc[k],
        graph.weight[k]);
  }
  return row;
}

inline search_row found_row(search_in_vectors const& search, id v) {
  search_row row;
  id const sink = static_cast<id>(search.begin.size()) - 2;
  for (id e = search.begin[v]; e < search.begin[v + 1]; ++e) {
    id const to = search.to[e];
    row.to.push_back(to == sink          ? -1'000'000
                     : to < search.plain ? to
                                         : -1 - search.pin[static_cast<std::size_t>(to - search.plain)]);
    row.arc.push_back(search.arc[e]);
    row.weight.push_back(search.weight[e]);
  }
  return row;
}

/// The rows of a path graph, its copies by pin and its ends are those of the search graph.
inline std::size_t require_same_graph(gsta_test::path_graph const& expected, search_in_vectors const& found) {
  std::size_t const copies = expected.launch_pin.size(), pins = expected.vertex_count() - copies;
  REQUIRE(found.plain == static_cast<id>(pins));
  REQUIRE(found.begin.size() == pins + copies + 3);
  for (std::size_t v = 0; v < pins; ++v)
    REQUIRE(found_row(found, static_cast<id>(v)) == expected_row(expected, static_cast<id>(v)));
  auto launch_pin = expected.launch_pin;
  std::sort(launch_pin.begin(), launch_pin.end());
  REQUIRE(found.pin == launch_pin);
  for (std::size_t i = 0; i < copies; ++i) {
    auto const v = std::find(expected.launch_pin.begin(), expected.launch_pin.end(), found.pin[i]) -
                   expected.launch_pin.begin() + static_cast<std::ptrdiff_t>(pins);
    REQUIRE(found_row(found, static_cast<id>(pins + i)) == expected_row(expected, static_cast<id>(v)));
  }
  id const source = static_cast<id>(pins + copies);
  REQUIRE(static_cast<std::size_t>(found.begin[source + 1] - found.begin[source]) == expected.ends.size());
  REQUIRE(found.slot.size() == expected.ends.size());
  for (std::size_t i = 0; i < expected.ends.size(); ++i) {
    auto const e = static_cast<std::size_t>(found.begin[source]) + i;
    REQUIRE(found.to[e] == expected.ends[i].vertex);
    REQUIRE(found.weight[e] == expected.ends[i].offset);
    REQUIRE(found.slot[i] == 2 * expected.ends[i].check + static_cast<id>(expected.ends[i].data_edge));
  }
  REQUIRE(found.begin.back() == static_cast<id>(found.to.size()));
  REQUIRE(found.begin[source + 1] == found.begin.back());
  return found.to.size() + copies;
}

/// The search graphs that `exec` makes of random problems.
template <class E>
void timing_graphs_agree(E const& exec, unsigned first_seed, unsigned last_seed) {
  std::size_t compared = 0;
  for (unsigned seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    owned_problem const problem = random_problem(seed, search_shape(seed)).make();
    problem_in_space<E> const there(exec, problem);
    for (gsta::split const side : {gsta::split::early, gsta::split::late}) {
      auto const search = gsta::make_timing_search(exec, there.view(), side);
      compared +=
          require_same_graph(gsta_test::make_path_graph(problem.view(), side), in_vectors(exec, search.view));
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 10));
}

/// Large costs are refused exactly where `k_worst_paths` refuses them; bad arrays are refused.
template <class E>
void timing_graph_refuses(E const& exec) {
  owned_problem chain;  // a -> b, both edges, late
  chain.fanin_begin = {0, 0, 1};
  chain.fanin_from = {0};
  chain.fanin_arc = {0};
  chain.edges = {gsta::positive_edges()};
  chain.net_arcs = 1;
  chain.arc_delay = {gsta::same_value(1)};
  chain.asserted = {gsta::same_value(0), gsta::undefined_arrival()};
  chain.propagate({0, 1});
  gsta::timing_check check;
  check.data = 1;
  chain.checks = {check};
  chain.check_required = {{{5, 5}}};
  auto const make = [&](owned_problem const& problem) {
    problem_in_space<E> const there(exec, problem);
    return in_vectors(exec, gsta::make_timing_search(exec, there.view(), gsta::split::late).view);
  };
  CHECK(make(chain).to.size() == 2 + 2 + 2);
  for (float const value : {1e17f, -1e17f}) {
    owned_problem large = chain;
    large.arc_delay[0] = gsta::same_value(value);
    CHECK_THROWS_AS(make(large), gsta::argument_error);
    large = chain;
    large.asserted[0] = gsta::same_value(value);
    CHECK_THROWS_AS(make(large), gsta::argument_error);
    large = chain;
    large.check_required[0] = {{value, value}};
    CHECK_THROWS_AS(make(large), gsta::argument_error);
  }
  owned_problem bad = chain;
  bad.fanin_arc[0] = 1;
  CHECK_THROWS_AS(make(bad), gsta::argument_error);
  bad = chain;
  bad.fanin_from[0] = -1;
  CHECK_THROWS_AS(make(bad), gsta::argument_error);
  bad = chain;
  bad.checks[0].data = 2;
  CHECK_THROWS_AS(make(bad), gsta::argument_error);
  bad = chain;
  bad.fanin_begin[2] = 0;
  CHECK_THROWS_AS(make(bad), gsta::argument_error);
}

/// A cost near the limit passes where the longest path is short, however many pins there are.
template <class E>
void timing_graph_measures_depth(E const& exec) {
  constexpr id pairs = 700;
  owned_problem problem;
  for (id i = 0; i < pairs; ++i) {
    problem.fanin_begin.push_back(i);
    problem.fanin_begin.push_back(i + 1);
    problem.fanin_from.push_back(2 * i);
    problem.fanin_arc.push_back(i);
    problem.edges.push_back(gsta::positive_edges());
    problem.arc_delay.push_back(gsta::same_value(2e12f));  // 2e15 fs: beyond 2^61 / 1400, within 2^61 / 3
    problem.asserted.push_back(gsta::same_value(0));
    problem.asserted.push_back(gsta::undefined_arrival());
    gsta::timing_check check;
    check.data = 2 * i + 1;
    problem.checks.push_back(check);
    problem.check_required.push_back({{5, 5}});
  }
  problem.net_arcs = pairs;
  problem.arrival.assign(2 * pairs, gsta::same_value(0));
  problem_in_space<E> const there(exec, problem);
  auto const found = in_vectors(exec, gsta::make_timing_search(exec, there.view(), gsta::split::late).view);
  require_same_graph(gsta_test::make_path_graph(problem.view(), gsta::split::late), found);
}

/// Arcs of 2^53 / 1.024 fs: 131 of them fit an eighth of 64 bits, two for the ends of the longest path among
/// them.
template <class E>
void timing_graph_measures_length(E const& exec) {
  auto const make = [&](id arcs) {
    owned_problem chain;
    chain.fanin_begin = {0, 0};
    chain.asserted = {gsta::same_value(0)};
    std::vector<id> order{0};
    for (id i = 0; i < arcs; ++i) {
      chain.fanin_begin.push_back(i + 1);
      chain.fanin_from.push_back(i);
      chain.fanin_arc.push_back(i);
      chain.edges.push_back(gsta::positive_edges());
      chain.arc_delay.push_back(gsta::same_value(i == arcs / 2 ? 8'796'093'022'208.0f : 0.0f));
      chain.asserted.push_back(gsta::undefined_arrival());
      order.push_back(i + 1);
    }
    chain.net_arcs = arcs;
    chain.propagate(order);
    gsta::timing_check check;
    check.data = arcs;
    chain.checks = {check};
    chain.check_required = {{{5, 5}}};
    problem_in_space<E> const there(exec, chain);
    gsta::make_timing_search(exec, there.view(), gsta::split::late);
  };
  CHECK_NOTHROW(make(128));
  CHECK_NOTHROW(make(129));
  CHECK_THROWS_WITH(make(130), contains("too long for sums"));
}

/// A design's times change; mostly they stay defined or undefined as they were.
inline void change_times(prng& random, owned_problem& problem) {
  bool const keep = random.chance(70);
  auto const change = [&](float& value, float undefined) {
    bool const was = gsta::math::is_defined(value);
    bool const is = keep ? was : random.chance(3) ? !was : was;
    if (was || is) value = is ? static_cast<float>(random.between(-50, 50)) : undefined;
  };
  for (auto* values : {&problem.arc_delay, &problem.arrival, &problem.asserted}) {
    for (auto& value : *values)
      for (int c = 0; c < gsta::conditions; ++c) change(value[c], gsta::undefined_arrival(c));
  }
  for (auto& required : problem.check_required)
    for (int e = 0; e < 2; ++e) change(required[e], gsta::math::infinity);
}

/// New weights are those of a new graph, as long as that has the same edges.
template <class E>
void new_weights_agree(E const& exec, unsigned first_seed, unsigned last_seed) {
  std::size_t fitting = 0, others = 0;
  for (unsigned seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    owned_problem problem = random_problem(seed, search_shape(seed)).make();
    gsta::split const side = seed % 2 == 0 ? gsta::split::early : gsta::split::late;
    problem_in_space<E> const before(exec, problem);
    auto const search = gsta::make_timing_search(exec, before.view(), side);
    change_times(random, problem);
    problem_in_space<E> const after(exec, problem);
    auto expected = in_vectors(exec, gsta::make_timing_search(exec, after.view(), side).view);
    gsta::buffer<gsta::femtoseconds, E::space> weight(exec, search.view.graph.edge_count());
    bool const fits = gsta::find_timing_weights(exec, after.view(), search.view, weight.view());
    search_in_vectors found = in_vectors(exec, search.view);
    found.weight = to_vector(exec, weight.view());
    (fits ? fitting : others) += 1;
    if (fits) {
      REQUIRE(found == expected);
    } else {
      found.weight = expected.weight;
      REQUIRE_FALSE(found == expected);
    }
  }
  CHECK(fitting > (last_seed - first_seed) / 2);
  CHECK(others > (last_seed - first_seed) / 20);
}

}  // namespace gsta_test
