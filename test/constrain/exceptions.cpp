#include "gsta/constrain/detail/exceptions.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "gsta/constrain/detail/list_checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using gsta::edge_set;
using gsta::exception_effect;
using gsta::exception_lookup;
using gsta::flat_design;
using gsta::id;
using gsta::none;
using gsta::path_exception;
using gsta::tag;

namespace {

constexpr int pins = 6, clocks = 3;

flat_design random_exceptions(gsta_test::prng& random) {
  flat_design d;
  for (int i = 0; i < pins; ++i) d.add_pin();
  auto const some = [&](int below) {
    std::vector<id> list;
    for (int n = random.chance(50) ? 0 : random.between(1, 3); n > 0; --n)
      list.push_back(random.below(below));
    return list;
  };
  auto const edges = [&] { return static_cast<edge_set>(random.chance(70) ? 3 : random.between(1, 2)); };
  for (int n = random.below(7); n > 0; --n) {
    path_exception path;
    path.effect = static_cast<exception_effect>(random.chance(40) ? 0 : random.between(1, 3));
    path.from = some(pins);
    path.from_clocks = some(clocks);
    path.from_at = edges();
    path.to = some(pins);
    path.to_clocks = some(clocks);
    path.to_at = edges();
    path.ending = edges();
    path.setup = random.chance(70);
    path.hold = random.chance(70);
    path.cycles = random.between(0, 3);
    path.delay = static_cast<float>(random.between(0, 3));
    d.exceptions.push_back(path);
  }
  return d;
}

bool holds(std::vector<id> const& list, id wanted) {
  return wanted != none && std::find(list.begin(), list.end(), wanted) != list.end();
}
bool holds_edge(std::vector<id> const& of_clocks, edge_set at, id edge) {
  return edge != none && holds(of_clocks, edge / 2) && (at >> edge % 2 & 1) != 0;
}

/// A path, launched by `launch`, that starts at the rising edge of pin `from` and ends with edge `e` at pin
/// `to`, captured by `capture`.
struct whole_path {
  id from, launch, to, capture;
  int e;
};

/// As the constraint reads, one list after the other.
bool plainly_holds(path_exception const& x, whole_path const& p) {
  bool const from_anywhere = x.from.empty() && x.from_clocks.empty();
  bool const to_anywhere = x.to.empty() && x.to_clocks.empty();
  bool const from =
      (holds(x.from, p.from) && (x.from_at & 1) != 0) || holds_edge(x.from_clocks, x.from_at, p.launch);
  bool const to =
      (holds(x.to, p.to) && (x.to_at >> p.e & 1) != 0) || holds_edge(x.to_clocks, x.to_at, p.capture);
  return (from_anywhere || from) && (to_anywhere || to) && (x.ending >> p.e & 1) != 0;
}

/// Narrower scopes first: the first difference of these counts decides.
std::array<int, 5> scope(path_exception const& x, bool cycles) {
  int const side = cycles ? (x.setup != x.hold ? 1 : 0) : 0;
  return {!x.from.empty(), !x.to.empty(), x.from.empty() && !x.from_clocks.empty(),
          x.to.empty() && !x.to_clocks.empty(), side};
}

/// The winner of one effect among those that hold; `wanted(x)`: counts on the side.
template <class Wanted, class Tighter>
path_exception const* plain_winner(flat_design const& d, whole_path const& p, exception_effect effect,
                                   Wanted const& wanted, Tighter const& tighter) {
  path_exception const* best = nullptr;
  bool const cycles = effect == exception_effect::multicycle;
  for (auto const& x : d.exceptions) {
    if (x.effect != effect || !wanted(x) || !plainly_holds(x, p)) continue;
    if (best == nullptr || scope(x, cycles) > scope(*best, cycles) ||
        (scope(x, cycles) == scope(*best, cycles) && tighter(x, *best)))
      best = &x;
  }
  return best;
}

/// Rows as nodes have them: one for the starts of each pin, without points in between.
std::vector<gsta::exception_row> rows_by_pin(flat_design const& d) {
  std::vector<gsta::exception_row> rows(pins);
  for (id i = 0; i < static_cast<id>(d.exceptions.size()); ++i) {
    auto const& x = d.exceptions[static_cast<std::size_t>(i)];
    for (id pin = 0; pin < pins; ++pin) {
      if (holds(x.from, pin) && (x.from_at & 1) != 0) rows[static_cast<std::size_t>(pin)].push_back({i, 0});
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("of the exceptions that hold for a path the narrowest wins", "[constrain][small]") {
  std::size_t wrong = 0, is_false = 0, delays = 0, cycles = 0, margins = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    gsta_test::prng random(seed);
    flat_design const d = random_exceptions(random);
    auto const rows = rows_by_pin(d);
    exception_lookup const lookup(d, rows);
    for (int i = 0; i < 300; ++i) {
      whole_path const p{random.below(pins), random.between(-1, 2 * clocks - 1), random.below(pins),
                         random.between(-1, 2 * clocks - 1), random.below(2)};
      bool const late = random.chance(50);
      tag const start{p.launch, p.from};
      auto const found = lookup.at({&start, p.to, p.capture, late, static_cast<gsta::edge>(p.e)});
      auto const on_side = [&](path_exception const& x) { return late ? x.setup : x.hold; };
      auto const first = [](auto const&, auto const&) { return false; };
      auto const tighter = [&](auto const& a, auto const& b) {
        return late ? a.delay < b.delay : a.delay > b.delay;
      };
      auto const fewer = [](auto const& a, auto const& b) { return a.cycles < b.cycles; };
      auto const setup = [](path_exception const& x) { return x.setup; };
      auto const hold = [](path_exception const& x) { return x.hold; };
      using enum exception_effect;
      wrong += found.is_false != (plain_winner(d, p, false_path, on_side, first) != nullptr);
      wrong += found.delay != plain_winner(d, p, path_delay, on_side, tighter);
      wrong += found.setup_cycles != plain_winner(d, p, multicycle, setup, fewer);
      wrong += found.hold_cycles != plain_winner(d, p, multicycle, hold, fewer);
      wrong += found.margin != plain_winner(d, p, margin, on_side, first);
      is_false += found.is_false;
      delays += found.delay != nullptr;
      cycles += found.setup_cycles != nullptr;
      margins += found.margin != nullptr;
    }
  }
  CHECK(wrong == 0);
  for (auto const seen : {is_false, delays, cycles, margins}) CHECK(seen > 1000);
}

TEST_CASE("where pins are nodes they are listed as such", "[constrain][small]") {
  auto const nodes = *gsta::detail::nodes_on_pins(4, {}, {});
  gsta::detail::nodes_of_pins const listed{nodes.pin_begin, nodes.node_tag, nodes.node_mask};
  gsta::detail::pins_as_nodes const plain;
  for (id pin = 0; pin < 4; ++pin) {
    CHECK(plain.first(pin) == listed.first(pin));
    CHECK(plain.last(pin) == listed.last(pin));
    CHECK(plain.tag_of(pin) == listed.tag_of(pin));
    for (auto const side : {gsta::split::early, gsta::split::late}) {
      for (auto const edge : {gsta::edge::rise, gsta::edge::fall})
        CHECK(plain.reaches(pin, side, edge) == listed.reaches(pin, side, edge));
    }
    CHECK(plain.last(pin) == pin + 1);
    CHECK(plain.reaches(pin, gsta::split::late, gsta::edge::fall));
  }
}

TEST_CASE("many exceptions cost no more than their lists are long", "[constrain][small]") {
  constexpr id many = 200'000;
  flat_design d;
  for (int i = 0; i < pins; ++i) d.add_pin();
  std::vector<gsta::exception_row> rows(3);
  for (id i = 0; i < many; ++i) {
    // Of each pin many start and of each pin many end, and none of them is both.
    d.exceptions.push_back({.from = {i % 2 == 0 ? 1 : 2}, .to = {i % 2 == 0 ? 3 : 4}});
    rows[static_cast<std::size_t>(i % 2 == 0 ? 1 : 2)].push_back({i, 0});
  }
  d.exceptions.push_back({.from_clocks = {2}, .to = {5}});
  exception_lookup const lookup(d, rows);
  std::size_t found = 0;
  tag const from_1{none, 1}, by_2{4, 1};
  for (int i = 0; i < 20; ++i) {
    found += lookup.at({&from_1, 3, none, true}).is_false;
    found += lookup.at({&from_1, 4, none, true}).is_false ? 100 : 0;
    found += lookup.at({&by_2, 5, none, i % 2 == 0}).is_false;
  }
  CHECK(found == 40);
}

TEST_CASE("more pairs of clock edges than there is room for are refused", "[constrain][small]") {
  constexpr id many = 4000;
  flat_design d;
  d.add_pin();
  d.add_pin();
  d.clocks.assign(1, {1000, {0, 500}});
  d.check_types.emplace_back();
  d.check_data = {0};
  d.check_clock = {1};
  d.check_type_of = {0};
  gsta::vector_by_id<id> const pin_begin{0, many, 2 * many};
  gsta::vector_by_id<id> node_tag(2 * many);
  for (id i = 0; i < 2 * many; ++i) node_tag[i] = i;
  gsta::vector_by_id<std::uint8_t> const reached(2 * many, 0);
  gsta::vector_by_id<tag> const tags(2 * many, tag{0});
  CHECK_THROWS_AS(list_checks(gsta::host_executor{}, d, tags, {{}},
                              gsta::detail::nodes_of_pins{pin_begin, node_tag, reached}),
                  gsta::argument_error);
  gsta::vector_by_id<id> const few{0, many, many + 2000};
  CHECK(list_checks(gsta::host_executor{}, d, tags, {{}}, gsta::detail::nodes_of_pins{few, node_tag, reached})
            .checks.empty());
}
