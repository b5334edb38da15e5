#pragma once

#include <numeric>

#include "gsta/constrain/detail/expand.hpp"
#include "gsta/constrain/detail/host_nodes.hpp"
#include "gsta/constrain/detail/tag_words.hpp"

namespace gsta::detail {

GSTA_HOST_LAZY std::optional<host_nodes> nodes_on_pins(std::size_t pins,
                                                       std::vector<flat_source> const& sources,
                                                       arrival_rules const& rules) {
  tag_table const tags = tags_of(sources, pins);
  if (!nodes_can_be_pins(tags, rules)) return {};
  host_nodes nodes;
  nodes.tags = tags.all();
  nodes.pin_begin.resize(pins + 1);
  std::iota(nodes.pin_begin.begin(), nodes.pin_begin.end(), 0);
  nodes.node_tag.assign(pins, 0);
  nodes.node_mask.assign(pins, 0b1111);
  assert_on_pins(sources, nodes);
  return nodes;
}

GSTA_HOST_LAZY host_nodes nodes_by_tag(host_graph const& graph, std::vector<flat_source> const& sources,
                                       arrival_rules const& rules) {
  tag_table tags;
  if (sources.empty()) tags.of({});
  arrival_steps steps(graph, rules, sources);
  host_nodes nodes = expand_nodes(graph, steps, tags, rules, sources);
  assert_arrivals(steps, tags, sources, nodes);
  nodes.exception_rows = steps.walk().rows();
  nodes.tags = tags.all();
  return nodes;
}

}  // namespace gsta::detail
