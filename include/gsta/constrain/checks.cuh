#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/detail/library_check.hpp"
#include "gsta/constrain/detail/list_checks.hpp"
#include "gsta/constrain/detail/list_tagged_checks.hpp"
#include "gsta/constrain/nodes.cuh"
#include "gsta/core/functional.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::make_checks, cuda_executor> = true;

namespace detail {
template <class T>
using device_buffer = buffer<T, memory_space::device>;

/// Library check i of a design whose pins are its nodes and whose one tag has a clock.
struct plain_check_op {
  arc_view<memory_space::device> arcs;
  check_figures figures[figure_sorts];
  device_span<timing_check> out;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    check_type const& type = arcs.check_types[arcs.check_type_of[i]];
    id const data = arcs.check_data[i], clock = arcs.check_clock[i];
    out[i] =
        library_check(type, data, clock, data, clock, static_cast<id>(i), figures[figure_sort(type.kind)]);
  }
};

struct off_graph_op {
  device_span<id const> data, clock;
  id pins;
  GSTA_HD id operator()(std::size_t i) const noexcept {
    bool const on = data[i] >= 0 && data[i] < pins && clock[i] >= 0 && clock[i] < pins;
    return on ? 0 : 1;
  }
};

struct list_marked_op {
  device_span<id const> marked, rank;
  device_span<id> out;
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    if (marked[pin] != 0) out[rank[pin]] = static_cast<id>(pin);
  }
};

/// Where checks belong: their nodes, and their endpoints by the rank of the pin among these. Without a
/// capturing node they belong behind all.
struct check_keys_op {
  device_span<timing_check const> check;
  device_span<id const> endpoint_of;  // [pins + 1]
  id nodes;
  device_span<id> data, capture, endpoint;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    data[i] = check[i].data;
    capture[i] = check[i].capture == none ? nodes : check[i].capture;
    endpoint[i] = endpoint_of[check[i].data_pin];
  }
};

/// `group_by` where every member has a group; `group_of` is used up.
struct device_grouping {
  device_buffer<id> begin, member;
  device_grouping(cuda_executor const& exec, device_span<id> group_of, std::size_t groups)
      : begin(exec, groups + 1), member(exec, group_of.size()) {
    device_buffer<id> count(exec, groups);
    fill(exec, count.view(), 0);
    for_each_n(exec, group_of.size(), count_op<memory_space::device>{group_of, count.view()});
    exclusive_scan(exec, std::as_const(count).view(), begin.view());
    for_each_n(exec, member.size(), iota_op<memory_space::device>{member.view()});
    sort_by_key(exec, group_of, member.view());
  }
};

/// The endpoints of a design, ascending, and for each pin how many stand before it.
struct device_endpoints {
  device_buffer<id> before, pin;

  device_endpoints(cuda_executor const& exec, flat_design const& design, device_span<id const> check_data,
                   std::size_t pins)
      : before(exec, pins + 1) {
    auto const others = list_required_endpoints(design);
    auto const device_others = clone(exec, others);
    device_buffer<id> marked(exec, pins);
    fill(exec, marked.view(), 0);
    using mark_pins = mark_op<id, memory_space::device>;
    for_each_n(exec, check_data.size(), mark_pins{check_data, marked.view(), 1});
    for_each_n(exec, others.size(), mark_pins{device_others.view(), marked.view(), 1});
    exclusive_scan(exec, std::as_const(marked).view(), before.view());
    auto const count =
        static_cast<std::size_t>(to_vector(exec, std::as_const(before).view().subspan(pins, 1))[0]);
    pin = device_buffer<id>(exec, count);
    for_each_n(exec, pins,
               list_marked_op{std::as_const(marked).view(), std::as_const(before).view(), pin.view()});
  }
};

inline void require_on_graph(cuda_executor const& exec, flat_design const& design,
                             arc_view<memory_space::device> const& arcs, std::size_t pins) {
  auto const on_graph = [&](id pin) {
    require(pin >= 0 && static_cast<std::size_t>(pin) < pins, "make_checks: a pin is off the graph");
  };
  for (auto const& requirement : design.requirements) on_graph(requirement.pin);
  for (id const pin : design.outputs) on_graph(pin);
  require(arcs.check_data.size() == arcs.check_clock.size() &&
              arcs.check_data.size() == arcs.check_type_of.size(),
          "make_checks: arrays of checks differ in size");
  id const off =
      reduce(exec, arcs.check_data.size(),
             off_graph_op{arcs.check_data, arcs.check_clock, static_cast<id>(pins)}, id{0}, larger_of<id>{});
  require(off == 0, "make_checks: a pin is off the graph");
}

/// `list_checks` of a design whose pins are its nodes.
inline checks_in<memory_space::device> list_plain_checks(cuda_executor const& exec, flat_design const& design,
                                                         arc_view<memory_space::device> const& arcs,
                                                         vector_by_id<tag> const& tags) {
  std::vector<exception_row> const no_rows{{}};
  pins_as_nodes const nodes;
  check_lister list(design, tags, no_rows, nodes);
  for (std::size_t i = 0; i < design.requirements.size(); ++i) list.add_requirement(static_cast<id>(i));
  auto const outputs = list.take();
  id const launched = tags[0].launch_edge;
  std::size_t const library = launched == none ? 0 : arcs.check_data.size();
  checks_in<memory_space::device> result{{exec, library + outputs.size()}, library};
  if (library > 0) {
    clock_pairs clocks(design);
    plain_check_op op{arcs, {}, result.checks.view()};
    for (std::size_t sort = 0; sort < figure_sorts; ++sort)
      op.figures[sort] = clocks.figures(launched, launched, kinds_of_figures[sort]);
    for_each_n(exec, library, op);
  }
  copy(exec, host_span<timing_check const>(outputs.data(), outputs.size()),
       result.checks.view().subspan(library, outputs.size()));
  exec.sync();  // the host array that was copied from ends here
  return result;
}

/// Rows of checks that are listed.
inline timing_checks<memory_space::device> rows_of_checks(cuda_executor const& exec,
                                                          checks_in<memory_space::device> listed,
                                                          device_endpoints endpoints, std::size_t nodes) {
  std::size_t const count = listed.checks.size();
  device_buffer<id> data(exec, count), capture(exec, count), endpoint(exec, count);
  for_each_n(exec, count,
             check_keys_op{std::as_const(listed.checks).view(), std::as_const(endpoints.before).view(),
                           static_cast<id>(nodes), data.view(), capture.view(), endpoint.view()});
  device_grouping by_data(exec, data.view(), nodes);
  device_grouping by_capture(exec, capture.view(), nodes + 1);
  device_grouping by_endpoint(exec, endpoint.view(), endpoints.pin.size());
  timing_checks<memory_space::device> result;
  result.view = {result.keep(std::move(listed.checks)),
                 result.keep(std::move(by_data.begin)),
                 result.keep(std::move(by_data.member)),
                 result.keep(std::move(by_capture.begin)).subspan(0, nodes + 1),
                 result.keep(std::move(by_capture.member)).subspan(0, listed.captured),
                 result.keep(std::move(by_endpoint.begin)),
                 result.keep(std::move(by_endpoint.member)),
                 result.keep(std::move(endpoints.pin))};
  return result;
}

/// Whether the device lists a design's checks: where clocks' edges alone say what is checked, of pins that
/// are nodes one clock.
inline bool lists_on_device(flat_design const& design, timing_nodes<memory_space::device> const& nodes,
                            launching_edges const& edges) {
  constexpr std::size_t most_figures = 1 << 20;
  bool const tells_clocks = std::any_of(design.check_types.begin(), design.check_types.end(),
                                        [](check_type const& type) { return type.only_clock != none; });
  return design.exceptions.empty() && design.latches.empty() && design.pin_uncertainties.empty() &&
         (nodes.one_per_pin ? !tells_clocks : edges.table_size() <= most_figures);
}
}  // namespace detail

/// `make_checks` (constrain/checks.hpp) on a device, with an equal result. Where there are no exceptions,
/// latches and uncertainties of pins, checks and rows are made on the device from `arcs`, the design's arrays
/// there; else on the host.
///
/// Shapes: as the generic one. Cost: three sorts of the checks, a pass over pairs of nodes to count and one
/// to list, scans; or as the generic one. Where: the executor; waits. Throws: as the generic one, cuda_error.
inline timing_checks<memory_space::device> make_checks(cuda_executor const& exec, flat_design const& design,
                                                       arc_view<memory_space::device> const& arcs,
                                                       timing_nodes<memory_space::device> const& nodes) {
  detail::launching_edges const edges(nodes.tags);
  if (!detail::lists_on_device(design, nodes, edges)) return make_checks<cuda_executor>(exec, design, nodes);
  // Of the nodes: the pins of a netlist on the device are in no list of the host's design.
  std::size_t const pins = nodes.one_per_pin ? nodes.count() : nodes.pin_begin.size() - 1;
  detail::require_on_graph(exec, design, arcs, pins);
  auto listed = nodes.one_per_pin ? detail::list_plain_checks(exec, design, arcs, nodes.tags)
                                  : detail::list_tagged_checks(exec, design, arcs, nodes, edges);
  return detail::rows_of_checks(exec, std::move(listed), {exec, design, arcs.check_data, pins},
                                nodes.count());
}

/// `make_checks` on a device from the host's arrays alone.
///
/// Shapes, Cost, Where, Throws: as above.
inline timing_checks<memory_space::device> make_checks(cuda_executor const& exec, flat_design const& design,
                                                       timing_nodes<memory_space::device> const& nodes) {
  auto const arcs = clone_view(exec, design.view().arcs);
  return make_checks(exec, design, arcs.view, nodes);
}

}  // namespace gsta
