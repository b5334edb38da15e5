#pragma once

#include <algorithm>
#include <utility>

#include "gsta/io/detail/sdc_select.ipp"

namespace gsta::io::detail {

/// Checks the cell and its pins; finds the output where only one can be meant.
GSTA_INLINE void sdc_reader::check_driving_pins(model::driving_cell& driver) const {
  auto const* const cell = names_.library().find_cell(driver.cell);
  if (cell == nullptr) throw sdc_error("there is no library cell " + in_quotes(driver.cell));
  auto const of_cell = " of the library cell " + in_quotes(driver.cell);
  for (auto const* const name : {&driver.pin, &driver.from_pin}) {
    if (!name->empty() && cell->find_pin(*name) == nullptr)
      throw sdc_error("there is no pin " + in_quotes(*name) + of_cell);
  }
  if (!driver.pin.empty()) return;
  for (auto const& pin : cell->pins) {
    if (pin.direction != model::direction::output) continue;
    if (!driver.pin.empty()) throw sdc_error("-pin must say which output" + of_cell + " is meant");
    driver.pin = pin.name;
  }
  if (driver.pin.empty()) throw sdc_error("there is no output pin" + of_cell);
}

/// The last command of a port and condition counts.
GSTA_INLINE sdc_reply sdc_reader::set_driving_cell(sdc_arguments const& in) {
  in.expect_words(1, 1);
  auto const text = [&](char const* option) {
    auto const* const value = in.value(option);
    return value == nullptr ? std::string() : *value;
  };
  model::driving_cell driver;
  driver.at = tcl.locate().at;
  driver.library = text("library");
  auto const named = in.has("lib_cell") ? text("lib_cell") : text("cell");
  if (named.empty()) throw sdc_error("set_driving_cell needs -lib_cell");
  auto const cells = objects_of(named, in_set(sdc_kind::lib_cell));
  if (cells.size() != 1) throw sdc_error("expected one cell in -lib_cell, found " + quoted(named));
  driver.cell = cells[0].name;
  // get_lib_pins gives `cell/pin`.
  auto const pin_name = [&](char const* option) {
    auto const name = handles_.shown(text(option));
    return name.substr(name.rfind('/') + 1);
  };
  driver.pin = pin_name("pin");
  driver.from_pin = pin_name("from_pin");
  check_driving_pins(driver);
  auto const slew = [&](char const* option, std::uint8_t mask) {
    if (in.has(option)) assign(driver.input_slew, mask, not_negative(*in.value(option), units_.time_to_ps));
  };
  slew("input_transition_rise", 0b0101);
  slew("input_transition_fall", 0b1010);
  driver.active = conditions_of(in);
  if (in.has("clock")) return {};  // counted already
  for (auto& port : ports_of(in.words[0], model::direction::output)) {
    auto& of_port = drivers_of_port_[port];
    for (auto const i : of_port) {
      driving_cells_[i].active = static_cast<std::uint8_t>(driving_cells_[i].active & ~driver.active);
    }
    std::erase_if(of_port, [&](std::size_t i) { return driving_cells_[i].active == 0; });
    of_port.push_back(driving_cells_.size());
    driver.port = std::move(port);
    driving_cells_.push_back(driver);
  }
  return {};
}

}  // namespace gsta::io::detail
