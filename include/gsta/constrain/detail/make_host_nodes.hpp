#pragma once

#include <utility>

#include "gsta/constrain/detail/expand.hpp"
#include "gsta/constrain/detail/host_nodes.hpp"

namespace gsta::detail {

GSTA_HOST_INLINE std::optional<host_nodes> nodes_on_pins(std::size_t pins,
                                                         std::vector<flat_source> const& sources,
                                                         arrival_rules const& rules) {
  tag_table const tags = tags_of(sources, pins);
  if (!nodes_can_be_pins(tags, rules)) return {};
  return host_nodes{nodes_are_pins(pins), tags.all(), {{}}, assert_on_pins(pins, sources)};
}

GSTA_HOST_INLINE host_nodes nodes_by_tag(host_graph const& graph, std::vector<flat_source> const& sources,
                                         arrival_rules const& rules) {
  tag_table tags;
  if (sources.empty()) tags.of({});
  arrival_steps steps(graph, rules);
  host_nodes result{expand_nodes(graph, steps, tags, rules, sources), {}, {}, {}};
  result.asserted = assert_arrivals(result.nodes, steps, tags, sources);
  result.exception_rows = steps.walk().rows();
  result.tags = tags.all();
  return result;
}

}  // namespace gsta::detail
