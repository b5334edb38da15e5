#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/update/detail/same_types.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// Takes what wires do over to another design that is much the same, net by net: where everything that a
/// net's wires are found from is what its counterpart had.
class wire_carrier {
 public:
  /// `pin_before`: [pins of now] their counterparts, or none.
  wire_carrier(timed_parts const& before, timed_parts const& now, host_span<id const> pin_before,
               same_types const& types)
      : before_(before), now_(now), pin_before_(pin_before), types_(types) {}

  /// Returns the nets that are to be found anew.
  std::vector<id> run() {
    vector_by_id<id> driven(before_.design.pin_count(), none), others;
    auto const& nets_before = before_.design.nets;
    for (std::size_t net = 0; net < nets_before.driver.size(); ++net)
      driven[nets_before.driver[net]] = static_cast<id>(net);
    for (std::size_t pin = 0; pin < now_.wires->load.size(); ++pin)
      now_.wires->load[pin] = same_value(0.0f);  // of pins that drive nothing
    auto const& nets = now_.design.nets;
    for (std::size_t i = 0; i < nets.driver.size(); ++i) {
      id const net = static_cast<id>(i), driver = pin_before_[nets.driver[net]];
      id const was = driver == none ? none : driven[driver];
      if (was == none || !is_same(net, was))
        others.push_back(net);
      else
        transfer(net, was);
    }
    return others;
  }

 private:
  template <class T>
  static bool same_rows(host_span<T const> a, id first_a, host_span<T const> b, id first_b, id count) {
    auto const bytes = static_cast<std::size_t>(count) * sizeof(T);
    return bytes == 0 || std::memcmp(a.data() + first_a, b.data() + first_b, bytes) == 0;
  }
  bool same_pin(id pin, id was) const {
    return pin_before_[pin] == was && !differs(now_.design.pin_load[pin], before_.design.pin_load[was]);
  }

  bool is_same(id net, id was) const {
    auto const &nets = now_.design.nets, &of = before_.design.nets;
    auto const &rc = now_.design.rc, &rc_was = before_.design.rc;
    id const first = nets.begin[net], first_was = of.begin[was], count = nets.begin[net + 1] - first;
    id const node = rc.node_begin[net], node_was = rc_was.node_begin[was],
             nodes = rc.node_begin[net + 1] - node;
    id const edge = rc.edge_begin[net], edge_was = rc_was.edge_begin[was],
             edges = rc.edge_begin[net + 1] - edge;
    if (count != of.begin[was + 1] - first_was || nodes != rc_was.node_begin[was + 1] - node_was ||
        edges != rc_was.edge_begin[was + 1] - edge_was || rc.root[net] != rc_was.root[was])
      return false;
    bool same = same_pin(nets.driver[net], of.driver[was]) &&
                same_rows(rc.capacitance, node, rc_was.capacitance, node_was, nodes) &&
                same_rows(rc.resistance, edge, rc_was.resistance, edge_was, edges) &&
                same_rows(rc.edge_a, edge, rc_was.edge_a, edge_was, edges) &&
                same_rows(rc.edge_b, edge, rc_was.edge_b, edge_was, edges);
    for (id k = 0; k < count && same; ++k)
      same = same_pin(nets.sink[first + k], of.sink[first_was + k]) &&
             types_.same_response(first + k, first_was + k);
    for (id k = 0; k < nodes && same; ++k) {
      id const sink = rc.node_sink[node + k], sink_was = rc_was.node_sink[node_was + k];
      same = (sink == none) == (sink_was == none) && (sink == none || sink - first == sink_was - first_was);
    }
    return same;
  }

  void transfer(id net, id was) const {
    auto const &nets = now_.design.nets, &of = before_.design.nets;
    wire_state<memory_space::host>& to = *now_.wires;
    wire_state<memory_space::host> const& from = *before_.wires;
    to.load[nets.driver[net]] = from.load[of.driver[was]];
    if (!to.pi.empty()) to.pi[net] = from.pi[was];
    std::copy(from.sink.data() + of.begin[was], from.sink.data() + of.begin[was + 1],
              to.sink.data() + nets.begin[net]);
  }

  timed_parts const &before_, &now_;
  host_span<id const> pin_before_;
  same_types const& types_;
};

}  // namespace gsta::detail
