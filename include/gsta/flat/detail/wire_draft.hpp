#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"
#include "gsta/flat/detail/wire_tree.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::detail {

/// Wires of some nets, one behind the other.
struct wire_rows {
  large_vector<float> capacitance;  ///< [nodes] fF
  large_vector<id> node_sink;       ///< [nodes] net arc whose sink the node is, or none
  large_vector<id> a, b;            ///< [resistors] nodes
  large_vector<float> resistance;   ///< [resistors] kOhm

  void add_node(float charge, id sink) {
    capacitance.push_back(charge);
    node_sink.push_back(sink);
  }
  void add_resistor(id from, id to, float ohms) {
    a.push_back(from);
    b.push_back(to);
    resistance.push_back(ohms);
  }
  void resize(std::size_t nodes, std::size_t resistors) {
    capacitance.resize(nodes);
    node_sink.resize(nodes);
    a.resize(resistors);
    b.resize(resistors);
    resistance.resize(resistors);
  }
};

/// The wire of one net while it is gathered, behind others: nodes get their numbers as they are met.
class wire_draft {
 public:
  /// Takes a wire. Only nodes count that are `known`, and of coupling capacitors those that are the net's
  /// `own`; a resistor with an end that is not known is `lost`. No node is a sink yet.
  template <class Known, class Own, class Lost>
  void gather(wire_rows& rows, model::wire_net const& given, Known const& known, Own const& own,
              Lost const& lost) {
    begin(rows, given);
    // Copies, which stay in registers over millions of records.
    auto const stamp = stamp_;
    auto* numbers = numbers_.data();
    auto room = numbers_.size();
    std::size_t nodes = 0, resistors = 0;
    bool grows = true;
    float* const capacitance = rows.capacitance.data() + first_node_;
    id* const ends_a = rows.a.data() + first_resistor_;
    id* const ends_b = rows.b.data() + first_resistor_;
    float* const resistance = rows.resistance.data() + first_resistor_;
    auto const find = [&](model::wire_node node) -> numbered& {
      auto const place = place_of(node);
      if (place >= room) {
        make_room(place);
        numbers = numbers_.data();
        room = numbers_.size();
      }
      return numbers[place];
    };
    auto const add = [&](numbered& here, float charge) {
      here = {stamp, static_cast<id>(nodes)};
      capacitance[nodes++] = charge;
    };
    auto const charge = [&](model::wire_node at, float by) {
      numbered& here = find(at);
      if (is_met(here, stamp))
        capacitance[here.number] += by;
      else
        add(here, 0.0f + by);
    };
    for (auto const& capacitor : given.capacitors) {
      if (capacitor.other.is_none()) {
        if (known(capacitor.node)) charge(capacitor.node, capacitor.value);
        continue;
      }
      for (auto const end : {capacitor.node, capacitor.other})
        if (own(end)) charge(end, capacitor.value);
    }
    // Whether another resistor ends there.
    auto const join = [&](model::wire_node node, id& end) {
      numbered& here = find(node);
      if (!is_met(here, stamp)) add(here, 0);
      bool const was_joined = (here.stamp & 1U) != 0;
      here.stamp |= 1U;
      end = here.number;
      return was_joined;
    };
    for (auto const& resistor : given.resistors) {
      if (!known(resistor.a) || !known(resistor.b)) {
        lost(resistor);
        continue;
      }
      bool const a_was_joined = join(resistor.a, ends_a[resistors]);
      bool const b_was_joined = join(resistor.b, ends_b[resistors]);
      grows = grows & !(a_was_joined & b_was_joined) & (ends_a[resistors] != ends_b[resistors]);
      resistance[resistors++] = resistor.value;
    }
    nodes_ = nodes;
    resistors_ = resistors;
    grows_ = grows;
    rows.resize(first_node_ + nodes, first_resistor_ + resistors);
    std::fill_n(rows.node_sink.data() + first_node_, nodes, none);
  }

  /// The number of a node, or none.
  id number_of(model::wire_node node) const noexcept {
    auto const place = place_of(node);
    return place < numbers_.size() && is_met(numbers_[place], stamp_) ? numbers_[place].number : none;
  }
  float& capacitance(id node) { return rows_->capacitance[first_node_ + static_cast<std::size_t>(node)]; }
  id& node_sink(id node) { return rows_->node_sink[first_node_ + static_cast<std::size_t>(node)]; }

  /// Leaves out what closes loops as seen from a node, and says how many resistors went.
  std::size_t cut_loops(id root, wire_scratch& scratch) {
    if (grows_) return 0;
    auto const gone = wire_loop_cutter({root,
                                        nodes_,
                                        {rows_->a.data() + first_resistor_, resistors_},
                                        {rows_->b.data() + first_resistor_, resistors_},
                                        {rows_->resistance.data() + first_resistor_, resistors_}},
                                       scratch)
                          .cut();
    resistors_ -= gone;
    rows_->resize(first_node_ + nodes_, first_resistor_ + resistors_);
    return gone;
  }
  /// Takes the wire away again.
  void drop() { rows_->resize(first_node_, first_resistor_); }

 private:
  // The stamp is even where no resistor ends in the node yet; one of another wire says that it was not met.
  struct numbered {
    std::uint32_t stamp = 0;
    id number = none;
  };

  void begin(wire_rows& rows, model::wire_net const& wire) {
    rows_ = &rows;
    stamp_ += 2;
    names_ = wire.names.size();
    first_node_ = rows.capacitance.size();
    first_resistor_ = rows.resistance.size();
    // Each capacitor may add two nodes, and each resistor.
    rows.resize(first_node_ + 2 * (wire.capacitors.size() + wire.resistors.size()),
                first_resistor_ + wire.resistors.size());
  }
  std::size_t place_of(model::wire_node node) const noexcept {
    return node.is_point() ? names_ + node.number() : node.place();
  }
  [[gnu::noinline]] void make_room(std::size_t place) { numbers_.resize(2 * place + 64); }
  static bool is_met(numbered const& at, std::uint32_t stamp) noexcept {
    return (at.stamp | 1U) == (stamp | 1U);
  }

  wire_rows* rows_ = nullptr;
  std::vector<numbered> numbers_;  // of names, then of points
  std::uint32_t stamp_ = 0;
  std::size_t names_ = 0, nodes_ = 0, resistors_ = 0, first_node_ = 0, first_resistor_ = 0;
  bool grows_ = true;  // each resistor ends in a node that those before it do not have, as files list trees
};

}  // namespace gsta::detail
