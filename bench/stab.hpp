#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "bench/generate_options.hpp"
#include "bench/placement.hpp"
#include "bench/stab_container.hpp"
#include "bench/stab_library.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta_bench {

namespace detail {
class stab_reader {
 public:
  stab_reader(std::string const& path, generated_wires wires) : file_(path), wires_(wires) {}

  placed_design make() {
    read_sizes();
    add_nets();
    place_pins();
    add_arcs();
    constrain();
    if (wires_ == generated_wires::tree) {
      add_trees();
    } else {
      leave_ideal();
      if (wires_ == generated_wires::star) make_star_wires(design(), made_.pins);
    }
    return std::move(made_);
  }

 private:
  gsta::flat_design& design() { return made_.design; }

  void read_sizes() {
    auto const numbers = file_.section<std::int64_t>("meta_i", 16);
    auto const size = [&](std::size_t i) {
      if (numbers[i] < 0 || numbers[i] > std::numeric_limits<gsta::id>::max() / 4)
        file_.fail("meta_i has a size out of range");
      return static_cast<std::size_t>(numbers[i]);
    };
    cells_ = size(0), pins_ = size(1), nets_ = size(2), arcs_ = size(3), net_arcs_ = size(4);
    library_arcs_ = size(5), tables_ = size(6), nodes_ = size(7), edges_ = size(8);
    inputs_ = size(9), outputs_ = size(10);
    auto const rest = file_.section<double>("meta_f", 8);
    period_ = rest[0];
    if (!(period_ > 0) || period_ > 1e9) file_.fail("meta_f has no clock period between 0 and 1 ms");
    for (std::size_t i = 1; i <= 2; ++i) {
      if (!(rest[i] >= 0) || rest[i] > 1e9)
        file_.fail("meta_f has a wire's resistance or capacitance out of range");
    }
    made_.pins.unit_resistance = static_cast<float>(rest[1]);
    made_.pins.unit_capacitance = static_cast<float>(rest[2]);
  }

  std::vector<std::int32_t> ids(char const* name, std::size_t count, std::size_t below) {
    auto values = file_.section<std::int32_t>(name, count);
    for (auto const value : values) check_id(name, value, 0, below);
    return values;
  }
  void check_id(char const* name, std::int64_t value, std::int64_t least, std::size_t below) const {
    if (value >= least && value < static_cast<std::int64_t>(below)) return;
    std::string sentence = name;
    file_.fail(sentence + " has " + std::to_string(value) + ", which is not in [" + std::to_string(least) +
               ", " + std::to_string(below) + ")");
  }
  std::vector<std::int32_t> rows(char const* name, std::size_t count, std::size_t members) {
    auto begin = file_.section<std::int32_t>(name, count + 1);
    std::string const array = name;
    if (begin.front() != 0 || begin.back() != static_cast<std::int64_t>(members) ||
        !std::is_sorted(begin.begin(), begin.end()))
      file_.fail(array + " does not ascend from 0 to the number of its members");
    return begin;
  }
  std::vector<float> numbers(char const* name, std::size_t count) {
    auto values = file_.section<float>(name, count);
    for (float const value : values) {
      if (std::isfinite(value)) continue;
      std::string const array = name;
      file_.fail(array + " has a value that is not finite");
    }
    return values;
  }

  /// The pins of a net follow each other, the driver first.
  void add_nets() {
    first_pin_ = rows("net_pin_start", nets_, pins_);
    made_.pins.net_is_ideal = file_.section<std::uint8_t>("net_is_clock", nets_);
    if (net_arcs_ + nets_ != pins_ || net_arcs_ > arcs_)
      file_.fail("meta_i has another number of net arcs than nets and pins make");
    design().net_sink.reserve(net_arcs_);
    for (std::size_t net = 0; net < nets_; ++net) {
      if (first_pin_[net] == first_pin_[net + 1]) file_.fail("net_pin_start has a net without pins");
      design().net_driver.push_back(first_pin_[net]);
      for (gsta::id pin = first_pin_[net] + 1; pin < first_pin_[net + 1]; ++pin)
        design().net_sink.push_back(pin);
      design().net_begin.push_back(static_cast<gsta::id>(design().net_sink.size()));
    }
  }

  void place_pins() {
    std::size_t const places = cells_ + inputs_ + outputs_;
    // there is a place for ports that drive nothing, too
    auto const x = file_.section<float>("cell_x"), y = file_.section<float>("cell_y");
    if (x.size() != y.size() || x.size() < places)
      file_.fail("cell_x and cell_y are too short, or not of one length");
    auto const node = ids("pin_node", pins_, x.size());
    auto const dx = numbers("pin_dx", pins_), dy = numbers("pin_dy", pins_);
    auto const load = numbers("pin_cap", 2 * pins_);
    made_.pins.pin_x.reserve(pins_), made_.pins.pin_y.reserve(pins_);
    design().pin_load.reserve(pins_);
    design().asserted_slew.assign(pins_, gsta::undefined_arrival());
    for (std::size_t pin = 0; pin < pins_; ++pin) {
      made_.pins.pin_x.push_back(x[node[pin]] + dx[pin]);
      made_.pins.pin_y.push_back(y[node[pin]] + dy[pin]);
      if (!std::isfinite(made_.pins.pin_x.back()) || !std::isfinite(made_.pins.pin_y.back()))
        file_.fail("cell_x or cell_y has a value that is not finite");
      float const early = load[2 * pin], late = load[2 * pin + 1];
      design().pin_load.push_back({early, early, late, late});
    }
  }

  /// Net arcs come first in the file; ours follow from the nets.
  void add_arcs() {
    auto const from = ids("arc_from", arcs_, pins_), to = ids("arc_to", arcs_, pins_);
    auto const of_library = file_.section<std::int32_t>("arc_lib", 2 * arcs_);
    for (std::size_t net = 0; net < nets_; ++net) {
      for (gsta::id a = design().net_begin[net]; a < design().net_begin[net + 1]; ++a) {
        if (from[a] != design().net_driver[net] || to[a] != design().net_sink[a])
          file_.fail("arc_from and arc_to do not start with the arcs of nets");
      }
    }
    stab_library library(file_, design(), library_arcs_, tables_);
    for (auto* const array : {&design().arc_from, &design().arc_to, &design().arc_type_of})
      array->reserve(arcs_ - net_arcs_);
    for (std::size_t arc = net_arcs_; arc < arcs_; ++arc) {
      auto const& types = library.types_of(of_library[2 * arc], of_library[2 * arc + 1]);
      for (gsta::id const type : types.arcs) design().add_arc(from[arc], to[arc], type);
      for (gsta::id const type : types.checks) design().add_check(to[arc], from[arc], type);
    }
  }

  /// One clock, from whose rising edge every arrival counts.
  void constrain() {
    auto const period = static_cast<gsta::femtoseconds>(std::llround(period_ * 1000));
    design().clocks.push_back({period, {0, period / 2}});
    design().clock_name.emplace_back("clock");
    auto const four = [](std::vector<float> const& values, std::size_t i) {
      return gsta::per_condition<float>{values[4 * i], values[4 * i + 1], values[4 * i + 2],
                                        values[4 * i + 3]};
    };
    auto const input = ids("pi_pin", inputs_, pins_), output = ids("po_pin", outputs_, pins_);
    auto const arrival = numbers("pi_at", 4 * inputs_), slew = numbers("pi_slew", 4 * inputs_);
    for (std::size_t i = 0; i < inputs_; ++i) {
      design().sources.push_back({input[i], 0, four(arrival, i)});
      design().asserted_slew[input[i]] = four(slew, i);
    }
    auto const required = numbers("po_rat", 4 * outputs_), load = numbers("po_load", 4 * outputs_);
    for (std::size_t i = 0; i < outputs_; ++i) {
      gsta::id const pin = output[i];
      design().outputs.push_back(pin);
      design().requirements.push_back({pin, gsta::none, four(required, i)});
      for (int c = 0; c < gsta::conditions; ++c)
        design().pin_load[pin][c] += load[4 * i + static_cast<std::size_t>(c)];
    }
  }

  void leave_ideal() {
    design().rc_root.assign(nets_, gsta::none);
    design().rc_node_begin.assign(nets_ + 1, 0);
    design().rc_edge_begin.assign(nets_ + 1, 0);
  }

  /// Nodes count from 0 in each net; wires put half their capacitance at both ends.
  void add_trees() {
    auto const node_begin = rows("rc_node_start", nets_, nodes_),
               edge_begin = rows("rc_edge_start", nets_, edges_);
    auto const pin = file_.section<std::int32_t>("rc_node_pin", nodes_);
    auto const a = file_.section<std::int32_t>("rc_edge_from", edges_),
               b = file_.section<std::int32_t>("rc_edge_to", edges_);
    auto const length = numbers("rc_edge_len", edges_);
    auto& d = design();
    for (auto* const array : {&d.rc_node_sink, &d.rc_edge_a, &d.rc_edge_b}) array->reserve(nodes_);
    for (auto* const array : {&d.rc_capacitance, &d.rc_resistance}) array->reserve(nodes_);
    for (std::size_t net = 0; net < nets_; ++net) {
      std::int32_t const first = node_begin[net];
      bool const ideal = made_.pins.net_is_ideal[net] != 0 || first == node_begin[net + 1];
      d.rc_root.push_back(ideal ? gsta::none : 0);
      if (!ideal) {
        std::size_t const shift = d.rc_capacitance.size();
        add_nodes(net, pin, node_begin);
        for (std::int32_t e = edge_begin[net]; e < edge_begin[net + 1]; ++e) {
          check_id("rc_edge_from", a[e], first, static_cast<std::size_t>(node_begin[net + 1]));
          check_id("rc_edge_to", b[e], first, static_cast<std::size_t>(node_begin[net + 1]));
          float const half = 0.5f * (made_.pins.unit_capacitance * length[e]);
          for (std::int32_t const end : {a[e], b[e]})
            d.rc_capacitance[shift + static_cast<std::size_t>(end - first)] += half;
          d.rc_edge_a.push_back(a[e] - first);
          d.rc_edge_b.push_back(b[e] - first);
          d.rc_resistance.push_back(made_.pins.unit_resistance * length[e]);
        }
      }
      d.rc_node_begin.push_back(static_cast<gsta::id>(d.rc_capacitance.size()));
      d.rc_edge_begin.push_back(static_cast<gsta::id>(d.rc_resistance.size()));
    }
  }
  /// The first is the driver's. A sink's net arc: the drivers of nets before it are no sinks.
  void add_nodes(std::size_t net, std::vector<std::int32_t> const& pin,
                 std::vector<std::int32_t> const& begin) {
    if (pin[begin[net]] != first_pin_[net]) file_.fail("rc_node_pin does not start a net with its driver");
    for (std::int32_t n = begin[net]; n < begin[net + 1]; ++n) {
      bool const is_sink = n > begin[net] && pin[n] != -1;
      if (is_sink)
        check_id("rc_node_pin", pin[n], first_pin_[net] + 1, static_cast<std::size_t>(first_pin_[net + 1]));
      design().rc_node_sink.push_back(is_sink ? pin[n] - static_cast<gsta::id>(net) - 1 : gsta::none);
      design().rc_capacitance.push_back(0);
    }
  }

  stab_container file_;
  generated_wires wires_;
  placed_design made_;
  std::size_t cells_ = 0, pins_ = 0, nets_ = 0, arcs_ = 0, net_arcs_ = 0, library_arcs_ = 0, tables_ = 0,
              nodes_ = 0, edges_ = 0, inputs_ = 0, outputs_ = 0;
  double period_ = 0;  // ps
  std::vector<std::int32_t> first_pin_;
};
}  // namespace detail

/// Reads a `.stab` file, the flat arrays of one design that other timers read as well. Wires are those of the
/// placement (`star`: as arrays; `placed`: left to who has the placement) or the file's trees. The clock's
/// root net is ideal. Time it under `contest_rules`.
///
/// Shapes: a file of one problem. Units: ps, fF, kOhm, um. Cost: linear in the file; 24 bytes an RC node for
/// trees. Where: host. Throws: input_error where the file is no STAB file, is cut short, or has ids or
/// numbers out of range.
inline placed_design read_stab(std::string const& path, generated_wires wires = generated_wires::placed) {
  return detail::stab_reader(path, wires).make();
}

}  // namespace gsta_bench
