#pragma once

#include <array>
#include <map>

#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline bool flattener::applies(model::timing_derate const& derate, derated_arc const& arc) const {
  using scope = model::timing_derate::scope;
  if (arc.is_cell ? !derate.cells : !derate.nets) return false;
  if (arc.is_clock ? !derate.clock : !derate.data) return false;
  switch (derate.of) {
    case scope::design:
      return true;
    case scope::library_cell:
      return arc.is_cell && netlist_.instances[arc.instance].cell == derate.name;
    case scope::instance:
      return arc.is_cell && netlist_.instances[arc.instance].name == derate.name;
    case scope::net: {
      auto const net = net_.find(derate.name);
      return !arc.is_cell && net != net_.end() && net->second == arc.net;
    }
  }
  return false;
}

/// The factors of one arc: those of the narrowest scope, of these the last one given.
inline corner_values flattener::derate_of(derated_arc const& arc) const {
  corner_values factor = same_value(1.0f);
  int scope_of[conditions] = {-1, -1, -1, -1};
  for (auto const& derate : constraints_.derates) {
    if (!applies(derate, arc)) continue;
    for (int c = 0; c < conditions; ++c) {
      bool const side = is_late(c) ? derate.late : derate.early,
                 e = edge_of(c) == 0 ? derate.rise : derate.fall;
      if (!side || !e || static_cast<int>(derate.of) < scope_of[c]) continue;
      factor[c] = derate.factor;
      scope_of[c] = static_cast<int>(derate.of);
    }
  }
  return factor;
}

inline void flattener::apply_derates() {
  if (constraints_.derates.empty()) return;
  std::vector<std::uint8_t> is_clock(design_.pin_load.size(), 0);
  for (auto const& network : clock_network(design_)) {
    for (auto const& at : network) is_clock[at.pin] = 1;
  }
  std::map<std::array<float, 4>, id> rows;
  auto const add = [&](corner_values const& factor) {
    if (factor == same_value(1.0f)) return design_.arc_derate.push_back(none);
    auto const [row, fresh] = rows.try_emplace({factor[0], factor[1], factor[2], factor[3]},
                                               static_cast<id>(design_.derates.size()));
    if (fresh) design_.derates.push_back(factor);
    design_.arc_derate.push_back(row->second);
  };
  for (std::size_t net = 0; net < design_.net_driver.size(); ++net) {
    auto const named = net_.find(design_.net_name[net]);
    id const driver = design_.net_driver[net];
    corner_values const factor =
        derate_of({false, is_clock[driver] != 0, none, named == net_.end() ? none : named->second});
    for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a) add(factor);
  }
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
    arc_type const& type = design_.arc_types[design_.arc_type_of[i]];
    id const from = design_.arc_from[i];
    id const instance = static_cast<std::size_t>(from) < instance_of_.size() ? instance_of_[from] : none;
    id const behind = design_.arc_to[i];
    // From a clock pin's twin: the instance is that of the output.
    id const of = instance != none || static_cast<std::size_t>(behind) >= instance_of_.size()
                      ? instance
                      : instance_of_[behind];
    if (type.beyond_no_load) {  // counts as part of the wire behind it
      add(derate_of({false, is_clock[from] != 0, none, net_of_[from]}));
      continue;
    }
    bool const outside = type.to_ideal_clock || type.only_clock != none || of == none;
    add(outside ? same_value(1.0f) : derate_of({true, is_clock[from] != 0 && !type.launches, of, none}));
  }
  for (auto const& derate : constraints_.derates) {
    if (!derate.checks) continue;
    if (derate.of != model::timing_derate::scope::design) {
      notes_.add_not_applied("set_timing_derate -cell_check of single cells",
                             where(constraints_.file, derate.at));
      continue;
    }
    if (derate.late) design_.late_check_factor = derate.factor;
    if (derate.early) design_.early_check_factor = derate.factor;
  }
}

}  // namespace gsta::detail
