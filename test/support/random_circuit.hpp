#pragma once

#include <algorithm>
#include <vector>

#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/flat_design.hpp"
#include "test/support/random_library.hpp"
#include "test/support/random_rules.hpp"
#include "test/support/random_wire.hpp"

namespace gsta_test {

/// Grows a random design pin by pin. Half of those with clocks follow SDC's rules (clocks and data are told
/// apart, some clocks are ideal), the others the contest's. A pin's fan-in has lower numbers, but for the
/// data pins of flip-flops, which are connected last and drive nothing; so there is no loop, however the
/// pieces are joined.
class circuit_grower {
 public:
  circuit_grower(std::uint64_t seed, int wanted_pins) : random_(seed) {
    int const size = wanted_pins > 0 ? wanted_pins : size_of(random_.below(100));
    library_ = make_library(design_, random_);
    some_stop_ = random_.chance(40);
    add_clocks();
    for (int i = random_.between(1, 2 + size / 40); i > 0; --i) add_input();
    while (pins() < size) add_something();
    for (id const pin : waiting_) connect(pin);
    if (random_.chance(40)) widen_net(big_net());
    add_outputs(size);
    make_nets();
    add_rules();
  }

  /// The circuit before ideal clocks get their shadows; without derates and measures.
  flat_design take_unresolved() { return std::move(design_); }

  flat_design take() {
    gsta::resolve_clocks(design_);
    if (random_.chance(35)) rule_maker(design_, random_).add_derates();
    if (random_.chance(60)) rule_maker(design_, random_).add_measures();
    return std::move(design_);
  }

 private:
  /// All pins that drive one wire (several: a bus with several drivers), and what it drives.
  struct wiring {
    std::vector<id> drivers, sinks;
  };

  int pins() const { return static_cast<int>(design_.pin_load.size()); }

  int size_of(int percent) {
    if (percent < 45) return random_.between(5, 40);
    if (percent < 85) return random_.between(40, 250);
    if (percent < 98) return random_.between(250, 800);
    return random_.between(800, 1900);
  }

  int big_net() {
    int const sizes[] = {9, 33, 40, 33, 9, 64};
    return random_.chance(4) ? 1000 : sizes[random_.below(6)];
  }

  per_condition<float> four(double low, double high) {
    per_condition<float> v{};
    for (int c = 0; c < gsta::conditions; ++c) v[c] = random_.real(low, high);
    return v;
  }

  id add_pin() { return design_.add_pin({}, four(0.1, 2.5)); }

  /// A pin that drives: a wiring of its own, or now and then one more driver of the last one.
  id add_driver() {
    id const pin = add_pin();
    if (!wirings_.empty() && wirings_.back().sinks.empty() && random_.chance(4)) {
      wirings_.back().drivers.push_back(pin);
    } else {
      wirings_.push_back({{pin}, {}});
    }
    return pin;
  }

  /// A hub now and then, else something recent (which makes depth), else anything.
  wiring& some_wiring() {
    int const n = static_cast<int>(wirings_.size());
    int const how = random_.below(100);
    if (how < 15) return wirings_[static_cast<std::size_t>(n / 2)];
    if (how < 65) return wirings_[static_cast<std::size_t>(n - 1 - random_.below(std::min(n, 6)))];
    return wirings_[static_cast<std::size_t>(random_.below(n))];
  }

  void connect(id pin, int dangling_percent = 3) {
    if (wirings_.empty() || random_.chance(dangling_percent)) return;
    some_wiring().sinks.push_back(pin);
  }

  void connect_clock(id pin) {
    if (clock_wirings_.empty() || random_.chance(10)) return connect(pin);
    wirings_[static_cast<std::size_t>(random_.pick(clock_wirings_))].sinks.push_back(pin);
  }

  id some_launch_edge() {
    if (one_tag_) return design_.clocks.empty() ? none : 0;
    return design_.clocks.empty() || random_.chance(20)
               ? none
               : random_.below(2 * static_cast<int>(design_.clocks.size()));
  }

  void add_source(id pin, id launch_edge, per_condition<float> const& at) {
    bool const data = sdc_ && !random_.chance(8);
    design_.sources.push_back(
        {pin, launch_edge, at, data ? gsta::arrival_kind::data : gsta::arrival_kind::any});
  }

  /// A clock starts with its own edge alone.
  void add_clock_source(id pin, id launch_edge, per_condition<float> const& at) {
    per_condition<float> one = gsta::undefined_arrival();
    int const e = launch_edge % 2;
    one[e] = at[e];
    one[2 + e] = at[2 + e];
    design_.sources.push_back(
        {pin, launch_edge, one, sdc_ ? gsta::arrival_kind::clock : gsta::arrival_kind::any});
  }

  void add_rules() {
    rule_maker rules(design_, random_);
    if (sdc_ || random_.chance(25)) rules.add_clock_rules(sdc_ ? 50 : 0);
    if (random_.chance(35)) rules.add_check_factors();
    if (random_.chance(30)) rules.add_false_paths();
    if (random_.chance(35)) rules.add_responses();
  }

  /// Values with here and there one left undefined.
  per_condition<float> partly(per_condition<float> v, per_condition<float> const& undefined, int percent) {
    for (int c = 0; c < gsta::conditions; ++c) {
      if (random_.chance(percent)) v[c] = undefined[c];
    }
    return v;
  }

  per_condition<float> late_after_early(per_condition<float> v) {
    for (int e = 0; e < 2; ++e) {
      if (v[e] > v[2 + e]) std::swap(v[e], v[2 + e]);
    }
    return v;
  }

  void add_clocks() {
    int const how_many[] = {0, 0, 1, 1, 1, 1, 2, 2, 2, 3};
    int const clocks = how_many[random_.below(10)];
    sdc_ = clocks > 0 && random_.chance(50);
    one_tag_ = !sdc_ && (clocks == 0 || random_.chance(45));
    gsta::femtoseconds const periods[] = {500000, 750000, 1000000, 1250000, 1600000, 2000000};
    for (int i = 0; i < clocks; ++i) {
      gsta::femtoseconds const period = periods[random_.below(6)], start = 25000 * random_.below(8);
      design_.clocks.push_back({period, {start, start + 50000 * random_.between(1, 8)}});
      add_clock_port(i);
    }
    for (int i = clocks == 0 ? 0 : random_.below(5); i > 0; --i) add_clock_buffer();
  }

  void add_clock_port(int clock) {
    id const port = add_driver();
    clock_wirings_.push_back(static_cast<id>(wirings_.size()) - 1);
    design_.asserted_slew[static_cast<std::size_t>(port)] = four(5, 30);
    per_condition<float> at = late_after_early(four(0, 12));
    if (one_tag_) {
      for (int c = 1; c < gsta::conditions; c += 2) at[c] += 400.0f;
      return add_source(port, 0, at);
    }
    for (int e = 0; e < 2; ++e) add_clock_source(port, 2 * clock + e, at);
  }

  void add_clock_buffer() {
    id const in = add_pin();
    connect_clock(in);
    id const out = add_driver();
    clock_wirings_.push_back(static_cast<id>(wirings_.size()) - 1);
    int const sense = random_.below(10);  // 9: both edges make both, as in an XOR
    if (sense > 3) design_.add_arc(in, out, random_.pick(library_.positive));
    if (sense <= 3 || sense == 9) design_.add_arc(in, out, random_.pick(library_.negative));
  }

  /// A port with a cell outside in front: its second vertex drives the net.
  id add_driven_port() {
    id const port = add_pin(), vertex = design_.add_shadow(port);
    design_.pin_load[static_cast<std::size_t>(vertex)] = four(0.1, 2.5);
    wirings_.push_back({{vertex}, {}});
    design_.add_arc(port, vertex, random_.pick(library_.beyond_no_load));
    return port;
  }

  void add_input() {
    id const pin = random_.chance(20) ? add_driven_port() : add_driver();
    if (!random_.chance(5)) {
      design_.asserted_slew[static_cast<std::size_t>(pin)] =
          partly(four(2, 60), gsta::undefined_arrival(), 2);
    }
    for (int i = random_.chance(6) ? 0 : random_.chance(15) ? 2 : 1; i > 0; --i) {
      id const launch = some_launch_edge();
      add_source(pin, launch, partly(late_after_early(four(-20, 80)), gsta::undefined_arrival(), 2));
    }
  }

  void add_something() {
    int const what = random_.below(100);
    if (what < 72) return add_gate();
    if (what < 94) return add_flip_flop();
    if (what < 97) return add_input();
    add_output();
  }

  void add_gate() {
    std::vector<id> inputs;
    for (int i = random_.between(1, random_.chance(70) ? 3 : 6); i > 0; --i) {
      inputs.push_back(add_pin());
      connect(inputs.back());
      if (random_.chance(2)) add_checks(inputs.back(), some_wiring().drivers[0]);
    }
    for (int outputs = random_.chance(12) ? 2 : 1; outputs > 0; --outputs) {
      id const out = add_driver();
      for (id const in : inputs) add_gate_arcs(in, out);
      if (random_.chance(2)) {
        id const launch = some_launch_edge();
        if (sdc_ && launch != none && random_.chance(60))
          add_clock_source(out, launch, four(0, 20));
        else
          add_source(out, launch, four(0, 100));
      }
      if (random_.chance(2)) design_.asserted_slew[static_cast<std::size_t>(out)] = four(2, 60);
    }
  }

  /// One timing group, or several under conditions; none where the input does not matter.
  void add_gate_arcs(id in, id out) {
    int const groups[] = {1, 1, 1, 1, 1, 1, 2, 2, 3, 0};
    for (int i = groups[random_.below(10)]; i > 0; --i) {
      if (some_stop_ && random_.chance(4)) design_.add_arc(in, out, random_.pick(library_.slews_only));
      int const sense = random_.below(3);
      if (sense != 1) design_.add_arc(in, out, random_.pick(library_.positive));
      if (sense != 0) design_.add_arc(in, out, random_.pick(library_.negative));  // 2: non-unate, both
    }
  }

  void add_checks(id data, id clock) {
    auto const e = static_cast<std::size_t>(random_.chance(25));
    if (!random_.chance(8)) design_.add_check(data, clock, random_.pick(library_.setup_like[e]));
    if (!random_.chance(8)) design_.add_check(data, clock, random_.pick(library_.hold_like[e]));
    if (random_.chance(8)) design_.add_check(data, clock, random_.pick(library_.setup_like[1 - e]));
  }

  void add_flip_flop() {
    id const clock = add_pin();
    connect_clock(clock);
    id const data = add_pin();
    waiting_.push_back(data);
    add_checks(data, clock);
    id const clear = random_.chance(20) ? add_pin() : none;
    if (clear != none) {
      connect(clear);
      add_checks(clear, clock);
    }
    auto const e = static_cast<std::size_t>(random_.chance(25));
    for (int outputs = random_.chance(30) ? 2 : 1; outputs > 0; --outputs) {
      id const out = add_driver();
      design_.add_arc(clock, out, random_.pick(library_.launch[e]));
      if (clear != none && random_.chance(60)) design_.add_arc(clear, out, random_.pick(library_.positive));
    }
  }

  void add_output() {
    id const pin = add_pin();
    connect(pin);
    design_.outputs.push_back(pin);
    if (random_.chance(65)) add_requirement(pin);
    if (random_.chance(15)) add_requirement(pin);
  }

  void add_requirement(id pin) {
    per_condition<float> required = four(-30, 60);
    for (int e = 0; e < 2; ++e) required[2 + e] = random_.real(80, 400);
    id const capture = random_.chance(40) ? none : some_launch_edge();
    design_.requirements.push_back({pin, capture, partly(required, gsta::undefined_required(), 8)});
  }

  void add_outputs(int size) {
    for (int i = random_.between(1, 2 + size / 60); i > 0; --i) add_output();
    if (random_.chance(20)) add_requirement(random_.below(pins()));
  }

  /// Gives one wiring many sinks, whose loads are small, so that slews stay moderate.
  void widen_net(int sinks) {
    wiring& wide = some_wiring();
    for (int i = 0; i < sinks; ++i) {
      id const pin = design_.add_pin({}, four(0.1, 40.0 / sinks));
      wide.sinks.push_back(pin);
      if (random_.chance(3)) add_requirement(pin);
    }
  }

  void make_nets() {
    for (auto& wires : wirings_) {
      std::sort(wires.sinks.begin(), wires.sinks.end());
      if (wires.sinks.empty() && random_.chance(60)) continue;
      for (id const driver : wires.drivers) {
        design_.add_net(driver, wires.sinks);
        if (random_.chance(65)) make_wire(random_, static_cast<int>(wires.sinks.size())).add_to(design_);
      }
    }
  }

  prng random_;
  flat_design design_;
  random_library library_;
  bool one_tag_ = true, sdc_ = false, some_stop_ = false;
  std::vector<wiring> wirings_;
  std::vector<id> clock_wirings_, waiting_;
};

/// A design from a seed, the same on every platform: of 5 to about 2,000 pins, or of about `pins`.
inline flat_design random_circuit(std::uint64_t seed, int pins = 0) {
  return circuit_grower(seed, pins).take();
}

/// The same circuit before its ideal clocks get their shadows.
inline flat_design random_unresolved_circuit(std::uint64_t seed, int pins = 0) {
  return circuit_grower(seed, pins).take_unresolved();
}

}  // namespace gsta_test
