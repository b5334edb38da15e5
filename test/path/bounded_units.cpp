// The small parts of the bounded search, each against what it is said to be.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gsta/path/costs.hpp"
#include "gsta/path/detail/bounded/counting_exact.hpp"
#include "gsta/path/detail/bounded/range.hpp"
#include "gsta/path/detail/expand/heaps.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

TEST_CASE("classes of excess are in order, without gaps, and within a sixteenth", "[path]") {
  using of_excess = gsta::detail::excess_class;
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
  auto const row = [&](id value) { return gsta::row_of(gsta::view_of(begin), value); };
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
    gsta::detail::work_memory memory(std::size_t{1} << 30);
    gsta::detail::excess_sample const sample(of.exec, of.problem(), memory, 10);
    CHECK(memory.peak() > 0);
    CHECK(memory.free() == std::size_t{1} << 30);
    CAPTURE(seed);
    CHECK(sample.best == of.best());
    auto const within = [&](femtoseconds range) {
      return static_cast<std::size_t>(std::upper_bound(of.excess.begin(), of.excess.end(), range) -
                                      of.excess.begin());
    };
    for (std::size_t c = 0; c < 300; ++c) {
      femtoseconds const last = gsta::detail::excess_class::last(c);
      REQUIRE(sample.within(last) == within(last));
    }
    for (std::size_t wanted = 1; wanted <= of.excess.size(); ++wanted) {
      for (femtoseconds const low : {femtoseconds{-1}, of.excess[wanted - 1], of.excess[wanted - 1] + 100}) {
        femtoseconds want = gsta::detail::any_excess;  // the end of the first class that is far enough
        for (std::size_t i = of.excess.size(); i-- > wanted - 1;) {
          femtoseconds const last =
              gsta::detail::excess_class::last(gsta::detail::excess_class::of(of.excess[i]));
          if (last > low) want = last;
        }
        REQUIRE(sample.range_of(wanted, low) == want);
      }
    }
    REQUIRE(sample.range_of(of.excess.size() + 1, 0) == gsta::detail::any_excess);
    sidetracks += of.excess.size();
  }
  CHECK(sidetracks > 500);
}

TEST_CASE("a sample takes one edge of each stretch, and none behind the last", "[path]") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    sampled_graph const of(seed);
    std::size_t const edges = of.view.edge_count();
    for (std::size_t stride = 1; stride <= edges + 3; ++stride) {
      gsta::buffer<id, gsta::memory_space::host> counts(of.exec, gsta::detail::excess_class::count + 2);
      fill(of.exec, counts.view(), 0);
      std::size_t const stretches = std::max<std::size_t>(1, (edges + stride - 1) / stride);
      for_each_n(
          of.exec, stretches,
          gsta::detail::sample_excess_op<gsta::memory_space::host>{{of.problem()}, stride, counts.view()});
      std::size_t seen = 0;
      for (std::size_t c = 0; c < gsta::detail::excess_class::count; ++c)
        seen += static_cast<std::size_t>(counts[c]);
      CAPTURE(seed, stride);
      REQUIRE(seen <= stretches);
      if (stride == 1) REQUIRE(seen == of.excess.size());
    }
  }
}

TEST_CASE("an estimate says up to which excess so many paths lie", "[path]") {
  auto const is = [](gsta::detail::path_estimate::bound const& got, femtoseconds excess, std::size_t paths) {
    CHECK(got.excess == excess);
    CHECK(got.paths == paths);
  };
  // Buckets of 10: about 0, 10, 20 and 30, each half a bucket either way.
  gsta::detail::path_estimate const rough{30, 10, {1, 3, 0, 12}};
  CHECK(rough.all() == 16);
  is(rough.holding(1), 5, 1);
  is(rough.holding(2), 10, 4);  // log 2 is half of log 4
  is(rough.holding(4), 15, 4);
  is(rough.holding(5), 26, 16);   // (log 5 - log 4) / (log 16 - log 4) = 0.16 of the last bucket
  is(rough.holding(16), 30, 16);  // held to the range
  gsta::detail::path_estimate const exact{3, 1, {1, 3, 0, 12}};
  is(exact.holding(1), 0, 1);
  is(exact.holding(2), 1, 4);
  is(exact.holding(5), 3, 16);
}

TEST_CASE("an estimate says where to count anew: in a part of the range, or beyond it", "[path]") {
  gsta::detail::path_estimate const early{300, 10, {1, 3, 0, 12}};
  CHECK(early.finer(2) == 2 * 10 + 2 * 10);
  CHECK(early.finer(16) == 2 * 35 + 2 * 10);
  CHECK(early.finer(17) == 300);                                              // there are not so many
  CHECK(gsta::detail::path_estimate{60, 10, {1, 3, 0, 12}}.finer(16) == 60);  // 35 is no small part of it
  CHECK(gsta::detail::path_estimate{300, 1, {1, 3, 0, 12}}.finer(2) == 300);  // counted exactly already
  // 8 paths up to three quarters of the range, 16 in all: twice as many a quarter, and a fifth more for
  // safety.
  gsta::detail::path_estimate const rising{100, 10, {1, 1, 1, 1, 2, 2, 4, 4}};
  CHECK(rising.beyond(64) == 100 + 60 + 1);
  CHECK(rising.beyond(17) == 100 + static_cast<femtoseconds>(1.2 * std::log2(17.0 / 16.0) * 25) + 1);
  CHECK(rising.beyond(std::size_t{1} << 40) == 100 + 300 + 1);  // no more than three ranges
  CHECK(rising.beyond(16) == -1);                               // so many there are
  CHECK(gsta::detail::path_estimate{100, 10, {4, 4, 4, 4, 0, 0, 0, 1}}.beyond(64) == -1);  // it hardly rises
  CHECK(gsta::detail::path_estimate{100, 10, {0, 0, 0, 0, 0, 0, 0, 9}}.beyond(64) == -1);  // from nothing
  CHECK(gsta::detail::path_estimate{100, 50, {1, 2, 4}}.beyond(64) == -1);  // too few buckets to tell
}

TEST_CASE("room is made for items when there is none, twice of what there was", "[path]") {
  gsta::detail::work_memory memory(10000);
  std::vector<int> items;
  gsta::detail::make_room(memory, items);
  CHECK(items.capacity() == 64);
  CHECK(memory.free() == 10000 - 64 * sizeof(int));
  items.resize(60);
  gsta::detail::make_room(memory, items, 4);  // there is room for just these
  CHECK(items.capacity() == 64);
  gsta::detail::make_room(memory, items, 5);
  CHECK(items.capacity() == 128);
  CHECK(memory.free() == 10000 - 128 * sizeof(int));
  gsta::detail::make_room(memory, items, 500);
  CHECK(items.capacity() == 560);
  CHECK(memory.free() == 10000 - 560 * sizeof(int));
  CHECK(memory.peak() == (560 + 128) * sizeof(int));  // the old items are held meanwhile
}

TEST_CASE("working memory is on an account that is kept", "[path]") {
  gsta::host_executor const exec;
  gsta::detail::work_memory memory(100);
  {
    gsta::detail::work_array<int, gsta::memory_space::host> first(exec, memory, 10);
    CHECK(memory.free() == 60);
    gsta::detail::work_array<int, gsta::memory_space::host> second(exec, memory, 15);
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
  gsta::detail::work_array<int, gsta::memory_space::host> kept(exec, memory, 5);
  auto const released = std::move(kept).release();
  CHECK(released.size() == 5);
  CHECK(memory.free() == 100);
}

TEST_CASE("the unit of detours is their greatest common divisor", "[path]") {
  auto const unit = [](std::vector<femtoseconds> const& detours) {
    gsta::detail::active_view<gsta::memory_space::host> active{};
    active.detour = gsta::view_of(detours);
    std::vector<id> const edges(detours.size());
    active.edge = gsta::view_of(edges);
    return gsta::detail::unit_of(gsta::host_executor{}, active);
  };
  CHECK(unit({6, 0, 9, 15}) == 3);
  CHECK(unit({8, 12}) == 4);
  CHECK(unit({7}) == 7);
  CHECK(unit({0, 0}) == 0);
  CHECK(unit({}) == 0);
}
