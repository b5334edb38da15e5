#pragma once

#include <type_traits>

#include "gsta/path/detail/bounded/few_gather.hpp"
#include "gsta/path/detail/graph/bits.hpp"

/// Which of few sidetracks may follow which.
namespace gsta::detail {

/// A sidetrack may follow where it leaves the forest's chain from the head of the last one: a row of bits for
/// each such chain, in the order of detours, so that the children that a path can afford are the first ones
/// of its row. The threads of a team call everything together but for what asks of one path.
template <class Team, memory_space S>
class few_rows {
 public:
  GSTA_HD few_rows(Team const& team, few_room& room, few_gathering<S> const& in,
                   few_gathered const& gathered) noexcept
      : team_(team), room_(room), in_(in), gathered_(gathered), words_((gathered.sides + 31) / 32) {}

  GSTA_HD void make() noexcept {
    sort_sides();
    find_stops();
    fill_rows();
  }
  /// Where the chain from the source comes to a stop.
  GSTA_HD few_rank root() const noexcept { return root_; }

  /// How many sidetracks that follow behind `stop` have detours up to `most`.
  GSTA_HD id followers(few_rank stop, femtoseconds most) const noexcept {
    id const end = affordable(most);
    id count = 0;
    for (id w = 0; 32 * w < end; ++w) count += count_bits(bits_until(stop, w, end));
    return count;
  }
  /// The `n`-th of them.
  GSTA_HD id follower(few_rank stop, id n) const noexcept {
    id w = 0;
    for (id here = count_bits(word(stop, 0)); here <= n; here = count_bits(word(stop, w))) {
      n -= here;
      ++w;
    }
    std::uint64_t bits = word(stop, w);
    for (; n > 0; --n) bits &= bits - 1;
    return 32 * w + lowest_bit(bits);
  }

 private:
  GSTA_HD search_problem<S> const& problem() const noexcept { return in_.excess.problem; }

  /// Sidetracks of detours up to `most`.
  GSTA_HD id affordable(femtoseconds most) const noexcept {
    return first_passing(id{0}, gathered_.sides, [&](id s) { return room_.detour[s] > most; });
  }
  GSTA_HD std::uint32_t bits_until(id stop, id which, id end) const noexcept {
    std::uint32_t const bits = word(stop, which);
    return end >= 32 * (which + 1) ? bits : bits & ((std::uint32_t{1} << (end % 32)) - 1);
  }
  /// Ranks sidetracks by detours, and of equal ones by edges: what is made then does not depend on the order
  /// in which they were gathered.
  GSTA_HD void sort_sides() noexcept {
    id const sides = gathered_.sides, padded = power_of_two_from(sides);
    few_room& r = room_;
    for (id i = team_.rank(); i < padded; i += team_.size()) {
      r.detour[i] = i < sides ? in_.space.detour[i] : no_path;
      r.edge[i] = i < sides ? in_.space.edge[i] : none;
      r.count[i] = i;
    }
    team_.sync();
    sort_together(
        team_, padded,
        [&](id i, id j) {
          return r.detour[i] != r.detour[j] ? r.detour[i] > r.detour[j] : r.edge[i] > r.edge[j];
        },
        [&](id i, id j) {
          exchange_values(r.detour[i], r.detour[j]);
          exchange_values(r.edge[i], r.edge[j]);
          exchange_values(r.count[i], r.count[j]);
        });
  }
  /// Finds where chains come to vertices that sidetracks leave: stops.
  GSTA_HD void find_stops() noexcept {
    id const sides = gathered_.sides, vertices = gathered_.vertices;
    few_room& r = room_;
    auto& stop = r.chains.stop;
    auto& skip = r.chains.skip;
    for (id a = team_.rank(); a < vertices; a += team_.size()) stop[a] = sides;
    team_.sync();
    for (id s = team_.rank(); s < sides; s += team_.size()) {
      id const a = in_.space.tail[r.count[s]], v = in_.space.found[a];
      r.place[s] = 2 * problem().costs.height[v] + (r.edge[s] < problem().costs.choice[v] ? 1 : 0);
      fetch_min(stop[a], s);
    }
    team_.sync();
    for (id a = team_.rank(); a < vertices; a += team_.size())
      skip[a] = stop[a] < sides ? a : in_.space.next[a];
    team_.sync();
    for (bool moved = true; moved;) {
      bool mine = false;
      team_.template exchange<few_limits::vertices>(
          vertices,
          [&](id a) {
            id const at = skip[a];
            if (at == none || stop[at] < sides) return at;
            mine = true;
            return skip[at];
          },
          [&](id a, id at) { skip[a] = at; });
      moved = team_.any(mine);
    }
    auto const stop_from = [&](id a) {
      id const at = a == none ? none : skip[a];
      return at == none ? no_rank : static_cast<few_rank>(stop[at]);
    };
    for (id s = team_.rank(); s < sides; s += team_.size()) {
      id const a = in_.space.tail[r.count[s]];
      r.stop[s] = static_cast<few_rank>(stop[a]);
      r.behind[s] = stop_from(in_.space.head[r.count[s]]);
      r.jump[s] = stop[a] == s ? stop_from(in_.space.next[a]) : no_rank;
    }
    root_ = stop_from(in_.space.number[problem().graph.source()]);
    team_.sync();
  }

  GSTA_HD std::uint32_t& word(id stop, id which) const noexcept {
    return room_.row[static_cast<std::size_t>(stop) * few_room::row_words + static_cast<std::size_t>(which)];
  }

  /// Rows begin with what leaves at the stop itself, and take in those of stops further and further on.
  GSTA_HD void fill_rows() noexcept {
    id const sides = gathered_.sides, all = sides * words_;
    few_room& r = room_;
    for (id i = team_.rank(); i < all; i += team_.size()) word(i / words_, i % words_) = 0;
    team_.sync();
    for (id s = team_.rank(); s < sides; s += team_.size())
      fetch_or(word(r.stop[s], s / 32), std::uint32_t{1} << (s % 32));
    team_.sync();
    for (bool moved = true; moved;) {
      team_.template exchange<few_limits::sides * few_room::most_words>(
          all,
          [&](id i) {
            id const s = i / words_, w = i % words_;
            return r.jump[s] == no_rank ? word(s, w) : word(s, w) | word(r.jump[s], w);
          },
          [&](id i, std::uint32_t bits) { word(i / words_, i % words_) = bits; });
      bool mine = false;
      team_.template exchange<few_limits::sides>(
          sides, [&](id s) { return r.jump[s] == no_rank ? no_rank : r.jump[r.jump[s]]; },
          [&](id s, few_rank to) {
            mine = mine || to != no_rank;
            r.jump[s] = to;
          });
      moved = team_.any(mine);
    }
  }

  Team const& team_;
  few_room& room_;
  few_gathering<S> const& in_;
  few_gathered gathered_;
  id words_;
  few_rank root_ = no_rank;
};

// How a team makes the first k paths of few sidetracks.

/// Where paths go: `cost` [k], `begin` [k + 1], `side` [few_limits::sidetracks_of_paths(k)].
template <memory_space S>
struct few_output {
  span<femtoseconds, S> cost;
  span<id, S> begin, side;
};

/// The first k paths of the sidetracks gathered. Paths are made cheapest first; once k are known, what costs
/// more than the k-th is left out, and so is all that descends from it. What is left in the end are all paths
/// that cost no more than the k-th, since a path never costs less than what it descends from.
template <class Team, memory_space S>
class few_growth {
 public:
  GSTA_HD few_growth(Team const& team, few_room& room, few_gathering<S> const& in,
                     few_gathered const& gathered) noexcept
      : team_(team), room_(room), in_(in), gathered_(gathered), rows_(team, room, in, gathered) {}

  GSTA_HD few_report run(few_output<S> const& out) noexcept {
    rows_.make();
    auto const k = static_cast<id>(out.cost.size());
    few_report report{0, 0, 0, 0, 0, gathered_.sides};
    id const found = grow(k, report);
    bool const enough = found >= k || (found > 0 && gathered_.whole);
    if (enough) {
      order_ties(found);
      report.paths = found < k ? found : k;
      report.done = write(static_cast<id>(report.paths), out, report.sides) ? 1 : 0;
    }
    return report;
  }

 private:
  /// Children of path `i` in the room that cost up to `most`.
  GSTA_HD id children(id i, femtoseconds most) const noexcept {
    few_rank const stop = few_path::stop(room_.path[i]);
    if (stop == no_rank || (room_.path[i] & few_path::followed) != 0) return 0;
    return rows_.followers(stop, most - room_.cost[i]);
  }

  /// Makes paths; those found stand in the room by cost. 0 where the room did not do.
  GSTA_HD id grow(id k, few_report& report) noexcept {
    few_room& r = room_;
    femtoseconds most = gathered_.range;
    if (team_.rank() == 0) {
      r.cost[0] = 0;
      r.path[0] = few_path::of(0, rows_.root());
      in_.space.parent[0] = none;
    }
    team_.sync();
    id paths = 1, nodes = 1;
    while (true) {
      if (paths >= k) {
        most = min(most, r.cost[k - 1]);
        paths = first_passing(id{0}, paths, [&](id i) { return r.cost[i] > most; });
      }
      for (id i = team_.rank(); i < paths; i += team_.size()) r.count[i] = children(i, most);
      team_.sync();
      id const all = team_.scan(r.count, paths);
      if (team_.rank() == 0) r.count[paths] = all;
      team_.sync();
      report.generated = nodes;
      if (all == 0) return paths;
      id const room =
          min(static_cast<id>(few_limits::paths) - paths, static_cast<id>(few_limits::nodes) - nodes);
      // The cheapest paths, as many as there is room for their children.
      id const parents = first_passing(id{0}, paths, [&](id i) { return r.count[i + 1] > room; });
      id const made = r.count[parents];
      if (made == 0) return 0;
      for (id n = team_.rank(); n < made; n += team_.size()) make_child(n, parents, paths, nodes);
      team_.sync();
      for (id i = team_.rank(); i < parents; i += team_.size()) r.path[i] |= few_path::followed;
      paths += made;
      nodes += made;
      sort_paths(paths, [&](id i, id j) { return r.path[i] > r.path[j]; });
      ++report.waves;
    }
  }
  template <class T>
  GSTA_HD static T min(T a, T b) noexcept {
    return a < b ? a : b;
  }
  GSTA_HD void make_child(id n, id parents, id paths, id nodes) noexcept {
    few_room& r = room_;
    id const i = row_of(r.count, id{0}, parents, n);
    few_rank const stop = few_path::stop(r.path[i]);
    id const s = rows_.follower(stop, n - r.count[i]);
    r.cost[paths + n] = r.cost[i] + r.detour[s];
    r.path[paths + n] = few_path::of(nodes + n, r.behind[s]);
    in_.space.parent[nodes + n] = few_path::node(r.path[i]);
    in_.space.side[nodes + n] = s;
  }

  /// Sorts by cost, and by `after` where costs are equal.
  template <class After>
  GSTA_HD void sort_paths(id paths, After const& after) noexcept {
    few_room& r = room_;
    id const padded = power_of_two_from(paths);
    for (id i = paths + team_.rank(); i < padded; i += team_.size()) r.cost[i] = no_path;
    team_.sync();
    sort_together(
        team_, padded,
        [&](id i, id j) { return r.cost[i] != r.cost[j] ? r.cost[i] > r.cost[j] : after(i, j); },
        [&](id i, id j) {
          exchange_values(r.cost[i], r.cost[j]);
          exchange_values(r.path[i], r.path[j]);
        });
  }

  GSTA_HD void order_ties(id paths) noexcept {
    few_room& r = room_;
    bool mine = false;
    for (id i = team_.rank(); i + 1 < paths; i += team_.size()) mine = mine || r.cost[i] == r.cost[i + 1];
    if (!team_.any(mine)) return;
    sort_paths(paths, [&](id i, id j) {
      return r.cost[i] != no_path && stands_behind(few_path::node(r.path[i]), few_path::node(r.path[j]));
    });
  }
  /// Follows both paths from the source to where they part.
  GSTA_HD bool stands_behind(id a, id b) const noexcept {
    if (a == b) return false;
    id of_a = none, of_b = none;
    while (a != b) {  // numbers fall towards the root
      if (a > b) {
        of_a = in_.space.side[a];
        a = in_.space.parent[a];
      } else {
        of_b = in_.space.side[b];
        b = in_.space.parent[b];
      }
    }
    id const place_a = of_a == none ? -1 : room_.place[of_a], place_b = of_b == none ? -1 : room_.place[of_b];
    if (place_a / 2 == place_b / 2 && of_a != none && of_b != none)
      return room_.edge[of_a] > room_.edge[of_b];
    // The one that leaves first does so before or behind the way straight on, which the other takes.
    return place_a > place_b ? place_a % 2 == 0 : place_b % 2 == 1;
  }

  /// False where sidetracks are too many.
  GSTA_HD bool write(id paths, few_output<S> const& out, std::int64_t& sides) noexcept {
    few_room& r = room_;
    femtoseconds const best = in_.best();
    for (id i = team_.rank(); i < paths; i += team_.size()) {
      id depth = 0;
      for (id at = few_path::node(r.path[i]); in_.space.parent[at] != none; at = in_.space.parent[at])
        ++depth;
      r.count[i] = depth;
      out.cost[i] = best + r.cost[i];
    }
    team_.sync();
    id const all = team_.scan(r.count, paths);
    if (team_.rank() == 0) r.count[paths] = all;
    team_.sync();
    sides = all;
    if (static_cast<std::size_t>(all) > out.side.size()) return false;
    for (id i = team_.rank(); i <= paths; i += team_.size()) {
      out.begin[i] = r.count[i];
      if (i == paths) continue;
      id at = few_path::node(r.path[i]);
      for (id to = r.count[i + 1]; to-- > r.count[i]; at = in_.space.parent[at])
        out.side[to] = r.edge[in_.space.side[at]];
    }
    return true;
  }

  Team const& team_;
  few_room& room_;
  few_gathering<S> const& in_;
  few_gathered gathered_;
  few_rows<Team, S> rows_;
};

/// Gathers, and makes paths. Teams that do not lead only gather, and their report says nothing.
template <class Workers, memory_space S>
GSTA_HD few_report find_few(Workers const& workers, few_gathering<S> const& in, few_output<S> const& out,
                            few_room& room) noexcept {
  few_report report{0, 0, 0, 0, 0, 0};
  if (in.best() == no_path || in.best() >= in.below) {
    if (workers.team().rank() == 0) out.begin[0] = 0;
    report.done = 1;
    return report;
  }
  few_gathered const gathered = gather_few(workers, in, room.count);
  if (gathered.range < 0 || !workers.leads()) return report;
  few_growth<std::remove_cvref_t<decltype(workers.team())>, S> growth(workers.team(), room, in, gathered);
  return growth.run(out);
}

}  // namespace gsta::detail
