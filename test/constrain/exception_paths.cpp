// Exceptions of all kinds against plain enumeration: every path of small random circuits with constant delays
// is walked, each exception is held against it as it reads, and the worst slack of each end is compared.

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "gsta/flat/detail/resolve_exceptions.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;

namespace {

constexpr float no = math::infinity;

struct arc_of {
  id from, to;
  int in, out;   ///< edges
  double delay;  ///< ps
  bool launches;
};
struct start_of {
  id pin, launch;
  int edge;
  double at;
  bool is_clock;
  double latency = 0;  ///< ps of `at` that a delay from the start leaves out
};
struct data_check_of {
  id from, to;
  int from_edge;
  bool late;
  double margin;
};
struct end_of {
  id pin, clock_pin;  ///< clock_pin none: an output
  id capture;         ///< of outputs
  double margin[2];   ///< setup, hold; of outputs the required times
};

/// A circuit twice: as the engine takes it, and as lists that the enumeration walks.
struct circuit {
  flat_design design;
  std::vector<arc_of> arcs;
  std::vector<start_of> starts;
  std::vector<end_of> ends;
  std::vector<id> inner;  ///< pins of gates
  std::vector<data_check_of> data_checks;
};

bool has(std::vector<id> const& list, id x) { return std::find(list.begin(), list.end(), x) != list.end(); }
bool has(edge_set edges, int e) { return (edges >> e & 1) != 0; }

class maker {
 public:
  /// `with_network`: clocks come to registers through gates, and are data for others.
  explicit maker(gsta_test::prng& random, bool with_data_checks = false, bool with_network = false)
      : random_(random), with_network_(with_network) {
    slew_ = c.design.luts.add({}, {}, {10.0f});
    for (double const period : {1000.0, 1500.0, 700.0}) add_clock(period);
    if (with_network) add_network();
    for (int i = 0; i < 2; ++i) add_input();
    std::vector<id> data;
    for (int i = 0; i < 4; ++i) data.push_back(add_register());
    for (int i = 0; i < 7; ++i) add_gate();
    for (id const d : data) drive(d);
    for (int i = 0; i < 2; ++i) add_output();
    for (auto& [driver, sinks] : sinks_of_) c.design.add_net(driver, sinks);
    if (with_data_checks) {
      for (int i = random_.between(1, 4); i > 0; --i) add_data_check();
    } else {
      for (int i = random_.between(1, 6); i > 0; --i) add_exception();
    }
    add_relations();
  }
  circuit c;

 private:
  void add_clock(double period) {
    auto const fs = static_cast<femtoseconds>(period * 1000);
    c.design.add_clock(none, {fs, {0, fs / 2}});
  }
  void add_input() {
    id const pin = c.design.add_pin();
    id const launch = random_.below(6);
    float const at = static_cast<float>(random_.between(0, 50)),
                latency = static_cast<float>(random_.below(2) * 7);
    c.design.sources.push_back(
        {pin, launch, same_value(at + latency), arrival_kind::data, same_value(latency)});
    for (int e = 0; e < 2; ++e) c.starts.push_back({pin, launch, e, at + latency, false, latency});
    c.design.asserted_slew[pin] = same_value(10.0f);
    outputs_.push_back(pin);
    starts_.push_back(pin);
  }
  void start_clock(id clock, id pin) {
    c.design.asserted_slew[pin] = same_value(10.0f);
    auto const latency = static_cast<float>(random_.below(4) * 11);
    for (int e = 0; e < 2; ++e) {
      per_condition<float> at = undefined_arrival();
      at[e] = at[2 + e] = latency;
      c.design.sources.push_back({pin, 2 * clock + e, at, arrival_kind::clock, same_value(latency)});
      c.starts.push_back({pin, 2 * clock + e, e, latency, true});
    }
  }
  /// Gates that clocks come through; where some of them end, another clock starts.
  void add_network() {
    for (id clock = 0; clock < 3; ++clock) {
      id const pin = c.design.add_pin();
      start_clock(clock, pin);
      c.inner.push_back(pin);
      starts_.push_back(pin);
      outputs_.push_back(pin);
    }
    for (int i = random_.between(1, 4); i > 0; --i) {
      add_gate();
      if (!random_.chance(20)) continue;
      start_clock(random_.below(3), outputs_.back());
      starts_.push_back(outputs_.back());
    }
    clock_outputs_ = outputs_;
    std::erase_if(outputs_, [&](id) { return random_.chance(50); });
    c.design.conventions.common_path_credits = false;
  }
  id add_register() {
    id const d = c.design.add_pin(), ck = c.design.add_pin(), q = c.design.add_pin();
    if (with_network_) {
      drive(ck, random_.pick(clock_outputs_));
      c.inner.push_back(ck);
    } else {
      start_clock(random_.below(3), ck);
    }
    bool const falling = random_.chance(25);
    for (int out = 0; out < 2; ++out) add_arc(ck, q, falling ? 1 : 0, out, true);
    end_of end{d, ck, none, {}};
    check_type types[2];
    for (int kind = 0; kind < 2; ++kind) {
      end.margin[kind] = random_.between(0, 30);
      types[kind].kind = kind == 0 ? check_kind::setup : check_kind::hold;
      types[kind].active = falling ? edge::fall : edge::rise;
      id const table = c.design.luts.add({}, {}, {static_cast<float>(end.margin[kind])});
      types[kind].constraint[0] = types[kind].constraint[1] = table;
      c.design.add_check(d, ck, c.design.add_check_type(types[kind]));
    }
    active_[ck] = falling ? 1 : 0;
    c.ends.push_back(end);
    outputs_.push_back(q);
    starts_.push_back(ck);
    ends_.push_back(d);
    c.inner.push_back(q);
    return d;
  }
  void add_gate() {
    std::vector<id> ins;
    for (int i = random_.between(1, 2); i > 0; --i) {
      ins.push_back(c.design.add_pin());
      drive(ins.back());
      c.inner.push_back(ins.back());
    }
    id const out = c.design.add_pin();
    int const sense = random_.below(3);
    for (id const in : ins) {
      for (int e = 0; e < 2; ++e) {
        if (sense != 1) add_arc(in, out, e, e, false);
        if (sense != 0) add_arc(in, out, e, 1 - e, false);
      }
    }
    outputs_.push_back(out);
    c.inner.push_back(out);
  }
  void add_output() {
    id const pin = c.design.add_pin();
    drive(pin);
    end_of const end{
        pin,
        none,
        random_.below(6),
        {-static_cast<double>(random_.between(0, 200)), static_cast<double>(random_.between(-100, 50))}};
    c.design.outputs.push_back(pin);
    auto const late = static_cast<float>(end.margin[0]), early = static_cast<float>(end.margin[1]);
    c.design.requirements.push_back({pin, end.capture, {early, early, late, late}});
    c.ends.push_back(end);
    ends_.push_back(pin);
  }
  /// By one of the outputs so far, through a wire without delay.
  void drive(id pin) { drive(pin, random_.pick(outputs_)); }
  void drive(id pin, id driver) {
    sinks_of_[driver].push_back(pin);
    for (int e = 0; e < 2; ++e) c.arcs.push_back({driver, pin, e, e, 0, false});
  }
  void add_arc(id from, id to, int in, int out, bool launches) {
    arc_of const arc{from, to, in, out, static_cast<double>(random_.between(1, 400)), launches};
    c.arcs.push_back(arc);
    id const table = c.design.luts.add({}, {}, {static_cast<float>(arc.delay)});
    arc_type type;
    type.launches = launches;
    for (int const split : {0, 2}) {
      type.delay[split + out] = table;
      type.slew[split + out] = slew_;
      type.edges.set(split + out, static_cast<edge>(in));
    }
    c.design.add_arc(from, to, c.design.add_arc_type(type));
  }

  edge_set edges() { return static_cast<edge_set>(random_.chance(60) ? 3 : random_.between(1, 2)); }
  std::vector<id> some(std::vector<id> const& from, int percent) {
    std::vector<id> list;
    if (!random_.chance(percent)) return list;
    for (int i = random_.between(1, 3); i > 0; --i) list.push_back(random_.pick(from));
    return list;
  }
  void add_exception() {
    path_exception x;
    x.effect = static_cast<exception_effect>(random_.chance(35) ? 0 : random_.between(1, 3));
    x.from = some(starts_, 45);
    x.from_clocks = some({0, 1, 2}, 25);
    x.from_at = edges();
    std::vector<id> left = c.inner;
    for (int i = random_.below(3); i > 0; --i) {
      exception_points points{some(left, 100), edges()};
      std::sort(points.pins.begin(), points.pins.end());
      points.pins.erase(std::unique(points.pins.begin(), points.pins.end()), points.pins.end());
      for (id const pin : points.pins) {
        std::erase(left, pin);
        // A point of one edge at a driver stands at its sinks: no path comes to a sink and then to its
        // driver.
        for (auto const& [driver, sinks] : sinks_of_) {
          if (has(sinks, pin)) std::erase(left, driver);
        }
      }
      x.through.push_back(points);
    }
    x.to = some(ends_, 45);
    x.to_clocks = some({0, 1, 2}, 25);
    x.to_at = edges();
    x.ending = random_.chance(80) ? any_edge : edges();
    x.setup = random_.chance(75);
    x.hold = !x.setup || random_.chance(75);
    x.cycles = random_.between(0, 3);
    x.by_launch = random_.chance(50);
    x.delay = static_cast<float>(random_.between(0, 600));
    x.from_start = x.effect == exception_effect::path_delay && random_.chance(50);
    c.design.exceptions.push_back(x);
  }
  void add_data_check() {
    id const from = random_.pick(c.inner), to = random_.pick(random_.chance(50) ? c.inner : ends_);
    bool const late = random_.chance(50);
    check_type type;
    type.kind = late ? check_kind::data_setup : check_kind::data_hold;
    type.active = static_cast<edge>(random_.below(2));
    float const margin = static_cast<float>(random_.between(-50, 50));
    type.constraint[0] = type.constraint[1] = c.design.luts.add({}, {}, {margin});
    c.design.add_check(to, from, c.design.add_check_type(type));
    c.data_checks.push_back({from, to, static_cast<int>(type.active), late, margin});
  }
  void add_relations() {
    if (random_.chance(20)) c.design.exclusive.push_back({{0, random_.below(2), none}});
    if (random_.chance(30)) {
      c.design.uncertainties.push_back({random_.below(3), random_.below(3), edges(), edges(),
                                        random_.chance(70), random_.chance(70),
                                        1000 * random_.between(0, 40)});
    }
  }

  gsta_test::prng& random_;
  bool with_network_;
  std::map<id, std::vector<id>> sinks_of_;
  std::map<id, int> active_;
  std::vector<id> outputs_, clock_outputs_, starts_, ends_;
  id slew_ = none;  ///< the table of all slews
};

/// One path: where it starts, the pins it comes to, and the edges there; what a register launches comes to
/// none before its output.
struct walked {
  start_of const* start;
  std::vector<std::pair<id, int>> pins;
  double at;
};

/// Walks all paths, and all exceptions for each of their ends.
class enumeration {
 public:
  explicit enumeration(circuit const& c) : c_(c) {
    for (auto const& arc : c.arcs) from_[{arc.from, arc.in}].push_back(&arc);
    for (auto const& start : c.starts) {
      if (start.is_clock) bring_clock(start);
    }
    for (auto const& start : c.starts) {
      walked path{&start, {{start.pin, start.edge}}, start.at};
      go(path, start.pin, start.edge);
    }
    for (auto const& start : clocks_) {
      walked path{&start, {}, start.at};
      go(path, start.pin, start.edge);
    }
    for (auto const& check : c.data_checks) check_data(check);
  }
  std::map<std::pair<id, bool>, double> worst;  ///< (end, late) -> slack
  std::size_t paths = 0, held = 0, from_start = 0, clock_held = 0;

 private:
  bool starts_clock_at(id pin) const {
    return std::any_of(c_.starts.begin(), c_.starts.end(),
                       [&](start_of const& of) { return of.is_clock && of.pin == pin; });
  }
  /// Gathers a clock's arrivals at all pins: there registers launch and capture by it.
  void bring_clock(start_of const& clock) {
    clocks_.push_back({clock.pin, clock.launch, clock.edge, clock.at, true, clock.at});
    auto const found = from_.find({clock.pin, clock.edge});
    if (found == from_.end()) return;
    for (auto const* const arc : found->second) {
      if (!arc->launches && !starts_clock_at(arc->to))
        bring_clock({arc->to, clock.launch, arc->out, clock.at + arc->delay, true});
    }
  }

  struct place {
    id pin;
    int edge;
    id launch;
    auto operator<=>(place const&) const = default;
  };

  void go(walked& path, id pin, int e) {
    end(path, pin, e);
    auto const found = from_.find({pin, e});
    if (found == from_.end()) return;
    for (auto const* const arc : found->second) {
      if (arc->launches != path.pins.empty() || starts_clock_at(arc->to)) continue;
      path.pins.push_back({arc->to, arc->out});
      path.at += arc->delay;
      go(path, arc->to, arc->out);
      path.at -= arc->delay;
      path.pins.pop_back();
    }
  }

  void end(walked const& path, id pin, int e) {
    if (path.pins.empty()) return;
    auto const [known, fresh] = arrivals_.try_emplace({pin, e, path.start->launch}, path.at, path.at);
    if (!fresh)
      known->second = {std::min(known->second.first, path.at), std::max(known->second.second, path.at)};
    for (auto const& at : c_.ends) {
      if (at.pin != pin) continue;
      if (at.clock_pin == none) {
        check(path, at, e, at.capture, 0);
        continue;
      }
      for (auto const& clock : clocks_) {
        if (clock.pin == at.clock_pin && clock.edge == active(at.clock_pin))
          check(path, at, e, clock.launch, clock.at);
      }
    }
  }
  int active(id clock_pin) const {
    for (auto const& arc : c_.arcs) {
      if (arc.from == clock_pin && arc.launches) return arc.in;
    }
    return 0;
  }

  bool are_cut(id launch, id capture) const {
    for (auto const& cut : c_.design.exclusive) {
      id const from = group(cut, launch / 2), to = group(cut, capture / 2);
      if (from != none && to != none && from != to) return true;
    }
    return false;
  }
  double uncertainty_of(id launch, id capture, bool late) const {
    double uncertainty = 0;
    for (auto const& pair : c_.design.uncertainties) {
      if (pair.from == launch / 2 && pair.to == capture / 2 && has(pair.from_at, launch % 2) &&
          has(pair.to_at, capture % 2) && (late ? pair.setup : pair.hold))
        uncertainty = static_cast<double>(pair.value) / 1000;
    }
    return uncertainty;
  }
  void meet(id pin, bool late, double slack) {
    auto const [known, fresh] = worst.try_emplace({pin, late}, slack);
    if (!fresh) known->second = std::min(known->second, slack);
  }

  /// Every arrival at one pin against every one at the other: of the same edge or the last before, early ones
  /// a launching cycle before that.
  void check_data(data_check_of const& check) {
    for (auto const& [to, at] : arrivals_) {
      if (to.pin != check.to) continue;
      for (auto const& [from, of] : arrivals_) {
        if (from.pin != check.from || from.edge != check.from_edge || are_cut(to.launch, from.launch))
          continue;
        ++paths;
        double const ahead = offset(to.launch, from.launch, false),
                     u = uncertainty_of(to.launch, from.launch, check.late);
        meet(check.to, check.late,
             check.late ? ahead + of.first - check.margin - u - at.second
                        : at.first - (ahead - period(to.launch) + of.second + check.margin + u));
      }
    }
  }

  void check(walked const& path, end_of const& at, int e, id capture, double captured) {
    ++paths;
    auto const& d = c_.design;
    id const launch = path.start->launch;
    bool const is_cut = are_cut(launch, capture);
    for (bool const late : {true, false}) {
      std::array<path_exception const*, 5> best{};  // false, delay, setup cycles, hold cycles, margin
      for (auto const& x : d.exceptions) {
        if (holds(x, path, at.pin, e, capture)) consider(x, late, best);
      }
      bool const is_held = best[0] != nullptr || best[1] != nullptr || best[2] != nullptr;
      held += is_held;
      clock_held += is_held && path.start->is_clock && path.pins[0].first == path.start->pin;
      bool const is_output = at.clock_pin == none;
      // Groups of clocks cut no path delay to an output.
      if (best[0] != nullptr || (is_cut && (!is_output || best[1] == nullptr))) continue;
      double edges = offset(launch, capture, late), uncertainty = uncertainty_of(launch, capture, late),
             arrival = path.at, clock = captured;
      if (best[1] != nullptr) {
        edges = best[1]->delay;
        if (best[1]->from_start) {
          arrival -= path.start->latency;
          uncertainty = clock = 0;
          ++from_start;
        }
      } else {
        edges += moved(best, launch, capture, late);
        if (best[4] != nullptr) uncertainty += best[4]->delay;
      }
      double const margin = late ? (is_output ? at.margin[0] : -at.margin[0]) : at.margin[1];
      double const required = edges + clock + margin + (late ? -uncertainty : uncertainty);
      meet(at.pin, late, late ? required - arrival : arrival - required);
    }
  }
  static id group(exclusive_clocks const& of, id clock) {
    auto const i = static_cast<std::size_t>(clock);
    return i < of.group_of.size() ? of.group_of[i] : none;
  }
  double period(id edge_of_clock) const {
    return static_cast<double>(c_.design.clocks[static_cast<std::size_t>(edge_of_clock / 2)].period) / 1000;
  }
  double at_edge(id e, int cycle) const {
    auto const& clock = c_.design.clocks[static_cast<std::size_t>(e / 2)];
    return static_cast<double>(clock.at[e % 2] + cycle * clock.period) / 1000;
  }
  /// The pair of edges, by trying cycles.
  double offset(id launch, id capture, bool late) const {
    double best = late ? 1e9 : -1e9;
    for (int m = 0; m < 64; ++m) {
      for (int n = 0; n < 64; ++n) {
        double const ahead = at_edge(capture, n) - at_edge(launch, m);
        if (late && ahead > 0) best = std::min(best, ahead);
        if (!late && ahead <= 0) best = std::max(best, ahead);
      }
    }
    return best;
  }
  double moved(std::array<path_exception const*, 5> const& best, id launch, id capture, bool late) const {
    double by = 0;
    if (best[2] != nullptr) by += (best[2]->cycles - 1) * period(best[2]->by_launch ? launch : capture);
    if (!late && best[3] != nullptr && !best[3]->setup)
      by -= best[3]->cycles * period(best[3]->by_launch ? launch : capture);
    return by;
  }

  static bool holds(path_exception const& x, walked const& path, id pin, int e, id capture) {
    start_of const& start = *path.start;
    bool const from = (x.from.empty() && x.from_clocks.empty()) ||
                      (has(x.from, start.pin) && has(x.from_at, start.edge)) ||
                      (has(x.from_clocks, start.launch / 2) && has(x.from_at, start.launch % 2));
    bool const to = (x.to.empty() && x.to_clocks.empty()) || (has(x.to, pin) && has(x.to_at, e)) ||
                    (has(x.to_clocks, capture / 2) && has(x.to_at, capture % 2));
    std::size_t passed = 0;
    for (auto const& [at, edge_there] : path.pins) {
      if (passed < x.through.size() && has(x.through[passed].pins, at) &&
          has(x.through[passed].at, edge_there))
        ++passed;
    }
    return from && to && passed == x.through.size() && has(x.ending, e);
  }
  static std::array<int, 6> scope(path_exception const& x) {
    bool const cycles = x.effect == exception_effect::multicycle;
    return {!x.from.empty(),
            !x.to.empty(),
            !x.through.empty(),
            x.from.empty() && !x.from_clocks.empty(),
            x.to.empty() && !x.to_clocks.empty(),
            cycles && x.setup != x.hold};
  }
  template <class Tighter>
  static void take(path_exception const& x, path_exception const*& best, Tighter const& tighter) {
    if (best == nullptr || scope(x) > scope(*best) || (scope(x) == scope(*best) && tighter(x, *best)))
      best = &x;
  }
  static void consider(path_exception const& x, bool late, std::array<path_exception const*, 5>& best) {
    bool const counts = late ? x.setup : x.hold;
    auto const none_is = [](auto const&, auto const&) { return false; };
    auto const tighter = [&](auto const& a, auto const& b) {
      return late ? a.delay < b.delay : a.delay > b.delay;
    };
    auto const fewer = [](auto const& a, auto const& b) { return a.cycles < b.cycles; };
    if (x.effect == exception_effect::false_path && counts) take(x, best[0], none_is);
    if (x.effect == exception_effect::path_delay && counts) take(x, best[1], tighter);
    if (x.effect == exception_effect::multicycle && x.setup) take(x, best[2], fewer);
    if (x.effect == exception_effect::multicycle && x.hold) take(x, best[3], fewer);
    if (x.effect == exception_effect::margin && counts) take(x, best[4], none_is);
  }

  circuit const& c_;
  std::map<std::pair<id, int>, std::vector<arc_of const*>> from_;
  std::vector<start_of> clocks_;                         ///< of clocks, at each pin
  std::map<place, std::pair<double, double>> arrivals_;  ///< of data: the earliest and the latest
};

std::size_t wrong_ends(timing_snapshot const& s, enumeration const& truth) {
  std::map<std::pair<id, bool>, double> found;
  for (std::size_t i = 0; i < s.checks.size(); ++i) {
    for (int e = 0; e < 2; ++e) {
      float const slack = s.check_slack[i][e];
      if (!math::is_defined(slack)) continue;
      auto const [known, fresh] = found.try_emplace({s.checks[i].data_pin, is_late(s.checks[i].kind)}, slack);
      if (!fresh) known->second = std::min<double>(known->second, slack);
    }
  }
  std::size_t wrong = found.size() != truth.worst.size();
  for (auto const& [end, slack] : truth.worst) {
    auto const ours = found.find(end);
    wrong += ours == found.end() || std::abs(ours->second - slack) > 0.01;
  }
  return wrong;
}

}  // namespace

TEST_CASE("exceptions, groups and uncertainties of clocks give what each path by itself gives",
          "[constrain][small]") {
  std::size_t paths = 0, held = 0, from_start = 0, ends = 0, nodes = 0, pins = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    gsta_test::prng random(seed);
    maker made(random);
    auto& design = made.c.design;
    resolve_exceptions(design);
    host_executor const exec;
    timer timer(exec, design);
    timer.update(exec);
    enumeration const truth(made.c);
    CAPTURE(seed);
    REQUIRE(wrong_ends(take_snapshot(exec, timer), truth) == 0);
    paths += truth.paths;
    held += truth.held;
    from_start += truth.from_start;
    ends += truth.worst.size();
    nodes += timer.nodes().count();
    pins += design.pin_load.size();
  }
  CHECK(paths > 40'000);
  CHECK(held > paths / 10);
  CHECK(from_start > 3'000);
  CHECK(ends > 8'000);
  CHECK(nodes > pins);
}

TEST_CASE("exceptions meet clocks that are data, and nothing of them in what registers behind launch",
          "[constrain][small]") {
  std::size_t paths = 0, held = 0, clock_held = 0, nodes = 0, pins = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    gsta_test::prng random(seed);
    maker made(random, false, true);
    resolve_exceptions(made.c.design);
    host_executor const exec;
    timer timer(exec, made.c.design);
    timer.update(exec);
    enumeration const truth(made.c);
    CAPTURE(seed);
    REQUIRE(wrong_ends(take_snapshot(exec, timer), truth) == 0);
    paths += truth.paths;
    held += truth.held;
    clock_held += truth.clock_held;
    nodes += timer.nodes().count();
    pins += made.c.design.pin_load.size();
  }
  CAPTURE(paths, held, clock_held, nodes, pins);
  CHECK(paths > 40'000);
  CHECK(held > paths / 10);
  CHECK(clock_held > 5'000);
}

TEST_CASE("data checks compare every pair of arrivals at their pins", "[constrain][small]") {
  std::size_t paths = 0, ends = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    gsta_test::prng random(seed);
    maker made(random, true);
    host_executor const exec;
    timer timer(exec, made.c.design);
    timer.update(exec);
    enumeration const truth(made.c);
    CAPTURE(seed);
    REQUIRE(wrong_ends(take_snapshot(exec, timer), truth) == 0);
    paths += truth.paths;
    ends += truth.worst.size();
  }
  CHECK(paths > 20'000);
  CHECK(ends > 5'000);
}
