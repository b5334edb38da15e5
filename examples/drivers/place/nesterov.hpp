#pragma once

#include "place/density.hpp"
#include "place/schedule.hpp"

namespace place {

/// What acts on a cell, along x and y.
struct cell_force {
  float wire[2] = {0, 0}, push[2] = {0, 0}, guide[2] = {0, 0};
  float stiffness = 0, guided = 0;  ///< weights of its wires; how much the timing's gradients come to
};

/// Gathers what acts on a cell from its pins and from the bins that it covers. Pull, not push: every sum has
/// one writer and one order.
template <memory_space S>
struct gather_op {
  layout_view<S> layout;
  die on;
  plane<float const, S> cell, pull, field, guide;  // guide [pins], may be empty
  span<float const, S> net_weight;
  span<cell_force, S> force;

  GSTA_HD void operator()(std::size_t c) const noexcept {
    cell_force total;
    for (id k = layout.pin_begin[c]; k < layout.pin_begin[c + 1]; ++k) add_pin(layout.pin[k], total);
    auto const box = footprint::of(cell[0][c], cell[1][c], layout.width[c], layout.height[c], on);
    box.each_bin(on, [&](std::size_t bin, float area) {
      for (int a = 0; a < 2; ++a)
        total.push[a] = gsta::math::sub(total.push[a], gsta::math::mul(area, field[a][bin]));
    });
    force[c] = total;
  }

 private:
  GSTA_HD void add_pin(id p, cell_force& total) const noexcept {
    using gsta::math::add;
    for (id k = layout.terminal_begin[p]; k < layout.terminal_begin[p + 1]; ++k) {
      id const terminal = layout.terminal[k];
      for (int a = 0; a < 2; ++a) total.wire[a] = add(total.wire[a], pull[a][terminal]);
      total.stiffness = add(total.stiffness, net_weight[layout.terminal_net[terminal]]);
    }
    if (guide[0].empty()) return;
    for (int a = 0; a < 2; ++a) {
      total.guide[a] = add(total.guide[a], guide[a][p]);
      total.guided = add(total.guided, guide[a][p] < 0 ? -guide[a][p] : guide[a][p]);
    }
  }
};

/// How hard wires pull in all, and how hard cells push each other.
template <memory_space S>
struct force_term {
  span<cell_force const, S> force;
  GSTA_HD two_sums operator()(std::size_t c) const noexcept {
    cell_force const& f = force[c];
    return {gsta::math::add(size(f.wire[0]), size(f.wire[1])),
            gsta::math::add(size(f.push[0]), size(f.push[1]))};
  }
  GSTA_HD static double size(float x) noexcept { return x < 0 ? -static_cast<double>(x) : x; }
};

/// Cells and what Nesterov's method keeps of them.
template <memory_space S>
struct motion {
  plane<float, S> cell;    // [cells] where gradients are taken
  plane<float, S> solid;   // [movable] the sequence of solutions behind it
  plane<float, S> before;  // [movable] `cell` one iteration earlier
  plane<float, S> gradient, gradient_before;
};

/// The preconditioned gradient of the objective.
template <memory_space S>
struct gradient_op {
  layout_view<S> layout;
  die on;
  span<cell_force const, S> force;
  span<schedule const, S> now;
  motion<S> all;
  GSTA_HD void operator()(std::size_t c) const noexcept {
    using gsta::math::add, gsta::math::div, gsta::math::mul;
    cell_force const& f = force[c];
    auto const density = static_cast<float>(now[0].density_weight);
    auto const timing = static_cast<float>(now[0].timing_weight);
    float const bin = on.bin_side();
    float const charge = div(mul(layout.width[c], layout.height[c]), mul(bin, bin));
    float stiff = add(add(f.stiffness, mul(timing, f.guided)), mul(density, charge));
    stiff = stiff < 1 ? 1.0f : stiff;
    for (int a = 0; a < 2; ++a) {
      float const sum = add(add(f.wire[a], mul(timing, f.guide[a])), mul(density, f.push[a]));
      all.gradient_before[a][c] = all.gradient[a][c];
      all.gradient[a][c] = div(sum, stiff);
    }
  }
};

/// Squares of a cell's last move and of the change of its gradient.
template <memory_space S>
struct moved_term {
  plane<float const, S> cell, before, gradient, gradient_before;
  GSTA_HD two_sums operator()(std::size_t c) const noexcept {
    return {squares(cell, before, c), squares(gradient, gradient_before, c)};
  }
  GSTA_HD static double squares(plane<float const, S> a, plane<float const, S> b, std::size_t c) noexcept {
    double const dx = gsta::math::sub(a[0][c], b[0][c]), dy = gsta::math::sub(a[1][c], b[1][c]);
    return gsta::math::add(gsta::math::mul(dx, dx), gsta::math::mul(dy, dy));
  }
};

/// One step of Nesterov's method; no cell leaves the die. Paper: Lu et al., ePlace, TODAES 2015, Section 5;
/// its step size, here without going back.
template <memory_space S>
struct move_op {
  layout_view<S> layout;
  die on;
  span<schedule const, S> now;
  motion<S> all;
  GSTA_HD void operator()(std::size_t c) const noexcept {
    using gsta::math::add, gsta::math::mul, gsta::math::sub;
    auto const step = static_cast<float>(now[0].step), carry = static_cast<float>(now[0].carry);
    float const size[2] = {layout.width[c], layout.height[c]};
    for (int a = 0; a < 2; ++a) {
      float const here = all.cell[a][c], was = all.solid[a][c];
      float const is = inside(sub(here, mul(step, all.gradient[a][c])), size[a]);
      all.before[a][c] = here;
      all.solid[a][c] = is;
      all.cell[a][c] = inside(add(is, mul(carry, sub(is, was))), size[a]);
    }
  }
  GSTA_HD float inside(float x, float size) const noexcept {
    float const half = gsta::math::mul(0.5f, size), most = gsta::math::sub(on.side, half);
    return x < half ? half : x > most ? most : x;
  }
};

}  // namespace place
