#pragma once

#include <cstring>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

/// What core/math gives for one pair of floats.
struct math_result {
  float add, sub, mul, div, root, mixed;
  double wide_add, wide_mul, wide_div, wide_root;
  std::int64_t femtoseconds;
  float picoseconds;
};

template <gsta::memory_space S>
struct math_op {
  gsta::span<float const, S> a, b;
  gsta::span<math_result, S> out;
  GSTA_HD void operator()(std::size_t i) const {
    namespace m = gsta::math;
    double const x = a[i], y = b[i];
    math_result r{};
    r.add = m::add(a[i], b[i]);
    r.sub = m::sub(a[i], b[i]);
    r.mul = m::mul(a[i], b[i]);
    r.div = m::div(a[i], b[i]);
    r.root = m::sqrt(a[i] < 0 ? -a[i] : a[i]);
    r.mixed = m::add(m::mul(a[i], b[i]), a[i]);  // a compiler that contracts makes one rounding of this
    r.wide_add = m::add(x, y);
    r.wide_mul = m::mul(m::add(x, 1e-9), y);
    r.wide_div = m::div(x, y);
    r.wide_root = m::sqrt(m::mul(x, x));
    r.femtoseconds = gsta::to_femtoseconds(a[i]);
    r.picoseconds = gsta::to_picoseconds(static_cast<std::int64_t>(i) * 7919 - 100000);
    out[i] = r;
  }
};

/// Any bits but those of NaN: subnormal, huge, both zeros, infinite.
inline float random_float(prng& random) {
  float const special[] = {0.0f,    -0.0f,           1.0f,    1e-45f,
                           -1e-40f, 1.17549435e-38f, 3.4e38f, gsta::math::infinity};
  if (random.chance(10)) return special[random.below(8)];
  if (random.chance(50)) return random.real(-1000, 1000);
  auto const bits = static_cast<std::uint32_t>(random.next());
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x == x ? x : 1.0f;
}

/// Bits, but that any NaN equals any other (inf - inf; ops never come to that).
template <class T>
bool same_number(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0;
}

inline bool same_result(math_result const& x, math_result const& y) {
  return same_number(x.add, y.add) && same_number(x.sub, y.sub) && same_number(x.mul, y.mul) &&
         same_number(x.div, y.div) && same_number(x.root, y.root) && same_number(x.mixed, y.mixed) &&
         same_number(x.wide_add, y.wide_add) && same_number(x.wide_mul, y.wide_mul) &&
         same_number(x.wide_div, y.wide_div) && same_number(x.wide_root, y.wide_root) &&
         x.femtoseconds == y.femtoseconds && same_number(x.picoseconds, y.picoseconds);
}

/// core/math on `exec` against the same calls made one by one on the host.
template <class E>
void math_has_host_bits(E const& exec) {
  prng random(9);
  std::size_t const n = 100000;
  std::vector<float> a(n), b(n);
  for (float& x : a) x = random_float(random);
  for (float& x : b) x = random_float(random);
  auto const there_a = clone(exec, a), there_b = clone(exec, b);
  gsta::buffer<math_result, E::space> out(exec, n);
  for_each_n(exec, n, math_op<E::space>{there_a.view(), there_b.view(), out.view()});
  auto const got = to_vector(exec, out.view());
  std::vector<math_result> want(n);
  std::size_t wrong = 0;
  math_op<gsta::memory_space::host> const here{gsta::view_of(std::as_const(a)),
                                               gsta::view_of(std::as_const(b)), gsta::view_of(want)};
  for (std::size_t i = 0; i < n; ++i) {
    here(i);
    wrong += !same_result(got[i], want[i]);
  }
  CHECK(wrong == 0);
}

template <gsta::memory_space S>
struct ordered_sum_op {
  gsta::span<float const, S> terms;
  gsta::span<float, S> out;  // out[n]: the sum of the first n terms
  struct term {
    float const* terms;
    GSTA_HD float operator()(std::int32_t i) const { return terms[i]; }
  };
  GSTA_HD void operator()(std::size_t n) const {
    out[n] = gsta::math::ordered_sum<float>(static_cast<std::int32_t>(n), term{terms.data()});
  }
};

/// The order of sums stated again, otherwise: up to 8 terms from the left. Else 32 strands, strand l being
/// the sum from the left of the terms l, l + 32, ...; then the strands are folded in halves, a strand with
/// the one 16, 8, ... on.
inline float stated_sum(std::vector<float> const& terms, std::size_t n) {
  float total = 0;
  if (n <= 8) {
    for (std::size_t i = 0; i < n; ++i) total = total + terms[i];
    return total;
  }
  std::vector<float> strands;
  for (std::size_t l = 0; l < 32; ++l) {
    float strand = 0;
    for (std::size_t i = l; i < n; i += 32) strand = strand + terms[i];
    strands.push_back(strand);
  }
  while (strands.size() > 1) {
    std::vector<float> folded;
    for (std::size_t l = 0; l < strands.size() / 2; ++l)
      folded.push_back(strands[l] + strands[l + strands.size() / 2]);
    strands = folded;
  }
  return strands[0];
}

template <class E>
void sums_keep_their_order(E const& exec) {
  prng random(10);
  std::size_t const most = 1100;
  std::vector<float> terms(most);
  for (float& x : terms) x = random.real(0, 1) * (random.chance(20) ? 1e5f : 1.0f);
  auto const there = clone(exec, terms);
  gsta::buffer<float, E::space> out(exec, most + 1);
  for_each_n(exec, most + 1, ordered_sum_op<E::space>{there.view(), out.view()});
  auto const got = to_vector(exec, out.view());
  std::size_t wrong = 0, order_shows = 0;
  for (std::size_t n = 0; n <= most; ++n) {
    wrong += !same_number(got[n], stated_sum(terms, n));
    float serial = 0;
    for (std::size_t i = 0; i < n; ++i) serial = serial + terms[i];
    order_shows += !same_number(got[n], serial);
  }
  CHECK(wrong == 0);
  CHECK(order_shows > 500);  // else the test could not tell one order from another
}

}  // namespace gsta_test
