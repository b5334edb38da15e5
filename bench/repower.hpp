#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/generate.hpp"
#include "gsta/update/edits.hpp"
#include "test/support/random.hpp"

namespace gsta_bench {

/// A preset, or "80k": 80,000 pins in the manner of aes_core.
inline generate_options preset_to_edit(std::string const& name) {
  auto options = preset(name == "80k" ? "aes_core" : name);
  if (name == "80k") {
    options.cells = 27000;
    options.pins = 80000;
  }
  return options;
}

/// Makes instances of a generated netlist others of the same function, with another drive.
class repower {
 public:
  repower(generated_netlist& of, std::uint64_t seed) : of_(of), random_(seed) {
    auto const& design = of.placed.design;
    arc_begin_.assign(design.pin_load.size() + 1, 0);
    for (gsta::id const to : design.arc_to) ++arc_begin_[static_cast<std::size_t>(to) + 1];
    for (std::size_t pin = 1; pin < arc_begin_.size(); ++pin) arc_begin_[pin] += arc_begin_[pin - 1];
    arcs_into_.resize(design.arc_to.size());
    auto next = arc_begin_;
    for (std::size_t arc = 0; arc < design.arc_to.size(); ++arc)
      arcs_into_[static_cast<std::size_t>(next[static_cast<std::size_t>(design.arc_to[arc])]++)] =
          static_cast<gsta::id>(arc);
  }

  /// Any combinational instance that has a sibling.
  void edit(gsta::flat_editor& edits) {
    for (;;) {
      auto& instance =
          of_.instances[static_cast<std::size_t>(random_.below(static_cast<int>(of_.instances.size())))];
      auto const& from = of_.library.cells[static_cast<std::size_t>(instance.cell)];
      int const to = sibling_of(from);
      if (from.is_register || to < 0) continue;
      swap(edits, instance, from, to);
      return;
    }
  }

 private:
  int sibling_of(generated_cell const& cell) {
    std::vector<int> found;
    for (std::size_t i = 0; i < of_.library.cells.size(); ++i) {
      auto const& other = of_.library.cells[i];
      if (other.senses == cell.senses && other.groups == cell.groups &&
          other.is_register == cell.is_register && other.drive != cell.drive)
        found.push_back(static_cast<int>(i));
    }
    return found.empty() ? -1 : random_.pick(found);
  }

  void swap(gsta::flat_editor& edits, generated_instance const& instance, generated_cell const& from,
            int to) {
    auto const& cell = of_.library.cells[static_cast<std::size_t>(to)];
    auto const output = static_cast<std::size_t>(instance.first_pin + from.inputs());
    for (gsta::id k = arc_begin_[output]; k < arc_begin_[output + 1]; ++k) {
      gsta::id const arc = arcs_into_[static_cast<std::size_t>(k)];
      gsta::id const type = edits.design().arc_type_of[static_cast<std::size_t>(arc)];
      // The arc may be another sibling's by now, the function is the same.
      edits.set_arc_type(arc, cell.first_arc + (type - first_arc_of(type)));
    }
    for (int input = 0; input < from.inputs(); ++input)
      edits.set_pin_load(instance.first_pin + input, gsta::same_value(cell.input_load));
  }

  gsta::id first_arc_of(gsta::id type) const {
    gsta::id best = 0;
    for (auto const& cell : of_.library.cells)
      if (cell.first_arc <= type && cell.first_arc > best) best = cell.first_arc;
    return best;
  }

  generated_netlist& of_;
  gsta_test::prng random_;
  std::vector<gsta::id> arc_begin_, arcs_into_;  // of a pin
};

}  // namespace gsta_bench
