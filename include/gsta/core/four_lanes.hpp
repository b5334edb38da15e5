#pragma once

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The four conditions side by side in one vector register: what a host core computes with where a device
/// has four lanes. Formulas that are templates over their number type take either, and each lane gets the
/// bits that the scalar would. Without such registers the lanes are computed one after the other.
namespace gsta {

#if defined(__SSE2__) && !defined(GSTA_PLAIN_LANES)
// In registers. What each of these does is said below, where lanes are plain numbers.

struct lane_mask {
  __m128 bits;
  friend lane_mask operator&(lane_mask a, lane_mask b) noexcept { return {_mm_and_ps(a.bits, b.bits)}; }
  friend lane_mask operator|(lane_mask a, lane_mask b) noexcept { return {_mm_or_ps(a.bits, b.bits)}; }
  int code() const noexcept { return _mm_movemask_ps(bits); }
};

struct four_lanes {
  corner_values value;  // in memory as far as a device's compiler can see: it knows no such register

  four_lanes() = default;
  four_lanes(__m128 bits) noexcept { _mm_store_ps(value.value, bits); }
  __m128 bits() const noexcept { return _mm_load_ps(value.value); }

  static four_lanes load(corner_values const& from) noexcept { return {_mm_load_ps(from.value)}; }
  static four_lanes same(float x) noexcept { return {_mm_set1_ps(x)}; }
  void store(corner_values& to) const noexcept { to = value; }
  four_lanes other_edge() const noexcept { return {_mm_shuffle_ps(bits(), bits(), _MM_SHUFFLE(2, 3, 0, 1))}; }
  four_lanes turn_early() const noexcept {
    return {_mm_xor_ps(bits(), _mm_setr_ps(-0.0f, -0.0f, 0.0f, 0.0f))};
  }
  four_lanes turn_late() const noexcept {
    return {_mm_xor_ps(bits(), _mm_setr_ps(0.0f, 0.0f, -0.0f, -0.0f))};
  }
  friend lane_mask operator>(four_lanes a, four_lanes b) noexcept {
    return {_mm_cmpgt_ps(a.bits(), b.bits())};
  }
  static four_lanes early_of(four_lanes early, four_lanes late) noexcept {
    return {_mm_shuffle_ps(early.bits(), late.bits(), _MM_SHUFFLE(3, 2, 1, 0))};
  }
  static four_lanes rising_of(four_lanes rise, four_lanes fall) noexcept {
    __m128 const mask = _mm_castsi128_ps(_mm_setr_epi32(-1, 0, -1, 0));
    return {_mm_or_ps(_mm_and_ps(mask, rise.bits()), _mm_andnot_ps(mask, fall.bits()))};
  }
  static void split(float const* early, float const* late, four_lanes& first, four_lanes& second) noexcept {
    __m128 const a = _mm_loadu_ps(early), b = _mm_loadu_ps(late);
    first = four_lanes(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
    second = four_lanes(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
  }
  static void split(float const* const (&pair)[conditions], four_lanes& first, four_lanes& second) noexcept {
    __m128 const zero = _mm_setzero_ps();
    __m128 const a = _mm_loadh_pi(_mm_loadl_pi(zero, reinterpret_cast<__m64 const*>(pair[0])),
                                  reinterpret_cast<__m64 const*>(pair[1]));
    __m128 const b = _mm_loadh_pi(_mm_loadl_pi(zero, reinterpret_cast<__m64 const*>(pair[2])),
                                  reinterpret_cast<__m64 const*>(pair[3]));
    first = four_lanes(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
    second = four_lanes(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
  }
  static void join(four_lanes first, four_lanes second, float* early, float* late) noexcept {
    _mm_storeu_ps(early, _mm_unpacklo_ps(first.bits(), second.bits()));
    _mm_storeu_ps(late, _mm_unpackhi_ps(first.bits(), second.bits()));
  }
  static four_lanes choose(lane_mask mask, four_lanes yes, four_lanes no) noexcept {
    return {_mm_or_ps(_mm_and_ps(mask.bits, yes.bits()), _mm_andnot_ps(mask.bits, no.bits()))};
  }
  static four_lanes greater(four_lanes a, four_lanes b) noexcept { return {_mm_max_ps(a.bits(), b.bits())}; }
};

struct four_ids {
  __m128i value;

  static lane_mask by_two_bits(int code, bool same_edge) noexcept {
    __m128i const bits = _mm_and_si128(_mm_set1_epi32(code), _mm_setr_epi32(3, 3 << 2, 3 << 4, 3 << 6));
    __m128i const wanted =
        same_edge ? _mm_setr_epi32(1, 2 << 2, 1 << 4, 2 << 6) : _mm_setr_epi32(2, 1 << 2, 2 << 4, 1 << 6);
    return {_mm_castsi128_ps(_mm_cmpeq_epi32(bits, wanted))};
  }

  static four_ids same(id x) noexcept { return {_mm_set1_epi32(x)}; }
  static four_ids load(per_condition<id> const& from) noexcept {
    return {_mm_load_si128(reinterpret_cast<__m128i const*>(from.value))};
  }
  void store(per_condition<id>& to) const noexcept {
    _mm_store_si128(reinterpret_cast<__m128i*>(to.value), value);
  }
  four_ids other_edge() const noexcept { return {_mm_shuffle_epi32(value, _MM_SHUFFLE(2, 3, 0, 1))}; }
  friend lane_mask operator==(four_ids a, four_ids b) noexcept {
    return {_mm_castsi128_ps(_mm_cmpeq_epi32(a.value, b.value))};
  }
  static four_ids count_below(float const* rows, four_lanes x) noexcept {
    __m128i const a = count_in_row<0>(rows, x), b = count_in_row<1>(rows, x);
    __m128i const c = count_in_row<2>(rows, x), d = count_in_row<3>(rows, x);
    __m128i const ab = _mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
    __m128i const cd = _mm_add_epi32(_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d));
    __m128i const sum = _mm_add_epi32(_mm_unpacklo_epi64(ab, cd), _mm_unpackhi_epi64(ab, cd));
    return {_mm_sub_epi32(_mm_setzero_si128(), sum)};
  }
  static four_ids less_one(four_ids x) noexcept { return {_mm_sub_epi32(x.value, _mm_set1_epi32(1))}; }
  four_ids within(id low, id high) const noexcept {
    return {_mm_min_epi16(_mm_max_epi16(value, _mm_set1_epi32(low)), _mm_set1_epi32(high))};
  }
  static four_ids choose(lane_mask mask, four_ids yes, four_ids no) noexcept {
    __m128i const bits = _mm_castps_si128(mask.bits);
    return {_mm_or_si128(_mm_and_si128(bits, yes.value), _mm_andnot_si128(bits, no.value))};
  }

 private:
  // Less the points of one row below its lane, in four parts.
  template <int Lane>
  static __m128i count_in_row(float const* rows, four_lanes x) noexcept {
    __m128 const at = _mm_shuffle_ps(x.bits(), x.bits(), _MM_SHUFFLE(Lane, Lane, Lane, Lane));
    __m128 const low = _mm_load_ps(rows + 8 * Lane), high = _mm_load_ps(rows + 8 * Lane + 4);
    return _mm_add_epi32(_mm_castps_si128(_mm_cmplt_ps(low, at)), _mm_castps_si128(_mm_cmplt_ps(high, at)));
  }
};

namespace math {
inline lane_mask is_defined(four_lanes x) noexcept {
  __m128 const size = _mm_andnot_ps(_mm_set1_ps(-0.0f), x.bits());
  return {_mm_cmplt_ps(size, _mm_set1_ps(infinity))};
}
inline four_lanes zero_where_negative(four_lanes x) noexcept {
  return {_mm_andnot_ps(_mm_cmplt_ps(x.bits(), _mm_setzero_ps()), x.bits())};
}
}  // namespace math

#else

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
corner_values each_lane(F const& f) noexcept {
  return {f(0), f(1), f(2), f(3)};
}
template <class F>
lane_mask each_mask(F const& f) noexcept {
  return {{f(0) ? 1 : 0, f(1) ? 1 : 0, f(2) ? 1 : 0, f(3) ? 1 : 0}};
}
}  // namespace detail

/// Four floats, a lane a condition.
struct four_lanes {
  corner_values value;  ///< by condition

  /// What `from` holds; one aligned access.
  static four_lanes load(corner_values const& from) noexcept { return {from}; }
  /// `x` in each lane.
  static four_lanes same(float x) noexcept { return {same_value(x)}; }
  /// Writes all lanes.
  void store(corner_values& to) const noexcept { to = value; }
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

  /// Where an edge map of this code takes a condition from the same edge, or from the other one.
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
  /// True where both are the same.
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

/// Each lane as `defined_or` of floats.
inline four_lanes defined_or(four_lanes const& x, four_lanes const& otherwise) noexcept {
  return four_lanes::choose(is_defined(x), x, otherwise);
}
}  // namespace math

}  // namespace gsta
