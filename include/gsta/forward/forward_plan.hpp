#pragma once

#include <cstdint>

#include "gsta/forward/detail/cut.hpp"
#include "gsta/forward/detail/layer.hpp"
#include "gsta/forward/detail/tile.hpp"
#include "gsta/forward/propagate.hpp"

namespace gsta {

namespace primitive {
struct forward_plan;
}

/// Where a sweep leaves the delays of cell arcs.
enum class delay_layout : std::uint8_t {
  by_arc,   ///< in `delay_state::arc_delay`
  by_slot,  ///< in the plan, in the order of the sweep: writes stream; `scatter_delays` scatters them
};

/// The forward pass, cut once and run many times. It serves one layer or both; see
/// `make_delay_plan`, `make_arrival_plan`, `make_fused_plan`.
template <memory_space S, bool Slews, bool Arrivals>
struct forward_plan {
  using layer_type = detail::forward_layer<S, Slews, Arrivals>;  ///< what a sweep reads and writes
  forward_cut<S> cut;                                            ///< the graph's part in the plan
  buffer<typename layer_type::storage::element, S> values;       ///< [4 * cut.values]
  buffer<per_condition<id>, S> positions;      ///< [cut.values] winning arcs; empty without the arrival layer
  buffer<per_condition<float>, S> cell_delay;  ///< [slots] under `delay_layout::by_slot`, else empty
  buffer<id, S> arc_slot;                      ///< [cell arcs] under `delay_layout::by_slot`, else empty
  packed_tables<S> tables;                     ///< empty without the delay layer
  id most_sinks = 0;  ///< in one tile; 0: the plan does not sweep by effective capacitances
};

}  // namespace gsta
