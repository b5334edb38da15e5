#pragma once

#include "gsta/rc/detail/elmore_steps.hpp"

/// What the lanes of a warp do together: exchange values, and sum in `ordered_sum`'s order. Kernels of this
/// room are templates over their op, so that several translation units may hold them.
namespace gsta::detail {

inline constexpr unsigned every_lane = 0xffffffffu;
inline constexpr int warp_lanes = 32;
/// Sums of up to so many terms are serial.
inline constexpr id serial_terms = 8;

__device__ inline float shuffle(float x, int from) { return __shfl_sync(every_lane, x, from); }
__device__ inline condition_lanes shuffle(condition_lanes const& x, int from) {
  condition_lanes result;
  for (int c = 0; c < conditions; ++c) result.at[c] = shuffle(x.at[c], from);
  return result;
}

__device__ inline float shuffle_down(float x, int by) { return __shfl_down_sync(every_lane, x, by); }
__device__ inline condition_lanes shuffle_down(condition_lanes const& x, int by) {
  condition_lanes result;
  for (int c = 0; c < conditions; ++c) result.at[c] = shuffle_down(x.at[c], by);
  return result;
}

template <class Value>
__device__ admittance<Value> shuffle(admittance<Value> const& x, int from) {
  return {shuffle(x.second, from), shuffle(x.third, from)};
}
template <class Value>
__device__ admittance<Value> shuffle_down(admittance<Value> const& x, int by) {
  return {shuffle_down(x.second, by), shuffle_down(x.third, by)};
}

/// The fixed tree over 32 lanes; all lanes get the result.
template <class Value>
__device__ Value sum_of_lanes(Value mine) {
  using math::add;
  for (int width = warp_lanes / 2; width > 0; width /= 2) mine = add(mine, shuffle_down(mine, width));
  return shuffle(mine, 0);
}

/// The sum of up to 8 terms by a thread.
template <class Value, class Term>
__device__ Value serial_sum(id n, Term const& term) {
  using math::add;
  Value total{};
  for (id k = 0; k < n; ++k) total = add(total, term(k));
  return total;
}

/// The sum of more than 8 terms by a whole warp, whose lanes all get it.
template <class Value, class Term>
__device__ Value warp_sum(id n, int lane, Term const& term) {
  using math::add;
  Value mine{};
  for (id i = lane; i < n; i += warp_lanes) mine = add(mine, term(i));
  return sum_of_lanes(mine);
}

template <class T>
__device__ T const* shuffle_address(T const* address, int from) {
  return reinterpret_cast<T const*>(
      __shfl_sync(every_lane, reinterpret_cast<unsigned long long>(address), from));
}

/// Each lane with `wanted` gets the sum of its own `count` terms, which stand `Stride` apart from `first` on.
/// Long sums are made by all lanes, one after another. All lanes call it.
template <int Stride, class Value>
__device__ Value sums_by_lane(bool wanted, Value const* first, id count, int lane) {
  using math::add;
  Value total{};
  if (wanted && count <= serial_terms) {
    for (id k = 0; k < count; ++k) total = add(total, first[k * Stride]);
  }
  for (unsigned wide = __ballot_sync(every_lane, wanted && count > serial_terms); wide != 0;
       wide &= wide - 1) {
    int const of = __ffs(static_cast<int>(wide)) - 1;
    Value const* const from = shuffle_address(first, of);
    id const n = __shfl_sync(every_lane, count, of);
    auto const sum = warp_sum<Value>(n, lane, [&](id k) { return from[k * Stride]; });
    if (lane == of) total = sum;
  }
  return total;
}

/// `ordered_sum` by 8 lanes for each of the four conditions (lane = 4 * which + condition), as pin-based
/// schemes have them; all lanes get the sum of their condition.
template <class Term>
__device__ float octet_sum(id n, int lane, Term const& term) {
  using math::add;
  int const mine = lane / conditions, c = lane % conditions;
  if (n <= serial_terms) {
    float const own = mine < n ? term(mine) : 0.0f;
    float total = 0;
    for (id k = 0; k < n; ++k) total = add(total, shuffle(own, k * conditions + c));
    return total;
  }
  float sum[4]{};  // of the terms mine, mine + 8, mine + 16, mine + 24 mod 32
  for (id i = 0; i < n; i += warp_lanes) {
    for (int q = 0; q < 4; ++q) {
      id const k = i + 8 * q + mine;
      if (k < n) sum[q] = add(sum[q], term(k));
    }
  }
  float total = add(add(sum[0], sum[2]), add(sum[1], sum[3]));
  for (int width = 4; width > 0; width /= 2) total = add(total, shuffle_down(total, width * conditions));
  return shuffle(total, c);
}

}  // namespace gsta::detail
