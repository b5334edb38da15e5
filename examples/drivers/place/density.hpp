#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "place/layout.hpp"
#include "place/sums.hpp"

namespace place {

/// What one cell covers. A cell smaller than a bin counts as larger and thinner, so that its share of a bin
/// changes smoothly as it moves.
struct footprint {
  float low[2], high[2];  ///< um
  id first[2], last[2];   ///< bins
  float thinned = 1;      ///< its area over that of the box

  static GSTA_HD footprint of(float x, float y, float width, float height, die const& on) noexcept {
    using gsta::math::add, gsta::math::mul, gsta::math::sub;
    float const bin = on.bin_side(), least = mul(bin, 1.41421356f);
    float const middle[2] = {x, y}, size[2] = {width, height};
    footprint box{};
    float wide[2];
    for (int a = 0; a < 2; ++a) {
      wide[a] = size[a] < least ? least : size[a];
      float const half = mul(0.5f, wide[a]), most = sub(on.side, half);
      float const centre = middle[a] < half ? half : middle[a] > most ? most : middle[a];
      box.low[a] = sub(centre, half);
      box.high[a] = add(centre, half);
      box.first[a] = bin_at(box.low[a], on);
      box.last[a] = bin_at(box.high[a], on);
    }
    box.thinned = gsta::math::div(mul(width, height), mul(wide[0], wide[1]));
    return box;
  }
  static GSTA_HD id bin_at(float at, die const& on) noexcept {
    id const bin = static_cast<id>(gsta::math::div(at, on.bin_side()));
    return bin < 0 ? 0 : bin >= on.bins ? on.bins - 1 : bin;
  }

  /// Calls visit(bin, area in bins) for all that is covered.
  template <class F>
  GSTA_HD void each_bin(die const& on, F const& visit) const noexcept {
    float const bin = on.bin_side(), scale = gsta::math::div(thinned, gsta::math::mul(bin, bin));
    for (id row = first[1]; row <= last[1]; ++row) {
      float const tall = gsta::math::mul(overlap(1, row, bin), scale);
      for (id column = first[0]; column <= last[0]; ++column)
        visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(on.bins) +
                  static_cast<std::size_t>(column),
              gsta::math::mul(tall, overlap(0, column, bin)));
    }
  }

 private:
  GSTA_HD float overlap(int a, id at, float bin) const noexcept {
    float const begin = gsta::math::mul(static_cast<float>(at), bin);
    float const end = gsta::math::mul(static_cast<float>(at + 1), bin);
    float const from = low[a] > begin ? low[a] : begin, to = high[a] < end ? high[a] : end;
    return from < to ? gsta::math::sub(to, from) : 0.0f;
  }
};

/// Areas are added as integers, whose sum has no order: the whole die is 2^30, so that no bin overflows.
GSTA_HD inline float area_unit(die const& on) noexcept {
  return gsta::math::div(1073741824.0f, static_cast<float>(on.bins * on.bins));
}

template <memory_space S>
struct cover_op {
  layout_view<S> layout;
  plane<float const, S> cell;
  die on;
  span<id, S> covered;  // [bins]
  GSTA_HD void operator()(std::size_t c) const noexcept {
    auto const box = footprint::of(cell[0][c], cell[1][c], layout.width[c], layout.height[c], on);
    float const unit = area_unit(on);
    box.each_bin(on, [&](std::size_t bin, float area) {
      id const amount = static_cast<id>(gsta::math::add(gsta::math::mul(area, unit), 0.5f));
      if (amount > 0) gsta::fetch_add(covered[bin], amount);
    });
  }
};

template <memory_space S>
struct density_op {
  span<id const, S> covered;
  die on;
  span<float, S> density;  // [bins] 1: full
  GSTA_HD void operator()(std::size_t bin) const noexcept {
    density[bin] = gsta::math::div(static_cast<float>(covered[bin]), area_unit(on));
  }
};

/// What is too much in a bin, in bins.
template <memory_space S>
struct overflow_term {
  span<float const, S> density;
  float most_full;
  GSTA_HD two_sums operator()(std::size_t bin) const noexcept {
    float const over = gsta::math::sub(density[bin], most_full);
    return {over > 0 ? over : 0.0f, 0};
  }
};

/// out = a b of square matrices: index i computes eight entries of a row, each a sum over k in order.
template <memory_space S>
struct product_op {
  span<float const, S> a, b;
  std::size_t side;
  span<float, S> out;
  /// Neighbouring threads of a device take neighbouring columns; a host's one thread takes eight.
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const part = side / 8, row = i / part;
    std::size_t const stride = S == memory_space::device ? part : 1;
    std::size_t const column = S == memory_space::device ? i % part : 8 * (i % part);
    float sum[8] = {};
    for (std::size_t k = 0; k < side; ++k) {
      float const left = a[row * side + k];
      float const* const right = &b[k * side + column];
      for (std::size_t j = 0; j < 8; ++j)
        sum[j] = gsta::math::add(sum[j], gsta::math::mul(left, right[j * stride]));
    }
    for (std::size_t j = 0; j < 8; ++j) out[row * side + column + j * stride] = sum[j];
  }
};

/// From the cosine series of the density to that of the field along each axis: w / (w_x^2 + w_y^2).
template <memory_space S>
struct solve_op {
  span<float const, S> series;
  span<float const, S> frequency;  // [side]
  plane<float, S> field;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    using gsta::math::add, gsta::math::div, gsta::math::mul;
    std::size_t const side = frequency.size(), u = i % side, v = i / side;
    float const wx = frequency[u], wy = frequency[v];
    float const squares = add(mul(wx, wx), mul(wy, wy));
    float const twice = (u == 0 ? 1.0f : 2.0f) * (v == 0 ? 1.0f : 2.0f);
    float const value = i == 0 ? 0.0f : div(mul(twice, series[i]), squares);
    field[0][i] = mul(value, wx);
    field[1][i] = mul(value, wy);
  }
};

/// The field of cells as charges, by Poisson's equation with a border that holds them in. Transforms are
/// products with matrices of cosines and sines: more work than fast ones, but a screenful, and the same bits
/// everywhere. Paper: Lu et al., ePlace, TODAES 2015.
template <memory_space S>
class charge_field {
 public:
  template <executor E>
  charge_field(E const& exec, die const& on)
      : on_(on),
        covered(exec, size()),
        density(exec, size()),
        between_(exec, size()),
        series_(exec, size()),
        spectrum_(make_plane(exec, size())),
        field(make_plane(exec, size())) {
    std::size_t const side = static_cast<std::size_t>(on.bins);
    std::vector<float> cosine(size()), turned(size()), sine(size()), sine_turned(size()), frequency(side);
    for (std::size_t u = 0; u < side; ++u) {
      double const w = std::acos(-1.0) * static_cast<double>(u) / static_cast<double>(side);
      frequency[u] = static_cast<float>(w);
      for (std::size_t i = 0; i < side; ++i) {
        double const angle = w * (static_cast<double>(i) + 0.5);
        cosine[u * side + i] = turned[i * side + u] = static_cast<float>(std::cos(angle));
        sine[u * side + i] = sine_turned[i * side + u] = static_cast<float>(std::sin(angle));
      }
    }
    cosine_ = clone(exec, cosine);
    cosine_turned_ = clone(exec, turned);
    sine_ = clone(exec, sine);
    sine_turned_ = clone(exec, sine_turned);
    frequency_ = clone(exec, frequency);
    exec.sync();  // the vectors end here
  }

  /// Density and field where cells are. Does not wait.
  template <executor E>
  void update(E const& exec, layout_view<S> const& layout, plane<float const, S> cell) {
    fill(exec, covered.view(), id{0});
    for_each_n(exec, layout.movable(), cover_op<S>{layout, cell, on_, covered.view()});
    for_each_n(exec, size(), density_op<S>{std::as_const(covered).view(), on_, density.view()});
    multiply(exec, density, cosine_turned_, between_);
    multiply(exec, cosine_, between_, series_);
    for_each_n(
        exec, size(),
        solve_op<S>{std::as_const(series_).view(), std::as_const(frequency_).view(), spectrum_.view()});
    multiply(exec, spectrum_.x, sine_, between_);
    multiply(exec, cosine_turned_, between_, field.x);
    multiply(exec, spectrum_.y, cosine_, between_);
    multiply(exec, sine_turned_, between_, field.y);
  }

 private:
  using matrix = gsta::buffer<float, S>;
  std::size_t size() const { return static_cast<std::size_t>(on_.bins) * static_cast<std::size_t>(on_.bins); }

  template <executor E>
  void multiply(E const& exec, matrix const& a, matrix const& b, matrix& out) const {
    for_each_n(exec, size() / 8,
               product_op<S>{a.view(), b.view(), static_cast<std::size_t>(on_.bins), out.view()});
  }

  die on_;

 public:
  gsta::buffer<id, S> covered;
  gsta::buffer<float, S> density;

 private:
  matrix between_, series_, cosine_, cosine_turned_, sine_, sine_turned_, frequency_;
  plane_buffer<S> spectrum_;

 public:
  plane_buffer<S> field;  ///< [bins] along each axis
};

}  // namespace place
