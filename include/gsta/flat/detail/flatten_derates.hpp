#pragma once

#include <array>
#include <map>
#include <string_view>
#include <unordered_map>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// The factors that one name has, or the whole design: for nets and cells, outside of clock networks and in
/// them, by condition. Of those given several times the last one counts.
class derate_factors {
 public:
  void set(model::timing_derate const& given) {
    for (int const cells : {0, 1}) {
      for (int const clock : {0, 1}) {
        if ((cells ? given.cells : given.nets) && (clock ? given.clock : given.data))
          set(kinds_[cells][clock], given);
      }
    }
  }
  /// Overwrites what is given here.
  void apply(bool is_cell, bool is_clock, per_condition<float>& factor) const {
    auto const& from = kinds_[is_cell][is_clock];
    for (int c = 0; c < conditions; ++c) {
      if (from.given[c]) factor[c] = from.factor[c];
    }
  }

 private:
  struct kind {
    per_condition<float> factor{};
    bool given[conditions] = {};
  };
  static void set(kind& of, model::timing_derate const& given) {
    for (int c = 0; c < conditions; ++c) {
      if (!(is_late(c) ? given.late : given.early) || !(edge_of(c) == 0 ? given.rise : given.fall)) continue;
      of.factor[c] = given.factor;
      of.given[c] = true;
    }
  }
  kind kinds_[2][2];
};

/// All factors by what they are for.
struct derate_table {
  derate_factors design;
  std::unordered_map<std::string_view, derate_factors> of_cell, of_instance;
  std::unordered_map<id, derate_factors> of_net;
};

inline derate_table flattener::list_derates() const {
  using scope = model::timing_derate::scope;
  derate_table table;
  for (auto const& derate : constraints_.derates) {
    if (derate.of == scope::design) table.design.set(derate);
    if (derate.of == scope::library_cell) table.of_cell[derate.name].set(derate);
    if (derate.of == scope::instance) table.of_instance[derate.name].set(derate);
    id const net = derate.of == scope::net ? find_net(derate.name) : none;
    if (net != none) table.of_net[net].set(derate);
  }
  return table;
}

/// The factors of one arc: those of the narrowest scope.
inline per_condition<float> flattener::derate_of(derate_table const& table, derated_arc const& arc) const {
  per_condition<float> factor = same_value(1.0f);
  auto const apply = [&](auto const& from, auto const& key) {
    auto const found = from.find(key);
    if (found != from.end()) found->second.apply(arc.is_cell, arc.is_clock, factor);
  };
  table.design.apply(arc.is_cell, arc.is_clock, factor);
  if (arc.is_cell) {
    apply(table.of_cell, std::string_view(netlist_.instances[arc.instance].cell));
    apply(table.of_instance, std::string_view(netlist_.instances[arc.instance].name));
  } else {
    apply(table.of_net, arc.net);
  }
  return factor;
}

inline void flattener::apply_derates() {
  if (constraints_.derates.empty()) return;
  vector_by_id<std::uint8_t> is_clock(design_.pin_load.size(), 0);
  for (auto const& network : clock_network(design_)) {
    for (auto const& at : network) is_clock[at.pin] = 1;
  }
  // What leads to a generated clock's source is its delay, of the register that divides too.
  vector_by_id<std::uint8_t> is_generated(design_.pin_load.size(), 0);
  for (auto const& of : design_.generated) is_generated[of.pin] = 1;
  auto const given = list_derates();
  std::map<std::array<float, 4>, id> rows;
  auto const add = [&](per_condition<float> const& factor) {
    if (factor == same_value(1.0f)) return design_.arc_derate.push_back(none);
    auto const [row, fresh] = rows.try_emplace({factor[0], factor[1], factor[2], factor[3]},
                                               static_cast<id>(design_.derates.size()));
    if (fresh) design_.derates.push_back(factor);
    design_.arc_derate.push_back(row->second);
  };
  for (std::size_t net = 0; net < design_.net_driver.size(); ++net) {
    id const driver = design_.net_driver[net];
    per_condition<float> const factor =
        derate_of(given, {false, is_clock[driver] != 0, none, find_net(design_.net_name[net])});
    for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a) add(factor);
  }
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
    arc_type const& type = design_.arc_types[design_.arc_type_of[i]];
    id const from = design_.arc_from[i];
    id const instance = static_cast<std::size_t>(from) < instance_of_.size() ? instance_of_[from] : none;
    id const behind = design_.arc_to[i];
    // From a clock pin's shadow: the instance is that of the output.
    id const of = instance != none || static_cast<std::size_t>(behind) >= instance_of_.size()
                      ? instance
                      : instance_of_[behind];
    if (type.beyond_no_load) {  // counts as part of the wire behind it
      add(derate_of(given, {false, is_clock[from] != 0, none, net_of_[from]}));
      continue;
    }
    bool const outside = type.to_ideal_clock || type.only_clock != none || of == none;
    bool const stays_clock = !type.launches || is_generated[behind] != 0;
    add(outside ? same_value(1.0f) : derate_of(given, {true, is_clock[from] != 0 && stays_clock, of, none}));
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
