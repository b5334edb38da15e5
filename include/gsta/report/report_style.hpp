#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace gsta {

/// How much is printed of each path, by the words that OpenSTA's `report_checks -format` has for it.
enum class path_format : std::uint8_t {
  full,                 ///< its ends, pins and times, and how the required time comes about
  full_clock_expanded,  ///< `full`, and the networks of the clocks that launch and capture
  end,                  ///< a line: endpoint, required and actual time, slack
  summary,              ///< a line: startpoint, endpoint, slack
};

/// The unit that times are printed in.
enum class time_unit : std::uint8_t {
  ps,  ///< picoseconds
  ns,  ///< nanoseconds
};

/// The unit that capacitances are printed in.
enum class capacitance_unit : std::uint8_t {
  fF,  ///< femtofarads
  pF,  ///< picofarads
};

/// What is printed of each pin of a path besides its delay and time.
struct path_fields {
  bool input_pins = true;   ///< a line for each input of a cell; else its wire counts to the cell's delay
  bool nets = true;         ///< a line with the name of each net
  bool fanout = true;       ///< how many pins a net drives
  bool capacitance = true;  ///< what a driver sees
  bool slew = true;         ///< at the pin
};

/// How numbers and paths are printed in text and on pages. JSON has all digits, ps and fF, whatever stands
/// here, and paths of clocks where `format` is `full_clock_expanded`.
struct report_style {
  int digits = 2;                                       ///< behind the point, 0 to 9
  time_unit time = time_unit::ps;                       ///< of all times
  capacitance_unit capacitance = capacitance_unit::fF;  ///< of all loads
  path_fields fields{};                                 ///< of the pins of paths
  path_format format = path_format::full;  ///< of text; of pages and JSON whether clock networks are shown
};

/// No field.
///
/// Shapes: none. Cost: O(1). Where: host. Throws: nothing.
constexpr path_fields no_fields() noexcept { return {false, false, false, false, false}; }

/// Adds a field by OpenSTA's name for it (`report_checks -fields`): slew, capacitance (cap), input_pin
/// (input_pins, input), net (nets), fanout. False for any other word.
///
/// Shapes: one word. Cost: O(1). Where: host. Throws: nothing.
constexpr bool add_field(path_fields& fields, std::string_view word) noexcept {
  using flag = bool path_fields::*;
  flag field = nullptr;
  if (word == "slew") field = &path_fields::slew;
  if (word == "capacitance" || word == "cap") field = &path_fields::capacitance;
  if (word == "input_pins" || word == "input_pin" || word == "input") field = &path_fields::input_pins;
  if (word == "net" || word == "nets") field = &path_fields::nets;
  if (word == "fanout") field = &path_fields::fanout;
  if (field != nullptr) fields.*field = true;
  return field != nullptr;
}

/// Takes the format of a path by its name. False, and nothing is changed, for any other word.
///
/// Shapes: one word. Cost: O(1). Where: host. Throws: nothing.
constexpr bool set_format(path_format& format, std::string_view word) noexcept {
  constexpr std::array<std::pair<std::string_view, path_format>, 4> names{
      {{"full", path_format::full},
       {"full_clock_expanded", path_format::full_clock_expanded},
       {"end", path_format::end},
       {"summary", path_format::summary}}};
  for (auto const& [name, value] : names) {
    if (word != name) continue;
    format = value;
    return true;
  }
  return false;
}

}  // namespace gsta
