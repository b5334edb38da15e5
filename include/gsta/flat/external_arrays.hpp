#pragma once

#include <memory>

#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// The longest arrays of a flat design where they lie in memory of somebody else's, as a file's that is
/// mapped: those that no stage reads but for timing, which copies them to where it needs them.
struct external_arrays {
  host_span<per_condition<float> const> pin_load;       ///< as in `flat_design`
  host_span<per_condition<float> const> asserted_slew;  ///< as in `flat_design`
  host_span<id const> rc_node_begin;                    ///< as in `flat_design`
  host_span<id const> rc_edge_begin;                    ///< as in `flat_design`
  host_span<id const> rc_root;                          ///< as in `flat_design`
  host_span<id const> rc_node_sink;                     ///< as in `flat_design`
  host_span<id const> rc_edge_a;                        ///< as in `flat_design`
  host_span<id const> rc_edge_b;                        ///< as in `flat_design`
  host_span<float const> rc_capacitance;                ///< as in `flat_design`
  host_span<float const> rc_resistance;                 ///< as in `flat_design`
  host_span<id const> rc_response;                      ///< as in `flat_design`
  host_span<id const> arc_derate;                       ///< as in `flat_design`
  std::shared_ptr<void const> keep;  ///< owner of the memory; it lives as long as these arrays

  /// Puts these arrays into a view in the place of others.
  void put_into(flat_view<memory_space::host>& view) const noexcept {
    view.pin_load = pin_load, view.asserted_slew = asserted_slew;
    view.rc.node_begin = rc_node_begin, view.rc.edge_begin = rc_edge_begin, view.rc.root = rc_root;
    view.rc.node_sink = rc_node_sink, view.rc.edge_a = rc_edge_a, view.rc.edge_b = rc_edge_b;
    view.rc.capacitance = rc_capacitance, view.rc.resistance = rc_resistance;
    view.rc.response = rc_response, view.arcs.derate = arc_derate;
  }
  /// Copies each array to the vector of its name.
  template <class Design>
  void copy_into(Design& to) const {
    auto const copy = [](auto const& from, auto& list) { list.assign(from.begin(), from.end()); };
    copy(pin_load, to.pin_load), copy(asserted_slew, to.asserted_slew);
    copy(rc_node_begin, to.rc_node_begin), copy(rc_edge_begin, to.rc_edge_begin);
    copy(rc_root, to.rc_root), copy(rc_node_sink, to.rc_node_sink);
    copy(rc_edge_a, to.rc_edge_a), copy(rc_edge_b, to.rc_edge_b);
    copy(rc_capacitance, to.rc_capacitance), copy(rc_resistance, to.rc_resistance);
    copy(rc_response, to.rc_response), copy(arc_derate, to.arc_derate);
  }
};

}  // namespace gsta
