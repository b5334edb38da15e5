#pragma once

#include "gsta/rc/detail/elmore_steps.hpp"
#include "gsta/rc/detail/wire_length.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// One net as a star. What elmore_op finds for a tree with a root, and its children in the order of the
/// sinks, with nothing stored between the steps.
template <memory_space S>
struct star_op {
  flat_view<S> design;
  star_view<S> star;
  sink_writer<S> write;
  span<per_condition<float>, S> pin_load;  // [pins]
  span<pi_load, S> pi;                     // [nets] where the op reduces

  GSTA_HD bool reduces() const noexcept { return write.slew == wire_slew::reduce; }

  template <class Lanes>
  GSTA_HD void operator()(std::size_t net, Lanes const& lanes) const noexcept {
    of_net<false>(net, lanes);
  }

  template <bool Reduces, class Lanes>
  GSTA_HD void of_net(std::size_t net, Lanes const& lanes) const noexcept {
    load(net, lanes);
    if constexpr (Reduces) store_pi(lanes, pi[net], pi_of(moments(net, lanes)));
    for (id a = design.nets.begin[net]; a < design.nets.begin[net + 1]; ++a) {
      if (is_ideal(net)) {
        write.same(static_cast<std::size_t>(a), lanes, lanes.same(0.0f));
      } else {
        wire_piece const wire = wire_to(design.nets.driver[net], a);
        write_sink(a, wire, sink_load(a, wire, lanes), lanes);
      }
    }
  }

  /// What the driver sees.
  template <class Lanes>
  GSTA_HD void load(std::size_t net, Lanes const& lanes) const noexcept {
    using value = typename Lanes::value;
    id const first = design.nets.begin[net], n = design.nets.begin[net + 1] - first;
    id const driver = design.nets.driver[net];
    if (is_ideal(net)) {
      auto const pins = math::ordered_sum<value>(n, [&](id k) { return sink_pin(first + k, lanes); });
      return write_load(driver, lanes, pins);
    }
    auto const half = math::ordered_sum<float>(n, [&](id k) { return wire_to(driver, first + k).half; });
    auto const below = math::ordered_sum<value>(
        n, [&](id k) { return sink_load(first + k, wire_to(driver, first + k), lanes); });
    write_load(driver, lanes, with_children(lanes.same(half), below));
  }

  /// Of the admittance that the driver sees: 0 without resistance.
  template <class Lanes>
  GSTA_HD admittance<typename Lanes::value> moments(std::size_t net, Lanes const& lanes) const noexcept {
    using result = admittance<typename Lanes::value>;
    id const first = design.nets.begin[net], driver = design.nets.driver[net];
    id const n = is_ideal(net) ? 0 : design.nets.begin[net + 1] - first;
    return math::ordered_sum<result>(n, [&](id k) {
      wire_piece const wire = wire_to(driver, first + k);
      return sink_moments(wire, sink_load(first + k, wire, lanes), lanes);
    });
  }

  /// What a sink of the given load adds to them.
  template <class Lanes>
  GSTA_HD admittance<typename Lanes::value> sink_moments(wire_piece const& wire,
                                                         typename Lanes::value const& load,
                                                         Lanes const& lanes) const noexcept {
    return admittance_of(load, step_down(lanes.same(0.0f), lanes.same(wire.resistance), load));
  }

  GSTA_HD bool is_ideal(std::size_t net) const noexcept {
    return !star.ideal.empty() && star.ideal[net] != 0;
  }

  GSTA_HD wire_piece wire_to(id driver, id a) const noexcept {
    id const sink = design.nets.sink[a];
    float const length =
        manhattan(star.pin_x[driver], star.pin_y[driver], star.pin_x[sink], star.pin_y[sink]);
    return piece_of_length(length, star.resistance, star.capacitance);
  }

  template <class Lanes>
  GSTA_HD typename Lanes::value sink_pin(id a, Lanes const& lanes) const noexcept {
    return lanes.load(design.pin_load[design.nets.sink[a]]);
  }

  /// A leaf's load is its own capacitance; the sum over no children is 0.
  template <class Lanes>
  GSTA_HD typename Lanes::value sink_load(id a, wire_piece const& wire, Lanes const& lanes) const noexcept {
    return with_children(own_capacitance(lanes.same(wire.half), sink_pin(a, lanes)), lanes.same(0.0f));
  }

  template <class Lanes>
  GSTA_HD auto answer_of(id a, wire_piece const& wire, typename Lanes::value const& load,
                         Lanes const& lanes) const noexcept {
    auto const no = lanes.same(0.0f), r = lanes.same(wire.resistance);
    auto const delay = step_down(no, r, load);
    auto const ldelay = with_children(delayed_capacitance(load, delay), no);
    return write.of(static_cast<std::size_t>(a), lanes, delay, step_down(no, r, ldelay));
  }

  template <class Lanes>
  GSTA_HD void write_sink(id a, wire_piece const& wire, typename Lanes::value const& load,
                          Lanes const& lanes) const noexcept {
    auto const answer = answer_of(a, wire, load, lanes);
    lanes.store(write.sink[a].delay, answer.delay);
    lanes.store(write.sink[a].impulse, answer.impulse);
  }

  template <class Lanes>
  GSTA_HD void write_load(id driver, Lanes const& lanes, typename Lanes::value const& wire) const noexcept {
    lanes.store(pin_load[driver], driver_load(lanes, wire, lanes.load(design.pin_load[driver])));
  }
};

template <memory_space S>
star_op<S> make_star_op(flat_view<S> const& design, star_view<S> const& star, wire_state<S>& wires,
                        wire_options const& options) {
  return {design, star, {design.rc, wires.sink.view(), options.slew}, wires.load.view(), wires.pi.view()};
}

}  // namespace gsta::detail
