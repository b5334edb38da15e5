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

  /// Writes the vertex's slews and arrivals, and returns the arrivals.
  GSTA_HD corner_values hand_out(std::size_t vertex) const noexcept { return publish.hand_out(vertex); }
};

}  // namespace gsta
