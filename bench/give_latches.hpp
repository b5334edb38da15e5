#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "bench/generate.hpp"
#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta_bench {

namespace detail {
/// The register's arc, from data that arrive while it is open: their slew is not that of the output.
inline gsta::arc_type through(gsta::arc_type launching) {
  launching.slew = gsta::same_id(gsta::none);
  launching.edges = gsta::positive_edges();
  launching.launches = false;
  return launching;
}

/// Registers without a scan chain that become latches, by data pin: of two kinds, 1 and 2, by turns. None has
/// its like in front of it: data would come to that while both are open.
class latch_chooser {
 public:
  explicit latch_chooser(generated_netlist const& of)
      : of_(of),
        kind_(of.placed.design.pin_load.size(), 0),
        barred_(kind_.size(), 0),
        seen_(kind_.size(), gsta::none),
        behind_(kind_.size()) {
    auto const& d = of.placed.design;
    for (std::size_t net = 0; net < d.net_driver.size(); ++net)
      for (gsta::id a = d.net_begin[net]; a < d.net_begin[net + 1]; ++a)
        behind_[d.net_driver[net]].push_back(d.net_sink[a]);
    for (std::size_t a = 0; a < d.arc_from.size(); ++a)
      if (!d.arc_types[d.arc_type_of[a]].launches) behind_[d.arc_from[a]].push_back(d.arc_to[a]);
  }

  std::vector<int> choose() {
    int next = 1;
    for (auto const& instance : of_.instances) {
      auto const& cell = of_.library.cells[static_cast<std::size_t>(instance.cell)];
      if (!cell.is_register || cell.inputs() != 2) continue;
      gsta::id const data = instance.first_pin;
      reach_from(data + 2);
      int barred = barred_[data];
      for (gsta::id const pin : reached_) barred |= pin == data ? 3 : kind_[pin];
      int const made = (barred & next) == 0 ? next : 3 - next;
      if ((barred & made) != 0) continue;
      kind_[data] = made;
      next = 3 - made;
      for (gsta::id const pin : reached_) barred_[pin] |= made;
    }
    return kind_;
  }

 private:
  void reach_from(gsta::id output) {
    reached_.assign(1, output);
    for (std::size_t i = 0; i < reached_.size(); ++i)
      for (gsta::id const pin : behind_[reached_[i]])
        if (std::exchange(seen_[pin], output) != output) reached_.push_back(pin);
  }

  generated_netlist const& of_;
  std::vector<int> kind_, barred_;
  std::vector<gsta::id> seen_, reached_;
  std::vector<std::vector<gsta::id>> behind_;
};
}  // namespace detail

/// Makes registers latches that are open while the clock is high, and others that are while it is low. The
/// clock has a period of so many ps, and both of its edges come by its tree as edges of a clock.
inline void give_latches(generated_netlist& to, double period) {
  auto const kind = detail::latch_chooser(to).choose();
  auto& design = to.placed.design;
  auto const whole = static_cast<gsta::femtoseconds>(1000 * period);
  design.clocks.at(0) = {whole, {0, whole / 2}};
  auto& sources = design.sources;
  for (auto& of : sources) of.kind = gsta::arrival_kind::data;
  for (int e = 0; e < 2; ++e) {
    gsta::per_condition<float> at = gsta::undefined_arrival();
    at[e] = at[2 + e] = 0;
    gsta::flat_source const clock{sources.front().pin, e, at, gsta::arrival_kind::clock};
    if (e == 0)
      sources.front() = clock;  // `constrain` writes the clock first
    else
      sources.push_back(clock);
  }
  std::vector<gsta::id> launching(design.pin_load.size(), gsta::none);  // arc, by output
  for (std::size_t a = 0; a < design.arc_to.size(); ++a)
    if (design.arc_types[design.arc_type_of[a]].launches)
      launching[design.arc_to[a]] = static_cast<gsta::id>(a);
  for (std::size_t i = 0, checks = design.check_data.size(); i < checks; ++i) {
    gsta::id const data = design.check_data[i], clock = design.check_clock[i];
    if (kind[data] == 0) continue;
    auto const opens = kind[data] == 1 ? gsta::edge::rise : gsta::edge::fall;
    auto closing = design.check_types[design.check_type_of[i]];
    closing.active = kind[data] == 1 ? gsta::edge::fall : gsta::edge::rise;
    design.check_type_of[i] = design.add_check_type(closing);
    if (closing.kind != gsta::check_kind::setup) continue;
    gsta::id const departs = design.add_shadow(data), arc = launching[data + 2];
    design.latches.push_back({data, departs, clock, opens, static_cast<gsta::id>(i)});
    auto type = design.arc_types[design.arc_type_of[arc]];
    design.add_arc(departs, data + 2, design.add_arc_type(detail::through(type)));
    type.edges = {};
    for (int c = 0; c < gsta::conditions; ++c) type.edges.set(c, opens);
    design.arc_type_of[arc] = design.add_arc_type(type);
  }
  gsta::resolve_clocks(design);
}

}  // namespace gsta_bench
