#pragma once

#include "gsta/adjoint/detail/record.hpp"
#include "gsta/adjoint/detail/slopes.hpp"
#include "gsta/adjoint/state.hpp"

namespace gsta::detail {

/// Gradients of a vertex's arrival and slew under one condition.
struct alignas(8) gradient_pair {
  float arrival, slew;
};

GSTA_HD inline gradient_pair operator+(gradient_pair const& a, gradient_pair const& b) noexcept {
  return {math::add(a.arrival, b.arrival), math::add(a.slew, b.slew)};
}

/// A NaN, which is no slope: those are either finite or infinite.
inline constexpr float no_slope = std::numeric_limits<float>::quiet_NaN();
GSTA_HD inline float not_the_worst() noexcept { return no_slope; }
GSTA_HD inline bool is_worst(float slope) noexcept { return slope == slope; }

/// The arithmetic of one arc of an adjoint sweep: that of pull_arrival_op and pull_slew_op.
template <memory_space S, bool Arrivals, bool Slews>
struct adjoint_layer {
  static constexpr bool arrivals = Arrivals, slews = Slews;

  span<per_condition<float> const, S> weight;  // [node arcs] by position
  span<sweep_slopes const, S> slopes;          // [arcs] by position

  /// What an arc multiplies with, under one condition.
  struct arc_factors {
    float weight = 0, delay = 0, slew = 0;
  };

  GSTA_HD arc_factors factors(id position, int c) const noexcept {
    arc_factors of;
    if constexpr (Arrivals) of.weight = weight[position][c];
    if constexpr (Slews) {
      of.delay = slopes[position].delay[c];
      of.slew = slopes[position].slew[c];
    }
    return of;
  }

  /// What an arc hands back of the gradients behind it, still under the condition there.
  GSTA_HD static gradient_pair back(arc_factors const& of, gradient_pair behind) noexcept {
    gradient_pair front{0, 0};
    if constexpr (Arrivals) front.arrival = math::mul(behind.arrival, of.weight);
    if constexpr (Slews) {
      front.slew = Arrivals ? along(front.arrival, of.delay) : of.delay;
      if (behind.slew != 0 && is_worst(of.slew))
        front.slew = math::add(front.slew, along(behind.slew, of.slew));
    }
    return front;
  }

  /// The same under condition `c` in front of the arc, from both edges behind it, which may both come from
  /// there.
  GSTA_HD static gradient_pair in_front(edge_map edges, int c, gradient_pair rise,
                                        gradient_pair fall) noexcept {
    gradient_pair sum{0, 0};
    if (edges.input(c & 2) == c) sum = sum + rise;
    if (edges.input((c & 2) + 1) == c) sum = sum + fall;
    return sum;
  }
};

/// Where gradients and seeds of a layer are kept: both, or one of them, for each vertex and condition.
template <bool Arrivals, bool Slews>
struct gradient_storage {
  using element = std::conditional_t<Arrivals && Slews, gradient_pair, float>;

  GSTA_HD static gradient_pair pair_of(element const& e) noexcept {
    if constexpr (Arrivals && Slews) {
      return e;
    } else {
      return Arrivals ? gradient_pair{e, 0} : gradient_pair{0, e};
    }
  }
  GSTA_HD static element element_of(gradient_pair const& p) noexcept {
    if constexpr (Arrivals && Slews) {
      return p;
    } else {
      return Arrivals ? p.arrival : p.slew;
    }
  }
  GSTA_HD static std::size_t at(id which, int c) noexcept {
    return static_cast<std::size_t>(static_cast<unsigned>(which)) * conditions + static_cast<std::size_t>(c);
  }
};

/// Where an adjoint sweep leaves what it finds.
template <memory_space S, bool Arrivals, bool Slews>
struct adjoint_results {
  using storage = gradient_storage<Arrivals, Slews>;
  using element = typename storage::element;
  span<id const, S> rank;          // [vertices] as in adjoint_cut
  span<element const, S> seed;     // [4 * vertices]
  span<element, S> values, sinks;  // [4 * values], [4 * slots]

  GSTA_HD gradient_pair seed_of(id v, int c) const noexcept {
    return storage::pair_of(seed[storage::at(v, c)]);
  }
  /// Gradients under all conditions, read at once.
  struct alignas(16) all_elements {
    element at[conditions];
  };
  GSTA_HD void of(id v, per_condition<float>& arrival, per_condition<float>& slew) const noexcept {
    id const from = rank[v];
    element const* const first = from == none ? seed.data() + storage::at(v, 0)
                                 : from >= 0  ? values.data() + storage::at(from, 0)
                                              : sinks.data() + storage::at(-2 - from, 0);
    all_elements const all = *reinterpret_cast<all_elements const*>(first);
    for (int c = 0; c < conditions; ++c) {
      gradient_pair const one = storage::pair_of(all.at[c]) + gradient_pair{0, 0};
      arrival[c] = one.arrival;
      slew[c] = one.slew;
    }
  }
  /// The gradient of any vertex once the sweep is done.
  GSTA_HD gradient_pair of(id v, int c) const noexcept {
    id const from = rank[v];
    if (from == none) return seed_of(v, c) + gradient_pair{0, 0};
    return storage::pair_of(from >= 0 ? values[storage::at(from, c)] : sinks[storage::at(-2 - from, c)]);
  }
};

}  // namespace gsta::detail
