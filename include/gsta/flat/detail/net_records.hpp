#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/handles.hpp"
#include "gsta/flat/wire_network.hpp"

namespace gsta::detail {

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
  net_writer(flat_design& design, vector_by_id<id> const& pins)
      : of_(design), pins_(pins), begin_(std::exchange(design.net_begin, {0})), sink_(take(design.net_sink)) {
    node_begin_ = std::exchange(design.rc_node_begin, {0});
    edge_begin_ = std::exchange(design.rc_edge_begin, {0});
    driver_ = take(design.net_driver), root_ = take(design.rc_root), node_sink_ = take(design.rc_node_sink);
    a_ = take(design.rc_edge_a), b_ = take(design.rc_edge_b);
    capacitance_ = take(design.rc_capacitance), resistance_ = take(design.rc_resistance);
    response_ = take(design.rc_response), derate_ = take(design.arc_derate);
    name_ = std::exchange(design.net_name, {});
    design.net_name.reserve(with_some_more(name_.size()), with_some_more(name_.letters().size()));
  }

  /// Nets [first, last) as they were.
  void copy(std::size_t first, std::size_t last) {
    if (first == last) return;
    id const arc = begin_[first], arc_end = begin_[last], arcs = static_cast<id>(of_.net_sink.size()) - arc;
    id const node = node_begin_[first], node_end = node_begin_[last],
             nodes = static_cast<id>(of_.rc_capacitance.size()) - node;
    id const edge = edge_begin_[first], edge_end = edge_begin_[last],
             edges = static_cast<id>(of_.rc_resistance.size()) - edge;
    append(of_.net_sink, sink_, arc, arc_end, [this](id pin) { return pins_[pin]; });
    if (!response_.empty()) append(of_.rc_response, response_, arc, arc_end);
    if (!derate_.empty()) append(of_.arc_derate, derate_, arc, arc_end);
    append(of_.rc_capacitance, capacitance_, node, node_end);
    append(of_.rc_node_sink, node_sink_, node, node_end,
           [arcs](id sink) { return sink == none ? none : sink + arcs; });
    append(of_.rc_edge_a, a_, edge, edge_end);
    append(of_.rc_edge_b, b_, edge, edge_end);
    append(of_.rc_resistance, resistance_, edge, edge_end);
    auto const from = static_cast<id>(first), to = static_cast<id>(last);
    append(of_.net_driver, driver_, from, to, [this](id pin) { return pins_[pin]; });
    append(of_.rc_root, root_, from, to);
    append(of_.net_begin, begin_, from + 1, to + 1, [arcs](id at) { return at + arcs; });
    append(of_.rc_node_begin, node_begin_, from + 1, to + 1, [nodes](id at) { return at + nodes; });
    append(of_.rc_edge_begin, edge_begin_, from + 1, to + 1, [edges](id at) { return at + edges; });
    if (name_.empty()) return;
    for (std::size_t net = first; net < last; ++net)
      of_.net_name.push_back(net < name_.size() ? name_[net] : "");
  }

  void write(net_record const& of) {
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
    end(pins_[of.driver], of.wire.root, of.name);
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
  static void append(std::vector<T>& to, std::vector<T> const& from, id first, id last) {
    to.insert(to.end(), from.begin() + first, from.begin() + last);
  }
  template <class Change>
  static void append(std::vector<id>& to, std::vector<id> const& from, id first, id last,
                     Change const& change) {
    std::size_t const had = to.size();
    append(to, from, first, last);
    for (std::size_t i = had; i < to.size(); ++i) to[i] = change(to[i]);
  }
  template <class T>
  static std::vector<T> take(std::vector<T>& from) {
    std::vector<T> taken = std::exchange(from, {});
    from.reserve(with_some_more(taken.size()));
    return taken;
  }
  /// Of items: a few that come do not move them all once again.
  static std::size_t with_some_more(std::size_t n) noexcept { return n + n / 64 + 64; }
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
  void end(id driver, id root, std::string_view name) {
    of_.net_driver.push_back(driver);
    of_.net_begin.push_back(static_cast<id>(of_.net_sink.size()));
    of_.rc_root.push_back(root);
    of_.rc_node_begin.push_back(static_cast<id>(of_.rc_capacitance.size()));
    of_.rc_edge_begin.push_back(static_cast<id>(of_.rc_resistance.size()));
    if (!name_.empty()) of_.net_name.push_back(name);
  }

  flat_design& of_;
  vector_by_id<id> const& pins_;
  vector_by_id<id> begin_, sink_, node_begin_, edge_begin_, driver_, root_, node_sink_, a_, b_, response_,
      derate_;
  std::vector<float> capacitance_, resistance_;
  name_list name_;
};

}  // namespace gsta::detail
