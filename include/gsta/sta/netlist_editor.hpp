#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/wires.hpp"

namespace gsta {

/// Edits a netlist and its parasitics by name, as the TAU 2015 contest's commands do. After any number of
/// edits, `netlist()` and `parasitics()` are what a fresh read of the edited design would give, so that
/// flattening and a full update are always right. Gates keep their order, new ones come last.
///
/// Every edit throws argument_error with a sentence if a name is unknown or taken, and then changes nothing.
class netlist_editor {
 public:
  /// Takes over the records. `cells` tells which cells and pins exist, and must outlive the editor.
  netlist_editor(model::netlist netlist, model::parasitics parasitics, model::library const& cells,
                 char pin_separator);
  /// Edits records of the caller's where they stand, which must outlive the editor as `cells` must.
  static netlist_editor of(model::netlist& netlist, model::parasitics& parasitics,
                           model::library const& cells, char pin_separator) {
    return {&netlist, &parasitics, cells, pin_separator};
  }

  /// The cell of a gate.
  std::string cell_of(std::string const& gate) { return this->gate(gate).cell; }
  /// The net of a pin; empty where it is on none.
  std::string net_of_pin(std::string const& pin) { return net_of(find_pin(pin)); }
  /// Gives a gate another cell, which must have all pins that the gate uses, with their directions.
  void repower_gate(std::string const& gate, std::string const& cell);
  /// Adds a gate whose pins are all unconnected.
  void insert_gate(std::string const& gate, std::string const& cell);
  /// Takes a gate away; its pins leave their nets.
  void remove_gate(std::string const& gate);
  /// Adds a net without pins.
  void insert_net(std::string const& net);
  /// Takes a net and its wires away; its pins stay unconnected.
  void remove_net(std::string const& net);
  /// A pin that is on another net leaves it first. Pins are ports or `instance<separator>pin`.
  void connect_pin(std::string const& pin, std::string const& net);
  /// Takes a pin off its net, if it is on one.
  void disconnect_pin(std::string const& pin);

  /// Replaces the wires of the nets that `wires` lists and keeps the others; returns how many of its nets the
  /// netlist does not have, which are left out. Both must write pins with the same delimiter.
  std::size_t update_parasitics(model::parasitics&& wires);

  /// The netlist as edited so far; valid until the next edit.
  model::netlist const& netlist();
  /// The wires as edited so far: of nets that `parasitics::net_index` names.
  model::parasitics const& parasitics() const noexcept { return *parasitics_; }

 private:
  netlist_editor(model::netlist* netlist, model::parasitics* parasitics, model::library const& cells,
                 char pin_separator);

  /// A port (`instance` is none) or one connection of an instance.
  struct pin_ref {
    int instance, index;
    bool operator==(pin_ref const&) const = default;
  };

  void look();
  model::instance& gate(std::string const& name);
  std::vector<pin_ref>& members(std::string const& net);
  model::cell const& cell(std::string const& name) const;
  pin_ref find_pin(std::string const& name);
  void join(pin_ref pin, std::string const& net);
  void leave(pin_ref pin);
  std::string net_of(pin_ref pin) const;

  std::unique_ptr<std::pair<model::netlist, model::parasitics>> own_;  ///< none: they are the caller's
  model::netlist* netlist_;
  model::parasitics* parasitics_;
  model::library const& cells_;
  char separator_;
  bool has_removed_ = false;  ///< a removed instance keeps its place, with an empty name, until `netlist()`
  std::unordered_map<std::string, int> gate_index_, port_index_;
  std::unordered_map<std::string, std::vector<pin_ref>> nets_;
};

}  // namespace gsta
