#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "gsta/constrain/detail/host_checks.hpp"
#include "gsta/constrain/detail/list_checks.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

GSTA_LAZY latch_rows rows_of_latches(flat_design const& design, std::vector<latch_pair> pairs,
                                     std::size_t nodes, std::size_t checks) {
  latch_rows result;
  if (design.latches.empty()) return result;
  result.row_of.assign(nodes, none);
  std::map<id, std::vector<id>> by_node;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (id const node : pairs[i].departs) {
      if (node == none) continue;
      auto& row = by_node[node];
      if (row.empty() || row.back() != static_cast<id>(i)) row.push_back(static_cast<id>(i));
    }
  }
  for (auto const& [node, row] : by_node) {
    result.row_of[node] = static_cast<id>(result.begin.size()) - 1;
    result.row_pair.insert(result.row_pair.end(), row.begin(), row.end());
    result.begin.push_back(static_cast<id>(result.row_pair.size()));
  }
  std::map<id, id> data_of;
  for (auto const& latch : design.latches) data_of[latch.departs] = latch.data;
  for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
    auto const found = data_of.find(design.arc_from[i]);
    if (found == data_of.end()) continue;
    result.arc.push_back(static_cast<id>(design.net_sink.size() + i));
    result.arc_to.push_back(design.arc_to[i]);
    result.arc_data.push_back(found->second);
    result.arc_departs.push_back(found->first);
  }
  std::vector<id> opens;
  result.pair_of.assign(checks, none);
  for (auto const& pair : pairs) {
    result.pair_of[pair.check] = static_cast<id>(opens.size());
    opens.push_back(pair.opens);
  }
  result.by_opening = group_by(opens, nodes);
  result.by_data = group_by(result.arc_data, design.pin_count());
  result.pair = std::move(pairs);
  return result;
}

GSTA_HOST_LAZY host_checks make_host_checks(host_threads const& threads, flat_design const& design,
                                            vector_by_id<tag> const& tags,
                                            std::vector<exception_row> const& rows,
                                            nodes_of_pins const& nodes) {
  auto listed = list_checks(threads, design, tags, rows, nodes);
  auto const& checks = listed.checks;
  vector_by_id<id> data, capture, endpoint, place, pins;
  for (auto* const of : {&data, &capture, &endpoint}) {
    reserve_in_large_pages(*of, checks.size());
    of->resize(checks.size());
  }
  // By pin: whether it is an endpoint, and the how manieth. A table of all is faster than to sort and search.
  reserve_in_large_pages(place, design.pin_count());
  place.assign(design.pin_count(), none);
  for (id const pin : list_endpoints(design)) place[pin] = 0;
  for (auto const& check : checks) place[check.data_pin] = 0;
  for (std::size_t pin = 0; pin < place.size(); ++pin) {
    if (place[pin] == none) continue;
    place[pin] = static_cast<id>(pins.size());
    pins.push_back(static_cast<id>(pin));
  }
  for (std::size_t i = 0; i < checks.size(); ++i) {
    data[i] = checks[i].data;
    capture[i] = checks[i].capture;
    endpoint[i] = place[checks[i].data_pin];
  }
  std::size_t const node_count = nodes.node_tag.size();
  host_checks result;
  threads.for_each_piece(3, [&](std::size_t which) {
    if (which == 0) result.by_data = group_by(data, node_count);
    if (which == 1) result.by_capture = group_by(capture, node_count);
    if (which == 2) result.by_endpoint = group_by(endpoint, pins.size());
  });
  result.latches = rows_of_latches(design, std::move(listed.pairs), node_count, checks.size());
  result.checks = std::move(listed.checks);
  result.group_rows = std::move(listed.group_rows);
  result.endpoint_pin = std::move(pins);
  return result;
}

}  // namespace gsta::detail
