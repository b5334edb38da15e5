#include "gsta/lut/interpolate.hpp"
#include "test/lut/lookup_body.hpp"

using namespace gsta_test;
using gsta::detail::look_up_slopes;

TEST_CASE("hand-computed slopes", "[lut][small]") {
  gsta::lut_pool_builder pool;
  //            y = 10   30
  //   x =  0      1     5
  //   x =  4      3    15
  id const t = pool.add({0, 4}, {10, 30}, {1, 5, 3, 15});
  auto const at = [&](double x, double y) { return look_up_slopes(pool.view(), t, x, y); };
  CHECK(at(2, 20).value == 6);
  CHECK(at(2, 20).by_x == 1.5);    // from 3 to 9 within 4
  CHECK(at(2, 20).by_y == 0.4);    // from 2 to 10 within 20
  CHECK(at(0, 10).by_x == 0.5);    // from 1 to 3 within 4
  CHECK(at(0, 10).by_y == 0.2);    // from 1 to 5 within 20
  CHECK(at(8, 50).value == 45);    // the end segments go on
  CHECK(at(8, 50).by_x == 4.5);    // from 9 to 27 within 4, at y = 50
  CHECK(at(8, 50).by_y == 1.0);    // from 5 to 25 within 20, at x = 8
  CHECK(at(-4, 10).by_y == -0.2);  // from -1 to -5
}

TEST_CASE("a table of one point along an axis has no slope there", "[lut][small]") {
  gsta::lut_pool_builder pool;
  id const scalar = pool.add({}, {}, {7}), by_x = pool.add({0, 2}, {5}, {1, 4}),
           by_y = pool.add({5}, {0, 2}, {1, 4});
  auto const has = [&](id table, double value, double slope_x, double slope_y) {
    auto const got = look_up_slopes(pool.view(), table, 1.0, 1.0);
    CHECK(got.value == value);
    CHECK(got.by_x == slope_x);
    CHECK(got.by_y == slope_y);
  };
  has(scalar, 7, 0, 0);
  has(by_x, 2.5, 1.5, 0);
  has(by_y, 2.5, 0, 1.5);
}

TEST_CASE("the value beside slopes has the bits of a lookup", "[lut][small]") {
  lut_case const all = every_size();
  std::vector<double> want;
  std::size_t other = 0;
  auto const list = queries(all, want);
  for (auto const& q : list) {
    float const value = look_up_slopes(all.pool.view(), q.table, q.x, q.y).value;
    other += !same_bits(value, lookup(all.pool.view(), q.table, q.x, q.y));
  }
  CHECK(list.size() > 10000);
  CHECK(other == 0);
}

/// A table is linear along each axis within a segment: a step along it changes the value by the slope times
/// the step.
TEST_CASE("slopes say how the value changes", "[lut][small]") {
  lut_case const all = every_size();
  auto const pool = all.pool.view();
  prng random(5);
  std::size_t wrong = 0, moved = 0;
  for (std::size_t t = 0; t < all.tables.size(); ++t) {
    plain_table const& table = all.tables[t];
    auto const inside = [&](std::vector<float> const& axis) {  // a third into a segment
      if (axis.size() < 2) return 0.0;
      auto const i = static_cast<std::size_t>(random.below(static_cast<int>(axis.size()) - 1));
      return axis[i] + (axis[i + 1] - axis[i]) / 3.0;
    };
    for (int i = 0; i < 5; ++i) {
      double const x = inside(table.x), y = inside(table.y), step = 0.01;
      auto const got = look_up_slopes(pool, all.ids[t], x, y);
      auto const right = [&](double slope, double dx, double dy) {
        double const rise = table.at(x + dx, y + dy) - table.at(x - dx, y - dy);
        return std::abs(rise - 2 * step * slope) < 1e-6;
      };
      wrong += !right(got.by_x, step, 0) || !right(got.by_y, 0, step);
      wrong += !(std::abs(got.value - table.at(x, y)) < 1e-6);
      moved += got.by_x != 0 && got.by_y != 0;
    }
  }
  CHECK(wrong == 0);
  CHECK(moved > 400);
}
