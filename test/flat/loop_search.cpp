// Loops of random graphs: against reachability, and whatever numbers their pins have.

#include "gsta/flat/detail/loop_search.hpp"

#include <algorithm>
#include <numeric>

#include "gsta/core/tbb_executor.hpp"
#include "gsta/flat/detail/shared_rows.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace {

using gsta::id;
using gsta::none;
using gsta::detail::closed_loop;
using gsta::detail::fanout_rows;
using gsta::detail::find_cuts;
using gsta::detail::has_loops;
using gsta::detail::loop_groups;
using gsta::detail::pin_edges;
using gsta::detail::shared_rows;

pin_edges random_edges(gsta_test::prng& random, int pins, int edges, bool with_loops) {
  pin_edges all;
  for (int e = 0; e < edges; ++e) {
    int const a = random.below(pins), b = random.below(pins);
    if (with_loops || a < b) all.add(static_cast<id>(a), static_cast<id>(b));
  }
  return all;
}

/// [from][to]: a way of one edge or more.
std::vector<std::vector<bool>> reachable(int pins, pin_edges const& edges) {
  auto const n = static_cast<std::size_t>(pins);
  std::vector<std::vector<bool>> way(n, std::vector<bool>(n));
  for (std::size_t e = 0; e < edges.from.size(); ++e) way[edges.from[e]][edges.to[e]] = true;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; way[i][k] && j < n; ++j) way[i][j] = way[i][j] || way[k][j];
    }
  }
  return way;
}

/// Cuts of a graph whose pins have these names and places.
std::vector<closed_loop> cuts_of(int pins, pin_edges const& edges, std::vector<int> const& name,
                                 std::vector<int> const& place) {
  return find_cuts(
      fanout_rows(static_cast<std::size_t>(pins), edges), 1000, [&](id a, id b) { return name[a] < name[b]; },
      [&](id a, id b) { return place[a] < place[b]; });
}

std::vector<int> shuffled(gsta_test::prng& random, int n) {
  std::vector<int> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 0);
  random.shuffle(numbers);
  return numbers;
}

/// The edges out of each pin, as `has_loops` takes them.
struct pin_rows : shared_rows<id> {
  using shared_rows::shared_rows;
  std::size_t pins() const { return rows(); }
  template <class Visit>
  void for_each(id pin, Visit const& visit) const {
    for (id k = begin[pin]; k < begin[pin + 1]; ++k) visit(items[k]);
  }
};

pin_rows rows_of(gsta::host_threads const& threads, int pins, pin_edges const& edges) {
  return {threads, static_cast<std::size_t>(pins), edges.from.size(),
          [&](std::size_t e, auto const& add) { add(edges.from[e], edges.to[e]); }};
}

bool has_edge(pin_edges const& edges, id from, id to) {
  for (std::size_t e = 0; e < edges.from.size(); ++e) {
    if (edges.from[e] == from && edges.to[e] == to) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("several threads find whether a large graph has a loop", "[flat]") {
  gsta_test::prng random(7);
  int const pins = 100000;
  auto edges = random_edges(random, pins, 2 * pins, false);
  gsta::host_executor const alone;
  for (bool const closed : {false, true}) {
    if (closed) edges.add(edges.to[12345], edges.from[12345]);
    for (unsigned const threads : {1U, 2U, 16U}) {
      gsta::tbb_executor const exec(threads);
      auto const rows = rows_of(exec, pins, edges), expected = rows_of(alone, pins, edges);
      REQUIRE(rows.begin == expected.begin);
      for (std::size_t pin = 0; pin < rows.rows(); ++pin) {
        auto const row = [pin](auto const& of) {
          std::vector<id> heads(of.items.begin() + of.begin[pin], of.items.begin() + of.begin[pin + 1]);
          std::sort(heads.begin(), heads.end());
          return heads;
        };
        if (row(rows) != row(expected)) FAIL("pin " << pin);
      }
      CHECK(has_loops(exec, rows) == closed);
    }
  }
}

TEST_CASE("several threads share what one pin leads to", "[flat]") {
  gsta_test::prng random(11);
  int const pins = 200000;
  auto edges = random_edges(random, pins, pins, false);
  for (int pin = 1; pin < pins; ++pin)
    edges.add(random.chance(50) ? 0 : static_cast<id>(pin - 1), static_cast<id>(pin));
  for (bool const closed : {false, true}) {
    if (closed) edges.add(edges.to.back(), edges.from.back());
    for (unsigned const threads : {1U, 2U, 16U}) {
      gsta::tbb_executor const exec(threads);
      CHECK(has_loops(exec, rows_of(exec, pins, edges)) == closed);
    }
  }
}

TEST_CASE("loop groups are the pins that reach each other", "[flat]") {
  gsta_test::prng random(1);
  for (int run = 0; run < 1000; ++run) {
    int const pins = random.between(1, 14);
    auto const edges = random_edges(random, pins, random.between(0, 2 * pins), true);
    fanout_rows const rows(static_cast<std::size_t>(pins), edges);
    auto const group = loop_groups(rows);
    bool const any = std::any_of(group.begin(), group.end(), [](id of) { return of != none; });
    REQUIRE(has_loops(gsta::host_executor{}, rows_of(gsta::host_executor{}, pins, edges)) == any);
    auto const way = reachable(pins, edges);
    for (std::size_t a = 0; a < group.size(); ++a) {
      REQUIRE((group[a] != none) == way[a][a]);
      for (std::size_t b = 0; b < a; ++b)
        REQUIRE((group[a] != none && group[a] == group[b]) == (way[a][b] && way[b][a]));
    }
  }
}

TEST_CASE("the cuts open all loops, and each is part of one", "[flat]") {
  gsta_test::prng random(2);
  std::size_t cut = 0;
  for (int run = 0; run < 1000; ++run) {
    bool const with_loops = run % 4 != 0;
    int const pins = random.between(1, run % 10 == 0 ? 400 : 40);
    auto const edges = random_edges(random, pins, random.between(0, 2 * pins), with_loops);
    auto const loops = cuts_of(pins, edges, shuffled(random, pins), shuffled(random, pins));
    if (!with_loops) REQUIRE(loops.empty());
    cut += loops.size();
    pin_edges rest;
    for (std::size_t e = 0; e < edges.from.size(); ++e) {
      bool goes = false;
      for (auto const& loop : loops) goes = goes || (loop.from == edges.from[e] && loop.to == edges.to[e]);
      if (!goes) rest.add(edges.from[e], edges.to[e]);
    }
    for (id const group : loop_groups(fanout_rows(static_cast<std::size_t>(pins), rest)))
      REQUIRE(group == none);
    for (auto const& loop : loops) {
      REQUIRE(loop.length == loop.pins.size());
      REQUIRE((loop.pins.front() == loop.to && loop.pins.back() == loop.from));
      for (std::size_t i = 0; i < loop.pins.size(); ++i)
        REQUIRE(has_edge(edges, loop.pins[i], loop.pins[(i + 1) % loop.pins.size()]));
    }
  }
  CHECK(cut > 1000);
}

TEST_CASE("pins may be numbered otherwise: the same names and places are cut alike", "[flat]") {
  gsta_test::prng random(3);
  for (int run = 0; run < 300; ++run) {
    int const pins = random.between(2, run % 3 == 0 ? 400 : 60);
    auto const edges = random_edges(random, pins, random.between(pins, 2 * pins), true);
    auto const name = shuffled(random, pins), place = shuffled(random, pins), other = shuffled(random, pins);
    pin_edges moved;
    std::vector<int> moved_name(name.size()), moved_place(name.size());
    for (std::size_t e = 0; e < edges.from.size(); ++e) moved.add(other[edges.from[e]], other[edges.to[e]]);
    for (std::size_t pin = 0; pin < name.size(); ++pin) {
      moved_name[other[pin]] = name[pin];
      moved_place[other[pin]] = place[pin];
    }
    auto const here = cuts_of(pins, edges, name, place),
               there = cuts_of(pins, moved, moved_name, moved_place);
    REQUIRE(here.size() == there.size());
    for (std::size_t i = 0; i < here.size(); ++i) {
      REQUIRE(there[i].from == other[here[i].from]);
      REQUIRE(there[i].to == other[here[i].to]);
    }
  }
}

TEST_CASE("where OpenSTA cuts: roots from the last name on, and rings behind their first pin",
          "[flat][small]") {
  // a and b enter the ring 2 -> 3 -> 2: the walk from b, which has the greater name, closes it at 2.
  pin_edges entered;
  for (auto const& [from, to] : {std::pair<id, id>{0, 3}, {1, 2}, {2, 3}, {3, 2}}) entered.add(from, to);
  auto const cut = cuts_of(4, entered, {0, 1, 2, 3}, {0, 1, 2, 3});
  REQUIRE(cut.size() == 1);
  CHECK((cut[0].from == 3 && cut[0].to == 2));
  // Nothing enters this one: the edge out of the pin with the least name goes.
  pin_edges ring;
  for (auto const& [from, to] : {std::pair<id, id>{0, 1}, {1, 2}, {2, 0}}) ring.add(from, to);
  auto const first = cuts_of(3, ring, {2, 0, 1}, {0, 1, 2});
  REQUIRE(first.size() == 1);
  CHECK((first[0].from == 1 && first[0].to == 2));
  CHECK(first[0].pins == std::vector<id>{2, 0, 1});
}
