#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/handles.hpp"

namespace gsta {

/// A net's RC network: nodes with their capacitance and, where a sink is, that pin; edges between nodes.
/// Without nodes the net has ideal wires.
struct wire_network {
  id root = none;                  ///< the driver's node
  std::vector<float> capacitance;  ///< [nodes] fF, without pins
  std::vector<id> sink;            ///< [nodes] pin of the net, or none
  std::vector<id> a;               ///< [edges] node at one end
  std::vector<id> b;               ///< [edges] node at the other
  std::vector<float> resistance;   ///< [edges] kOhm
};

namespace detail {

/// A net on its way to another one.
struct net_record {
  struct sink {
    id pin;
    id arc;  ///< the net arc that it was, or none
  };
  id driver = none;  ///< none: the net is gone
  std::vector<sink> sinks;
  wire_network wire;
  std::string name{};

  bool has(id pin) const noexcept {
    for (sink const& s : sinks)
      if (s.pin == pin) return true;
    return false;
  }
  void drop(id pin) {
    std::erase_if(sinks, [pin](sink const& s) { return s.pin == pin; });
    for (id& at : wire.sink)
      if (at == pin) at = none;
  }
};

inline net_record record_of(flat_design const& design, std::size_t net) {
  net_record of{design.net_driver[net], {}, {design.rc_root[net], {}, {}, {}, {}, {}}};
  for (id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a)
    of.sinks.push_back({design.net_sink[a], a});
  for (id n = design.rc_node_begin[net]; n < design.rc_node_begin[net + 1]; ++n) {
    of.wire.capacitance.push_back(design.rc_capacitance[n]);
    id const arc = design.rc_node_sink[n];
    of.wire.sink.push_back(arc == none ? none : design.net_sink[arc]);
  }
  for (id e = design.rc_edge_begin[net]; e < design.rc_edge_begin[net + 1]; ++e) {
    of.wire.a.push_back(design.rc_edge_a[e]);
    of.wire.b.push_back(design.rc_edge_b[e]);
    of.wire.resistance.push_back(design.rc_resistance[e]);
  }
  return of;
}

/// Writes all nets anew, those with a record by it, the others as they were.
class net_writer {
 public:
  net_writer(flat_design& design, std::vector<id> const& pins)
      : of_(design), pins_(pins), begin_(std::exchange(design.net_begin, {0})), sink_(take(design.net_sink)) {
    node_begin_ = std::exchange(design.rc_node_begin, {0});
    edge_begin_ = std::exchange(design.rc_edge_begin, {0});
    driver_ = take(design.net_driver), root_ = take(design.rc_root), node_sink_ = take(design.rc_node_sink);
    a_ = take(design.rc_edge_a), b_ = take(design.rc_edge_b);
    capacitance_ = take(design.rc_capacitance), resistance_ = take(design.rc_resistance);
    response_ = take(design.rc_response), derate_ = take(design.arc_derate);
    name_ = take(design.net_name);
    of_.net_sink.reserve(sink_.size());
    of_.rc_capacitance.reserve(capacitance_.size());
    of_.rc_node_sink.reserve(capacitance_.size());
  }

  void copy(std::size_t net) {
    id const shift = static_cast<id>(of_.net_sink.size()) - begin_[net];
    for (id a = begin_[net]; a < begin_[net + 1]; ++a) add_sink(pins_[sink_[a]], a);
    for (id n = node_begin_[net]; n < node_begin_[net + 1]; ++n) {
      of_.rc_capacitance.push_back(capacitance_[n]);
      of_.rc_node_sink.push_back(node_sink_[n] == none ? none : node_sink_[n] + shift);
    }
    for (id e = edge_begin_[net]; e < edge_begin_[net + 1]; ++e) add_edge(a_[e], b_[e], resistance_[e]);
    end(pins_[driver_[net]], root_[net], net < name_.size() ? std::move(name_[net]) : std::string());
  }

  void write(net_record&& of) {
    std::unordered_map<id, id> position;
    for (auto const& sink : of.sinks) {
      position.emplace(sink.pin, static_cast<id>(of_.net_sink.size()));
      add_sink(pins_[sink.pin], sink.arc);
    }
    for (std::size_t n = 0; n < of.wire.capacitance.size(); ++n) {
      of_.rc_capacitance.push_back(of.wire.capacitance[n]);
      of_.rc_node_sink.push_back(of.wire.sink[n] == none ? none : position.at(of.wire.sink[n]));
    }
    for (std::size_t e = 0; e < of.wire.resistance.size(); ++e)
      add_edge(of.wire.a[e], of.wire.b[e], of.wire.resistance[e]);
    end(pins_[of.driver], of.wire.root, std::move(of.name));
  }

  /// Derates of cell arcs behind those of net arcs: `arcs` is where they went.
  void end_derates(std::vector<id> const& arcs) {
    if (derate_.empty()) return;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
      std::size_t const before = sink_.size() + i;
      if (arcs[i] != none) of_.arc_derate.push_back(before < derate_.size() ? derate_[before] : none);
    }
  }

 private:
  template <class T>
  static std::vector<T> take(std::vector<T>& from) {
    return std::exchange(from, {});
  }
  void add_sink(id pin, id was) {
    of_.net_sink.push_back(pin);
    if (!response_.empty()) of_.rc_response.push_back(was == none ? none : response_[was]);
    if (!derate_.empty()) of_.arc_derate.push_back(was == none ? none : derate_[was]);
  }
  void add_edge(id a, id b, float resistance) {
    of_.rc_edge_a.push_back(a);
    of_.rc_edge_b.push_back(b);
    of_.rc_resistance.push_back(resistance);
  }
  void end(id driver, id root, std::string name) {
    of_.net_driver.push_back(driver);
    of_.net_begin.push_back(static_cast<id>(of_.net_sink.size()));
    of_.rc_root.push_back(root);
    of_.rc_node_begin.push_back(static_cast<id>(of_.rc_capacitance.size()));
    of_.rc_edge_begin.push_back(static_cast<id>(of_.rc_resistance.size()));
    if (!name_.empty()) of_.net_name.push_back(std::move(name));
  }

  flat_design& of_;
  std::vector<id> const& pins_;
  std::vector<id> begin_, sink_, node_begin_, edge_begin_, driver_, root_, node_sink_, a_, b_, response_,
      derate_;
  std::vector<float> capacitance_, resistance_;
  std::vector<std::string> name_;
};

}  // namespace detail
}  // namespace gsta
