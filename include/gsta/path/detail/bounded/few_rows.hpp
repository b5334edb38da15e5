#pragma once

#include "gsta/path/detail/bounded/few_room.hpp"
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

}  // namespace gsta::detail
