#include <limits>

#include "gsta/core/math.hpp"
#include "test/core/exponential_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {
/// The distance to the true value in units of the last place that a float or double has there.
template <class Value>
double ulps_apart(Value got, long double truth) {
  auto const rounded = static_cast<Value>(truth);
  if (got == rounded) return 0;
  if (std::isinf(got) || std::isinf(rounded)) return 1e9;
  Value const next = std::nextafter(std::abs(rounded), std::numeric_limits<Value>::infinity());
  long double const ulp =
      std::isinf(next)
          ? std::ldexp(1.0L, std::numeric_limits<Value>::max_exponent - std::numeric_limits<Value>::digits)
          : static_cast<long double>(next - std::abs(rounded));
  return static_cast<double>(std::abs(static_cast<long double>(got) - truth) / ulp);
}

struct worst {
  double ulps = 0, at = 0;
  template <class Value>
  void see(Value got, long double truth, double x) {
    double const apart = ulps_apart(got, truth);
    if (!(apart <= ulps)) {
      ulps = apart;
      at = x;
    }
  }
};
}  // namespace

TEST_CASE("exponentials and logarithms are within a few ulp over the whole range", "[core][small]") {
  auto const x = exponential_arguments(1, 400000);
  auto const got = exponentials_on(gsta::host_executor{}, x);
  worst exp, log, log1p, wide_exp, wide_log, wide_log1p;
  for (std::size_t i = 0; i < x.size(); ++i) {
    long double const wide = x[i], narrow = static_cast<float>(x[i]);
    wide_exp.see(got[i].wide_exp, std::exp(wide), x[i]);
    wide_log.see(got[i].wide_log, std::log(std::abs(wide)), x[i]);
    wide_log1p.see(got[i].wide_log1p, std::log1p(std::abs(wide)), x[i]);
    exp.see(got[i].exp, std::exp(narrow), x[i]);
    log.see(got[i].log, std::log(std::abs(narrow)), x[i]);
    log1p.see(got[i].log1p, std::log1p(std::abs(narrow)), x[i]);
  }
  CAPTURE(exp.at, log.at, log1p.at, wide_exp.at, wide_log.at, wide_log1p.at);
  CHECK(exp.ulps <= 2);
  CHECK(log.ulps <= 2);
  CHECK(log1p.ulps <= 4);
  CHECK(wide_exp.ulps <= 2);
  CHECK(wide_log.ulps <= 2);
  CHECK(wide_log1p.ulps <= 4);
}

TEST_CASE("exponentials meet zero, infinity and NaN as they should", "[core][small]") {
  namespace m = gsta::math;
  double const inf = std::numeric_limits<double>::infinity();
  CHECK(m::exp(0.0) == 1.0);
  CHECK(m::exp(0.0f) == 1.0f);
  CHECK(m::exp(-inf) == 0.0);
  CHECK(m::exp(inf) == inf);
  CHECK(m::exp(1e30f) == m::infinity);
  CHECK(m::exp(-1e30f) == 0.0f);
  CHECK(std::isnan(m::exp(std::numeric_limits<float>::quiet_NaN())));
  CHECK(m::log(1.0) == 0.0);
  CHECK(m::log(1.0f) == 0.0f);
  CHECK(m::log(0.0f) == -m::infinity);
  CHECK(m::log(inf) == inf);
  CHECK(std::isnan(m::log(std::numeric_limits<double>::quiet_NaN())));
  CHECK(m::log1p(0.0f) == 0.0f);
  CHECK(m::log1p(1e-30f) == 1e-30f);
}

TEST_CASE("exponentials have the serial host's bits on every host backend", "[core][small]") {
  on_host_backends([](auto const& exec) { exponentials_have_host_bits(exec); });
}
