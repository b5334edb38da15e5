#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "test/sta/stage_kinds_body.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"

namespace gsta_test {

/// Drivers that charge a net together, of random circuits, against the rule in long double over stages that
/// an oracle solves; and against a timer in which each drives alone.
template <class E>
class parallel_comparison {
 public:
  explicit parallel_comparison(E const& exec) : exec_(exec) {}

  void compare(std::uint64_t seed) {
    CAPTURE(seed);
    compare(parallel_circuit(seed, 150), options_of(seed).timer);
  }
  void compare(gsta::flat_design design, gsta::timer_options options) {
    design_ = std::move(design);
    options.delays.model = gsta::cell_model::effective;
    options.delays.effective = {12, 8, 8, gsta::ceff_precision::in_double};
    clips_ = options.delays.tables == gsta::negative_slew::clip;
    auto alone = design_;
    alone.parallel_begin = {0};
    alone.parallel_driver.clear();
    gsta::timer<E> together(exec_, design_, options), apart(exec_, alone, options);
    together.update(exec_);
    apart.update(exec_);
    take(together);
    alone_delay_ = to_vector(exec_, apart.view().arc_delay);
    check_rest(together, apart);
    for (std::size_t g = 0; g + 1 < design_.parallel_begin.size(); ++g) {
      std::vector<id> const drivers(design_.parallel_driver.begin() + design_.parallel_begin[g],
                                    design_.parallel_driver.begin() + design_.parallel_begin[g + 1]);
      for (int c = 0; c < gsta::conditions; ++c) check_group(drivers, c);
    }
  }

  std::size_t compared() const { return compared_; }

  /// All that there may be has come.
  void finish() const {
    CHECK(compared_ > 2000);
    CHECK(slews_ > 800);
    CHECK(unlike_ > 100);
    CHECK(alone_ > 20);
    CHECK(compared_ > 10 * skipped_);
  }

 private:
  using real = ceff_oracle::real;
  /// What one arc does alone.
  struct single {
    real no_load = 0, loaded = 0, slew = 0;
    bool doubtful = false;
    real by_load() const { return loaded - no_load; }
  };

  static std::size_t place(id i) { return static_cast<std::size_t>(i); }

  void take(gsta::timer<E> const& t) {
    slew_ = to_vector(exec_, t.view().slew);
    delay_ = to_vector(exec_, t.view().arc_delay);
    load_ = to_vector(exec_, t.view().load);
    pi_ = to_vector(exec_, t.view().pi);
    edges_ = to_vector(exec_, t.view().arc_map);
    net_of_.assign(design_.pin_load.size(), gsta::none);
    for (std::size_t net = 0; net < design_.net_driver.size(); ++net)
      net_of_[place(design_.net_driver[net])] = static_cast<id>(net);
  }

  /// Sinks see what each driver makes alone, and nothing else changes.
  void check_rest(gsta::timer<E> const& together, gsta::timer<E> const& apart) {
    std::vector<bool> in_group(design_.pin_load.size());
    for (id const pin : design_.parallel_driver) in_group[place(pin)] = true;
    auto const alone_slew = to_vector(exec_, apart.view().slew);
    bit_comparison rest;
    rest.arrays("sinks", to_vector(exec_, state_of(together).stages.sink.view()),
                to_vector(exec_, state_of(apart).stages.sink.view()));
    auto const keep = [&](auto values, auto const& is_out) {
      for (std::size_t i = 0; i < values.size(); ++i)
        if (is_out(i)) values[i] = {};
      return values;
    };
    auto const is_driver = [&](std::size_t pin) { return in_group[pin] != 0; };
    auto const is_shared = [&](std::size_t arc) {
      std::size_t const cell = arc - design_.net_sink.size();  // others come behind cells' arcs
      return arc >= design_.net_sink.size() && cell < design_.arc_to.size() &&
             in_group[place(design_.arc_to[cell])];
    };
    rest.arrays("slews", keep(slew_, is_driver), keep(alone_slew, is_driver));
    rest.arrays("delays", keep(delay_, is_shared), keep(alone_delay_, is_shared));
    CAPTURE(rest.report());
    CHECK(rest.failed == 0);
  }

  std::vector<std::size_t> arcs_into(id pin) const {
    std::vector<std::size_t> arcs;
    for (std::size_t a = 0; a < design_.arc_to.size(); ++a)
      if (design_.arc_to[a] == pin) arcs.push_back(a);
    return arcs;
  }
  int input_of(std::size_t arc, int c) const { return edges_[design_.net_sink.size() + arc].input(c); }

  /// Nothing where an arc takes no part.
  std::optional<single> solve(std::size_t arc, int c) const {
    int const in = input_of(arc, c);
    if (in < 0) return {};
    float const start = slew_[place(design_.arc_from[arc])][in];
    auto const& type = design_.arc_types[place(design_.arc_type_of[arc])];
    id const to = design_.arc_to[arc];
    if (!gsta::math::is_defined(start) || type.delay[c] == gsta::none || type.slew[c] == gsta::none ||
        !gsta::math::is_defined(load_[place(to)][c]))
      return {};
    auto const rows = rows_by_load(design_).of(type, c, start);
    auto const row =
        type.measure == gsta::none ? gsta::slew_measure{} : design_.measures[place(type.measure)];
    int const e = gsta::edge_of(c);
    ceff_oracle::library const of{static_cast<real>(row.lower[e]), static_cast<real>(row.threshold[e]),
                                  static_cast<real>(row.upper[e]), static_cast<real>(row.derate)};
    auto const& pi = pi_[place(net_of_[place(to)])];
    ceff_oracle::network wires{static_cast<real>(load_[place(to)][c]) - static_cast<real>(pi.far_end[c]),
                               static_cast<real>(pi.resistance[c]), static_cast<real>(pi.far_end[c])};
    ceff_oracle::stage stage(rows, of, wires);
    auto const d = stage.solve();
    bool const lump = d.load == ceff_oracle::branch::lump;
    single made{rows.delay_at(0), d.delay, clips_ ? std::fmax(d.slew, real{0}) : d.slew};
    made.doubtful = d.margin < 1e-2L || (!lump && std::fabs(d.gap_over_least - 1) < 1e-2L) ||
                    (d.load == ceff_oracle::branch::pi && stage.sign_changes(d, 100) > 1);
    return made;
  }

  /// Of the partner's arcs the one of the type in its order, else the last of the edges.
  std::optional<std::size_t> partner(std::size_t arc, id other, int c) const {
    id const type = design_.arc_type_of[arc];
    std::size_t rank = 0;
    for (std::size_t const a : arcs_into(design_.arc_to[arc]))
      rank += a < arc && design_.arc_type_of[a] == type ? 1 : 0;
    std::vector<std::size_t> same;
    for (std::size_t const a : arcs_into(other))
      if (design_.arc_type_of[a] == type) same.push_back(a);
    if (rank < same.size()) return same[rank];
    std::optional<std::size_t> last;
    for (std::size_t const a : arcs_into(other))
      if (input_of(a, c) == input_of(arc, c)) last = a;
    return last;
  }

  /// A value, and how far rounding may take another from it; where it decides, the value is doubtful.
  struct expected {
    real value = 0, allowed = 0;
    bool doubtful = false;
  };
  struct expected_arc {
    expected delay;
    std::size_t drivers = 1;
    bool unlike = false;
  };

  /// One driver after the other, and each one's arcs from the last: all that switch with an arc get delays
  /// and slews anew. A driver forgets at its turn which slews it got before.
  void check_group(std::vector<id> const& drivers, int c) {
    std::map<std::size_t, expected_arc> arcs;
    std::map<id, expected> slews;
    auto const merge = [&](id pin, expected const& at_pin) {
      auto const [found, fresh] = slews.try_emplace(pin, at_pin);
      if (fresh) return;
      expected& worst = found->second;
      worst.value =
          gsta::is_late(c) ? std::fmax(worst.value, at_pin.value) : std::fmin(worst.value, at_pin.value);
      worst.allowed = std::fmax(worst.allowed, at_pin.allowed);
      worst.doubtful = worst.doubtful || at_pin.doubtful;
    };
    for (id const pin : drivers) {
      slews[pin] = {static_cast<real>(design_.asserted_slew[place(pin)][c])};
      auto into = arcs_into(pin);
      std::reverse(into.begin(), into.end());
      for (std::size_t const arc : into) switch_together(drivers, arc, c, arcs, merge, slews);
    }
    for (auto const& [arc, of] : arcs) check_arc(arc, c, of);
    for (id const pin : drivers) {
      auto const& [value, allowed, doubtful] = slews[pin];
      if (doubtful || !std::isfinite(value)) continue;
      CAPTURE(pin, c, static_cast<double>(value));
      CHECK(std::fabs(static_cast<real>(slew_[place(pin)][c]) - value) <= allowed);
      ++slews_;
    }
  }

  template <class Merge>
  void switch_together(std::vector<id> const& drivers, std::size_t arc, int c,
                       std::map<std::size_t, expected_arc>& arcs, Merge const& merge,
                       std::map<id, expected>& slews) const {
    id const pin = design_.arc_to[arc];
    if (!solve(arc, c)) {
      // without a table of delays an arc may have a slew
      slews[pin].doubtful = slews[pin].doubtful || input_of(arc, c) >= 0;
      CHECK(delay_of(delay_, arc, c) == delay_of(alone_delay_, arc, c));
      return;
    }
    std::vector<std::pair<std::size_t, single>> of;
    expected load, slew;
    bool unlike = false;
    for (id const other : drivers) {
      auto const a = other == pin ? std::optional(arc) : partner(arc, other, c);
      auto const made = a ? solve(*a, c) : std::nullopt;
      if (!made) continue;
      unlike = unlike || design_.arc_type_of[*a] != design_.arc_type_of[arc];
      for (real const x : {made->by_load(), made->slew})
        load.doubtful = load.doubtful || std::fabs(std::fabs(x) - 1e-3L) < 1e-3L;
      load.doubtful = load.doubtful || made->doubtful;
      of.emplace_back(*a, *made);
    }
    real by_load = 0, by_slew = 0;
    for (auto const& [a, one] : of) {
      if (std::fabs(one.by_load()) > 1e-3L) by_load += 1 / one.by_load();
      if (std::fabs(one.slew) > 1e-3L) by_slew += 1 / one.slew;
    }
    load.value = by_load == 0 ? 0 : 1 / by_load;
    slew.value = of.size() < 2 ? of[0].second.slew : by_slew == 0 ? 0 : 1 / by_slew;
    slew.doubtful = load.doubtful;
    for (auto const& [a, one] : of) {
      real const share = load.value / one.by_load(), slew_share = slew.value / one.slew;
      real const error = 1e-6L * (std::fabs(one.loaded) + std::fabs(one.no_load)) + 1e-5L;
      if (by_load != 0 && one.by_load() != 0) load.allowed += share * share * error;
      if (by_slew != 0 && one.slew != 0)
        slew.allowed += slew_share * slew_share * (2e-5L * std::fabs(one.slew) + 1e-5L);
    }
    slew.allowed += 3e-7L * std::fabs(slew.value) + 1e-4L;
    for (auto const& [a, one] : of) {
      real const delay = of.size() < 2 ? one.loaded : one.no_load + load.value;
      arcs[a] = {{delay, load.allowed + 3e-7L * std::fabs(delay) + 1e-4L, load.doubtful}, of.size(), unlike};
      merge(design_.arc_to[a], slew);
    }
  }

  float delay_of(std::vector<per_condition<float>> const& delays, std::size_t arc, int c) const {
    return delays[design_.net_sink.size() + arc][c];
  }

  void check_arc(std::size_t arc, int c, expected_arc const& of) {
    if (of.delay.doubtful) {
      ++skipped_;
      return;
    }
    if (of.drivers < 2) {
      CHECK(delay_of(delay_, arc, c) == delay_of(alone_delay_, arc, c));
      ++alone_;
      return;
    }
    real const derate = derate_of(arc, c), got = static_cast<real>(delay_of(delay_, arc, c));
    CAPTURE(arc, c, of.drivers, static_cast<double>(of.delay.value), static_cast<double>(derate));
    CHECK(std::fabs(got - of.delay.value * derate) <= of.delay.allowed * derate);
    ++compared_;
    unlike_ += of.unlike ? 1 : 0;
  }
  real derate_of(std::size_t arc, int c) const {
    if (design_.arc_derate.empty()) return 1;
    id const row = design_.arc_derate[design_.net_sink.size() + arc];
    return row == gsta::none ? 1 : static_cast<real>(design_.derates[place(row)][input_of(arc, c)]);
  }

  E const& exec_;
  gsta::flat_design design_;
  bool clips_ = false;
  std::vector<per_condition<float>> slew_, delay_, load_, alone_delay_;
  std::vector<gsta::pi_load> pi_;
  std::vector<gsta::edge_map> edges_;
  std::vector<id> net_of_;
  std::size_t compared_ = 0, slews_ = 0, unlike_ = 0, alone_ = 0, skipped_ = 0;
};

/// Every backend gives the bits of one thread, by the loop over levels.
template <class E>
void parallel_drivers_have_the_bits_of_one_thread(E const& exec) {
  bit_comparison all;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    auto const design = parallel_circuit(seed);
    auto options = options_of(seed).timer;
    options.delays.model = gsta::cell_model::effective;
    if (seed % 3 == 0) options.delays.effective.precision = gsta::ceff_precision::in_double;
    auto const result =
        compare_bits(snapshot_on(gsta::host_executor{}, design, options), snapshot_on(exec, design, options));
    CAPTURE(seed, result.report());
    CHECK(result.failed == 0);
    all.compared += result.compared;
  }
  CHECK(all.compared > 10000);
}

}  // namespace gsta_test
