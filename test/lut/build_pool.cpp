#include <cmath>

#include "gsta/core/error.hpp"
#include "gsta/lut/lut_pool.hpp"
#include "test/support/catch.hpp"

using gsta::id;

TEST_CASE("equal tables are stored once", "[lut][small]") {
  gsta::lut_pool_builder pool;
  id const first = pool.add({1, 2}, {3, 4}, {1, 2, 3, 4});
  id const same = pool.add({1, 2}, {3, 4}, {1, 2, 3, 4});
  id const other = pool.add({1, 2}, {3, 4}, {1, 2, 3, 5});
  id const turned = pool.add({3, 4}, {1, 2}, {1, 2, 3, 4});
  CHECK(first == same);
  CHECK(first != other);
  CHECK(first != turned);
  CHECK(pool.view().tables.size() == 3);
  CHECK(pool.view().values.size() == 12);
}

TEST_CASE("equal axes are stored once, whichever way they run", "[lut][small]") {
  gsta::lut_pool_builder pool;
  id const a = pool.add({1, 2}, {3, 4, 5}, {1, 2, 3, 4, 5, 6});
  id const b = pool.add({3, 4, 5}, {1, 2}, {1, 2, 3, 4, 5, 6});
  auto const view = pool.view();
  CHECK(view.axis_begin.size() == 3);
  CHECK(view.axis_points.size() == 5);
  CHECK(view.tables[static_cast<std::size_t>(a)].x_axis == view.tables[static_cast<std::size_t>(b)].y_axis);
}

TEST_CASE("an empty axis is one point at zero", "[lut][small]") {
  gsta::lut_pool_builder pool;
  CHECK(pool.add({}, {}, {2}) == pool.add({0}, {0}, {2}));
  CHECK(pool.view().axis_points.size() == 1);
}

TEST_CASE("tables that make no sense are refused", "[lut][small]") {
  gsta::lut_pool_builder pool;
  CHECK_THROWS_AS(pool.add({1, 2}, {1}, {1}), gsta::argument_error);    // too few values
  CHECK_THROWS_AS(pool.add({}, {}, {1, 2}), gsta::argument_error);      // too many
  CHECK_THROWS_AS(pool.add({}, {}, {}), gsta::argument_error);          // none
  CHECK_THROWS_AS(pool.add({2, 1}, {}, {1, 2}), gsta::argument_error);  // descending
  CHECK_THROWS_AS(pool.add({}, {1, 1}, {1, 2}), gsta::argument_error);  // twice the same
  for (float const wrong : {NAN, INFINITY, -INFINITY}) {                // no number
    CHECK_THROWS_AS(pool.add({1, wrong}, {}, {1, 2}), gsta::argument_error);
    CHECK_THROWS_AS(pool.add({wrong}, {}, {1}), gsta::argument_error);
    CHECK_THROWS_AS(pool.add({}, {wrong}, {1}), gsta::argument_error);
    CHECK_THROWS_AS(pool.add({}, {1, 2}, {1, wrong}), gsta::argument_error);
  }
  CHECK(pool.view().tables.empty());
}
