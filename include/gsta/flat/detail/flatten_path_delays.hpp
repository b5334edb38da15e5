#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// A path delay makes paths start at its first pins and end at its last ones where else none do; unless it
/// probes, other paths end in front of these and behind those.
inline void flattener::add_delay_ends(path_exception const& made, model::path_exception const& given) {
  if (starts_or_ends_.empty()) list_starts_and_ends();
  for (id const pin : made.from) {
    if ((starts_or_ends_[pin] & path_starts) != 0 || is_constant(pin)) continue;
    starts_or_ends_[pin] |= path_starts | delay_starts;
    design_.sources.push_back({pin, none, same_value(0.0f), arrival_kind::data});
    if ((starts_or_ends_[pin] & has_fanin) != 0 && !given.probe) design_.starts_inside.push_back(pin);
  }
  for (id const pin : made.to) {
    if ((starts_or_ends_[pin] & path_ends) != 0) continue;
    starts_or_ends_[pin] |= path_ends | delay_ends;
    add_delay_requirement(pin);
    if (!given.probe) design_.ends_inside.push_back(pin);
  }
  if (made.to.empty() && made.to_clocks.empty()) ends_anywhere_ = true;
  if (made.from.empty() && made.from_clocks.empty()) starts_anywhere_ = true;
}

inline void flattener::list_starts_and_ends() {
  auto& flags = starts_or_ends_;
  flags.assign(design_.pin_load.size(), 0);
  for (auto const& source : design_.sources) flags[source.pin] |= path_starts;
  for (auto const& [reference, inputs] : referred_) {
    for (auto const& [pin, type] : inputs) flags[pin] |= path_starts;
  }
  for (id const sink : design_.net_sink) flags[sink] |= has_fanin;
  for (std::size_t net = 0; net < design_.net_driver.size(); ++net) {
    if (design_.net_begin[net] < design_.net_begin[net + 1]) flags[design_.net_driver[net]] |= has_fanout;
  }
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
    if (design_.arc_types[design_.arc_type_of[i]].slews_only) continue;
    flags[design_.arc_to[i]] |= has_fanin;
    flags[design_.arc_from[i]] |= has_fanout;
    if (design_.arc_types[design_.arc_type_of[i]].launches) flags[design_.arc_from[i]] |= path_starts;
  }
  for (std::size_t i = 0; i < design_.check_data.size(); ++i) {
    if (design_.check_types[design_.check_type_of[i]].is_checked) flags[design_.check_data[i]] |= path_ends;
  }
  // What a constant or disabled clock does not check ends no path.
  for (auto const& instance : instances_) {
    for (auto const& check : instance.cell->checks) flags[instance.first_pin + check.data] |= path_ends;
  }
  for (id const pin : design_.outputs) flags[pin] |= path_ends;
  for (auto const& requirement : design_.requirements) flags[requirement.pin] |= path_ends;
}

inline void flattener::add_delay_requirement(id pin, per_condition<float> const& required) {
  flat_requirement made{pin, none, required};
  made.by_delay = true;
  design_.requirements.push_back(made);
}

/// Inputs that no delay is given at start paths of no clock, for path delays alone.
inline void flattener::start_free_inputs() {
  for (id const port : design_.gaps.free_inputs) {
    id const pin = driving_pin(port);
    if ((starts_or_ends_[pin] & path_starts) != 0 || is_disabled_driver(pin)) continue;
    design_.sources.push_back({pin, none, same_value(0.0f), arrival_kind::data});
  }
}

/// Path delays hold at outputs that have no other required time, and those that end anywhere hold where
/// nothing follows.
inline void flattener::end_delays() {
  if (starts_or_ends_.empty()) return;
  if (starts_anywhere_) start_free_inputs();
  std::map<id, per_condition<float>> left;
  for (id const pin : design_.outputs) left[pin] = same_value(0.0f);
  for (auto const& requirement : design_.requirements) {
    auto const found = left.find(requirement.pin);
    for (int c = 0; found != left.end() && c < conditions; ++c) {
      if (math::is_defined(requirement.required[c])) found->second[c] = undefined_required()[c];
    }
  }
  for (auto const& [pin, required] : left) {
    if (required != undefined_required() && !is_constant(pin)) add_delay_requirement(pin, required);
  }
  join_segments();
  note_cut_delays();
  if (!ends_anywhere_) return;
  for (std::size_t pin = 0; pin < starts_or_ends_.size(); ++pin) {
    if ((starts_or_ends_[pin] & (has_fanin | has_fanout | path_ends)) == has_fanin)
      add_delay_requirement(static_cast<id>(pin));
  }
}

/// Where some path delays end and others start, all paths from in front end, and those that leave start.
inline void flattener::join_segments() {
  std::vector<id> meet;
  for (auto const* const list : {&design_.starts_inside, &design_.ends_inside}) {
    for (id const pin : *list) {
      constexpr std::uint8_t both = delay_starts | delay_ends;
      if ((starts_or_ends_[pin] & both) == both) meet.push_back(pin);
    }
  }
  for (auto* const list : {&design_.starts_inside, &design_.ends_inside}) {
    list->insert(list->end(), meet.begin(), meet.end());
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
}

/// A path delay of which others leave nothing is noted: it was said of paths that there are.
inline void flattener::note_cut_delays() {
  if (design_.starts_inside.empty() && design_.ends_inside.empty()) return;
  for (id const pin : design_.starts_inside) starts_or_ends_[pin] |= cut_in_front;
  for (id const pin : design_.ends_inside) starts_or_ends_[pin] |= cut_behind;
  vector_by_id<std::uint32_t> seen(design_.pin_load.size(), 0);
  std::uint32_t stamp = 0;
  for (auto const& of : delays_) {
    auto const joined = [&](bool whole) { return joins(of, whole, seen, ++stamp); };
    if (!joined(false) && joined(true))
      notes_.add("a path delay without paths: others start or end between its ends",
                 where(constraints_.file, of.at));
  }
}

/// Whether paths lead from the first to the last pins of a path delay. `whole`: as if no path delay cut any.
inline bool flattener::joins(delay_between const& of, bool whole, vector_by_id<std::uint32_t>& seen,
                             std::uint32_t stamp) {
  std::vector<id> front = of.from;
  auto const starts_clock_at = [&](id pin) {
    return std::binary_search(clock_start_pins_.begin(), clock_start_pins_.end(), pin);
  };
  if (std::any_of(front.begin(), front.end(), starts_clock_at)) return true;  // no end stops clocks
  bool found = false;
  for (std::size_t n = 0; n < front.size() && !found; ++n) {
    id const pin = front[n];
    bool const starts = n < of.from.size();
    auto const flags = starts_or_ends_[pin];
    bool const ends = !whole && (flags & cut_behind) != 0 && !(starts && (flags & cut_in_front) != 0);
    fanout().for_each(pin, [&](id to, id arc) {
      if (seen[to] == stamp) return;
      if (!whole && (starts_or_ends_[to] & (cut_in_front | cut_behind)) == cut_in_front) return;
      arc_type const* const type = arc == none ? nullptr : &design_.arc_types[design_.arc_type_of[arc]];
      bool const launches = type != nullptr && type->launches;
      if ((ends && !launches) || (launches && !starts) || (type != nullptr && type->slews_only)) return;
      seen[to] = stamp;
      front.push_back(to);
      found = found || std::find(of.to.begin(), of.to.end(), to) != of.to.end();
    });
  }
  return found;
}

}  // namespace gsta::detail
