#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/cell_template_inl.hpp"
#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/detail/name_places.hpp"
#include "gsta/flat/detail/pin_fanin.hpp"
#include "gsta/flat/detail/pin_fanout.hpp"
#include "gsta/flat/detail/spent_wires.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flatten_options.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::detail {

/// An array that is about to be filled.
template <class Array>
void reserve_large(host_threads const& threads, Array& array, std::size_t size) {
  array.reserve(size);
  prefer_large_pages(array.data(), size * sizeof(array[0]));
  prepare_pages(threads, array.data(), size * sizeof(array[0]));
}

/// Gives the memory of arrays back, which `= {}` would keep.
template <class... Arrays>
void give_back(Arrays&... arrays) {
  (Arrays().swap(arrays), ...);
}

/// What the steps of `flattener` are given, and what they found out so far.
struct flattener_state {
  flattener_state(host_threads const& threads, flatten_input const& input, flatten_options const& options,
                  template_maker& cells, flat_design& design, model::diagnostics& notes)
      : threads_(threads),
        input_(input),
        netlist_(input.netlist),
        constraints_(input.constraints),
        options_(options),
        sdc_(input.constraints.rules == model::timing_rules::sdc),
        cells_(cells),
        design_(design),
        notes_(notes),
        spent_(input.spent) {}

  /// One net of the netlist: the pins that drive it and those it drives.
  struct net_record {
    std::string_view name;
    host_span<id> drivers{}, sinks{};  ///< ascending
    model::wire_net const* wire = nullptr;
    logic_value value = logic_value::unknown;
    bool has_load = false;  ///< by constraints
  };
  struct port_join {
    std::string_view net;
    id pin;
    bool drives;  ///< the net
  };
  struct instance_record {
    cell_template const* cell;
    id first_pin;
  };
  /// The ends of a path delay that was read at `at`.
  struct delay_between {
    std::vector<id> from, to;
    model::location at;
  };
  /// A pin where one clock's edge comes with some edges, and with these alone.
  struct reference_pin {
    id pin = none;
    edge_set at = any_edge;
  };
  using disabled_list = std::vector<model::disabled_timing const*>;
  static constexpr std::size_t instances_at_once = 4096;  ///< whose pins a thread fills

  host_threads const& threads_;
  flatten_input const& input_;
  model::netlist const& netlist_;
  model::constraints const& constraints_;
  flatten_options const& options_;
  bool sdc_;
  template_maker& cells_;
  flat_design& design_;
  model::diagnostics& notes_;
  spent_wires spent_;
  std::unordered_map<std::string_view, id> port_;       // their pins
  name_places net_, instance_;                          // in nets_ and in the netlist's instances
  std::unordered_map<std::string_view, id> net_alias_;  // other names of nets
  std::size_t first_twice_ = ~std::size_t{0};           // the first instance with the name of one in front
  bool wires_are_nets_ = true;  // each of the netlist's wires is another net, and has its id
  std::unordered_map<std::string_view, id> clock_;
  large_vector<instance_record> instances_;
  std::vector<cell_template const*> used_cells_;  // that instances have, each at least once
  id first_instance_pin_ = 0;                     // those in front are ports
  bool has_sides_ = false;                        // of an inout pin of an instance
  std::vector<std::size_t> letters_begin_;        // of names of pins, of each `instances_at_once`
  std::vector<port_join> port_joins_;             // pins of ports that are on a net
  std::deque<model::cell> black_box_cells_;
  std::deque<cell_template> black_boxes_;
  large_vector<net_record> nets_;
  large_vector<id> net_pins_;                   // that nets look at
  large_vector<std::size_t> wire_pin_begin_;    // [wires + 1] into wire_pin_
  large_vector<id> wire_pin_;                   // [connections of wires that are of nets] the pin, or none
  std::vector<std::uint8_t> wire_counts_;       // [wires] the index of parasitics names it
  std::vector<std::uint8_t> wire_is_instance_;  // [wires] an instance has the same name
  std::vector<model::wire_net> stitched_;       // wires made of parts, behind all others
  std::unordered_set<id> supplies_;             // nets with power or ground pins on them
  std::vector<std::pair<model::instance const*, model::connection const*>> unknown_pins_;
  std::size_t supply_pins_ = 0;
  model::location first_supply_pin_;
  vector_by_id<id> net_of_;                   // [pins]
  vector_by_id<id> instance_of_;              // [pins], none for ports
  std::unordered_map<id, id> driving_of_;     // inout pin -> the side that drives
  std::unordered_map<id, id> driven_vertex_;  // port behind a driving cell -> what drives its net
  std::unordered_map<id, model::cell const*> outside_cell_;  // port -> the cell that drives it
  std::map<std::tuple<bool, model::thresholds const*, model::thresholds const*>, id> response_rows_;
  std::vector<id> shared_nets_;                            // of several drivers
  std::unordered_map<id, per_condition<float>> own_load_;  // of their drivers, before what nets add to these
  vector_by_id<logic_value> value_;                        // [pins], or empty under the contest's rules
  bool has_constants_ = false;                             // any of them is known
  vector_by_id<std::uint8_t> is_driven_;                   // [pins] by an arc of a cell
  vector_by_id<std::uint8_t> cut_wire_;      // [pins] nothing arrives at them; or empty likewise
  vector_by_id<std::uint8_t> disabled_pin_;  // [pins] nothing leaves them; or empty where nothing is disabled
  std::unordered_map<std::string_view, disabled_list> disabled_of_cell_;
  std::unordered_map<id, disabled_list> disabled_of_instance_;
  std::unordered_map<id, id> slews_only_type_, late_only_type_;
  std::map<std::pair<id, edge_set>, id> arc_type_at_;
  std::map<std::tuple<id, edge_set, bool>, id> check_type_at_;
  std::map<std::pair<edge, edge_set>, id> closing_type_;
  std::unordered_map<id, std::vector<id>> latch_at_;  // data pin -> where its data depart
  std::vector<id> changed_instances_;
  std::optional<pin_fanout> fanout_;  // as `fanout` says
  std::vector<std::pair<std::size_t, model::location>>
      inputs_by_paths_;                                                 // of generated clocks, among sources
  std::vector<std::string_view> lost_clocks_;                           // generated ones without a master
  pin_fanin fanin_of_;                                                  // as `fanin` says, while it is needed
  std::unordered_map<id, std::vector<std::string_view>> clock_starts_;  // by pin, for as long
  std::unordered_map<std::size_t, std::vector<std::size_t>> exceptions_by_paths_;
  std::map<std::tuple<check_kind, float, float, bool, id>, id> gate_types_;
  vector_by_id<std::uint8_t> starts_or_ends_;                // [pins] flags; empty without path delays
  std::vector<delay_between> delays_;                        // path delays with pins at both ends
  std::vector<id> clock_start_pins_;                         // where clocks start, ascending
  vector_by_id<std::vector<clock_pin>> reference_networks_;  // of clocks, while any pin is a reference
  std::unordered_map<id, vector_by_id<std::uint8_t>>
      reference_cones_;  // pins in front, by that pin, for as long
  std::unordered_map<id, std::vector<std::pair<id, id>>> referred_;  // by that pin: inputs, types of arcs
  bool ports_are_cut_ = false;    // names of ports have the delimiter of wires' pins
  bool ends_anywhere_ = false;    // a path delay ends where nothing follows
  bool starts_anywhere_ = false;  // one holds wherever paths start
};

}  // namespace gsta::detail
