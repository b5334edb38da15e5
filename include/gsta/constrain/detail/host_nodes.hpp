#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gsta/constrain/detail/host_graph.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// Nodes on loops through latches, by levels, and how many of them latches depart from where a loop was
/// opened.
struct latch_component {
  std::vector<id> order, level_begin{0};
  std::size_t opened = 0;
};

/// A node graph built on the host: compressed rows both ways and level order.
struct node_expansion {
  std::vector<id> pin_begin, node_pin, node_tag;
  std::vector<id> fanin_begin{0}, fanin_from, fanin_arc, fanout_begin, fanout_to, fanout_arc;
  std::vector<id> order, level_begin{0};
  std::vector<std::uint8_t> node_mask;
  latch_component looping;

  timing_graph_view<memory_space::host> view() const noexcept {
    return {view_of(fanin_begin),  view_of(fanin_from), view_of(fanin_arc),
            view_of(fanout_begin), view_of(fanout_to),  view_of(fanout_arc)};
  }
};

/// What `make_nodes` makes on the host.
struct host_nodes {
  node_expansion nodes;
  std::vector<tag> tags;
  std::vector<exception_row> exception_rows{{}};
  std::vector<corner_values> asserted;  ///< [nodes]
};

/// Pins as nodes where there is one tag and no rule tells arrivals apart; nothing where there is more.
GSTA_HOST_INLINE std::optional<host_nodes> nodes_on_pins(std::size_t pins,
                                                         std::vector<flat_source> const& sources,
                                                         arrival_rules const& rules);

/// A node for each pin and tag that can meet.
GSTA_HOST_INLINE host_nodes nodes_by_tag(host_graph const& graph, std::vector<flat_source> const& sources,
                                         arrival_rules const& rules);

}  // namespace gsta::detail
