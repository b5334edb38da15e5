#pragma once

#include <utility>

#include "gsta/constrain/detail/clock_paths.hpp"
#include "gsta/constrain/detail/host_clock_tree.hpp"
#include "gsta/constrain/detail/make_credit_levels.hpp"

namespace gsta::detail {

GSTA_HOST_INLINE std::vector<std::uint8_t> started_places(std::vector<per_condition<float>> const& asserted) {
  std::vector<std::uint8_t> result;
  for (auto const& at : asserted) {
    for (int e = 0; e < 2; ++e)
      result.push_back(math::is_defined(at[e]) || math::is_defined(at[2 + e]) ? 1 : 0);
  }
  return result;
}

GSTA_HOST_INLINE std::shared_ptr<clock_paths> find_clock_paths(clock_path_places const& places,
                                                               clock_paths_input input) {
  flat_design const& design = places.design;
  auto const rules = arrival_rules_of(design);
  vector_by_id<std::uint8_t> is_shadow;
  for (id const pin : input.node_pin)
    is_shadow.push_back(rules.shadow.empty() ? design.real_pin(pin) != pin : rules.shadow[pin] != 0);
  clock_path_finder finder(design, rules, places.tags, places.node_tag, std::move(input));
  finder.add_recorded(places.pin_begin);
  finder.add_launches(is_shadow);
  finder.add_inputs(places.pin_begin);
  finder.add_captures(places.checks, places.pairs);
  finder.add_clock_starts();
  return finder.take();
}

GSTA_HOST_INLINE std::vector<id> merges_of(clock_paths const& paths) {
  if (paths.meetings != nullptr) return paths.meetings->merges();
  std::vector<id> places;
  for (id const s : paths.stages->merges()) places.push_back(paths.stages->walked(paths.stages->place(s)));
  return places;
}

GSTA_HOST_INLINE void choose_fanin(clock_paths& paths, std::vector<id> const& winners) {
  auto& stages = *paths.stages;
  for (std::size_t i = 0; i < winners.size(); ++i)
    stages.choose(stages.merges()[i / 2], i % 2 == 0 ? split::early : split::late, winners[i]);
}

GSTA_HOST_INLINE host_credit_levels cut_into_levels(clock_paths const& paths) {
  return credit_level_maker(paths).take();
}

}  // namespace gsta::detail
