#pragma once

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/io/sdc_names.hpp"

namespace gsta::io::detail {

/// Which pins a pin leads to, or comes from, by nets and by the timing groups of its cell: what constants and
/// constraints switch off counts as if it were on.
class sdc_fan {
 public:
  /// A step to a pin; through a cell or along a net.
  struct step {
    sdc_pin_ref to;
    bool through_cell;
  };

  explicit sdc_fan(sdc_names const& names) : names_(names) {}

  /// The pins behind a pin: not through registers and latches.
  std::vector<step> behind(sdc_pin_ref pin) const { return steps(pin, true); }
  /// The pins in front of a pin: a register's output comes from its clock pin, and from nowhere else.
  std::vector<step> in_front(sdc_pin_ref pin) const { return steps(pin, false); }
  /// Whether registers are launched or checked by it.
  bool is_register_clock(sdc_pin_ref pin) const { return is_in(pin, &cell_arcs::clocks); }
  /// Whether it is checked against another pin.
  bool is_checked(sdc_pin_ref pin) const { return is_in(pin, &cell_arcs::checked); }

 private:
  using pin_list = std::vector<std::string_view>;
  struct cell_arcs {
    std::vector<std::pair<std::string_view, std::string_view>> through, launched;  ///< from, to
    pin_list clocks, checked;
  };

  static bool lists(pin_list const& pins, std::string_view name) {
    return std::find(pins.begin(), pins.end(), name) != pins.end();
  }
  model::instance const& instance_of(sdc_pin_ref pin) const {
    return names_.netlist().instances[pin.instance];
  }
  bool is_in(sdc_pin_ref pin, pin_list cell_arcs::* list) const {
    return pin.instance != sdc_pin_ref::none &&
           lists(arcs_of(instance_of(pin)).*list, instance_of(pin).connections[pin.index].pin);
  }
  static bool launches(model::timing_type type) {
    return type == model::timing_type::rising_edge || type == model::timing_type::falling_edge;
  }

  cell_arcs const& arcs_of(model::instance const& instance) const {
    auto const [at, is_new] = cells_.try_emplace(instance.cell);
    auto const* const cell = is_new ? names_.library().find_cell(instance.cell) : nullptr;
    auto& arcs = at->second;
    if (cell == nullptr) return arcs;
    using type = model::timing_type;
    for (auto const& pin : cell->pins) {
      for (auto const& group : pin.timing) {
        if (group.type < type::setup_rising || group.type > type::removal_falling) continue;
        arcs.checked.push_back(pin.name);
        arcs.clocks.insert(arcs.clocks.end(), group.related_pins.begin(), group.related_pins.end());
      }
    }
    bool const is_latch = std::any_of(cell->states.begin(), cell->states.end(),
                                      [](auto const& state) { return state.is_latch; });
    for (auto const& pin : cell->pins) {
      for (auto const& group : pin.timing) {
        bool const is_way = group.type <= type::combinational_fall ||
                            (group.type >= type::three_state_enable && group.type < type::setup_rising);
        for (auto const& from : group.related_pins) {
          if (launches(group.type)) {
            arcs.launched.push_back({from, pin.name});
            arcs.clocks.push_back(from);
          } else if (is_way && !(is_latch && lists(arcs.checked, from))) {
            arcs.through.push_back({from, pin.name});
          }
        }
      }
    }
    return arcs;
  }

  model::direction direction_of(sdc_pin_ref pin) const {
    if (pin.instance == sdc_pin_ref::none) {
      auto const outside = names_.netlist().ports[pin.index].direction;
      return outside == model::direction::input    ? model::direction::output
             : outside == model::direction::output ? model::direction::input
                                                   : outside;
    }
    auto const& instance = instance_of(pin);
    auto const* const cell = names_.library().find_cell(instance.cell);
    auto const* const of = cell == nullptr ? nullptr : cell->find_pin(instance.connections[pin.index].pin);
    return of == nullptr ? model::direction::unknown : of->direction;
  }
  /// Whether it drives its net, or takes from it. A port drives what is inside of the design.
  bool is_side(sdc_pin_ref pin, bool drives) const {
    auto const direction = direction_of(pin);
    return direction == model::direction::inout ||
           direction == (drives ? model::direction::output : model::direction::input);
  }

  std::vector<step> steps(sdc_pin_ref pin, bool forward) const {
    std::vector<step> result;
    bool const is_port = pin.instance == sdc_pin_ref::none;
    auto const& ports = names_.netlist().ports;
    if (is_side(pin, forward)) {
      std::string_view const net =
          is_port ? std::string_view(ports[pin.index].net.empty() ? std::string_view(ports[pin.index].name)
                                                                  : std::string_view(ports[pin.index].net))
                  : std::string_view(instance_of(pin).connections[pin.index].net);
      for (auto const& other : names_.pins_of(net)) {
        bool const is_self = other.instance == pin.instance && other.index == pin.index;
        if (!is_self && is_side(other, !forward)) result.push_back({other, false});
      }
    }
    if (is_port || !is_side(pin, !forward)) return result;
    auto const& instance = instance_of(pin);
    std::string_view const name = instance.connections[pin.index].pin;
    auto const add = [&](auto const& arcs) {
      for (auto const& [from, to] : arcs) {
        if ((forward ? from : to) != name) continue;
        for (std::size_t c = 0; c < instance.connections.size(); ++c) {
          if (instance.connections[c].pin == (forward ? to : from))
            result.push_back({{pin.instance, c}, true});
        }
      }
    };
    add(arcs_of(instance).through);
    if (!forward) add(arcs_of(instance).launched);
    return result;
  }

  sdc_names const& names_;
  mutable std::unordered_map<std::string_view, cell_arcs> cells_;
};

}  // namespace gsta::io::detail
