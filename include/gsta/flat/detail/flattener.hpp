#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/flat/detail/cell_template_inl.hpp"
#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/detail/flattener_state.hpp"
#include "gsta/flat/detail/loop_search.hpp"
#include "gsta/flat/detail/name_places.hpp"
#include "gsta/flat/detail/net_part.hpp"
#include "gsta/flat/detail/side_by_side.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flatten_options.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::detail {

struct derate_table;
struct gate_margins;

/// Gives names their ids and fills a flat design, step by step in the order of `flatten`.
class flattener : private flattener_state {
 public:
  using flattener_state::flattener_state;

  void add_pins();
  void apply_loads();
  per_condition<float> beyond_pins(net_record const& net, per_condition<float> all) const;
  void find_constants();
  void find_disabled();
  void add_arcs();
  void add_driving_cells();
  void add_nets();
  void cut_loops();
  void end_wires() { spent_.end_all(); }
  void apply_constraints();
  void add_gates();
  void note_lost_sources();
  void link_inputs();
  void limit_borrowing();
  void keep_case_edges();
  void settle_pin_checks();
  void add_data_checks();
  void apply_derates();
  void add_limits();
  void find_gaps();

  // flatten_new_wires.hpp: instead of the steps above
  void add_names();
  bool has_nets_of(flat_design const& design) const;
  std::vector<id> first_rows() const;
  template <class Take>
  void each_new_wire(Take const& take);

 private:
  // flatten_pins.hpp, flatten_places.hpp, flatten_joins.hpp, flatten_unknown_pins.hpp, flatten_find_pins.hpp
  void add_ports();
  struct placed_instances;
  std::size_t place_instances();
  std::size_t place_with_black_boxes();
  void refuse_second(std::size_t end) const;
  std::size_t place_letters();
  void resize_pins_and_list_nets(std::size_t pins);
  void fill_pins();
  struct pins_filled;
  void fill_instances(std::size_t begin, std::size_t end, pins_filled& into);
  void fill_instance(std::size_t instance, host_span<id const> nets, name_list::writer& names,
                     pins_filled& into);
  void list_instances();
  void list_nets();
  id hinted_net(model::connection const& of) const noexcept;
  void add_nets_of_connections();
  void gather_nets();
  cell_template const& template_of(model::instance const& instance);
  void add_unknown_pin(model::instance const& instance, cell_template const& cell,
                       model::connection const& connection);
  void judge_unknown_pins();
  void count_black_boxes();
  id net_id(std::string_view net);
  id find_net(std::string_view name) const noexcept;
  id net_of_alias(std::string_view name) const noexcept;
  id find_instance(std::string_view name) const noexcept { return instance_.find(netlist_.instances, name); }
  id find_pin(std::string_view name, char separator) const;
  id find_pin_or_throw(std::string const& name, model::location at) const;
  id find_timed_pin(std::string const& name, model::location at);
  id driving_pin(id pin) const;

  // flatten_arcs.hpp, flatten_cells.hpp
  struct arcs_of_part;
  bool has_plain_arcs(instance_record const& instance) const;
  void add_arcs_of(instance_record const& instance);
  void add_plain_arcs(std::vector<arcs_of_part> const& parts, std::size_t first, std::size_t last);
  bool is_constant(id pin) const noexcept { return has_constants_ && value_[pin] != logic_value::unknown; }
  void set_constant(id pin, logic_value value);
  void spread_net(id net);
  void spread_instance(id instance);
  bool touches_constant(instance_record const& instance) const;
  vector_by_id<logic_value> values_of(instance_record const& instance) const;
  input_sense sense_beside(cell_template const& cell, cell_template::arc const& arc,
                           vector_by_id<logic_value> const& values) const;
  id slews_only(id type);
  edge_set edges_made(id arc_type) const;
  edge_set edges_checked(id check_type) const;
  id arc_type_at(id type, edge_set edges);
  id check_type_at(id type, edge_set edges, bool is_checked);
  /// For arrivals and slews, and for slews alone; or none.
  struct types_of_arc {
    id passes = none, slews = none;
  };
  types_of_arc types_beside(cell_template const& cell, cell_template::arc const& arc,
                            vector_by_id<logic_value> const& values);

  // flatten_latches.hpp
  /// What became of the checks of a cell: the edges that constants leave, and the id, or none.
  struct check_made {
    edge_set left = 0;
    id check = none;
  };
  struct made_of_instance {
    std::size_t first_arc = 0;
    std::vector<check_made> checks{};
  };
  struct latch_opening;
  void add_checks_of(instance_record const& instance, vector_by_id<logic_value> const& values,
                     std::size_t first_arc);
  void add_latch(instance_record const& instance, cell_template::latch const& latch,
                 made_of_instance const& made, vector_by_id<logic_value> const& values);
  bool add_latch_arcs(instance_record const& instance, cell_template::latch const& latch, id from,
                      bool is_open, std::size_t first_arc, vector_by_id<logic_value> const& values);
  void assert_missing_slews(id pin, edge_map edges, std::size_t first_arc);
  std::array<latch_opening, 2> openings_of(instance_record const& instance, cell_template::latch const& latch,
                                           made_of_instance const& made,
                                           vector_by_id<logic_value> values) const;
  id closing_type(edge opens, edge_set checked);
  id add_departing(id data);
  id late_only(id type);

  // flatten_wires.hpp, flatten_wire_drafts.hpp, flatten_wire_pins.hpp
  struct unknown_wire_pin;
  struct wires_found;
  class block_names;
  class stitched_wire;
  void stitch_blocks(std::vector<wires_found> const& parts);
  bool is_stitched(model::wire_net const& wire) const noexcept;
  std::size_t place_of_wire(model::wire_net const& wire) const noexcept;
  void list_counting_wires();
  void find_wires();
  void find_wires(wires_found& of);
  static bool give_wire(net_record& net, model::wire_net const& wire) noexcept;
  void ask_for_pins(id net, model::wire_net const& wire, std::size_t step) const noexcept;
  static void ask_for_wire(net_record const& net, std::size_t step) noexcept;
  class pins_of_net;
  void check_wire_pins(model::wire_net const& wire, id net, id* pins, wires_found& of) const;
  void reserve_nets();
  void add_net(net_record const& net, id driver, net_part& into) const;
  void list_sinks(net_record const& net, id driver, std::vector<id>& sinks) const;
  void add_rows(net_record const& net, id driver, id vertex, net_part& into) const;
  std::vector<id> nets_with_wires() const;
  bool add_wire(net_record const& net, id driver, net_part& into) const;
  bool begin_names(net_record const& net, net_part& into) const;
  void draft_wire(net_record const& net, net_part& into) const;
  id place_sinks(id driver, net_part& into) const;
  bool always_drives(id driver) const;
  void group_drivers(net_record const& net, net_part& into) const;
  bool add_reduced(net_record const& net, id driver, net_part& into) const;
  std::vector<id> other_drivers(net_record const& net, id driver) const;
  per_condition<float> load_beside(per_condition<float> own, std::vector<id> const& others) const;
  void load_wire(net_record const& net, id driver, net_part& into) const;
  void take_parts(std::vector<net_part>& parts);
  wire_name& name_in(net_record const& net, model::wire_node node, net_part& into) const;
  id net_of_node(std::string_view node) const;
  bool is_own_node(net_record const& net, model::wire_node node, net_part& into) const;
  model::thresholds const& thresholds_at(id pin) const;
  wire_response response_of(bool step, model::thresholds const& from, model::thresholds const& to) const;
  bool needs_responses(host_span<id const> sinks, id driver, bool step) const;
  void apply_responses(std::size_t net, id driver, bool step);

  // flatten_constraints.hpp, flatten_clocks.hpp
  void add_clocks();
  void add_clock_source(id clock, id pin, int e);
  void add_clock_pin(model::clock_at_pin const& given);
  void list_clock_starts();
  id master_of(model::generated_clock const& given);
  bool is_propagated(id clock) const;
  pin_fanin& fanin();
  using index_of_pins = std::unordered_map<std::string_view, std::vector<std::size_t>>;
  void add_generated_clocks(index_of_pins const& at_pin);
  void add_generated_clock(model::generated_clock const& given, id master, index_of_pins const& at_pin);
  model::clock with_source_latency(model::clock clock, index_of_pins const& at_pin) const;
  id clock_edge(std::string const& clock, edge e, model::location at) const;
  bool is_lost(std::string const& clock, model::location at) const;
  bool is_clock_source(std::string const& pin, std::string const& clock) const;
  void add_arrivals();
  bool follows_paths(id edge) const;
  void add_requirements();
  // flatten_references.hpp
  std::optional<reference_pin> find_reference(std::string const& name, id clock_edge, model::location at);
  void refer_arrival(model::input_arrival const& arrival, id pin, id launch);
  void link_references();
  per_condition<float> clock_delay(id launch_edge, bool has_insertion, bool has_latency) const;
  void add_clock_relations();
  void add_senses();
  void assert_root_slews();

  // flatten_exceptions.hpp, flatten_path_delays.hpp
  void add_exceptions();
  void keep_exception(path_exception made);
  bool latches_start(path_exception const& of) const;
  static exception_effect effect_of(model::path_exception::kind of);
  static edge_set edges_of(bool rise, bool fall) noexcept {
    return static_cast<edge_set>((rise ? 1 : 0) | (fall ? 2 : 0));
  }
  bool add_ends(model::path_points const& points, model::location at, bool starts, std::vector<id>& pins,
                std::vector<id>& clocks);
  bool add_throughs(model::path_exception const& given, std::vector<exception_points>& into);
  void add_outputs(std::string const& name, std::vector<id>& into) const;
  void add_path_ends(std::string const& name, model::location at, bool starts, std::vector<id>& into);
  void list_clock_start_pins();
  enum : std::uint8_t {
    path_starts = 1,
    path_ends = 2,
    has_fanin = 4,
    has_fanout = 8,
    delay_starts = 16,  ///< paths of a path delay start there and no others
    delay_ends = 32,
    cut_in_front = 64,  ///< is one of `starts_inside`
    cut_behind = 128    ///< is one of `ends_inside`
  };
  void add_delay_ends(path_exception const& made, model::path_exception const& given);
  void list_starts_and_ends();
  void add_delay_requirement(id pin, per_condition<float> const& required = same_value(0.0f));
  void end_delays();
  void join_segments();
  void note_cut_delays();
  bool joins(delay_between const& of, bool whole, vector_by_id<std::uint32_t>& seen, std::uint32_t stamp);
  void start_free_inputs();

  // flatten_gates.hpp
  struct gate {
    id enable, clock, instance;
    bool active_high;  ///< the gate is open while the clock is 1
  };
  gate_margins list_gate_margins();
  void add_gate(gate_margins const& given, gate const& at);
  id gate_type(check_kind kind, per_condition<float> const& margin, bool active_high, id only_clock);

  // flatten_edges.hpp
  vector_by_id<edge_set> edges_at_pins();
  void keep_checked_edges(vector_by_id<edge_set> const& at);

  // flatten_data_checks.hpp
  void add_data_check(id from, id to, check_kind kind, edge active, per_condition<float> const& margin);

  // flatten_derates.hpp
  struct derated_arc {
    bool is_cell, is_clock;
    id instance, net;
  };
  derate_table list_derates() const;
  per_condition<float> derate_of(derate_table const& given, derated_arc const& arc) const;

  // flatten_limits.hpp
  using limit_kind = model::design_limit::kind;
  using limit_scope = model::design_limit::scope;
  /// The least widths that constraints give; below 0: they give none.
  struct pulse_widths {
    float width[2] = {-1, -1};
    bool given = false;  ///< one of both
  };
  void add_library_limits();
  void add_outside_limits();
  void add_given_limits();
  void tighten(id pin, model::design_limit const& by);
  void lift_limits(std::vector<std::vector<clock_pin>> const& networks);
  void add_pulse_limits(std::vector<std::vector<clock_pin>> const& networks);
  void add_pulses_at(id pin, id vertex, id clock, std::vector<model::design_limit const*> const& all);
  vector_by_id<std::uint8_t> leads_on() const;

  // flatten_gaps.hpp
  void find_free_ports();
  void find_clock_gaps();
  void find_sourceless(vector_by_id<std::uint8_t> const& clocks);

  // flatten_drivers.hpp
  void add_driving_cell(model::driving_cell const& by);
  void add_driving_arc(id port, id vertex, id type, per_condition<float> const& input_slew);
  id slew_vertex(id port, per_condition<float> const& slew);
  id driver_vertex(id driver) const;

  // flatten_disabled.hpp
  void disable_pin(id pin);
  void disable_pins_of_cells(std::string_view name);
  bool is_arc_disabled(disabled_list const& list, cell_template const& cell, id from, id to,
                       bool is_check) const;
  bool is_disabled(instance_record const& instance, id from, id to, bool is_check) const;
  bool is_disabled_driver(id pin) const;
  bool is_wire_cut(id pin) const;
  void drop_disabled_sources();

  // flatten_loops.hpp
  fanout_rows arcs_so_far(bool with_slews) const;
  pin_fanout const& fanout();
  std::vector<id> sinks_in_order(net_record const& net, id driver) const;
  struct instance_fanin;
  bool may_have_loops() const;
  pin_edges arcs_in_order() const;
  std::vector<closed_loop> find_opensta_cuts() const;
  template <class Goes>
  void leave_out_arcs(Goes goes);
  template <class Goes>
  void leave_out_of_loops(Goes goes);
  void end_wire(std::size_t net_arc);
  bool runs_through_register(closed_loop const& loop) const;
  void note_loop(closed_loop const& loop);
  void cut_where_opensta_does(bool also_open);
  bool passes_latch(std::size_t arc) const;

  /// `op(i)` for each of n on all threads, where one takes some nanoseconds.
  template <class Op>
  void share(std::size_t n, Op const& op) const {
    constexpr std::size_t at_once = std::size_t{1} << 16U;
    threads_.for_each_piece((n + at_once - 1) / at_once, [&](std::size_t p) {
      for (auto i = p * at_once; i < std::min(n, (p + 1) * at_once); ++i) op(i);
    });
  }

  /// Sets what stands for each of these pins to 1.
  void mark(std::vector<id> const& pins, std::vector<std::uint8_t>& of) const {
    share(pins.size(), [&](std::size_t i) {
      std::atomic_ref(of[static_cast<std::size_t>(pins[i])]).store(1, std::memory_order_relaxed);
    });
  }

  std::string where(std::string const& file, model::location at) const {
    return file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  }
};

}  // namespace gsta::detail

#include "gsta/flat/detail/flatten_arcs.hpp"
#include "gsta/flat/detail/flatten_cells.hpp"
#include "gsta/flat/detail/flatten_clocks.hpp"
#include "gsta/flat/detail/flatten_constraints.hpp"
#include "gsta/flat/detail/flatten_data_checks.hpp"
#include "gsta/flat/detail/flatten_derates.hpp"
#include "gsta/flat/detail/flatten_disabled.hpp"
#include "gsta/flat/detail/flatten_drivers.hpp"
#include "gsta/flat/detail/flatten_edges.hpp"
#include "gsta/flat/detail/flatten_exceptions.hpp"
#include "gsta/flat/detail/flatten_find_pins.hpp"
#include "gsta/flat/detail/flatten_gaps.hpp"
#include "gsta/flat/detail/flatten_gates.hpp"
#include "gsta/flat/detail/flatten_generated.hpp"
#include "gsta/flat/detail/flatten_joins.hpp"
#include "gsta/flat/detail/flatten_latches.hpp"
#include "gsta/flat/detail/flatten_limits.hpp"
#include "gsta/flat/detail/flatten_loops.hpp"
#include "gsta/flat/detail/flatten_new_wires.hpp"
#include "gsta/flat/detail/flatten_path_delays.hpp"
#include "gsta/flat/detail/flatten_pins.hpp"
#include "gsta/flat/detail/flatten_places.hpp"
#include "gsta/flat/detail/flatten_references.hpp"
#include "gsta/flat/detail/flatten_unknown_pins.hpp"
#include "gsta/flat/detail/flatten_wire_pins.hpp"
#include "gsta/flat/detail/flatten_wires.hpp"
