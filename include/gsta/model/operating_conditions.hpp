#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/math.hpp"

/// Under which conditions the numbers of a library hold, and how they follow others.
namespace gsta::model {

/// What a library's k factors are of.
enum class scaled_value : std::uint8_t {
  delay,        ///< cell_rise, cell_fall
  transition,   ///< rise_transition, fall_transition
  setup,        ///< setup_rise, setup_fall
  hold,         ///< hold_rise, hold_fall
  recovery,     ///< recovery_rise, recovery_fall
  removal,      ///< removal_rise, removal_fall
  pulse_width,  ///< min_pulse_width_high, min_pulse_width_low
  period,       ///< min_period
  capacitance,  ///< pin_cap
};
inline constexpr std::size_t scaled_values = 9;  ///< of `scaled_value`

/// Process, voltage and temperature, in this order. Infinity: the library does not say.
struct operating_point {
  float of[3] = {math::infinity, math::infinity, math::infinity};  ///< as the library writes them
};

/// An operating_conditions() group.
struct operating_conditions {
  std::string name;    ///< by which `set_operating_conditions` names it
  operating_point at;  ///< its process, voltage and temperature
};

/// k_process_..., k_volt_... and k_temp_...: the part of itself by which a value grows with each unit of
/// process, voltage and temperature. By edge, or high and low pulses; values without edges have it twice.
struct scale_factors {
  std::string name;                   ///< of the scaling_factors() group; empty: the library's own
  float k[scaled_values][2][3] = {};  ///< by `scaled_value`, edge, and process, voltage, temperature
};

/// What one Liberty file says of conditions.
struct library_conditions {
  std::string library;                      ///< name of the library
  operating_point nominal;                  ///< nom_process, nom_voltage, nom_temperature
  std::string preset;                       ///< default_operating_conditions; empty: the nominal ones
  std::vector<operating_conditions> known;  ///< in the file's order
  std::vector<scale_factors> factors;       ///< empty: nothing scales; else the library's own come first

  /// The conditions of that name, or null.
  operating_point const* find(std::string_view name) const noexcept {
    for (auto const& one : known) {
      if (one.name == name) return &one.at;
    }
    return nullptr;
  }

  /// What a value measured at the nominal conditions is to be multiplied by under others, for cells of row
  /// `row` of `factors`. What either side does not say counts as equal.
  ///
  /// Shapes: one value. Cost: O(1). Where: host. Throws: nothing.
  float scale(std::size_t row, scaled_value of, int edge, operating_point const& at) const noexcept {
    if (row >= factors.size()) return 1;
    float result = 1;
    for (int i = 0; i < 3; ++i) {
      float const k = factors[row].k[static_cast<std::size_t>(of)][edge][i];
      bool const differs = math::is_defined(at.of[i]) && math::is_defined(nominal.of[i]);
      if (differs) result *= 1 + k * (at.of[i] - nominal.of[i]);
    }
    return result;
  }
};

}  // namespace gsta::model
