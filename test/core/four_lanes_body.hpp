#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "gsta/core/four_lanes.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

/// Four lanes against the same formula of each lane by itself: the bits must be those of the scalar.
namespace gsta_test {

using gsta::conditions;
using gsta::four_ids;
using gsta::four_lanes;
using gsta::id;
using gsta::per_condition;
namespace math = gsta::math;

inline per_condition<float> some_values(prng& random) {
  std::vector<float> const special{0.0f, -0.0f, math::infinity, -math::infinity, 1.0f, -1.0f, 1e-42f};
  per_condition<float> all;
  for (float& x : all.value) x = random.chance(40) ? random.pick(special) : random.real(-100, 100);
  return all;
}

inline bool has(four_lanes const& got, per_condition<float> const& want) {
  per_condition<float> stored;
  got.store(stored);
  return std::memcmp(&stored, &want, sizeof want) == 0;
}

template <class F>
per_condition<float> of_each(F const& f) {
  return {f(0), f(1), f(2), f(3)};
}

inline void lanes_move_as_named() {
  per_condition<float> const a{1, 2, 3, 4}, b{5, 6, 7, 8};
  auto const x = four_lanes::load(a), y = four_lanes::load(b);
  CHECK(has(x, a));
  CHECK(has(four_lanes::same(7), gsta::same_value(7)));
  CHECK(has(x.other_edge(), {2, 1, 4, 3}));
  CHECK(has(x.turn_early(), {-1, -2, 3, 4}));
  CHECK(has(x.turn_late(), {1, 2, -3, -4}));
  CHECK(has(four_lanes::early_of(x, y), {1, 2, 7, 8}));
  CHECK(has(four_lanes::rising_of(x, y), {1, 6, 3, 8}));
}

inline void pairs_come_apart_and_together() {
  float const early[]{1, 2, 3, 4}, late[]{5, 6, 7, 8};
  four_lanes first, second;
  four_lanes::split(early, late, first, second);
  CHECK(has(first, {1, 3, 5, 7}));
  CHECK(has(second, {2, 4, 6, 8}));
  float early_again[4], late_again[4];
  four_lanes::join(first, second, early_again, late_again);
  CHECK(std::equal(early, early + 4, early_again));
  CHECK(std::equal(late, late + 4, late_again));
  float const* const anywhere[]{late + 2, early, late, early + 2};
  four_lanes::split(anywhere, first, second);
  CHECK(has(first, {7, 1, 5, 3}));
  CHECK(has(second, {8, 2, 6, 4}));
}

inline void lanes_compute_like_scalars() {
  prng random(1);
  for (int round = 0; round < 500; ++round) {
    per_condition<float> const a = some_values(random), b = some_values(random);
    auto const x = four_lanes::load(a), y = four_lanes::load(b);
    per_condition<float> positive = a, divisor = b;
    for (int c = 0; c < conditions; ++c) {  // without NaN, whose bits are nobody's
      positive[c] = math::is_defined(a[c]) ? a[c] : 2.0f;
      divisor[c] = math::is_defined(b[c]) && b[c] != 0 ? b[c] : 3.0f;
    }
    auto const p = four_lanes::load(positive), q = four_lanes::load(divisor);
    REQUIRE(has(math::add(p, q), of_each([&](int c) { return positive[c] + divisor[c]; })));
    REQUIRE(has(math::sub(p, q), of_each([&](int c) { return positive[c] - divisor[c]; })));
    REQUIRE(has(math::mul(p, q), of_each([&](int c) { return positive[c] * divisor[c]; })));
    REQUIRE(has(math::div(p, q), of_each([&](int c) { return positive[c] / divisor[c]; })));
    REQUIRE(has(math::root_or_zero(p), of_each([&](int c) { return math::root_or_zero(positive[c]); })));
    REQUIRE(has(math::turned_where_negative(x, y),
                of_each([&](int c) { return math::turned_where_negative(a[c], b[c]); })));
    REQUIRE(has(math::zero_where_negative(x), of_each([&](int c) { return a[c] < 0 ? 0.0f : a[c]; })));
    REQUIRE(has(math::defined_or(x, y), of_each([&](int c) { return math::defined_or(a[c], b[c]); })));
    REQUIRE(has(four_lanes::greater(x, y), of_each([&](int c) { return a[c] > b[c] ? a[c] : b[c]; })));
  }
}

inline void masks_choose_lanes() {
  for (int left = 0; left < 16; ++left) {
    for (int right = 0; right < 16; ++right) {
      auto const mask_of = [](int bits) {
        return four_lanes::load(of_each([&](int c) { return static_cast<float>(bits >> c & 1); })) >
               four_lanes::same(0.5f);
      };
      auto const a = mask_of(left), b = mask_of(right);
      CHECK(a.code() == left);
      CHECK((a & b).code() == (left & right));
      CHECK((a | b).code() == (left | right));
    }
    auto const mask =
        four_lanes::load(of_each([&](int c) { return left >> c & 1 ? 1.0f : -1.0f; })) > four_lanes::same(0);
    CHECK(has(four_lanes::choose(mask, four_lanes::same(3), four_lanes::same(4)),
              of_each([&](int c) { return left >> c & 1 ? 3.0f : 4.0f; })));
    gsta::per_condition<id> chosen;
    four_ids::choose(mask, four_ids::same(3), four_ids::same(4)).store(chosen);
    for (int c = 0; c < conditions; ++c) CHECK(chosen[c] == (left >> c & 1 ? 3 : 4));
  }
  CHECK(math::is_defined(four_lanes::load({math::infinity, 0, -math::infinity, 1})).code() == 0b1010);
  for (float const most : {5.0f, -5.0f}) {
    CHECK(math::all_within({most, 1, -most, 0}, 5));
    for (float const beyond :
         {std::nextafter(most, 2 * most), math::infinity, -math::infinity, std::nanf("")}) {
      for (int c = 0; c < conditions; ++c) {
        per_condition<float> x{most, 1, -most, 0};
        x[c] = beyond;
        CHECK_FALSE(math::all_within(x, 5));
      }
    }
  }
}

inline void ids_count_and_stay_within() {
  alignas(16) float rows[32];
  prng random(2);
  for (int round = 0; round < 100; ++round) {
    for (float& x : rows) x = static_cast<float>(random.below(10));
    per_condition<float> const at = of_each([&](int) { return static_cast<float>(random.below(12)) - 1.0f; });
    gsta::per_condition<id> below, less, inside;
    four_ids const counted = four_ids::count_below(rows, four_lanes::load(at));
    counted.store(below);
    four_ids::less_one(counted).store(less);
    four_ids::load(below).within(2, 5).store(inside);
    for (int c = 0; c < conditions; ++c) {
      float const* const row = rows + 8 * c;
      REQUIRE(below[c] == std::count_if(row, row + 8, [&](float point) { return point < at[c]; }));
      REQUIRE(less[c] == below[c] - 1);
      REQUIRE(inside[c] == std::clamp(below[c], 2, 5));
    }
  }
}

/// Two bits a condition: 1 for the rising edge at the arc's input, 2 for the falling one.
inline void maps_of_edges_become_masks() {
  for (int code = 0; code < 256; ++code) {
    int same = 0, other = 0;
    for (int c = 0; c < conditions; ++c) {
      int const from = code >> (2 * c) & 3, own = gsta::edge_of(c) == 0 ? 1 : 2;
      same |= (from == own ? 1 : 0) << c;
      other |= (from == 3 - own ? 1 : 0) << c;
    }
    REQUIRE(four_ids::by_two_bits(code, true).code() == same);
    REQUIRE(four_ids::by_two_bits(code, false).code() == other);
  }
}

}  // namespace gsta_test

TEST_CASE("lanes move as their names say", "[core][small]") { gsta_test::lanes_move_as_named(); }
TEST_CASE("pairs come apart and together", "[core][small]") { gsta_test::pairs_come_apart_and_together(); }
TEST_CASE("lanes have the bits of scalars", "[core][small]") { gsta_test::lanes_compute_like_scalars(); }
TEST_CASE("masks choose lanes", "[core][small]") { gsta_test::masks_choose_lanes(); }
TEST_CASE("ids are counted and kept within bounds", "[core][small]") {
  gsta_test::ids_count_and_stay_within();
}
TEST_CASE("codes of edges become masks", "[core][small]") { gsta_test::maps_of_edges_become_masks(); }
