#pragma once

#include <cstdint>
#include <map>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/arc_splitter.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// A generated clock's edge is that of its pin, so that each arc to its source has one edge. A source that
/// only wires lead to gets a second vertex with such arcs, where all that is behind it begins.
class generated_sources {
 public:
  explicit generated_sources(flat_design& design) : design_(design), splitter_(design) {}

  void resolve() {
    vector_by_id<std::uint8_t> has_arc(design_.pin_load.size(), 0);
    for (id const to : design_.arc_to) has_arc[to] = 1;
    std::map<id, second_vertex> moved;
    for (auto const& of : design_.generated) {
      if (has_arc[of.pin] != 0) {
        splitter_.before(of.pin);
        if (by_side(of)) splitter_.by_side(of.pin);
      } else {
        bool& sides = moved[of.pin].by_side;
        sides = sides || by_side(of);
      }
    }
    splitter_.split();
    std::size_t const arcs = design_.arc_from.size();
    for (auto& [pin, to] : moved) to.vertex = add_vertex(pin, to.by_side);
    auto const move = [&](id& pin) {
      if (auto const found = moved.find(pin); found != moved.end()) pin = found->second.vertex;
    };
    if (moved.empty()) return;
    for (std::size_t i = 0; i < arcs; ++i) move(design_.arc_from[i]);
    for (id& pin : design_.check_clock) move(pin);
    for (auto& latch : design_.latches) move(latch.enable);
    for (auto& source : design_.sources) {
      if (source.kind == arrival_kind::clock) move(source.pin);
    }
    for (auto& of : design_.generated) {
      move(of.pin);
      move(of.through);
    }
    for (auto& of : design_.requirements) move(of.reference);
    for (auto& path : design_.exceptions) {
      for (id& pin : path.from) move(pin);
      for (auto& points : path.through) {
        for (std::size_t i = points.pins.size(); i-- > 0;) {
          auto const found = moved.find(points.pins[i]);
          if (found != moved.end())
            points.pins.push_back(found->second.vertex);  // above all: they go on ascending
        }
        std::sort(points.pins.begin(), points.pins.end());
      }
    }
  }

 private:
  struct second_vertex {
    id vertex = none;
    bool by_side = false;  // early and late arcs are told apart
  };

  /// Whether only one side of an edge's delay is that of paths.
  static bool by_side(generated_source const& of) noexcept {
    int const sides = of.follows >> of.launch_edge % 2 & 0b0101;
    return sides == 0b0001 || sides == 0b0100;
  }

  id add_vertex(id pin, bool by_side) {
    if (same_ == none) {
      zero_ = design_.luts.add({}, {}, {0.0f});
      same_ = design_.luts.add({0.0f, 1.0f}, {}, {0.0f, 1.0f});
    }
    id const vertex = design_.add_shadow(pin);
    for (int c = 0; c < (by_side ? conditions : 2); ++c) {
      arc_type type;
      for (int const at : {c, c | 2}) {
        if (at != c && by_side) continue;
        type.delay[at] = zero_;
        type.slew[at] = same_;
        type.edges.set(at, static_cast<edge>(edge_of(at)));
      }
      design_.add_arc(pin, vertex, design_.add_arc_type(type));
      if (!design_.arc_derate.empty()) design_.arc_derate.push_back(none);
    }
    return vertex;
  }

  flat_design& design_;
  arc_splitter splitter_;
  id zero_ = none, same_ = none;  // tables: no delay, the slew as it is
};

}  // namespace gsta::detail
