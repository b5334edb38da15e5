#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/flat/detail/side_by_side.hpp"
#include "gsta/flat/detail/spent_wires.hpp"
#include "gsta/flat/detail/wire_draft.hpp"
#include "gsta/flat/detail/wire_names.hpp"
#include "gsta/flat/detail/wire_tree.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/wire_network.hpp"
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
  /// Rows as a flat design has them, with ids of the whole design.
  struct net_rows {
    std::vector<id> net_driver, net_begin{0}, net_sink, rc_root, rc_node_begin{0}, rc_edge_begin{0};
    std::vector<id> parallel_begin{0}, parallel_driver;
    std::vector<std::string_view> net_name;
  };

  net_rows rows;
  wire_rows wires;
  std::vector<made_net> nets;
  model::diagnostics notes;
  spent_wires::counts spent;  ///< wires that were read

  // What work on one net after the other needs again and again.
  wire_names names;
  bool name_is_instance = false;  ///< the wire's name is an instance's too
  std::string text;               ///< a node's name
  std::vector<id> sinks;
  wire_draft draft;
  wire_scratch scratch;

  void clear() {
    for (auto* const of : {&rows.net_driver, &rows.net_sink, &rows.rc_root, &rows.parallel_driver})
      of->clear();
    for (auto* const of : {&rows.net_begin, &rows.rc_node_begin, &rows.rc_edge_begin, &rows.parallel_begin})
      of->assign(1, 0);
    rows.net_name.clear();
    wires.resize(0, 0);
    nets.clear();
    notes = {};
  }
  /// A net with the `sinks`, and without a wire yet.
  void add_net(id driver, std::string_view name) {
    rows.net_driver.push_back(driver);
    rows.net_sink.insert(rows.net_sink.end(), sinks.begin(), sinks.end());
    rows.net_begin.push_back(static_cast<id>(rows.net_sink.size()));
    rows.rc_root.push_back(none);
    rows.rc_node_begin.push_back(rows.rc_node_begin.back());
    rows.rc_edge_begin.push_back(rows.rc_edge_begin.back());
    rows.net_name.push_back(name);
  }
  /// What was added to `wires` is that of the last net.
  void end_wire(id root) {
    rows.rc_root.back() = root;
    rows.rc_node_begin.back() = static_cast<id>(wires.capacitance.size());
    rows.rc_edge_begin.back() = static_cast<id>(wires.resistance.size());
  }
  /// The wire of the only net; its sinks are positions among the net's.
  wire_network network() const {
    auto const copy = [](auto const& of) { return std::vector(of.begin(), of.end()); };
    return {rows.rc_root.back(), copy(wires.capacitance), copy(wires.node_sink),
            copy(wires.a),       copy(wires.b),           copy(wires.resistance)};
  }
};

/// Puts the nets of parts behind those that a design has.
inline void append_nets(host_threads const& threads, flat_design& all, std::vector<net_part>& parts) {
  auto const append = [&](auto& to, auto const& from_part) {
    return [&to, &parts, from_part] {
      for (net_part const& part : parts) {
        auto const& from = from_part(part);
        to.insert(to.end(), from.begin(), from.end());
      }
    };
  };
  auto const append_row = [&](auto& to, auto net_part::net_rows::* array) {
    return append(to, [array](net_part const& part) -> auto const& { return part.rows.*array; });
  };
  auto const append_wires = [&](auto& to, auto wire_rows::* array) {
    return append(to, [array](net_part const& part) -> auto const& { return part.wires.*array; });
  };
  // Rows of a part begin behind those of the parts in front, which end at `by`.
  auto const append_begins = [&](std::vector<id>& to, std::vector<id> net_part::net_rows::* begins,
                                 std::size_t by) {
    return [&to, &parts, begins, by = static_cast<id>(by)]() mutable {
      for (net_part const& part : parts) {
        auto const& from = part.rows.*begins;
        auto const first = to.size();
        to.insert(to.end(), from.begin() + 1, from.end());
        for (auto i = first; i < to.size(); ++i) to[i] += by;
        by += from.back();
      }
    };
  };
  using rows = net_part::net_rows;
  side_by_side(
      threads,
      [&, by = static_cast<id>(all.net_sink.size())]() mutable {
        for (net_part const& part : parts) {
          auto const& from = part.wires.node_sink;
          auto& to = all.rc_node_sink;
          auto const first = to.size();
          to.insert(to.end(), from.begin(), from.end());
          for (auto i = first; i < to.size(); ++i)
            if (to[i] != none) to[i] += by;
          by += part.rows.net_begin.back();
        }
      },
      append_wires(all.rc_edge_a, &wire_rows::a), append_wires(all.rc_edge_b, &wire_rows::b),
      append_wires(all.rc_resistance, &wire_rows::resistance),
      append_wires(all.rc_capacitance, &wire_rows::capacitance),
      [&] {
        for (net_part const& part : parts)
          for (auto const name : part.rows.net_name) all.net_name.push_back(name);
      },
      append_row(all.parallel_driver, &rows::parallel_driver),
      append_begins(all.parallel_begin, &rows::parallel_begin, all.parallel_driver.size()),
      append_row(all.net_sink, &rows::net_sink), append_row(all.net_driver, &rows::net_driver),
      append_row(all.rc_root, &rows::rc_root),
      append_begins(all.net_begin, &rows::net_begin, all.net_sink.size()),
      append_begins(all.rc_node_begin, &rows::rc_node_begin, all.rc_capacitance.size()),
      append_begins(all.rc_edge_begin, &rows::rc_edge_begin, all.rc_resistance.size()));
}

}  // namespace gsta::detail
