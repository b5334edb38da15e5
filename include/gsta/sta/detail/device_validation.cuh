#pragma once

#include <string>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/atomic.hpp"
#include "gsta/flat/validate.hpp"

namespace gsta {

namespace detail {
/// Sets the flag where something is wrong; many threads may, with the same value.
struct bad_flag {
  id* set;
  GSTA_HD void unless(bool good) const noexcept {
    if (!good) *set = 1;
  }
};

GSTA_HD inline bool is_id(id value, std::size_t count, bool none_allowed) noexcept {
  return (none_allowed && value == none) || (value >= 0 && static_cast<std::size_t>(value) < count);
}

struct ids_op {
  device_span<id const> values;
  std::size_t count;
  bool none_allowed;
  bad_flag bad;
  GSTA_HD void operator()(std::size_t i) const noexcept { bad.unless(is_id(values[i], count, none_allowed)); }
};

struct numbers_op {
  device_span<float const> values;
  float most;
  bad_flag bad;
  GSTA_HD void operator()(std::size_t i) const noexcept { bad.unless(math::is_within(values[i], most)); }
};

struct resistances_op {
  device_span<float const> values;
  bad_flag bad;
  GSTA_HD void operator()(std::size_t i) const noexcept { bad.unless(is_resistance(values[i])); }
};

struct loads_op {
  device_span<per_condition<float> const> load;
  bad_flag bad;
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    for (int c = 0; c < conditions; ++c) bad.unless(math::is_within(load[pin][c], most_capacitance));
  }
};

/// Slews, or what says that there is none.
struct slews_op {
  device_span<per_condition<float> const> slew;
  bad_flag bad;
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    for (int c = 0; c < conditions; ++c)
      bad.unless(math::is_within(slew[pin][c], most_time) || slew[pin][c] == undefined_arrival(c));
  }
};

/// Over begins: they ascend from 0 to `members`.
struct rows_op {
  device_span<id const> begin;
  std::size_t members;
  bad_flag bad;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    bad.unless(i == 0 ? begin[0] == 0 : begin[i - 1] <= begin[i]);
    if (i + 1 == begin.size()) bad.unless(begin[i] >= 0 && static_cast<std::size_t>(begin[i]) == members);
  }
};

/// No pin drives two nets. Looks at ids that may be wrong.
struct drivers_op {
  device_span<id const> driver;
  device_span<id> nets_of;  // [pins] zeros
  bad_flag bad;
  GSTA_HD void operator()(std::size_t net) const noexcept {
    if (!is_id(driver[net], nets_of.size(), false)) return bad.unless(false);
    bad.unless(fetch_add(nets_of[driver[net]], 1) == 0);
  }
};

/// A few threads a net: its local ids. Looks at rows that may be wrong.
struct net_wires_op {
  static constexpr std::size_t threads = 8;
  rc_view<memory_space::device> rc;
  device_span<id const> net_begin;
  bad_flag bad;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const net = i / threads;
    id const credit_level = static_cast<id>(i % threads);
    if (!is_row(rc.node_begin, net, rc.capacitance.size()) ||
        !is_row(rc.edge_begin, net, rc.resistance.size()))
      return bad.unless(false);
    std::size_t const nodes = static_cast<std::size_t>(rc.node_begin[net + 1] - rc.node_begin[net]);
    std::size_t const edges = static_cast<std::size_t>(rc.edge_begin[net + 1] - rc.edge_begin[net]);
    if (credit_level == 0) bad.unless(is_wire_root(rc.root[net], nodes, edges));
    constexpr id step = static_cast<id>(threads);
    for (id e = rc.edge_begin[net] + credit_level; e < rc.edge_begin[net + 1]; e += step)
      bad.unless(is_id(rc.edge_a[e], nodes, false) && is_id(rc.edge_b[e], nodes, false));
    for (id n = rc.node_begin[net] + credit_level; n < rc.node_begin[net + 1]; n += step) {
      id const sink = rc.node_sink[n];  // of the net's own; rows of nets were looked at before
      bad.unless(sink == none || (sink >= net_begin[net] && sink < net_begin[net + 1]));
    }
  }
  static GSTA_HD bool is_row(device_span<id const> begin, std::size_t row, std::size_t members) noexcept {
    return begin[row] >= 0 && begin[row] <= begin[row + 1] &&
           static_cast<std::size_t>(begin[row + 1]) <= members;
  }
};
}  // namespace detail

/// `validate` for a design whose arrays are on the device as well: sizes and what is short on the host, long
/// arrays where they are. Three parts, so that each can run as soon as its arrays are there (see
/// `upload_group`), before a stage takes their ids for positions. Only the host's `validate` tells what is
/// wrong: it is called, and throws, where a part found something.
class device_validation {
 public:
  /// Compares sizes of arrays and looks at types, constraints and tables, on the host.
  ///
  /// Throws: argument_error as `validate`.
  explicit device_validation(flat_design const& source) : source_(&source) {
    validate_short_arrays(source);
    has_parallel_drivers_ = !source.parallel_driver.empty();
    if (!has_parallel_drivers_) validate_parallel_drivers(source);
  }

  /// Nets, arcs and checks. Waits. Throws: argument_error as `validate`, cuda_error.
  void connections(cuda_executor const& exec, flat_view<memory_space::device> const& design) const {
    std::size_t const pins = design.pin_count();
    one_part const part(exec);
    buffer<id, memory_space::device> nets_of(exec, pins);
    fill(exec, nets_of.view(), 0);
    for_each_n(exec, design.nets.driver.size(),
               detail::drivers_op{design.nets.driver, nets_of.view(), part.bad()});
    part.rows(design.nets.begin, design.nets.sink.size());
    part.ids(design.nets.sink, pins);
    part.ids(design.arcs.from, pins);
    part.ids(design.arcs.to, pins);
    part.ids(design.arcs.type, design.arcs.types.size());
    part.ids(design.arcs.check_data, pins);
    part.ids(design.arcs.check_clock, pins);
    part.ids(design.arcs.check_type_of, design.arcs.check_types.size());
    finish(part);
    if (has_parallel_drivers_) validate_parallel_drivers(*source_);  // these are few, but need all nets
  }

  /// Extracted wires, as far as they are there, how wires differ, and loads; needs `connections` before.
  /// Waits. Throws: as there.
  void wires(cuda_executor const& exec, flat_view<memory_space::device> const& design) const {
    rc_view<memory_space::device> const& rc = design.rc;
    one_part const part(exec);
    part.rows(rc.node_begin, rc.capacitance.size());
    part.rows(rc.edge_begin, rc.resistance.size());
    for_each_n(exec, detail::net_wires_op::threads * rc.root.size(),
               detail::net_wires_op{rc, design.nets.begin, part.bad()});
    part.ids(rc.response, rc.responses.size(), true);
    part.numbers(rc.capacitance, most_capacitance);
    for_each_n(exec, rc.resistance.size(), detail::resistances_op{rc.resistance, part.bad()});
    for_each_n(exec, design.pin_load.size(), detail::loads_op{design.pin_load, part.bad()});
    finish(part);
  }

  /// Asserted slews and derates: what is there last. Waits. Throws: as above.
  void values(cuda_executor const& exec, flat_view<memory_space::device> const& design) const {
    one_part const part(exec);
    part.ids(design.arcs.derate, design.arcs.derates.size(), true);
    for_each_n(exec, design.asserted_slew.size(), detail::slews_op{design.asserted_slew, part.bad()});
    finish(part);
  }

 private:
  /// The flag of one part.
  struct one_part {
    explicit one_part(cuda_executor const& on) : exec(on), flag(on, 1) { fill(on, flag.view(), 0); }
    detail::bad_flag bad() const { return {flag.data()}; }
    void ids(device_span<id const> values, std::size_t count, bool none_allowed = false) const {
      for_each_n(exec, values.size(), detail::ids_op{values, count, none_allowed, bad()});
    }
    void numbers(device_span<float const> values, float most) const {
      for_each_n(exec, values.size(), detail::numbers_op{values, most, bad()});
    }
    void rows(device_span<id const> begin, std::size_t members) const {
      for_each_n(exec, begin.size(), detail::rows_op{begin, members, bad()});
    }
    cuda_executor exec;
    buffer<id, memory_space::device> flag;
  };

  void finish(one_part const& part) const {
    if (to_vector(part.exec, part.flag.view())[0] == 0) return;
    validate(*source_);
    throw argument_error("flat_design: the arrays on the device differ from those on the host");
  }

  flat_design const* source_;
  bool has_parallel_drivers_ = false;
};

}  // namespace gsta
