#pragma once

#include <functional>
#include <string>
#include <vector>

#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"

namespace gsta_test {

/// Runs a driver on the design as it stands in the sandbox.
using run_design = std::function<outcome(sandbox const&)>;

/// Checks that a run refused its input as the contract says: exit 1, one line that names `file`, nothing on
/// standard output, in reasonable time. Returns that line.
error_line expect_refused(outcome const& seen, std::string const& file);

/// The same, with the error's place and a piece of its sentence.
void expect_refused_at(outcome const& seen, std::string const& file, place at, std::string const& words);

/// One text replaced by another. The error stands `offset` bytes into the new text, or, where there is an
/// anchor, into the first such text of the spoilt file.
struct replacement {
  std::string file, from, to, words;
  std::size_t offset = 0;
  std::string anchor{};
};
void check_replacements(sandbox const& design, run_design const& run, std::vector<replacement> const& rows);

/// What can befall a file of any format: missing, a folder, empty, damaged, binary.
void check_no_file(sandbox const& design, run_design const& run, std::string const& file);
void check_binary(sandbox const& design, run_design const& run, std::string const& file);
/// A file that ends too early is read or refused; where it is refused, the error names `file`, or else one
/// of the files that it names.
void check_cut_short(sandbox const& design, run_design const& run, std::string const& file);

}  // namespace gsta_test
