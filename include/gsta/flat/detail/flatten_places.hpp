#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// A cell that no library has is a black box under SDC's rules: pins without timing.
inline cell_template const& flattener::template_of(model::instance const& instance) {
  if (cell_template const* const cell = cells_.find(instance.cell)) return *cell;
  if (!sdc_) {
    throw input_error(model::file_of(netlist_, instance.at), instance.at.line, instance.at.column,
                      "no library has a cell named " + instance.cell + " (instance " + instance.name + ")");
  }
  notes_.add("no library has the cell " + instance.cell + ": a black box",
             where(model::file_of(netlist_, instance.at), instance.at));
  model::cell& pins = black_box_cells_.emplace_back();
  pins.name = instance.cell;
  for (auto const& connection : instance.connections) {
    if (pins.find_pin(connection.pin) != nullptr) continue;
    pins.pins.emplace_back().name = connection.pin;
  }
  return black_boxes_.emplace_back(cells_.make_black_box(pins));
}

/// Some instances, one behind the other: which cells they have, and how many pins.
struct flattener::placed_instances {
  static constexpr std::size_t at_once = 8192;
  std::vector<std::size_t> first_of_cell{};   ///< [cells] an instance, in the instances' order
  std::vector<cell_template const*> cells{};  ///< [cells]
  std::size_t pins = 0;
  bool has_sides = false;  ///< cells with pins that have two vertices

  /// The cell's place in the list, of the instance at `i`. Names of one place are those of one cell: a reader
  /// keeps each cell's name a few times. A cell may stand in the list more than once.
  id place_of(model::instance const& instance, std::size_t i) {
    auto const place = instance.cell.place();
    auto& [known_place, known] = known_[(reinterpret_cast<std::uintptr_t>(place) >> 2U) % known_.size()];
    if (known_place != place || place == nullptr) {
      known_place = place;
      known = static_cast<id>(first_of_cell.size());
      first_of_cell.push_back(i);
    }
    return known;
  }

 private:
  std::array<std::pair<void const*, id>, 512> known_{};
};

/// Finds the cell of each instance, and where its pins begin; says how many pins there are. Only the cells
/// themselves are looked up one after the other, in the order in which they come: that is the order of their
/// types.
inline std::size_t flattener::place_instances() {
  auto const count = netlist_.instances.size();
  first_instance_pin_ = static_cast<id>(design_.pin_load.size());
  std::vector<placed_instances> parts((count + placed_instances::at_once - 1) / placed_instances::at_once);
  auto const each = [&](auto const& op) {
    threads_.for_each_piece(parts.size(), [&](std::size_t p) {
      auto const begin = p * placed_instances::at_once;
      for (auto i = begin; i < std::min(count, begin + placed_instances::at_once); ++i) op(parts[p], i);
    });
  };
  instances_.resize(count);
  each([&](placed_instances& part, std::size_t i) {
    instances_[i].first_pin = part.place_of(netlist_.instances[i], i);
  });
  for (auto& part : parts) {
    for (std::size_t const i : part.first_of_cell) {
      refuse_second(i);
      part.cells.push_back(cells_.find(netlist_.instances[i].cell));
      if (part.cells.back() == nullptr) return place_with_black_boxes();
    }
    used_cells_.insert(used_cells_.end(), part.cells.begin(), part.cells.end());
  }
  refuse_second(count);
  each([&](placed_instances& part, std::size_t i) {
    cell_template const& cell = *part.cells[static_cast<std::size_t>(instances_[i].first_pin)];
    instances_[i].cell = &cell;
    part.pins += cell.vertices;
    part.has_sides = part.has_sides || cell.vertices > cell.pin_load.size();
  });
  auto pins = design_.pin_load.size();
  for (auto& part : parts) {
    has_sides_ = has_sides_ || part.has_sides;
    pins += std::exchange(part.pins, pins);
  }
  each([&](placed_instances& part, std::size_t i) {
    instances_[i].first_pin = static_cast<id>(part.pins);
    part.pins += instances_[i].cell->vertices;
  });
  return pins;
}

/// The same where a cell is in no library: each black box is one of its own.
inline std::size_t flattener::place_with_black_boxes() {
  auto pins = design_.pin_load.size();
  used_cells_.clear();
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    cell_template const& cell = template_of(netlist_.instances[i]);
    refuse_second(i + 1);
    instances_[i] = {&cell, static_cast<id>(pins)};
    used_cells_.push_back(&cell);
    pins += cell.vertices;
    has_sides_ = has_sides_ || cell.vertices > cell.pin_load.size();
  }
  return pins;
}

/// Refuses an instance with the name of one in front, if it stands before `end`.
inline void flattener::refuse_second(std::size_t end) const {
  if (first_twice_ >= end) return;
  auto const& instance = netlist_.instances[first_twice_];
  throw input_error(model::file_of(netlist_, instance.name_at), instance.name_at.line,
                    instance.name_at.column, "instance " + instance.name + " stands twice");
}

/// Finds where the letters of names of pins go, which lie as pins do; says where they end.
inline std::size_t flattener::place_letters() {
  auto const count = instances_.size();
  letters_begin_.resize((count + instances_at_once - 1) / instances_at_once);
  threads_.for_each_piece(letters_begin_.size(), [&](std::size_t p) {
    std::size_t letters = 0;
    for (auto i = p * instances_at_once; i < std::min(count, (p + 1) * instances_at_once); ++i) {
      cell_template const& cell = *instances_[i].cell;
      letters += cell.vertices * (netlist_.instances[i].name.size() + 1) + cell.name_letters;
    }
    letters_begin_[p] = letters;
  });
  auto end = design_.pin_name.letters().size();
  for (auto& begin : letters_begin_) end += std::exchange(begin, end);
  return end;
}

/// Arrays of pins are filled by a thread each: nets get their ids meanwhile. Names are written with the pins.
inline void flattener::resize_pins_and_list_nets(std::size_t pins) {
  auto const resize = [this, pins](auto& array, auto const& value) {
    return [this, &array, pins, value] {
      reserve_large(threads_, array, pins);
      array.resize(pins, value);
    };
  };
  auto& names = design_.pin_name;
  names.push_back_unwritten(pins - names.size(), place_letters() - names.letters().size());
  side_by_side(
      threads_, [&] { list_nets(); }, resize(design_.asserted_slew, undefined_arrival()),
      resize(design_.pin_load, same_value(0.0f)), [&] { list_counting_wires(); }, resize(net_of_, none),
      resize(instance_of_, none));
  if (has_sides_) design_.shadow_of.resize(pins, none);
}

}  // namespace gsta::detail
