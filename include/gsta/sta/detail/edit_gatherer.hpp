#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/sta/detail/places_of_constraints.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/update/constraints.hpp"
#include "gsta/update/edit_records.hpp"
#include "gsta/update/edited_items.hpp"

namespace gsta::detail {

/// Words that edits of a design change in the arrays of a timer elsewhere, of which it keeps on the host what
/// these words are told from.
template <executor E>
class edit_gatherer {
 public:
  /// `timed`: an updated timer of this design.
  edit_gatherer(E const& exec, flat_design const& design, timer<E> const& timed)
      : check_(to_vector(exec, timed.view().checks.check)),
        places_(design, view_of(check_)),
        net_is_in_(design.net_driver.size(), 0) {
    auto const asserted = to_vector(exec, timed.view().node_asserted);
    for (auto const& [pin, of] : places_.sources()) {
      for (id node = timed.nodes().pin_begin[pin]; node < timed.nodes().pin_begin[pin + 1]; ++node)
        asserted_[node] = asserted[static_cast<std::size_t>(node)];
    }
  }

  /// The words as they are now. False where an edit needs other nodes or checks: then nothing was changed.
  bool gather(flat_design const& design, timer<E> const& timed, edited_items const& items,
              edit_records& words) {
    std::vector<asserted_node> asserted;
    for (id const source : items.sources) {
      auto const found =
          asserted_of(design, timed.nodes(), source, places_.sources_at(design.sources[source].pin),
                      [&](id node) { return asserted_.at(node); });
      if (!found) return false;
      asserted.push_back(*found);
    }
    std::vector<timing_check> listed;
    if (items.clocks && !list_checks_anew(design, timed, listed)) return false;
    words.clear();
    std::vector<id> nodes, checks;
    for (auto const& of : asserted) {
      asserted_[of.node] = of.arrival;
      nodes.push_back(of.node);
    }
    for (std::size_t i = 0; i < listed.size(); ++i) {
      if (same_figures(check_[i], listed[i])) continue;
      check_[i] = listed[i];
      checks.push_back(static_cast<id>(i));
    }
    if (!items.clocks) {  // else what is listed has all that was edited
      for (id const source : items.checks) gather_checks(design, places_.checks_of_library(source), checks);
      for (id const source : items.requirements)
        gather_checks(design, places_.checks_of_requirement(source), checks);
    }
    each_once(std::move(nodes), [&](id node) { words.asserted.add(node, asserted_[node]); });
    each_once(std::move(checks), [&](id i) { words.checks.add(i, check_[i]); });
    each_once(items.loads, [&](id pin) { words.loads.add(pin, design.pin_load[pin]); });
    each_once(items.slews, [&](id pin) { words.slews.add(pin, design.asserted_slew[pin]); });
    each_once(items.arcs, [&](id arc) { words.types.add(arc, design.arc_type_of[arc]); });
    each_once(items.wires, [&](id net) { gather_wire(design, net, words); });
    gather_nets(design, items.nets, words);
    return true;
  }

 private:
  /// Threads store words: of the same one, two would race.
  template <class F>
  static void each_once(std::vector<id> ids, F const& visit) {
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (id const i : ids) visit(i);
  }
  void gather_nets(flat_design const& design, std::vector<id> const& nets, edit_records& words) {
    for (id const net : nets) {
      if (std::exchange(net_is_in_[net], std::uint8_t{1}) == 0)
        words.add_net(net, design.net_begin[net + 1] - design.net_begin[net]);
    }
    for (id const net : words.nets) net_is_in_[net] = 0;
  }
  static void gather_wire(flat_design const& design, id net, edit_records& words) {
    for (id k = design.rc_node_begin[net]; k < design.rc_node_begin[net + 1]; ++k)
      words.capacitances.add(k, design.rc_capacitance[k]);
    for (id k = design.rc_edge_begin[net]; k < design.rc_edge_begin[net + 1]; ++k)
      words.resistances.add(k, design.rc_resistance[k]);
  }
  void gather_checks(flat_design const& design, std::vector<id> const& these, std::vector<id>& checks) {
    for (id const i : these) {
      check_[i] = with_values_of(design, check_[i]);
      checks.push_back(i);
    }
  }
  /// Clocks' edges are in all checks; those of latches have figures of their own.
  bool list_checks_anew(flat_design const& design, timer<E> const& timed,
                        std::vector<timing_check>& listed) const {
    if (timed.view().latches.any()) return false;
    auto const& nodes = timed.nodes();
    nodes_of_pins const of_pins{nodes.pin_begin, nodes.node_tag, nodes.node_mask};
    listed = make_host_checks(host_executor{}, design, nodes.tags, nodes.exception_rows, of_pins).checks;
    return same_places(view_of(check_), view_of(std::as_const(listed)));
  }

  vector_by_id<timing_check> check_;  // as they are there
  places_of_constraints places_;
  std::unordered_map<id, per_condition<float>> asserted_;  // by node, where a pin has sources
  vector_by_id<std::uint8_t> net_is_in_;                   // [nets] scratch
};

}  // namespace gsta::detail
