#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "gsta/flat/detail/resolve_exceptions.hpp"
#include "gsta/path/find_paths.hpp"
#include "test/path/find_paths_body.hpp"
#include "test/sta/latches_body.hpp"

/// All paths of random circuits with latches, two clocks and exceptions, walked one by one.
namespace gsta_test::latch_circuits {

/// At most one multicycle, so that none has to give way; false paths always win.
inline void add_exceptions(prng& random, circuit& made) {
  std::vector<id> registers, ends, clocks{0};
  for (auto const& e : made.elements) {
    if (!e.is_latch) registers.push_back(e.clock_pin);
    ends.push_back(e.data);
  }
  if (made.design.clocks.size() > 1) clocks.push_back(1);
  bool cycles = random.below(2) == 0;
  for (int i = random.below(3); i > 0; --i) {
    path_exception x;
    x.effect = std::exchange(cycles, false) ? exception_effect::multicycle : exception_effect::false_path;
    if (random.below(3) == 0 && !registers.empty()) x.from.push_back(random.pick(registers));
    if (random.below(3) == 0) x.from_clocks.push_back(random.pick(clocks));
    if (random.below(3) == 0 && !made.gates.empty())
      x.through.push_back({{random.pick(made.gates)}, any_edge});
    if (random.below(2) == 0) x.to.push_back(random.pick(ends));
    if (random.below(4) == 0) x.to_clocks.push_back(random.pick(clocks));
    x.to_at = static_cast<edge_set>(random.below(2) == 0 ? 3 : random.between(1, 2));
    x.setup = random.below(3) != 0;
    x.hold = !x.setup || random.below(2) == 0;
    x.cycles = random.between(0, 3);
    x.by_launch = random.below(2) == 0;
    made.design.exceptions.push_back(x);
  }
  resolve_exceptions(made.design);
}

struct known_path {
  std::vector<id> pins;
  femtoseconds slack;
};

/// What paths get back of their clock paths; nothing unless some test says so.
class path_credits_of {
 public:
  virtual ~path_credits_of() = default;
  /// Of a launch by a clock, against an edge of `to`'s clock.
  virtual double credit(element const& from, element const& to, int captured_by, bool late) const = 0;
  /// The most that any path has against an edge of a latch's clock.
  virtual double largest(element const& to, setup const& by, int captured_by) const = 0;
};

/// Late paths that one edge of a clock launches to one edge of a latch's data: a check sees them together.
struct latch_end {
  id pin;
  setup const* by;
  int edge, launch;
  double ahead;  ///< of the capturing edge, as exceptions move it
  auto operator<=>(latch_end const&) const = default;
};
/// How soon before the latch opens, and before it closes, they come at least: each of any path.
struct latch_margins {
  double opening = std::numeric_limits<double>::infinity(), closing = opening;
  double slack() const { return opening >= 0 ? opening : std::min(closing, 0.0); }
};

/// Walks all paths until what departs from latches stands still, then lists them.
class path_oracle {
 public:
  explicit path_oracle(circuit const& of, path_credits_of const* credits = nullptr)
      : c_(of), credits_(credits) {
    for (auto const& l : c_.links) behind_[l.from].push_back(&l);
    for (auto const& e : c_.elements) ending_[e.data] = &e;
    for (bool changed = true; changed && turns < 2000; ++turns) {
      auto const before = departs_;
      walk_all();
      changed = departs_ != before;
    }
    lists_ = true;
    walk_all();
    for (auto& side : paths)
      std::stable_sort(side.begin(), side.end(),
                       [](auto const& a, auto const& b) { return a.slack < b.slack; });
  }

  std::vector<known_path> paths[2];  ///< early, late; worst first
  std::map<latch_end, latch_margins> latches;
  int turns = 0;
  std::size_t on_time = 0;   ///< paths that come while a latch is open
  std::size_t held = 0;      ///< ends that an exception changes
  std::size_t credited = 0;  ///< paths with a credit
  std::size_t inverted = 0;  ///< paths to latches that close for them before they open

 private:
  struct walk {
    std::vector<id> pins;
    int launch;
    double early, late;  ///< -infinite: no late path
    bool departs;
    element const* by;
  };

  void walk_all() {
    for (auto const& e : c_.elements) {
      int const active = static_cast<int>(e.active), launch = 2 * e.clock + active;
      for (int edge = 0; edge < 2; ++edge) {
        walk by_clock{{e.clock_pin, e.output},         launch, e.early[active] + 0.0 + e.launch,
                      e.late[active] + 0.0 + e.launch, false,  &e};
        go(by_clock, edge);
      }
    }
    auto const departs = departs_;
    for (auto const& [from, at] : departs) {
      auto const& [e, opens, pin, edge] = from;
      walk through{{pin, e->output}, 2 * e->clock + opens, 0, at + e->through, true, e};
      go(through, edge);
    }
  }

  void go(walk& w, int edge) {
    auto const found = behind_.find(w.pins.back());
    if (found == behind_.end()) return;
    for (auto const* l : found->second) {
      int const next = l->inverts ? 1 - edge : edge;
      w.pins.push_back(l->to);
      w.early += l->delay;
      w.late += l->delay;
      auto const end = ending_.find(l->to);
      if (end == ending_.end())
        go(w, next);
      else
        finish(w, *end->second, next);
      w.early -= l->delay;
      w.late -= l->delay;
      w.pins.pop_back();
    }
  }

  bool holds(path_exception const& x, walk const& w, int edge, int capture) const {
    auto const in = [](std::vector<id> const& list, id what) {
      return std::find(list.begin(), list.end(), what) != list.end();
    };
    bool const from = (x.from.empty() && x.from_clocks.empty()) || in(x.from, w.pins.front()) ||
                      in(x.from_clocks, w.launch / 2);
    bool const to = (x.to.empty() && x.to_clocks.empty()) ||
                    (in(x.to, w.pins.back()) && (x.to_at >> edge & 1) != 0) ||
                    (in(x.to_clocks, capture / 2) && (x.to_at >> capture % 2 & 1) != 0);
    bool const through = x.through.empty() || in(w.pins, x.through[0].pins[0]);
    return from && to && through;
  }

  /// How far exceptions move the capturing edge; false where the path is none.
  bool move(walk const& w, int edge, int capture, bool late, double& by) {
    bool any = false;
    for (auto const& x : c_.design.exceptions) {
      if (!holds(x, w, edge, capture)) continue;
      any = true;
      if (x.effect == exception_effect::false_path) {
        if (late ? x.setup : x.hold) return false;
        continue;
      }
      double const period = period_of(c_, x.by_launch ? w.launch : capture);
      if (x.setup) by += (x.cycles - 1) * period;
      if (!late && x.hold && !x.setup) by -= x.cycles * period;
    }
    held += any && lists_;
    return true;
  }

  /// What a latch hands on has no credit: its clock path is that of many launches.
  double credit(walk const& w, element const& to, int captured_by, bool late) {
    if (credits_ == nullptr || w.departs) return 0;
    double const found = credits_->credit(*w.by, to, captured_by, late);
    credited += lists_ && found > 0;
    return found;
  }

  void finish(walk const& w, element const& to, int edge) {
    int const held = static_cast<int>(to.held_against()), capture = 2 * to.clock + held;
    double moved = 0;
    if (lists_ && !w.departs && move(w, edge, capture, false, moved)) {
      double const required = offset_of(c_, w.launch, capture, false) + moved + to.late[held] + to.hold;
      list(w, false, w.early - required + credit(w, to, held, false));
    }
    for (setup const& by : to.setups) finish_late(w, to, by, edge);
  }

  void finish_late(walk const& w, element const& to, setup const& by, int edge) {
    int const closes = static_cast<int>(by.against), opens = 1 - closes, capture = 2 * to.clock + closes;
    double moved = 0;
    if (!move(w, edge, capture, true, moved)) return;
    double const ahead = offset_of(c_, w.launch, capture, true) + moved;
    if (!to.is_latch)
      return list(w, true, register_limit(c_, to, edge, ahead) - w.late + credit(w, to, closes, true));
    auto const [lo, hi] = window_of(c_, to, by, edge, ahead);
    // What limits the time to borrow counts from the opening edge.
    int const ends_by = math::is_defined(to.limit) ? opens : closes;
    double const before_opening = lo - w.late + credit(w, to, opens, true),
                 before_closing = hi - w.late + credit(w, to, ends_by, true);
    inverted += lists_ && by.is_checked && before_opening >= 0 && before_closing < 0;
    if (lists_ && by.is_checked) {
      auto& margins = latches[{to.data, &by, edge, w.launch, ahead}];
      margins.opening = std::min(margins.opening, before_opening);
      margins.closing = std::min(margins.closing, before_closing);
    }
    if (by.is_checked) list(w, true, before_opening >= 0 ? before_opening : std::min(before_closing, 0.0));
    if (w.late <= lo) return;
    on_time += lists_ && w.late <= hi;
    double const latest = credits_ == nullptr ? hi : hi + credits_->largest(to, by, ends_by);
    double const departing = std::min(w.late, latest) - (ahead - width_of(c_, to, by));
    auto const [at, fresh] = departs_.try_emplace({&to, opens, by.departs, edge}, departing);
    if (!fresh) at->second = std::max(at->second, departing);
  }

  void list(walk const& w, bool late, double slack) {
    if (lists_) paths[late].push_back({w.pins, static_cast<femtoseconds>(std::llround(slack * 1000))});
  }

  circuit const& c_;
  path_credits_of const* credits_;
  std::map<id, std::vector<link const*>> behind_;
  std::map<id, element const*> ending_;
  /// Of an element, by the edge that opens it, where they depart, and the edge of the data.
  std::map<std::tuple<element const*, int, id, int>, double> departs_;
  bool lists_ = false;
};

/// Slacks in order, and pins where no other path has that slack.
inline std::size_t wrong_paths(path_set const& found, std::vector<id> const& node_pin,
                               std::vector<known_path> const& truth) {
  std::size_t wrong = found.size() != truth.size();
  for (std::size_t p = 0; p < std::min(found.size(), truth.size()); ++p) {
    wrong += found.slack[p] != truth[p].slack;
    bool const alone = (p == 0 || truth[p - 1].slack != truth[p].slack) &&
                       (p + 1 == truth.size() || truth[p + 1].slack != truth[p].slack);
    if (!alone) continue;
    std::vector<id> pins;
    for (auto i = found.begin[p]; i < found.begin[p + 1]; ++i)
      pins.push_back(node_pin[static_cast<std::size_t>(found.node[static_cast<std::size_t>(i)])]);
    wrong += pins != truth[p].pins;
  }
  return wrong;
}

/// The k worst paths of circuits with latches against all of them; then lists with options of all kinds
/// against choosing from these.
template <class E>
void check_latch_paths(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t on_time = 0, held = 0, paths = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    prng random(seed);
    builder built(random, true, random.below(6));
    add_exceptions(random, built.made);
    timer<E> timer(exec, built.made.design);
    timer.update(exec);
    path_oracle const truth(built.made);
    CAPTURE(seed);
    REQUIRE(truth.turns < 2000);
    path_arrays<E::space> const arrays{path_problem_of(timer)};
    auto const checks = to_vector(exec, timer.view().checks.check);
    auto const node_pin = to_vector(exec, timer.view().node_pin);
    for (split const side : {split::early, split::late}) {
      CAPTURE(side == split::late);
      auto const all = find_set(exec, arrays, path_query{.side = side, .k = 100'000});
      REQUIRE(wrong_paths(all, node_pin, truth.paths[static_cast<int>(side)]) == 0);
      auto asked = random_query(random, all, static_cast<id>(node_pin.size()));
      asked.query.side = side;
      auto const& query = asked.query;
      CAPTURE(query.k, query.per_endpoint, query.by_check, query.slack_below, query.unique_pins);
      REQUIRE(equal(find_set(exec, arrays, asked), chosen(all, asked, view_of(checks))));
      paths += all.size();
    }
    on_time += truth.on_time;
    held += truth.held;
  }
  std::size_t const circuits = last - first;
  CHECK(paths > 10 * circuits);
  CHECK(on_time > 2 * circuits);
  CHECK(held > circuits);
}

}  // namespace gsta_test::latch_circuits
