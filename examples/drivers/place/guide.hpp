#pragma once

#include <limits>
#include <optional>
#include <utility>

#include "gsta/sta/gradient_plan.hpp"
#include "gsta/weights/criticality.hpp"
#include "place/layout.hpp"
#include "place/options.hpp"

namespace place {

/// What timing tells a placer in an iteration; what a mode does not have is empty.
template <memory_space S>
struct guidance {
  span<float const, S> net_weight;   ///< [nets]
  span<float const, S> pair_weight;  ///< [net arcs] of driver and sink
  plane<float const, S> gradient;    ///< [pins] of smooth TNS, ps/um
  span<double const, S> cost;        ///< [1] ps, smooth TNS
  span<gsta::per_split const, S> endpoint_slack;
};

/// The timing of an iteration, by a plan of the timer: of its update alone, or with gradients.
template <executor E>
class planned_timing {
 public:
  static constexpr memory_space S = E::space;

  planned_timing(E const& exec, gsta::timer<E>& of, gsta::star_view<S> const& star, bool with_gradient,
                 float gamma) {
    gsta::plan_options<S> how{.extent = gsta::update_extent::all_pins, .star = star};
    if (!with_gradient) {
      update_.emplace(of.prepare(exec, how));
      return;
    }
    how.extent = gsta::update_extent::endpoints;  // gradients ask for no required times
    gradients_.emplace(of.prepare_gradients(
        exec, {.cost = {gsta::smooth_goal::total, gsta::split::late, gamma}, .update = how}));
  }

  void enqueue(E const& exec) {
    if (gradients_) {
      gradients_->run(exec);
    } else {
      update_->run(exec);
    }
  }
  plane<float const, S> gradient() const {
    if (!gradients_) return {};
    return {{gradients_->gradients().x, gradients_->gradients().y}};
  }
  span<double const, S> cost() const {
    return gradients_ ? gradients_->gradients().cost : span<double const, S>();
  }

 private:
  std::optional<gsta::timing_plan<E>> update_;
  std::optional<gsta::gradient_plan<E>> gradients_;
};

/// Clocks have no weight in timing. Nets of very many pins need not have one either: to draw some of these
/// together makes the wires to the others, and with them the driver's load, longer.
template <memory_space S>
GSTA_HD bool has_timing_weight(layout_view<S> const& layout, std::size_t net, id degree_limit) noexcept {
  return !layout.is_clock[net] && layout.nets.begin[net + 1] - layout.nets.begin[net] < degree_limit;
}

/// A net weighs 1 and, as it is critical, up to `strength` more.
template <memory_space S>
struct net_weight_from_criticality_op {
  layout_view<S> layout;
  span<float const, S> criticality;
  float strength;
  id degree_limit;
  span<float, S> weight;
  GSTA_HD void operator()(std::size_t net) const noexcept {
    bool const counts = has_timing_weight(layout, net, degree_limit);
    float const more = counts ? gsta::math::mul(strength, criticality[net]) : 0.0f;
    weight[net] = gsta::math::add(1.0f, more);
  }
};

/// A driver attracts each of its sinks as that is critical itself: of a net with many sinks often few are.
template <memory_space S>
struct pair_weight_op {
  layout_view<S> layout;
  span<id const, S> pin_begin;                      // [pins + 1] nodes
  span<gsta::per_condition<float> const, S> slack;  // [nodes]
  span<gsta::femtoseconds const, S> worst;          // [1]
  float strength, momentum;
  id degree_limit;
  span<float, S> weight;  // [net arcs]

  GSTA_HD void operator()(std::size_t net) const noexcept {
    using gsta::math::add, gsta::math::mul, gsta::math::sub;
    if (!has_timing_weight(layout, net, degree_limit)) return;
    float const wns = gsta::to_picoseconds(worst[0]), fresh = mul(strength, sub(1.0f, momentum));
    for (id a = layout.nets.begin[net]; a < layout.nets.begin[net + 1]; ++a) {
      float const late = slack_of(layout.nets.sink[a]);
      float const share = late < 0 && wns < 0 ? gsta::math::div(late, wns) : 0.0f;
      weight[a] = add(mul(momentum, weight[a]), mul(fresh, share < 1 ? share : 1.0f));
    }
  }
  GSTA_HD float slack_of(id pin) const noexcept {
    float least = 0;
    for (id node = pin_begin[pin]; node < pin_begin[pin + 1]; ++node) {
      for (int c = 2; c < gsta::conditions; ++c) least = slack[node][c] < least ? slack[node][c] : least;
    }
    return least;
  }
};

/// The timing of an iteration and what a mode makes of it.
template <executor E>
class guide {
 public:
  static constexpr memory_space S = E::space;

  guide(E const& exec, mode kind, gsta::timer<E>& of, layout_view<S> const& layout,
        gsta::star_view<S> const& star, options const& from, float gamma)
      : kind_(kind),
        timer_(&of),
        layout_(layout),
        net_strength_(from.net_strength),
        pair_strength_(from.pair_strength),
        timing_(exec, of, star, kind == mode::gradient, gamma),
        pin_begin_(clone(exec, of.nodes().pin_begin)),
        nets_(gsta::make_net_weights(exec, layout.nets.driver.size())),
        weight_(exec, layout.nets.driver.size()),
        pair_weight_(exec, kind == mode::weights ? layout.nets.sink.size() : 0) {
    momentum_.momentum = from.momentum;
    if (from.degree_limit > 0) degree_limit_ = from.degree_limit;
    fill(exec, weight_.view(), 1.0f);
    fill(exec, pair_weight_.view(), 0.0f);
  }

  /// Puts the timing of where pins are now on the executor. Does not wait.
  void enqueue(E const& exec) {
    timing_.enqueue(exec);
    if (kind_ != mode::weights) return;
    update_net_weights(exec, layout_.nets, pin_begin_.view(), timer_->slacks(), momentum_, nets_);
    id const limit = degree_limit_;
    for_each_n(exec, weight_.size(),
               net_weight_from_criticality_op<S>{layout_, std::as_const(nets_.criticality).view(),
                                                 net_strength_, limit, weight_.view()});
    for_each_n(exec, weight_.size(),
               pair_weight_op<S>{layout_, std::as_const(pin_begin_).view(), timer_->view().node_slack,
                                 std::as_const(nets_.worst).view(), pair_strength_, momentum_.momentum, limit,
                                 pair_weight_.view()});
  }

  guidance<S> view() const {
    return {weight_.view(), pair_weight_.view(), timing_.gradient(), timing_.cost(),
            timer_->view().endpoint_slack};
  }

 private:
  mode kind_;
  gsta::timer<E>* timer_;
  layout_view<S> layout_;
  float net_strength_, pair_strength_;
  id degree_limit_ = std::numeric_limits<id>::max();
  gsta::net_weight_options momentum_;
  planned_timing<E> timing_;
  gsta::buffer<id, S> pin_begin_;
  gsta::net_weights<S> nets_;
  gsta::buffer<float, S> weight_, pair_weight_;
};

}  // namespace place
