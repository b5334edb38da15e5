#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sta::shell {

using words = std::vector<std::string>;

/// What a command refuses: a sentence, which gets the command's place.
struct refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The words of one command, sorted into options and the rest.
///
/// `usage` is what `help` prints of it: `[-name]` is a flag, `[-name value]` takes a value, whatever else
/// stands there is for people. Options may be shortened: of several that start so, the first that takes a
/// value is meant, then the first flag, as OpenSTA has it.
class arguments {
 public:
  using option = std::pair<std::string, std::string>;  ///< its whole name, without the dash, and its value

  /// Throws: refusal for an unknown option or a missing value.
  arguments(std::string_view usage, words const& given);

  bool has(std::string_view option) const noexcept { return value(option) != nullptr; }
  /// The option's last value (empty for a flag), or nullptr.
  std::string const* value(std::string_view option) const noexcept;
  /// All options in their order.
  std::vector<option> const& options() const noexcept { return options_; }
  /// What is no option, in order.
  words const& rest() const noexcept { return rest_; }

  /// Refuses a number of words beside options that is not between these.
  void expect_rest(std::size_t least, std::size_t most) const;
  /// The option's value as a whole number between these; `otherwise` where it is not given.
  long integer(std::string_view option, long least, long most, long otherwise) const;
  /// The same as a number.
  double number(std::string_view option, double least, double most, double otherwise) const;

 private:
  std::vector<option> options_;
  words rest_;
};

/// The options that a usage lists, with their dashes.
words options_in(std::string_view usage);

/// The word in quotes, on one line.
std::string in_quotes(std::string_view word);

}  // namespace sta::shell
