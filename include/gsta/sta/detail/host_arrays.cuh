#pragma once

#include <optional>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/pinned_copy.cuh"
#include "gsta/flat/flat_design.hpp"
#include "gsta/rc/star.hpp"

namespace gsta::detail {

/// Arrays of a flow go up in the order in which stages can use them.
enum upload_group : std::size_t {
  connections_group,  ///< nets, arcs and checks
  wires_group,        ///< RC or locations, and loads
  values_group,       ///< slews, tables, derates
};

template <class T>
device_span<T> writable(device_span<T const> array) noexcept {
  return {const_cast<T*>(array.data()), array.size()};
}

/// What a flow takes from the host: all of the design, but no RC where wires are stars.
inline flat_view<memory_space::host> arrays_of(flat_design const& source, bool stars) {
  flat_view<memory_space::host> view = source.view();
  if (stars) {
    auto const rc = view.rc;
    view.rc = {};
    view.rc.response = rc.response;
    view.rc.responses = rc.responses;
  }
  return view;
}

/// The same arrays on the device, not filled yet.
inline owned<flat_view, memory_space::device> allocate_like(cuda_executor const& exec,
                                                            flat_view<memory_space::host> const& from) {
  owned<flat_view, memory_space::device> result;
  result.view = from.map<memory_space::device>([&](auto const& array) {
    using value = std::remove_const_t<std::remove_reference_t<decltype(array[0])>>;
    return result.keep(buffer<value, memory_space::device>(exec, array.size()));
  });
  return result;
}

inline void add_connections(pinned_copy& copies, flat_view<memory_space::host> const& from,
                            flat_view<memory_space::device> const& to) {
  auto const add = [&](auto const& array, auto const& there) {
    copies.add(connections_group, array, writable(there));
  };
  add(from.nets.driver, to.nets.driver);
  add(from.nets.begin, to.nets.begin);
  add(from.nets.sink, to.nets.sink);
  add(from.parallel.begin, to.parallel.begin);
  add(from.parallel.driver, to.parallel.driver);
  add(from.arcs.from, to.arcs.from);
  add(from.arcs.to, to.arcs.to);
  add(from.arcs.type, to.arcs.type);
  add(from.arcs.types, to.arcs.types);
  add(from.arcs.check_data, to.arcs.check_data);
  add(from.arcs.check_clock, to.arcs.check_clock);
  add(from.arcs.check_type_of, to.arcs.check_type_of);
  add(from.arcs.check_types, to.arcs.check_types);
}

inline void add_wires(pinned_copy& copies, flat_view<memory_space::host> const& from,
                      flat_view<memory_space::device> const& to) {
  auto const add = [&](auto const& array, auto const& there) {
    copies.add(wires_group, array, writable(there));
  };
  add(from.rc.node_begin, to.rc.node_begin);
  add(from.rc.edge_begin, to.rc.edge_begin);
  add(from.rc.root, to.rc.root);
  add(from.rc.node_sink, to.rc.node_sink);
  add(from.rc.edge_a, to.rc.edge_a);
  add(from.rc.edge_b, to.rc.edge_b);
  add(from.rc.capacitance, to.rc.capacitance);
  add(from.rc.resistance, to.rc.resistance);
  add(from.rc.response, to.rc.response);
  add(from.rc.responses, to.rc.responses);
  add(from.pin_load, to.pin_load);
}

inline void add_values(pinned_copy& copies, flat_view<memory_space::host> const& from,
                       flat_view<memory_space::device> const& to) {
  auto const add = [&](auto const& array, auto const& there) {
    copies.add(values_group, array, writable(there));
  };
  copies.add_mostly(values_group, from.asserted_slew, writable(to.asserted_slew), undefined_arrival());
  add(from.luts.axis_begin, to.luts.axis_begin);
  add(from.luts.axis_points, to.luts.axis_points);
  add(from.luts.tables, to.luts.tables);
  add(from.luts.values, to.luts.values);
  add(from.arcs.derate, to.arcs.derate);
  add(from.arcs.derates, to.arcs.derates);
  add(from.arcs.measures, to.arcs.measures);
}

/// Places of pins on the device.
struct star_arrays {
  buffer<float, memory_space::device> x, y;
  buffer<std::uint8_t, memory_space::device> ideal;
  float resistance, capacitance;

  star_arrays(cuda_executor const& exec, star_view<memory_space::host> const& from)
      : x(exec, from.pin_x.size()),
        y(exec, from.pin_y.size()),
        ideal(exec, from.ideal.size()),
        resistance(from.resistance),
        capacitance(from.capacitance) {}
  void add(pinned_copy& copies, star_view<memory_space::host> const& from) {
    copies.add(wires_group, from.pin_x, x.view());
    copies.add(wires_group, from.pin_y, y.view());
    copies.add(wires_group, from.ideal, ideal.view());
  }
  star_view<memory_space::device> view() const {
    return {x.view(), y.view(), resistance, capacitance, ideal.view()};
  }
};

}  // namespace gsta::detail
