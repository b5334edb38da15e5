#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/constrain/detail/host_graph.hpp"
#include "gsta/constrain/detail/live_states.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// [pins] 1 where clocks come and something behind, reached by no launching arc, is checked: there clocks are
/// data, or are forwarded.
inline std::vector<std::uint8_t> clocks_as_data(host_graph const& graph, arrival_rules const& rules,
                                                std::vector<flat_source> const& sources,
                                                arcs_ahead const& arcs) {
  std::size_t const pins = graph.fanin_begin.size() - 1;
  bool const anywhere = rules.check_data.empty() && rules.requirements.empty();
  vector_by_id<std::uint8_t> comes(pins, 0), ends(pins, anywhere ? 1 : 0);
  std::vector<id> front;
  auto const come = [&](id pin) {
    if (comes[pin] == 0) front.push_back(pin);
    comes[pin] = 1;
  };
  for (auto const& source : sources) {
    if (source.kind == arrival_kind::clock) come(source.pin);
  }
  for (auto const& of : rules.generated) come(of.pin);
  for (std::size_t n = 0; n < front.size(); ++n) {
    for (id const to : arcs.passing.at(front[n])) come(to);
  }
  for (id const pin : rules.check_data) ends[pin] = 1;
  for (auto const& of : rules.requirements) ends[of.pin] = 1;
  vector_by_id<std::uint8_t> leads(pins, 0);
  std::vector<id> back;
  auto const lead = [&](id pin) {
    if (comes[pin] == 0 || leads[pin] != 0) return;
    leads[pin] = 1;
    back.push_back(pin);
  };
  for (id const pin : front) {
    if (ends[pin] != 0) lead(pin);
  }
  for (std::size_t n = 0; n < back.size(); ++n) each_fanin(graph, rules, back[n], lets_data_pass, lead);
  return leads;
}

}  // namespace gsta::detail
