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
  bool operator==(check_figures const&) const = default;
};

/// What clocks are to each other. Each pair of edges is worked out once.
class clock_pairs {
 public:
  explicit clock_pairs(flat_design const& design) : design_(design) {}

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
  check_figures const& figures(id launched, id captured, bool late) {
    auto const [found, fresh] = known_.try_emplace({launched, captured, late});
    if (fresh) {
      auto& of = found->second;
      of.offset =
          launched == none || captured == none ? 0 : capture_offset(design_.clocks, launched, captured, late);
      of.uncertainty = captured == none ? 0 : uncertainty(launched, captured, late);
      of.factor = late ? design_.late_check_factor : design_.early_check_factor;
    }
    return found->second;
  }

  femtoseconds period(id edge) const { return design_.clocks[static_cast<std::size_t>(edge / 2)].period; }

 private:
  femtoseconds uncertainty(id launched, id captured, bool late) const {
    clock_rules const rules = design_.rules_of(captured / 2);
    femtoseconds result = late ? rules.setup_uncertainty : rules.hold_uncertainty;
    if (launched == none) return result;
    for (auto const& pair : design_.uncertainties) {
      if (pair.from == launched / 2 && pair.to == captured / 2 && has_edge(pair.from_at, launched % 2) &&
          has_edge(pair.to_at, captured % 2) && (late ? pair.setup : pair.hold))
        result = pair.value;
    }
    return result;
  }

  struct key {
    id launched, captured;
    bool late;
    auto operator<=>(key const&) const = default;
  };
  flat_design const& design_;
  std::map<key, check_figures> known_;
};

}  // namespace gsta::detail
