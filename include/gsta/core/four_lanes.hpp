#pragma once

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES)
#include "gsta/core/detail/lanes_in_registers.hpp"
#endif

/// The four conditions side by side in one vector register: what a host core computes with where a device
/// has four lanes. Formulas that are templates over their number type take either, and each lane gets the
/// bits that the scalar would. Without such registers the lanes are computed one after the other.
namespace gsta {

#if !defined(__SSE2__) || defined(GSTA_PLAIN_LANES)

/// True or false in each lane.
struct lane_mask {
  per_condition<id> bits;  ///< 1 or 0; in a register all bits or none
  /// True where both are.
  friend lane_mask operator&(lane_mask const& a, lane_mask const& b) noexcept {
    lane_mask both;
    for (int c = 0; c < conditions; ++c) both.bits[c] = a.bits[c] & b.bits[c];
    return both;
  }
  /// True where one of them is.
  friend lane_mask operator|(lane_mask const& a, lane_mask const& b) noexcept {
    lane_mask any;
    for (int c = 0; c < conditions; ++c) any.bits[c] = a.bits[c] | b.bits[c];
    return any;
  }
  /// Bit c is set where lane c is true.
  int code() const noexcept { return bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3; }
};

namespace detail {
template <class F>
per_condition<float> each_lane(F const& f) noexcept {
  return {f(0), f(1), f(2), f(3)};
}
template <class F>
lane_mask each_mask(F const& f) noexcept {
  return {{f(0) ? 1 : 0, f(1) ? 1 : 0, f(2) ? 1 : 0, f(3) ? 1 : 0}};
}
}  // namespace detail

/// Four floats, a lane a condition.
struct four_lanes {
  per_condition<float> value;  ///< by condition

  /// What `from` holds; one aligned access.
  static four_lanes load(per_condition<float> const& from) noexcept { return {from}; }
  /// `x` in each lane.
  static four_lanes same(float x) noexcept { return {same_value(x)}; }
  /// Writes all lanes.
  void store(per_condition<float>& to) const noexcept { to = value; }
  /// Each lane's neighbour of the other edge.
  four_lanes other_edge() const noexcept { return {{value[1], value[0], value[3], value[2]}}; }
  /// The lanes of the early conditions with their sign turned.
  four_lanes turn_early() const noexcept { return {{-value[0], -value[1], value[2], value[3]}}; }
  /// The lanes of the late conditions with their sign turned.
  four_lanes turn_late() const noexcept { return {{value[0], value[1], -value[2], -value[3]}}; }
  /// True where `a` is greater.
  friend lane_mask operator>(four_lanes const& a, four_lanes const& b) noexcept {
    return detail::each_mask([&](int c) { return a.value[c] > b.value[c]; });
  }
  /// The early lanes of one and the late lanes of the other.
  static four_lanes early_of(four_lanes const& early, four_lanes const& late) noexcept {
    return {{early.value[0], early.value[1], late.value[2], late.value[3]}};
  }
  /// The rising lanes of one and the falling lanes of the other.
  static four_lanes rising_of(four_lanes const& rise, four_lanes const& fall) noexcept {
    return {{rise.value[0], fall.value[1], rise.value[2], fall.value[3]}};
  }
  /// Takes four pairs apart, of which the first two and the last two lie side by side.
  static void split(float const* early, float const* late, four_lanes& first, four_lanes& second) noexcept {
    split({early, early + 2, late, late + 2}, first, second);
  }
  /// Takes apart four pairs that lie anywhere.
  static void split(float const* const (&pair)[conditions], four_lanes& first, four_lanes& second) noexcept {
    first = {{pair[0][0], pair[1][0], pair[2][0], pair[3][0]}};
    second = {{pair[0][1], pair[1][1], pair[2][1], pair[3][1]}};
  }
  /// The opposite of the first `split`.
  static void join(four_lanes const& first, four_lanes const& second, float* early, float* late) noexcept {
    for (int e = 0; e < 2; ++e) {
      early[2 * e] = first.value[e], early[2 * e + 1] = second.value[e];
      late[2 * e] = first.value[2 + e], late[2 * e + 1] = second.value[2 + e];
    }
  }
  /// `yes` where `mask` holds, else `no`.
  static four_lanes choose(lane_mask const& mask, four_lanes const& yes, four_lanes const& no) noexcept {
    return {detail::each_lane([&](int c) { return mask.bits[c] != 0 ? yes.value[c] : no.value[c]; })};
  }
  /// `a` where it is greater, else `b`.
  static four_lanes greater(four_lanes const& a, four_lanes const& b) noexcept { return choose(a > b, a, b); }
};

/// Four ids, a lane a condition.
struct four_ids {
  per_condition<id> value;  ///< by condition

  /// Where an edge map of this code takes a condition from its own edge, or from the other one.
  static lane_mask by_two_bits(int code, bool same_edge) noexcept {
    return detail::each_mask(
        [&](int c) { return ((code >> (2 * c)) & 3) == ((edge_of(c) == 0) == same_edge ? 1 : 2); });
  }

  /// `x` in each lane.
  static four_ids same(id x) noexcept { return {same_id(x)}; }
  /// What `from` holds; one aligned access.
  static four_ids load(per_condition<id> const& from) noexcept { return {from}; }
  /// Writes all lanes.
  void store(per_condition<id>& to) const noexcept { to = value; }
  /// Each lane's neighbour of the other edge.
  four_ids other_edge() const noexcept { return {{{value[1], value[0], value[3], value[2]}}}; }
  /// True where both are equal.
  friend lane_mask operator==(four_ids const& a, four_ids const& b) noexcept {
    return detail::each_mask([&](int c) { return a.value[c] == b.value[c]; });
  }
  /// For each lane: how many of the eight points of its row lie below `x`; rows stand one after the other.
  static four_ids count_below(float const* rows, four_lanes const& x) noexcept {
    four_ids below = same(0);
    for (int c = 0; c < conditions; ++c) {
      for (int k = 0; k < 8; ++k) below.value[c] += rows[8 * c + k] < x.value[c] ? 1 : 0;
    }
    return below;
  }
  /// Each lane less 1.
  static four_ids less_one(four_ids x) noexcept {
    for (id& value : x.value.value) --value;
    return x;
  }
  /// Within [low, high], none of them below zero or above 32,767.
  four_ids within(id low, id high) const noexcept {
    four_ids inside = *this;
    for (id& x : inside.value.value) x = x < low ? low : x > high ? high : x;
    return inside;
  }
  /// `yes` where `mask` holds, else `no`.
  static four_ids choose(lane_mask const& mask, four_ids yes, four_ids const& no) noexcept {
    for (int c = 0; c < conditions; ++c) yes.value[c] = mask.bits[c] != 0 ? yes.value[c] : no.value[c];
    return yes;
  }
};

namespace math {
/// True in each lane that exists: neither infinite nor NaN.
inline lane_mask is_defined(four_lanes const& x) noexcept {
  return gsta::detail::each_mask([&](int c) { return is_defined(x.value[c]); });
}
/// Each lane as `is_within` of a float.
inline lane_mask is_within(four_lanes const& x, float most) noexcept {
  return gsta::detail::each_mask([&](int c) { return is_within(x.value[c], most); });
}
/// 0 in each lane below zero.
inline four_lanes zero_where_negative(four_lanes const& x) noexcept {
  return {gsta::detail::each_lane([&](int c) { return x.value[c] < 0 ? 0.0f : x.value[c]; })};
}
}  // namespace math

#endif

/// What formulas that are templates over their number type call. A device never runs them with lanes, but its
/// compiler reads them.
namespace math {
#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES) && !defined(__CUDA_ARCH__)
#define GSTA_EACH_LANE(registers, scalar) return registers
#else
#define GSTA_EACH_LANE(registers, scalar)                        \
  four_lanes result;                                             \
  for (int c = 0; c < conditions; ++c) result.value[c] = scalar; \
  return result
#endif

/// Each lane as `add` of floats.
GSTA_HD inline four_lanes add(four_lanes const& a, four_lanes const& b) noexcept {
  GSTA_EACH_LANE(_mm_add_ps(a.bits(), b.bits()), add(a.value[c], b.value[c]));
}
/// Each lane as `sub` of floats.
GSTA_HD inline four_lanes sub(four_lanes const& a, four_lanes const& b) noexcept {
  GSTA_EACH_LANE(_mm_sub_ps(a.bits(), b.bits()), sub(a.value[c], b.value[c]));
}
/// Each lane as `mul` of floats.
GSTA_HD inline four_lanes mul(four_lanes const& a, four_lanes const& b) noexcept {
  GSTA_EACH_LANE(_mm_mul_ps(a.bits(), b.bits()), mul(a.value[c], b.value[c]));
}
/// Each lane as `div` of floats.
GSTA_HD inline four_lanes div(four_lanes const& a, four_lanes const& b) noexcept {
  GSTA_EACH_LANE(_mm_div_ps(a.bits(), b.bits()), div(a.value[c], b.value[c]));
}
/// Each lane as `root_or_zero` of a float.
GSTA_HD inline four_lanes root_or_zero(four_lanes const& x) noexcept {
  GSTA_EACH_LANE(_mm_and_ps(_mm_cmpgt_ps(x.bits(), _mm_setzero_ps()), _mm_sqrt_ps(x.bits())),
                 root_or_zero(x.value[c]));
}
/// Each lane as `turned_where_negative` of floats.
GSTA_HD inline four_lanes turned_where_negative(four_lanes const& x, four_lanes const& by) noexcept {
  GSTA_EACH_LANE(
      _mm_xor_ps(x.bits(), _mm_and_ps(_mm_cmplt_ps(by.bits(), _mm_setzero_ps()), _mm_set1_ps(-0.0f))),
      turned_where_negative(x.value[c], by.value[c]));
}

#undef GSTA_EACH_LANE

/// Whether all four are `is_within`.
GSTA_HD inline bool all_within(per_condition<float> const& x, float most) noexcept {
#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES) && !defined(__CUDA_ARCH__)
  return is_within(four_lanes::load(x), most).code() == 15;
#else
  return all_of(is_within(x[0], most), is_within(x[1], most), is_within(x[2], most), is_within(x[3], most));
#endif
}

/// Each lane as `defined_or` of floats.
inline four_lanes defined_or(four_lanes const& x, four_lanes const& otherwise) noexcept {
  return four_lanes::choose(is_defined(x), x, otherwise);
}
}  // namespace math

}  // namespace gsta
