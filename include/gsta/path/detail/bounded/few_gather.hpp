#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/bounded/range.hpp"

/// What a search of few paths gathers near the best path: sidetracks that can matter, their tails and heads.
namespace gsta::detail {

/// What a search of few paths has room for. What needs more is for the search by counts.
struct few_limits {
  static constexpr std::size_t k = 1024;
  static constexpr std::size_t sides = 768;                      ///< sidetracks that paths are made of
  static constexpr std::size_t paths = 2048;                     ///< at once
  static constexpr std::size_t nodes = std::size_t{1} << 15;     ///< paths in all
  static constexpr std::size_t vertices = 8192;                  ///< near the best path
  static constexpr std::size_t gathered = std::size_t{1} << 16;  ///< sidetracks of these
  static constexpr std::size_t long_rows = 64;                   ///< of more than so many edges:
  static constexpr id long_row = 1024;
  static constexpr std::size_t sampled = std::size_t{1} << 19;  ///< vertices
  static constexpr id attempts = 3;
  static constexpr std::size_t sidetracks_of_paths(std::size_t k_paths) { return 32 * k_paths + 4096; }
  /// Sidetracks that k paths may be made of, where rows are `density` squared times as long as is usual:
  /// twice of what made-up circuits need, whose first 10, 100 and 1,000 paths are made of 8, 50 and 200, and
  /// with rows of forty edges of 7, 60 and 340. The best path has none.
  static std::size_t wanted(std::size_t k_paths, double density) {
    return static_cast<std::size_t>(7 * std::sqrt(density * static_cast<double>(k_paths - 1)));
  }
  /// The cheapest of those gathered: what equals the last of k paths is wanted too.
  static GSTA_HD constexpr std::size_t kept(std::size_t wanted) {
    return 2 * wanted + 64 < sides ? 2 * wanted + 64 : sides;
  }
  /// Vertices that they may be found at: at first, and `times_more` where these do not do.
  static GSTA_HD constexpr std::size_t vertices_of(std::size_t wanted) {
    std::size_t const about = 16 * wanted + 512;
    return about < first_vertices ? about : first_vertices;
  }
  static constexpr std::size_t first_vertices = 6000, times_more = 3;
};

/// What a search of few paths says in the end.
struct few_report {
  static constexpr std::size_t size = 6;
  std::int64_t done, paths, sides, generated, waves, active;
};

/// Working memory of a search of few paths.
template <memory_space S>
struct few_space {
  span<id, S> counts;  ///< `few_gathering::counters` of them, all 0 before
  span<id, S> number;  ///< [vertices] of those near, else undefined
  span<id, S> found;   ///< [few_limits::vertices] near the best path
  span<id, S> next;    ///< likewise: the number of where the forest goes on
  span<id, S> long_row;
  span<id, S> near_edge, near_tail;  ///< [few_limits::gathered]; tails by their numbers
  span<femtoseconds, S> near_excess;
  span<id, S> edge, tail, head;  ///< [few_limits::sides]; both ends by their numbers
  span<femtoseconds, S> detour;
  span<id, S> parent, side;  ///< [few_limits::nodes] of every path made; sidetracks by their rank
  span<few_report, S> report;
};

/// Gathers in steps, each of which all threads take part in and finish before the next: a sample of vertices
/// by excess says in which range enough of them lie; those vertices and their sidetracks are collected, and
/// counted by excess, exactly; and of these, as many of the cheapest as there is room for are kept.
template <memory_space S>
struct few_gathering {
  static constexpr auto classes = static_cast<id>(excess_class::count);
  enum counter : id { near_vertices, near_sidetracks, long_rows, numbers };
  static GSTA_HD constexpr std::size_t of_attempt(id attempt) {
    return static_cast<std::size_t>(classes + attempt * (classes + numbers));
  }
  static constexpr std::size_t counters = of_attempt(few_limits::attempts) + 1;

  excess_of<S> excess;
  few_space<S> space;
  std::size_t wanted;  // sidetracks
  femtoseconds below;

  GSTA_HD id* vertex_classes() const noexcept { return space.counts.data(); }
  GSTA_HD id* sidetrack_classes(id attempt) const noexcept {
    return space.counts.data() + of_attempt(attempt);
  }
  GSTA_HD id& number(id attempt, counter which) const noexcept {
    return sidetrack_classes(attempt)[classes + which];
  }
  GSTA_HD id& kept() const noexcept { return space.counts[counters - 1]; }

  GSTA_HD femtoseconds best() const noexcept {
    return excess.problem.costs.suffix[excess.problem.graph.source()];
  }
  /// The excess of paths that are wanted at all, at most.
  GSTA_HD femtoseconds limit() const noexcept {
    femtoseconds const most = below == no_path ? any_excess : below - 1 - best();
    return most < any_excess ? most : any_excess;
  }

  /// Vertices are looked at in stretches of 32, of which every `stride`-th is taken.
  GSTA_HD std::size_t stretches() const noexcept { return (space.number.size() + 31) / 32; }
  GSTA_HD std::size_t stride() const noexcept {
    return (stretches() * 32 + few_limits::sampled - 1) / few_limits::sampled;
  }
  GSTA_HD std::size_t samples() const noexcept { return (stretches() + stride() - 1) / stride() * 32; }
  GSTA_HD void sample(std::size_t i, id* of_class) const noexcept {
    std::size_t const at = i / 32, by = stride();
    std::size_t const v = (at * by + (at * std::size_t{0x9e3779b9u} >> 7) % by) * 32 + i % 32;
    if (v >= space.number.size()) return;
    femtoseconds const x = excess.vertex(static_cast<id>(v));
    if (x != no_path) fetch_add(of_class[excess_class::of(x)], 1);
  }

  GSTA_HD bool is_near(std::size_t v, femtoseconds range) const noexcept {
    return v < space.number.size() && excess.vertex(static_cast<id>(v)) <= range;
  }
  /// A vertex near the best path by its number; false where there is no room for it.
  GSTA_HD bool put_vertex(id a, id v) const noexcept {
    if (static_cast<std::size_t>(a) >= few_limits::vertices) return false;
    space.found[a] = v;
    space.number[v] = a;
    return true;
  }
  /// The excess of a sidetrack within `range`; no_path where an edge is none.
  GSTA_HD femtoseconds sidetrack(id v, id e, femtoseconds range) const noexcept {
    if (e == excess.problem.costs.choice[v]) return no_path;
    femtoseconds const x = excess.edge(v, e);
    return x <= range ? x : no_path;
  }
  GSTA_HD void put_sidetrack(id at, id a, id e, femtoseconds x) const noexcept {
    if (static_cast<std::size_t>(at) >= few_limits::gathered) return;
    space.near_edge[at] = e;
    space.near_tail[at] = a;
    space.near_excess[at] = x;
  }

  /// Keeps a sidetrack within `range`, where both ends have numbers.
  GSTA_HD void keep(std::size_t i, femtoseconds range) const noexcept {
    if (space.near_excess[i] > range) return;
    id const at = fetch_add(kept(), 1), a = space.near_tail[i], e = space.near_edge[i];
    space.edge[at] = e;
    space.tail[at] = a;
    space.head[at] = space.number[excess.problem.graph.to[e]];
    space.detour[at] = excess.problem.detour(space.found[a], e);
  }
  /// Where the forest leads from a vertex near the best path, there is such a vertex again.
  GSTA_HD void link(std::size_t a) const noexcept {
    id const v = space.found[a];
    space.next[a] = v == excess.problem.graph.sink() ? none : space.number[excess.problem.next(v)];
  }
};

/// What was gathered.
struct few_gathered {
  femtoseconds range = -1;  ///< of all sidetracks kept; below 0: there was no room for enough
  bool whole = false;       ///< no path that is wanted lies beyond it
  id vertices = 0, sides = 0;
};

/// Which class of excess the `target`-th lies in; `classes` where there are not so many. The threads of a
/// team call it together, and may change `room` afterwards.
template <class Team>
GSTA_HD id few_class(Team const& team, id const* of_class, id* room, id classes, id target) noexcept {
  for (id c = team.rank(); c < classes; c += team.size()) room[c] = of_class[c];
  team.sync();
  id const all = team.scan(room, classes);
  if (team.rank() == 0) room[classes] = all;
  team.sync();
  id const found = first_passing(id{0}, classes, [&](id c) { return room[c + 1] >= target; });
  team.sync();
  return found;
}

/// Gathers. `workers`: all threads, whose teams come to the same conclusions.
template <class Workers, memory_space S>
GSTA_HD few_gathered gather_few(Workers const& workers, few_gathering<S> const& in, id* room) noexcept {
  using gathering = few_gathering<S>;
  constexpr id classes = gathering::classes;
  few_gathered result;
  femtoseconds const limit = in.limit();
  workers.sample(in);
  auto const stride = static_cast<id>(in.stride());
  id const cap = static_cast<id>(few_limits::kept(in.wanted));
  id more = static_cast<id>(few_limits::vertices_of(in.wanted));
  for (id attempt = 0; attempt < few_limits::attempts;
       ++attempt, more *= static_cast<id>(few_limits::times_more)) {
    id const target = in.vertex_classes()[0] + (more + stride - 1) / stride;
    id const found = few_class(workers.team(), in.vertex_classes(), room, classes, target);
    femtoseconds range = found == classes ? any_excess : excess_class::last(static_cast<std::size_t>(found));
    range = range < limit ? range : limit;
    workers.collect(in, attempt, range);
    result.vertices = in.number(attempt, gathering::near_vertices);
    id const sides = in.number(attempt, gathering::near_sidetracks);
    if (result.vertices > static_cast<id>(few_limits::vertices) ||
        sides > static_cast<id>(few_limits::gathered) ||
        in.number(attempt, gathering::long_rows) > static_cast<id>(few_limits::long_rows))
      return result;
    bool const last = range == limit || attempt + 1 == few_limits::attempts;
    if (sides < static_cast<id>(in.wanted) && !last) continue;
    if (sides > cap) {
      id const beyond = few_class(workers.team(), in.sidetrack_classes(attempt), room, classes, cap + 1);
      if (beyond == 0) return result;
      range = excess_class::last(static_cast<std::size_t>(beyond - 1));
    }
    result.range = range;
    result.whole = range == limit;
    workers.keep(in, result.vertices, sides, range);
    result.sides = in.kept();
    return result;
  }
  return result;
}

// The threads of one team, and the memory that they share while they make few paths.

/// Position of a sidetrack in the order of detours, or none.
using few_rank = std::uint16_t;
inline constexpr few_rank no_rank = 0xffff;

/// Memory that a team shares.
struct few_room {
  static constexpr std::size_t word_bits = 32, most_words = few_limits::sides / word_bits;
  /// An odd number of words, so that neighbouring rows do not lie in the same banks.
  static constexpr std::size_t row_words = most_words | 1;
  static constexpr std::size_t sorted_sidetracks = 1024;  // a power of two
  static_assert(few_limits::sides <= sorted_sidetracks && few_limits::sides % word_bits == 0);
  static_assert(2 * sorted_sidetracks <= few_limits::paths && few_limits::sides < no_rank);

  /// Before rows are there: where chains from vertices come to the first sidetrack.
  struct skipping {
    id stop[few_limits::vertices];  ///< the first of the sidetracks that leave here
    id skip[few_limits::vertices];
  };
  union {
    std::uint32_t row[few_limits::sides * row_words];  ///< sidetracks on the chain from a stop, by rank
    skipping chains;
  };
  femtoseconds cost[few_limits::paths];   ///< of paths beyond the best
  std::uint64_t path[few_limits::paths];  ///< see few_path
  id count[few_limits::paths + 1];
  femtoseconds detour[sorted_sidetracks];
  id edge[sorted_sidetracks];
  id place[few_limits::sides];       ///< twice the height of the tail, and 1 where the edge stands before the
                                     ///< choice
  few_rank stop[few_limits::sides];  ///< where a sidetrack leaves: the first one that leaves there
  few_rank behind[few_limits::sides];  ///< where the chain from its head comes to a stop
  few_rank jump[few_limits::sides];    ///< from a stop some stops on
};

/// A path in the room: its number among all made, where its last sidetrack's chain comes to a stop, and
/// whether its children have been made. Orders as numbers do.
struct few_path {
  static constexpr std::uint64_t followed = 1;
  static GSTA_HD std::uint64_t of(id node, few_rank stop) noexcept {
    return static_cast<std::uint64_t>(node) << 32 | static_cast<std::uint64_t>(stop) << 8;
  }
  static GSTA_HD id node(std::uint64_t path) noexcept { return static_cast<id>(path >> 32); }
  static GSTA_HD few_rank stop(std::uint64_t path) noexcept { return static_cast<few_rank>(path >> 8); }
};

/// A team of one.
struct lone_thread {
  std::uint64_t* held;  ///< [most elements exchanged]

  GSTA_HD id rank() const noexcept { return 0; }
  GSTA_HD id size() const noexcept { return 1; }
  GSTA_HD void sync() const noexcept {}
  GSTA_HD bool any(bool mine) const noexcept { return mine; }
  /// Sums of those before, in place; returns the sum of all.
  GSTA_HD id scan(id* value, id count) const noexcept {
    id sum = 0;
    for (id i = 0; i < count; ++i) {
      id const own = value[i];
      value[i] = sum;
      sum += own;
    }
    return sum;
  }
  /// write(i, read(i)) of all, where all are read before any is written. `Most`: elements there may be.
  template <std::size_t Most, class Read, class Write>
  GSTA_HD void exchange(id count, Read const& read, Write const& write) const noexcept {
    for (id i = 0; i < count; ++i) held[i] = static_cast<std::uint64_t>(read(i));
    for (id i = 0; i < count; ++i) write(i, static_cast<decltype(read(i))>(held[i]));
  }
};

template <class T>
GSTA_HD void exchange_values(T& a, T& b) noexcept {
  T const kept = a;
  a = b;
  b = kept;
}

/// Sorts `count` elements, a power of two. `after(i, j)`: the i-th belongs behind the j-th.
template <class Team, class After, class Swap>
GSTA_HD void sort_together(Team const& team, id count, After const& after, Swap const& swap) noexcept {
  for (id size = 2; size <= count; size *= 2) {
    for (id stride = size / 2; stride > 0; stride /= 2) {
      for (id p = team.rank(); p < count / 2; p += team.size()) {
        id const i = 2 * p - (p & (stride - 1)), j = i + stride;
        bool const ascends = (i & size) == 0;
        if (ascends ? after(i, j) : after(j, i)) swap(i, j);
      }
      team.sync();
    }
  }
}

GSTA_HD inline id power_of_two_from(id count) noexcept {
  id power = 1;
  while (power < count) power *= 2;
  return power;
}

}  // namespace gsta::detail
