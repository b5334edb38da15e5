#pragma once

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/sdc_pattern.hpp"

namespace gsta::io::detail {

GSTA_INLINE bool glob_match(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0, t = 0, star = pattern.npos, resume = 0;
  while (t < text.size()) {
    bool const escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    if (!escaped && p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() &&
               ((!escaped && pattern[p] == '?') || pattern[p + (escaped ? 1 : 0)] == text[t])) {
      p += escaped ? 2 : 1;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

GSTA_INLINE bool has_wildcard(std::string_view pattern) noexcept {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '*' || pattern[i] == '?') {
      return true;
    }
  }
  return false;
}

GSTA_INLINE std::string unescaped(std::string_view pattern) {
  std::string result;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    result += pattern[i];
  }
  return result;
}

GSTA_INLINE std::string with_backslashes_doubled(std::string_view pattern) {
  std::string doubled;
  for (char const c : pattern) doubled.append(c == '\\' ? 2 : 1, c);
  return doubled;
}

GSTA_INLINE std::string sdc_lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

}  // namespace gsta::io::detail
