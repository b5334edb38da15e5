#pragma once

#include "gsta/engine/detail/tile_sweep.cuh"
#include "gsta/forward/detail/credit_layer.hpp"

namespace gsta::detail {

/// A cut in credit levels on a warp: eight arcs by four conditions, one credit level after the other, merged
/// by shuffles within each vertex. Arrivals of a few credit levels are on their way at once.
struct credit_pass {
  using record = credit_record;
  using layer_type = credit_layer<memory_space::device>;
  using fetched = layer_type::fetched;
  struct partial {};
  static constexpr int blocks_each = 4;
  static constexpr int ahead =
      2;  // credit levels; with more the earliest are asked for before they are there

  layer_type layer;

  __device__ partial start(int) const { return {}; }

  template <class From>
  __device__ fetched fetch(credit_record const& record, int c) const {
    return layer.fetch(record, c);
  }

  template <class From>
  __device__ void run(credit_record const& shared, fetched const& from, id, int thread, partial&) const {
    credit_record const record = shared;  // in registers: the loads below would have it read again each time
    int const c = thread % conditions, in = record.flags.edges().input(c);
    bool const wide = __any_sync(~0u, record.flags.following() >= 4);
    unsigned left = __reduce_or_sync(~0u, record.credit_levels);
    while (left != 0) {
      int credit_level[ahead];
      bool reads[ahead];
      word_pair peeked[ahead];
#pragma unroll
      for (int i = 0; i < ahead; ++i) {
        credit_level[i] = __ffs(static_cast<int>(left)) - 1;
        left &= left - 1;
        reads[i] =
            credit_level[i] >= 0 && layer_type::reads(record, static_cast<std::size_t>(credit_level[i]), in);
        peeked[i] = From::peek_pair(reads[i] ? place(record, credit_level[i], in) : nullptr, reads[i]);
      }
#pragma unroll
      for (int i = 0; i < ahead; ++i) {
        if (credit_level[i] >= 0)
          of_level<From>(record, from, credit_level[i], thread, reads[i], peeked[i], wide);
      }
    }
  }

 private:
  /// `credit_layer::at`, by the instruction that counts bits.
  __device__ grouped_arrival* at(id begin, std::uint32_t credit_levels, int credit_level, int c) const {
    std::size_t const row = static_cast<unsigned>(begin) +
                            static_cast<unsigned>(__popc(credit_levels & ((1u << credit_level) - 1)));
    return &layer.value[row].of[c];
  }
  __device__ grouped_arrival* place(credit_record const& record, int credit_level, int in) const {
    return at(record.source, record.source_levels, credit_level, in);
  }

  template <class From>
  __device__ void of_level(credit_record const& record, fetched const& from, int credit_level, int thread,
                           bool reads, word_pair const& peeked, bool wide) const {
    int const c = thread % conditions, in = record.flags.edges().input(c);
    word_pair const word = From::read_pair(peeked, reads ? place(record, credit_level, in) : nullptr, reads);
    bool const counts = (record.credit_levels >> credit_level & 1u) != 0;
    grouped_arrival best = nothing_arrives(c);
    if (reads) {
      merge_grouped(best, c, layer_type::pass(record, c, in, from, arrival_of(word)));
    } else if (counts && in >= 0 && record.flags.launches()) {
      merge_grouped(best, c, layer.launch(record, static_cast<std::size_t>(credit_level), c, in, from));
    }
    merge_vertex(c, record.flags.following(), wide, best);
    if (record.flags.head() && counts) finish(record, credit_level, c, best);
  }

  /// A vertex of several tiles keeps what it has so far in the block's memory; its heads are the same
  /// threads.
  __device__ void finish(credit_record const& record, int credit_level, int c, grouped_arrival best) const {
    __shared__ grouped_arrival of_wide[sweep_block / 32][levels_of_word][conditions];
    grouped_arrival& so_far = of_wide[threadIdx.x / 32][credit_level][c];
    if (record.flags.continued()) merge_grouped(best, c, so_far);
    if (record.flags.continues()) {
      so_far = best;
      return;
    }
    if (record.flags.asserted())
      merge_grouped(best, c, layer.started(record.target, static_cast<std::size_t>(credit_level), c));
    store_pair(at(record.value, record.credit_levels, credit_level, c), word_of_arrival(best));
  }

  __device__ static grouped_arrival arrival_of(word_pair const& word) {
    return {low_of(word.first), high_of(word.first), static_cast<id>(static_cast<unsigned>(word.second)),
            static_cast<id>(static_cast<unsigned>(word.second >> 32))};
  }
  __device__ static word_pair word_of_arrival(grouped_arrival const& of) {
    return {word_of(of.best, of.second),
            static_cast<unsigned>(of.group) |
                static_cast<unsigned long long>(static_cast<unsigned>(of.second_group)) << 32};
  }

  /// The head of each vertex gets the best of its slots. `wide`: one may have more than four.
  __device__ static void merge_vertex(int c, int behind, bool wide, grouped_arrival& best) {
    merge_step<1>(c, behind, best);
    merge_step<2>(c, behind, best);
    if (wide) merge_step<4>(c, behind, best);
  }
  template <int Step>
  __device__ static void merge_step(int c, int behind, grouped_arrival& best) {
    constexpr unsigned distance = Step * conditions;
    grouped_arrival const later{
        __shfl_down_sync(~0u, best.best, distance), __shfl_down_sync(~0u, best.second, distance),
        __shfl_down_sync(~0u, best.group, distance), __shfl_down_sync(~0u, best.second_group, distance)};
    if (behind >= Step) merge_grouped(best, c, later);
  }
};

}  // namespace gsta::detail
