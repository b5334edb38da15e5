#pragma once

#include <algorithm>
#include <unordered_set>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// What reports say is missing. Needs all else of the design.
inline void flattener::find_gaps() {
  if (!sdc_) return;
  auto& gaps = design_.gaps;
  auto const real_and_once = [&](std::vector<id>& pins) {
    for (id& pin : pins) pin = design_.real_pin(pin);
    std::sort(pins.begin(), pins.end());
    pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
  };
  for (std::size_t pin = 0; has_constants_ && pin < value_.size(); ++pin) {
    if (is_constant(static_cast<id>(pin))) gaps.constants.push_back(static_cast<id>(pin));
  }
  for (std::size_t pin = 0; pin < disabled_pin_.size(); ++pin) {
    if (is_disabled_driver(static_cast<id>(pin))) gaps.disabled.push_back(static_cast<id>(pin));
  }
  real_and_once(gaps.constants);
  real_and_once(gaps.disabled);
  find_clock_gaps();
}

/// Ports that no delay is given at; clocks' sources and constants need none.
inline void flattener::find_free_ports() {
  std::unordered_set<std::string_view> arrives, required;
  for (auto const& arrival : constraints_.arrivals) arrives.insert(arrival.pin);
  for (auto const& one : constraints_.required) required.insert(one.pin);
  for (auto const& clock : constraints_.clocks) arrives.insert(clock.sources.begin(), clock.sources.end());
  for (auto const& given : constraints_.generated_clocks)
    arrives.insert(given.clock.sources.begin(), given.clock.sources.end());
  for (auto const& port : netlist_.ports) {
    id const pin = port_.find(port.name)->second;
    if (is_constant(pin)) continue;
    bool const in = port.direction != model::direction::output;
    bool const out = port.direction != model::direction::input;
    if (in && !arrives.contains(port.name)) design_.gaps.free_inputs.push_back(pin);
    if (out && !required.contains(port.name)) design_.gaps.free_outputs.push_back(pin);
  }
}

/// Clock pins are those that a library has arcs to outputs from, whether or not these count here; clocks are
/// those that reach them whatever is constant.
inline void flattener::find_clock_gaps() {
  auto const networks = clock_network(design_, {design_, fanout(), true}, true);
  vector_by_id<std::uint8_t> clocks(design_.pin_load.size(), 0);  // none, one, several
  for (auto const& network : networks) {
    for (auto const& at : network) {
      if (design_.real_pin(at.pin) == at.pin && clocks[at.pin] < 2) ++clocks[at.pin];
    }
  }
  constexpr std::size_t at_once = 8192;
  struct part {
    std::vector<id> unclocked{}, several_clocks{};
  };
  std::vector<part> parts((instances_.size() + at_once - 1) / at_once);
  threads_.for_each_piece(parts.size(), [&](std::size_t p) {
    auto const end = std::min(instances_.size(), (p + 1) * at_once);
    for (auto i = p * at_once; i < end; ++i) {
      id last = none;
      for (auto const& arc : instances_[i].cell->arcs) {
        id const pin = instances_[i].first_pin + arc.from;
        if (arc.is_latch || pin == last || !design_.arc_types[arc.type].launches) continue;
        last = pin;
        if (clocks[pin] == 0) parts[p].unclocked.push_back(pin);
        if (clocks[pin] > 1) parts[p].several_clocks.push_back(pin);
      }
    }
  });
  auto const append = [](std::vector<id>& to, std::vector<id> const& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (auto const& one : parts) {
    append(design_.gaps.unclocked, one.unclocked);
    append(design_.gaps.several_clocks, one.several_clocks);
  }
  for (auto* const list : {&design_.gaps.unclocked, &design_.gaps.several_clocks}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  find_sourceless(clocks);
}

/// Generated clocks that no master was found for, or none comes to.
inline void flattener::find_sourceless(vector_by_id<std::uint8_t> const& clocks) {
  for (auto const& given : constraints_.generated_clocks) {
    id const source = find_pin(given.source, options_.pin_separator);
    bool const reached = source != none && (clocks[source] != 0 || clocks[driving_pin(source)] != 0);
    if (!reached || !clock_.contains(given.clock.name))
      design_.gaps.sourceless_clocks.push_back(given.clock.name);
  }
  std::sort(design_.gaps.sourceless_clocks.begin(), design_.gaps.sourceless_clocks.end());
}

}  // namespace gsta::detail
