#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gsta/io/source.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"

namespace gsta::io {

/// What a plain number in an SDC file means.
struct sdc_units {
  double time_to_ps = 1000, capacitance_to_ff = 1000;
};

struct sdc_options {
  std::optional<sdc_units> units;         ///< default: what set_units says, before it the library's units
  std::size_t max_commands = 20'000'000;  ///< Tcl commands that one call may run
  /// And how long. Both are looked at between Tcl commands: one expression with huge numbers (3 ** 268435455)
  /// is not interrupted.
  int max_seconds = 30;
};

/// Reads SDC files in turn, as one script, with a real Tcl interpreter that can neither read, write nor run
/// anything outside itself.
///
/// Commands that change timing and are not supported yet, unknown commands, and queries that match nothing
/// are counted in `seen`; options that no such command has, wrong values and Tcl errors are input_error.
/// Where the files say nothing, an input port's slew is 0. An ideal clock is kept as `propagated == false`
/// and counted in `seen`.
///
/// Shapes: any number of files, none included. Units: to ps and fF, from `sdc_options::units`.
/// Cost: a Tcl command each; a search of names for each pattern. Where: host.
/// Throws: input_error at the command's place, also where it runs past the limits.
model::constraints read_sdc(std::vector<source> const& files, model::netlist const& netlist,
                            model::library const& library, model::diagnostics& seen,
                            sdc_options const& options = {});

/// The same for one file.
model::constraints read_sdc(source const& file, model::netlist const& netlist, model::library const& library,
                            model::diagnostics& seen, sdc_options const& options = {});

}  // namespace gsta::io

#ifdef GSTA_HEADER_ONLY
#include "gsta/io/detail/sdc.ipp"
#endif
