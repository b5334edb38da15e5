#include <cmath>
#include <cstring>
#include <vector>

#include "gsta/forward/detail/lanes.hpp"
#include "gsta/lut/lut_pool.hpp"
#include "gsta/slack/required_arithmetic.hpp"
#include "gsta/smooth/smooth.hpp"
#include "test/support/catch.hpp"

using namespace gsta;

namespace {

/// Values of every sort that a formula of times may meet.
std::vector<float> const planted{0.0f,  -0.0f,  1.0f,        -3.25f,       17.125f,        most_time,
                                 1e13f, -1e13f, beyond_time, -beyond_time, math::infinity, -math::infinity};

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Calls check(first, second) with each pair of planted values in each lane.
template <class F>
void each_pair(F const& check) {
  for (float const a : planted) {
    for (float const b : planted) {
      per_condition<float> const first{a, b, a, b}, second{b, a, b, a};
      check(first, second);
    }
  }
}

/// `op(condition, first, second)` gives lanes the bits of each condition, and rounds as double does.
template <class Op>
void check_in_lanes(Op const& op) {
  int values = 0;
  each_pair([&](per_condition<float> const& first, per_condition<float> const& second) {
    per_condition<float> found;
    op(every_condition{}, four_lanes::load(first), four_lanes::load(second)).store(found);
    for (int c = 0; c < conditions; ++c, ++values) {
      INFO(first[c] << " and " << second[c] << " under condition " << c);
      CHECK(same_bits(found[c], op(c, first[c], second[c])));
    }
  });
  CHECK(values == 4 * 144);
}

}  // namespace

TEST_CASE("formulas of times have the same bits in lanes and alone", "[slack][arithmetic][small]") {
  SECTION("slack") {
    check_in_lanes([](auto c, auto a, auto b) { return detail::slack_of(c, a, b); });
  }
  SECTION("required time in front of a delay") {
    check_in_lanes([](auto c, auto a, auto b) { return detail::tightness_before(c, a, b); });
  }
  SECTION("arrival behind an arc") {
    check_in_lanes([](auto c, auto a, auto b) { return detail::arrival_behind(c, a, b); });
  }
  SECTION("delay by a factor") {
    check_in_lanes([](auto c, auto a, auto b) { return detail::derated_by(c, a, b); });
  }
  SECTION("slew behind a wire") {
    for (bool const keeps : {false, true})
      check_in_lanes([&](auto c, auto a, auto b) { return detail::slew_behind_wire(c, a, b, keeps); });
  }
  SECTION("held times") {
    check_in_lanes([](auto c, auto a, auto b) { return held_where(detail::exists(b), a, c); });
  }
}

TEST_CASE("formulas of times say what they are for", "[slack][arithmetic][small]") {
  float const none_there = math::infinity;
  CHECK(detail::slack_of(0, 5.0f, 3.0f) == 2);
  CHECK(detail::slack_of(2, 5.0f, 3.0f) == -2);
  CHECK(detail::slack_of(2, 5.0f, none_there) == none_there);
  CHECK(detail::tightness_before(1, 5.0f, 2.0f) == 3);
  CHECK(detail::tightness_before(3, 5.0f, 2.0f) == -3);
  CHECK(detail::tightness_before(3, false, 5.0f, 2.0f) == -none_there);
  CHECK(detail::arrival_behind(2, 5.0f, 2.0f) == 7);
  CHECK(detail::arrival_behind(2, -none_there, 2.0f) == -none_there);
  CHECK(detail::arrival_behind(0, 5.0, 2.0) == 7);
  CHECK(detail::arrival_behind(0, 5.0, static_cast<double>(none_there)) == static_cast<double>(none_there));
  float early = 3, late = 3;
  detail::tighten_before(0, 9, 2, early);
  detail::tighten_before(2, 9, 2, late);
  CHECK(early == 7);
  CHECK(late == 3);
  detail::tighten_before(2, 4, 2, late);
  CHECK(late == 2);
}

TEST_CASE("what a clock requires is one formula in float and double", "[slack][arithmetic][small]") {
  timing_check check;
  check.factor = 0.5f;
  check.active = edge::fall;
  for (check_kind const kind : {check_kind::setup, check_kind::hold}) {
    check.kind = kind;
    bool const late = is_late(kind);
    CHECK(detail::capture_condition(check) == (late ? 1 : 3));
    check.from_start = 0;
    CHECK(detail::required_by_clock(check, late, 100.0f, 8.0f) == (late ? 96 : 104));
    CHECK(detail::required_by_clock(check, late, 100.0, 8.0) == (late ? 96 : 104));
    check.from_start = 1;
    CHECK(detail::required_by_clock(check, late, 100.0f, 8.0f) == (late ? -4 : 4));
  }
}

TEST_CASE("every layout of a table is looked up by one formula", "[slack][arithmetic][lut][small]") {
  lut_pool_builder pool;
  arc_type type;
  for (int c = 0; c < conditions; ++c) {
    auto const offset = static_cast<float>(c);
    type.delay[c] = pool.add({1, 2, 4}, {1, 3}, {offset + 0.3f, 2.7f, 3.1f, 5.9f, 6.3f, offset + 9.1f});
    type.slew[c] = pool.add({1, 2, 4}, {1, 3}, {offset - 8.3f, 1.9f, 2.3f, 4.7f, 5.1f, offset + 7.7f});
  }
  type.edges = positive_edges();
  auto const luts = pool.view();
  auto const packed = pack_tables(host_executor{}, luts, {&type, 1});
  packed_table const table = packed.of_type[0];
  REQUIRE(table.is_packed());
  for (float const slew : {-2.0f, 1.0f, 1.3f, 2.0f, 3.7f, 9.0f, math::infinity}) {
    for (float const load : {-1.0f, 1.0f, 2.2f, 3.0f, 7.0f}) {
      for (bool const clip : {false, true}) {
        per_condition<float> delay, out;
        auto const lanes = detail::finish_packed_lanes(packed.view(), table, four_lanes::same(slew),
                                                       four_lanes::same(load), clip);
        lanes.delay.store(delay);
        lanes.slew.store(out);
        for (int c = 0; c < conditions; ++c) {
          lane_table const resolved = resolve_tables(luts, type, c);
          condition_timing const alone =
              finish_cell(luts, resolved, prepare_cell(luts, resolved, load), c, slew, clip);
          condition_timing const one =
              finish_packed(packed.view(), prepare_packed(packed.view(), table, c, load), c, slew, clip);
          CHECK(same_bits(alone.delay, one.delay));
          CHECK(same_bits(alone.slew, one.slew));
          CHECK(same_bits(alone.delay, delay[c]));
          CHECK(same_bits(alone.slew, out[c]));
          if (!math::is_defined(slew)) continue;
          CHECK(same_bits(alone.delay, lookup(luts, type.delay[c], slew, load)));
          CHECK(same_bits(alone.delay, detail::look_up_slopes(luts, type.delay[c], slew, load).value));
        }
      }
    }
  }
}
