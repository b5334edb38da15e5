#pragma once

#include <string>
#include <vector>

namespace gsta_test {

/// What a finished program left behind.
struct outcome {
  int exit_code = -1;  ///< -1: ended by a signal, also by the one that a hanging program gets
  std::string out, err;
  double seconds = 0;
};

/// What a program, and each process that it starts, may use; 0: as much as it wants.
struct process_limits {
  unsigned seconds = 0;   ///< of processor time
  std::size_t bytes = 0;  ///< of address space; without meaning, and not set, under a sanitizer
};

/// Whether `process_limits::bytes` is set.
bool memory_is_limited() noexcept;

/// Runs GSTA_BIN/<program> with this on its standard input; skips the case where it was not built. A program
/// that hangs is ended.
outcome run_driver(std::string const& program, std::vector<std::string> const& arguments,
                   process_limits limits = {}, std::string const& input = {});

/// Runs a command line of the shell; GSTA_BIN is the drivers' folder there.
outcome run_shell(std::string const& command, process_limits limits = {});

/// An error line `FILE:LINE:COLUMN: error: sentence`.
struct error_line {
  std::string file, sentence;
  std::size_t line = 0, column = 0;
};

/// What stderr says, if it is exactly one such line; else a failed check and an empty file.
error_line read_error(outcome const& seen);

}  // namespace gsta_test
