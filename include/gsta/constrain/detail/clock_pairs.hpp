#pragma once

#include <map>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/clocks.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// What checks of one side between the same two clock edges share.
struct check_figures {
  femtoseconds offset = 0, uncertainty = 0;
  float factor = 1;
  bool is_of_pair = false;  ///< the uncertainty is one between these clocks
  bool operator==(check_figures const&) const = default;
};

/// What clocks are to each other. Each pair of edges is worked out once.
class clock_pairs {
 public:
  explicit clock_pairs(flat_design const& design) : design_(design) {
    for (auto const& of : design.pin_uncertainties) at_pin_[{of.pin, of.clock}] = &of;
  }

  /// True if paths between the two edges are not checked.
  bool are_cut(id launched, id captured) const {
    auto const group = [](exclusive_clocks const& of, id edge) {
      auto const clock = static_cast<std::size_t>(edge / 2);
      return clock < of.group_of.size() ? of.group_of[clock] : none;
    };
    if (launched == none || captured == none) return false;
    for (auto const& of : design_.exclusive) {
      id const from = group(of, launched), to = group(of, captured);
      if (from != none && to != none && from != to) return true;
    }
    return false;
  }

  /// Without exceptions. Edges may be none where no clock counts.
  check_figures const& figures(id launched, id captured, check_kind kind) {
    bool const late = is_late(kind), gates = is_gating(kind), data = is_data_check(kind);
    auto const [found, fresh] = known_.try_emplace({launched, captured, late, gates, data});
    if (fresh) {
      auto& of = found->second;
      if (launched != none && captured != none)
        of.offset = data ? data_offset(launched, captured, late) : offset(launched, captured, late, gates);
      if (captured != none) set_uncertainty(of, launched, captured, late);
      of.factor = gates || data ? 1 : late ? design_.late_check_factor : design_.early_check_factor;
    }
    return found->second;
  }

  /// The uncertainty of a check at `clock_pin`: what was said of its pair of clocks, of the way to the pin,
  /// or of the clock.
  femtoseconds uncertainty_at(id clock_pin, id launched, id captured, check_kind kind) {
    check_figures const& usual = figures(launched, captured, kind);
    if (at_pin_.empty() || captured == none || clock_pin == none || usual.is_of_pair)
      return usual.uncertainty;
    auto const found = at_pin_.find({clock_pin, captured / 2});
    if (found == at_pin_.end()) return usual.uncertainty;
    return is_late(kind) ? found->second->setup : found->second->hold;
  }

  femtoseconds period(id edge) const { return design_.clocks[static_cast<std::size_t>(edge / 2)].period; }

 private:
  femtoseconds offset(id launched, id captured, bool late, bool gates) const {
    if (design_.conventions.few_cycles) {
      auto const few = capture_offsets_of_few_cycles(design_.clocks, launched, captured);
      return late ? few.setup : gates ? few.gate_hold : few.hold;
    }
    return gates && !late ? gate_hold_offset(design_.clocks, launched, captured)
                          : capture_offset(design_.clocks, launched, captured, late);
  }

  /// Data are checked against those of the same edge, or of the last one before; early ones against those
  /// of a cycle before these.
  femtoseconds data_offset(id launched, id captured, bool late) const {
    return offset(launched, captured, false, false) - (late ? 0 : period(launched));
  }

  void set_uncertainty(check_figures& of, id launched, id captured, bool late) const {
    clock_rules const rules = design_.rules_of(captured / 2);
    of.uncertainty = late ? rules.setup_uncertainty : rules.hold_uncertainty;
    if (launched == none) return;
    for (auto const& pair : design_.uncertainties) {
      if (pair.from != launched / 2 || pair.to != captured / 2 || !has_edge(pair.from_at, launched % 2) ||
          !has_edge(pair.to_at, captured % 2) || !(late ? pair.setup : pair.hold))
        continue;
      of.uncertainty = pair.value;
      of.is_of_pair = true;
    }
  }

  struct key {
    id launched, captured;
    bool late, gates, data;
    auto operator<=>(key const&) const = default;
  };
  flat_design const& design_;
  std::map<key, check_figures> known_;
  std::map<std::pair<id, id>, pin_uncertainty const*> at_pin_;  // by pin and clock
};

}  // namespace gsta::detail
