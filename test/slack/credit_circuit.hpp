#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "test/support/random.hpp"
#include "test/support/set_wire.hpp"

namespace gsta_test::credits {

using gsta::conditions;
using gsta::flat_design;
using gsta::id;
using gsta::none;
using gsta::per_condition;

/// What a clock network is made of, beside what a design says. All times are whole picoseconds.
struct network {
  struct arc {
    id from, to;
    gsta::edge_map edges;
    per_condition<float> delay;
    bool launches;
  };
  flat_design design;
  std::vector<arc> arcs;             ///< of cells, as the design numbers them
  std::vector<arc> wires;            ///< to registers
  std::vector<std::uint8_t> clocks;  ///< [pins] 1 in the clock network
};

/// A random circuit below a random clock network: buffers and inverters, deep chains beside shallow branches,
/// cells where branches meet each other or their own trunk, some of them with one fan-in turned or as an
/// exclusive or, clocks gated by data, a second start of the clock, wires to registers that have delays.
/// Registers on either edge, gates of either sense, inputs.
struct circuit : network {
  struct check {
    id data, clock;
    bool late;
    int active;
    float constraint;
  };
  std::vector<check> checks;
  std::vector<id> roots;  ///< where the clock starts
  bool has_tags;

  /// `falls`: some late delays are below early ones, so that credits may fall along clock paths.
  circuit(std::uint64_t seed, bool tags, bool falls = false)
      : has_tags(tags), random_(seed), least_apart_(falls ? -4 : 0) {
    design.add_clock(none, {400'000, {0, 200'000}}, "clock");
    for (int i = one_in(6) ? 2 : 1; i > 0; --i) add_root();
    std::vector<id> data;
    for (int i = random_.between(0, 2); i > 0; --i) data.push_back(add_input());
    merges_ = one_in(2);
    for (int round = 1 + one_in(2); round > 0; --round) {
      grow(data);
      for (int i = random_.between(1, 4); i > 0; --i) data.push_back(add_register());
      for (int i = random_.between(0, 7); i > 0; --i) data.push_back(add_gate(data));
    }
    for (auto const& at : registers_) {
      id const input = add_gate(data);
      for (bool const late : {true, false}) add_check(input, at.clock, late, at.active);
    }
    for (auto const& [driver, sinks] : wired_) add_wires(driver, sinks);
    clocks.resize(design.pin_load.size(), 0);
    for (id const pin : tree_) clocks[static_cast<std::size_t>(pin)] = 1;
    for (auto const& at : registers_) clocks[static_cast<std::size_t>(at.clock)] = 1;
  }

 private:
  struct register_pins {
    id clock;
    int active;
  };

  bool one_in(int n) { return random_.below(n) == 0; }
  id any_of(std::vector<id> const& pins) {
    return pins[static_cast<std::size_t>(random_.below(static_cast<int>(pins.size())))];
  }
  gsta::edge_map any_sense() { return one_in(2) ? gsta::negative_edges() : gsta::positive_edges(); }

  void add_root() {
    id const root = design.add_pin();
    design.asserted_slew[static_cast<std::size_t>(root)] = gsta::same_value(1);
    roots.push_back(root);
    tree_.push_back(root);
    float const late = static_cast<float>(random_.below(5));
    if (!has_tags) {
      design.sources.push_back({root, 0, {0, 1, late, 1 + late}});
      return;
    }
    for (int e = 0; e < 2; ++e) {
      per_condition<float> at = gsta::undefined_arrival();
      at[e] = static_cast<float>(e);
      at[2 + e] = static_cast<float>(e) + late;
      design.sources.push_back({root, e, at, gsta::arrival_kind::clock});
    }
  }
  /// More of the clock network; data may gate it where tags keep them apart.
  void grow(std::vector<id> const& data) {
    for (int i = random_.between(0, 10); i > 0; --i) {
      if (merges_ && one_in(3)) {
        tree_.push_back(add_merge());
      } else if (has_tags && !data.empty() && one_in(5)) {
        id const gate = behind(any_of(tree_), false);
        add_arc(any_of(data), gate, any_sense(), false);
        tree_.push_back(gate);
      } else {
        tree_.push_back(behind(any_of(tree_), one_in(2)));
      }
    }
    if (!one_in(8)) return;
    for (int i = 0; i < 20; ++i) tree_.push_back(behind(i == 0 ? any_of(tree_) : tree_.back(), one_in(6)));
  }
  id add_merge() {
    id const a = any_of(tree_), b = any_of(tree_), pin = design.add_pin();
    if (one_in(4)) {  // an exclusive or
      for (id const from : {a, b}) {
        add_arc(from, pin, gsta::positive_edges(), false);
        add_arc(from, pin, gsta::negative_edges(), false);
      }
      return pin;
    }
    auto const sense = any_sense();
    add_arc(a, pin, sense, false);
    add_arc(b, pin, one_in(3) ? any_sense() : sense, false);
    return pin;
  }
  id add_input() {
    id const pin = design.add_pin();
    design.asserted_slew[static_cast<std::size_t>(pin)] = gsta::same_value(1);
    float const at = static_cast<float>(random_.below(40));
    design.sources.push_back(
        {pin, 0, {at, at, at + 3, at + 2}, has_tags ? gsta::arrival_kind::data : gsta::arrival_kind::any});
    return pin;
  }
  id add_register() {
    id const from = any_of(tree_), output = design.add_pin();
    id clock;
    if (one_in(2)) {
      clock = behind(from, one_in(3));
    } else {
      clock = design.add_pin();
      wired_[from].push_back(clock);
    }
    int const active = one_in(4) ? 1 : 0;
    gsta::edge_map edges;
    for (int c = 0; c < conditions; ++c) edges.set(c, static_cast<gsta::edge>(active));
    add_arc(clock, output, edges, true);
    registers_.push_back({clock, active});
    return output;
  }
  void add_arc(id from, id to, gsta::edge_map edges, bool launches) {
    per_condition<float> delay;
    for (int e = 0; e < 2; ++e) {
      delay[e] = static_cast<float>(random_.between(1, 20));
      delay[2 + e] = delay[e] + static_cast<float>(random_.between(least_apart_, 6));
    }
    gsta::arc_type type{{}, gsta::same_id(design.luts.add({}, {}, {1})), edges};
    for (int c = 0; c < conditions; ++c) type.delay[c] = design.luts.add({}, {}, {delay[c]});
    type.launches = launches;
    design.add_arc(from, to, design.add_arc_type(type));
    arcs.push_back({from, to, edges, delay, launches});
  }
  /// Wires of 1 kOhm each, whose delays are the loads of their sinks.
  void add_wires(id driver, std::vector<id> const& sinks) {
    std::vector<float> capacitance{0}, resistance;
    std::vector<id> position{none}, a, b;
    for (id const sink : sinks) {
      per_condition<float> delay;
      for (int e = 0; e < 2; ++e) {
        delay[e] = static_cast<float>(random_.between(1, 9));
        delay[2 + e] = delay[e] + static_cast<float>(random_.below(5));
      }
      design.pin_load[static_cast<std::size_t>(sink)] = delay;
      wires.push_back({driver, sink, gsta::positive_edges(), delay, false});
      position.push_back(static_cast<id>(resistance.size()));
      capacitance.push_back(0);
      resistance.push_back(1);
      a.push_back(0);
      b.push_back(static_cast<id>(resistance.size()));
    }
    design.add_net(driver, sinks);
    gsta_test::set_wire(design, 0, capacitance, position, a, b, resistance);
  }
  id behind(id from, bool inverts) {
    id const pin = design.add_pin();
    add_arc(from, pin, inverts ? gsta::negative_edges() : gsta::positive_edges(), false);
    return pin;
  }
  id add_gate(std::vector<id> const& data) {
    id const pin = design.add_pin();
    for (int i = random_.between(1, 3); i > 0; --i) add_arc(any_of(data), pin, any_sense(), false);
    return pin;
  }
  void add_check(id data, id clock, bool late, int active) {
    float const value = static_cast<float>(random_.below(9));
    id const table = design.luts.add({}, {}, {value});
    design.add_check(data, clock,
                     design.add_check_type({late ? gsta::check_kind::setup : gsta::check_kind::hold,
                                            static_cast<gsta::edge>(active),
                                            {table, table}}));
    checks.push_back({data, clock, late, active, value});
  }

  prng random_;
  int least_apart_;  // ps, of late and early delays
  bool merges_ = false;
  std::vector<id> tree_;  // pins of the clock network in front of registers
  std::vector<register_pins> registers_;
  std::map<id, std::vector<id>> wired_;  // registers' clock pins by what drives them
};

}  // namespace gsta_test::credits
