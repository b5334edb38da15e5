#pragma once

#include <cmath>
#include <cstring>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

struct exponential_result {
  double wide_exp, wide_log, wide_log1p;
  float exp, log, log1p;
};

template <gsta::memory_space S>
struct exponential_op {
  gsta::span<double const, S> x;
  gsta::span<exponential_result, S> out;
  GSTA_HD void operator()(std::size_t i) const {
    namespace m = gsta::math;
    double const wide = x[i], size = wide < 0 ? -wide : wide;
    auto const narrow = static_cast<float>(wide);
    auto const narrow_size = static_cast<float>(size);
    out[i] = {m::exp(wide),   m::log(size),        m::log1p(size),
              m::exp(narrow), m::log(narrow_size), m::log1p(narrow_size)};
  }
};

/// Exponents where results are normal, subnormal, zero or infinite, and values of any size.
inline std::vector<double> exponential_arguments(std::uint64_t seed, std::size_t n) {
  prng random(seed);
  std::vector<double> x{0.0,
                        -0.0,
                        1.0,
                        -1.0,
                        1e-310,
                        5e-324,
                        2.2250738585072014e-308,
                        709.782712893384,
                        709.7827128933841,
                        88.72283,
                        88.722839,
                        -103.97208,
                        -103.97209,
                        -87.4,
                        -745.13321910194,
                        -745.1332191019413,
                        -708.5,
                        1e308,
                        -1e308,
                        1e-45,
                        1.17549435e-38,
                        gsta::math::infinity,
                        -static_cast<double>(gsta::math::infinity)};
  double const ranges[] = {1e-8, 1e-3, 1, 10, 120, 800};
  while (x.size() < n) {
    if (random.chance(25)) {
      std::uint64_t const bits = random.next();
      double any;
      std::memcpy(&any, &bits, sizeof any);
      x.push_back(any == any ? any : 0.5);
    } else if (random.chance(30)) {
      x.push_back(std::ldexp(static_cast<double>(random.real(0.5, 1)), random.between(-1074, 1023)));
    } else {
      double const range = ranges[random.below(6)];
      x.push_back(static_cast<double>(random.real(-1, 1)) * range +
                  static_cast<double>(random.real(0, 1)) * 1e-8);
    }
  }
  return x;
}

template <class E>
std::vector<exponential_result> exponentials_on(E const& exec, std::vector<double> const& x) {
  auto const there = clone(exec, x);
  gsta::buffer<exponential_result, E::space> out(exec, x.size());
  for_each_n(exec, x.size(), exponential_op<E::space>{there.view(), out.view()});
  return to_vector(exec, out.view());
}

/// Results on `exec` against the same calls made one by one on the host.
template <class E>
void exponentials_have_host_bits(E const& exec) {
  auto const x = exponential_arguments(3, 200000);
  auto const got = exponentials_on(exec, x), want = exponentials_on(gsta::host_executor{}, x);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < x.size();
       ++i)  // no padding between the members, three doubles and three floats
    wrong += std::memcmp(&got[i], &want[i], offsetof(exponential_result, log1p) + sizeof(float)) != 0;
  CHECK(wrong == 0);
}

}  // namespace gsta_test
