#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/net_records.hpp"
#include "gsta/flat/detail/renumber.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/handles.hpp"

namespace gsta {

/// The pins of a gate with what stands between them; pins are counted from its first one.
struct gate_pattern {
  /// A pin.
  struct pin {
    std::string name;           ///< of the cell's pin
    per_condition<float> load;  ///< fF
  };
  /// An arc, or a check.
  struct arc {
    id from;  ///< pin of the gate
    id to;    ///< pin of the gate
    id type;  ///< as `flat_design` has it
  };
  std::vector<pin> pins;    ///< in the order of the ids that they get
  std::vector<arc> arcs;    ///< of the gate's cell
  std::vector<arc> checks;  ///< from: data, to: clock
};

/// A gate in a net and what it drives.
struct inserted_buffer {
  id input;   ///< its pin in the net
  id output;  ///< its pin that drives
  id net;     ///< what it drives
};

/// Edits of a flat design's structure: pins, gates, nets, wires and exceptions that come, go and move. Edits
/// are gathered first; `apply` makes the design anew by passes over its arrays. Until then ids are those of
/// the design, and what is added has the ids behind. What names something that is removed goes with it:
/// arcs, checks, constraints of a pin, exceptions whose last pin that was. A pin that drives nothing any more
/// charges no net together with others; one that is added never does.
///
/// Nets have a driver always. One that loses it is removed, and its sinks hang in the air.
///
/// Each edit that is refused throws argument_error and changes nothing. What only the whole can tell (loops)
/// is for who times it.
///
/// Where: host. Needs: the design to stay as it is until `apply`.
class structure_editor {
 public:
  /// Cost: O(pins + net arcs). Throws: argument_error on arrays that are external.
  explicit structure_editor(flat_design const& design);

  /// A pin that nothing is connected to; its id.
  id add_pin(std::string name = {}, per_condition<float> const& load = same_value(0.0f));
  /// Takes a pin and its shadows away, and the nets that they drive.
  void remove_pin(id pin);

  /// An arc of a type of the design's; its id.
  id add_arc(id from, id to, id type);
  /// Takes a cell arc away; refuses the one without edges that orders a latch's enable before its data.
  void remove_arc(id arc);
  /// A check of a type of the design's; its id.
  id add_check(id data, id clock, id type);
  /// Takes a library check away.
  void remove_check(id check);

  /// A net with ideal wires; its id.
  id add_net(id driver, std::vector<id> const& sinks = {}, std::string name = {});
  /// Takes a net and its wires away; its pins hang in the air.
  void remove_net(id net);
  /// A pin becomes the net's last sink, without a place in its wires; other nets of it stay.
  void connect(id pin, id net);
  /// A pin leaves all nets that it ends, and the net that it drives is removed.
  void disconnect(id pin);
  /// Another driver of a net, whose sinks and wires stay.
  void set_driver(id net, id pin);
  /// Other wires of a net.
  void set_wire(id net, wire_network const& wire);

  /// The pattern of a gate that is there.
  gate_pattern pattern_of(std::vector<id> const& pins) const;
  /// Adds a gate by a pattern and returns its first pin; the others follow. Pins are named `name` + "/" +
  /// pin.
  id insert_gate(gate_pattern const& pattern, std::string const& name = {});
  /// Removes all pins of a gate.
  void remove_gate(std::vector<id> const& pins);
  /// Moves sinks of a net behind a new gate, whose input ends the net. Both nets have the sinks' places in
  /// no wires before `set_wire`.
  inserted_buffer insert_buffer(id net, std::vector<id> const& sinks, gate_pattern const& pattern,
                                std::size_t input, std::size_t output, std::string const& name = {});

  /// An exception behind all others.
  void add_exception(path_exception const& path);
  /// Takes exception `i` of the design away.
  void remove_exception(std::size_t i);

  /// Makes the edits in the design that they were made for, or a copy of it, and returns where ids went.
  ///
  /// Cost: O(size). Throws: what allocation throws, which leaves the design in pieces.
  structure_maps apply(flat_design& design) &&;

 private:
  struct added_pin {
    std::string name;
    per_condition<float> load;
  };
  struct row {
    id from, to, type;
  };

  static void check(bool condition, char const* sentence) { require(condition, sentence); }
  bool is_pin(id pin) const noexcept {
    return pin >= 0 && static_cast<std::size_t>(pin) < pin_gone_.size() && pin_gone_[pin] == 0;
  }
  bool is_net(id net) const;
  /// The net that a pin drives, or none.
  id driven_by(id pin) const;
  detail::net_record& edit_net(id net);
  detail::net_record const* edited_net(id net) const;
  void leave_nets(id pin);
  /// Where rows go when those that are gone leave no gap.
  static std::vector<id> places(std::vector<std::uint8_t> const& gone);
  void move_pins(flat_design& design, vector_by_id<id> const& to);
  void move_arcs_and_checks(flat_design& design, structure_maps const& maps);
  std::vector<id> move_nets(flat_design& design, structure_maps const& maps);

  flat_design const& design_;
  vector_by_id<id> net_begin_, net_of_;  // nets of each pin of the design, in the order of nets
  vector_by_id<std::uint8_t> pin_gone_, arc_gone_, check_gone_;  // with those that were added
  std::vector<added_pin> pins_;
  std::vector<row> arcs_, checks_;
  std::unordered_map<id, detail::net_record> nets_;  // all that were touched or added
  std::unordered_map<id, std::vector<id>> joined_;   // nets that pins came to
  std::size_t net_count_;
  std::vector<std::uint8_t> exception_gone_;
  std::vector<path_exception> exceptions_;
};

}  // namespace gsta

#include "gsta/flat/detail/structure_apply.hpp"
#include "gsta/flat/detail/structure_inl.hpp"
