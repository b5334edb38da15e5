#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/four_lanes.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"

/// What an op handles at a time: one of the four conditions, as a device thread does, or all four side by
/// side, as a host core does with one vector instruction. An op that is written in lanes gives the same bits
/// either way.
namespace gsta::detail {

/// Four values that are computed with as one.
struct condition_lanes {
  per_condition<float> at;

  friend GSTA_HD inline condition_lanes add(condition_lanes const& a, condition_lanes const& b) noexcept {
    condition_lanes sum;
    for (int c = 0; c < conditions; ++c) sum.at[c] = math::add(a.at[c], b.at[c]);
    return sum;
  }
  friend GSTA_HD inline condition_lanes sub(condition_lanes const& a, condition_lanes const& b) noexcept {
    condition_lanes difference;
    for (int c = 0; c < conditions; ++c) difference.at[c] = math::sub(a.at[c], b.at[c]);
    return difference;
  }
  friend GSTA_HD inline condition_lanes mul(condition_lanes const& a, condition_lanes const& b) noexcept {
    condition_lanes product;
    for (int c = 0; c < conditions; ++c) product.at[c] = math::mul(a.at[c], b.at[c]);
    return product;
  }
  friend GSTA_HD inline condition_lanes where_negative(condition_lanes const& x, condition_lanes const& yes,
                                                       condition_lanes const& no) noexcept {
    condition_lanes chosen;
    for (int c = 0; c < conditions; ++c) chosen.at[c] = x.at[c] < 0 ? yes.at[c] : no.at[c];
    return chosen;
  }
  friend GSTA_HD inline bool any_negative(condition_lanes const& x) noexcept {
    bool any = false;
    for (int c = 0; c < conditions; ++c) any = any || x.at[c] < 0;
    return any;
  }
};

/// `yes` where `x` is negative, else `no`.
GSTA_HD inline float where_negative(float x, float yes, float no) noexcept { return x < 0 ? yes : no; }
GSTA_HD inline bool any_negative(float x) noexcept { return x < 0; }

/// Condition `c` alone.
struct one_condition {
  using value = float;
  int c;

  GSTA_HD value load(per_condition<float> const& from) const noexcept { return from[c]; }
  /// `*from`, or 0 where it is not there.
  GSTA_HD value load_if(bool is_there, per_condition<float> const* from) const noexcept {
    return is_there ? (*from)[c] : 0.0f;
  }
  GSTA_HD void store(per_condition<float>& to, value x) const noexcept { to[c] = x; }
  GSTA_HD value same(float x) const noexcept { return x; }
  /// Chooses between two registers; an index would need them in memory.
  GSTA_HD value by_edge(float const (&rise_fall)[2]) const noexcept {
    return edge_of(c) == 0 ? rise_fall[0] : rise_fall[1];
  }
  GSTA_HD value undefined() const noexcept { return undefined_arrival(c); }
  /// `x` where it is within `most`, else what is beyond all.
  GSTA_HD value held(value x, float most, float beyond) const noexcept {
    float const otherwise = is_late(c) ? beyond : -beyond;
    return math::is_within(x, most) ? x : otherwise;
  }
};

/// All four conditions.
struct all_conditions {
  using value = condition_lanes;
  per_condition<float> zero{};

  /// Chooses between two addresses, which needs no branch.
  GSTA_HD value load_if(bool is_there, per_condition<float> const* from) const noexcept {
    return {*(is_there ? from : &zero)};
  }
  GSTA_HD value load(per_condition<float> const& from) const noexcept { return {from}; }
  GSTA_HD void store(per_condition<float>& to, value const& x) const noexcept { to = x.at; }
  GSTA_HD value same(float x) const noexcept { return {same_value(x)}; }
  GSTA_HD value by_edge(float const (&rise_fall)[2]) const noexcept {
    return {{rise_fall[0], rise_fall[1], rise_fall[0], rise_fall[1]}};
  }
  GSTA_HD value undefined() const noexcept { return {undefined_arrival()}; }
  GSTA_HD value held(value x, float most, float beyond) const noexcept {
    if (math::all_within(x.at, most)) return x;  // one branch, which is nearly always taken
    for (int c = 0; c < conditions; ++c) x.at[c] = one_condition{c}.held(x.at[c], most, beyond);
    return x;
  }
};

/// A thread a (net, condition).
template <class Op>
struct by_condition {
  Op op;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    op(i / conditions, one_condition{static_cast<int>(i % conditions)});
  }
};

/// A net at a time, its four conditions in one vector.
template <class Op>
struct by_net {
  Op op;
  GSTA_HD void operator()(std::size_t net) const noexcept { op(net, all_conditions{}); }
};

/// The same op where it reduces; apart, so that it costs nothing where it does not.
template <class Op>
struct reducing {
  Op op;
  template <class Lanes>
  GSTA_HD void operator()(std::size_t net, Lanes const& lanes) const noexcept {
    op.template of_net<true>(net, lanes);
  }
};

/// An op of trees or stars over some nets alone.
template <memory_space S, class Op>
struct listed_nets_op {
  Op op;
  span<id const, S> nets;

  GSTA_HD bool reduces() const noexcept { return op.reduces(); }
  template <class Lanes>
  GSTA_HD void operator()(std::size_t i, Lanes const& lanes) const noexcept {
    op(static_cast<std::size_t>(nets[i]), lanes);
  }
  template <bool Reduces, class Lanes>
  GSTA_HD void of_net(std::size_t i, Lanes const& lanes) const noexcept {
    op.template of_net<Reduces>(static_cast<std::size_t>(nets[i]), lanes);
  }
};

/// A device has a thread a (net, condition), a host takes a net's four conditions at a time.
template <executor E, class Op>
void in_lanes(E const& exec, std::size_t nets, Op const& op) {
  if constexpr (host_side_executor<E>)
    for_each_n(exec, nets, by_net<Op>{op});
  else
    for_each_n(exec, conditions * nets, by_condition<Op>{op});
}

/// An op of trees or stars.
template <executor E, class Op>
void for_each_net(E const& exec, std::size_t nets, Op const& op) {
  if (op.reduces())
    in_lanes(exec, nets, reducing<Op>{op});
  else
    in_lanes(exec, nets, op);
}

}  // namespace gsta::detail
