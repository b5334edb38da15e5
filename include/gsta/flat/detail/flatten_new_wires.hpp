#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/wire_network.hpp"

namespace gsta::detail {

/// What a wire that was read later makes of one net of the flat design.
struct new_wire {
  wire_network network;           ///< its sinks are positions among the net's
  bool sets_load;                 ///< of several drivers, what they see of each other goes by wires
  per_condition<float> load;      ///< then the driver's
  model::wire_net const* record;  ///< that it is made of
};

/// Names, nets and loads alone: enough for wires that are read later.
inline void flattener::add_names() {
  add_pins();
  apply_loads();
}

/// Whether a design has these nets, in this order, with the same pins; second vertices count as their pins.
inline bool flattener::has_nets_of(flat_design const& design) const {
  std::size_t row = 0;
  std::vector<id> sinks;
  for (auto const& net : nets_) {
    for (id const driver : net.drivers) {
      if (row == design.net_driver.size() ||
          design.real_pin(design.net_driver[row]) != design_.real_pin(driver))
        return false;
      list_sinks(net, driver, sinks);
      auto const first = design.net_sink.begin() + design.net_begin[row],
                 last = design.net_sink.begin() + design.net_begin[row + 1];
      if (!std::equal(first, last, sinks.begin(), sinks.end(),
                      [&](id pin, id sink) { return design.real_pin(pin) == design_.real_pin(sink); }))
        return false;
      ++row;
    }
  }
  return row == design.net_driver.size();
}

/// Where the flat nets of each net begin: one a driver.
inline std::vector<id> flattener::first_rows() const {
  std::vector<id> first;
  first.reserve(nets_.size());
  id row = 0;
  for (auto const& net : nets_) {
    first.push_back(row);
    row += static_cast<id>(net.drivers.size());
  }
  return first;
}

/// The nets that the parasitics have, each once, in ascending order.
inline std::vector<id> flattener::nets_with_wires() const {
  std::vector<id> nets;
  for (auto const& wire : input_.parasitics.nets)
    if (id const net = find_net(wire.name); net != none) nets.push_back(net);
  std::sort(nets.begin(), nets.end());
  nets.erase(std::unique(nets.begin(), nets.end()), nets.end());
  return nets;
}

/// What the parasitics, which were filled behind `add_names`, make of their nets: `take(net, position of the
/// driver, new_wire)`, in the order of flat nets. Notes are those of `add_nets`. Throws: as that; whatever it
/// throws, other parasitics may come next.
template <class Take>
void flattener::each_new_wire(Take const& take) {
  for (auto* const of : {&wire_counts_, &wire_is_instance_}) of->clear();
  wire_pin_begin_.clear();
  wire_pin_.clear();
  stitched_.clear();
  ports_are_cut_ = false;
  auto const nets = nets_with_wires();
  struct forget {
    large_vector<net_record>& all;
    std::vector<id> const& nets;
    ~forget() {
      for (id const net : nets) all[net].wire = nullptr;
    }
  } const behind{nets_, nets};
  list_counting_wires();
  find_wires();
  net_part part;
  for (id const n : nets) {
    net_record const& net = nets_[n];
    for (std::size_t k = 0; net.wire != nullptr && k < net.drivers.size(); ++k) {
      id const driver = net.drivers[k];
      part.clear();
      add_rows(net, driver, driver, part);
      take(n, k,
           new_wire{part.network(), sdc_ && net.drivers.size() > 1,
                    load_beside(design_.pin_load[driver], part.nets.back().loads), net.wire});
      notes_.merge(part.notes);
    }
  }
}

}  // namespace gsta::detail
