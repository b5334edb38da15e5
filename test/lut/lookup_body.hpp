#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/lut/interpolate.hpp"
#include "gsta/lut/lut_pool.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

using gsta::id;

/// A table as the caller gave it.
struct plain_table {
  std::vector<float> x, y, z;

  /// z(x, y) in double, by the line through the two points of the segment that holds the coordinate, or of
  /// the end segment beyond the ends; along x first, then along y.
  double at(double px, double py) const {
    std::vector<double> rows;
    std::size_t const ny = std::max<std::size_t>(1, y.size());
    for (std::size_t j = 0; j < ny; ++j) {
      std::vector<double> column;
      for (std::size_t i = 0; i < std::max<std::size_t>(1, x.size()); ++i) column.push_back(z[i * ny + j]);
      rows.push_back(line(x, column, px));
    }
    return line(y, rows, py);
  }
  static double line(std::vector<float> const& axis, std::vector<double> const& value, double p) {
    if (axis.size() < 2) return value[0];
    std::size_t right = 1;
    while (right + 1 < axis.size() && p > axis[right]) ++right;
    double const a = axis[right - 1], b = axis[right];
    return (value[right - 1] * (b - p) + value[right] * (p - a)) / (b - a);
  }
};

inline std::vector<float> random_axis(prng& random, int points) {
  std::vector<float> axis;
  for (int i = 0; i < points; ++i) axis.push_back((axis.empty() ? 0.0f : axis.back()) + random.real(0.5, 20));
  return axis;
}

/// Coordinates on every point of an axis, between them, and far beyond both ends.
inline std::vector<float> probes(std::vector<float> const& axis, prng& random) {
  if (axis.empty()) return {-3, 0, 5};
  std::vector<float> at{axis.front() - 30, axis.front() - 0.1f, axis.back() + 0.1f, axis.back() + 30, 0};
  at.insert(at.end(), axis.begin(), axis.end());
  for (int i = 0; i < 6; ++i) at.push_back(random.real(axis.front(), axis.back() + 1e-3));
  return at;
}

struct lut_case {
  gsta::lut_pool_builder pool;
  std::vector<plain_table> tables;
  std::vector<id> ids;
};

/// Points of an axis: all numbers up to 8, which are compared at once, and some that are searched.
inline std::vector<int> axis_lengths() { return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 33}; }

/// Tables of all these sizes; an axis of one point is given as one or as none.
inline lut_case every_size() {
  lut_case all;
  prng random(3);
  for (int const nx : axis_lengths()) {
    for (int const ny : axis_lengths()) {
      plain_table t{random_axis(random, nx), random_axis(random, ny), {}};
      for (int i = 0; i < std::max(1, nx) * std::max(1, ny); ++i) t.z.push_back(random.real(-10, 50));
      all.ids.push_back(all.pool.add(t.x, t.y, t.z));
      all.tables.push_back(t);
    }
  }
  return all;
}

struct lut_query {
  id table, partner;
  float x, y;
};
struct lut_answer {
  float alone;
  gsta::lookup_pair_result pair;
};

template <gsta::memory_space S>
struct lookup_op {
  gsta::lut_pool_view<S> pool;
  gsta::span<lut_query const, S> query;
  gsta::span<lut_answer, S> answer;
  GSTA_HD void operator()(std::size_t i) const {
    lut_query const q = query[i];
    answer[i] = {lookup(pool, q.table, q.x, q.y), lookup_pair(pool, q.table, q.partner, q.x, q.y)};
  }
};

inline std::vector<lut_query> queries(lut_case const& all, std::vector<double>& want) {
  prng random(4);
  std::vector<lut_query> list;
  for (std::size_t t = 0; t < all.tables.size(); ++t) {
    for (float const x : probes(all.tables[t].x, random)) {
      for (float const y : probes(all.tables[t].y, random)) {
        list.push_back({all.ids[t], random.pick(all.ids), x, y});
        want.push_back(all.tables[t].at(x, y));
      }
    }
  }
  return list;
}

template <class E>
std::vector<lut_answer> answers_on(E const& exec, lut_case const& all, std::vector<lut_query> const& list) {
  auto const pool = clone_view(exec, all.pool.view());
  auto const there = clone(exec, list);
  gsta::buffer<lut_answer, E::space> out(exec, list.size());
  for_each_n(exec, list.size(), lookup_op<E::space>{pool.view, there.view(), out.view()});
  return to_vector(exec, out.view());
}

inline bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Lookups near the double answer, pairs with the bits of two lookups, and all with the bits of the serial
/// host. Outside a table the answer grows with the distance; the allowance is for 30 units at the steepest
/// slope.
template <class E>
void lookups_agree(E const& exec) {
  lut_case const all = every_size();
  std::vector<double> want;
  auto const list = queries(all, want);
  auto const got = answers_on(exec, all, list);
  auto const serial = answers_on(gsta::host_executor{}, all, list);
  std::size_t far = 0, pair_differs = 0, serial_differs = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    far += !(std::abs(static_cast<double>(got[i].alone) - want[i]) <= 2e-2 + 2e-5 * std::abs(want[i]));
    float const partner = lookup(all.pool.view(), list[i].partner, list[i].x, list[i].y);
    pair_differs += !same_bits(got[i].pair.first, got[i].alone) || !same_bits(got[i].pair.second, partner);
    serial_differs += !same_bits(got[i].alone, serial[i].alone);
  }
  CHECK(list.size() > 10000);
  CHECK(far == 0);
  CHECK(pair_differs == 0);
  CHECK(serial_differs == 0);
}

}  // namespace gsta_test
