// Commands that edit the netlist and its wires.
#include <algorithm>
#include <utility>

#include "sta/shell/commands.hpp"

namespace sta::shell {

namespace {

using sort = gsta::io::sdc_named::sort;
using gsta::netlist_editor;
namespace model = gsta::model;

/// The objects that words mean: handles, names, patterns.
words names_of(design_state& design, std::string const& given, std::vector<sort> const& sorts) {
  words names;
  for (auto& object : design.constraints().objects(given, sorts)) names.push_back(std::move(object.name));
  return names;
}

std::string one_name(design_state& design, std::string const& given, std::vector<sort> const& sorts) {
  (void)design.linked();
  auto const names = names_of(design, given, sorts);
  if (names.size() != 1)
    throw refusal(in_quotes(design.constraints().shown(given)) + " are " + std::to_string(names.size()) +
                  " objects: one is expected");
  return names[0];
}

std::string instance_of(design_state& design, std::string const& given) {
  return one_name(design, given, {sort::cell});
}
std::string pin_of(design_state& design, std::string const& given) {
  return one_name(design, given, {sort::pin, sort::port});
}

/// A net by the name that connections use.
std::string net_of(design_state& design, std::string const& given) {
  auto name = one_name(design, given, {sort::net});
  auto const& aliases = design.linked().netlist.aliases;
  for (std::size_t step = 0; step <= aliases.size(); ++step) {
    auto const found = std::find_if(aliases.begin(), aliases.end(),
                                    [&](model::net_alias const& of) { return of.name == name; });
    if (found == aliases.end() || found->net == name) break;
    name = found->net;
  }
  return name;
}

/// A cell's name, with or without its library's in front.
std::string cell_of(design_state& design, std::string const& given) {
  auto name = design.constraints().shown(given);
  name = name.substr(name.rfind('/') + 1);
  for (auto const* const library : {&design.early_cells(), &design.late_cells()}) {
    if (library->find_cell(name) == nullptr) throw refusal("no library has a cell named " + in_quotes(name));
  }
  return name;
}

/// A name for what is made, which nothing may have.
std::string const& new_name(std::string const& name) {
  bool const odd = std::any_of(name.begin(), name.end(), [](char c) { return c <= ' ' || c == 127; });
  if (name.empty() || odd || name.front() == '/' || name.back() == '/')
    throw refusal(in_quotes(name) + " is no name");
  return name;
}

void refuse_named(design_state& design, std::string const& what, std::string const& name) {
  if (design.constraints().names(name))
    throw refusal("constraints name " + what + " " + in_quotes(name) + ": it cannot be deleted");
}

void swap_cell(design_state& design, arguments const& in) {
  in.expect_rest(2, 2);
  auto const instance = instance_of(design, in.rest()[0]), cell = cell_of(design, in.rest()[1]);
  design.edit_netlist(false, [&](netlist_editor& edits) { edits.repower_gate(instance, cell); });
}

void make_instance(design_state& design, arguments const& in) {
  in.expect_rest(2, 2);
  auto const& name = new_name(in.rest()[0]);
  auto const cell = cell_of(design, in.rest()[1]);
  for (auto const& of : design.linked().netlist.modules) {
    if (of.name == name) throw refusal("there already is an instance named " + in_quotes(name));
  }
  design.edit_netlist(true, [&](netlist_editor& edits) { edits.insert_gate(name, cell); });
}

void delete_instance(design_state& design, arguments const& in) {
  in.expect_rest(1, 1);
  auto const name = instance_of(design, in.rest()[0]);
  refuse_named(design, "the instance", name);
  design.edit_netlist(true, [&](netlist_editor& edits) { edits.remove_gate(name); });
}

void make_net(design_state& design, arguments const& in) {
  in.expect_rest(1, 1);
  auto const& name = new_name(in.rest()[0]);
  for (auto const& of : design.linked().netlist.aliases) {
    if (of.name == name) throw refusal("there already is a net named " + in_quotes(name));
  }
  design.edit_netlist(true, [&](netlist_editor& edits) { edits.insert_net(name); });
}

void delete_net(design_state& design, arguments const& in) {
  in.expect_rest(1, 1);
  auto const name = net_of(design, in.rest()[0]);
  refuse_named(design, "the net", name);
  design.edit_netlist(true, [&](netlist_editor& edits) { edits.remove_net(name); });
}

void connect_pin(design_state& design, arguments const& in) {
  in.expect_rest(2, 2);
  auto const net = net_of(design, in.rest()[0]), pin = pin_of(design, in.rest()[1]);
  design.edit_netlist(true, [&](netlist_editor& edits) { edits.connect_pin(pin, net); });
}

void disconnect_pin(design_state& design, arguments const& in) {
  in.expect_rest(2, 2);
  auto const net = net_of(design, in.rest()[0]), pin = pin_of(design, in.rest()[1]);
  design.edit_netlist(true, [&](netlist_editor& edits) {
    if (edits.net_of_pin(pin) != net)
      throw refusal("pin " + in_quotes(pin) + " is not on net " + in_quotes(net));
    edits.disconnect_pin(pin);
  });
}

/// A pin as files of wires write it.
std::string wire_name_of(design_state const& design, std::string pin, bool is_port) {
  auto const slash = pin.rfind('/');
  if (!is_port && slash != pin.npos) pin[slash] = design.linked().parasitics.pin_delimiter;
  return pin;
}

/// What a net's wire is reduced to, and where its driver stands in it.
struct reduced_net {
  model::wire_net wire;
  std::size_t driver = 0;
};

struct wire_pin {
  std::string name, net, in_wires;
};
wire_pin wire_pin_of(design_state& design, std::string const& given) {
  auto const name = pin_of(design, given);
  auto const& ports = design.linked().netlist.ports;
  bool const is_port =
      std::any_of(ports.begin(), ports.end(), [&](model::port const& of) { return of.name == name; });
  auto const net = design.net_of_pin(name);
  if (net.empty()) throw refusal("pin " + in_quotes(name) + " is on no net");
  return {name, net, wire_name_of(design, name, is_port)};
}

reduced_net reduced_of(design_state const& design, wire_pin const& driver) {
  reduced_net found;
  auto const* const wire = design.linked().parasitics.find(driver.net);
  if (wire != nullptr && !wire->reduced.empty()) found.wire = *wire;
  found.wire.name = driver.net;
  auto& drivers = found.wire.reduced;
  auto const of = std::find_if(drivers.begin(), drivers.end(), [&](model::reduced_driver const& one) {
    return one.pin.view() == driver.in_wires;
  });
  found.driver = static_cast<std::size_t>(of - drivers.begin());
  return found;
}

void keep(design_state& design, model::wire_net wire) {
  model::parasitics all;
  all.file = "edited wires";
  all.add(std::move(wire));
  design.edit_wires(std::move(all));
}

float value_of(std::string const& word, double scale) {
  arguments const in("[-value N]", {"-value", word});
  return static_cast<float>(in.number("value", 0, 1e30, 0) * scale);
}

void set_pi_model(design_state& design, arguments const& in) {
  in.expect_rest(4, 4);
  auto const& given = in.rest();
  auto const driver = wire_pin_of(design, given[0]);
  double const unit = static_cast<double>(design.early_cells().capacitance_unit_ff);
  float const near_end = value_of(given[1], unit), resistance = value_of(given[2], 1),
              far_end = value_of(given[3], unit);
  auto found = reduced_of(design, driver);
  auto& drivers = found.wire.reduced;
  if (found.driver == drivers.size()) drivers.emplace_back().pin = model::name(driver.in_wires);
  auto& of = drivers[found.driver];
  of.near_end = near_end, of.resistance = resistance, of.far_end = far_end;
  keep(design, std::move(found.wire));
}

void set_elmore(design_state& design, arguments const& in) {
  in.expect_rest(3, 3);
  auto const& given = in.rest();
  auto const driver = wire_pin_of(design, given[0]), load = wire_pin_of(design, given[1]);
  if (load.net != driver.net)
    throw refusal("pin " + in_quotes(load.name) + " is not on net " + in_quotes(driver.net) + " of pin " +
                  in_quotes(driver.name));
  float const elmore = value_of(given[2], static_cast<double>(design.early_cells().time_unit_ps));
  auto found = reduced_of(design, driver);
  if (found.driver == found.wire.reduced.size())
    throw refusal("pin " + in_quotes(driver.name) + " has no pi model: set_pi_model comes first");
  found.wire.reduced[found.driver].sinks.push_back({model::name(load.in_wires), elmore});
  keep(design, std::move(found.wire));
}

}  // namespace

void add_edit_commands(interpreter& tcl, design_state& design) {
  auto const add = [&](char const* name, char const* usage, auto const& work) {
    tcl.add(name, usage, [&design, usage, work](words const& given) -> std::string {
      arguments const in(usage, given);
      (void)design.linked();
      work(design, in);
      return {};
    });
  };
  for (auto const* const name : {"swap_cell", "replace_cell"}) add(name, "INSTANCE LIB_CELL", swap_cell);
  add("make_instance", "INSTANCE LIB_CELL", make_instance);
  add("delete_instance", "INSTANCE", delete_instance);
  add("make_net", "NET", make_net);
  add("delete_net", "NET", delete_net);
  add("connect_pin", "NET PIN", connect_pin);
  add("disconnect_pin", "NET PIN", disconnect_pin);
  add("set_pi_model", "DRIVER_PIN C2 RPI C1", set_pi_model);
  add("set_elmore", "DRIVER_PIN LOAD_PIN ELMORE", set_elmore);
}

}  // namespace sta::shell
