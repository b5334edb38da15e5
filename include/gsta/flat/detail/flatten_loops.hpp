#pragma once

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/sort.hpp"
#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/loop_search.hpp"

namespace gsta::detail {

/// The arcs of the design as far as it is made. Those of slews alone count only where `with_slews` is set.
inline fanout_rows flattener::arcs_so_far(bool with_slews) const {
  return {design_.pin_load.size(), [&](auto const& edge) {
            for (std::size_t net = 0; net < design_.net_driver.size(); ++net) {
              for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a)
                edge(design_.net_driver[net], design_.net_sink[a]);
            }
            for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
              if (with_slews || !design_.arc_types[design_.arc_type_of[i]].slews_only)
                edge(design_.arc_from[i], design_.arc_to[i]);
            }
          }};
}

/// What leaves each pin, of nets and arcs as they are; what changes them otherwise than in number resets it.
inline pin_fanout const& flattener::fanout() {
  if (!fanout_ || !fanout_->fits()) fanout_.emplace(threads_, design_);
  return *fanout_;
}

/// How many levels of hierarchy two paths share.
inline std::ptrdiff_t shared_levels(std::string_view a, std::string_view b) {
  auto const end = a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
  return std::count(a.begin(), std::mismatch(a.begin(), end, b.begin()).first, '/');
}

/// The sinks of a driver as OpenSTA meets them: those of the driver's own module first, then of the modules
/// around it, each in the order of the netlist.
inline std::vector<id> flattener::sinks_in_order(net_record const& net, id driver) const {
  std::vector<id> sinks(net.sinks.begin(), net.sinks.end());
  if (id const own = design_.real_pin(driver); own != driver) std::erase(sinks, own);
  if (netlist_.modules.empty()) return sinks;
  auto const path = [&](id pin) {
    id const instance = instance_of_[pin];
    return instance == none ? std::string_view() : std::string_view(netlist_.instances[instance].name);
  };
  gsta::stable_sort(sinks.begin(), sinks.end(), [&](id a, id b) {
    return shared_levels(path(a), path(driver)) > shared_levels(path(b), path(driver));
  });
  return sinks;
}

/// All that the netlist and the library connect, whatever constants and constraints say of it, in OpenSTA's
/// order: wires before arcs of the cell, of these the last one first. What passes latches is no part of it.
inline pin_edges flattener::arcs_in_order() const {
  pin_edges all;
  for (auto const& net : nets_) {
    for (id const driver : net.drivers) {
      for (id const sink : sinks_in_order(net, driver)) all.add(driver, sink);
    }
  }
  for (auto const& instance : instances_) {
    auto const& arcs = instance.cell->arcs;
    for (auto arc = arcs.rbegin(); arc != arcs.rend(); ++arc) {
      bool const is_new = std::none_of(arcs.rbegin(), arc, [&](auto const& other) {
        return other.from == arc->from && other.to == arc->to;
      });
      if (is_new && !arc->passes_latch) all.add(instance.first_pin + arc->from, instance.first_pin + arc->to);
    }
  }
  return all;
}

/// Paths by their parts, as if `/` came before all letters.
inline bool is_path_before(std::string_view a, std::string_view b) {
  auto const rank = [](char letter) { return letter == '/' ? 0 : static_cast<unsigned char>(letter); };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [&](char x, char y) { return rank(x) < rank(y); });
}

/// Where OpenSTA would cut.
inline std::vector<closed_loop> flattener::find_opensta_cuts() const {
  std::size_t const pins = instance_of_.size();
  auto const instances = [&](id a, id b) {
    return is_path_before(netlist_.instances[instance_of_[a]].name, netlist_.instances[instance_of_[b]].name);
  };
  auto const by_name = [&](id a, id b) {  // ports first
    if (instance_of_[a] == instance_of_[b]) return design_.pin_name[a] < design_.pin_name[b];
    if (instance_of_[a] == none || instance_of_[b] == none) return instance_of_[a] == none;
    return instances(a, b);
  };
  auto const by_place = [&](id a, id b) {  // ports last
    if (instance_of_[a] == instance_of_[b])
      return std::pair(design_.real_pin(a), a) < std::pair(design_.real_pin(b), b);
    if (instance_of_[a] == none || instance_of_[b] == none) return instance_of_[b] == none;
    return instances(a, b);
  };
  return find_cuts(fanout_rows(pins, arcs_in_order()), cut_loop::most_pins, by_name, by_place);
}

/// Takes the arcs of cells away for which `goes` says so.
template <class Goes>
void flattener::leave_out_arcs(Goes goes) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
    if (goes(i)) continue;
    design_.arc_from[kept] = design_.arc_from[i];
    design_.arc_to[kept] = design_.arc_to[i];
    design_.arc_type_of[kept++] = design_.arc_type_of[i];
  }
  for (auto* of : {&design_.arc_from, &design_.arc_to, &design_.arc_type_of}) of->resize(kept);
}

/// The same of arcs that are part of a loop.
template <class Goes>
void flattener::leave_out_of_loops(Goes goes) {
  auto const group = loop_groups(arcs_so_far(true));
  leave_out_arcs([&](std::size_t i) {
    id const of = group[design_.arc_from[i]];
    return of != none && of == group[design_.arc_to[i]] && goes(i);
  });
}

/// A wire that ends in a pin of its own: its driver goes on seeing its load.
inline void flattener::end_wire(std::size_t net_arc) {
  id const sink = design_.net_sink[net_arc], end = design_.add_shadow(sink);
  design_.pin_load[end] = design_.pin_load[sink];
  net_of_.push_back(none);
  instance_of_.push_back(none);
  if (!value_.empty()) value_.push_back(value_[sink]);
  design_.net_sink[net_arc] = end;
}

/// Whether a loop runs through the clock pin of a register; of very long ones the beginning is looked at.
inline bool flattener::runs_through_register(closed_loop const& loop) const {
  for (std::size_t i = 0; i < loop.pins.size(); ++i) {
    bool const is_last = i + 1 == loop.pins.size();
    if (is_last && loop.length > loop.pins.size()) break;
    id const from = loop.pins[i], to = loop.pins[is_last ? 0 : i + 1], instance = instance_of_[from];
    if (instance == none || instance != instance_of_[to]) continue;
    auto const& of = instances_[instance];
    auto const launches = [&](cell_template::arc const& arc) {
      return of.first_pin + arc.from == from && of.first_pin + arc.to == to &&
             design_.arc_types[arc.type].launches;
    };
    if (std::any_of(of.cell->arcs.begin(), of.cell->arcs.end(), launches)) return true;
  }
  return false;
}

inline void flattener::note_loop(closed_loop const& loop) {
  bool const through_register = runs_through_register(loop);
  notes_.add(
      through_register ? "a loop through clock pins of registers is cut" : "a combinational loop is cut",
      std::string(design_.pin_name[loop.from]).append(" -> ").append(design_.pin_name[loop.to]));
  if (design_.loops.size() < cut_loop::most_kept)
    design_.loops.push_back({loop.pins, loop.length, through_register, loop.from, loop.to});
  ++design_.loop_count;
}

/// Cuts where OpenSTA does, but only arcs of loops that constants and constraints leave closed; or all.
inline void flattener::cut_where_opensta_does(bool also_open) {
  auto const loops = find_opensta_cuts();
  std::map<std::pair<id, id>, std::size_t> loop_of;
  for (std::size_t i = 0; i < loops.size(); ++i)
    loop_of.try_emplace({driver_vertex(loops[i].from), loops[i].to}, i);
  auto const group = loop_groups(arcs_so_far(false));
  std::vector<std::uint8_t> is_cut(loops.size(), 0);
  auto const goes = [&](id from, id to) {
    if (!also_open && (group[from] == none || group[from] != group[to])) return false;
    auto const found = loop_of.find({from, to});
    if (found == loop_of.end()) return false;
    is_cut[found->second] = 1;
    return true;
  };
  leave_out_arcs([&](std::size_t i) {
    bool const slews_only = design_.arc_types[design_.arc_type_of[i]].slews_only;
    return (also_open || !slews_only) && goes(design_.arc_from[i], design_.arc_to[i]);
  });
  for (std::size_t net = 0; net < design_.net_driver.size(); ++net) {
    for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a) {
      if (goes(design_.net_driver[net], design_.net_sink[a])) end_wire(static_cast<std::size_t>(a));
    }
  }
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (is_cut[i]) note_loop(loops[i]);
  }
  // Slews alone must not close again what constants open, nor what is cut.
  leave_out_of_loops([&](std::size_t i) {
    return design_.arc_types[design_.arc_type_of[i]].slews_only &&
           loop_of.contains({design_.arc_from[i], design_.arc_to[i]});
  });
}

/// Instances, each with those that drive pins of it which arcs leave: one pin's arcs count as those of all.
struct flattener::instance_fanin {
  host_span<instance_record const> instances;
  std::vector<std::uint8_t> arcs_leave;  ///< [pins]
  host_span<id const> net_of;            ///< [pins]
  std::vector<id> driving;               ///< [nets] instance, or none

  std::size_t pins() const noexcept { return instances.size(); }
  template <class Visit>
  void for_each(id instance, Visit const& visit) const {
    auto const& [cell, first] = instances[static_cast<std::size_t>(instance)];
    for (auto pin = static_cast<std::size_t>(first); pin < static_cast<std::size_t>(first) + cell->vertices;
         ++pin) {
      if (arcs_leave[pin] == 0 || net_of[pin] == none) continue;
      if (id const from = driving[static_cast<std::size_t>(net_of[pin])]; from != none) visit(from);
    }
  }
};

/// False where even instances as a whole are in no loop, which is seen sooner than of pins; nets of several
/// drivers are not looked at.
inline bool flattener::may_have_loops() const {
  if (!shared_nets_.empty()) return true;
  instance_fanin fanin{{instances_.data(), instances_.size()}, {}, view_of(net_of_), {}};
  fanin.arcs_leave.assign(design_.pin_load.size(), 0);
  mark(design_.arc_from, fanin.arcs_leave);
  fanin.driving.resize(nets_.size());
  share(nets_.size(), [&](std::size_t net) {
    auto const& drivers = nets_[net].drivers;
    fanin.driving[net] = drivers.empty() ? none : instance_of_[static_cast<std::size_t>(drivers[0])];
  });
  return has_loops(threads_, fanin);
}

/// Leaves a graph without loops behind, but for those that the options keep: timing it throws then. One
/// through the data pin of a latch is none.
inline void flattener::cut_loops() {
  if (!sdc_) return;
  bool const also_open = options_.loops == loop_rule::cut_open_too;
  if (!also_open && (!may_have_loops() || !has_loops(threads_, fanout()))) return;  // of slews too
  fanout_.reset();
  if (options_.loops != loop_rule::refuse) cut_where_opensta_does(also_open);
  leave_out_of_loops([&](std::size_t i) {
    if (!design_.arc_types[design_.arc_type_of[i]].slews_only) return false;
    notes_.add("slews of an arc that constants switch off are left out: it would close a loop",
               std::string(design_.pin_name[design_.arc_to[i]]));
    return true;
  });
  leave_out_of_loops([&](std::size_t i) {
    if (!passes_latch(i)) return false;
    notes_.add("a loop through a latch ends at its data pin: what it borrows is not passed on",
               std::string(design_.pin_name[design_.arc_from[i]]));
    return true;
  });
}

inline bool flattener::passes_latch(std::size_t arc) const {
  id const from = design_.arc_from[arc], instance = instance_of_[from];
  if (instance == none) return false;
  auto const& of = instances_[instance];
  return std::any_of(of.cell->arcs.begin(), of.cell->arcs.end(), [&](auto const& one) {
    return one.passes_latch && of.first_pin + one.from == from &&
           of.first_pin + one.to == design_.arc_to[arc];
  });
}

}  // namespace gsta::detail
