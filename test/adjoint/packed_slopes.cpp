// Slopes by tables that were packed for a sweep, which devices look up, against tables one by one.
#include <cstring>
#include <vector>

#include "gsta/adjoint/detail/find_slopes.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

TEST_CASE("slopes by packed tables have the bits of tables looked up one by one", "[adjoint][small]") {
  gsta_test::prng random(3);
  gsta::lut_pool_builder luts;
  std::vector<gsta::arc_type> types;
  auto const axis = [&](int points) {
    std::vector<float> at{static_cast<float>(random.real(-3, 3))};
    while (at.size() < static_cast<std::size_t>(points))
      at.push_back(at.back() + static_cast<float>(random.real(0.5, 9)));
    return at;
  };
  for (int nx = 2; nx <= 8; ++nx) {
    for (int ny = 2; ny <= 8; ++ny) {
      gsta::arc_type& type = types.emplace_back();
      type.edges = gsta::positive_edges();
      for (int c = 0; c < gsta::conditions; ++c) {
        auto const x = axis(nx), y = axis(ny);
        std::vector<float> z(x.size() * y.size());
        for (auto* const table : {&type.delay[c], &type.slew[c]}) {
          for (float& value : z) value = static_cast<float>(random.real(-20, 60));
          *table = luts.add(x, y, z);
        }
      }
    }
  }
  auto const packed = pack_tables(gsta::host_executor{}, luts.view(), gsta::view_of(std::as_const(types)));
  std::size_t wrong = 0;
  for (std::size_t t = 0; t < types.size(); ++t) {
    REQUIRE(packed.of_type[t].is_packed());
    for (int i = 0; i < 200; ++i) {
      int const c = i % gsta::conditions;
      auto const slew = static_cast<float>(random.real(-20, 90)),
                 load = static_cast<float>(random.real(-20, 90));
      auto const got = gsta::detail::look_up_packed(packed.view(), packed.of_type[t], c, slew, load);
      auto const delay = gsta::detail::look_up_slopes<float>(luts.view(), types[t].delay[c], slew, load);
      auto const out = gsta::detail::look_up_slopes<float>(luts.view(), types[t].slew[c], slew, load);
      wrong +=
          std::memcmp(&got.delay, &delay, sizeof delay) != 0 || std::memcmp(&got.slew, &out, sizeof out) != 0;
    }
  }
  CHECK(wrong == 0);
}
