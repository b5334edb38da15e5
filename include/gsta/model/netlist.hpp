#pragma once

#include <string>
#include <vector>

#include "gsta/model/library.hpp"

/// Plain host records of one flat module, as read.
namespace gsta::model {

/// Where a record stood in its file, for errors that only show later (an unknown cell, say).
struct location {
  std::size_t line = 0, column = 0;
};

struct port {
  std::string name;
  std::string net;        ///< empty: the net of its own name
  bool connected = true;  ///< false: taken off its net by an edit
  model::direction direction = model::direction::unknown;
  location at;
};

struct connection {
  std::string pin, net;  ///< an empty net: the pin is left unconnected
  location at;
};

struct instance {
  std::string cell, name;
  std::vector<connection> connections;
  location at, name_at;
};

/// A net tied to 0 or 1, by a literal (`1'b0`) or an assignment of one.
struct constant_net {
  std::string net;
  bool value = false;
};

/// Another name of a net: the name it has inside a sub-module, or the other side of an `assign`.
struct net_alias {
  std::string name, net;
};

/// An instance of a module that was taken apart: its path from the top, with `/` between levels.
struct hierarchical_instance {
  std::string name, module;
};

/// A port of a module that was taken apart, as `path/port` or `path/port[bit]`, and the net it stands for.
struct hierarchical_pin {
  std::string name, net;
};

/// A vector port of the top module: its bits are ports named `name[i]`.
struct port_bus {
  std::string name;
  int from = 0, to = 0;
};

/// One design, flat: what was hierarchical has names with `/` between levels. As read, a port sits on the net
/// of its own name unless an assignment joined it with another; edits may move it.
struct netlist {
  std::string file, name;
  std::vector<port> ports;
  std::vector<std::string> wires;  ///< declared names, ports included where the file lists them
  std::vector<instance> instances;
  std::vector<constant_net> constants;
  std::vector<net_alias> aliases;
  std::vector<hierarchical_instance> modules;
  std::vector<hierarchical_pin> module_pins;
  std::vector<port_bus> buses;
};

}  // namespace gsta::model
