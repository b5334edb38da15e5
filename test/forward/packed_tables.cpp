#include "gsta/forward/detail/packed_tables.hpp"

#include <vector>

#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"
#include "test/support/snapshot_compare.hpp"

using namespace gsta_test;
using gsta::arc_type;
using gsta::conditions;

namespace {

constexpr auto host = gsta::memory_space::host;

/// Tables of nx by ny points under each condition, delay and slew on the same axes, some values below zero.
arc_type random_type(gsta::lut_pool_builder& luts, prng& random, int nx, int ny) {
  arc_type type;
  type.edges = gsta::positive_edges();
  for (int c = 0; c < conditions; ++c) {
    auto const axis = [&](int points) {
      std::vector<float> at;
      for (int i = 0; i < points; ++i) at.push_back((at.empty() ? -3.0f : at.back()) + random.real(0.5, 9));
      return at;
    };
    auto const x = axis(nx), y = axis(ny);
    for (auto* const table : {&type.delay, &type.slew}) {
      std::vector<float> z;
      for (int i = 0; i < nx * ny; ++i) z.push_back(random.real(-20, 60));
      (*table)[c] = luts.add(x, y, z);
    }
  }
  return type;
}

/// Slews or loads within an axis and beyond it, and some that are not there.
float some_coordinate(prng& random) {
  if (random.chance(5)) return random.chance(50) ? gsta::math::infinity : -gsta::math::infinity;
  if (random.chance(5)) return 3e38f;
  return random.real(-20, 90);
}

}  // namespace

TEST_CASE("packed tables have the bits of tables looked up one by one", "[prop][small]") {
  gsta::lut_pool_builder luts;
  prng random(1);
  std::vector<arc_type> types;
  for (int nx = 2; nx <= 8; ++nx) {
    for (int ny = 2; ny <= 8; ++ny) types.push_back(random_type(luts, random, nx, ny));
  }
  on_host_backends([&](auto const& exec) {
    auto const packed = pack_tables(exec, luts.view(), gsta::view_of(std::as_const(types)));
    std::size_t wrong = 0, undefined = 0, clipped = 0, compared = 0;
    for (std::size_t t = 0; t < types.size(); ++t) {
      REQUIRE(packed.of_type[t].is_packed());
      for (int i = 0; i < 400; ++i) {
        int const c = i % conditions;
        float const slew = some_coordinate(random), load = some_coordinate(random);
        bool const clip = random.chance(50);
        auto const table = gsta::resolve_tables(luts.view(), types[t], c);
        auto const want =
            finish_cell(luts.view(), table, prepare_cell(luts.view(), table, load), c, slew, clip);
        auto const lane = prepare_packed(packed.view(), packed.of_type[t], c, load);
        auto const got = finish_packed(packed.view(), lane, c, slew, clip);
        wrong += std::memcmp(&got, &want, sizeof want) != 0;
        undefined += !gsta::math::is_defined(want.delay);
        clipped += clip && want.slew == 0;
        ++compared;
      }
    }
    CHECK(wrong == 0);
    CHECK(undefined > compared / 50);
    CHECK(clipped > compared / 50);
    CHECK(compared == 49 * 400);
  });
}

TEST_CASE("tables that do not fit are not packed, and leave room to the others", "[prop][small]") {
  gsta::lut_pool_builder luts;
  prng random(2);
  arc_type const good = random_type(luts, random, 3, 4);
  arc_type outside = good, mixed = good, other_axes = good, partly = good;
  outside.beyond_no_load = true;
  arc_type const more = random_type(luts, random, 4, 4);
  mixed.delay[2] = more.delay[2];
  mixed.slew[2] = more.slew[2];
  other_axes.slew[1] = random_type(luts, random, 3, 4).slew[1];
  for (int const c : {0, 3}) partly.delay[c] = partly.slew[c] = gsta::none;
  std::vector<arc_type> const types{good,
                                    arc_type{},
                                    random_type(luts, random, 1, 4),
                                    random_type(luts, random, 4, 1),
                                    random_type(luts, random, 9, 4),
                                    random_type(luts, random, 4, 9),
                                    outside,
                                    mixed,
                                    other_axes,
                                    partly,
                                    more};
  gsta::host_executor const exec;
  auto const packed = pack_tables(exec, luts.view(), gsta::view_of(types));
  std::vector<bool> fits;
  for (std::size_t t = 0; t < types.size(); ++t) fits.push_back(packed.of_type[t].is_packed());
  CHECK(fits == std::vector<bool>{true, false, false, false, false, false, false, false, false, true, true});
  CHECK(packed.of_type[0].nx() == 3);
  CHECK(packed.of_type[0].ny() == 4);
  CHECK(packed.of_type[0].first() == 0);
  // 64 floats of axes and 8 for each of 12 points, in lines of 32
  CHECK(packed.of_type[9].first() == 160);
  CHECK(packed.of_type[10].first() == 320);
  CHECK(packed.data.size() == 320 + 192);
  gsta::packed_lane const kept = prepare_packed(packed.view(), packed.of_type[1], 2, 7.5f);
  CHECK(kept.load == 7.5f);
  CHECK_FALSE(kept.table.is_packed());
}
