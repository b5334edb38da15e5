#pragma once

#include <type_traits>

#include "gsta/rc/detail/warp.cuh"
#include "gsta/rc/elmore.hpp"

/// The four passes over one net's tree by a group of threads. Positions stand in breadth-first order, so a
/// group takes the longest run of them whose children (or parents) are done: in a bushy tree as many as it
/// has threads, in a chain one after another, and never by a look at the whole net.
namespace gsta::detail {

using device_elmore_op = elmore_op<memory_space::device>;

/// `Stride` 4: one condition of arrays of per_condition<float>.
template <class Value, int Stride>
struct node_values {
  Value* at;
  __device__ Value& operator[](id p) const { return at[p * Stride]; }
};

/// A net's tree as the forest has it.
struct forest_shape {
  device_span<id const> parents, children, edges;  // of this net
  device_span<float const> resistances;            // [all edges]
  id nodes;

  __device__ id parent(id p) const { return parents[static_cast<std::size_t>(p)]; }
  __device__ id first_child(id p) const { return children[static_cast<std::size_t>(p)]; }
  __device__ float resistance(id p) const {
    return resistances[static_cast<std::size_t>(edges[static_cast<std::size_t>(p)])];
  }
};

inline __device__ forest_shape shape_of(device_elmore_op const& op, id net) {
  auto const base = static_cast<std::size_t>(op.forest.begin[net]);
  id const n = op.forest.reached[net];
  auto const count = static_cast<std::size_t>(n);
  return {op.forest.parent.subspan(base, count), op.forest.first_child.subspan(base, count),
          op.forest.edge.subspan(base, count), op.design.rc.resistance, n};
}

/// A warp, a node a lane.
struct warp_group {
  int lane;
  static constexpr int size = warp_lanes;
  __device__ int rank() const { return lane; }
  /// How many lanes say so; these are the first ones.
  __device__ id ready(bool mine) const { return __popc(__ballot_sync(every_lane, mine)); }
  __device__ void sync() const { __syncwarp(); }
  __device__ bool any(bool mine) const { return __any_sync(every_lane, mine); }
  /// `ordered_sum`, which all threads get.
  template <class Value, class Term>
  __device__ Value sum(id n, Term const& term) const {
    return n > serial_terms ? warp_sum<Value>(n, lane, term) : serial_sum<Value>(n, term);
  }
};

/// A warp, a node for every four lanes, which are its conditions.
struct octet_group {
  int lane;
  static constexpr int size = warp_lanes / conditions;
  __device__ int rank() const { return lane / conditions; }
  __device__ id ready(bool mine) const { return __popc(__ballot_sync(every_lane, mine)) / conditions; }
  __device__ void sync() const { __syncwarp(); }
};

/// A block, a node a thread.
template <int Threads>
struct block_group {
  int lane;      // in its warp
  float* terms;  // [Threads] shared, for sums
  static constexpr int size = Threads;
  __device__ int rank() const { return static_cast<int>(threadIdx.x); }
  __device__ id ready(bool mine) const { return __syncthreads_count(mine); }
  __device__ void sync() const { __syncthreads(); }
  __device__ bool any(bool mine) const { return __syncthreads_or(mine) != 0; }
  /// All threads find terms, a warp adds them, each lane its own in turn.
  template <class Value, class Term>
  __device__ Value sum(id n, Term const& term) const {
    static_assert(std::is_same_v<Value, float>, "a block takes one condition");
    if (n <= serial_terms) return serial_sum<float>(n, term);
    float mine = 0;
    for (id from = 0; from < n; from += Threads) {
      if (from + rank() < n) terms[rank()] = term(from + rank());
      sync();
      for (int k = rank(); rank() < warp_lanes && k < Threads && from + k < n; k += warp_lanes)
        mine = math::add(mine, terms[k]);
      sync();
    }
    if (rank() < warp_lanes) mine = sum_of_lanes(mine);
    if (rank() == 0) terms[0] = mine;
    sync();
    mine = terms[0];
    sync();
    return mine;
  }
};

/// `Reduces`: for a pi model.
template <class Group, class Lanes, class Shape, int Stride, bool Reduces = false>
struct tree_passes {
  using value = typename Lanes::value;
  using values = node_values<value, Stride>;
  device_elmore_op const& op;
  Group group;
  Lanes lanes;
  Shape shape;
  values delay, moment;  // load then delay; own capacitance, then ldelay, then beta

  __device__ void run(id net) const {
    if constexpr (Reduces)
      reduce(net);
    else
      widen(net);
  }

 private:
  __device__ void widen(id net) const {
    id const base = op.forest.begin[net], n = shape.nodes;
    for (id p = group.rank(); p < n; p += group.size) moment[p] = op.capacitance(base + p, base, lanes);
    group.sync();
    climb(delay, [&](id p) { return moment[p]; });
    if (group.rank() == 0) op.write_load(static_cast<std::size_t>(net), lanes, delay[0]);
    descend(delay);
    if (op.options.slew == wire_slew::degrade) {
      climb(moment, [&](id p) { return delayed_capacitance(moment[p], delay[p]); });
      descend(moment);
    }
    write_sinks(net);
  }

  /// As `elmore_op` does it. That a tree counts as no wire is looked into where it can be: hardly ever.
  __device__ void reduce(id net) const {
    id const base = op.forest.begin[net], n = shape.nodes;
    bool odd = false;
    for (id p = group.rank(); p < n; p += group.size) {
      moment[p] = op.capacitance(base + p, base, lanes);
      odd = odd || op.extracted_at(base + p, base) < 0;
    }
    id const first = op.design.nets.begin[net], end = op.design.nets.begin[net + 1];
    for (id a = first + group.rank(); a < end; a += group.size)
      odd = odd || op.forest.sink_position[a] == none;
    group.sync();
    climb(delay, [&](id p) { return moment[p]; });
    if (group.rank() == 0) op.write_load(static_cast<std::size_t>(net), lanes, delay[0]);
    descend(delay);
    value const second = group.template sum<value>(n - 1, [&](id k) { return step_of(k + 1).second; });
    value const third = group.template sum<value>(n - 1, [&](id k) { return step_of(k + 1).third; });
    value excess = lanes.same(0.0f);
    if (group.any(odd)) {
      auto const over_sinks = [&](auto const& term) {
        return group.template sum<value>(end - first, [&](id k) { return term(first + k); });
      };
      excess = op.excess_of(
          lanes, group.template sum<float>(n, [&](id p) { return op.extracted_at(base + p, base); }),
          over_sinks([&](id a) { return op.lacking_pin(a, lanes); }));
      value const pins = over_sinks([&](id a) { return op.sink_pin(a, lanes); });
      if (group.rank() == 0) op.write_pins(static_cast<std::size_t>(net), lanes, pins, excess);
    }
    if (group.rank() == 0)
      op.write_pi(static_cast<std::size_t>(net), lanes, admittance<value>{second, third}, excess);
    for (id a = first + group.rank(); a < end; a += group.size) {
      id const p = op.forest.sink_position[a];
      op.write_reduced_sink(a, lanes, p == none ? lanes.same(0.0f) : delay[p], excess);
    }
  }
  __device__ admittance<value> step_of(id p) const { return admittance_of<value>(moment[p], delay[p]); }

  /// Each node's own share and its children's, from the leaves to the root.
  template <class Own>
  __device__ void climb(values below, Own const& own) const {
    for (id high = shape.nodes - 1; high >= 0;) {
      id const p = high - group.rank();
      id const first = p >= 0 ? shape.first_child(p) : 0;
      bool const is_ready = p >= 0 && first > high;
      id const ready = group.ready(is_ready);
      id const end = !is_ready ? 0 : p + 1 < shape.nodes ? shape.first_child(p + 1) : shape.nodes;
      value const sum = sums_by_lane<Stride>(is_ready, &below[is_ready ? first : 0], end - first, group.lane);
      if (is_ready) below[p] = with_children(own(p), sum);
      group.sync();
      high -= ready;
    }
  }

  /// Each node's parent's and its own, from the root to the leaves.
  __device__ void descend(values total) const {
    if (group.rank() == 0) total[0] = lanes.same(0.0f);
    group.sync();
    for (id low = 1; low < shape.nodes;) {
      id high = shape.first_child(low);
      if (high > low + group.size) high = low + group.size;
      if (high > shape.nodes) high = shape.nodes;
      id const p = low + group.rank();
      if (p < high) total[p] = step_down(total[shape.parent(p)], lanes.same(shape.resistance(p)), total[p]);
      group.sync();
      low = high;
    }
  }

  __device__ void write_sinks(id net) const {
    for (id a = op.design.nets.begin[net] + group.rank(); a < op.design.nets.begin[net + 1];
         a += group.size) {
      id const p = op.forest.sink_position[a];
      if (p == none)
        op.writer().same(static_cast<std::size_t>(a), lanes, op.lost(lanes));
      else
        op.writer()(static_cast<std::size_t>(a), lanes, delay[p], moment[p]);
    }
  }
};

}  // namespace gsta::detail
