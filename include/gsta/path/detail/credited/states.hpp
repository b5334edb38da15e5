#pragma once

#include <utility>

#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/bounded/memory.hpp"
#include "gsta/path/detail/credited/credit_levels.hpp"

/// States: a vertex as walks from captures come by it that are all the same to what launches from there on
/// within the bound. To such walks a launch's credit is a weight like any other.
namespace gsta::detail {

/// States in a table of hashes, in any order, and the best cost from the source to each.
template <memory_space S>
struct state_table {
  static constexpr std::uint64_t vacant = ~std::uint64_t{0};
  static constexpr id most_probes = 512;

  span<std::uint64_t, S> key;    ///< [slots] nearby vertex, and what is seen of the capture there
  span<id, S> row;               ///< [slots] of some such capture
  span<femtoseconds, S> prefix;  ///< [slots]
  span<id, S> mark;              ///< [slots] the wave it was queued for last; in the end its number
  int credit_bits = 0, group_bits = 0, slot_bits = 0;  ///< slots are 2^slot_bits

  GSTA_HD std::uint64_t key_of(id nearby, seen_capture const& seen) const noexcept {
    std::uint64_t const of =
        static_cast<std::uint64_t>(nearby) << credit_bits | static_cast<std::uint64_t>(seen.last);
    return of << group_bits | static_cast<std::uint64_t>(seen.above - is_not_at_level);
  }
  GSTA_HD id near_of(std::uint64_t of) const noexcept {
    return static_cast<id>(of >> (credit_bits + group_bits));
  }
  GSTA_HD id last_of(std::uint64_t of) const noexcept {
    return static_cast<id>(of >> group_bits & ((std::uint64_t{1} << credit_bits) - 1));
  }
  /// The slot of a state; none where it has none.
  GSTA_HD id find(std::uint64_t of) const noexcept {
    std::uint64_t at = hash(of);
    for (id probe = 0; probe < most_probes; ++probe, at = (at + 1) & (key.size() - 1)) {
      if (key[at] == of) return static_cast<id>(at);
      if (key[at] == vacant) break;
    }
    return none;
  }
  /// The same, while others claim theirs; none where there is no room. Who comes first writes the row.
  GSTA_HD id claim(std::uint64_t of, id of_row) const noexcept {
    std::uint64_t at = hash(of);
    for (id probe = 0; probe < most_probes; ++probe, at = (at + 1) & (key.size() - 1)) {
      std::uint64_t seen = peek(key[at]);
      if (seen == vacant) {
        seen = compare_exchange(key[at], vacant, of);
        if (seen == vacant) row[at] = of_row;
      }
      if (seen == vacant || seen == of) return static_cast<id>(at);
    }
    return none;
  }

 private:
  GSTA_HD std::uint64_t hash(std::uint64_t of) const noexcept {
    return (of * std::uint64_t{0x9e3779b97f4a7c15}) >> (64 - slot_bits);
  }
};

/// What a wave of walks counts, and finds amiss.
enum walk_tally : std::size_t {
  queued,           ///< of three waves in turn
  has_refused = 3,  ///< some walk goes on beyond the bound
  has_no_room,      ///< for a state
  walk_tallies
};

/// Walks that make states. A walk whose cost to a state is the best so far goes on from there; it goes the
/// best way itself and queues all others within the bound. So in the end each state has its best cost, and
/// those are just the states that paths within the bound come by, whoever went first.
template <memory_space S>
struct state_walk {
  near_view<S> nearby;
  state_table<S> table;
  femtoseconds most;
  id wave;
  span<id, S> queue;
  span<id, S> tally;

  /// Where a walk may go, what it costs as far as there, and at least in all.
  struct way {
    id nearby = none;
    femtoseconds prefix = no_path, cost = no_path;
    seen_capture seen{};
  };

  GSTA_HD bool has_stopped() const noexcept { return peek(tally[has_no_room]) != 0; }

  /// The slot of a state where this is the best way there so far, else none.
  GSTA_HD id improve(way const& to, id row) const noexcept {
    id const slot = table.claim(table.key_of(to.nearby, to.seen), row);
    if (slot == none) set_mark<id>(tally[has_no_room], 1);
    bool const better = slot != none && to.prefix < peek(table.prefix[slot]) &&
                        to.prefix < fetch_min(table.prefix[slot], to.prefix);
    return better ? slot : none;
  }
  GSTA_HD void push(way const& to, id row) const noexcept {
    id const slot = improve(to, row);
    if (slot == none || fetch_max(table.mark[slot], wave) >= wave) return;
    queue[fetch_add(tally[queued + static_cast<std::size_t>(wave % 3)], 1)] = slot;
  }
  /// One step from a state: queues all ways but the best, and returns that.
  GSTA_HD way step(id from, id row, id last, femtoseconds prefix) const noexcept {
    auto const& graph = nearby.of.search.graph;
    id const v = nearby.vertex[from];
    way best;
    bool refused = false;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      id const to = graph.to[e] == graph.sink() ? none : nearby.number[graph.to[e]];
      femtoseconds const weight = graph.weight_of(v, e);
      if (to == none || weight == no_path) continue;
      way next{to, prefix + weight, 0, nearby.see(to, row, last)};
      if (next.seen.rest == no_path) continue;
      next.cost = next.prefix + next.seen.rest;
      refused = refused || next.seen.hides || next.cost > most;
      if (next.cost > most) continue;
      if (next.cost < best.cost) {
        way const other = best;
        best = next;
        next = other;
      }
      if (next.nearby != none) push(next, row);
    }
    if (refused) set_mark<id>(tally[has_refused], 1);
    return best;
  }
};

/// Enters by an edge of the source.
template <memory_space S>
struct enter_walk_op {
  state_walk<S> walk;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    credited_graph<S> const& of = walk.nearby.of;
    auto const& graph = of.search.graph;
    id const e = of.search.first_end() + static_cast<id>(i), row = of.capture_row(e);
    id const to = graph.to[e] == graph.sink() ? none : walk.nearby.number[graph.to[e]];
    femtoseconds const prefix = graph.weight_of(graph.source(), e);
    if (to == none || prefix == no_path) return;
    auto const seen = walk.nearby.see(to, row, static_cast<id>(of.tree.credit_levels));
    if (seen.rest == no_path) return;
    bool const is_beyond = prefix + seen.rest > walk.most;
    if (is_beyond || seen.hides) set_mark<id>(walk.tally[has_refused], 1);
    if (!is_beyond) walk.push({to, prefix, prefix + seen.rest, seen}, row);
  }
};

/// Goes on from the states that the wave before has queued.
template <memory_space S>
struct go_on_op {
  state_walk<S> walk;
  span<id const, S> queue;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    state_table<S> const& table = walk.table;
    if (i == 0) walk.tally[queued + static_cast<std::size_t>((walk.wave + 1) % 3)] = 0;
    id slot = queue[i];
    std::uint64_t const key = table.key[slot];
    id from = table.near_of(key);
    id const row = table.row[slot];
    id last = table.last_of(key);
    femtoseconds prefix = peek(table.prefix[slot]);
    while (slot != none && !walk.has_stopped()) {
      auto const way = walk.step(from, row, last, prefix);
      from = way.nearby;
      last = way.seen.last;
      prefix = way.prefix;
      slot = from == none ? none : walk.improve(way, row);
    }
  }
};

template <memory_space S>
struct is_claimed_op {
  span<std::uint64_t const, S> key;
  GSTA_HD bool operator()(std::size_t slot) const noexcept { return key[slot] != state_table<S>::vacant; }
};

/// All states that paths within a bound come by.
template <memory_space S>
class credited_states {
 public:
  /// Waits once a wave. There are at most as many waves as a path has steps, mostly as many as sidetracks.
  template <executor E>
  credited_states(E const& exec, near_part<S> const& nearby, std::size_t entries, femtoseconds most,
                  int slot_bits, work_memory& memory)
      : key_(exec, memory, std::size_t{1} << slot_bits),
        row_(exec, memory, key_.size()),
        prefix_(exec, memory, key_.size()),
        mark_(exec, memory, key_.size()) {
    work_array<id, S> even(exec, memory, key_.size()), odd(exec, memory, key_.size());
    work_array<id, S> tally(exec, memory, walk_tallies);
    clock_tree_view<S> const& tree = nearby.view().of.tree;
    // No more vertices of the tree than stages.
    std::size_t const groups = tree.place.size() - static_cast<std::size_t>(is_not_at_level) + 1;
    table_ = {key_.view(),     row_.view(), prefix_.view(), mark_.view(), bits_of(tree.credit_levels),
              bits_of(groups), slot_bits};
    key_bits_ = bits_of(nearby.size()) + table_.credit_bits + table_.group_bits;
    fill(exec, key_.view(), state_table<S>::vacant);
    fill(exec, prefix_.view(), no_path);
    fill(exec, mark_.view(), none);
    fill(exec, tally.view(), 0);
    state_walk<S> walk{nearby.view(), table_, most, 0, even.view(), tally.view()};
    for_each_n(exec, entries, enter_walk_op<S>{walk});
    for (;;) {
      auto const seen = to_vector(exec, tally.read());
      refused_ = seen[has_refused] != 0;
      fits_ = seen[has_no_room] == 0;
      auto const n = static_cast<std::size_t>(seen[queued + static_cast<std::size_t>(walk.wave % 3)]);
      if (n == 0 || !fits_) break;
      ++walk.wave;
      walk.queue = (walk.wave % 2 == 0 ? even : odd).view();
      auto const& before = walk.wave % 2 == 0 ? odd : even;
      for_each_n(exec, n, go_on_op<S>{walk, before.read().subspan(0, n)});
    }
    waves_ = static_cast<std::size_t>(walk.wave);
  }

  state_table<S> const& table() const noexcept { return table_; }
  int key_bits() const noexcept { return key_bits_; }
  std::size_t waves() const noexcept { return waves_; }
  /// Whether all states had room; else they are not known.
  bool fits() const noexcept { return fits_; }
  /// Whether walks of more than the bound were cut off.
  bool refused() const noexcept { return refused_; }
  static std::size_t bytes(int slot_bits) noexcept {
    return (sizeof(std::uint64_t) + sizeof(femtoseconds) + 4 * sizeof(id)) << slot_bits;
  }

 private:
  /// Enough for numbers below n.
  static int bits_of(std::size_t n) noexcept {
    int bits = 0;
    while (n >> bits != 0) ++bits;
    return bits;
  }

  work_array<std::uint64_t, S> key_;
  work_array<id, S> row_;
  work_array<femtoseconds, S> prefix_;
  work_array<id, S> mark_;
  state_table<S> table_;
  int key_bits_ = 0;
  std::size_t waves_ = 0;
  bool fits_ = false, refused_ = false;
};

}  // namespace gsta::detail
