#include "gsta/core/units.hpp"

#include <limits>

#include "test/support/catch.hpp"

using namespace gsta;

TEST_CASE("femtoseconds round to the nearest, halves away from zero", "[core][small]") {
  CHECK(to_femtoseconds(0.0f) == 0);
  CHECK(to_femtoseconds(-0.0f) == 0);
  CHECK(to_femtoseconds(1.0f) == 1000);
  CHECK(to_femtoseconds(-1.0f) == -1000);
  CHECK(to_femtoseconds(0.0625f) == 63);    // 62.5
  CHECK(to_femtoseconds(-0.0625f) == -63);  // -62.5
  CHECK(to_femtoseconds(0.0004f) == 0);
  CHECK(to_femtoseconds(-0.0004f) == 0);
  CHECK(to_femtoseconds(0.0006f) == 1);
  CHECK(to_femtoseconds(-0.0006f) == -1);
  CHECK(to_femtoseconds(1234.5f) == 1234500);
}

TEST_CASE("a float's own rounding is not added to", "[core][small]") {
  CHECK(to_femtoseconds(0.1f) == 100);
  CHECK(to_femtoseconds(1e9f) == 1000000000000);  // 1 ms; the product needs more than a float
  CHECK(to_femtoseconds(16777215.0f) == 16777215000);
  CHECK(to_femtoseconds(-987654.0f) == -987654000);
}

TEST_CASE("femtoseconds stay within what a sum can hold", "[core][small]") {
  CHECK(to_femtoseconds(9e12f) == 9000000159744000);
  CHECK(to_femtoseconds(1e13f) == 9007199254740992);
  CHECK(to_femtoseconds(3e38f) == 9007199254740992);
  CHECK(to_femtoseconds(-3e38f) == -9007199254740992);
  CHECK(to_femtoseconds(math::infinity) == 9007199254740992);
  CHECK(to_femtoseconds(-math::infinity) == -9007199254740992);
}

TEST_CASE("picoseconds come back from femtoseconds", "[core][small]") {
  CHECK(to_picoseconds(0) == 0.0f);
  CHECK(to_picoseconds(1500) == 1.5f);
  CHECK(to_picoseconds(-250) == -0.25f);
  for (float const ps : {0.125f, -3.5f, 1000.0f, 123456.0f}) CHECK(to_picoseconds(to_femtoseconds(ps)) == ps);
}

TEST_CASE("conditions stand in the order ER EF LR LF", "[core][small]") {
  CHECK(condition(split::early, edge::rise) == 0);
  CHECK(condition(split::early, edge::fall) == 1);
  CHECK(condition(split::late, edge::rise) == 2);
  CHECK(condition(split::late, edge::fall) == 3);
  for (int c = 0; c < conditions; ++c) {
    CHECK(is_late(c) == (c >= 2));
    CHECK(edge_of(c) == c % 2);
  }
}

TEST_CASE("four values fill one aligned word", "[core][small]") {
  static_assert(sizeof(per_condition<float>) == 16 && alignof(per_condition<float>) == 16);
  static_assert(sizeof(per_condition<std::int64_t>) == 32);
  per_condition<float> a = same_value(2.0f);
  CHECK(a == per_condition<float>{2, 2, 2, 2});
  a[3] = 1;
  CHECK_FALSE(a == same_value(2.0f));
}

TEST_CASE("undefined is the identity of each merge", "[core][small]") {
  for (int c = 0; c < conditions; ++c) {
    float const arrival = undefined_arrival()[c], required = undefined_required()[c];
    for (float const x : {-1e30f, 0.0f, 1e30f}) {
      CHECK((is_late(c) ? std::max(arrival, x) : std::min(arrival, x)) == x);
      CHECK((is_late(c) ? std::min(required, x) : std::max(required, x)) == x);
    }
    CHECK_FALSE(math::is_defined(arrival));
    CHECK_FALSE(math::is_defined(required));
    CHECK(undefined_arrival(c) == arrival);
    CHECK(undefined_required(c) == required);
  }
}

TEST_CASE("what comes to more than nine seconds, or to no number, is beyond all", "[core][small]") {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  for (int c = 0; c < gsta::conditions; ++c) {
    float const worst = gsta::is_late(c) ? 1e18f : -1e18f;
    for (float const kept : {0.0f, -5.0f, 9e12f, -9e12f}) {
      CHECK(gsta::held_arrival(kept, c) == kept);
      CHECK(gsta::held_required(kept, c) == kept);
    }
    for (float const wrong : {nan, gsta::math::infinity, -gsta::math::infinity, 1e13f, -1e13f}) {
      CHECK(gsta::held_arrival(wrong, c) == worst);
      CHECK(gsta::held_required(wrong, c) == -worst);
    }
  }
  CHECK(gsta::is_beyond(-1e18f));
  CHECK(gsta::is_beyond(1e18f));
  CHECK_FALSE(gsta::is_beyond(-9e13f));
  CHECK_FALSE(gsta::is_beyond(gsta::math::infinity));  // nothing is constrained
}
