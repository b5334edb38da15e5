#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/flat/detail/side_by_side.hpp"
#include "gsta/flat/detail/wire_names.hpp"
#include "gsta/flat/detail/wire_tree.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/diagnostics.hpp"

namespace gsta::detail {

/// Some nets of a flat design, made by one thread, before they are put behind those of others.
struct net_part {
  /// What of a net touches arrays that all nets share.
  struct made_net {
    id driver;  ///< as the netlist has it
    bool has_wire = false;
    bool has_responses = false;
    bool is_step = false;
    std::vector<id> loads{};  ///< other drivers that this one sees
  };

  flat_design rows;  ///< net arrays and wires alone, with ids of the whole design
  std::vector<made_net> nets;
  model::diagnostics notes;

  // What work on one net after the other needs again and again.
  wire_names names;
  bool name_is_instance = false;  ///< the wire's name is an instance's too
  std::string text;               ///< a node's name
  std::vector<id> sinks;
  wire_draft draft;
  wire_scratch scratch;

  void clear() {
    for (auto* const of : {&rows.net_driver, &rows.net_sink, &rows.rc_root, &rows.rc_node_sink,
                           &rows.rc_edge_a, &rows.rc_edge_b, &rows.parallel_driver})
      of->clear();
    for (auto* const of : {&rows.net_begin, &rows.rc_node_begin, &rows.rc_edge_begin, &rows.parallel_begin})
      of->assign(1, 0);
    rows.rc_capacitance.clear();
    rows.rc_resistance.clear();
    rows.net_name.clear();
    nets.clear();
    notes = {};
  }
};

/// Puts the nets of parts behind those that a design has.
inline void append_nets(host_threads const& threads, flat_design& all, std::vector<net_part>& parts) {
  auto const append = [&](auto array) {
    return [&all, &parts, array] {
      for (net_part const& part : parts) {
        auto const& from = part.rows.*array;
        (all.*array).insert((all.*array).end(), from.begin(), from.end());
      }
    };
  };
  // Rows of a part begin behind those of the parts in front, which end at `by`.
  auto const append_rows = [&](std::vector<id> flat_design::* begins, std::size_t by) {
    return [&all, &parts, begins, by = static_cast<id>(by)]() mutable {
      for (net_part const& part : parts) {
        auto const& from = part.rows.*begins;
        auto& to = all.*begins;
        auto const first = to.size();
        to.insert(to.end(), from.begin() + 1, from.end());
        for (auto i = first; i < to.size(); ++i) to[i] += by;
        by += from.back();
      }
    };
  };
  side_by_side(
      threads,
      [&, by = static_cast<id>(all.net_sink.size())]() mutable {
        for (net_part const& part : parts) {
          auto const& from = part.rows.rc_node_sink;
          auto& to = all.rc_node_sink;
          auto const first = to.size();
          to.insert(to.end(), from.begin(), from.end());
          for (auto i = first; i < to.size(); ++i)
            if (to[i] != none) to[i] += by;
          by += part.rows.net_begin.back();
        }
      },
      append(&flat_design::rc_edge_a), append(&flat_design::rc_edge_b), append(&flat_design::rc_resistance),
      append(&flat_design::rc_capacitance),
      [&] {
        for (net_part& part : parts)
          for (auto& name : part.rows.net_name) all.net_name.push_back(std::move(name));
      },
      append(&flat_design::parallel_driver),
      append_rows(&flat_design::parallel_begin, all.parallel_driver.size()), append(&flat_design::net_sink),
      append(&flat_design::net_driver), append(&flat_design::rc_root),
      append_rows(&flat_design::net_begin, all.net_sink.size()),
      append_rows(&flat_design::rc_node_begin, all.rc_capacitance.size()),
      append_rows(&flat_design::rc_edge_begin, all.rc_resistance.size()));
}

}  // namespace gsta::detail
