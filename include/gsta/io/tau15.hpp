#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gsta/core/units.hpp"
#include "gsta/io/source.hpp"
#include "gsta/model/constraints.hpp"

/// The TAU 2015 contest's own three small formats. `#` starts a comment in each of them.
namespace gsta::io {

/// The four files that a `.tau2015` names, relative to its own folder.
struct tau15_files {
  std::string early_library;  ///< Liberty, of early conditions
  std::string late_library;   ///< Liberty, of late conditions
  std::string spef;           ///< wires of the design
  std::string verilog;        ///< the netlist
};

/// The commands of the contest. The first eight edit, the others report.
enum class command_kind {
  repower_gate,        ///< gives `target` the cell `with`
  insert_gate,         ///< adds an unconnected instance `target` of the cell `with`
  remove_gate,         ///< takes away `target`
  insert_net,          ///< adds an empty net `target`
  remove_net,          ///< takes away `target`
  connect_pin,         ///< puts the pin `target` on the net `with`
  disconnect_pin,      ///< takes the pin `target` off its net
  read_spef,           ///< replaces the wires of the nets in the file `target`
  report_at,           ///< arrival of the pin `target`
  report_rat,          ///< required time of the pin `target`
  report_slack,        ///< slack of the pin `target`
  report_slew,         ///< slew of the pin `target`
  report_worst_paths,  ///< the `num_paths` worst paths of the design
};

/// One line of an `.ops` file: an edit or a report. Members that a kind does not use keep their defaults.
struct command {
  command_kind kind = command_kind::report_at;  ///< says which members count
  std::string target;  ///< the gate, net or pin; the file of read_spef, relative to the `.ops` file's folder
  std::string with;    ///< the cell of repower_gate and insert_gate; the net of connect_pin
  gsta::split split = gsta::split::early;  ///< of reports of a pin; as in the contest early where not given
  gsta::edge edge = gsta::edge::rise;      ///< of reports of a pin; rise where not given
  std::size_t num_paths = 1;               ///< of report_worst_paths, 1 or more
  model::location at;                      ///< of the command, for errors
};

/// Reads a `.tau2015`: early library, late library, SPEF, Verilog. It does not open them.
///
/// Shapes: four names between white space. Cost: linear in the text. Where: host.
/// Throws: input_error for any other number of names.
tau15_files read_tau2015(source const& file);

/// Reads a `.timing`: `clock PORT PERIOD DUTY`, `at`, `slew` and `rat` with four values ER EF LR LF, `load
/// PORT C`.
///
/// The clock is propagated, rises at 0 and sets no arrival. Each `at` is relative to its rising edge, where
/// the file has a clock, in whatever order the lines come; `rat` is absolute.
///
/// Shapes: at least one statement, one a line. Units: ps, fF, duty in percent.
/// Cost: linear in the text. Where: host.
/// Throws: input_error for an unknown keyword, a wrong number of values, a bad number, a second clock.
model::constraints read_timing(source const& file);

/// Reads an `.ops`: one edit or report a line, to the end of the file. Options come in any order.
///
/// Shapes: any number of commands. Cost: linear in the text. Where: host.
/// Throws: input_error for an unknown command or option, or a wrong number of names.
std::vector<command> read_ops(source const& file);

}  // namespace gsta::io
