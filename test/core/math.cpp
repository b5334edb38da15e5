#include "gsta/core/math.hpp"

#include <limits>

#include "test/core/math_body.hpp"
#include "test/support/backends.hpp"

namespace math = gsta::math;

TEST_CASE("core/math gives the serial host's bits on every host backend", "[core][small]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::math_has_host_bits(exec); });
}

TEST_CASE("sums run in the one documented order on every host backend", "[core][small]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::sums_keep_their_order(exec); });
}

TEST_CASE("a product is rounded before it is added", "[core][small]") {
  volatile float const x = 1.0f + 0x1p-12f;  // x * x = 1 + 2^-11 + 2^-24, whose last bit does not fit
  CHECK(math::sub(math::mul(x, x), 1.0f + 0x1p-11f) == 0.0f);
}

TEST_CASE("subnormal results are kept", "[core][small]") {
  volatile float const least = std::numeric_limits<float>::denorm_min();
  CHECK(math::add(least, 0.0f) == least);
  CHECK(math::mul(2.0f, least) > least);
}

TEST_CASE("only finite values are defined", "[core][small]") {
  CHECK(math::is_defined(0.0f));
  CHECK(math::is_defined(std::numeric_limits<float>::max()));
  CHECK(math::is_defined(std::numeric_limits<float>::lowest()));
  CHECK_FALSE(math::is_defined(math::infinity));
  CHECK_FALSE(math::is_defined(-math::infinity));
  CHECK_FALSE(math::is_defined(std::numeric_limits<float>::quiet_NaN()));
}
