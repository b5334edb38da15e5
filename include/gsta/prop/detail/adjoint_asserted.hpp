#pragma once

#include "gsta/prop/detail/smooth_merge.hpp"

namespace gsta::detail {

/// The gradient of one asserted arrival: the node's, times how much the candidate counts that is asserted.
/// The softmax of a candidate x beside a merged value m is e^((x - m) / gamma).
template <memory_space S, class Value>
struct asserted_gradient_op {
  span<corner_values const, S> asserted;        // [nodes]
  span<per_condition<Value> const, S> smooth;   // [nodes] merged arrivals
  span<per_condition<Value> const, S> arrival;  // [nodes] gradients
  Value gamma;
  span<per_condition<Value>, S> gradient;  // [nodes]

  GSTA_HD void operator()(std::size_t node) const noexcept {
    per_condition<Value> result;
    for (int c = 0; c < conditions; ++c) {
      Value const own = asserted_candidate(c, static_cast<Value>(asserted[node][c]));
      Value const share = soft_share(own, turned(c, smooth[node][c]), gamma);
      result[c] = share > 0 ? math::mul(arrival[node][c], share) : Value{0};
    }
    gradient[node] = result;
  }
};

/// The same of one asserted slew: the pin's own where it is the worst, else nothing.
template <memory_space S, class Value>
struct asserted_slew_gradient_op {
  span<corner_values const, S> asserted;       // [pins]
  span<per_condition<Value> const, S> merged;  // [pins]
  span<per_condition<Value> const, S> slew;    // [pins] gradients
  span<per_condition<Value>, S> gradient;      // [pins]

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    per_condition<Value> result;
    for (int c = 0; c < conditions; ++c) {
      Value const own = static_cast<Value>(asserted[pin][c]);
      result[c] = exists(own) && own == merged[pin][c] ? slew[pin][c] : Value{0};
    }
    gradient[pin] = result;
  }
};

}  // namespace gsta::detail
