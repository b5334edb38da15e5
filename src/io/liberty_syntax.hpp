#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gsta/io/source.hpp"

/// A Liberty file's statements, before any meaning: views into its text, in one flat array.
namespace gsta::io::detail {

enum class statement_kind : std::uint8_t { simple, assignment, complex, group };

/// `name : argument ;`, `name = argument ;`, `name (arguments) ;` or `name (arguments) { ... }`. A group's
/// own statements follow it, up to `end`; so statement `end` is the next one of the same depth.
struct liberty_statement {
  std::string_view name;
  std::uint32_t first_argument = 0, argument_count = 0;
  std::uint32_t end = 0;
  statement_kind kind = statement_kind::simple;
};

struct liberty_syntax {
  std::vector<liberty_statement> statements;
  std::vector<std::string_view> arguments;  ///< without quotes; a quoted one keeps its line continuations

  /// An argument; where the statement has it not, an empty piece that stands at the statement's name.
  std::string_view argument(liberty_statement const& s, std::uint32_t i = 0) const noexcept {
    return i < s.argument_count ? arguments[s.first_argument + i] : s.name.substr(0, 0);
  }
};

/// Splits a library into statements. Throws input_error where the text is not Liberty.
liberty_syntax read_liberty_syntax(source const& file);

}  // namespace gsta::io::detail
