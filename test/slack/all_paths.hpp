#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "gsta/constrain/make_clock_tree.hpp"
#include "test/slack/credit_circuit.hpp"

namespace gsta_test::credits {

/// Edges of the clock that launch and capture; -1 where arrivals are not told apart.
struct edge_pair {
  int launch, capture;
};

/// The clock network in double: the worst way to each place, by late and by early arrivals
/// alone. Of equal ways the first fan-in counts.
class reconvergence {
 public:
  /// A pin, its edge, and the clock's edge at the start.
  struct stage {
    id pin;
    int edge, source;
    auto operator<=>(stage const&) const = default;
  };
  using way = std::vector<stage>;  ///< from the start on

  explicit reconvergence(network const& of) : of_(of), into_(of.design.pin_load.size()) {
    for (auto const* arcs : {&of.wires, &of.arcs}) {
      for (auto const& arc : *arcs) {
        if (!arc.launches && of.clocks[static_cast<std::size_t>(arc.from)] != 0)
          into_[static_cast<std::size_t>(arc.to)].push_back(&arc);
      }
    }
  }

  bool reaches(stage const& at, bool late) const { return std::isfinite(arrival(at, late)); }
  double arrival(stage const& at, bool late) const { return worst(at, late).arrival; }
  way way_to(stage at, bool late) const {
    way result{at};
    while (auto const* arc = worst(at, late).by) {
      at = {arc->from, arc->edges.input(2 * late + at.edge) % 2, at.source};
      result.push_back(at);
    }
    std::reverse(result.begin(), result.end());
    return result;
  }
  /// One of all ways to a place, with its arcs and what they delay.
  struct full_way {
    way stages;
    std::vector<network::arc const*> arcs;  ///< into each; nothing for the first
    double arrival;
  };
  static constexpr std::size_t most_ways = 48;  ///< of which pairs are looked at

  std::vector<full_way> const& all_ways_to(stage const& at, bool late) const {
    auto const [known, fresh] = all_.try_emplace({at, late});
    if (!fresh) return known->second;
    std::vector<full_way> found;
    int const c = 2 * late + at.edge;
    for (auto const& source : of_.design.sources) {
      bool const starts = source.pin == at.pin && (at.source < 0 || source.launch_edge == at.source);
      if (starts && gsta::math::is_defined(source.arrival[c]))
        found.push_back({{at}, {nullptr}, source.arrival[c]});
    }
    for (auto const* arc : into_[static_cast<std::size_t>(at.pin)]) {
      int const in = arc->edges.input(c);
      if (in < 0) continue;
      for (full_way by : all_ways_to({arc->from, in % 2, at.source}, late)) {
        by.stages.push_back(at);
        by.arcs.push_back(arc);
        by.arrival += arc->delay[c];
        if (found.size() <= most_ways) found.push_back(std::move(by));
      }
    }
    return all_[{at, late}] = std::move(found);
  }

  /// What launch and capture get back if every pair of their ways counts: how far the pair that is apart most
  /// is from what arrives. Pairs share a pin whatever the edge, or the same edge of it, as long as one way
  /// leads there, and further on the arcs that both pass by one edge.
  double credit_of_every_way(gsta::common_path convention, stage launch, stage const& capture,
                             bool late) const {
    bool const by_pin = convention == gsta::common_path::by_pin;
    double const raw = arrival(capture, !late) - arrival(launch, late);
    double const without = late ? raw : -raw;
    double tail = 0;
    if (by_pin && is_behind_wire(launch.pin)) {
      way const worst_way = way_to(launch, late);
      if (worst_way.size() > 1) {
        tail = arrival(launch, late) - arrival(worst_way[worst_way.size() - 2], late);
        launch = worst_way[worst_way.size() - 2];
      }
    }
    double worst = std::numeric_limits<double>::infinity();
    for (full_way const& a : all_ways_to(launch, late)) {
      for (full_way const& b : all_ways_to(capture, !late)) {
        double const apart_by = b.arrival - a.arrival - tail;
        worst = std::min(worst, (late ? apart_by : -apart_by) + shared(by_pin, a, b, late));
      }
    }
    return worst - without;
  }
  bool has_too_many_ways(stage const& at) const {
    return std::max(all_ways_to(at, true).size(), all_ways_to(at, false).size()) > most_ways;
  }

  /// How far late and early clock are apart.
  double apart(stage const& at) const {
    return reaches(at, true) && reaches(at, false) ? std::abs(arrival(at, true) - arrival(at, false)) : 0;
  }
  bool is_behind_wire(id pin) const {
    auto const is_wire = [&](network::arc const& arc) { return arc.to == pin; };
    return std::any_of(of_.wires.begin(), of_.wires.end(), is_wire);
  }

  /// What two ways share by a convention, for late or early data.
  double credit(gsta::common_path convention, way launch, way const& capture, bool late) const {
    bool const by_pin = convention == gsta::common_path::by_pin;
    if (by_pin && is_behind_wire(launch.back().pin)) launch.pop_back();
    for (std::size_t i = launch.size(); i-- > 0;) {
      for (stage const& at : capture) {
        if (by_pin && at.pin == launch[i].pin) return std::min(apart(at), apart(launch[i]));
        if (by_pin || at != launch[i]) continue;
        return late ? apart(at) - apart(way_to(at, false).front()) : apart(at);
      }
    }
    return 0;
  }

 private:
  bool is_only_way(stage const& at) const {
    std::size_t const late = all_ways_to(at, true).size(), early = all_ways_to(at, false).size();
    return late <= 1 && early <= 1;
  }
  double shared(bool by_pin, full_way const& a, full_way const& b, bool late) const {
    std::size_t n = 0;  // of the beginning that both have in common
    while (n < std::min(a.stages.size(), b.stages.size()) && is_only_way(a.stages[n]) &&
           is_only_way(b.stages[n]) &&
           (by_pin ? a.stages[n].pin == b.stages[n].pin : a.stages[n] == b.stages[n]))
      ++n;
    double sum = n == 0 ? 0 : std::min(apart(a.stages[n - 1]), apart(b.stages[n - 1]));
    if (n > 0 && late && !by_pin) sum -= apart(a.stages[0]);
    for (std::size_t i = std::max<std::size_t>(n, 1); i < a.stages.size(); ++i) {
      for (std::size_t j = std::max<std::size_t>(n, 1); j < b.stages.size(); ++j) {
        if (a.arcs[i] == b.arcs[j] && a.stages[i] == b.stages[j])
          sum += a.arcs[i]->delay[2 + a.stages[i].edge] - a.arcs[i]->delay[a.stages[i].edge];
      }
    }
    return sum;
  }

  struct worst_arrival {
    double arrival;  // infinite: it does not come here
    network::arc const* by;
  };

  worst_arrival const& worst(stage const& at, bool late) const {
    auto const [known, fresh] = known_.try_emplace({at, late});
    if (fresh) {
      auto const found = find(at, late);
      known_[{at, late}] = found;
    }
    return known_.at({at, late});
  }
  worst_arrival find(stage const& at, bool late) const {
    double const never =
        late ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    worst_arrival best{never, nullptr};
    int const c = 2 * late + at.edge;
    for (auto const& source : of_.design.sources) {
      bool const starts = source.pin == at.pin && (at.source < 0 || source.launch_edge == at.source);
      if (starts && gsta::math::is_defined(source.arrival[c])) best.arrival = source.arrival[c];
    }
    for (auto const* arc : into_[static_cast<std::size_t>(at.pin)]) {
      int const in = arc->edges.input(c);
      if (in < 0) continue;
      double const found = arrival({arc->from, in % 2, at.source}, late) + arc->delay[c];
      if (late ? found > best.arrival : found < best.arrival) best = {found, arc};
    }
    return best;
  }

  network const& of_;
  std::vector<std::vector<network::arc const*>> into_;  // [pins] of the clock network
  mutable std::map<std::pair<stage, bool>, worst_arrival> known_;
  mutable std::map<std::pair<stage, bool>, std::vector<full_way>> all_;
};

/// Whether there are too many ways of the clock to look at all pairs.
inline bool has_too_many_ways(network const& made) {
  reconvergence const ways(made);
  for (std::size_t pin = 0; pin < made.clocks.size(); ++pin) {
    for (int at = 0; made.clocks[pin] != 0 && at < 6; ++at)
      if (ways.has_too_many_ways({static_cast<id>(pin), at % 2, at / 2 - 1})) return true;
  }
  return false;
}
/// Circuit `seed`, of which the worst clock paths count alone, or every pair: not where there are too many.
inline circuit circuit_of(std::uint64_t seed, bool tags, bool worst_alone, bool falls = false) {
  circuit made(seed, tags, falls);
  made.design.conventions.worst_clock_paths = worst_alone || has_too_many_ways(made);
  return made;
}

/// Every path by itself: from a check's data back to what launches it, with what its clock path and the
/// capturing one share.
class all_paths {
 public:
  using stage = reconvergence::stage;

  all_paths(circuit const& of, gsta::common_path convention)
      : of_(of), ways_(of), convention_(convention), into_(of.design.pin_load.size()) {
    for (std::size_t a = 0; a < of.arcs.size(); ++a)
      into_[static_cast<std::size_t>(of.arcs[a].to)].push_back(a);
  }
  virtual ~all_paths() = default;

  /// The worst slack, ps, of paths that end at an edge of the data; `required`: without credit. Of paths
  /// that one edge of the clock launches and one captures, or of all (-1).
  double worst(circuit::check const& check, int data_edge, double required, edge_pair edges) {
    prepare(check, required, edges);
    worst_ = std::numeric_limits<double>::infinity();
    walk(check.data, 2 * check.late + data_edge, 0);
    return worst_;
  }
  std::size_t paths = 0, credited = 0;

  reconvergence const& clock() const { return ways_; }

 protected:
  per_condition<float> const* input_at(id pin) const {
    for (auto const& source : of_.design.sources) {
      if (source.pin == pin && of_.clocks[static_cast<std::size_t>(pin)] == 0) return &source.arrival;
    }
    return nullptr;
  }
  void prepare(circuit::check const& check, double required, edge_pair edges) {
    check_ = &check;
    required_ = required;
    edges_ = edges;
    captured_at_ = {check.clock, check.active, edges.capture};
    capture_ = ways_.way_to(captured_at_, !check.late);
  }
  /// A launch's slack by itself; nothing where the clock's edge does not come there.
  bool has_launch(id pin, int in) const { return ways_.reaches({pin, in % 2, edges_.launch}, check_->late); }
  double launch_at(id pin, int in) const { return ways_.arrival({pin, in % 2, edges_.launch}, check_->late); }
  double credit_of(id pin, int in) const {
    if (!of_.design.conventions.worst_clock_paths)
      return ways_.credit_of_every_way(convention_, {pin, in % 2, edges_.launch}, captured_at_, check_->late);
    auto const launch = ways_.way_to({pin, in % 2, edges_.launch}, check_->late);
    return ways_.credit(convention_, launch, capture_, check_->late);
  }
  double slack(double arrival, double credit) const {
    return (check_->late ? required_ - arrival : arrival - required_) + credit;
  }

 private:
  void end(double arrival, double credit) {
    ++paths;
    credited += credit > 0;
    worst_ = std::min(worst_, slack(arrival, credit));
  }
  void walk(id pin, int c, double delay) {
    if (auto const* const at = input_at(pin); at != nullptr && edges_.launch < 1) end((*at)[c] + delay, 0);
    for (std::size_t const a : into_[static_cast<std::size_t>(pin)]) {
      auto const& arc = of_.arcs[a];
      int const in = arc.edges.input(c);
      if (in < 0) continue;
      double const sum = delay + arc.delay[c];
      if (!arc.launches)
        walk(arc.from, in, sum);
      else if (has_launch(arc.from, in))
        end(launch_at(arc.from, in) + sum, credit_of(arc.from, in));
    }
  }

 protected:
  circuit const& of_;
  reconvergence ways_;
  gsta::common_path convention_;
  std::vector<std::vector<std::size_t>> into_;
  circuit::check const* check_ = nullptr;
  reconvergence::way capture_;
  stage captured_at_{};
  double required_ = 0, worst_ = 0;
  edge_pair edges_{-1, -1};
};

}  // namespace gsta_test::credits
