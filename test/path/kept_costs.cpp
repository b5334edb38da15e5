// Costs and forest kept while weights change: those of a fresh sweep, and lists of a fresh search and of all
// ways tried.
#include "gsta/path/kept_costs.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "test/path/search_cases.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;
using gsta::memory_space;

namespace {

struct costs_tally {
  std::size_t edits = 0, paths = 0, tied = 0, closed = 0, empty = 0;
  std::uint64_t repaired = 0, swept = 0;
};

template <class A, class B>
bool same_span(A const& a, B const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// A graph whose weights are edited at random, and what is kept of it.
template <class E>
class edited_graph {
 public:
  edited_graph(E const& exec, std::uint64_t seed, graph_shape const& shape)
      : exec_(exec),
        random_(seed),
        shape_(shape),
        graph_(random_search_graph(random_, shape)),
        view_(graph_.view()),
        kept_(exec, view_) {}

  void edit() {
    for (int n = random_.between(0, 3); n > 0 && !graph_.weight.empty(); --n) {
      auto const e = static_cast<std::size_t>(random_.below(static_cast<int>(graph_.weight.size())));
      graph_.weight[e] = random_.chance(10) ? no_path : random_.between(shape_.lowest, shape_.highest);
      auto const row = std::upper_bound(graph_.begin.begin(), graph_.begin.end(), static_cast<id>(e));
      kept_.touch(static_cast<id>(row - graph_.begin.begin()) - 1, static_cast<id>(e));
    }
  }

  void check(costs_tally& seen, bool brute) {
    seen.repaired += kept_.repair();
    ++seen.edits;
    auto const rows = make_search_rows(exec_, view_);
    auto const fresh = find_costs(exec_, rows, view_);
    seen.swept += fresh.view.suffix.size();
    auto const problem = kept_.problem();
    REQUIRE(same_span(problem.costs.suffix, fresh.view.suffix));
    REQUIRE(same_span(problem.costs.choice, fresh.view.choice));
    REQUIRE(same_span(problem.costs.next, fresh.view.next));
    REQUIRE(same_span(problem.costs.height, fresh.view.height));
    for (std::size_t const k : {1u, 4u, 50u})
      for (auto const below : {no_path, gsta::femtoseconds{7}}) check_list(rows, fresh, {k, below}, seen);
    if (brute) check_all(seen);
    check_some(seen);
  }

 private:
  void check_list(gsta::search_rows<memory_space::host> const& rows,
                  gsta::search_costs<memory_space::host> const& fresh, gsta::k_paths_options const& options,
                  costs_tally& seen) {
    auto const found = kept_.k_critical_paths(options);
    auto const wanted = k_critical_paths(exec_, rows, {view_, fresh.view}, options);
    REQUIRE(same_span(found.paths.view.cost, wanted.paths.view.cost));
    REQUIRE(same_span(found.paths.view.begin, wanted.paths.view.begin));
    REQUIRE(same_span(found.paths.view.side, wanted.paths.view.side));
    seen.paths += found.paths.view.size();
    seen.empty += found.paths.view.size() == 0;
    auto const& cost = found.paths.view.cost;
    for (std::size_t p = 0; p + 1 < cost.size(); ++p) seen.tied += cost[p] == cost[p + 1];
  }

  void check_all(costs_tally& seen) {
    auto const all = all_paths(view_);
    auto const found = kept_.k_critical_paths({.k = all.size() + 1});
    REQUIRE(found.paths.view.size() == all.size());
    auto const problem = kept_.problem();
    for (std::size_t p = 0; p < all.size(); ++p) REQUIRE(expand(problem, found.paths.view, p) == all[p]);
    seen.closed += std::count(graph_.weight.begin(), graph_.weight.end(), no_path);
  }

  /// Some of the source's edges: as if the others were closed.
  void check_some(costs_tally& seen) {
    id const first = graph_.begin[static_cast<std::size_t>(graph_.source())];
    if (marks_.empty() || random_.chance(10)) {
      marks_.resize(graph_.weight.size() - static_cast<std::size_t>(first));
      for (auto& mark : marks_) mark = random_.chance(60);
      kept_.forget_starts();
      if (marks_.empty()) return;
      some_ = kept_.add_starts(gsta::view_of(std::as_const(marks_)));
    }
    auto weight = graph_.weight;
    for (std::size_t i = 0; i < marks_.size(); ++i)
      if (marks_[i] == 0) weight[static_cast<std::size_t>(first) + i] = no_path;
    auto part = view_;
    part.weight = gsta::view_of(std::as_const(weight));
    auto const rows = make_search_rows(exec_, part);
    auto const fresh = find_costs(exec_, rows, part);
    auto const found = kept_.k_critical_paths({.k = 9}, some_);
    auto const wanted = k_critical_paths(exec_, rows, {part, fresh.view}, {.k = 9});
    REQUIRE(same_span(found.paths.view.cost, wanted.paths.view.cost));
    REQUIRE(same_span(found.paths.view.side, wanted.paths.view.side));
    REQUIRE(same_span(kept_.problem(some_).costs.suffix, fresh.view.suffix));
    REQUIRE(same_span(kept_.problem(some_).costs.height, fresh.view.height));
    seen.paths += found.paths.view.size();
  }

  E const& exec_;
  prng random_;
  graph_shape shape_;
  plain_graph graph_;
  gsta::search_graph_view<memory_space::host> view_;
  gsta::kept_costs kept_;
  std::vector<std::uint8_t> marks_;
  std::size_t some_ = 0;
};

}  // namespace

TEST_CASE("kept costs and their lists are those of a fresh sweep and search, whatever weights change",
          "[path][kept]") {
  on_host_backends([](auto const& exec) {
    costs_tally seen;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      INFO("seed " << seed);
      graph_shape shape;
      shape.inner = static_cast<int>(seed % 9);
      shape.edges = 2 * shape.inner;
      shape.lowest = seed % 2 == 0 ? -3 : 0;
      edited_graph of(exec, seed, shape);
      for (int i = 0; i < 25; ++i) {
        of.edit();
        of.check(seen, true);
      }
    }
    CHECK(seen.paths > 20000);
    CHECK(seen.tied > 2000);
    CHECK(seen.closed > 100);
    CHECK(seen.empty > 100);
  });
}

TEST_CASE("so they are in graphs of which edits change a small part", "[path][kept]") {
  on_host_backends([](auto const& exec) {
    costs_tally seen;
    for (std::uint64_t seed = 100; seed < 110; ++seed) {
      INFO("seed " << seed);
      edited_graph of(exec, seed, {400, 900, 60, 60, -20, 30});
      for (int i = 0; i < 40; ++i) {
        of.edit();
        of.check(seen, false);
      }
    }
    CHECK(seen.paths > 40000);
    CHECK(seen.repaired > 100);
    CHECK(20 * seen.repaired < seen.swept);
  });
}

TEST_CASE("kept costs refuse what they cannot keep", "[path][kept]") {
  gsta::host_executor const exec;
  prng random(1);
  auto graph = random_search_graph(random, {});
  auto view = graph.view();
  gsta::kept_costs kept(exec, view);
  std::vector<std::uint8_t> const marks(1, 1);
  CHECK_THROWS_AS(kept.add_starts(gsta::view_of(marks)), gsta::argument_error);
  std::vector<id> const moved(graph.rows.size(), 0);
  view.moved = gsta::view_of(moved);
  CHECK_THROWS_AS(gsta::kept_costs(exec, view), gsta::argument_error);
}
