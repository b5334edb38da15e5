#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/sta/update_plan.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test::latch_circuits {

using namespace gsta;

inline constexpr double never = -1e18;

/// A register, or a latch that is open while its clock has the value of `opens`.
struct element {
  bool is_latch = false;
  int clock = 0;
  edge active = edge::rise;                 ///< launches; opens a latch
  int early[2] = {0, 0}, late[2] = {0, 0};  ///< the clock at its pin, by edge
  int launch = 0, through = 0, setup[2] = {0, 0}, hold = 0;
  float limit = math::infinity;
  id clock_pin = none, data = none, output = none;
};

struct wire {
  int from, to, delay;
  bool inverts;
};

struct circuit {
  flat_design design;
  std::vector<element> elements;
  std::vector<wire> wires;
};

class builder {
 public:
  explicit builder(prng& random, bool loops) : random_(random) {
    auto& d = made.design;
    int const clocks = random.between(1, 2);
    for (int c = 0; c < clocks; ++c) {
      int const period = random.between(4, 8) * 25;
      d.add_clock(none, {period * 1000, {random.between(0, 3) * 5000, 0}}, "c" + std::to_string(c));
      d.clocks.back().at[1] = d.clocks.back().at[0] + random.between(1, period / 5 - 1) * 5000;
      d.rules.push_back({});
      d.rules.back().setup_uncertainty = random.below(4) * 1000;
    }
    int const count = random.between(3, 7);
    bool const slowly = loops && random.below(2) == 0;
    for (int i = 0; i < count; ++i) add(i != 0 && random.below(3) != 0);
    int const wires = random.between(count, 3 * count);
    for (int i = 0; i < wires; ++i) {
      int const a = random.below(count), b = random.below(count);
      bool const ahead = a < b || !made.elements[static_cast<std::size_t>(a)].is_latch;
      if (loops || ahead)
        connect({a, b, slowly ? slow_delay(a, b) : random.between(0, 90), random.below(2) == 0});
    }
    resolve_clocks(d);
  }
  circuit made;

 private:
  id constant(int value) { return made.design.luts.add({}, {}, {static_cast<float>(value)}); }

  void add(bool is_latch) {
    auto& d = made.design;
    element e;
    e.is_latch = is_latch;
    e.clock = random_.below(static_cast<int>(d.clocks.size()));
    e.active = static_cast<edge>(random_.below(2));
    e.launch = random_.between(1, 30);
    e.through = random_.between(1, 30);
    e.hold = random_.between(0, 10);
    if (random_.below(3) == 0) e.limit = static_cast<float>(random_.between(0, 60));
    e.clock_pin = d.add_pin();
    e.data = d.add_pin();
    e.output = d.add_pin();
    for (int s = 0; s < 2; ++s) {
      e.setup[s] = random_.between(-5, 20);
      e.early[s] = random_.between(0, 20);
      e.late[s] = e.early[s] + random_.between(0, 10);
      corner_values at = undefined_arrival();
      at[s] = static_cast<float>(e.early[s]);
      at[2 + s] = static_cast<float>(e.late[s]);
      d.sources.push_back({e.clock_pin, 2 * e.clock + s, at, arrival_kind::clock});
    }
    d.asserted_slew[static_cast<std::size_t>(e.clock_pin)] = same_value(0);
    arc_type launches;
    launches.slew = same_id(constant(0));
    launches.launches = true;
    for (int c = 0; c < conditions; ++c) {
      launches.delay[c] = constant(e.launch);
      launches.edges.set(c, e.active);
    }
    d.add_arc(e.clock_pin, e.output, d.add_arc_type(launches));
    edge const closes = is_latch ? static_cast<edge>(1 - static_cast<int>(e.active)) : e.active;
    id const setup =
        d.add_check_type({check_kind::setup, closes, {constant(e.setup[0]), constant(e.setup[1])}});
    id const hold = d.add_check_type({check_kind::hold, closes, {constant(e.hold), constant(e.hold)}});
    d.add_check(e.data, e.clock_pin, setup);
    if (is_latch) {
      id const departs = d.add_shadow(e.data);
      d.latches.push_back(
          {e.data, departs, e.clock_pin, e.active, static_cast<id>(d.check_data.size()) - 1, e.limit});
      d.add_arc(departs, e.output,
                d.add_arc_type({same_id(constant(e.through)), same_id(none), positive_edges()}));
    }
    d.add_check(e.data, e.clock_pin, hold);
    made.elements.push_back(e);
  }

  /// About as long as from one opening edge to the next, so that each turn adds little.
  int slow_delay(int from, int to) {
    auto const& a = made.elements[static_cast<std::size_t>(from)];
    auto const& b = made.elements[static_cast<std::size_t>(to)];
    auto const opens = [&](element const& e) {
      return made.design.clocks[static_cast<std::size_t>(e.clock)].at[static_cast<int>(e.active)] / 1000;
    };
    int const period = static_cast<int>(made.design.clocks[static_cast<std::size_t>(b.clock)].period / 1000);
    int ahead = static_cast<int>(opens(b) - opens(a)) % period;
    if (ahead <= 0) ahead += period;
    return std::max(0, ahead - a.through + random_.between(-1, 3));
  }

  void connect(wire const& w) {
    auto& d = made.design;
    auto const at = [&](int i) -> element const& { return made.elements[static_cast<std::size_t>(i)]; };
    d.add_arc(at(w.from).output, at(w.to).data,
              d.add_arc_type({same_id(constant(w.delay)), same_id(constant(0)),
                              w.inverts ? negative_edges() : positive_edges()}));
    made.wires.push_back(w);
  }

  prng& random_;
};

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
  double time(int e) const {
    return static_cast<double>(c.design.clocks[static_cast<std::size_t>(e / 2)].at[e % 2]) / 1000;
  }
  double period(int e) const {
    return static_cast<double>(c.design.clocks[static_cast<std::size_t>(e / 2)].period) / 1000;
  }
  double offset(int launch, int capture, bool late) const {
    double best = late ? 1e9 : -1e9;
    for (int m = 0; m < 40; ++m) {
      for (int n = 0; n < 40; ++n) {
        double const ahead = time(capture) + n * period(capture) - time(launch) - m * period(launch);
        if (late && ahead > 0) best = std::min(best, ahead);
        if (!late && ahead <= 0) best = std::max(best, ahead);
      }
    }
    return best;
  }

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
    int const closes = to.is_latch ? 1 - static_cast<int>(to.active) : static_cast<int>(to.active);
    put(to, false, arrival - (offset(launch, 2 * to.clock + closes, false) + to.late[closes] + to.hold));
  }
  bool late_check(int i, element const& to, int launch, int e, double arrival, bool checks) {
    int const opens = static_cast<int>(to.active), closes = to.is_latch ? 1 - opens : opens;
    int const capture = 2 * to.clock + closes, open = 2 * to.clock + opens;
    double const uncertainty =
        static_cast<double>(c.design.rules[static_cast<std::size_t>(to.clock)].setup_uncertainty) / 1000;
    double const ahead = offset(launch, capture, true);
    double const close = ahead + to.early[closes] - to.setup[e] - uncertainty;
    if (!to.is_latch) {
      if (checks) put(to, true, close - arrival);
      return false;
    }
    double width = std::fmod(time(capture) - time(open), period(open));
    if (width <= 0) width += period(open);
    double const lo = ahead - width + to.early[opens] - uncertainty;
    double const hi = math::is_defined(to.limit) ? lo + static_cast<double>(to.limit) : close;
    double const clamped = arrival <= lo ? lo : std::min(arrival, hi);
    if (checks) put(to, true, clamped - arrival);
    if (arrival <= lo) return false;
    borrowing += checks;
    auto const [at, fresh] = departs.try_emplace({i, open, e}, clamped - (ahead - width));
    if (fresh || clamped - (ahead - width) <= at->second) return fresh;
    at->second = clamped - (ahead - width);
    return true;
  }

  circuit const& c;
};

inline std::size_t wrong_ends(timing_snapshot const& s, oracle const& truth) {
  std::map<std::pair<id, bool>, double> found;
  for (std::size_t i = 0; i < s.checks.size(); ++i) {
    for (int e = 0; e < 2; ++e) {
      float const slack = s.check_slack[i][e];
      if (!math::is_defined(slack)) continue;
      auto const [at, fresh] = found.try_emplace({s.checks[i].data_pin, is_late(s.checks[i].kind)}, slack);
      if (!fresh) at->second = std::min<double>(at->second, slack);
    }
  }
  std::size_t wrong = found.size() != truth.worst.size();
  for (auto const& [end, slack] : truth.worst) {
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
    REQUIRE(wrong_ends(take_snapshot(exec, timer), truth) == 0);
    CHECK(timer.latches_settled);
    if (seed < first + 20 && timer.checks.latches.view.any())
      CHECK_THROWS_AS(update_plan<E>(exec, timer), argument_error);
    borrowing += truth.borrowing;
    turned += truth.turns > 4;
    looping += timer.nodes.opened_loops > 0;
  }
  std::size_t const circuits = last - first;
  CHECK(borrowing > circuits);
  CHECK((!loops || circuits < 1000 || turned * 200 > circuits));
  CHECK((looping * 5 > circuits) == loops);
}

}  // namespace gsta_test::latch_circuits
