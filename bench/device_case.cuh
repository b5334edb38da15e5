#pragma once

#include <optional>
#include <utility>

#include "bench/designs.hpp"
#include "bench/device_machine.cuh"
#include "gsta/forward/propagate.cuh"
#include "gsta/rc/elmore.cuh"
#include "gsta/schemes/propagate.cuh"
#include "gsta/schemes/required.cuh"
#include "gsta/schemes/wires.cuh"
#include "gsta/slack/required.cuh"
#include "gsta/sta/timing_plan.cuh"

namespace gsta_bench {

/// A scheme of the papers; none: the generic loop over levels.
using paper_scheme = std::optional<gsta::scheme>;

using device_timer = gsta::timer<gsta::cuda_executor>;

namespace detail {
struct move_pins_op {
  gsta::device_span<float> x, y;
  float by;
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    x[pin] = gsta::math::add(x[pin], gsta::math::mul(by, static_cast<float>(pin % 7)));
    y[pin] = gsta::math::add(y[pin], gsta::math::mul(by, static_cast<float>(pin % 5)));
  }
};
struct scale_op {
  gsta::device_span<float> values;
  float by;
  GSTA_HD void operator()(std::size_t i) const noexcept { values[i] = gsta::math::mul(values[i], by); }
};
/// The timer's own array, to be changed in place as an extractor would.
inline gsta::device_span<float> writable(gsta::device_span<float const> array) {
  return {const_cast<float*>(array.data()), array.size()};
}
}  // namespace detail

/// A design on the device, with what its wires are made from.
class device_case {
 public:
  device_case(gsta::cuda_executor const& exec, bench_design const& of)
      : source(&of), timer(exec, of.design, of.options) {
    if (!of.star) return;
    x_ = clone(exec, of.star->pin_x);
    y_ = clone(exec, of.star->pin_y);
    ideal_ = clone(exec, of.star->net_is_ideal);
    star = gsta::star_view<gsta::memory_space::device>{std::as_const(x_).view(), std::as_const(y_).view(),
                                                       of.star->unit_resistance, of.star->unit_capacitance,
                                                       std::as_const(ideal_).view()};
  }
  device_case(device_case const&) = delete;
  device_case& operator=(device_case const&) = delete;

  std::size_t pins() const { return timer.view().design.pin_count(); }
  gsta::wire_options wire_rules() const {
    return {timer.options().delays.wires, timer.options().delays.unreached};
  }
  gsta::plan_options<gsta::memory_space::device> plan_options(gsta::update_extent extent,
                                                              gsta::sweep_order order) const {
    return {extent, order, star};
  }

  /// New inputs: pins to and fro, or all R and C up and down.
  void change(gsta::cuda_executor const& exec, int run) {
    bool const there = run % 2 == 0;
    if (star) {
      for_each_n(exec, x_.size(), detail::move_pins_op{x_.view(), y_.view(), there ? 0.01f : -0.01f});
      return;
    }
    auto const& rc = timer.view().design.rc;
    for (auto const& array : {rc.resistance, rc.capacitance})
      for_each_n(exec, array.size(), detail::scale_op{detail::writable(array), there ? 1.02f : 0.98f});
  }

  /// The parts of an update in a scheme of the papers, or by the generic loop over levels (none).
  void wires(gsta::cuda_executor const& exec, paper_scheme how) {
    auto const& design = timer.view().design;
    auto const& forest = timer.view().forest;
    bool const generic = !how;
    if (star) {
      generic
          ? update_star_wires(exec, design, *star, gsta::detail::state_of(timer).wires, wire_rules())
          : update_star_wires(exec, design, *star, gsta::detail::state_of(timer).wires, wire_rules(), *how);
    } else {
      generic ? update_wires(exec, design, forest, gsta::detail::state_of(timer).trees,
                             gsta::detail::state_of(timer).wires, wire_rules())
              : update_wires(exec, design, forest, gsta::detail::state_of(timer).trees,
                             gsta::detail::state_of(timer).wires, wire_rules(), *how);
    }
  }
  void forward(gsta::cuda_executor const& exec, paper_scheme how) {
    auto const pins = timer.pins();
    auto const nodes = timer.arrival_nodes();
    auto const model = timer.delay_model_of();
    how ? propagate(exec, pins, nodes, model, gsta::detail::state_of(timer).delays,
                    gsta::detail::state_of(timer).arrivals, *how)
        : propagate(exec, pins, nodes, model, gsta::detail::state_of(timer).delays,
                    gsta::detail::state_of(timer).arrivals);
  }
  void backward(gsta::cuda_executor const& exec, paper_scheme how) {
    auto const nodes = timer.arrival_nodes();
    auto const& checks = timer.view().checks;
    auto const& luts = timer.view().design.luts;
    auto const capture = timer.options().capture;
    how ? update_required(exec, nodes, checks, luts, gsta::detail::state_of(timer).delays,
                          gsta::detail::state_of(timer).arrivals, gsta::detail::state_of(timer).slacks,
                          gsta::required_options{capture, *how})
        : update_required(exec, nodes, checks, luts, gsta::detail::state_of(timer).delays,
                          gsta::detail::state_of(timer).arrivals, gsta::detail::state_of(timer).slacks,
                          capture);
  }
  void update(gsta::cuda_executor const& exec, paper_scheme how) {
    wires(exec, how);
    forward(exec, how);
    backward(exec, how);
  }

  bench_design const* source;
  device_timer timer;
  std::optional<gsta::star_view<gsta::memory_space::device>> star{};

 private:
  gsta::buffer<float, gsta::memory_space::device> x_, y_;
  gsta::buffer<std::uint8_t, gsta::memory_space::device> ideal_;
};

inline char const* name_of(paper_scheme how) {
  if (!how) return "level loop";
  switch (*how) {
    case gsta::scheme::net_based:
      return "net_based";
    case gsta::scheme::pin_based:
      return "pin_based";
    case gsta::scheme::cte:
      return "cte";
  }
  return "";
}
inline constexpr gsta::scheme paper_schemes[] = {gsta::scheme::net_based, gsta::scheme::pin_based,
                                                 gsta::scheme::cte};

}  // namespace gsta_bench
