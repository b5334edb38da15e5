#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Edge `k` of a clock, from 1: odd ones rise.
inline femtoseconds edge_time(clock_waveform const& of, int k) noexcept {
  return of.at[(k - 1) % 2] + (k - 1) / 2 * of.period;
}

inline bool is_power_of_two(int n) noexcept { return n > 0 && (n & (n - 1)) == 0; }

/// The waveform that follows from the master's, as sign-off timers make it: dividing by a power of two gives
/// half a period each, other factors scale the edges.
inline clock_waveform waveform_of(model::generated_clock const& given, clock_waveform const& master) {
  clock_waveform made = master;
  femtoseconds const rise = master.at[0], fall = master.at[1], period = master.period;
  if (given.edges.size() == 3) {
    femtoseconds at[3];
    for (std::size_t k = 0; k < 3; ++k)
      at[k] = edge_time(master, given.edges[k]) + (given.edge_shifts.empty() ? 0 : given.edge_shifts[k]);
    return {std::max<femtoseconds>(at[2] - at[0], 1), {at[0], at[1]}};
  }
  if (given.divide_by > 1) {
    femtoseconds const n = given.divide_by;
    made = is_power_of_two(given.divide_by) ? clock_waveform{period * n, {rise, rise + period * n / 2}}
                                            : clock_waveform{period * n, {rise * n, fall * n}};
  } else if (given.multiply_by > 0) {
    femtoseconds const m = given.multiply_by;
    auto const part = [m](femtoseconds of) {
      return static_cast<femtoseconds>(std::llround(static_cast<double>(of) / static_cast<double>(m)));
    };
    made = {std::max<femtoseconds>(part(period), 1), {part(rise), part(fall)}};
    if (given.duty_cycle > 0)
      made.at[1] = made.at[0] + static_cast<femtoseconds>(
                                    std::llround(static_cast<double>(made.period) * given.duty_cycle / 100));
  }
  if (given.invert) {
    femtoseconds const turned = made.at[0] + made.period, back = made.at[1] >= made.period ? made.period : 0;
    made.at[0] = made.at[1] - back;
    made.at[1] = turned - back;
  }
  return made;
}

/// Edges of the master whose paths make edge `e` of a generated clock.
inline edge_set master_edges(model::generated_clock const& given, int e) noexcept {
  if (given.edges.size() == 3) return given.edges[static_cast<std::size_t>(e)] % 2 == 1 ? 1 : 2;
  if (given.combinational && given.divide_by == 1)
    return static_cast<edge_set>(1 << (given.invert ? 1 - e : e));
  return any_edge;
}

/// Names of all clocks by the pin where they start, in the order of their making.
inline void flattener::list_clock_starts() {
  auto const add = [&](model::clock const& clock) {
    for (auto const& source : clock.sources)
      clock_starts_[driving_pin(find_pin_or_throw(source, clock.at))].push_back(clock.name);
  };
  for (auto const& clock : constraints_.clocks) add(clock);
  for (auto const& of : constraints_.generated_clocks) add(of.clock);
}

/// The clock that is the master of a generated one: by name, else the last one that starts at its source pin,
/// else the first one on a way back from there; none: it is not known, or not yet. Of several ways back that
/// of the last arc is looked at first, as OpenSTA does.
inline id flattener::master_of(model::generated_clock const& given) {
  auto const known = [&](std::string_view name) {
    auto const named = clock_.find(name);
    return named == clock_.end() ? none : named->second;
  };
  if (!given.master.empty()) return known(given.master);
  id const start = driving_pin(find_pin_or_throw(given.source, given.clock.at));
  std::vector<id> front{start};
  vector_by_id<std::uint8_t> seen(design_.pin_load.size(), 0);
  for (std::size_t n = 0; n < front.size(); ++n) {
    id const pin = front[n];
    if (seen[pin]) continue;
    seen[pin] = 1;
    if (auto const at = clock_starts_.find(pin); at != clock_starts_.end()) {
      std::vector<std::string_view> names = at->second;
      std::erase(names, given.clock.name);
      if (!names.empty()) return known(pin == start ? names.back() : names.front());
    }
    for (auto from = fanin()[pin].rbegin(); from != fanin()[pin].rend(); ++from) front.push_back(*from);
  }
  return none;
}

inline pin_fanin& flattener::fanin() {
  if (fanin_of_.empty()) fanin_of_ = pin_fanin(design_);
  return fanin_of_;
}

/// Generated clocks, each behind its master.
inline void flattener::add_generated_clocks(index_of_pins const& at_pin) {
  if (constraints_.generated_clocks.empty()) return;
  std::vector<model::generated_clock const*> left;
  left.reserve(constraints_.generated_clocks.size());
  for (auto const& given : constraints_.generated_clocks) left.push_back(&given);
  list_clock_starts();
  for (bool any = true; any && !left.empty();) {
    any = false;
    std::erase_if(left, [&](model::generated_clock const* given) {
      id const master = master_of(*given);
      if (master == none) return false;
      add_generated_clock(*given, master, at_pin);
      return any = true;
    });
  }
  for (auto const* const given : left) {
    lost_clocks_.push_back(given->clock.name);
    notes_.add_not_applied("a generated clock that no master reaches",
                           where(constraints_.file, given->clock.at));
  }
  fanin_of_ = {};
  clock_starts_ = {};
}

/// Whether a clock itself is propagated: what is said of its source pin is not inherited.
inline bool flattener::is_propagated(id clock) const {
  auto const n = static_cast<std::size_t>(clock);
  return n < constraints_.clocks.size() ? constraints_.clocks[n].propagated : design_.rules[n].propagated;
}

/// Its delay from the master's source is that of set_clock_latency -source, or of the paths of a propagated
/// master, or nothing: for each side and edge on its own.
inline void flattener::add_generated_clock(model::generated_clock const& given, id master,
                                           index_of_pins const& at_pin) {
  id const made = static_cast<id>(design_.clocks.size());
  clock_[given.clock.name] = made;
  design_.clocks.push_back(waveform_of(given, design_.clocks[master]));
  design_.clock_name.push_back(given.clock.name);
  model::clock const with_latency = with_source_latency(given.clock, at_pin);
  design_.rules.push_back(rules_from(with_latency));
  auto const& insertion = with_latency.properties.insertion;
  bool const may_follow = is_propagated(master), records = design_.conventions.credits_across_insertions;
  id const through = driving_pin(find_pin_or_throw(given.source, given.clock.at));
  for (auto const& source : given.clock.sources) {
    id const pin = find_pin_or_throw(source, given.clock.at);
    id const from = driving_pin(pin);
    for (int e = 0; e < 2; ++e) {
      std::uint8_t follows = 0;
      for (int c = e; c < conditions; c += 2)
        if (may_follow && !math::is_defined(insertion[c]))
          follows = static_cast<std::uint8_t>(follows | 1 << c);
      if (follows == 0 && !records) {
        add_clock_source(made, pin, e);
        continue;
      }
      if (is_constant(from)) continue;
      per_condition<float> arrival = undefined_arrival();
      for (int c = e; c < conditions; c += 2)
        if ((follows >> c & 1) == 0) arrival[c] = design_.rules[made].insertion[c];
      design_.sources.push_back({from, 2 * made + e, arrival, arrival_kind::clock});
      design_.generated.push_back(
          {from, 2 * made + e, master, master_edges(given, e), given.combinational, follows, through});
    }
  }
}

/// Where paths of a master come to, by its edges and theirs, four bits for those that have passed the pin on
/// the way and four below for the others.
class source_reach {
 public:
  explicit source_reach(flat_design const& design)
      : design_(design), fanout_(host_executor{}, design), is_start_(design.pin_load.size(), 0) {
    for (auto const& source : design.sources)
      if (starts_clock(source)) is_start_[source.pin] = 1;
    for (auto const& of : design.generated) is_start_[of.pin] = 0;
  }

  void find(generated_source const& of) {
    reached_.assign(design_.pin_load.size(), 0);
    for (auto const& source : design_.sources) {
      if (!starts_clock(source) || source.launch_edge / 2 != of.master) continue;
      int const e = source.launch_edge % 2;
      reach(of, source.pin, static_cast<std::uint8_t>(1 << (2 * e + e)));
    }
    while (!open_.empty()) {
      id const pin = open_.back();
      open_.pop_back();
      fanout_.for_each(pin, [&](id to, id arc) {
        if (is_start_[to] != 0 || !passes(arc, of.gates_only)) return;
        edge_map const edges =
            arc == none ? positive_edges() : design_.arc_types[design_.arc_type_of[arc]].edges;
        int const low = pass_edges(edges, reached_[pin] & 15);
        int const high = pass_edges(edges, reached_[pin] >> 4);
        reach(of, to, static_cast<std::uint8_t>(low | high << 4));
      });
    }
  }
  bool comes(generated_source const& of) const {
    for (int launched = 0; launched < 2; ++launched) {
      int const bit = 4 + 2 * launched + of.launch_edge % 2;
      if (has_edge(of.master_edges, launched) && (reached_[of.pin] >> bit & 1) != 0) return true;
    }
    return false;
  }

 private:
  bool passes(id arc, bool gates_only) const {
    if (arc == none) return true;
    arc_type const& type = design_.arc_types[design_.arc_type_of[arc]];
    bool const is_gate = !type.launches && type.only_clock != arc_type::only_source_paths;
    return !type.slews_only && type.only_clock < 0 && (is_gate || !gates_only);
  }
  void reach(generated_source const& of, id pin, std::uint8_t edges) {
    if (pin == of.through || of.through == none)
      edges = static_cast<std::uint8_t>((edges | edges << 4) & 0b1111'0000);
    if ((reached_[pin] | edges) == reached_[pin]) return;
    reached_[pin] |= edges;
    open_.push_back(pin);
  }

  flat_design const& design_;
  pin_fanout fanout_;
  vector_by_id<std::uint8_t> is_start_, reached_;
  std::vector<id> open_;
};

/// A generated clock starts without a delay where no path of its propagated master comes; a note says so.
inline void flattener::note_lost_sources() {
  std::map<std::tuple<id, id, bool>, std::vector<generated_source const*>> searches;
  for (auto const& of : design_.generated)
    if (of.follows != 0) searches[{of.master, of.through, of.gates_only}].push_back(&of);
  if (searches.empty()) return;
  source_reach reach(design_);
  std::set<id> lost;
  for (auto const& [key, rows] : searches) {
    reach.find(*rows.front());
    for (auto const* const of : rows)
      if (!reach.comes(*of)) lost.insert(of->launch_edge / 2);
  }
  for (auto const& given : constraints_.generated_clocks) {
    auto const clock = clock_.find(given.clock.name);
    if (clock == clock_.end() || !lost.contains(clock->second)) continue;
    notes_.add("a generated clock that no path of its master reaches: it starts without a delay",
               where(constraints_.file, given.clock.at));
  }
}

}  // namespace gsta::detail
