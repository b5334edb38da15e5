#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/name_hash.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/name.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/wire_index.hpp"

/// Extracted wires of one design, as read: fF, kOhm.
namespace gsta::model {

/// A `location` of which there are millions, in 8 bytes: in `parasitics::file`.
struct wire_location {
  std::uint32_t line = 0;    ///< from 1; 0: not known
  std::uint32_t column = 0;  ///< in bytes, from 1; 0: not known

  /// The place as records of any file have it.
  operator location() const noexcept { return {line, column, 0}; }
};

/// A node of one net's wire, in 4 bytes: a point inside of the net, `net<delimiter>number`, by its number, or
/// another node by its place in `wire_net::names`. Most nodes are points, whose letters lie nowhere.
class wire_node {
 public:
  /// Points have lower numbers; what has a higher one is a name like others.
  static constexpr std::uint32_t most_points = 100000;

  /// No node.
  wire_node() noexcept = default;
  /// A point inside of the net, of a number below `most_points`.
  static wire_node point(std::uint32_t number) noexcept { return wire_node(number | point_bit); }
  /// A node that has a name.
  static wire_node named(std::size_t place) noexcept { return wire_node(static_cast<std::uint32_t>(place)); }

  /// No node at all.
  bool is_none() const noexcept { return value_ == no_node; }
  /// A point inside of the net.
  bool is_point() const noexcept { return (value_ & point_bit) != 0 && !is_none(); }
  /// A point's number.
  std::uint32_t number() const noexcept { return value_ & ~point_bit; }
  /// Another node's place in `wire_net::names`.
  std::size_t place() const noexcept { return value_; }
  /// Whether both are one node of a net.
  bool operator==(wire_node const&) const noexcept = default;

 private:
  static constexpr std::uint32_t point_bit = std::uint32_t{1} << 31U, no_node = ~std::uint32_t{0};
  explicit wire_node(std::uint32_t value) noexcept : value_(value) {}

  std::uint32_t value_ = no_node;
};

/// The point that a name means: the net's name, the delimiter and a number of few digits, as numbers are
/// written. None for all other names, and where the delimiter is a digit.
///
/// Shapes: any names. Cost: O(letters). Where: host. Throws: nothing.
inline wire_node point_of(std::string_view net, char delimiter, std::string_view name) noexcept {
  constexpr std::size_t most_digits = 5;
  auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
  auto const first = net.size() + 1;
  if (name.size() <= first || name.size() > first + most_digits || name[net.size()] != delimiter) return {};
  std::uint32_t number = 0;
  for (std::size_t i = first; i < name.size(); ++i) {
    if (!is_digit(name[i])) return {};
    number = 10 * number + static_cast<std::uint32_t>(name[i] - '0');
  }
  bool const is_plain = (name[first] != '0' || name.size() == first + 1) && !is_digit(delimiter);
  if (!is_plain || !is_same_name(name.substr(0, net.size()), net)) return {};
  return wire_node::point(number);
}

/// Grounded capacitance at a node, or coupling to `other` (none: grounded), which mostly is of another net.
struct capacitor {
  wire_node node;   ///< of the net
  wire_node other;  ///< or none
  float value = 0;  ///< fF, 0 or more
};

/// A resistor between two nodes of one net. Resistors may close loops.
struct resistor {
  wire_node a;       ///< one node
  wire_node b;       ///< the other
  float value = 0;   ///< kOhm, 0 or more
  wire_location at;  ///< in `parasitics::file`
};

/// A pin listed under *CONN, or a port of the block that the file describes.
struct wire_connection {
  wire_node pin;                                           ///< `instance<delimiter>pin`, or the port's name
  bool is_port = false;                                    ///< listed as *P
  model::direction direction = model::direction::unknown;  ///< as the file says; `flatten` uses the netlist's
  wire_location at{};                                      ///< in `parasitics::file`; line 0: not known
};

/// What a reduced net says of one of its sinks.
struct reduced_sink {
  model::name pin;     ///< `instance<delimiter>pin`, or the port's name
  float elmore = 0;    ///< ps, 0 or more: Elmore's delay from the driver
  wire_location at{};  ///< in `parasitics::file`
};

/// What a reduced net says of one of its drivers: the pi model that it sees, pins included.
struct reduced_driver {
  model::name pin;                    ///< `instance<delimiter>pin`, or the port's name
  float near_end = 0;                 ///< fF, 0 or more, at the driver (C2)
  float resistance = 0;               ///< kOhm, 0 or more (R1)
  float far_end = 0;                  ///< fF, 0 or more, behind the resistance (C1)
  std::vector<reduced_sink> sinks{};  ///< one named twice has what is said last
  wire_location at{};                 ///< in `parasitics::file`
};

/// One *D_NET, or an *R_NET, of which `reduced` is all there is. Nodes are called `instance<delimiter>pin`,
/// by a port's name, or `net<delimiter>number`, name map resolved. What a reader made lies in
/// `parasitics::memory` and must not outlive it; a copy may.
struct wire_net {
  std::string name;                                 ///< of the net, or an alias of it
  float total = 0;                                  ///< fF, as the file states; `flatten` uses `capacitors`
  char delimiter = ':';                             ///< in front of points' numbers
  std::pmr::vector<model::name> names{};            ///< of nodes that are no points, each once
  std::pmr::vector<wire_connection> connections{};  ///< the net's pins and ports
  std::pmr::vector<capacitor> capacitors{};  ///< of a node they add up; a coupling may stand on both nets
  std::pmr::vector<resistor> resistors{};    ///< empty: capacitance only
  location at{};                             ///< in `parasitics::file`
  std::vector<reduced_driver> reduced{};     ///< of an *R_NET, one for each driver that it names

  /// The node of a name, a new one where the wire has none of that name yet.
  ///
  /// Shapes: not empty. Cost: O(names of the net). Where: host. Throws: std::bad_alloc.
  wire_node node(std::string_view of) {
    if (auto const found = point_of(name, delimiter, of); !found.is_none()) return found;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == of) return wire_node::named(i);
    names.emplace_back(of);
    return wire_node::named(names.size() - 1);
  }
  /// What a node is called; empty for none.
  ///
  /// Shapes: a node of this net. Cost: O(letters). Where: host. Throws: std::bad_alloc.
  std::string name_of(wire_node of) const {
    if (of.is_none()) return {};
    if (!of.is_point()) return std::string(names[of.place()]);
    return (name + delimiter).append(std::to_string(of.number()));
  }

  /// Lists a pin, by its name.
  void connect(std::string_view pin, bool is_port = false, model::direction way = model::direction::unknown,
               wire_location where = {}) {
    connections.push_back({node(pin), is_port, way, where});
  }
  /// Adds a capacitor at a node, in fF: to ground, or to the node `other`.
  void add_capacitor(std::string_view at_node, float value, std::string_view other = {}) {
    capacitors.push_back({node(at_node), other.empty() ? wire_node() : node(other), value});
  }
  /// Adds a resistor between two nodes, in kOhm.
  void add_resistor(std::string_view a, std::string_view b, float value, wire_location where = {}) {
    auto const from = node(a);
    resistors.push_back({from, node(b), value, where});
  }
};

/// Extracted wires of one design.
struct parasitics {
  std::string file;          ///< for messages
  char pin_delimiter = ':';  ///< in names of nodes, between instance and pin
  /// *DESIGN_FLOW says that capacitors contain what the pins have: of one file at least, where several were
  /// read.
  bool holds_pin_capacitance = false;
  record_memory memory;        ///< what `nets` lie in, where a reader made them
  std::vector<wire_net> nets;  ///< in the file's order; those that `net_index` does not name do not count
  wire_index net_index;        ///< places in `nets`; of one name the last one read

  /// Adds a net, which counts, and says whether it is the first one of its name: another one counts no more.
  ///
  /// Shapes: any. Cost: O(letters). Where: host. Throws: std::bad_alloc.
  bool add(wire_net net) {
    bool const is_first = net_index.assign(nets, net.name, nets.size()) == wire_index::npos;
    nets.push_back(std::move(net));
    return is_first;
  }
  /// The net of a name that counts, or null.
  ///
  /// Shapes: any name. Cost: O(letters). Where: host. Throws: nothing.
  wire_net const* find(std::string_view name) const noexcept {
    auto const place = net_index.find(nets, name);
    return place == wire_index::npos ? nullptr : &nets[place];
  }
};

/// Refuses nets that write pins differently than others that there are.
///
/// Shapes: any. Cost: O(1). Where: host. Throws: input_error.
inline void require_same_delimiter(parasitics const& all, parasitics const& one) {
  if (!all.nets.empty() && one.pin_delimiter != all.pin_delimiter)
    throw input_error(one.file, 0, 0, "its *DELIMITER differs from that of " + all.file);
}

/// Adds extracted nets to others. Of nets with the same name the last counts, and that is counted.
///
/// Shapes: any. Cost: O(nets added). Where: host. Throws: input_error where the two write pins differently.
inline void merge(parasitics& all, parasitics one, diagnostics& seen) {
  if (all.nets.empty()) {
    all = std::move(one);
    return;
  }
  require_same_delimiter(all, one);
  all.holds_pin_capacitance |= one.holds_pin_capacitance;
  all.memory.keep(one.memory);
  for (auto& net : one.nets) {
    auto const at = net.at;
    if (!all.add(std::move(net))) {
      seen.add("net in two SPEF files, the last one used",
               one.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column));
    }
  }
}

}  // namespace gsta::model
