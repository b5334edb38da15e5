#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// A path delay makes paths start at its first pins and end at its last ones where else none do; unless it
/// probes, other paths end in front of these and behind those.
inline void flattener::add_delay_ends(path_exception const& made, model::path_exception const& given) {
  if (starts_or_ends_.empty()) list_starts_and_ends();
  for (id const pin : made.from) {
    if ((starts_or_ends_[pin] & path_starts) != 0 || is_constant(pin)) continue;
    starts_or_ends_[pin] |= path_starts;
    design_.sources.push_back({pin, none, same_value(0.0f), arrival_kind::data});
    if ((starts_or_ends_[pin] & has_fanin) != 0 && !given.probe) design_.starts_inside.push_back(pin);
  }
  for (id const pin : made.to) {
    if ((starts_or_ends_[pin] & path_ends) != 0) continue;
    starts_or_ends_[pin] |= path_ends;
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
    if (design_.check_types[design_.check_type_of[i]].is_checked)
      flags[design_.check_data[i]] |= path_ends;
  }
  // What a constant or disabled clock does not check ends no path.
  for (auto const& instance : instances_) {
    for (auto const& check : instance.cell->checks) flags[instance.first_pin + check.data] |= path_ends;
  }
  for (id const pin : design_.outputs) flags[pin] |= path_ends;
  for (auto const& requirement : design_.requirements) flags[requirement.pin] |= path_ends;
}

inline void flattener::add_delay_requirement(id pin, corner_values const& required) {
  flat_requirement made{pin, none, required};
  made.by_delay = true;
  design_.requirements.push_back(made);
}

/// Inputs that no delay is given at start paths of no clock, for path delays alone.
inline void flattener::start_free_inputs() {
  for (id const port : design_.gaps.free_inputs) {
    id const pin = driving_side(port);
    if ((starts_or_ends_[pin] & path_starts) != 0 || is_disabled_driver(pin)) continue;
    design_.sources.push_back({pin, none, same_value(0.0f), arrival_kind::data});
  }
}

/// Path delays hold at outputs that have no other required time, and those that end anywhere hold where
/// nothing follows.
inline void flattener::end_delays() {
  if (starts_or_ends_.empty()) return;
  if (starts_anywhere_) start_free_inputs();
  std::map<id, corner_values> left;
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
  if (!ends_anywhere_) return;
  for (std::size_t pin = 0; pin < starts_or_ends_.size(); ++pin) {
    if ((starts_or_ends_[pin] & (has_fanin | has_fanout | path_ends)) == has_fanin)
      add_delay_requirement(static_cast<id>(pin));
  }
}

}  // namespace gsta::detail
