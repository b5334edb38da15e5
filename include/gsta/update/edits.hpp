#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/wire_network.hpp"
#include "gsta/update/detail/check_edits.hpp"
#include "gsta/update/detail/network_edits.hpp"
#include "gsta/update/detail/undo_log.hpp"
#include "gsta/update/edited_items.hpp"

namespace gsta {

/// Edits a flat design in place, keeps what was there while a transaction is open, and notes what timing has
/// to look at. The design is always what a timer from scratch would be made from. Types and tables that are
/// added stay, whatever is rolled back.
///
/// Where: host. Needs: the design to outlive it, and nobody else to edit it.
class flat_editor {
 public:
  /// Cost: O(pins + net arcs). Throws: argument_error on arrays that are external, what allocation throws.
  explicit flat_editor(flat_design& design)
      : design_((design.require_owned(), &design)),
        measures_(design.measures.size()),
        net_begin_(design.pin_load.size() + 1, 0) {
    each_connection([&](id pin, id) { ++net_begin_[pin + 1]; });
    for (std::size_t p = 1; p < net_begin_.size(); ++p) net_begin_[p] += net_begin_[p - 1];
    net_of_.resize(static_cast<std::size_t>(net_begin_.back()));
    vector_by_id<id> next(net_begin_.begin(), net_begin_.end() - 1);
    each_connection([&](id pin, id net) { net_of_[next[pin]++] = net; });
  }

  /// The design as edited so far.
  flat_design const& design() const noexcept { return *design_; }

  /// Another capacitance of a pin, fF. Cost: O(nets of the pin). Throws: argument_error on an unknown pin, or
  /// what is no number, as below.
  void set_pin_load(id pin, per_condition<float> const& load) {
    detail::in_range(pin, design_->pin_load.size(), "set_pin_load: no such pin");
    detail::all_within(load, most_capacitance, "set_pin_load: a load is a number, at most 1e12 fF");
    if (!loads_.set(design_->pin_load, pin, load, is_open_)) return;
    items_.loads.push_back(pin);
    for (id k = net_begin_[pin]; k < net_begin_[pin + 1]; ++k) items_.nets.push_back(net_of_[k]);
  }

  /// Another type of a cell arc, as of another cell. Cost: O(1), but where edges or what passes differ, so
  /// that all is built anew. Throws: argument_error on an unknown arc or type, and on edges of the arc that
  /// orders a latch's enable before its data, which `resolve_clocks` adds without any.
  void set_arc_type(id cell_arc, id type) {
    detail::in_range(cell_arc, design_->arc_type_of.size(), "set_arc_type: no such cell arc");
    detail::in_range(type, design_->arc_types.size(), "set_arc_type: no such type");
    arc_type const &from = design_->arc_types[design_->arc_type_of[cell_arc]], &to = design_->arc_types[type];
    require(to.edges.code == 0 || !orders_latch(*design_, cell_arc),
            "set_arc_type: the arc only orders a latch, and has no edges");
    if (!arc_types_.set(design_->arc_type_of, cell_arc, type, is_open_)) return;
    if (!detail::passes_alike(from, to)) items_.graph = true;
    items_.pins.push_back(design_->arc_to[cell_arc]);
    items_.arcs.push_back(cell_arc);
  }

  /// Another type of a library check. Cost: as `set_arc_type`. Throws: argument_error on an unknown check or
  /// type.
  void set_check_type(id check, id type) {
    detail::in_range(check, design_->check_type_of.size(), "set_check_type: no such check");
    detail::in_range(type, design_->check_types.size(), "set_check_type: no such type");
    check_type const &from = design_->check_types[design_->check_type_of[check]],
                     &to = design_->check_types[type];
    if (!check_types_.set(design_->check_type_of, check, type, is_open_)) return;
    bool same = from.kind == to.kind && from.active == to.active && from.only_clock == to.only_clock &&
                from.is_checked == to.is_checked;
    for (int e = 0; e < 2; ++e) same = same && (from.constraint[e] == none) == (to.constraint[e] == none);
    if (!same) items_.graph = true;
    items_.checks.push_back(check);
  }

  /// Other values of a net's RC network, whose nodes and edges stay: fF a node, kOhm an edge. Cost: O(nodes +
  /// edges). Throws: argument_error on an unknown net, or where there are not as many.
  void set_wire_values(id net, std::vector<float> const& capacitance, std::vector<float> const& resistance) {
    detail::in_range(net, design_->net_driver.size(), "set_wire_values: no such net");
    id const node = design_->rc_node_begin[net], edge = design_->rc_edge_begin[net];
    require(static_cast<id>(capacitance.size()) == design_->rc_node_begin[net + 1] - node &&
                static_cast<id>(resistance.size()) == design_->rc_edge_begin[net + 1] - edge,
            "set_wire_values: the net has not as many nodes and edges");
    detail::all_within(capacitance, most_capacitance,
                       "set_wire_values: capacitances are numbers, at most 1e12 fF");
    for (float const value : resistance)
      require(is_resistance(value), "set_wire_values: resistances are numbers from 0 to 1e12 kOhm");
    for (std::size_t i = 0; i < capacitance.size(); ++i)
      capacitances_.set(design_->rc_capacitance, node + static_cast<id>(i), capacitance[i], keeps_values());
    for (std::size_t i = 0; i < resistance.size(); ++i)
      resistances_.set(design_->rc_resistance, edge + static_cast<id>(i), resistance[i], keeps_values());
    items_.nets.push_back(net);
    items_.wires.push_back(net);
  }

  /// Other wires of some nets: networks with nodes and edges of their own, or none. Cost: a pass over all RC
  /// arrays, however many nets. Throws: argument_error on an unknown net, one that is there twice, or a
  /// network that is none; then nothing is edited.
  void set_wires(std::vector<net_wire> wires) {
    std::sort(wires.begin(), wires.end(), [](net_wire const& a, net_wire const& b) { return a.net < b.net; });
    for (std::size_t i = 0; i < wires.size(); ++i) {
      detail::in_range(wires[i].net, design_->net_driver.size(), "set_wire: no such net");
      require(i == 0 || wires[i].net != wires[i - 1].net, "set_wire: a net is there twice");
      detail::check_network(wires[i].wire, [&, net = wires[i].net](id pin) {
        auto const sinks = design_->net_sink.begin();
        auto const last = sinks + design_->net_begin[net + 1];
        return std::find(sinks + design_->net_begin[net], last, pin) != last;
      });
    }
    if (wires.empty()) return;
    networks_.set(*design_, wires, is_open_);
    for (net_wire const& of : wires) items_.nets.push_back(of.net);
    items_.networks = true;
  }
  /// Another RC network of one net. Cost and Throws: as above.
  void set_wire(id net, wire_network const& wire) { set_wires({{net, wire}}); }

  /// Another slew asserted on a pin, ps. Cost: O(1). Throws: argument_error on an unknown pin.
  void set_asserted_slew(id pin, per_condition<float> const& slew) {
    detail::in_range(pin, design_->asserted_slew.size(), "set_asserted_slew: no such pin");
    detail::times_or(slew, undefined_arrival(),
                     "set_asserted_slew: a slew is a number, at most 9e12 ps, or undefined");
    if (!slews_.set(design_->asserted_slew, pin, slew, is_open_)) return;
    items_.pins.push_back(pin);
    items_.slews.push_back(pin);
  }

  /// Another arrival of `flat_design::sources`, ps: an input's delay, a clock's latency. Cost: O(1), but
  /// where it is defined under other conditions, so that all is built anew. Throws: argument_error on an
  /// unknown source.
  void set_source_arrival(id source, per_condition<float> const& arrival) {
    detail::in_range(source, design_->sources.size(), "set_source_arrival: no such source");
    detail::times_or(arrival, undefined_arrival(),
                     "set_source_arrival: an arrival is a number, at most 9e12 ps, or undefined");
    flat_source to = design_->sources[source];
    if (!same_defined(to.arrival, arrival)) items_.graph = true;
    to.arrival = arrival;
    if (sources_.set(design_->sources, source, to, is_open_)) items_.sources.push_back(source);
  }

  /// Other required times of `flat_design::requirements`, ps: an output's delay. Cost: as
  /// `set_source_arrival`. Throws: argument_error on an unknown requirement.
  void set_required(id requirement, per_condition<float> const& required) {
    detail::in_range(requirement, design_->requirements.size(), "set_required: no such requirement");
    detail::times_or(required, undefined_required(),
                     "set_required: a required time is a number, at most 9e12 ps, or undefined");
    flat_requirement to = design_->requirements[requirement];
    if (!same_defined(to.required, required)) items_.graph = true;
    for (int c = 0; c < conditions; ++c)
      if (to.latency[c] != 0) items_.clocks = true;  // what a path delay leaves out
    to.required = required;
    if (requirements_.set(design_->requirements, requirement, to, is_open_))
      items_.requirements.push_back(requirement);
  }

  /// Another period and other edges of a clock. Cost: O(1) here, O(checks) in the update. Throws:
  /// argument_error on an unknown clock or a period that is not positive.
  void set_clock(id clock, clock_waveform const& waveform) {
    detail::in_range(clock, design_->clocks.size(), "set_clock: no such clock");
    require(waveform.period > 0, "set_clock: a period must be above 0");
    for (femtoseconds const time : {waveform.period, waveform.at[0], waveform.at[1]})
      require(-most_femtoseconds <= time && time <= most_femtoseconds,
              "set_clock: a time is longer than nine seconds");
    clocks_.set(design_->clocks, clock, waveform, is_open_);
    items_.clocks = true;
  }

  /// A clock's uncertainty, fs. Cost: as `set_clock`. Throws: argument_error on an unknown clock.
  void set_uncertainty(id clock, femtoseconds setup, femtoseconds hold) {
    detail::in_range(clock, design_->clocks.size(), "set_uncertainty: no such clock");
    for (femtoseconds const time : {setup, hold})
      require(-most_femtoseconds <= time && time <= most_femtoseconds,
              "set_uncertainty: a time is longer than nine seconds");
    if (design_->rules.size() < design_->clocks.size()) design_->rules.resize(design_->clocks.size());
    clock_rules to = design_->rules[clock];
    to.setup_uncertainty = setup;
    to.hold_uncertainty = hold;
    rules_.set(design_->rules, clock, to, is_open_);
    items_.clocks = true;
  }

  /// Adds a type for cell arcs, for `set_arc_type`, and returns its id. Throws: argument_error on edges,
  /// tables or clocks that there are not, or where it is measured in a way that no type was.
  id add_arc_type(arc_type const& type) {
    detail::check_arc_type(*design_, type, measures_);
    return design_->add_arc_type(type);
  }
  /// Adds a type for checks, for `set_check_type`, and returns its id. Throws: argument_error on tables,
  /// kinds or clocks that there are not.
  id add_check_type(check_type const& type) {
    detail::check_check_type(*design_, type);
    return design_->add_check_type(type);
  }
  /// Adds a table for either and returns its id: `lut_pool_builder::add`. Throws: as that.
  id add_table(std::vector<float> x, std::vector<float> y, std::vector<float> const& values) {
    return design_->luts.add(std::move(x), std::move(y), values);
  }

  /// Says how to take back what goes with the design and stands elsewhere: `roll_back` calls it, the last one
  /// first, and it must not throw; `commit` forgets it, and without a transaction nobody needs it.
  void keep(std::function<void()> restore) {
    if (is_open_) kept_.keep(std::move(restore));
  }
  /// Takes over what `keep` was told of another editor, whose transaction goes on here.
  void keep_of(flat_editor& before) { kept_.keep_first(before.kept_); }
  /// Another object for each design and structure that editors were made for, to tell whether ids still hold.
  std::shared_ptr<void const> const& structure() const noexcept { return structure_; }

  /// From now on what is overwritten is kept. Throws: argument_error inside another transaction.
  void begin() {
    require(!is_open_, "flat_editor: a transaction is open already");
    is_open_ = true;
  }
  /// What was kept is forgotten. Throws: nothing.
  void commit() noexcept {
    kept_.clear();
    networks_.forget();
    each_log([](auto& log, auto&) { log.forget(); });
    is_open_ = false;
  }
  /// The design is as it was at `begin`, but for types and tables that were added. Throws: nothing.
  void roll_back() noexcept {
    kept_.restore();
    networks_.restore(*design_);
    each_log([](auto& log, auto& array) { log.restore(array); });
    is_open_ = false;
  }
  /// Whether a transaction is open.
  bool is_open() const noexcept { return is_open_; }

  /// What was edited since `clear_items`.
  edited_items const& items() const noexcept { return items_; }
  /// Timing has looked.
  void clear_items() noexcept { items_.clear(); }

 private:
  /// An array's old values.
  template <class T>
  struct edited {
    detail::undo_log<T> log;

    /// Returns false where the value was there already.
    bool set(vector_by_id<T>& array, id at, T const& value, bool keeps_old) {
      if (!detail::differs(array[at], value)) return false;
      if (keeps_old) log.keep(at, array[at]);
      array[at] = value;
      return true;
    }
    void restore(vector_by_id<T>& array) noexcept { log.restore(array); }
    void forget() noexcept { log.clear(); }
  };

  /// Where networks were replaced all of their values from before are kept already.
  bool keeps_values() const noexcept { return is_open_ && !networks_.keeps_all(); }

  template <class F>
  void each_log(F const& f) noexcept {
    f(loads_, design_->pin_load);
    f(slews_, design_->asserted_slew);
    f(arc_types_, design_->arc_type_of);
    f(check_types_, design_->check_type_of);
    f(capacitances_, design_->rc_capacitance);
    f(resistances_, design_->rc_resistance);
    f(sources_, design_->sources);
    f(requirements_, design_->requirements);
    f(clocks_, design_->clocks);
    f(rules_, design_->rules);
  }

  template <class F>
  void each_connection(F const& visit) const {
    for (std::size_t net = 0; net < design_->net_driver.size(); ++net) {
      visit(design_->net_driver[net], static_cast<id>(net));
      for (id a = design_->net_begin[net]; a < design_->net_begin[net + 1]; ++a)
        visit(design_->net_sink[a], static_cast<id>(net));
    }
  }

  static bool same_defined(per_condition<float> const& a, per_condition<float> const& b) noexcept {
    for (int c = 0; c < conditions; ++c)
      if (math::is_defined(a[c]) != math::is_defined(b[c])) return false;
    return true;
  }

  flat_design* design_;
  std::size_t measures_;        // rows that shapes of waveforms were made of
  vector_by_id<id> net_begin_;  // [pins + 1] into net_of_
  vector_by_id<id> net_of_;     // nets that a pin drives or ends
  edited<per_condition<float>> loads_, slews_;
  edited<id> arc_types_, check_types_;
  edited<float> capacitances_, resistances_;
  detail::network_edits networks_;
  edited<flat_source> sources_;
  edited<flat_requirement> requirements_;
  edited<clock_waveform> clocks_;
  edited<clock_rules> rules_;
  edited_items items_;
  detail::undo_calls kept_;
  std::shared_ptr<void const> structure_ = std::make_shared<char>();
  bool is_open_ = false;
};

}  // namespace gsta
