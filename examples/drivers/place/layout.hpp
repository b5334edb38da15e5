#pragma once

#include <cstddef>
#include <cstdint>

#include "gsta/core/algorithm.hpp"
#include "gsta/flat/flat_view.hpp"

namespace place {

using gsta::executor;
using gsta::id;
using gsta::memory_space;
using gsta::span;

/// A netlist as a placer sees it. Cells [0, movable) move; those behind them are ports, which have a place
/// but no size. A terminal is a pin's end of a net: that of net n's driver is net_begin[n] + n, those of its
/// sinks follow.
template <memory_space S>
struct layout_view {
  gsta::net_view<S> nets;
  span<std::uint8_t const, S> is_clock;        ///< [nets] 1: no timing weight, and an ideal wire
  span<id const, S> pin_cell;                  ///< [pins]
  span<float const, S> pin_dx, pin_dy;         ///< [pins] um from the cell's middle
  span<float const, S> width, height;          ///< [movable] um
  span<id const, S> pin_begin, pin;            ///< [cells + 1], [pins] the pins of each cell
  span<id const, S> terminal_begin, terminal;  ///< [pins + 1], [terminals] the terminals of each pin
  span<id const, S> terminal_net;              ///< [terminals]

  template <memory_space D, class F>
  layout_view<D> map(F f) const {
    return {nets.template map<D>(f),
            f(is_clock),
            f(pin_cell),
            f(pin_dx),
            f(pin_dy),
            f(width),
            f(height),
            f(pin_begin),
            f(pin),
            f(terminal_begin),
            f(terminal),
            f(terminal_net)};
  }
  GSTA_HD std::size_t movable() const noexcept { return width.size(); }
  GSTA_HD std::size_t cells() const noexcept { return pin_begin.size() - 1; }
};

/// The square that cells are placed in, and its grid of side x side bins.
struct die {
  float side = 0;       ///< um
  id bins = 0;          ///< along each side, a power of two
  float most_full = 1;  ///< of a bin's area: what is above it is overflow
  float cell_area = 0;  ///< um^2, of all movable cells

  GSTA_HD float bin_side() const noexcept { return gsta::math::div(side, static_cast<float>(bins)); }
};

/// Coordinates, or what acts along them: one array an axis.
template <class T, memory_space S>
struct plane {
  span<T, S> axis[2];
  GSTA_HD span<T, S> const& operator[](int a) const noexcept { return axis[a]; }
};

template <memory_space S>
struct plane_buffer {
  gsta::buffer<float, S> x, y;
  plane<float, S> view() noexcept { return {{x.view(), y.view()}}; }
  plane<float const, S> view() const noexcept { return {{x.view(), y.view()}}; }
};

template <executor E>
plane_buffer<E::space> make_plane(E const& exec, std::size_t n) {
  plane_buffer<E::space> result{{exec, n}, {exec, n}};
  fill(exec, result.x.view(), 0.0f);
  fill(exec, result.y.view(), 0.0f);
  return result;
}

/// Pins stand where their cells do.
template <memory_space S>
struct place_pins_op {
  layout_view<S> layout;
  plane<float const, S> cell;
  plane<float, S> pin;
  GSTA_HD void operator()(std::size_t p) const noexcept {
    id const c = layout.pin_cell[p];
    pin[0][p] = gsta::math::add(cell[0][c], layout.pin_dx[p]);
    pin[1][p] = gsta::math::add(cell[1][c], layout.pin_dy[p]);
  }
};

}  // namespace place
