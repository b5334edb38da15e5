#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/name.hpp"

/// Plain host records of one flat module and of its wires, as read.
namespace gsta::model {

/// Where a record stood in its file, for errors that only show later (an unknown cell, say).
struct location {
  std::size_t line = 0;    ///< from 1; 0: not known
  std::size_t column = 0;  ///< in bytes, from 1; 0: not known
  std::size_t file =
      0;  ///< of a netlist's records: 0: `netlist::file`, else from 1 in `netlist::other_files`
};

/// A place in a file, for records of which there are millions, in 12 bytes.
struct record_location {
  std::uint32_t line = 0;    ///< from 1; 0: not known
  std::uint32_t column = 0;  ///< in bytes, from 1; 0: not known
  std::uint32_t file = 0;    ///< as `location::file` says

  /// The place as records of any kind have it.
  operator location() const noexcept { return {line, column, file}; }
};

/// A scalar port of the top module, or one bit of a vector port.
struct port {
  std::string name;                                        ///< `name[i]` for a bit
  std::string net;                                         ///< empty: the net of its own name
  bool connected = true;                                   ///< false: taken off its net by an edit
  model::direction direction = model::direction::unknown;  ///< seen from inside: an input drives its net
  location at;                                             ///< of its declaration
};

/// One pin of an instance and the net that it is on.
struct connection {
  model::name pin;         ///< name in the cell; `name[i]` for a bit of a bus
  model::name net;         ///< empty: the pin is left unconnected
  record_location at;      ///< as `location::file` says
  std::uint32_t wire = 0;  ///< a hint, which need not be right: from 1, where `netlist::wires` has the net
};

/// A cell of the library, or a black box, in its place. What a reader made lies in `netlist::memory` and must
/// not outlive it; a copy may.
struct instance {
  model::name cell;                          ///< name of the library cell
  model::name name;                          ///< path from the top, with `/` between levels; unique
  std::pmr::vector<connection> connections;  ///< pins that are not listed are unconnected
  record_location at;                        ///< of the instantiation
  record_location name_at;                   ///< of its name
};

/// A net tied to 0 or 1, by a literal (`1'b0`) or an assignment of one.
struct constant_net {
  std::string net;     ///< its name
  bool value = false;  ///< true: 1
};

/// Another name of a net: the name it has inside a sub-module, or the other side of an `assign`.
struct net_alias {
  std::string name;  ///< by which parasitics or constraints may call it
  std::string net;   ///< the name that connections use
};

/// An instance of a module that was taken apart: its path from the top, with `/` between levels.
struct hierarchical_instance {
  std::string name;    ///< the path
  std::string module;  ///< name of the module
};

/// A port of a module that was taken apart, as `path/port` or `path/port[bit]`, and the net it stands for.
struct hierarchical_pin {
  std::string name;  ///< SDC and SPEF of a block may name it
  std::string net;   ///< the name that connections use
};

/// A vector port of the top module: its bits are ports named `name[i]`.
struct port_bus {
  std::string name;  ///< without bits
  int from = 0;      ///< index of the left bit
  int to = 0;        ///< index of the right bit; may be below or above `from`
};

/// One design, flat: what was hierarchical has names with `/` between levels. As read, a port sits on the net
/// of its own name unless an assignment joined it with another; edits may move it.
struct netlist {
  std::string file;                      ///< of the top module
  std::vector<std::string> other_files;  ///< that were read with it
  std::string name;                      ///< of the top module
  record_memory memory;                  ///< what names and `instances` lie in, where a reader made them
  std::vector<port> ports;               ///< in the header's order, vectors by bits
  std::vector<model::name> wires;        ///< declared names, ports included where the file lists them
  vector_by_id<instance> instances;      ///< cells and black boxes, none of them a module taken apart
  std::vector<constant_net> constants;   ///< nets tied to 0 or 1
  std::vector<net_alias> aliases;        ///< further names of nets, for parasitics and constraints
  std::vector<hierarchical_instance> modules;  ///< what was taken apart, for SDC's queries
  std::vector<hierarchical_pin> module_pins;   ///< the ports of `modules`
  std::vector<port_bus> buses;                 ///< the vectors among `ports`
};

/// The file that a record of a netlist stands in.
///
/// Shapes: a location of the netlist's. Cost: O(1). Where: host. Throws: nothing.
inline std::string const& file_of(netlist const& all, location at) noexcept {
  return at.file == 0 || at.file > all.other_files.size() ? all.file : all.other_files[at.file - 1];
}

/// Whether a net is called as power and ground are by convention: VDD, VSS, VCC, VEE, VBB, GND, VPWR, VGND,
/// VPB or VNB, in either case and whatever follows.
///
/// Shapes: a name, whose path does not count. Cost: O(letters). Where: host. Throws: nothing.
inline bool is_supply_name(std::string_view name) noexcept {
  static constexpr std::string_view beginnings[] = {"VDD", "VSS",  "VCC",  "VEE", "VBB",
                                                    "GND", "VPWR", "VGND", "VPB", "VNB"};
  name.remove_prefix(name.rfind('/') + 1);
  auto const same = [](char letter, char capital) { return (letter & ~0x20) == capital; };
  for (auto const beginning : beginnings) {
    if (name.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), name.begin(),
                                                      [&](char a, char b) { return same(b, a); }))
      return true;
  }
  return false;
}

}  // namespace gsta::model
