#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gsta/constrain/detail/host_graph.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// Links to the nodes of pins where more than their tags says what passes: where exceptions are live, where
/// generated clocks start, behind latches. Between all other nodes tags say it (`node_joins`).
template <memory_space S>
struct listed_links_view {
  span<id const, S> row_of;     ///< [pins] row of a listed pin's first node, none for others; or empty
  span<id const, S> begin;      ///< [rows + 1] into `from` and `arc`: fan-in, a row for each node
  span<id const, S> from, arc;  ///< [links]
  span<id const, S> out_from;   ///< [links that go on, or that required times alone take] ascending, then
  span<id const, S> out_arc;    ///< [...] by arc, then
  span<id const, S> out_to;     ///< [...] by node
  template <memory_space D, class F>
  listed_links_view<D> map(F f) const {
    return {f(row_of), f(begin), f(from), f(arc), f(out_from), f(out_arc), f(out_to)};
  }
};

/// The arrays of `listed_links_view`.
struct listed_links {
  vector_by_id<id> row_of, begin{0}, from, arc, out_from, out_arc, out_to;

  listed_links_view<memory_space::host> view() const noexcept {
    return {view_of(row_of),   view_of(begin),   view_of(from),  view_of(arc),
            view_of(out_from), view_of(out_arc), view_of(out_to)};
  }
};

/// A link between nodes.
struct node_link {
  id from, arc, to;
  auto operator<=>(node_link const&) const = default;
};

/// Nodes by levels.
struct leveled_nodes {
  std::vector<id> order, level_begin{0};
};

/// What the host finds out about nodes: which there are, and what is special about their links.
struct host_nodes {
  vector_by_id<tag> tags;
  vector_by_id<exception_row> exception_rows{{}};
  vector_by_id<id> pin_begin{0}, node_tag;
  vector_by_id<std::uint8_t> node_mask;
  std::vector<id> launched;   ///< [tags] what arrivals become behind an arc that launches; none: stopped
  vector_by_id<id> launches;  ///< [tags] what becomes each behind such an arc, or none
  listed_links links;
  std::vector<id> asserted;                   ///< nodes with an arrival of their own
  std::vector<per_condition<float>> arrival;  ///< [asserted]
  leveled_nodes by_level;                     ///< `order` is empty where levels are those of pins
  leveled_nodes looping;                      ///< on loops through latches
  std::size_t opened_loops = 0;
};

/// Words of 64 bits say what reaches a pin: a slot of four bits, one a condition, for each tag. The tags of
/// one launching edge lie in one word: what comes as a clock in its lower half, what it launches in its
/// upper.
struct tag_words {
  vector_by_id<tag> tags;            ///< ascending
  vector_by_id<id> slot;             ///< [tags]
  std::vector<std::uint64_t> stays;  ///< [words] slots that arcs that launch let through
  std::vector<std::uint64_t> ideal;  ///< [words] slots of ideal clocks
  std::vector<id> seeded;            ///< pins where sources are, ascending
  std::vector<std::uint64_t> seeds;  ///< [seeded][words] what they assert
};
inline constexpr std::size_t slots_a_word = 16;
inline constexpr int launched_slots = 32;                           ///< bits from a clock to what it launches
inline constexpr std::uint64_t each_slot = 0x1111'1111'1111'1111u;  ///< condition 0 of each

/// Tags in words; nothing where rules tell more apart than tags, or where there are very many.
GSTA_HOST_LAZY std::optional<tag_words> words_of_tags(std::size_t pins,
                                                      std::vector<flat_source> const& sources,
                                                      arrival_rules const& rules);
/// Drops tags that reach no pin; `used` is the union of all pins' words.
GSTA_HOST_LAZY void keep_used(tag_words& words, std::vector<std::uint64_t> const& used);
/// What else is known of nodes whose pins, tags and masks are.
GSTA_HOST_LAZY void finish_words(tag_words const& words, std::vector<flat_source> const& sources,
                                 host_nodes& nodes);

/// Tens of thousands of exceptions between the same registers would fill any memory.
inline void require_node_room(std::size_t nodes, std::size_t pins) {
  constexpr std::size_t most = 16'000'000, most_a_pin = 64;
  std::size_t const most_ids = static_cast<std::size_t>(std::numeric_limits<id>::max()) - 1;
  require(nodes <= std::min(std::max(most, most_a_pin * pins), most_ids),
          "make_nodes: constraints tell more than 16 million arrivals apart, and more than 64 a pin");
}

/// Pins as nodes where there is one tag and no rule tells arrivals apart; nothing where there is more.
GSTA_HOST_LAZY std::optional<host_nodes> nodes_on_pins(std::size_t pins,
                                                       std::vector<flat_source> const& sources,
                                                       arrival_rules const& rules);

/// A node for each pin and tag that can meet.
GSTA_HOST_LAZY host_nodes nodes_by_tag(host_graph const& graph, std::vector<flat_source> const& sources,
                                       arrival_rules const& rules);

}  // namespace gsta::detail
