#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"
#include "test/drivers/spoil.hpp"
#include "test/support/catch.hpp"

namespace gsta_test {

/// The counter, and a script that reads it by whole paths.
struct shell_bench {
  sandbox folder{"examples/designs/counter"};
  std::string const read_all = "read_liberty " + folder.path("counter.lib") + "\nread_verilog " +
                               folder.path("counter.v") + "\nlink_design counter\nread_spef " +
                               folder.path("counter.spef") + "\n";
  std::string const read = read_all + "read_sdc " + folder.path("counter.sdc") + "\n";

  outcome run(std::string const& script, std::vector<std::string> more = {}, std::string const& input = {},
              process_limits limits = {}) const {
    folder.write("x.tcl", script);
    more.insert(more.begin(), {folder.path("x.tcl"), "--device", "host", "--threads", "1", "--quiet"});
    return run_driver("sta", more, limits, input);
  }
  /// What a script prints behind reading the counter.
  std::string out_of(std::string const& script) const {
    auto const seen = run(read + script);
    CAPTURE(script, seen.err);
    CHECK(seen.exit_code == 0);
    CHECK(seen.err.empty());
    return seen.out;
  }
  void refused(std::string const& script, place at, std::string const& words) const {
    CAPTURE(script);
    expect_failed(run(script), "x.tcl", at, words);
  }
  void expect_failed(outcome const& seen, std::string const& file, place at, std::string const& words) const {
    CHECK(seen.exit_code == 1);
    auto const line = read_error(seen);
    CHECK(line.file == (file == "stdin" ? file : folder.path(file)));
    CHECK(line.line == at.line);
    CHECK(line.column == at.column);
    CHECK_THAT(line.sentence, contains(words));
  }
};

inline std::size_t count_of(std::string const& text, std::string const& piece) {
  std::size_t count = 0;
  for (auto at = text.find(piece); at != text.npos; at = text.find(piece, at + piece.size())) ++count;
  return count;
}

}  // namespace gsta_test
