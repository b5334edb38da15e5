#include "gsta/constrain/detail/exceptions.hpp"

#include <algorithm>
#include <vector>

#include "gsta/constrain/checks.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using gsta::false_path_filter;
using gsta::flat_design;
using gsta::flat_false_path;
using gsta::id;
using gsta::none;
using gsta::tag;

namespace {

constexpr int pins = 6, clocks = 3;

flat_design random_false_paths(gsta_test::prng& random) {
  flat_design d;
  for (int i = 0; i < pins; ++i) d.add_pin();
  auto const some = [&](int below) {
    std::vector<id> list;
    for (int n = random.chance(50) ? 0 : random.between(1, 3); n > 0; --n)
      list.push_back(random.below(below));
    return list;
  };
  for (int n = random.below(5); n > 0; --n) {
    flat_false_path path{some(pins), some(clocks), some(pins), some(clocks)};
    path.setup = random.chance(70);
    path.hold = random.chance(70);
    d.false_paths.push_back(path);
  }
  return d;
}

bool holds(std::vector<id> const& list, id wanted) {
  return wanted != none && std::find(list.begin(), list.end(), wanted) != list.end();
}
bool holds_clock(std::vector<id> const& clocks_of, id launch_or_capture) {
  return launch_or_capture != none && holds(clocks_of, launch_or_capture / 2);
}

/// Whether a path that starts at pin `from`, launched by `launch`, to pin `to`, captured by `capture`, does
/// not count: as the constraint reads, one list after the other.
bool plainly_false(flat_design const& d, id from, id launch, id to, id capture, bool late) {
  return std::any_of(d.false_paths.begin(), d.false_paths.end(), [&](flat_false_path const& path) {
    bool const from_anywhere = path.from.empty() && path.from_clocks.empty();
    bool const to_anywhere = path.to.empty() && path.to_clocks.empty();
    return (late ? path.setup : path.hold) &&
           (from_anywhere || holds(path.from, from) || holds_clock(path.from_clocks, launch)) &&
           (to_anywhere || holds(path.to, to) || holds_clock(path.to_clocks, capture));
  });
}

}  // namespace

TEST_CASE("false paths are told by their starts and ends, side by side", "[constrain][small]") {
  std::size_t compared = 0, wrong = 0, found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    gsta_test::prng random(seed);
    flat_design const d = random_false_paths(random);
    auto const rules = arrival_rules_of(d);
    false_path_filter const filter(d);
    for (id from = 0; from < pins; ++from) {
      id const row =
          rules.start_exception.empty() ? 0 : rules.start_exception[static_cast<std::size_t>(from)];
      for (id launch = none; launch < 2 * clocks; ++launch) {
        for (id capture = none; capture < 2 * clocks; ++capture) {
          id const to = random.below(pins);
          bool const late = random.chance(50);
          bool const want = plainly_false(d, from, launch, to, capture, late);
          wrong += filter.is_false(tag{launch, row}, to, capture, late) != want;
          found += want;
          ++compared;
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(found > 1000);
  CHECK(found < compared / 2);
}

TEST_CASE("pins that start the same false paths share a row of exceptions", "[constrain][small]") {
  flat_design d;
  for (int i = 0; i < pins; ++i) d.add_pin();
  d.false_paths.push_back({{1, 2, 2}, {}, {5}, {}});
  d.false_paths.push_back({{2, 3, 1}, {}, {4}, {}});
  auto const rules = arrival_rules_of(d);
  CHECK(rules.start_exception == std::vector<id>{0, 1, 1, 2, 0, 0});
  CHECK(rules.exceptions == std::vector<std::vector<id>>{{}, {0, 1}, {1}});
  CHECK(arrival_rules_of(flat_design{}).exceptions == std::vector<std::vector<id>>{{}});
}

TEST_CASE("where pins are nodes they are listed as such", "[constrain][small]") {
  auto const nodes = gsta::detail::nodes_are_pins(4);
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

TEST_CASE("many false paths cost no more than their lists are long", "[constrain][small]") {
  constexpr id many = 200'000;
  flat_design d;
  for (int i = 0; i < pins; ++i) d.add_pin();
  for (id i = 0; i < many; ++i) {
    // Of each pin many start and of each pin many end, and none of them is both.
    d.false_paths.push_back({{i % 2 == 0 ? 1 : 2}, {}, {i % 2 == 0 ? 3 : 4}, {}});
  }
  d.false_paths.push_back({{}, {2}, {5}, {}});
  auto const rules = arrival_rules_of(d);
  false_path_filter const filter(d);
  std::size_t found = 0;
  for (int i = 0; i < 20; ++i) {
    found += filter.is_false(tag{none, rules.start_exception[1]}, 3, none, true);
    found += filter.is_false(tag{none, rules.start_exception[1]}, 4, none, true) ? 100 : 0;
    found += filter.is_false(tag{4, rules.start_exception[1]}, 5, none, i % 2 == 0);
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
  std::vector<id> const pin_begin{0, many, 2 * many};
  std::vector<id> node_tag(2 * many);
  for (id i = 0; i < 2 * many; ++i) node_tag[static_cast<std::size_t>(i)] = i;
  std::vector<std::uint8_t> const reached(2 * many, 0);
  std::vector<tag> const tags(2 * many, tag{0});
  CHECK_THROWS_AS(list_checks(d, tags, gsta::detail::nodes_of_pins{pin_begin, node_tag, reached}),
                  gsta::argument_error);
  std::vector<id> const few{0, many, many + 2000};
  CHECK(list_checks(d, tags, gsta::detail::nodes_of_pins{few, node_tag, reached}).empty());
}
