#pragma once

#include "gsta/adjoint/detail/layer.hpp"
#include "gsta/engine/detail/tile_sweep.cuh"

namespace gsta::detail {

/// An adjoint layer on a warp: eight arcs by four conditions behind them, turned to the conditions in front
/// by a shuffle between edges, then added up within each sink and each vertex in the order of the arcs.
template <bool Arrivals, bool Slews>
struct adjoint_pass {
  using record = adjoint_record;
  using partial = gradient_pair;  // the sum so far
  using layer_type = adjoint_layer<memory_space::device, Arrivals, Slews>;
  using results_type = adjoint_results<memory_space::device, Arrivals, Slews>;
  using storage = typename results_type::storage;
  using element = typename storage::element;
  static constexpr bool both = Arrivals && Slews;
  static constexpr int blocks_each = 6;  // it waits for memory more than it computes
  struct fetched {
    typename layer_type::arc_factors arc, wire;
    unsigned long long peeked;
  };
  layer_type layer;
  results_type results;

  __device__ partial start(int) const { return {0, 0}; }

  template <class From>
  __device__ fetched fetch(adjoint_record const& record, int c) const {
    fetched ahead{};
    if (record.flags.has_cell()) ahead.arc = layer.factors(record.arc, c);
    if (record.flags.has_sink() && record.flags.group_head()) ahead.wire = layer.factors(record.wire, c);
    ahead.peeked = From::peek(word_at(record, c), record.flags.has_cell());
    return ahead;
  }

  template <class From>
  __device__ void run(adjoint_record const& record, fetched const& ahead, id slot, int lane,
                      partial& before) const {
    int const c = lane % conditions;
    slot_flags const flags = record.flags;
    if (__any_sync(~0u, gathers(flags))) return add_terms<From>(record, lane);
    bool const grouped = __any_sync(~0u, flags.grouped()), wide = __any_sync(~0u, flags.following() >= 4);
    gradient_pair front = in_front<From>(record, ahead, c);
    if (grouped) {
      bool const several_checks = wide && __any_sync(~0u, flags.group_following() >= 4);
      front = add_up({0, 0}, front, flags.group_following(), several_checks);
    }
    if (!flags.group_head()) front = {0, 0};
    if (flags.has_sink() && flags.group_head()) {
      if (sink_has_seed(flags)) front = results.seed_of(record.sink, c) + front;
      results.sinks[storage::at(slot, c)] = storage::element_of(front);
      front = layer_type::back(ahead.wire, front);
    }
    gradient_pair const total = add_up(before, front, flags.following(), wide);
    if (!flags.head()) return;
    before = total;
    if (!flags.continues()) finish(record, c, total);
  }

 private:
  /// What the arc hands back, under condition `c` in front of it.
  template <class From>
  __device__ gradient_pair in_front(adjoint_record const& record, fetched const& ahead, int c) const {
    slot_flags const flags = record.flags;
    bool const asks = flags.has_cell();
    unsigned long long const word = From::read(ahead.peeked, word_at(record, c), asks);
    gradient_pair const behind = value_of(word, c);
    gradient_pair const own = asks ? layer_type::back(ahead.arc, behind) : gradient_pair{0, 0};
    gradient_pair const other = exchanged(own);
    bool const falls = edge_of(c) != 0;
    auto const front = layer_type::in_front(flags.edges(), c, falls ? other : own, falls ? own : other);
    return asks ? front : gradient_pair{0, 0};
  }

  /// With both layers a word is one condition, else the two edges of one side.
  __device__ element const* word_at(adjoint_record const& record, int c) const {
    element const* const from = record.flags.ready() ? results.seed.data() : results.values.data();
    return from + storage::at(record.flags.has_cell() ? record.target : 0, both ? c : c & 2);
  }
  __device__ static gradient_pair value_of(unsigned long long word, int c) {
    if constexpr (both) {
      return {low_of(word), high_of(word)};
    } else {
      return storage::pair_of(edge_of(c) == 0 ? low_of(word) : high_of(word));
    }
  }

  __device__ static gradient_pair exchanged(gradient_pair own) {
    if constexpr (Arrivals) own.arrival = __shfl_xor_sync(~0u, own.arrival, 1);
    if constexpr (Slews) own.slew = __shfl_xor_sync(~0u, own.slew, 1);
    return own;
  }
  template <int By>
  __device__ static gradient_pair from_behind(gradient_pair own) {
    if constexpr (Arrivals) own.arrival = __shfl_down_sync(~0u, own.arrival, By);
    if constexpr (Slews) own.slew = __shfl_down_sync(~0u, own.slew, By);
    return own;
  }
  template <int Step>
  __device__ static void add_step(gradient_pair& total, gradient_pair own, int behind) {
    gradient_pair const next = total + from_behind<Step * conditions>(own);
    if (behind >= Step) total = next;
  }
  /// The first of each run gets the sum over it, in order; `wide`: a run may have more than four.
  __device__ static gradient_pair add_up(gradient_pair start, gradient_pair own, int behind, bool wide) {
    gradient_pair total = start + own;
    add_step<1>(total, own, behind);
    add_step<2>(total, own, behind);
    add_step<3>(total, own, behind);
    if (wide) {
      add_step<4>(total, own, behind);
      add_step<5>(total, own, behind);
      add_step<6>(total, own, behind);
      add_step<7>(total, own, behind);
    }
    return total;
  }

  __device__ void finish(adjoint_record const& record, int c, gradient_pair total) const {
    if (owner_has_seed(record.flags)) total = results.seed_of(record.owner, c) + total;
    element* const to = &results.values[storage::at(record.value, c)];
    if constexpr (both) {
      store_word(to, word_of(total.arrival, total.slew));
    } else {
      store_half(to, storage::element_of(total));
    }
  }

  /// Many terms, in 32 lanes and the tree over these: `ordered_sum` for all conditions side by side.
  template <class From>
  __device__ void add_terms(adjoint_record const& record, int lane) const {
    constexpr int words = both ? conditions : conditions / 2;
    id const first = __shfl_sync(~0u, record.target, 0), n = __shfl_sync(~0u, record.wire, 0);
    element const* const terms = results.values.data() + storage::at(first, 0);
    From::read(0, terms, false);
    float sum[2 * words]{};
    for (id k = lane; k < n; k += 32) {
      auto const* const from =
          reinterpret_cast<unsigned long long const*>(terms + static_cast<std::size_t>(k) * conditions);
      unsigned long long word[words];
      for (int w = 0; w < words; ++w) word[w] = load_word(from + w);
      for (int w = 0; w < words; ++w) {
        while (is_missing(word[w])) word[w] = load_word(from + w);
        sum[2 * w] = math::add(sum[2 * w], low_of(word[w]));
        sum[2 * w + 1] = math::add(sum[2 * w + 1], high_of(word[w]));
      }
    }
    for (int width = 16; width > 0; width /= 2) {
      for (float& s : sum) s = math::add(s, __shfl_down_sync(~0u, s, static_cast<unsigned>(width)));
    }
    if (lane != 0) return;
    for (int c = 0; c < conditions; ++c) {
      if constexpr (both) {
        finish(record, c, {sum[2 * c], sum[2 * c + 1]});
      } else {
        finish(record, c, storage::pair_of(sum[c]));
      }
    }
  }
};

}  // namespace gsta::detail
