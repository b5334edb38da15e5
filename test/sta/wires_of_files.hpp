#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "gsta/sta/wire_replacer.hpp"
#include "test/flat/model_maker.hpp"
#include "test/update/random_edits.hpp"

namespace gsta_test {

/// Everything that wires are in.
inline void check_same_design(gsta::flat_design const& a, gsta::flat_design const& b) {
  CHECK(a.pin_load == b.pin_load);
  CHECK(a.net_driver == b.net_driver);
  CHECK(a.net_begin == b.net_begin);
  CHECK(a.net_sink == b.net_sink);
  CHECK(a.rc_root == b.rc_root);
  CHECK(a.rc_node_begin == b.rc_node_begin);
  CHECK(a.rc_edge_begin == b.rc_edge_begin);
  CHECK(a.rc_node_sink == b.rc_node_sink);
  CHECK(a.rc_edge_a == b.rc_edge_a);
  CHECK(a.rc_edge_b == b.rc_edge_b);
  CHECK(a.rc_capacitance == b.rc_capacitance);
  CHECK(a.rc_resistance == b.rc_resistance);
}

/// Names, places and values of nets that count.
using remembered = std::map<std::string, std::pair<std::size_t, float>>;
inline remembered look_at(model::parasitics const& of) {
  remembered seen;
  of.net_index.for_each([&](std::size_t place) {
    float sum = 0;
    for (auto const& one : of.nets.at(place).capacitors) sum += one.value;
    for (auto const& one : of.nets[place].resistors) sum += 3 * one.value;
    CHECK(seen.try_emplace(of.nets[place].name, place, sum).second);
  });
  return seen;
}

using counted = std::map<std::string, std::pair<std::size_t, std::string>>;
inline counted counts_of(model::diagnostics const& of) {
  counted seen;
  for (auto const& note : of.entries()) seen[note.kind] = {note.count, note.first};
  return seen;
}

inline gsta::flat_design flat(model_maker const& m, model::parasitics const& wires,
                              model::diagnostics& notes) {
  return gsta::flatten({m.library, m.library, m.netlist, wires, m.constraints}, m.options, notes);
}
inline gsta::flat_design flat(model_maker const& m, model::parasitics const& wires) {
  model::diagnostics ignored;
  return flat(m, wires, ignored);
}

}  // namespace gsta_test
