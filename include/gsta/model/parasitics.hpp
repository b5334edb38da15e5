#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "gsta/model/netlist.hpp"

/// Plain host records of extracted wires, as read: fF, kOhm.
namespace gsta::model {

/// Grounded capacitance at a node, or coupling to `other` (empty: grounded).
struct capacitor {
  std::string node;   ///< as `wire_net` says
  std::string other;  ///< node of this or of another net, or empty
  float value = 0;    ///< fF, 0 or more
  location at;        ///< in `parasitics::file`
};

/// A resistor between two nodes of one net. Resistors may close loops.
struct resistor {
  std::string a;    ///< one node
  std::string b;    ///< the other
  float value = 0;  ///< kOhm, 0 or more
  location at;      ///< in `parasitics::file`
};

/// A pin listed under *CONN, or a port of the block that the file describes.
struct wire_connection {
  std::string pin;                                         ///< `instance<delimiter>pin`, or the port's name
  bool is_port = false;                                    ///< listed as *P
  model::direction direction = model::direction::unknown;  ///< as the file says; `flatten` uses the netlist's
  location at{};                                           ///< in `parasitics::file`; line 0: not known
};

/// One *D_NET. Node names are `instance<delimiter>pin`, a port's name, or `net<delimiter>number`, name map
/// resolved.
struct wire_net {
  std::string name;                          ///< of the net, or an alias of it
  float total = 0;                           ///< fF, as the file states; `flatten` uses `capacitors`
  std::vector<wire_connection> connections;  ///< the net's pins and ports
  std::vector<capacitor> capacitors;         ///< of a node they add up; a coupling may stand on both nets
  std::vector<resistor> resistors;           ///< empty: capacitance only
  location at;                               ///< in `parasitics::file`
};

/// Extracted wires of one design.
struct parasitics {
  std::string file;                    ///< for messages
  char pin_delimiter = ':';            ///< in names of nodes, between instance and pin
  bool holds_pin_capacitance = false;  ///< *DESIGN_FLOW says that capacitors contain what the pins have
  std::vector<wire_net> nets;  ///< in the file's order; those that `net_index` does not name do not count
  std::unordered_map<std::string, std::size_t>
      net_index;  ///< name -> position in `nets`; the last one read wins
};

}  // namespace gsta::model
