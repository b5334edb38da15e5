#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/flat_design.hpp"
#include "test/sta/latch_clocks.hpp"
#include "test/support/random.hpp"

namespace gsta_test::latch_circuits {

using namespace gsta;

/// A setup check of a register; or of a latch, which the edge before opens.
struct setup {
  edge against = edge::rise;  ///< of the clock at its pin
  int takes[2] = {0, 0};      ///< by edge of the data
  bool is_checked = true;     ///< false: it says when the latch closes, and has no slack
  id departs = none;          ///< where a latch's data go on
};

/// A register, or a latch.
struct element {
  bool is_latch = false;
  int clock = 0;
  edge active = edge::rise;                 ///< launches; opens a latch, if only its other edge does not
  int early[2] = {0, 0}, late[2] = {0, 0};  ///< the clock at its pin, by edge
  int launch = 0, through = 0, hold = 0;
  std::vector<setup> setups;  ///< one; of a latch one or more, of either edge
  float limit = math::infinity;
  id clock_pin = none, data = none, output = none;

  edge held_against() const { return is_latch ? static_cast<edge>(1 - static_cast<int>(active)) : active; }
};

struct wire {
  int from, to, delay;
  bool inverts;
};

/// An arc of what combines between outputs and data.
struct link {
  id from, to;
  int delay;
  bool inverts;
};

struct circuit {
  flat_design design;
  std::vector<element> elements;
  std::vector<wire> wires;
  std::vector<link> links;  ///< wires, and what gates add
  std::vector<id> gates;
};

inline double time_of(circuit const& c, int e) {
  return static_cast<double>(c.design.clocks[static_cast<std::size_t>(e / 2)].at[e % 2]) / 1000;
}
inline double period_of(circuit const& c, int e) {
  return static_cast<double>(c.design.clocks[static_cast<std::size_t>(e / 2)].period) / 1000;
}
/// From a launching to the capturing edge, by trying cycles.
inline double offset_of(circuit const& c, int launch, int capture, bool late) {
  double best = late ? 1e9 : -1e9;
  for (int m = 0; m < 40; ++m) {
    for (int n = 0; n < 40; ++n) {
      double const ahead =
          time_of(c, capture) + n * period_of(c, capture) - time_of(c, launch) - m * period_of(c, launch);
      if (late && ahead > 0) best = std::min(best, ahead);
      if (!late && ahead <= 0) best = std::max(best, ahead);
    }
  }
  return best;
}

/// From a latch's opening edge to its closing one.
inline double width_of(circuit const& c, element const& to, setup const& by) {
  int const open = 2 * to.clock + 1 - static_cast<int>(by.against);
  double const width = std::fmod(time_of(c, open ^ 1) - time_of(c, open), period_of(c, open));
  return width <= 0 ? width + period_of(c, open) : width;
}

/// When data find a latch open, ps from their launch edge, where the closing edge is `ahead` of that.
struct window {
  double opens, closes;
};
inline window window_of(circuit const& c, element const& to, setup const& by, int data_edge, double ahead) {
  int const closes = static_cast<int>(by.against);
  double const uncertainty =
      static_cast<double>(c.design.rules[static_cast<std::size_t>(to.clock)].setup_uncertainty) / 1000;
  double const lo = ahead - width_of(c, to, by) + to.early[1 - closes] - uncertainty;
  if (math::is_defined(to.limit)) return {lo, lo + static_cast<double>(to.limit)};
  return {lo, ahead + to.early[closes] - by.takes[data_edge] - uncertainty};
}

/// Until when data may come to a register.
inline double register_limit(circuit const& c, element const& to, int data_edge, double ahead) {
  double const uncertainty =
      static_cast<double>(c.design.rules[static_cast<std::size_t>(to.clock)].setup_uncertainty) / 1000;
  setup const& by = to.setups[0];
  return ahead + to.early[static_cast<int>(by.against)] - by.takes[data_edge] - uncertainty;
}

class builder {
 public:
  /// `trees`: clocks come by networks that it grows, else as they are asserted at each pin.
  explicit builder(prng& random, bool loops, int gates = 0, clock_grower* trees = nullptr)
      : random_(random), trees_(trees) {
    auto& d = made.design;
    int const clocks = random.between(1, 2);
    for (int c = 0; c < clocks; ++c) {
      int const period = random.between(4, 8) * 25;
      d.add_clock(none, {period * 1000, {random.between(0, 3) * 5000, 0}}, "c" + std::to_string(c));
      d.clocks.back().at[1] = d.clocks.back().at[0] + random.between(1, period / 5 - 1) * 5000;
      d.rules.push_back({});
      d.rules.back().setup_uncertainty = random.below(4) * 1000;
      if (trees_ != nullptr) trees_->add_clock(d, c);
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
    for (int i = 0; i < gates; ++i) add_gate();
    resolve_clocks(d);
    if (trees_ == nullptr) return;
    trees_->finish(d);
    for (element& e : made.elements) {
      for (int s = 0; s < 2; ++s) {
        e.early[s] = trees_->arrival(e.clock_pin, 2 * e.clock + s, false);
        e.late[s] = trees_->arrival(e.clock_pin, 2 * e.clock + s, true);
      }
    }
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
    for (int s = 0; s < 2 && trees_ == nullptr; ++s) {
      e.early[s] = random_.between(0, 20);
      e.late[s] = e.early[s] + random_.between(0, 10);
      per_condition<float> at = undefined_arrival();
      at[s] = static_cast<float>(e.early[s]);
      at[2 + s] = static_cast<float>(e.late[s]);
      d.sources.push_back({e.clock_pin, 2 * e.clock + s, at, arrival_kind::clock});
    }
    if (trees_ != nullptr)
      trees_->drive(d, e.clock, e.clock_pin);
    else
      d.asserted_slew[static_cast<std::size_t>(e.clock_pin)] = same_value(0);
    arc_type launches;
    launches.slew = same_id(constant(0));
    launches.launches = true;
    for (int c = 0; c < conditions; ++c) {
      launches.delay[c] = constant(e.launch);
      launches.edges.set(c, e.active);
    }
    d.add_arc(e.clock_pin, e.output, d.add_arc_type(launches));
    id const hold =
        d.add_check_type({check_kind::hold, e.held_against(), {constant(e.hold), constant(e.hold)}});
    add_setups(e);
    d.add_check(e.data, e.clock_pin, hold);
    made.elements.push_back(e);
  }

  /// Latches have several in some cases, and are opened by both edges in fewer; what departs by all of one
  /// edge departs at one pin.
  void add_setups(element& e) {
    auto& d = made.design;
    id departs[2] = {none, none};
    for (int i = e.is_latch && random_.below(3) == 0 ? random_.between(2, 4) : 1; i > 0; --i) {
      setup by{e.held_against()};
      if (!e.setups.empty() && random_.below(4) == 0) by.against = e.active;
      if (e.is_latch) by.is_checked = random_.below(5) != 0;
      for (int& takes : by.takes) takes = random_.between(-5, 20);
      check_type type{check_kind::setup, by.against, {constant(by.takes[0]), constant(by.takes[1])}};
      type.is_checked = by.is_checked;
      id const check = d.add_check(e.data, e.clock_pin, d.add_check_type(type));
      if (e.is_latch) {
        id& at = departs[static_cast<int>(by.against)];
        if (at == none) at = add_departing(e);
        by.departs = at;
        auto const opens = static_cast<edge>(1 - static_cast<int>(by.against));
        d.latches.push_back({e.data, at, e.clock_pin, opens, check, e.limit});
      }
      e.setups.push_back(by);
    }
  }

  id add_departing(element const& e) {
    auto& d = made.design;
    id const departs = d.add_shadow(e.data);
    d.add_arc(departs, e.output,
              d.add_arc_type({same_id(constant(e.through)), same_id(none), positive_edges()}));
    return departs;
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
    auto const at = [&](int i) -> element const& { return made.elements[static_cast<std::size_t>(i)]; };
    add_link({at(w.from).output, at(w.to).data, w.delay, w.inverts});
    made.wires.push_back(w);
  }
  void add_link(link const& l) {
    auto& d = made.design;
    d.add_arc(l.from, l.to,
              d.add_arc_type({same_id(constant(l.delay)), same_id(constant(0)),
                              l.inverts ? negative_edges() : positive_edges()}));
    made.links.push_back(l);
  }

  /// Behind outputs and gates before it, in front of data.
  void add_gate() {
    auto const any = [&]() -> element const& { return random_.pick(made.elements); };
    id const gate = made.design.add_pin();
    for (int i = random_.between(1, 3); i > 0; --i) {
      bool const chained = !made.gates.empty() && random_.below(2) == 0;
      add_link({chained ? random_.pick(made.gates) : any().output, gate, random_.between(0, 40),
                random_.below(2) == 0});
    }
    for (int i = random_.between(1, 2); i > 0; --i)
      add_link({gate, any().data, random_.between(0, 40), random_.below(2) == 0});
    made.gates.push_back(gate);
  }

  prng& random_;
  clock_grower* trees_;
};

}  // namespace gsta_test::latch_circuits
