#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "bench/generate_constraints.hpp"
#include "bench/generate_derates.hpp"
#include "bench/generate_library.hpp"
#include "bench/generate_netlist.hpp"
#include "bench/generate_options.hpp"
#include "bench/generate_wires.hpp"
#include "bench/placement.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta_bench {

/// Where a cell's pins start (inputs in order, then the output), and its type, a row of the library.
struct generated_instance {
  int cell = 0;
  gsta::id first_pin = 0;
};

/// A generated design with what its netlist was made from. Pins: inputs, the clock, outputs, then those of
/// the instances.
struct generated_netlist {
  placed_design placed;
  generated_library library;
  std::vector<generated_instance> instances;
  std::size_t inputs = 0, outputs = 0;
};

namespace detail {
/// Writes cells, nets and constraints into flat arrays. Cells are numbered along the layout's curve, so that
/// neighbours have near ids and levels are mixed, as in netlists made by modules; ports come first.
class design_writer {
 public:
  explicit design_writer(generate_options const& options)
      : options_(options),
        random_(options.seed ^ 0x63656c6cu),
        shape_(shape_maker(options).make()),
        nets_(connector(shape_, options.seed).make()) {}

  generated_netlist make() {
    library_ = make_library(design_, options_.conditional);
    choose_types();
    number_pins();
    add_cells();
    add_nets();
    add_trees();
    constrain({design_, random_, options_}, shape_.inputs, shape_.outputs);
    if (options_.has_derates()) add_derates(design_, clock_tree_pins(), options_);
    return collect();
  }

 private:
  std::size_t cells() const { return shape_.cells(); }
  std::size_t first_buffer() const { return shape_.registers + shape_.combinational; }
  std::size_t clock_port() const { return cells() + shape_.inputs; }  // as a driver
  generated_cell const& cell_of(std::size_t cell) const { return library_.cells[type_[cell]]; }

  void choose_types() {
    type_.resize(cells());
    for (std::size_t cell = 0; cell < cells(); ++cell) {
      bool const is_register = cell < shape_.registers, is_buffer = cell >= first_buffer();
      std::vector<int> const& among =
          is_buffer     ? library_.clock_buffers
          : is_register ? (shape_.data_inputs[cell] == 3 ? library_.scan_registers : library_.registers)
                        : library_.by_inputs[shape_.data_inputs[cell]];
      type_[cell] = static_cast<std::uint8_t>(strong_enough(among, shape_.fanout[cell]));
    }
  }
  /// Any type; for many sinks the strongest of some.
  int strong_enough(std::vector<int> const& among, std::uint32_t fanout) {
    int best = among[random_.below(among.size())];
    for (int i = 0; i < 8 && static_cast<int>(fanout) > 2 * library_.cells[best].drive; ++i) {
      int const other = among[random_.below(among.size())];
      if (library_.cells[other].drive > library_.cells[best].drive) best = other;
    }
    return best;
  }

  /// Ports: inputs, the clock, outputs. Then each cell's inputs and its output.
  void number_pins() {
    std::size_t const ports = shape_.inputs + 1 + shape_.outputs;
    std::vector<std::uint32_t> order(cells());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return nets_.place[a] != nets_.place[b] ? nets_.place[a] < nets_.place[b] : a < b;
    });
    first_pin_.resize(cells());
    spots_.resize(ports);
    // beside the pins of cells and each other
    auto const edge = [&](std::size_t i, std::size_t count, int up) -> spot {
      spot const cell = hilbert_spot(i * cells() / count, cells());
      return {cell.x + 5, cell.y + up};
    };
    for (std::size_t i = 0; i < shape_.inputs; ++i) spots_[i] = edge(i, shape_.inputs, 5);
    spots_[shape_.inputs] = edge(1, 2, 4);
    for (std::size_t i = 0; i < shape_.outputs; ++i)
      spots_[shape_.inputs + 1 + i] = edge(i, shape_.outputs, 3);
    design_.pin_load.assign(ports, gsta::same_value(0.0f));
    spots_.reserve(options_.pins);
    design_.pin_load.reserve(options_.pins);
    for (std::size_t rank = 0; rank < cells(); ++rank) {
      generated_cell const& cell = cell_of(order[rank]);
      first_pin_[order[rank]] = static_cast<gsta::id>(spots_.size());
      spot const corner = hilbert_spot(rank, cells());
      for (int pin = 0; pin <= cell.inputs(); ++pin) spots_.push_back(pin_spot(corner, pin));
      design_.pin_load.insert(design_.pin_load.end(), static_cast<std::size_t>(cell.inputs()),
                              gsta::same_value(cell.input_load));
      design_.pin_load.push_back(gsta::same_value(0.0f));
    }
    design_.asserted_slew.assign(spots_.size(), gsta::undefined_arrival());
    ranked_ = std::move(order);
  }
  gsta::id output_of(std::size_t cell) const { return first_pin_[cell] + cell_of(cell).inputs(); }
  gsta::id clock_pin_of(std::size_t cell) const { return output_of(cell) - 1; }
  gsta::id pin_of_driver(std::size_t driver) const {
    return driver < cells() ? output_of(driver) : static_cast<gsta::id>(driver - cells());
  }
  gsta::id output_port(std::size_t i) const { return static_cast<gsta::id>(shape_.inputs + 1 + i); }

  void add_cells() {
    for (std::uint32_t const cell : ranked_) {
      generated_cell const& type = cell_of(cell);
      gsta::id const first = first_pin_[cell], output = output_of(cell);
      gsta::id arc = type.first_arc;
      if (type.is_register) {
        design_.add_arc(clock_pin_of(cell), output, arc);
        for (int data = 0; data + 1 < type.inputs(); ++data) {
          for (int kind = 0; kind < 2; ++kind)
            design_.add_check(first + data, clock_pin_of(cell), type.first_check + 2 * data + kind);
        }
        continue;
      }
      for (int input = 0; input < type.inputs(); ++input) {
        for (int left = (type.senses[input] == 'x' ? 2 : 1) * type.groups; left > 0; --left)
          design_.add_arc(first + input, output, arc++);
      }
    }
  }

  /// Calls visit(driver, sink pin) for every connection, always in the same order.
  template <class F>
  void each_connection(F const& visit) const {
    for (std::size_t cell = 0; cell < first_buffer(); ++cell) {
      for (std::size_t i = 0; i < shape_.data_inputs[cell]; ++i)
        visit(driver_at(nets_.input_begin[cell] + i), first_pin_[cell] + static_cast<gsta::id>(i));
    }
    for (std::size_t i = 0; i < shape_.outputs; ++i)
      visit(driver_at(nets_.input_begin.back() + i), output_port(i));
    each_clock_connection(visit);
  }
  std::size_t driver_at(std::size_t sink) const { return static_cast<std::size_t>(nets_.driver_of[sink]); }

  template <class F>
  void each_clock_connection(F const& visit) const {
    auto const& tree = shape_.clock_tree;
    for (std::size_t i = 0; i < shape_.buffers; ++i) {
      bool const is_root = tree.driver_of[i] == clock_tree_shape::port;
      visit(is_root ? clock_port() : first_buffer() + tree.driver_of[i], first_pin_[first_buffer() + i]);
    }
    for (std::size_t i = 0; i < shape_.registers; ++i)
      visit(first_buffer() + tree.register_leaf[i], clock_pin_of(i));
  }

  /// Of each pin, whether it is the clock port or one of a clock buffer.
  std::vector<std::uint8_t> clock_tree_pins() const {
    std::vector<std::uint8_t> result(design_.pin_load.size(), 0);
    result[static_cast<std::size_t>(pin_of_driver(clock_port()))] = 1;
    for (std::size_t cell = first_buffer(); cell < cells(); ++cell) {
      for (gsta::id pin = first_pin_[cell]; pin <= output_of(cell); ++pin)
        result[static_cast<std::size_t>(pin)] = 1;
    }
    return result;
  }

  /// Nets stand in the order of their drivers' pins.
  void add_nets() {
    std::vector<std::size_t> drivers;
    for (std::size_t i = cells(); i <= clock_port(); ++i) drivers.push_back(i);
    drivers.insert(drivers.end(), ranked_.begin(), ranked_.end());
    std::vector<gsta::id> net_of(clock_port() + 1);
    for (std::size_t net = 0; net < drivers.size(); ++net) {
      net_of[drivers[net]] = static_cast<gsta::id>(net);
      design_.net_driver.push_back(pin_of_driver(drivers[net]));
    }
    design_.net_begin.assign(drivers.size() + 1, 0);
    each_connection([&](std::size_t driver, gsta::id) { ++design_.net_begin[net_of[driver] + 1]; });
    std::partial_sum(design_.net_begin.begin(), design_.net_begin.end(), design_.net_begin.begin());
    design_.net_sink.resize(static_cast<std::size_t>(design_.net_begin.back()));
    std::vector<gsta::id> next = design_.net_begin;
    each_connection(
        [&](std::size_t driver, gsta::id pin) { design_.net_sink[next[net_of[driver]]++] = pin; });
  }

  void add_trees() {
    if (options_.wires != generated_wires::tree) {
      design_.rc_root.assign(design_.net_driver.size(), gsta::none);
      design_.rc_node_begin.assign(design_.net_begin.size(), 0);
      design_.rc_edge_begin.assign(design_.net_begin.size(), 0);
      return;
    }
    std::size_t const nodes = static_cast<std::size_t>(options_.tree_nodes) / 100 + 1;
    for (auto* const array : {&design_.rc_node_sink, &design_.rc_edge_a, &design_.rc_edge_b})
      array->reserve(nodes * design_.net_sink.size() + design_.net_driver.size());
    wire_writer wires(design_, spots_, options_);
    for (std::size_t net = 0; net < design_.net_driver.size(); ++net) wires.add_tree(net);
  }

  generated_netlist collect() {
    generated_netlist made;
    for (std::uint32_t const cell : ranked_) made.instances.push_back({type_[cell], first_pin_[cell]});
    placement& pins = made.placed.pins;
    pins.unit_resistance = resistance_per_um;
    pins.unit_capacitance = capacitance_per_um;
    pins.pin_x.reserve(spots_.size());
    pins.pin_y.reserve(spots_.size());
    for (spot const s : spots_) {
      pins.pin_x.push_back(static_cast<float>(s.x) / 4);
      pins.pin_y.push_back(static_cast<float>(s.y) / 4);
    }
    made.inputs = shape_.inputs;
    made.outputs = shape_.outputs;
    made.library = std::move(library_);
    made.placed.design = std::move(design_);
    if (options_.wires == generated_wires::star) make_star_wires(made.placed.design, pins);
    return made;
  }

  generate_options options_;
  generator_random random_;
  design_shape shape_;
  connections nets_;
  generated_library library_;
  gsta::flat_design design_;
  std::vector<std::uint8_t> type_;     // [cells]
  std::vector<gsta::id> first_pin_;    // [cells]
  std::vector<std::uint32_t> ranked_;  // [cells] in the order of the layout
  std::vector<spot> spots_;            // [pins]
};
}  // namespace detail

/// A made-up design with the statistics of real ones: fan-outs, fan-ins, levels, a clock tree, star wires
/// from a placement or trees with Steiner points. One seed makes the same bytes on every platform. Pins and
/// nets have no names. Time it under `contest_rules`.
///
/// Shapes: as the options say. Units: ps, fF, kOhm, um. Cost: O(pins log cells). Where: host.
/// Throws: argument_error where the options cannot be met.
inline generated_netlist generate_netlist(generate_options const& options) {
  return detail::design_writer(options).make();
}

/// The same without what the netlist was made from: design and placement. The stars are those that
/// `make_star_wires` makes from it.
///
/// Shapes, Units, Cost, Where, Throws: as above.
inline placed_design generate_placed(generate_options const& options) {
  return std::move(generate_netlist(options).placed);
}

/// The same without the placement.
///
/// Shapes, Units, Cost, Where, Throws: as above.
inline gsta::flat_design generate(generate_options const& options) {
  return std::move(generate_netlist(options).placed.design);
}

}  // namespace gsta_bench
