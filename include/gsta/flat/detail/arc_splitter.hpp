#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The type with the conditions that `stays(condition behind, condition in front)` lets it keep.
template <class Stays>
arc_type with_conditions(arc_type type, Stays const& stays) {
  edge_map const edges = type.edges;
  type.edges = {};
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in >= 0 && stays(c, in))
      type.edges.set(c, static_cast<edge>(edge_of(in)));
    else
      type.delay[c] = type.slew[c] = none;
  }
  return type;
}

/// Splits arcs, so that each has one edge at its input, or at its output, where that edge decides what an
/// arrival is; or one side there, where early and late ones differ.
class arc_splitter {
 public:
  explicit arc_splitter(flat_design& design)
      : design_(design),
        from_(design.pin_load.size(), 0),
        to_(design.pin_load.size(), 0),
        sides_(design.pin_load.size(), 0) {}

  /// Arcs from a pin are to have one edge at their input.
  void behind(id pin) { from_[pin] = 1; }
  /// Arcs to a pin are to have one edge at their output.
  void before(id pin) { to_[pin] = 1; }
  /// Arcs to a pin are to be early or late.
  void by_side(id pin) { sides_[pin] = 1; }

  void split() {
    split(design_.arc_from, from_, by::input_edge);
    split(design_.arc_to, to_, by::output_edge);
    split(design_.arc_to, sides_, by::side);
  }

 private:
  enum class by { input_edge, output_edge, side };

  void split(std::vector<id> const& ends, vector_by_id<std::uint8_t> const& marked, by what) {
    std::size_t const arcs = design_.arc_from.size();
    for (std::size_t i = 0; i < arcs; ++i) {
      if (marked[ends[i]] != 0) split(i, what);
    }
  }
  void split(std::size_t i, by what) {
    id const type = design_.arc_type_of[i], first = part(type, 0, what), second = part(type, 1, what);
    if (first == type || second == type) return;
    design_.arc_type_of[i] = first;
    design_.add_arc(design_.arc_from[i], design_.arc_to[i], second);
    if (design_.arc_derate.empty()) return;
    id const row = design_.arc_derate[design_.net_sink.size() + i];
    design_.arc_derate.push_back(row);
  }

  /// The type without conditions of the other edge, or side; the same one if there are none.
  id part(id type, int which, by what) {
    auto const [known, fresh] = parts_.try_emplace({type, which, what}, type);
    if (!fresh) return known->second;
    arc_type const made = with_conditions(design_.arc_types[type], [&](int c, int in) {
      return (what == by::side ? (is_late(c) ? 1 : 0) : edge_of(what == by::input_edge ? in : c)) == which;
    });
    if (made.edges.code != design_.arc_types[type].edges.code) known->second = design_.add_arc_type(made);
    return known->second;
  }

  flat_design& design_;
  vector_by_id<std::uint8_t> from_, to_, sides_;
  std::map<std::tuple<id, int, by>, id> parts_;
};

}  // namespace gsta::detail
