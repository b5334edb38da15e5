#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

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
/// arrival is.
class arc_splitter {
 public:
  explicit arc_splitter(flat_design& design)
      : design_(design), from_(design.pin_load.size(), 0), to_(design.pin_load.size(), 0) {}

  /// Arcs from a pin are to have one edge at their input.
  void behind(id pin) { from_[pin] = 1; }
  /// Arcs to a pin are to have one edge at their output.
  void before(id pin) { to_[pin] = 1; }

  void split() {
    std::size_t const arcs = design_.arc_from.size();
    for (std::size_t i = 0; i < arcs; ++i) {
      if (from_[design_.arc_from[i]] != 0) split(i, true);
    }
    std::size_t const now = design_.arc_from.size();
    for (std::size_t i = 0; i < now; ++i) {
      if (to_[design_.arc_to[i]] != 0) split(i, false);
    }
  }

 private:
  void split(std::size_t i, bool by_input) {
    id const type = design_.arc_type_of[i], rise = part(type, edge::rise, by_input),
             fall = part(type, edge::fall, by_input);
    if (rise == type || fall == type) return;
    design_.arc_type_of[i] = rise;
    design_.add_arc(design_.arc_from[i], design_.arc_to[i], fall);
    if (design_.arc_derate.empty()) return;
    id const row = design_.arc_derate[design_.net_sink.size() + i];
    design_.arc_derate.push_back(row);
  }

  /// The type without conditions of the other edge; the same one if there are none.
  id part(id type, edge e, bool by_input) {
    auto const [known, fresh] = parts_.try_emplace({type, e, by_input}, type);
    if (!fresh) return known->second;
    arc_type const made = with_conditions(design_.arc_types[type], [&](int c, int in) {
      return edge_of(by_input ? in : c) == static_cast<int>(e);
    });
    if (made.edges.code != design_.arc_types[type].edges.code) known->second = design_.add_arc_type(made);
    return known->second;
  }

  flat_design& design_;
  std::vector<std::uint8_t> from_, to_;
  std::map<std::tuple<id, edge, bool>, id> parts_;
};

}  // namespace gsta::detail
