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
  std::string early_library, late_library, spef, verilog;
};

enum class command_kind {
  repower_gate,
  insert_gate,
  remove_gate,
  insert_net,
  remove_net,
  connect_pin,
  disconnect_pin,
  read_spef,
  report_at,
  report_rat,
  report_slack,
  report_slew,
  report_worst_paths,
};

/// One line of an `.ops` file: an edit or a report. Members that a kind does not use keep their defaults.
struct command {
  command_kind kind = command_kind::report_at;
  std::string target;  ///< the gate, net or pin; the file of read_spef, relative to the `.ops` file's folder
  std::string with;    ///< the cell of repower_gate and insert_gate; the net of connect_pin
  gsta::split split = gsta::split::early;
  gsta::edge edge = gsta::edge::rise;
  std::size_t num_paths = 1;
  model::location at;
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

#ifdef GSTA_HEADER_ONLY
#include "gsta/io/detail/tau15.ipp"
#endif
