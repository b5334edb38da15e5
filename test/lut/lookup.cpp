#include "test/lut/lookup_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("lookups of every table size agree with double arithmetic", "[lut][small]") {
  on_host_backends([](auto const& exec) { lookups_agree(exec); });
}

TEST_CASE("a lookup on a point of the table gives its value", "[lut][small]") {
  lut_case const all = every_size();
  std::size_t compared = 0;
  for (std::size_t t = 0; t < all.tables.size(); ++t) {
    plain_table const& table = all.tables[t];
    for (std::size_t i = 0; i < table.x.size(); ++i) {
      for (std::size_t j = 0; j < table.y.size(); ++j) {
        float const z = table.z[i * table.y.size() + j];
        CHECK(std::abs(lookup(all.pool.view(), all.ids[t], table.x[i], table.y[j]) - z) < 1e-4f);
        ++compared;
      }
    }
  }
  CHECK(compared == 94 * 94);  // 94: the sum of all axes' lengths
}

TEST_CASE("hand-computed lookups", "[lut][small]") {
  gsta::lut_pool_builder pool;
  //            y = 10   30
  //   x =  0      1     5
  //   x =  4      3    15
  id const t = pool.add({0, 4}, {10, 30}, {1, 5, 3, 15});
  auto const z = [&](float x, float y) { return lookup(pool.view(), t, x, y); };
  CHECK(z(0, 10) == 1);
  CHECK(z(4, 30) == 15);
  CHECK(z(2, 10) == 2);    // halfway along x
  CHECK(z(0, 20) == 3);    // halfway along y
  CHECK(z(2, 20) == 6);    // (2 + 10) / 2
  CHECK(z(8, 10) == 5);    // 3 + (8-4) * 0.5
  CHECK(z(-4, 10) == -1);  // 1 - 4 * 0.5: below zero is allowed
  CHECK(z(8, 50) == 45);   // at x = 8: 5 and 25; then 25 + 20 * 1
}

TEST_CASE("an axis of one point makes a table constant along it", "[lut][small]") {
  gsta::lut_pool_builder pool;
  id const scalar = pool.add({}, {}, {7}), by_x = pool.add({0, 2}, {5}, {1, 3}),
           by_y = pool.add({5}, {0, 2}, {1, 3});
  for (float const other : {-100.0f, 0.0f, 5.0f, 1e6f}) {
    CHECK(lookup(pool.view(), scalar, other, -other) == 7);
    CHECK(lookup(pool.view(), by_x, 1, other) == 2);
    CHECK(lookup(pool.view(), by_x, 4, other) == 5);
    CHECK(lookup(pool.view(), by_y, other, 1) == 2);
    CHECK(lookup(pool.view(), by_y, other, -2) == -1);
  }
}

TEST_CASE("locate finds the segment on axes of any length", "[lut][small]") {
  std::vector<float> axis;
  for (int points = 2; points <= 40; ++points) {
    axis.resize(static_cast<std::size_t>(points));
    for (int i = 0; i < points; ++i) axis[static_cast<std::size_t>(i)] = static_cast<float>(i * i);
    auto const at = [&](float x) { return gsta::locate(axis.data(), points, x); };
    CAPTURE(points);
    CHECK(at(-1).index == 0);
    CHECK(at(0).index == 0);
    for (int i = 1; i < points; ++i) {
      CHECK(at(static_cast<float>(i * i)).index == i - 1);  // a point ends the segment on its left
      CHECK(at(static_cast<float>(i * i)).fraction == 1);
      CHECK(at(static_cast<float>(i * i) - 0.5f).index == i - 1);
    }
    CHECK(at(1e6f).index == points - 2);
  }
}

TEST_CASE("locate finds the segment, its ends included", "[lut][small]") {
  gsta::lut_pool_builder pool;
  id const t = pool.add({1, 2, 4, 8}, {0}, {0, 0, 0, 0});
  id const axis = pool.view().tables[static_cast<std::size_t>(t)].x_axis;
  auto const at = [&](float x) { return locate(pool.view(), axis, x); };
  CHECK(at(-5).index == 0);
  CHECK(at(1).index == 0);
  CHECK(at(2).index == 0);  // an inner point ends the segment on its left
  CHECK(at(2).fraction == 1);
  CHECK(at(3).index == 1);
  CHECK(at(3).fraction == 0.5f);
  CHECK(at(8).index == 2);
  CHECK(at(8).fraction == 1);
  CHECK(at(12).index == 2);
  CHECK(at(12).fraction == 2);
  CHECK_FALSE(at(12).single);
}
