#pragma once

#include "gsta/path/costs.hpp"
#include "gsta/path/detail/bounded/bounded.hpp"
#include "gsta/path/detail/expand/best_first.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"

namespace gsta_test {

/// A graph with what a search needs, in the space of an executor and on the host.
template <class E>
class search_bench {
 public:
  search_bench(E const& exec, plain_graph& plain)
      : exec_(exec),
        graph_(gsta::clone_view(exec, plain.view())),
        rows_(gsta::make_search_rows(exec, graph_.view)),
        costs_(gsta::find_costs(exec, rows_, graph_.view)),
        host_costs_(gsta::clone_view(gsta_host, costs_here())) {
    on_host = {plain.view(), host_costs_.view};
  }

  /// The paths found, each with all its edges; the same ones by prefixes that the search finds itself.
  std::vector<whole_path> find(gsta::k_paths_options const& options,
                               gsta::detail::bounded_tuning const& tuning = {}) {
    gsta::search_problem<E::space> const problem{graph_.view, costs_.view};
    auto const result = gsta::detail::bounded_paths(exec_, problem, rows_, options, tuning);
    check_without_prefixes(result, options, tuning);
    statistics = result.statistics;
    auto const cost = gsta::to_vector(exec_, result.paths.view.cost);
    auto const begin = gsta::to_vector(exec_, result.paths.view.begin);
    auto const side = gsta::to_vector(exec_, result.paths.view.side);
    gsta::sidetrack_paths_view<gsta::memory_space::host> const paths{
        gsta::view_of(cost), gsta::view_of(begin), gsta::view_of(side)};
    std::vector<whole_path> found;
    for (std::size_t p = 0; p < paths.size(); ++p) found.push_back(expand(on_host, paths, p));
    return found;
  }

  gsta::search_problem<gsta::memory_space::host> on_host;
  gsta::search_statistics statistics;

 private:
  static constexpr gsta::host_executor gsta_host{};

  void check_without_prefixes(gsta::k_paths_result<E::space> const& expected,
                              gsta::k_paths_options const& options,
                              gsta::detail::bounded_tuning const& tuning) {
    gsta::search_problem<E::space> problem{graph_.view, costs_.view};
    problem.costs.prefix = {};
    auto const found = gsta::detail::bounded_paths(exec_, problem, rows_, options, tuning);
    auto const same = [&](auto const& a, auto const& b) {
      return gsta::to_vector(exec_, a) == gsta::to_vector(exec_, b);
    };
    CHECK(same(found.paths.view.cost, expected.paths.view.cost));
    CHECK(same(found.paths.view.begin, expected.paths.view.begin));
    CHECK(same(found.paths.view.side, expected.paths.view.side));
  }

  gsta::search_costs_view<gsta::memory_space::host> costs_here() {
    gsta::search_costs_view<E::space> const there = costs_.view;
    suffix_ = gsta::to_vector(exec_, there.suffix);
    prefix_ = gsta::to_vector(exec_, there.prefix);
    choice_ = gsta::to_vector(exec_, there.choice);
    height_ = gsta::to_vector(exec_, there.height);
    next_ = gsta::to_vector(exec_, there.next);
    return {gsta::view_of(std::as_const(suffix_)), gsta::view_of(std::as_const(prefix_)),
            gsta::view_of(std::as_const(choice_)), gsta::view_of(std::as_const(height_)),
            gsta::view_of(std::as_const(next_))};
  }

  E exec_;
  gsta::search_graph<E::space> graph_;
  gsta::search_rows<E::space> rows_;
  gsta::search_costs<E::space> costs_;
  std::vector<femtoseconds> suffix_, prefix_;
  std::vector<id> choice_, height_, next_;
  gsta::search_costs<gsta::memory_space::host> host_costs_;
};

/// Shapes that bring out ties, negative weights, no paths at all, and many of them.
inline graph_shape random_search_shape(prng& random) {
  graph_shape shape;
  shape.inner = random.between(1, 14);
  shape.edges = random.between(0, 3 * shape.inner);
  shape.starts = random.between(0, 4);
  shape.ends = random.between(0, 4);
  int const kind = random.below(5);
  if (kind == 0) shape.lowest = shape.highest = random.between(-1, 1);
  if (kind == 1) shape.highest = 1;
  if (kind <= 1) shape.edges += random.between(0, shape.inner);
  if (kind == 2) shape.lowest = -5;
  if (kind == 3) shape.highest = 1000000;
  if (kind == 4) shape.lowest = -40, shape.highest = -20;
  return shape;
}

/// Small figures make a search on a small graph go all ways that large ones would lead it.
inline gsta::detail::bounded_tuning random_tuning(prng& random) {
  gsta::detail::bounded_tuning tuning;
  tuning.few_on_device = tuning.few_on_host = random.chance(50) ? 1000 : 0;
  if (random.chance(25)) return tuning;
  tuning.sidetracks_per_path = random.chance(50) ? 0.006 : 0.5;
  tuning.sidetracks_per_root = random.chance(50) ? 0 : 1;
  tuning.buckets = static_cast<std::size_t>(random.between(2, 70));
  tuning.most_buckets = random.chance(20) ? 1 : std::size_t{1} << random.between(1, 16);
  tuning.spare_paths = random.chance(50) ? 0 : static_cast<std::size_t>(random.between(0, 20));
  tuning.trees.widest = random.chance(70) ? random.between(1, 6) : 512;
  tuning.trees.group = random.between(3, 5);
  tuning.cheap_counts = random.chance(50) ? 0 : 1e9;
  tuning.counts_per_edge = random.chance(50) ? 0 : 256;
  return tuning;
}

/// Vertices one after the other with rows of any width up to `widest`, mostly to the next vertex.
inline plain_graph random_wide_rows(prng& random, int widest) {
  int const inner = random.between(2, 5);
  plain_graph graph(static_cast<std::size_t>(inner));
  int const largest = random.pick(std::vector<int>{0, 1, 3, 20, 1000, 1'000'000});
  auto const cost = [&] { return static_cast<femtoseconds>(random.between(0, largest)); };
  for (int i = random.between(1, 3); i > 0; --i) graph.add(graph.source(), 0, cost());
  for (int v = 0; v + 1 < inner; ++v) {
    for (int e = random.between(1, random.chance(60) ? widest : 3); e > 0; --e)
      graph.add(v, random.chance(90) ? v + 1 : random.between(v + 1, inner - 1), cost());
  }
  for (int i = random.between(1, 3); i > 0; --i) graph.add(inner - 1, graph.sink(), cost());
  return graph;
}

/// What is found is the beginning of the list of all paths, whatever k and whatever limit.
template <class E>
void bounded_equals_brute_force(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed) {
  std::size_t paths = 0, limited = 0;
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    plain_graph plain = random_search_graph(random, random_search_shape(random));
    auto const all = all_paths(plain.view());
    search_bench<E> bench(exec, plain);
    auto const count = static_cast<int>(all.size());
    for (int const k : {0, 1, random.between(0, count), random.between(0, count + 3), count, count + 2}) {
      gsta::k_paths_options options{.k = static_cast<std::size_t>(k)};
      if (count > 0 && random.chance(30)) {
        options.below = random.pick(all).cost;
        options.below += random.between(-1, 1);
      }
      INFO("k " << k << " of " << count << ", below " << options.below);
      auto const tuning = random_tuning(random);
      auto expected = all;
      while (!expected.empty() && expected.back().cost >= options.below) expected.pop_back();
      limited += expected.size() < all.size() ? 1 : 0;
      if (expected.size() > options.k) expected.resize(options.k);
      auto const found = bench.find(options, tuning);
      REQUIRE(found.size() == expected.size());
      CHECK((found == expected));
      paths += found.size();
    }
  }
  CHECK(is_enough(paths, last_seed - first_seed, 2));
  CHECK(limited > (last_seed - first_seed) / 10);
}

/// Rows of any width, most of them split into trees: the list is that of the engine that knows no trees.
template <class E>
void bounded_of_wide_rows(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed, int widest) {
  std::size_t paths = 0;
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed << ", widest " << widest);
    prng random(seed);
    plain_graph plain = random_wide_rows(random, widest);
    search_bench<E> bench(exec, plain);
    for (int const k : {random.between(1, 20), random.between(1, 50 * widest)}) {
      gsta::k_paths_options options{.k = static_cast<std::size_t>(k)};
      auto const best_first = gsta::detail::best_first_paths(gsta::host_executor{}, bench.on_host, options);
      std::vector<whole_path> expected;
      for (std::size_t p = 0; p < best_first.paths.view.size(); ++p)
        expected.push_back(expand(bench.on_host, best_first.paths.view, p));
      if (random.chance(30)) options.below = expected.back().cost + random.between(-1, 1);
      while (!expected.empty() && expected.back().cost >= options.below) expected.pop_back();
      INFO("k " << k << ", below " << options.below);
      auto tuning = random_tuning(random);
      if (random.chance(70)) tuning.few_on_device = tuning.few_on_host = 0;
      CHECK((bench.find(options, tuning) == expected));
      CHECK((bench.find(options) == expected));
      paths += expected.size();
    }
  }
  CHECK(paths > 10 * (last_seed - first_seed));
}

/// Stage after stage of parallel edges between two vertices: `dearer[i]` is what the second edge of stage i
/// costs more.
inline plain_graph ladder(std::vector<int> const& dearer) {
  plain_graph graph(dearer.size() + 1);
  graph.add(graph.source(), 0, 0);
  for (std::size_t i = 0; i < dearer.size(); ++i) {
    graph.add(static_cast<id>(i), static_cast<id>(i) + 1, 7);
    graph.add(static_cast<id>(i), static_cast<id>(i) + 1, 7 + dearer[i]);
  }
  graph.add(static_cast<id>(dearer.size()), graph.sink(), 0);
  return graph;
}

/// A square of side n, walked right and down, each step at the cost of one.
inline plain_graph unit_grid(int n) {
  plain_graph graph(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  auto const at = [&](int row, int column) { return static_cast<id>(row * n + column); };
  graph.add(graph.source(), at(0, 0), 0);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      if (column + 1 < n) graph.add(at(row, column), at(row, column + 1), 1);
      if (row + 1 < n) graph.add(at(row, column), at(row + 1, column), 1);
    }
  }
  graph.add(at(n - 1, n - 1), graph.sink(), 0);
  return graph;
}

/// The paths within an excess, as far as `most` of them, by trying along rows all ways that stay within it.
inline std::vector<whole_path> paths_within(gsta::search_problem<gsta::memory_space::host> const& problem,
                                            femtoseconds excess, std::size_t most) {
  std::vector<whole_path> result;
  whole_path path{problem.best(), {}};
  auto const walk = [&](auto const& self, id v) -> void {
    if (result.size() == most) return;
    if (v == problem.graph.sink()) return result.push_back(path);
    for (id e = problem.graph.begin[v]; e < problem.graph.begin[v + 1]; ++e) {
      femtoseconds const detour = problem.detour(v, e);
      if (detour == no_path || path.cost + detour > problem.best() + excess) continue;
      path.edges.push_back(e);
      path.cost += detour;
      self(self, problem.graph.to[e]);
      path.cost -= detour;
      path.edges.pop_back();
    }
  };
  walk(walk, problem.graph.source());
  return result;
}

/// What is found is the beginning of all paths that cost no more than the last of them.
template <class E>
void check_bounded(search_bench<E>& bench, std::size_t k) {
  auto const found = bench.find({.k = k});
  REQUIRE(found.size() == k);
  auto expected = paths_within(bench.on_host, found.back().cost - bench.on_host.best(), 50 * k);
  std::sort(expected.begin(), expected.end());
  REQUIRE(expected.size() >= k);
  REQUIRE(expected.size() < 50 * k);
  expected.resize(k);
  CHECK((found == expected));
  // In one go few paths are made, of which more are too dear.
  CHECK(bench.statistics.generated <= (k <= gsta::detail::few_limits::k ? 8 * k : k + k / 4) + 100);
  CHECK((bench.find({.k = k}, {.few_on_device = 0, .few_on_host = 0}) == expected));
  CHECK(bench.statistics.generated <= k + k / 4 + 100);
}

/// Rows of all lengths, some of them very long, and paths with many sidetracks.
template <class E>
void bounded_copes_with_long_rows(E const& exec) {
  prng random(5);
  int const starts = 9000, middle = 300, ends = 40;
  plain_graph plain(static_cast<std::size_t>(starts + 1 + middle + ends));
  auto const cost = [&] { return static_cast<femtoseconds>(random.between(0, 100000)); };
  id const hub = starts, first_end = starts + 1 + middle;
  for (id v = 0; v < starts; ++v) {
    plain.add(plain.source(), v, cost());
    plain.add(v, hub, cost());
  }
  for (id v = hub + 1; v <= starts + middle; ++v) {
    plain.add(hub, v, cost());
    for (int i = random.between(1, 20); i > 0; --i) {
      id const end = first_end + random.below(ends);
      plain.add(v, end, cost());
    }
  }
  for (id v = first_end; v < first_end + ends; ++v) plain.add(v, plain.sink(), cost());
  search_bench<E> bench(exec, plain);
  for (std::size_t const k : {1, 100, 4000}) check_bounded(bench, k);
}

/// Two levels, as of a matrix: most paths turn off at the source, whose list has thousands of sidetracks, and
/// so have lists that pass the hub.
template <class E>
void bounded_copes_with_long_lists(E const& exec) {
  prng random(11);
  id const starts = 12000, ends = 50, hub = starts + ends, middle = 6000;
  plain_graph plain(static_cast<std::size_t>(hub + 1 + middle));
  auto const cost = [&] { return static_cast<femtoseconds>(random.between(0, 1000000)); };
  for (id v = 0; v < starts; ++v) {
    plain.add(plain.source(), v, 0);
    for (int i = random.between(1, 4); i > 0; --i) plain.add(v, starts + random.below(ends), cost());
    if (v % 4000 == 7) plain.add(v, hub, cost() / 100);
  }
  for (id v = starts; v < hub; ++v) plain.add(v, plain.sink(), 0);
  for (id v = hub + 1; v <= hub + middle; ++v) {
    plain.add(hub, v, cost());
    plain.add(v, plain.sink(), 0);
  }
  search_bench<E> bench(exec, plain);
  for (std::size_t const k : {6000, 20000, 45000}) check_bounded(bench, k);
}

template <class E>
void bounded_copes_with_larger_graphs(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed) {
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    plain_graph plain = random_search_graph(
        random, {.inner = 5000, .edges = 15000, .starts = 500, .ends = 500, .lowest = -9, .highest = 100000});
    search_bench<E> bench(exec, plain);
    for (std::size_t const k : {1, 1000, 7000}) check_bounded(bench, k);
  }
}

/// Where prefixes are given, what a search makes and how often it tries follows from counts, which are the
/// host's on every executor.
template <class E>
void bounded_makes_what_the_host_makes(E const& exec) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    plain_graph plain = random_search_graph(
        random, {.inner = 300, .edges = 1200, .starts = 20, .ends = 20, .highest = 100000});
    search_bench<E> bench(exec, plain);
    search_bench<gsta::host_executor> host(gsta::host_executor{}, plain);
    for (std::size_t const k : {1, 50, 500, 2000, 50000}) {
      for (std::size_t const few : {0, 1000}) {
        INFO("k " << k << ", up to " << few << " in one go");
        gsta::detail::bounded_tuning const tuning{.few_on_device = few, .few_on_host = few};
        bench.find({.k = k}, tuning);
        host.find({.k = k}, tuning);
        CHECK(bench.statistics.generated == host.statistics.generated);
        CHECK(bench.statistics.waves == host.statistics.waves);
        CHECK(bench.statistics.active == host.statistics.active);
      }
    }
  }
}

/// More paths of one cost than there are atoms in a mountain: the first of them, quick.
template <class E>
void bounded_ranks_ties(E const& exec) {
  constexpr std::size_t k = 5000;
  gsta::detail::bounded_tuning const tuning{.spare_paths = 1000};
  for (int const kind : {0, 1, 2}) {
    INFO("kind " << kind);
    plain_graph plain = kind == 0 ? ladder(std::vector<int>(140, 0))
                        : kind == 1
                            ? unit_grid(72)
                            : [] {
                                std::vector<int> dearer(
                                    140, 3);  // 64 best, 8,576 at the next cost, more than k beyond what ties
                                for (int i = 40; i < 46; ++i) dearer[static_cast<std::size_t>(i)] = 0;
                                return ladder(dearer);
                              }();
    search_bench<E> bench(exec, plain);
    auto expected = paths_within(bench.on_host, kind == 2 ? 3 : 0, kind == 2 ? std::size_t{1} << 20 : k);
    std::stable_sort(expected.begin(), expected.end(),
                     [](auto const& a, auto const& b) { return a.cost < b.cost; });
    REQUIRE(expected.size() >= k);
    expected.resize(k);
    auto const found = bench.find({.k = k}, tuning);
    CHECK((found == expected));
    CHECK(bench.statistics.generated == k);
  }
}

/// A limit on cost behind more paths than the counts, which are rough here, know of.
template <class E>
void bounded_ranks_below_a_limit(E const& exec) {
  constexpr std::size_t k = 2000;
  plain_graph plain = ladder(std::vector<int>(60, 300));
  search_bench<E> bench(exec, plain);
  auto expected = paths_within(bench.on_host, 900, 1000000);
  std::sort(expected.begin(), expected.end());
  expected.resize(k);
  femtoseconds const below = bench.on_host.best() + 1001;
  for (std::size_t const most_buckets : {1, 1000}) {
    auto const found =
        bench.find({.k = k, .below = below}, {.buckets = 3, .most_buckets = most_buckets, .spare_paths = 0});
    CHECK((found == expected));
  }
}

/// What a search takes is what it says, and it does not take more than allowed.
template <class E>
void bounded_keeps_to_memory(E const& exec) {
  prng random(1);
  plain_graph plain =
      random_search_graph(random, {.inner = 300, .edges = 1500, .starts = 20, .ends = 20, .highest = 100000});
  search_bench<E> bench(exec, plain);
  auto const free = bench.find({.k = 20000});
  std::size_t const peak = bench.statistics.peak_bytes;
  CHECK(peak > 20000 * sizeof(femtoseconds));
  CHECK(bench.statistics.generated <= 25000);
  bool refused = false;
  for (std::size_t most = peak; most > 0; most /= 2) {
    INFO("allowed " << most);
    try {
      auto const found = bench.find({.k = 20000, .most_bytes = most});
      CHECK(bench.statistics.peak_bytes <= most);
      CHECK((found == free));
    } catch (gsta::argument_error const& error) {
      CHECK_THAT(error.what(), contains("allowed are " + std::to_string(most)));
      refused = true;
    }
  }
  CHECK(refused);
}

/// No vertex between source and sink; a source without edges; one way alone.
template <class E>
void bounded_of_nearly_nothing(E const& exec) {
  plain_graph empty(0);
  CHECK(search_bench<E>(exec, empty).find({.k = 3}).empty());
  plain_graph lonely(1);
  CHECK(search_bench<E>(exec, lonely).find({.k = 3}).empty());
  plain_graph direct(0);
  direct.add(direct.source(), direct.sink(), -4);
  direct.add(direct.source(), direct.sink(), -4);
  auto const found = search_bench<E>(exec, direct).find({.k = std::numeric_limits<std::size_t>::max()});
  CHECK((found == std::vector<whole_path>{{-4, {0}}, {-4, {1}}}));
}

}  // namespace gsta_test
