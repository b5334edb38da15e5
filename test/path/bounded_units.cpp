// The small parts of the bounded search, each against what it is said to be.
#include <algorithm>
#include <string>
#include <vector>

#include "gsta/path/costs.hpp"
#include "gsta/path/detail/bounded/counting_exact.hpp"
#include "gsta/path/detail/bounded/range.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;
namespace detail = gsta::detail;

TEST_CASE("classes of excess are in order, without gaps, and within a sixteenth", "[path]") {
  using of_excess = detail::excess_class;
  prng random(1);
  std::vector<femtoseconds> some;
  for (femtoseconds x = 0; x < 2000; ++x) some.push_back(x);
  for (int bits = 11; bits < 60; ++bits) {
    femtoseconds const power = femtoseconds{1} << bits;
    for (femtoseconds const x : {power - 1, power, power + 1, power + power / 16, power + power / 16 - 1})
      some.push_back(x);
    for (int i = 0; i < 20; ++i)
      some.push_back(power + static_cast<femtoseconds>(random.next() % static_cast<std::uint64_t>(power)));
  }
  std::size_t wrong = 0;
  for (femtoseconds const x : some) {
    std::size_t const c = of_excess::of(x);
    wrong += c >= of_excess::count;
    wrong += of_excess::last(c) < x || (c > 0 && of_excess::last(c - 1) >= x);
    wrong += of_excess::last(c) - x > x / 16;
  }
  for (std::size_t c = 0; c < of_excess::count; ++c) wrong += of_excess::of(of_excess::last(c)) != c;
  CHECK(wrong == 0);
  CHECK(of_excess::of(15) == 15);
  CHECK(of_excess::of(16) == 16);
  CHECK(of_excess::last(16) == 16);
  CHECK(of_excess::last(32) == 33);  // from 32 on a class holds two
}

TEST_CASE("the row of a value is the last that begins not above it", "[path]") {
  std::vector<id> const begin{0, 2, 2, 5, 9};
  auto const row = [&](id value) { return detail::row_of(gsta::view_of(begin), value); };
  CHECK(row(0) == 0);
  CHECK(row(1) == 0);
  CHECK(row(2) == 2);
  CHECK(row(4) == 2);
  CHECK(row(5) == 3);
  CHECK(row(8) == 3);
}

namespace {

/// A graph whose edges are fewer than a sample: all of them are seen.
struct sampled_graph {
  gsta::host_executor exec;
  plain_graph plain;
  gsta::search_graph_view<gsta::memory_space::host> view;
  gsta::search_costs<gsta::memory_space::host> costs;
  std::vector<femtoseconds> excess;  // of all sidetracks, ascending

  explicit sampled_graph(std::uint64_t seed) : plain(make(seed)), view(plain.view()) {
    costs = find_costs(exec, make_search_rows(exec, view), view);
    for (auto const& path : all_sidetracks()) excess.push_back(path);
    std::sort(excess.begin(), excess.end());
  }
  gsta::search_problem<gsta::memory_space::host> problem() const { return {view, costs.view}; }
  femtoseconds best() const { return costs.view.suffix[static_cast<std::size_t>(view.source())]; }

 private:
  static plain_graph make(std::uint64_t seed) {
    prng random(seed);
    return random_search_graph(random, {30, 90, 4, 4, 0, seed % 2 == 0 ? 9 : 100000});
  }
  /// How much dearer than the best of all the best path over each edge is that the forest does not take.
  std::vector<femtoseconds> all_sidetracks() const {
    std::vector<femtoseconds> found;
    for (id v = 0; static_cast<std::size_t>(v) < view.vertex_count(); ++v) {
      for (id e = view.begin[v]; e < view.begin[v + 1]; ++e) {
        femtoseconds const to = costs.view.prefix[v], on = costs.view.suffix[view.to[e]];
        if (to == no_path || on == no_path || costs.view.suffix[v] == no_path || costs.view.choice[v] == e)
          continue;
        found.push_back(to + view.weight_of(v, e) + on - best());
      }
    }
    return found;
  }
};

}  // namespace

TEST_CASE("a sample of all sidetracks knows how many lie within a range", "[path]") {
  std::size_t sidetracks = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    sampled_graph const of(seed);
    if (of.best() == no_path) continue;
    detail::work_memory memory(std::size_t{1} << 30);
    detail::excess_sample const sample(of.exec, of.problem(), memory, 10);
    CHECK(memory.peak() > 0);
    CHECK(memory.free() == std::size_t{1} << 30);
    CAPTURE(seed);
    CHECK(sample.best == of.best());
    auto const within = [&](femtoseconds range) {
      return static_cast<std::size_t>(std::upper_bound(of.excess.begin(), of.excess.end(), range) -
                                      of.excess.begin());
    };
    for (std::size_t c = 0; c < 300; ++c) {
      femtoseconds const last = detail::excess_class::last(c);
      REQUIRE(sample.within(last) == within(last));
    }
    for (std::size_t wanted = 1; wanted <= of.excess.size(); ++wanted) {
      for (femtoseconds const low : {femtoseconds{-1}, of.excess[wanted - 1], of.excess[wanted - 1] + 100}) {
        femtoseconds want = detail::any_excess;  // the end of the first class that is far enough
        for (std::size_t i = of.excess.size(); i-- > wanted - 1;) {
          femtoseconds const last = detail::excess_class::last(detail::excess_class::of(of.excess[i]));
          if (last > low) want = last;
        }
        REQUIRE(sample.range_of(wanted, low) == want);
      }
    }
    REQUIRE(sample.range_of(of.excess.size() + 1, 0) == detail::any_excess);
    sidetracks += of.excess.size();
  }
  CHECK(sidetracks > 500);
}

TEST_CASE("working memory is on an account that is kept", "[path]") {
  gsta::host_executor const exec;
  detail::work_memory memory(100);
  {
    detail::work_array<int, gsta::memory_space::host> first(exec, memory, 10);
    CHECK(memory.free() == 60);
    detail::work_array<int, gsta::memory_space::host> second(exec, memory, 15);
    CHECK(memory.free() == 0);
    CHECK(memory.fits(0));
    CHECK_FALSE(memory.fits(1));
    CHECK_THROWS_MATCHES(
        memory.claim(1), gsta::argument_error,
        Catch::Matchers::Message("path search: the next step needs 101 bytes of working memory; "
                                 "allowed are 100"));
    first = std::move(second);  // the memory goes where the array goes
    CHECK(first.size() == 15);
  }
  CHECK(memory.free() == 100);
  CHECK(memory.peak() == 100);
  detail::work_array<int, gsta::memory_space::host> kept(exec, memory, 5);
  auto const released = std::move(kept).release();
  CHECK(released.size() == 5);
  CHECK(memory.free() == 100);
}

TEST_CASE("the unit of detours is their greatest common divisor", "[path]") {
  auto const unit = [](std::vector<femtoseconds> const& detours) {
    detail::active_view<gsta::memory_space::host> active{};
    active.detour = gsta::view_of(detours);
    std::vector<id> const edges(detours.size());
    active.edge = gsta::view_of(edges);
    return detail::unit_of(gsta::host_executor{}, active);
  };
  CHECK(unit({6, 0, 9, 15}) == 3);
  CHECK(unit({8, 12}) == 4);
  CHECK(unit({7}) == 7);
  CHECK(unit({0, 0}) == 0);
  CHECK(unit({}) == 0);
}
