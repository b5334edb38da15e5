#pragma once

#include <string>
#include <string_view>

namespace gsta::io::detail {

/// True if `text` matches `pattern`: `*` any text, `?` any one byte, `\x` the byte x; all else, brackets too,
/// itself.
bool glob_match(std::string_view pattern, std::string_view text) noexcept;
bool has_wildcard(std::string_view pattern) noexcept;
/// The pattern's text without its backslashes.
std::string unescaped(std::string_view pattern);
/// The pattern in which each backslash is itself.
std::string with_backslashes_doubled(std::string_view pattern);
std::string sdc_lower_case(std::string_view text);

/// The same where `text` has levels: `bounds` are the positions of those of its slashes that lie between
/// them, in order. No wildcard matches such a slash.
template <class Bounds>
bool glob_match_levels(std::string_view pattern, std::string_view text, Bounds const& bounds,
                       std::size_t level = 0, std::size_t from = 0) {
  if (level == bounds.size()) return glob_match(pattern, text.substr(from));
  auto const part = text.substr(from, bounds[level] - from);
  for (auto slash = pattern.find('/'); slash != pattern.npos; slash = pattern.find('/', slash + 1)) {
    if (glob_match(pattern.substr(0, slash), part) &&
        glob_match_levels(pattern.substr(slash + 1), text, bounds, level + 1, bounds[level] + 1)) {
      return true;
    }
  }
  return false;
}

}  // namespace gsta::io::detail
