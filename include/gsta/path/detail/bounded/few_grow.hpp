#pragma once

#include <type_traits>

#include "gsta/path/detail/bounded/few_rows.hpp"

/// How a team makes the first k paths of few sidetracks.
namespace gsta::detail {

/// Where paths go: `cost` [k], `begin` [k + 1], `side` [few_limits::sides_of_paths(k)].
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
template <class Crew, memory_space S>
GSTA_HD few_report find_few(Crew const& crew, few_gathering<S> const& in, few_output<S> const& out,
                            few_room& room) noexcept {
  few_report report{0, 0, 0, 0, 0, 0};
  if (in.best() == no_path || in.best() >= in.below) {
    if (crew.team().rank() == 0) out.begin[0] = 0;
    report.done = 1;
    return report;
  }
  few_gathered const gathered = gather_few(crew, in, room.count);
  if (gathered.range < 0 || !crew.leads()) return report;
  few_growth<std::remove_cvref_t<decltype(crew.team())>, S> growth(crew.team(), room, in, gathered);
  return growth.run(out);
}

}  // namespace gsta::detail
