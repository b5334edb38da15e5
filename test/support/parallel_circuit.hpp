#pragma once

#include <utility>
#include <vector>

#include "gsta/flat/structure.hpp"
#include "test/support/random_circuit.hpp"

namespace gsta_test {

/// Random circuits in which cells drive nets together.
class parallel_grower {
 public:
  explicit parallel_grower(std::uint64_t seed) : random_(seed + 4711) {}

  flat_design grow(flat_design design) {
    gsta::structure_editor edits(design);
    std::vector<id> net_of(design.pin_load.size(), gsta::none);
    for (std::size_t net = 0; net < design.net_driver.size(); ++net)
      for (id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a)
        net_of[place(design.net_sink[place(a)])] = static_cast<id>(net);
    for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
      if (design.net_begin[net] == design.net_begin[net + 1] || !random_.chance(30)) continue;
      std::vector<id> drivers{design.net_driver[net]};
      for (int more = random_.between(1, random_.chance(80) ? 2 : 7); more > 0; --more)
        add_driver(design, edits, net, net_of, drivers);
      random_.shuffle(drivers);
      if (drivers.size() > 1) groups_.push_back(drivers);
    }
    std::move(edits).apply(design);
    for (auto const& group : groups_) {
      if (random_.chance(15)) design.asserted_slew[place(group[0])] = gsta::same_value(random_.real(2, 60));
      design.parallel_driver.insert(design.parallel_driver.end(), group.begin(), group.end());
      design.parallel_begin.push_back(static_cast<id>(design.parallel_driver.size()));
    }
    return design;
  }

 private:
  static std::size_t place(id i) { return static_cast<std::size_t>(i); }

  /// Another cell at a net: like the one there, or with arcs of its own; from the same pins, or from others
  /// behind the same nets.
  void add_driver(flat_design const& design, gsta::structure_editor& edits, std::size_t net,
                  std::vector<id> const& net_of, std::vector<id>& drivers) {
    id const before = design.net_driver[net];
    bool const alike = random_.chance(60), beside = random_.chance(70);
    std::vector<std::pair<id, id>> arcs;  // from, type
    for (std::size_t a = 0; a < design.arc_to.size(); ++a) {
      auto const& type = design.arc_types[place(design.arc_type_of[a])];
      bool const is_link = type.to_ideal_clock || type.only_clock != gsta::none || type.beyond_no_load;
      if (design.arc_to[a] == before && !is_link)
        arcs.emplace_back(design.arc_from[a], design.arc_type_of[a]);
    }
    if (arcs.empty()) return;
    id const pin = drivers.emplace_back(edits.add_pin({}, gsta::same_value(random_.real(0.1, 2))));
    for (auto& [from, type] : arcs) {
      if (!alike && random_.chance(25)) continue;
      if (!alike && random_.chance(50)) type = some_type(design, type);
      edits.add_arc(beside ? pin_beside(edits, from, net_of) : from, pin, type);
    }
    id const made = edits.add_net(pin, {design.net_sink.begin() + design.net_begin[net],
                                        design.net_sink.begin() + design.net_begin[net + 1]});
    if (random_.chance(70)) add_wire(design, edits, net, made);
  }

  id some_type(flat_design const& design, id as) {
    id const other = random_.below(static_cast<int>(design.arc_types.size()));
    auto const &a = design.arc_types[place(as)], &b = design.arc_types[place(other)];
    return a.edges.code == b.edges.code && a.launches == b.launches && !b.beyond_no_load && !b.slews_only &&
                   !b.to_ideal_clock && b.only_clock == gsta::none
               ? other
               : as;
  }
  id pin_beside(gsta::structure_editor& edits, id from, std::vector<id> const& net_of) {
    if (net_of[place(from)] == gsta::none) return from;
    id const pin = edits.add_pin({}, gsta::same_value(random_.real(0.1, 2)));
    edits.connect(pin, net_of[place(from)]);
    return pin;
  }
  /// A line from the driver added last through all sinks.
  void add_wire(flat_design const& design, gsta::structure_editor& edits, std::size_t net, id made) {
    gsta::wire_network wire;
    auto const node = [&](id sink) {
      wire.capacitance.push_back(random_.real(0.1, 3));
      wire.sink.push_back(sink);
    };
    wire.root = 0;
    node(gsta::none);
    for (id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a) {
      auto const last = static_cast<id>(wire.capacitance.size());
      node(design.net_sink[place(a)]);
      wire.a.push_back(last - 1);
      wire.b.push_back(last);
      wire.resistance.push_back(random_.real(0.01, 1));
    }
    edits.set_wire(made, wire);
  }

  prng random_;
  std::vector<std::vector<id>> groups_;
};

/// A circuit from a seed, some of whose nets are driven by up to eight cells at once.
inline flat_design parallel_circuit(std::uint64_t seed, int pins = 0) {
  return parallel_grower(seed).grow(random_circuit(seed, pins));
}

}  // namespace gsta_test
