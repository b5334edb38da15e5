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

/// The wire of one net while it is gathered, behind others: nodes get their numbers as they are met, and
/// there are no sinks among them yet.
class wire_draft {
 public:
  /// A wire without nodes, of so many names and capacitors, and resistors at most.
  void begin(wire_rows& rows, model::wire_net const& wire) {
    rows_ = &rows;
    stamp_ += 2;
    names_ = static_cast<std::uint32_t>(wire.names.size());
    nodes_ = resistors_ = 0;
    grows_ = true;
    first_node_ = rows.capacitance.size();
    first_resistor_ = rows.resistance.size();
    // Each capacitor may add two nodes, and each resistor.
    rows.resize(first_node_ + 2 * (wire.capacitors.size() + wire.resistors.size()),
                first_resistor_ + wire.resistors.size());
    capacitance_ = rows.capacitance.data() + first_node_;
    a_ = rows.a.data() + first_resistor_;
    b_ = rows.b.data() + first_resistor_;
    resistance_ = rows.resistance.data() + first_resistor_;
  }

  /// Adds capacitance at a node.
  void charge(model::wire_node at, float by) {
    numbered& here = find(at);
    if (is_met(here)) {
      capacitance_[here.number] += by;
    } else {
      here = {stamp_, add_node(0.0f + by)};
    }
  }
  void join(model::wire_node a, model::wire_node b, float resistance) {
    bool const a_was_joined = join_end(a, a_[resistors_]), b_was_joined = join_end(b, b_[resistors_]);
    grows_ = grows_ && !(a_was_joined && b_was_joined) && a_[resistors_] != b_[resistors_];
    resistance_[resistors_++] = resistance;
  }
  /// All nodes are there: none of them is a sink.
  void end_nodes() {
    rows_->resize(first_node_ + nodes_, first_resistor_ + resistors_);
    std::fill(rows_->node_sink.begin() + static_cast<std::ptrdiff_t>(first_node_), rows_->node_sink.end(),
              none);
  }

  /// The number of a node, or none.
  id number_of(model::wire_node node) {
    numbered const& here = find(node);
    return is_met(here) ? here.number : none;
  }
  float& capacitance(id node) { return capacitance_[node]; }
  id& node_sink(id node) { return rows_->node_sink[first_node_ + static_cast<std::size_t>(node)]; }

  /// Leaves out what closes loops as seen from a node, and says how many resistors went.
  std::size_t cut_loops(id root, wire_scratch& scratch) {
    if (grows_) return 0;
    auto const gone =
        wire_loop_cutter({root, nodes_, {a_, resistors_}, {b_, resistors_}, {resistance_, resistors_}},
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

  numbered& find(model::wire_node node) {
    std::size_t const place = node.is_point() ? std::size_t{names_} + node.number() : node.place();
    if (place >= size_) make_room(place);
    return numbers_[place];
  }
  [[gnu::noinline]] void make_room(std::size_t place) {
    all_numbers_.resize(2 * place + 64);
    numbers_ = all_numbers_.data();
    size_ = all_numbers_.size();
  }
  bool is_met(numbered const& at) const noexcept { return (at.stamp | 1U) == (stamp_ | 1U); }
  id add_node(float capacitance) {
    capacitance_[nodes_] = capacitance;
    return static_cast<id>(nodes_++);
  }
  /// Whether another resistor ends there.
  bool join_end(model::wire_node node, id& number) {
    numbered& here = find(node);
    if (!is_met(here)) here = {stamp_, add_node(0)};
    bool const was_joined = (here.stamp & 1U) != 0;
    here.stamp |= 1U;
    number = here.number;
    return was_joined;
  }

  wire_rows* rows_ = nullptr;
  std::vector<numbered> all_numbers_;  // of names, then of points
  numbered* numbers_ = nullptr;
  std::size_t size_ = 0;
  std::uint32_t stamp_ = 0, names_ = 0;
  std::size_t nodes_ = 0, resistors_ = 0, first_node_ = 0, first_resistor_ = 0;
  float *capacitance_ = nullptr, *resistance_ = nullptr;
  id *a_ = nullptr, *b_ = nullptr;
  bool grows_ = true;  // each resistor ends in a node that those before it do not have, as files list trees
};

}  // namespace gsta::detail
