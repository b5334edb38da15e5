#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gsta/io/source.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"

namespace gsta::io {

/// What a plain number in an SDC file means.
struct sdc_units {
  double time_to_ps = 1000;         ///< ps in one unit of time
  double capacitance_to_ff = 1000;  ///< fF in one unit of capacitance
};

/// Units and limits of `read_sdc`.
struct sdc_options {
  std::optional<sdc_units> units;         ///< default: what set_units says, before it the library's units
  std::size_t max_commands = 20'000'000;  ///< Tcl commands that one call may run
  int max_seconds = 10;                   ///< and for how long it may compute
  std::size_t max_memory = std::size_t{2} << 30U;  ///< and how many bytes more than the process has already
  /// What `$::env(NAME)` gives. The environment itself is not read.
  std::map<std::string, std::string> variables;
  load_options sourced;  ///< files that the script sources; at most 1 GiB of each is read in any case
  /// Unknown commands, and options that a command does not have, are counted as not applied; else they are
  /// errors.
  bool lenient = false;
  /// The script runs in a child of this process that is forked for it and ends with it: a single command of
  /// Tcl that never ends, needs all memory, or overflows the stack (`expr {3 ** 268435455}`) cannot be
  /// stopped from within. Where false, and where no child can be made, such a command is not stopped: time
  /// and commands are then looked at between commands only, memory is not. A child that does not compute at
  /// all for two seconds is replaced, four times at most: it waits for a lock that another thread held.
  bool own_process = true;
};

/// Reads SDC files in turn, as one script, with a real Tcl interpreter that can neither read, write nor run
/// anything outside itself; only `source` reads, and only files below the folder of the SDC file.
///
/// A command that would change a slack and is not applied is one of `seen.not_applied()`; a name that matches
/// nothing where OpenSTA warns, one of `seen.unmatched()`; what else is left out is counted in
/// `seen.entries()`. Unknown commands and options, wrong values and Tcl errors are input_error. Where the
/// files say nothing, an input port's slew is 0 and a clock is ideal. Queries return handles of objects, not
/// names, as OpenSTA's do: get_object_name and get_property give names.
///
/// Shapes: any number of files; at most 10,000 clocks, 1,000 at one port or pin. Units: `sdc_options::units`.
/// Cost: a Tcl command each; a search of names for each pattern; a fork where there is a file.
/// Where: host. A forked child must not wait for another thread's Tcl: do not run Tcl at the same time.
/// Throws: input_error at the command's place, also where it runs past the limits.
model::constraints read_sdc(std::vector<source> const& files, model::netlist const& netlist,
                            model::library const& library, model::diagnostics& seen,
                            sdc_options const& options = {});

/// `read_sdc` of one file.
model::constraints read_sdc(source const& file, model::netlist const& netlist, model::library const& library,
                            model::diagnostics& seen, sdc_options const& options = {});

}  // namespace gsta::io
