#pragma once

#include "gsta/flat/flatten_options.hpp"
#include "gsta/model/wires.hpp"
#include "gsta/sta/timer_options.hpp"

/// The options that the program `sta` times by, for programs that want its figures of the files that it
/// reads.
namespace gsta {

/// How delays are made of wires and cells.
enum class wire_model : std::uint8_t {
  ideal,        ///< wires have no delay; a driver sees its sinks' pins. Hand `flatten` no parasitics
  elmore,       ///< Elmore's delay; a slew passes a wire as it is. Tables at the driver's whole load
  elmore_slew,  ///< Elmore's delay, and a wire widens the slew, as in the TAU 2015 contest
  ceff,         ///< effective capacitances: each driver's waveform into a pi model of its net
};

/// What wires are timed by where nothing else is asked for: `ceff` where there are any, else `elmore_slew`.
///
/// Cost: constant. Where: the host. Throws: nothing.
inline wire_model default_wire_model(model::parasitics const& wires) noexcept {
  return wires.nets.empty() ? wire_model::elmore_slew : wire_model::ceff;
}

/// Options of `flatten` and of `timer`, which go together.
struct signoff {
  flatten_options flatten;  ///< for `flatten`
  timer_options timer;      ///< for `timer`, `live_timer` and plans
};

/// What `sta` flattens and times a design by: tables clipped at zero, sinks that a wire does not reach
/// without its delay, common-path credits (CPPR) by pin, and what `wires` needs. Each field can be changed
/// afterwards.
///
/// Cost: constant. Where: the host. Throws: nothing.
inline signoff signoff_options(wire_model wires) noexcept {
  signoff result;
  result.flatten.step_at_ports = wires == wire_model::elmore || wires == wire_model::ceff;
  result.timer.delays.tables = negative_slew::clip;
  result.timer.delays.unreached = unreached_sink::no_delay;
  result.timer.delays.wires = wires == wire_model::elmore_slew ? wire_slew::degrade
                              : wires == wire_model::ceff      ? wire_slew::reduce
                                                               : wire_slew::keep;
  result.timer.delays.model = wires == wire_model::ceff ? cell_model::effective : cell_model::table;
  result.timer.credits = common_path::by_pin;
  return result;
}
/// The options for the wires that were read, by `default_wire_model`.
///
/// Cost: constant. Where: the host. Throws: nothing.
inline signoff signoff_options(model::parasitics const& wires) noexcept {
  return signoff_options(default_wire_model(wires));
}

}  // namespace gsta
