#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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
  id wire_net = none;             ///< whose names `names` has
  bool name_is_instance = false;  ///< the wire's name is an instance's too
  std::vector<id> sinks;
  wire_draft draft;
  wire_scratch scratch;

  void clear() {
    for (auto* const of : {&rows.net_driver, &rows.net_sink, &rows.rc_root, &rows.rc_node_sink,
                           &rows.rc_edge_a, &rows.rc_edge_b})
      of->clear();
    for (auto* const of : {&rows.net_begin, &rows.rc_node_begin, &rows.rc_edge_begin}) of->assign(1, 0);
    rows.rc_capacitance.clear();
    rows.rc_resistance.clear();
    rows.net_name.clear();
    nets.clear();
    notes = {};
  }
};

/// Puts the nets of a part behind those that a design has.
inline void append_nets(flat_design& all, flat_design& part) {
  auto const append = [](auto& to, auto const& from) { to.insert(to.end(), from.begin(), from.end()); };
  auto const shifted = [](std::vector<id>& to, std::vector<id> const& from, std::size_t first,
                          std::size_t by) {
    auto const at = to.size();
    to.resize(at + from.size() - first);
    for (std::size_t i = first; i < from.size(); ++i)
      to[at + i - first] = from[i] == none ? none : from[i] + static_cast<id>(by);
  };
  shifted(all.net_begin, part.net_begin, 1, all.net_sink.size());
  shifted(all.rc_node_begin, part.rc_node_begin, 1, all.rc_capacitance.size());
  shifted(all.rc_edge_begin, part.rc_edge_begin, 1, all.rc_resistance.size());
  shifted(all.rc_node_sink, part.rc_node_sink, 0, all.net_sink.size());
  append(all.net_driver, part.net_driver);
  append(all.net_sink, part.net_sink);
  append(all.rc_root, part.rc_root);
  append(all.rc_edge_a, part.rc_edge_a);
  append(all.rc_edge_b, part.rc_edge_b);
  append(all.rc_capacitance, part.rc_capacitance);
  append(all.rc_resistance, part.rc_resistance);
  for (auto& name : part.net_name) all.net_name.push_back(std::move(name));
}

}  // namespace gsta::detail
