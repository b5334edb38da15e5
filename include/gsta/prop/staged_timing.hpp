#pragma once

#include "gsta/prop/detail/forward_layer.hpp"

namespace gsta {

/// Slews and arrivals where the stages left them, before they are handed out by id: for who needs those of
/// few pins at once, or hands them out together with more. The same bits as `publish_arrivals` writes.
template <memory_space S>
struct staged_timing {
  detail::publish_op<S, detail::forward_layer<S, true, true>> publish;

  /// Slew and arrival of a node and its pin, which are one vertex here.
  GSTA_HD detail::stage_value at(id vertex, id, int c) const noexcept {
    publish_record const record = publish.publish[vertex];
    detail::stage_value value =
        publish.results.values[static_cast<std::size_t>(record.value) * conditions + c];
    if (record.wire != none) {
      auto const& layer = publish.layer;
      layer.through_wire(record.wire, c, layer.model.prepare_wire(record.wire, c), value);
    }
    return value;
  }

  /// Delay of the wire of a sink between stages.
  GSTA_HD float wire_delay(publish_record const& record, int c) const noexcept {
    auto const& layer = publish.layer;
    detail::stage_value value =
        publish.results.values[static_cast<std::size_t>(record.value) * conditions + c];
    return layer.through_wire(record.wire, c, layer.model.prepare_wire(record.wire, c), value).delay;
  }

  /// Writes the vertex's slews and arrivals, and returns the arrivals.
  GSTA_HD corner_values hand_out(std::size_t vertex) const noexcept { return publish.hand_out(vertex); }
};

/// The same where pins have several nodes: arrivals where the stages left them, slews by pin.
template <memory_space S>
struct staged_arrivals {
  detail::publish_op<S, detail::forward_layer<S, false, true>> publish;
  span<corner_values const, S> slew;  ///< [pins]

  GSTA_HD detail::stage_value at(id node, id pin, int c) const noexcept {
    publish_record const record = publish.publish[node];
    detail::stage_value value =
        publish.results.values[static_cast<std::size_t>(record.value) * conditions + c];
    if (record.wire != none)
      publish.layer.through_wire(record.wire, c, {publish.layer.arc_delay[record.wire][c], 0}, value);
    return {slew[pin][c], value.arrival};
  }

  /// Delay of the wire of a sink between stages.
  GSTA_HD float wire_delay(publish_record const& record, int c) const noexcept {
    return publish.layer.arc_delay[record.wire][c];
  }

  /// Writes the node's arrivals, and returns them.
  GSTA_HD corner_values hand_out(std::size_t node) const noexcept { return publish.hand_out(node); }
};

}  // namespace gsta
