#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "gsta/flat/detail/flatten_blocks.hpp"
#include "gsta/flat/detail/flatten_wire_drafts.hpp"
#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/net_part.hpp"

namespace gsta::detail {

/// One flat net for each driver, sinks ascending; a net that nothing drives has no arcs. Parts of the nets
/// are made at once, a few of them a thread, and then put together in order.
inline void flattener::add_nets() {
  constexpr std::size_t nets_at_once = 2048;
  find_wires();
  is_driven_.assign(design_.pin_load.size(), 0);
  mark(design_.arc_to, is_driven_);
  reserve_nets();
  spent_.begin(threads_);
  std::vector<net_part> parts(std::min<std::size_t>(4 * threads_.count(), nets_.size() / nets_at_once + 1));
  for (std::size_t done = 0; done < nets_.size(); done += parts.size() * nets_at_once) {
    threads_.for_each_piece(parts.size(), [&](std::size_t p) {
      net_part& part = parts[p];
      part.clear();
      auto const begin = std::min(nets_.size(), done + p * nets_at_once);
      auto const end = std::min(nets_.size(), begin + nets_at_once);
      for (std::size_t i = begin; i < end; ++i) {
        net_record const& net = nets_[i];
        for (std::size_t step = 0; step < 2; ++step)
          if (auto const ahead = i + 4 * (2 - step); ahead < end) ask_for_wire(nets_[ahead], step);
        for (id const driver : net.drivers) add_net(net, driver, part);
        if (net.drivers.size() > 1) group_drivers(net, part);
        if (net.drivers.empty() && !net.sinks.empty() && net.value == logic_value::unknown)
          part.notes.add("a net has no driver", std::string(net.name));
        if (net.wire != nullptr && !is_stitched(*net.wire)) spent_.end(*net.wire, part.spent);
      }
    });
    take_parts(parts);
  }
  give_back(wire_pin_, wire_pin_begin_, wire_is_instance_, wire_counts_);
}

/// Whether a driver is always on: an output of a cell that no function lets go.
inline bool flattener::always_drives(id driver) const {
  id const pin = design_.real_pin(driver), instance = instance_of_[pin];
  if (pin != driver || instance == none) return false;
  std::string_view const path = design_.pin_name[pin];
  model::cell const& cell = *instances_[instance].cell->early;
  model::pin const* const of = cell.find_pin(path.substr(path.rfind(options_.pin_separator) + 1));
  return of != nullptr && of->direction == model::direction::output && of->three_state.empty();
}

/// Drivers that are on at once charge the net together, where it has sinks.
inline void flattener::group_drivers(net_record const& net, net_part& into) const {
  auto const at_once = [this](id driver) { return always_drives(driver); };
  if (std::count_if(net.drivers.begin(), net.drivers.end(), at_once) < 2) {
    into.notes.add("a net has several drivers: the worst counts", std::string(net.name));
    return;
  }
  if (!net.sinks.empty()) {
    for (id const driver : net.drivers)
      if (at_once(driver)) into.rows.parallel_driver.push_back(driver_vertex(driver));
    into.rows.parallel_begin.push_back(static_cast<id>(into.rows.parallel_driver.size()));
  }
  constexpr std::size_t most_named = 8;
  std::string words = "net " + std::string(net.name) + ", driven by ";
  for (std::size_t i = 0; i < net.drivers.size() && i <= most_named; ++i) {
    words += i == 0 ? "" : ", ";
    words += i == most_named ? "others" : design_.pin_name[design_.real_pin(net.drivers[i])];
  }
  auto const first = std::find_if(net.drivers.begin(), net.drivers.end(), at_once);
  auto const at = netlist_.instances[static_cast<std::size_t>(instance_of_[*first])].name_at;
  into.notes.add(
      "a net has several drivers that are always on: by effective capacitances they charge it together, by "
      "tables each is timed as if it drove alone, and the worst counts",
      where(model::file_of(netlist_, at), at) + ": " + words);
}

/// Room for all flat nets, of wires as much as trees need.
inline void flattener::reserve_nets() {
  constexpr std::size_t at_once = std::size_t{1} << 14U;
  struct room {
    std::size_t nets = 0, sinks = 0, edges = 0, nodes = 0, letters = 0;
  };
  std::vector<room> parts((nets_.size() + at_once - 1) / at_once);
  threads_.for_each_piece(parts.size(), [&](std::size_t p) {
    room of;
    for (auto i = p * at_once; i < std::min(nets_.size(), (p + 1) * at_once); ++i) {
      auto const& net = nets_[i];
      of.nets += net.drivers.size();
      of.sinks += net.drivers.size() * net.sinks.size();
      of.letters += net.drivers.size() * net.name.size();
      if (net.wire == nullptr) continue;
      of.edges += net.drivers.size() * net.wire->resistors.size();
      of.nodes += net.drivers.size() * (net.wire->resistors.size() + 1);
    }
    parts[p] = of;
  });
  auto const [nets, sinks, edges, nodes, letters] =
      std::accumulate(parts.begin(), parts.end(), room{}, [](room const& a, room const& b) {
        return room{a.nets + b.nets, a.sinks + b.sinks, a.edges + b.edges, a.nodes + b.nodes,
                    a.letters + b.letters};
      });
  for (auto* const of : {&design_.net_driver, &design_.rc_root}) reserve_large(threads_, *of, nets);
  for (auto* const of : {&design_.net_begin, &design_.rc_node_begin, &design_.rc_edge_begin})
    reserve_large(threads_, *of, nets + 1);
  design_.net_name.reserve(nets, letters);
  reserve_large(threads_, design_.net_sink, sinks);
  auto const reserve_wires = [&](auto& array, std::size_t size) {
    if (spent_.is_used()) return reserve_in_large_pages(array, size);  // written to as memory is given back
    reserve_large(threads_, array, size);
  };
  for (auto* const of : {&design_.rc_edge_a, &design_.rc_edge_b}) reserve_wires(*of, edges);
  reserve_wires(design_.rc_resistance, edges);
  reserve_wires(design_.rc_capacitance, nodes);
  reserve_wires(design_.rc_node_sink, nodes);
}

/// An inout pin that drives does not see itself.
inline void flattener::list_sinks(net_record const& net, id driver, std::vector<id>& sinks) const {
  sinks.assign(net.sinks.begin(), net.sinks.end());
  if (id const own = design_.real_pin(driver); own != driver) std::erase(sinks, own);
}

/// The rows of a net and of its wire, and the drivers that its own one sees.
inline void flattener::add_rows(net_record const& net, id driver, id vertex, net_part& into) const {
  list_sinks(net, driver, into.sinks);
  into.add_net(vertex, net.name);
  into.nets.push_back({driver});
  bool const has_wire = net.wire != nullptr && add_wire(net, driver, into);
  auto& made = into.nets.back();
  made.has_wire = has_wire;
  if (sdc_ && !has_wire) made.loads = other_drivers(net, driver);
}

inline void flattener::add_net(net_record const& net, id driver, net_part& into) const {
  id const vertex = driver_vertex(driver);
  add_rows(net, driver, vertex, into);
  if (!sdc_) return;
  auto& made = into.nets.back();
  made.is_step = options_.step_at_ports && !is_driven_[vertex];
  made.has_responses = needs_responses(view_of(std::as_const(into.sinks)), driver, made.is_step);
}

/// Puts the nets of parts into the design, and what they add to their drivers.
inline void flattener::take_parts(std::vector<net_part>& parts) {
  auto net = design_.net_driver.size();
  for (net_part& part : parts) spent_.take(part.spent);
  append_nets(threads_, design_, parts);
  for (net_part const& part : parts) {
    for (auto const& made : part.nets) {
      id const vertex = design_.net_driver[net];
      if (!sdc_) design_.pin_load[made.driver] = same_value(0.0f);
      if (!made.loads.empty())
        design_.pin_load[made.driver] = load_beside(design_.pin_load[made.driver], made.loads);
      if (vertex != made.driver) std::swap(design_.pin_load[vertex], design_.pin_load[made.driver]);
      if (made.has_responses) apply_responses(net, made.driver, made.is_step);
      ++net;
    }
    notes_.merge(part.notes);
  }
  if (!design_.rc_response.empty()) design_.rc_response.resize(design_.net_sink.size(), none);
}

/// The other drivers of a driver's net which are no sinks of it.
inline std::vector<id> flattener::other_drivers(net_record const& net, id driver) const {
  std::vector<id> others;
  for (id const other : net.drivers) {
    if (other != driver && design_.real_pin(other) == other) others.push_back(other);
  }
  return others;
}

/// A driver sees its own capacitance and those of the others.
inline per_condition<float> flattener::load_beside(per_condition<float> own,
                                                   std::vector<id> const& others) const {
  for (id const other : others)
    for (int c = 0; c < conditions; ++c) own[c] = math::add(own[c], own_load_.at(other)[c]);
  return own;
}

/// Where a wire names the others, they load it at their own nodes; one of which nothing is known lies beyond
/// what was extracted.
inline void flattener::load_wire(net_record const& net, id driver, net_part& into) const {
  for (id const other : other_drivers(net, driver)) {
    id node = none;  // the first one that stands for it
    into.names.for_each([&](model::wire_node name, wire_name const& of) {
      id const here = of.pin == other ? into.draft.number_of(name) : none;
      if (here != none && (node == none || here < node)) node = here;
    });
    if (node == none) continue;
    per_condition<float> const& load = own_load_.at(other);
    if (load == same_value(load[0])) {
      into.draft.capacitance(node) = math::add(into.draft.capacitance(node), load[0]);
    } else {
      into.notes.add(
          "of several drivers one has capacitances that differ: they count at the others' own nodes",
          std::string(net.name));
      into.nets.back().loads.push_back(other);
    }
  }
}

/// The thresholds a pin's library measures at; ports take those of the cell that drives them, or the first
/// library's.
inline model::thresholds const& flattener::thresholds_at(id pin) const {
  if (auto const outside = outside_cell_.find(pin); outside != outside_cell_.end())
    return input_.early.thresholds_of(*outside->second);
  id const instance = instance_of_[pin];
  if (instance == none) return input_.early.thresholds;
  return input_.early.thresholds_of(*instances_[instance].cell->early);
}

/// What a wire does between two libraries, and behind a driver that nothing drives (a port, a tie cell): that
/// one makes a step.
inline wire_response flattener::response_of(bool step, model::thresholds const& from,
                                            model::thresholds const& to) const {
  wire_response response;
  for (int e = 0; e < 2; ++e) {
    double const from_window = (from.slew_upper[e] - from.slew_lower[e]) / from.slew_derate;
    double const to_window = (to.slew_upper[e] - to.slew_lower[e]) / to.slew_derate;
    if (step) {
      response.delay[e] = static_cast<float>(-std::log(1.0 - double{to.delay[e]}));
      double const window = (1.0 - double{to.slew_lower[e]}) / (1.0 - double{to.slew_upper[e]});
      response.widen[e] = static_cast<float>(std::log(window) / double{to.slew_derate});
    }
    if (&from == &to) continue;
    response.scale[e] = static_cast<float>(to_window / from_window);
    double const apart = (to.delay[e] - from.output_delay[e]) / (from.slew_upper[e] - from.slew_lower[e]);
    response.shift[e] = static_cast<float>(e == 0 ? apart : -apart);
  }
  return response;
}

/// Whether any wire of a net has a row of its own.
inline bool flattener::needs_responses(host_span<id const> sinks, id driver, bool step) const {
  if (step) return !sinks.empty();
  if (input_.early.more_thresholds.empty()) return false;
  model::thresholds const* const from = &thresholds_at(driver);
  return std::any_of(sinks.begin(), sinks.end(), [&](id sink) { return &thresholds_at(sink) != from; });
}

/// The rows of the wires of one flat net.
inline void flattener::apply_responses(std::size_t net, id driver, bool step) {
  model::thresholds const& from = thresholds_at(driver);
  design_.rc_response.resize(design_.net_sink.size(), none);
  for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a) {
    model::thresholds const& to = thresholds_at(design_.net_sink[a]);
    if (!step && &from == &to) continue;
    auto const key = std::tuple{step, &from, &to};
    auto const [row, fresh] = response_rows_.try_emplace(key, static_cast<id>(design_.wire_responses.size()));
    if (fresh) design_.wire_responses.push_back(response_of(step, from, to));
    design_.rc_response[a] = row->second;
  }
}

}  // namespace gsta::detail
