#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/progress.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/sta/timer.hpp"
#include "place/layout.hpp"
#include "place/options.hpp"

namespace place {

/// What is to be placed: a design, its cells, where ports stand, and what wires are made of. Sizes and die
/// are made up where the input does not have them.
struct problem {
  std::string name;
  gsta::flat_design design;
  gsta::timer_options timing;
  place::die die;
  float resistance = 0, capacitance = 0;  ///< kOhm/um, fF/um

  std::vector<float> width, height;  ///< [movable] um
  std::vector<float> x, y;           ///< [cells] where they start: middles
  std::vector<id> pin_cell;          ///< [pins]
  std::vector<float> pin_dx, pin_dy;
  std::vector<std::uint8_t> is_clock;  ///< [nets]
  std::vector<id> pin_begin, pin, terminal_begin, terminal, terminal_net;

  std::size_t movable() const { return width.size(); }
  layout_view<memory_space::host> layout() const;
};

/// The design that the options name, without a place yet. Throws: input_error, argument_error.
problem load(options const& from, drivers::progress_bar& progress);

/// Half-perimeter wirelength of cells at these places, um, straight from its definition; and that of cells
/// spread over the die by chance, to compare with.
double length_of(problem const& of, std::vector<float> const& x, std::vector<float> const& y);
double length_by_chance(problem const& of);

/// The clock's period, and another one: required times of outputs move along with the clock's edges.
float period_of(problem const& of);
void set_period(problem& of, float picoseconds);

}  // namespace place
