#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/io/output_file.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace drivers {

/// A file to write as `gsta::io::output_file` does, or standard output where there is no path.
class output {
 public:
  /// Throws: input_error.
  explicit output(std::string const& path);
  void write(std::string_view text);
  /// Nothing may fail behind this.
  void finish();

 private:
  std::optional<gsta::io::output_file> file_;
};

/// Sees to it that all that was printed to standard output is there. Throws: input_error.
void finish_standard_output();

/// Adds an option, or a positional argument, that names a file to write: an empty name is wrong usage.
CLI::Option* add_output_option(CLI::App& app, std::string const& name, std::string& into, char const* what);

/// Whether two paths are one file.
bool is_same_file(std::string const& a, std::string const& b);

/// What is written must not be what is read, nor the same file as another output; empty names do not count.
/// Throws: usage_error.
void check_outputs(std::vector<std::string> const& outputs, std::vector<std::string> const& inputs);

}  // namespace drivers
