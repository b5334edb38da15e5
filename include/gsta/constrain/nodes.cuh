#pragma once

#include <algorithm>
#include <future>
#include <ranges>
#include <thread>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/expand.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/core/algorithm.cuh"
#include "gsta/core/functional.hpp"
#include "gsta/core/host_memory.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::make_nodes, cuda_executor> = true;

namespace detail {
template <>
struct threads_beside<cuda_executor> {
  static unsigned count() noexcept { return std::clamp(std::thread::hardware_concurrency(), 1u, 16u); }
  static void run(std::size_t parts, void (*part)(void const* of, std::size_t i), void const* of) {
    std::vector<std::future<void>> others;
    for (std::size_t i = 1; i < parts; ++i) others.push_back(std::async(std::launch::async, part, of, i));
    part(of, 0);
    for (auto& other : others) other.get();
  }
};

/// Room for `n` items, in large pages: to touch it takes most of the time of who fills it.
template <class T>
void make_room(std::vector<T>& list, std::size_t n) {
  list.reserve(n);
  prefer_large_pages(list.data(), n * sizeof(T));
}

inline timing_nodes<memory_space::device> make_pin_nodes(cuda_executor const& exec, std::size_t pins,
                                                         std::vector<tag> const& tags,
                                                         std::vector<flat_source> const& sources) {
  timing_nodes<memory_space::device> nodes;
  nodes.tags = tags;
  host_nodes asserted;
  assert_on_pins(sources, asserted);
  nodes.node_asserted = assert_on_nodes(exec, pins, asserted);
  nodes.node_pin = buffer<id, memory_space::device>(exec, pins);
  for_each_n(exec, pins, iota_op<memory_space::device>{nodes.node_pin.view()});
  exec.sync();  // the host arrays that were copied from end here
  return nodes;
}
}  // namespace detail

/// True if a look at a design's sources, types, exceptions and latches shows that its nodes are its pins: one
/// kind of arrival, launched by one edge. Where it is false they may be nonetheless.
///
/// Shapes: any. Cost: O(sources + types + exceptions). Where: host. Throws: argument_error on a source off
/// the graph.
inline bool has_plain_nodes(flat_design const& design) {
  for (auto const& type : design.arc_types) {
    if (type.slews_only) return false;
  }
  arrival_rules rules;
  rules.exceptions = view_of(design.exceptions);
  rules.generated = view_of(design.generated);
  rules.latches = view_of(design.latches);
  return detail::nodes_can_be_pins(detail::tags_of(design.sources, design.pin_count()), rules);
}

/// The nodes of a design that `has_plain_nodes`, but for `graph` and `order`, which are those of the pins,
/// and for what `number_plain_nodes` makes: they can be made before these.
///
/// Shapes: as `timing_nodes`. Cost: O(sources), and a launch. Where: the executor; waits. Throws:
/// argument_error on a source off the graph.
inline timing_nodes<memory_space::device> make_plain_nodes(cuda_executor const& exec,
                                                           flat_design const& design) {
  std::size_t const pins = design.pin_count();
  return detail::make_pin_nodes(exec, pins, detail::tags_of(design.sources, pins).all(), design.sources);
}

/// What stands on the host of nodes that are pins: `pin_begin`, `node_tag` and `node_mask`. Updates do not
/// look at these; credits, checks that the host lists and reports do.
///
/// Shapes: as `timing_nodes`. Cost: O(pins), most of it for the pages of new memory. Where: host. Throws:
/// what allocation throws.
inline void number_plain_nodes(std::size_t pins, timing_nodes<memory_space::device>& nodes) {
  constexpr std::size_t worth_a_thread = 1 << 20;
  auto const tags = std::async(pins < worth_a_thread ? std::launch::deferred : std::launch::async, [&] {
    detail::make_room(nodes.node_tag, pins);
    nodes.node_tag.assign(pins, 0);
    detail::make_room(nodes.node_mask, pins);
    nodes.node_mask.assign(pins, 0b1111);
  });
  detail::make_room(nodes.pin_begin, pins + 1);
  std::ranges::iota_view const numbers(id{0}, static_cast<id>(pins + 1));
  nodes.pin_begin.assign(numbers.begin(), numbers.end());
  tags.wait();
}

/// `make_nodes` (constrain/nodes.hpp) on a device, with an equal result: if pins are nodes, only asserted
/// values and not arrays of all pins go to the device.
///
/// Shapes: as the generic one. Cost: O(pins), or as the generic one. Where: the executor; waits. Throws: as
/// the generic one.
inline timing_nodes<memory_space::device> make_nodes(cuda_executor const& exec,
                                                     timing_graph<memory_space::device> const& pins,
                                                     levels<memory_space::device> const& order,
                                                     device_span<edge_map const> edges,
                                                     std::vector<flat_source> const& sources,
                                                     arrival_rules const& rules = {}) {
  std::size_t const count = pins.view.vertex_count();
  auto const tags = detail::tags_of(sources, count);
  if (!detail::nodes_can_be_pins(tags, rules))
    return make_nodes<cuda_executor>(exec, pins, order, edges, sources, rules);
  auto nodes = detail::make_pin_nodes(exec, count, tags.all(), sources);
  number_plain_nodes(count, nodes);
  nodes.graph = pins;
  nodes.order = order;
  return nodes;
}

}  // namespace gsta
