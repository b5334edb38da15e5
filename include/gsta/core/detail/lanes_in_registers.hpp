#pragma once

#include <emmintrin.h>

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"

/// In registers. What each of these does is said in four_lanes.hpp, where lanes are plain numbers.
namespace gsta {

struct lane_mask {
  per_condition<id> value;  // in memory as far as a device's compiler can see: it knows no such register

  lane_mask() = default;
  lane_mask(__m128 bits) noexcept {
    _mm_store_si128(reinterpret_cast<__m128i*>(value.value), _mm_castps_si128(bits));
  }
  __m128 bits() const noexcept {
    return _mm_castsi128_ps(_mm_load_si128(reinterpret_cast<__m128i const*>(value.value)));
  }
  friend lane_mask operator&(lane_mask a, lane_mask b) noexcept { return {_mm_and_ps(a.bits(), b.bits())}; }
  friend lane_mask operator|(lane_mask a, lane_mask b) noexcept { return {_mm_or_ps(a.bits(), b.bits())}; }
  int code() const noexcept { return _mm_movemask_ps(bits()); }
};

struct four_lanes {
  per_condition<float> value;  // in memory as far as a device's compiler can see: it knows no such register

  four_lanes() = default;
  four_lanes(__m128 bits) noexcept { _mm_store_ps(value.value, bits); }
  __m128 bits() const noexcept { return _mm_load_ps(value.value); }

  static four_lanes load(per_condition<float> const& from) noexcept { return {_mm_load_ps(from.value)}; }
  static four_lanes same(float x) noexcept { return {_mm_set1_ps(x)}; }
  void store(per_condition<float>& to) const noexcept { to = value; }
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
    return {_mm_or_ps(_mm_and_ps(mask.bits(), yes.bits()), _mm_andnot_ps(mask.bits(), no.bits()))};
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
    __m128i const bits = _mm_castps_si128(mask.bits());
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
inline lane_mask is_within(four_lanes x, float most) noexcept {
  __m128 const size = _mm_andnot_ps(_mm_set1_ps(-0.0f), x.bits());
  return {_mm_cmple_ps(size, _mm_set1_ps(most))};
}
inline four_lanes zero_where_negative(four_lanes x) noexcept {
  return {_mm_andnot_ps(_mm_cmplt_ps(x.bits(), _mm_setzero_ps()), x.bits())};
}
}  // namespace math

}  // namespace gsta
