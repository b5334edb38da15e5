#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "gsta/model/netlist.hpp"

/// Plain host records of extracted wires, as read: fF, kOhm.
namespace gsta::model {

/// Grounded capacitance at a node, or coupling to `other` (empty: grounded).
struct capacitor {
  std::string node, other;
  float value = 0;
  location at;
};

struct resistor {
  std::string a, b;
  float value = 0;
  location at;
};

/// A pin listed under *CONN, or a port of the block that the file describes.
struct wire_connection {
  std::string pin;
  bool is_port = false;
  model::direction direction = model::direction::unknown;
  location at{};
};

/// One *D_NET. Node names are `instance<delimiter>pin`, a port's name, or `net<delimiter>number`, name map
/// resolved.
struct wire_net {
  std::string name;
  float total = 0;
  std::vector<wire_connection> connections;
  std::vector<capacitor> capacitors;
  std::vector<resistor> resistors;
  location at;
};

struct parasitics {
  std::string file;
  char pin_delimiter = ':';
  bool holds_pin_capacitance = false;  ///< *DESIGN_FLOW says that capacitors contain what the pins have
  std::vector<wire_net> nets;
  std::unordered_map<std::string, std::size_t>
      net_index;  ///< name -> position in `nets`; the last one read wins
};

}  // namespace gsta::model
