#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gsta::io::detail {

/// What an SDC command refuses; the interpreter turns it into a Tcl error at the command's place.
struct sdc_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// An option that the command does not have.
struct sdc_unknown_option : sdc_error {
  using sdc_error::sdc_error;
};

/// The words of one SDC command, sorted into options and the rest.
///
/// `spec` lists the command's options between blanks, without their dashes: `name` is a flag, `name:` takes a
/// value; a `!` behind it means that gsta does not support it yet, a `?` that it is ignored and that this is
/// noted, a `~` that it changes nothing. Options may be shortened: of several that start so, the first that
/// takes a value is meant, then the first flag, as OpenSTA has it.
class sdc_arguments {
 public:
  using option = std::pair<std::string, std::string>;  ///< its name and its value
  std::vector<std::string> words;                      ///< what is no option, in order
  std::vector<std::string> unsupported;  ///< options marked `!` that were given, with their dashes
  std::vector<std::string> ignored;      ///< those marked `?`

  /// Throws: sdc_error for an unknown option or a missing value.
  sdc_arguments(std::string_view spec, std::vector<std::string> arguments);

  bool has(std::string_view option) const noexcept { return value(option) != nullptr; }
  /// The option's last value (empty for a flag), or nullptr.
  std::string const* value(std::string_view option) const noexcept;
  /// All options in their order.
  std::vector<option> const& options() const noexcept { return options_; }
  /// Throws sdc_error unless there are between `least` and `most` words.
  void expect_words(std::size_t least, std::size_t most) const;

 private:
  std::vector<option> options_;
};

}  // namespace gsta::io::detail
