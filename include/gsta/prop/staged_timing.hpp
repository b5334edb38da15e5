#pragma once

#include "gsta/prop/detail/forward_layer.hpp"

namespace gsta {

/// Slews and arrivals read from where the stages left them, before they are handed out by id: for the few
/// pins that somebody needs at once. The same bits as `publish_arrivals` writes.
template <memory_space S>
struct staged_timing {
  detail::forward_layer<S, true, true> layer;
  span<publish_record const, S> publish;      ///< [vertices]
  span<detail::stage_value const, S> values;  ///< [4 * values]

  GSTA_HD float slew(id vertex, int c) const noexcept { return at(vertex, c).slew; }
  GSTA_HD float arrival(id vertex, int c) const noexcept { return at(vertex, c).arrival; }

 private:
  GSTA_HD detail::stage_value at(id vertex, int c) const noexcept {
    publish_record const record = publish[vertex];
    detail::stage_value value = values[static_cast<std::size_t>(record.value) * conditions + c];
    if (record.wire != none)
      layer.through_wire(record.wire, c, layer.model.prepare_wire(record.wire, c), value);
    return value;
  }
};

}  // namespace gsta
