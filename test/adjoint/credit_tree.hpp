#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "gsta/forward/credit_arrivals.hpp"
#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test::credit_trees {

using gsta::conditions;
using gsta::flat_design;
using gsta::id;
using gsta::is_late;
using gsta::none;
using gsta::per_condition;

/// A random circuit below a random clock tree of buffers and inverters: registers on either edge, deep and
/// shallow ones, gates of either sense, inputs and outputs. All times are whole picoseconds; or `fine`, so
/// that no two paths tie, with a clock that is too fast for some.
struct circuit {
  struct arc {
    id from, to;
    gsta::edge_map edges;
    per_condition<float> delay;
    bool launches;
  };
  struct check {
    id data, clock;
    bool late;
    int active;
    float constraint;
  };
  flat_design design;
  std::vector<arc> arcs;
  std::vector<check> checks;
  id root = none;
  bool has_tags, is_fine;

  circuit(std::uint64_t seed, bool tags, bool fine = false) : has_tags(tags), is_fine(fine), random_(seed) {
    gsta::femtoseconds const half = fine ? 20'000 : 200'000;
    design.add_clock(none, {2 * half, {0, half}}, "clock");
    root = design.add_pin();
    design.asserted_slew[static_cast<std::size_t>(root)] = gsta::same_value(1);
    add_sources();
    std::vector<id> tree{root};
    int const buffers = random_.between(0, 14);
    for (int i = 0; i < buffers; ++i) tree.push_back(behind(any_of(tree), random_.below(2) == 0));
    std::vector<id> data;
    for (int i = random_.between(0, 2); i > 0; --i) data.push_back(add_input());
    struct waiting {
      id clock, input;
    };
    std::vector<waiting> registers;
    for (int i = random_.between(1, 7); i > 0; --i) {
      id const clock = behind(any_of(tree), random_.below(3) == 0), output = design.add_pin();
      active_.push_back(random_.below(4) == 0 ? 1 : 0);
      gsta::edge_map edges;
      for (int c = 0; c < conditions; ++c) edges.set(c, static_cast<gsta::edge>(active_.back()));
      add_arc(clock, output, edges, true);
      data.push_back(output);
      registers.push_back({clock, none});
    }
    for (int i = random_.between(0, 12); i > 0; --i) data.push_back(add_gate(data));
    for (std::size_t i = 0; i < registers.size(); ++i) {
      id const input = add_gate(data);
      for (bool const late : {true, false}) add_check(input, registers[i].clock, late, active_[i]);
    }
  }

 private:
  id any_of(std::vector<id> const& pins) {
    return pins[static_cast<std::size_t>(random_.below(static_cast<int>(pins.size())))];
  }

  float fraction() { return is_fine ? random_.real(0, 1) : 0; }

  void add_sources() {
    float const late = static_cast<float>(random_.below(5)) + fraction();
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
  id add_input() {
    id const pin = design.add_pin();
    design.asserted_slew[static_cast<std::size_t>(pin)] = gsta::same_value(1);
    float const at = static_cast<float>(random_.below(40)) + fraction();
    design.sources.push_back(
        {pin, 0, {at, at, at + 3, at + 2}, has_tags ? gsta::arrival_kind::data : gsta::arrival_kind::any});
    return pin;
  }
  void add_arc(id from, id to, gsta::edge_map edges, bool launches) {
    per_condition<float> delay;
    for (int e = 0; e < 2; ++e) {
      delay[e] = static_cast<float>(random_.between(1, 20)) + fraction();
      delay[2 + e] = delay[e] + static_cast<float>(random_.below(7)) + fraction();
    }
    gsta::arc_type type{{}, gsta::same_id(design.luts.add({}, {}, {1})), edges};
    for (int c = 0; c < conditions; ++c) type.delay[c] = design.luts.add({}, {}, {delay[c]});
    type.launches = launches;
    design.add_arc(from, to, design.add_arc_type(type));
    arcs.push_back({from, to, edges, delay, launches});
  }
  id behind(id from, bool inverts) {
    id const pin = design.add_pin();
    add_arc(from, pin, inverts ? gsta::negative_edges() : gsta::positive_edges(), false);
    return pin;
  }
  id add_gate(std::vector<id> const& data) {
    id const pin = design.add_pin();
    for (int i = random_.between(1, 3); i > 0; --i)
      add_arc(any_of(data), pin, random_.below(2) == 0 ? gsta::negative_edges() : gsta::positive_edges(),
              false);
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
  std::vector<int> active_;
};

/// Every path by itself: from a check's data back to what launches it, with what its clock path and the
/// capturing one share.
class all_paths {
 public:
  explicit all_paths(circuit const& of) : of_(of), into_(of.design.pin_load.size()) {
    for (std::size_t a = 0; a < of.arcs.size(); ++a)
      into_[static_cast<std::size_t>(of.arcs[a].to)].push_back(a);
  }

  /// The worst slack, ps, of paths that end at an edge of the data; `required`: without credit. Of paths
  /// that one edge of the clock launches, or of all (-1).
  double worst(circuit::check const& check, int data_edge, double required, int launch_edge) {
    check_ = &check;
    launch_edge_ = launch_edge;
    required_ = required;
    worst_ = std::numeric_limits<double>::infinity();
    walk(check.data, 2 * check.late + data_edge, 0);
    return worst_;
  }
  std::size_t paths = 0, credited = 0;
  gsta::common_path convention = gsta::common_path::by_edge;

  /// When an edge of the clock comes to a pin of its tree.
  double clock_at(id pin, int c) const { return ways_to(pin, c).back().second; }

 protected:
  using way = std::vector<std::pair<std::pair<id, int>, double>>;  // (pin, edge) and when

  per_condition<float> const* asserted(id pin) const {
    for (auto const& source : of_.design.sources) {
      if (source.pin == pin) return &source.arrival;
    }
    return nullptr;
  }
  /// The clock's way to an edge of a pin, from its start.
  way ways_to(id pin, int c) const {
    if (pin == of_.root) {
      double at = 0;
      for (auto const& source : of_.design.sources) {
        if (source.pin == pin && gsta::math::is_defined(source.arrival[c])) at = source.arrival[c];
      }
      return {{{pin, c % 2}, at}};
    }
    auto const& arc = of_.arcs[into_[static_cast<std::size_t>(pin)].front()];
    way result = ways_to(arc.from, arc.edges.input(c));
    result.push_back({{pin, c % 2}, result.back().second + arc.delay[c]});
    return result;
  }
  double credit(way const& launch, bool late) const {
    way const capture = ways_to(check_->clock, 2 * !check_->late + check_->active);
    if (convention == gsta::common_path::by_pin) return credit_by_pin(launch, capture);
    std::size_t shared = 0;
    while (shared < std::min(launch.size(), capture.size()) && launch[shared].first == capture[shared].first)
      ++shared;
    if (shared == 0) return 0;
    double const apart = std::abs(launch[shared - 1].second - capture[shared - 1].second);
    return late ? apart - std::abs(launch[0].second - capture[0].second) : apart;
  }
  double apart_at(id pin, int e) const { return std::abs(clock_at(pin, 2 + e) - clock_at(pin, e)); }
  double credit_by_pin(way const& launch, way const& capture) const {
    double result = 0;
    for (std::size_t i = 0; i < std::min(launch.size(), capture.size()); ++i) {
      auto const [pin, e] = launch[i].first;
      if (pin != capture[i].first.first) break;
      result = std::min(apart_at(pin, e), apart_at(pin, capture[i].first.second));
    }
    return result;
  }
  void end(double arrival, double credit) {
    ++paths;
    credited += credit > 0;
    worst_ = std::min(worst_, (check_->late ? required_ - arrival : arrival - required_) + credit);
  }
  void walk(id pin, int c, double delay) {
    if (auto const* const at = asserted(pin); at != nullptr && pin != of_.root && launch_edge_ < 1)
      end((*at)[c] + delay, 0);
    for (std::size_t const a : into_[static_cast<std::size_t>(pin)]) {
      auto const& arc = of_.arcs[a];
      int const in = arc.edges.input(c);
      if (in < 0) continue;
      double const sum = delay + arc.delay[c];
      if (!arc.launches) {
        walk(arc.from, in, sum);
        continue;
      }
      way const launch = ways_to(arc.from, in);
      if (launch_edge_ < 0 || launch[0].first.second == launch_edge_)
        end(launch.back().second + sum, credit(launch, check_->late));
    }
  }

  circuit const& of_;
  std::vector<std::vector<std::size_t>> into_;
  circuit::check const* check_ = nullptr;
  double required_ = 0, worst_ = 0;
  int launch_edge_ = -1;
};

}  // namespace gsta_test::credit_trees
