// Text and numbers as HTML.

#include "src/report/html_writer.hpp"

namespace gsta::detail {
namespace {

/// How many bytes the UTF-8 character at the front has; 0 where there is none.
std::size_t utf8_length(std::string_view text) noexcept {
  auto const at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned const first = at(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  std::size_t const length = first >= 0xC2 && first < 0xE0   ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0U) != 0x80) return 0;
  }
  // Longer than need be, a surrogate, or beyond the last character.
  unsigned const second = at(1);
  bool const bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
                   (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90) ||
                   (first == 0xC2 && second < 0xA0);  // control characters of two bytes
  return bad ? 0 : length;
}

void append_escaped(std::string& into, std::string_view text) {
  while (!text.empty()) {
    std::size_t const length = utf8_length(text);
    if (length == 0) {
      into += "\uFFFD";
    } else if (text[0] == '<') {
      into += "&lt;";
    } else if (text[0] == '>') {
      into += "&gt;";
    } else if (text[0] == '&') {
      into += "&amp;";
    } else if (text[0] == '"') {
      into += "&quot;";
    } else if (text[0] == '\'') {
      into += "&#39;";
    } else {
      into += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

/// A position at or before `at` where no character is cut.
std::size_t cut_before(std::string_view text, std::size_t at) noexcept {
  std::size_t back = 0;
  while (back < 3 && at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80) --at, ++back;
  return at;
}

/// The text, or its first and last bytes around an ellipsis.
std::string escaped_ends(std::string_view text, std::size_t head, std::size_t tail) {
  std::string result;
  if (text.size() <= head + tail) {
    append_escaped(result, text);
    return result;
  }
  append_escaped(result, text.substr(0, cut_before(text, head)));
  result += "\u2026";
  append_escaped(result, text.substr(cut_before(text, text.size() - tail)));
  return result;
}

}  // namespace

std::string escaped(std::string_view text) {
  constexpr std::size_t most = 400;  // an escaped character has up to six bytes
  auto result = escaped_ends(text, 140, 100);
  return result.size() <= most ? result : escaped_ends(text, 32, 32);
}

std::string grouped(std::int64_t value) {
  auto text = std::to_string(value);
  std::size_t const digits = value < 0 ? 1 : 0;
  for (std::size_t i = text.size(); i > digits + 3;) text.insert(i -= 3, ",");
  return text;
}

}  // namespace gsta::detail
