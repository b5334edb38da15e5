#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "test/slack/all_paths.hpp"
#include "test/support/random.hpp"

namespace gsta_test::latch_circuits {

using gsta::flat_design;
using gsta::id;
using gsta::per_condition;

/// Random clock networks in front of registers and latches: buffers and inverters of different rise and fall
/// delays, late ones of 0 to 4 ps more than early ones, some of them where two branches meet. Each edge comes
/// to the pins of registers as it left the start, by an even number of inverters.
class clock_grower {
 public:
  explicit clock_grower(prng& random, bool merges) : random_(random), merges_(merges) {}

  void add_clock(flat_design& design, int clock) {
    id const root = design.add_pin();
    design.asserted_slew[static_cast<std::size_t>(root)] = gsta::same_value(0);
    float const insertion = static_cast<float>(random_.below(4)),
                apart = static_cast<float>(random_.below(3));
    for (int s = 0; s < 2; ++s) {
      per_condition<float> at = gsta::undefined_arrival();
      at[s] = insertion;
      at[2 + s] = insertion + apart;
      design.sources.push_back({root, 2 * clock + s, at, gsta::arrival_kind::clock});
    }
    places_.push_back({{root, false}});
    for (int i = random_.between(0, 6); i > 0; --i) grow(design, places_.back());
  }

  /// From somewhere in the network of a clock.
  void drive(flat_design& design, int clock, id pin) {
    auto& places = places_[static_cast<std::size_t>(clock)];
    if (random_.below(3) == 0) grow(design, places);
    place const from = random_.pick(places);
    add_arc(design, from.pin, pin, from.inverted);
    leaves_.push_back(pin);
  }

  /// All arcs are there.
  void finish(flat_design const& design) {
    made_.design = design;
    made_.clocks.assign(design.pin_load.size(), 0);
    for (auto const& places : places_)
      for (place const& at : places) made_.clocks[static_cast<std::size_t>(at.pin)] = 1;
    for (id const pin : leaves_) made_.clocks[static_cast<std::size_t>(pin)] = 1;
    ways_ = std::make_unique<credits::reconvergence>(made_);
  }
  int arrival(id pin, int launch_edge, bool late) const {
    return static_cast<int>(std::lround(ways_->arrival({pin, launch_edge % 2, launch_edge}, late)));
  }
  credits::network const& made() const { return made_; }
  credits::reconvergence const& ways() const { return *ways_; }

 private:
  struct place {
    id pin;
    bool inverted;
  };

  void grow(flat_design& design, std::vector<place>& places) {
    place const from = random_.pick(places);
    bool const inverts = random_.below(3) == 0;
    place const made{design.add_pin(), from.inverted != inverts};
    add_arc(design, from.pin, made.pin, inverts);
    if (merges_ && random_.below(3) == 0) {
      place const other = random_.pick(places);
      add_arc(design, other.pin, made.pin, other.inverted != made.inverted);
    }
    places.push_back(made);
  }
  void add_arc(flat_design& design, id from, id to, bool inverts) {
    auto const edges = inverts ? gsta::negative_edges() : gsta::positive_edges();
    gsta::arc_type type{{}, gsta::same_id(design.luts.add({}, {}, {0})), edges};
    per_condition<float> delay;
    for (int e = 0; e < 2; ++e) {
      delay[e] = static_cast<float>(random_.below(6));
      delay[2 + e] = delay[e] + static_cast<float>(random_.below(5));
    }
    for (int c = 0; c < gsta::conditions; ++c) type.delay[c] = design.luts.add({}, {}, {delay[c]});
    design.add_arc(from, to, design.add_arc_type(type));
    made_.arcs.push_back({from, to, edges, delay, false});
  }

  prng& random_;
  bool merges_;
  std::vector<std::vector<place>> places_;  // [clocks]
  std::vector<id> leaves_;
  credits::network made_;
  std::unique_ptr<credits::reconvergence> ways_;
};

}  // namespace gsta_test::latch_circuits
