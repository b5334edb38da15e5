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

/// One module. As read, a port sits on the net of its own name; edits may move it.
struct netlist {
  std::string file, name;
  std::vector<port> ports;
  std::vector<std::string> wires;  ///< declared names, ports included where the file lists them
  std::vector<instance> instances;
};

}  // namespace gsta::model
