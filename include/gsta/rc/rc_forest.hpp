#pragma once

#include <cstdint>
#include <type_traits>

#include "gsta/core/algorithm.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// Nets, their wires and what loads them, on arrays of the caller's: for who has no design, as routers.
/// Whatever in this room takes a design takes this instead: `flatten_rc`, `make_rc_state`, `make_wire_state`,
/// `update_wires`, on a device also `make_wire_plan`.
///
/// Needs: arrays that fit together (see `validate`; here nobody looks), which outlive what is made of them.
template <memory_space S>
struct wire_problem {
  net_view<S> nets;                              ///< between pins, which are numbered from 0
  rc_view<S> rc;                                 ///< without `response` a sink's delay is Elmore's
  span<per_condition<float> const, S> pin_load;  ///< [pins] fF

  /// A design of which nothing else is there.
  operator flat_view<S>() const noexcept {
    flat_view<S> design{};
    design.nets = nets;
    design.rc = rc;
    design.pin_load = pin_load;
    return design;
  }
};

/// A design as a parameter that a `wire_problem` converts to.
template <executor E>
using nets_of = std::type_identity_t<flat_view<E::space>>;

/// Every net's RC tree in breadth-first order: position 0 of a net is its root, a parent stands before its
/// children, and the children of one parent stand side by side. Positions count from 0 within each net; a net
/// owns as many positions as nodes, of which the first `reached[net]` are in the tree.
template <memory_space S>
struct rc_forest_view {
  span<id const, S> begin;        ///< [nets + 1] into node arrays
  span<id const, S> reached;      ///< [nets] nodes connected to the root; 0: ideal, or no root
  span<id const, S> node;         ///< [nodes] which node of `rc_view` stands here (local)
  span<id const, S> parent;       ///< [nodes] position; none for the root
  span<id const, S> first_child;  ///< [nodes] position
  span<id const, S> child_count;  ///< [nodes]
  span<id const, S> edge;         ///< [nodes] edge of `rc_view` (global) to the parent; none for the root
  span<id const, S>
      sink_position;  ///< [net arcs] position of each sink in its net; none where the tree lacks it

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  rc_forest_view<D> map(F f) const {
    return {f(begin),       f(reached),     f(node), f(parent),
            f(first_child), f(child_count), f(edge), f(sink_position)};
  }
};

/// What wires do to slews.
enum class wire_slew : std::uint8_t {
  keep,     ///< sinks see the driver's slew
  degrade,  ///< widened by the second moment: sign(s) sqrt(s^2 + impulse)
  reduce,   ///< as `keep`, and the net as its driver sees it is reduced to a pi model (`wire_state::pi`)
};

/// What a sink sees that its net's tree does not reach.
enum class unreached_sink : std::uint8_t {
  undefined,  ///< nothing is known there: no arrival
  no_delay,   ///< the driver's arrival and slew, as where no wire was extracted
};

/// How wires are timed.
struct wire_options {
  wire_slew slew = wire_slew::degrade;  ///< the delay model that reads the wires must be given this value
  unreached_sink unreached = unreached_sink::undefined;  ///< of RC trees; stars reach all their sinks
};

/// What a wire does on the way from the driver to one sink. The two lie in one sector of a device's memory,
/// since whoever reads one reads the other.
struct alignas(16) wire_answer {
  per_condition<float> delay;  ///< ps from driver to sink; undefined where the tree lacks the sink
  /// What widens the slew: ps^2, the second moment's excess, under `wire_slew::degrade`; ps, to be added,
  /// else (0 but behind an ideal port, see `wire_response`).
  per_condition<float> impulse;
};

/// What the driver of a net sees, as two capacitances with a resistance between: the model with the first
/// three moments of the net's admittance. The near capacitance is the driver's load less `far`; where it is
/// much smaller than `far`, rounding may leave it a hair below zero. Without resistance `far` is 0 as well.
struct alignas(16) pi_load {
  per_condition<float> far_end;     ///< fF behind the resistance
  per_condition<float> resistance;  ///< kOhm
};

/// What the wires of a design do, per condition, written by `update_wires`.
template <memory_space S>
struct wire_state {
  buffer<wire_answer, S> sink;           ///< [net arcs]
  buffer<per_condition<float>, S> load;  ///< [pins] fF that a driver sees; 0 for pins that drive nothing
  buffer<pi_load, S> pi{};               ///< [nets] under `wire_slew::reduce`; else it may be empty
};

/// What the wires of a design do, for delay models to read.
template <memory_space S>
struct wire_view {
  span<wire_answer const, S> sink;           ///< [net arcs]
  span<per_condition<float> const, S> load;  ///< [pins] fF that a driver sees
  span<pi_load const, S> pi{};               ///< [nets] as `wire_state` says
};

/// What `update_wires` or `update_star_wires` wrote; the state must outlive it.
template <memory_space S>
wire_view<S> view_of(wire_state<S> const& wires) noexcept {
  return {wires.sink.view(), wires.load.view(), wires.pi.view()};
}

namespace detail {
/// Pi models need a place.
template <memory_space S>
void require_pi(flat_view<S> const& design, wire_state<S> const& wires, wire_options const& options) {
  require(options.slew != wire_slew::reduce || wires.pi.size() == design.nets.driver.size(),
          "wires are reduced into a state that make_wire_state was told to make for wire_slew::reduce");
}
}  // namespace detail

/// Wires as straight lines from a driver to each of its sinks, from where pins are placed. A wire's length is
/// |dx| + |dy|.
template <memory_space S>
struct star_view {
  span<float const, S> pin_x;           ///< [pins] um
  span<float const, S> pin_y;           ///< [pins] um
  float resistance = 0;                 ///< kOhm/um
  float capacitance = 0;                ///< fF/um
  span<std::uint8_t const, S> ideal{};  ///< [nets] not 0: a wire without R and C; may be empty
};

}  // namespace gsta
