#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/rc/detail/star_op.hpp"

namespace gsta {

namespace detail {
template <memory_space S>
void require_star(flat_view<S> const& design, star_view<S> const& star, wire_state<S> const& wires) {
  std::size_t const pins = design.pin_count();
  require(star.pin_x.size() == pins && star.pin_y.size() == pins,
          "update_star_wires: every pin needs a place");
  require(star.ideal.empty() || star.ideal.size() == design.nets.driver.size(),
          "update_star_wires: ideal must be empty or say it of every net");
  require(wires.sink.size() == design.net_arc_count() && wires.load.size() == pins,
          "update_star_wires: the state was made for another design");
}

template <executor E>
void for_each_star(E const& exec, std::size_t nets, star_op<E::space> const& op) {
  for_each_n(exec, conditions * nets, by_condition<star_op<E::space>>{op});
}
template <host_side_executor E>
void for_each_star(E const& exec, std::size_t nets, star_op<E::space> const& op) {
  for_each_n(exec, nets, by_net<star_op<E::space>>{op});
}
}  // namespace detail

/// Loads, Elmore delays and what widens slews, where every net is a star from its driver straight to each
/// sink: wires as a placer knows them. `design.rc` may be empty; only its responses are read.
///
/// Shapes: as `star_view` and `wire_state`. Units: um, ps, fF, kOhm. Cost: O(pins), a device thread a (net,
/// condition). Where: the executor; does not wait. Throws: argument_error on sizes. Exact: the bits of
/// `update_wires` on the same star given as an RC tree whose edges stand in the order of the sinks, R = r l
/// and C = c l / 2 a sink and, at the driver, the `ordered_sum` of these.
template <executor E>
void update_star_wires(E const& exec, flat_view<E::space> const& design, star_view<E::space> const& star,
                       wire_state<E::space>& wires, wire_options options = {}) {
  detail::require_star(design, star, wires);
  fill(exec, wires.load.view(), same_value(0.0f));
  detail::for_each_star(exec, design.nets.driver.size(), detail::make_star_op(design, star, wires, options));
}

}  // namespace gsta
