#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/sta/timing_plan.hpp"
#include "test/sta/latch_circuit.hpp"
#include "test/support/catch.hpp"

namespace gsta_test::latch_circuits {

inline constexpr double never = -1e18;

/// Everything turned until it stands still.
struct oracle {
  using key = std::tuple<int, int, int>;  ///< element, launching edge, edge of the data
  std::map<key, double> departs;
  std::map<std::pair<id, bool>, double> worst;  ///< (data pin, late) -> slack
  int turns = 0;
  std::size_t borrowing = 0;

  explicit oracle(circuit const& of) : c(of) {
    for (bool changed = true; changed && turns < 2000; ++turns) changed = turn(false);
    turn(true);
  }

 private:
  bool turn(bool checks) {
    bool changed = false;
    for (auto const& w : c.wires) {
      auto const& from = c.elements[static_cast<std::size_t>(w.from)];
      auto const& to = c.elements[static_cast<std::size_t>(w.to)];
      for (int launched = 0; launched < 2; ++launched) {
        int const launch = 2 * from.clock + launched;
        for (int e = 0; e < 2; ++e) {
          int const in = w.inverts ? 1 - e : e;
          bool const by_clock = launched == static_cast<int>(from.active);
          double late = by_clock ? from.late[launched] + from.launch : never;
          if (from.is_latch && departs.count({w.from, launch, in}))
            late = std::max(late, departs[{w.from, launch, in}] + from.through);
          if (by_clock && checks) early_check(to, launch, from.early[launched] + from.launch + w.delay);
          if (late > never) changed = late_check(w.to, to, launch, e, late + w.delay, checks) || changed;
        }
      }
    }
    return changed;
  }

  void put(element const& to, bool late, double slack) {
    auto const [at, fresh] = worst.try_emplace({to.data, late}, slack);
    if (!fresh) at->second = std::min(at->second, slack);
  }
  void early_check(element const& to, int launch, double arrival) {
    int const closes = static_cast<int>(to.held_against());
    put(to, false,
        arrival - (offset_of(c, launch, 2 * to.clock + closes, false) + to.late[closes] + to.hold));
  }
  bool late_check(int i, element const& to, int launch, int e, double arrival, bool checks) {
    bool changed = false;
    for (setup const& by : to.setups) changed = late_check(i, to, by, launch, e, arrival, checks) || changed;
    return changed;
  }
  bool late_check(int i, element const& to, setup const& by, int launch, int e, double arrival, bool checks) {
    int const closes = static_cast<int>(by.against);
    double const ahead = offset_of(c, launch, 2 * to.clock + closes, true);
    if (!to.is_latch) {
      if (checks) put(to, true, register_limit(c, to, e, ahead) - arrival);
      return false;
    }
    auto const [lo, hi] = window_of(c, to, by, e, ahead);
    double const clamped = arrival <= lo ? lo : std::min(arrival, hi);
    if (checks && by.is_checked) put(to, true, clamped - arrival);
    if (arrival <= lo) return false;
    borrowing += checks;
    double const departing = clamped - (ahead - width_of(c, to, by));
    auto const [at, fresh] = departs.try_emplace({i, 2 * to.clock + 1 - closes, e}, departing);
    if (fresh || departing <= at->second) return fresh;
    at->second = departing;
    return true;
  }

  circuit const& c;
};

using worst_slacks = std::map<std::pair<id, bool>, double>;  ///< (data pin, late) -> slack, ps

inline std::size_t wrong_ends(timing_snapshot const& s, worst_slacks const& truth) {
  worst_slacks found;
  for (std::size_t i = 0; i < s.checks.size(); ++i) {
    for (int e = 0; e < 2; ++e) {
      float const slack = s.check_slack[i][e];
      if (!math::is_defined(slack)) continue;
      auto const [at, fresh] = found.try_emplace({s.checks[i].data_pin, is_late(s.checks[i].kind)}, slack);
      if (!fresh) at->second = std::min<double>(at->second, slack);
    }
  }
  std::size_t wrong = found.size() != truth.size();
  for (auto const& [end, slack] : truth) {
    auto const at = found.find(end);
    wrong += at == found.end() || std::abs(at->second - slack) > 0.01;
  }
  return wrong;
}

/// Latches in random circuits against an oracle in double precision that turns until nothing changes.
template <class E>
void check_latches(E const& exec, std::uint64_t first, std::uint64_t last, bool loops) {
  std::size_t borrowing = 0, turned = 0, looping = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    prng random(seed);
    builder const built(random, loops);
    timer<E> timer(exec, built.made.design);
    timer.update(exec);
    oracle const truth(built.made);
    CAPTURE(seed, loops);
    REQUIRE(truth.turns < 2000);
    REQUIRE(wrong_ends(take_snapshot(exec, timer), truth.worst) == 0);
    CHECK(timer.view().latches_settled);
    if (seed < first + 20 && timer.view().latches.any()) CHECK_THROWS_AS(timer.prepare(exec), argument_error);
    borrowing += truth.borrowing;
    turned += truth.turns > 4;
    looping += timer.nodes().opened_loops > 0;
  }
  std::size_t const circuits = last - first;
  CHECK(borrowing > circuits);
  CHECK((!loops || circuits < 1000 || turned * 200 > circuits));
  CHECK((looping * 5 > circuits) == loops);
}

}  // namespace gsta_test::latch_circuits
