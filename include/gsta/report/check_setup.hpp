#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gsta/report/report_input.hpp"

namespace gsta {

/// What constraints may leave out, in the order and by the names of OpenSTA's `check_setup`.
enum class setup_gap : std::uint8_t {
  no_input_delay,           ///< input ports without a delay that are no clock's source and no constant
  no_output_delay,          ///< output ports without a delay that are no constant
  no_clock,                 ///< clock pins of registers and latches that no clock reaches
  multiple_clock,           ///< those that several clocks reach, whatever constants say
  unconstrained_endpoints,  ///< outputs and setup checks without a clock on either side
  loops,                    ///< combinational loops that were cut
  generated_clocks,         ///< generated clocks whose source no clock reaches
};

/// How many kinds there are.
inline constexpr int setup_gaps = 7;

/// One kind of gap and all there are of it.
struct setup_finding {
  setup_gap of = setup_gap::no_input_delay;  ///< which kind
  std::size_t count = 0;                     ///< of very many loops the names are those of the first
  std::vector<std::string> names;            ///< of pins by name; of loops pin by pin, and where each was cut
};

/// OpenSTA's word for a kind: `no_input_delay`.
///
/// Shapes: none. Cost: O(1). Where: host. Throws: nothing.
char const* name_of(setup_gap of) noexcept;

/// `2 input ports have no set_input_delay`.
///
/// Shapes: any. Cost: O(1). Where: host. Throws: std::bad_alloc.
std::string sentence_of(setup_finding const& found);

/// What is missing in a design's constraints, one row for each kind of which there is any. Of designs that
/// `flatten` did not make only loops and endpoints are known.
///
/// Shapes: any. Cost: O(checks + outputs), and a sort of what is found. Where: host. Throws: std::bad_alloc.
std::vector<setup_finding> check_setup(report_input const& input);

}  // namespace gsta
