#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/expand.hpp"
#include "gsta/constrain/detail/host_nodes.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/macros.hpp"

namespace gsta::detail {

/// Whether tags that sources have and arcs launch are all there is to tell arrivals apart.
inline bool tags_alone_tell(arrival_rules const& rules) {
  return rules.generated.empty() && rules.latches.empty() && rules.senses.empty() &&
         rules.only_clock.empty() && rules.ends.empty() &&
         std::none_of(rules.exceptions.begin(), rules.exceptions.end(), has_states);
}

/// The tag of a source of no exception.
inline tag tag_of(flat_source const& source) { return {source.launch_edge, 0, 0, source.kind}; }

/// Slots of tags: those of one launching edge in one word.
class slot_numbers {
 public:
  id of(tag const& t) {
    bool const any = t.kind == arrival_kind::any;
    auto const next = static_cast<id>(pairs_.size());
    id const pair = pairs_.try_emplace({t.launch_edge, any}, next).first->second;
    id const half = static_cast<id>(slots_a_word) / 2;
    return pair / half * static_cast<id>(slots_a_word) + pair % half +
           (t.kind == arrival_kind::data ? half : 0);
  }

 private:
  std::map<std::pair<id, bool>, id> pairs_;
};

GSTA_LAZY std::uint64_t slot_bits(id slot) noexcept {
  return std::uint64_t{0b1111} << slot % static_cast<id>(slots_a_word) * conditions;
}

GSTA_LAZY void seed_words(std::vector<flat_source> const& sources, tag_table const& tags, tag_words& words) {
  std::size_t const n = words.stays.size();
  for (auto const& source : sources) words.seeded.push_back(source.pin);
  std::sort(words.seeded.begin(), words.seeded.end());
  words.seeded.erase(std::unique(words.seeded.begin(), words.seeded.end()), words.seeded.end());
  words.seeds.assign(words.seeded.size() * n, 0);
  for (auto const& source : sources) {
    id const slot = words.slot[tags.known(tag_of(source))];
    auto const at = std::lower_bound(words.seeded.begin(), words.seeded.end(), source.pin);
    auto const row = static_cast<std::size_t>(at - words.seeded.begin());
    words.seeds[row * n + static_cast<std::size_t>(slot) / slots_a_word] |=
        slot_bits(slot) & each_slot * defined_mask(source.arrival);
  }
}

GSTA_HOST_LAZY std::optional<tag_words> words_of_tags(std::size_t pins,
                                                      std::vector<flat_source> const& sources,
                                                      arrival_rules const& rules) {
  constexpr std::size_t most_words = 8;  // 64 clock edges
  if (sources.empty() || !tags_alone_tell(rules)) return {};
  tag_table tags = tags_of(sources, pins);
  for (auto const& t : std::vector<tag>(tags.all())) {
    if (auto const behind = launched_tag(t)) tags.of(*behind);
  }
  tags.sort();
  tag_words words;
  slot_numbers slots;
  for (auto const& t : tags.all()) {
    id const slot = slots.of(t);
    auto const w = static_cast<std::size_t>(slot) / slots_a_word;
    if (w >= most_words) return {};
    if (w >= words.stays.size()) {
      words.stays.resize(w + 1, 0);
      words.ideal.resize(w + 1, 0);
    }
    words.slot.push_back(slot);
    if (t.kind == arrival_kind::any) words.stays[w] |= slot_bits(slot);
    if (is_ideal(rules, t)) words.ideal[w] |= slot_bits(slot);
  }
  words.tags = tags.all();
  seed_words(sources, tags, words);
  return words;
}

GSTA_HOST_LAZY void keep_used(tag_words& words, std::vector<std::uint64_t> const& used) {
  std::size_t kept = 0;
  for (std::size_t t = 0; t < words.tags.size(); ++t) {
    id const slot = words.slot[t];
    if ((used[static_cast<std::size_t>(slot) / slots_a_word] & slot_bits(slot)) == 0) continue;
    words.tags[kept] = words.tags[t];
    words.slot[kept++] = slot;
  }
  words.tags.resize(kept);
  words.slot.resize(kept);
}

GSTA_HOST_LAZY void finish_words(tag_words const& words, std::vector<flat_source> const& sources,
                                 host_nodes& nodes) {
  tag_table tags;
  for (auto const& t : words.tags) tags.of(t);
  list_launched(tags, nodes);
  assertions all;
  for (auto const& source : sources) {
    std::uint8_t const mask = defined_mask(source.arrival);
    if (mask == 0) continue;
    auto const edges = static_cast<edge_set>((mask | mask >> 2) & any_edge);
    per_condition<float> arrival = undefined_arrival();
    for (int c = 0; c < conditions; ++c) {
      if (has_edge(edges, edge_of(c))) arrival[c] = source.arrival[c];
    }
    all.push_back({find_node(nodes, source.pin, tags.known(tag_of(source))), arrival});
  }
  keep_asserted(std::move(all), nodes);
  nodes.tags = words.tags;
}

}  // namespace gsta::detail
