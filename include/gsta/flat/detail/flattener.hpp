#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gsta/flat/detail/cell_template_inl.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/parasitics.hpp"

namespace gsta::detail {

/// Gives names their ids and fills a flat design, step by step in the order of `flatten`.
class flattener {
 public:
  flattener(model::netlist const& netlist, template_maker& cells, char separator, flat_design& design,
            model::diagnostics& notes)
      : netlist_(netlist), cells_(cells), separator_(separator), design_(design), notes_(notes) {}

  void add_pins();
  void apply_loads(model::constraints const& constraints);
  void add_nets(model::parasitics const& parasitics, bool strict);
  void apply_constraints(model::constraints const& constraints);

 private:
  struct net_record {
    std::string_view name;
    std::vector<id> drivers, sinks;
  };
  struct instance_record {
    cell_template const* cell;
    id first_pin;
  };

  void add_ports();
  void add_instance(model::instance const& instance);
  void join_net(std::string_view net, id pin, bool drives);
  void add_wire(net_record const& net, id driver, model::wire_net const& wire, char delimiter);
  id find_pin(std::string_view name, char separator) const;
  id find_pin_or_throw(std::string const& name, model::constraints const& from, model::location at) const;
  id clock_edge(model::constraints const& from, std::string const& clock, edge e, model::location at) const;
  void check_parasitics(model::parasitics const& parasitics, bool strict);
  void check_wire_pins(model::parasitics const& parasitics, model::wire_net const& wire, bool strict);
  void add_clocks(model::constraints const& constraints);

  std::string where(std::string const& file, model::location at) const {
    return file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  }

  model::netlist const& netlist_;
  template_maker& cells_;
  char separator_;
  flat_design& design_;
  model::diagnostics& notes_;
  std::unordered_map<std::string_view, id> port_, net_, clock_;
  std::unordered_map<std::string_view, instance_record> instance_;
  std::vector<net_record> nets_;
  std::vector<id> net_of_;  // [pins]
};

}  // namespace gsta::detail

#include "gsta/flat/detail/flatten_constraints.hpp"
#include "gsta/flat/detail/flatten_pins.hpp"
#include "gsta/flat/detail/flatten_wires.hpp"
