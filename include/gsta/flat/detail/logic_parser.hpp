#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gsta/flat/detail/logic_program.hpp"

namespace gsta::detail {

/// Recursive descent over Liberty's expressions. From the tightest: `!` and `'`, `^`, AND (`&`, `*` or
/// nothing between two operands), OR (`|`, `+`).
class logic_parser {
 public:
  static constexpr int deepest = 200;

  explicit logic_parser(std::string_view text) : text_(text) {}

  /// False where the text is no expression; `problem` and `position` then say why and where.
  bool parse() {
    if (!disjunction()) return false;
    return skip_blanks() == text_.size() || refused("expected an operator");
  }

  logic_program program;
  std::vector<std::string_view> names;  ///< of the operands, each once; a step is a position in it
  std::string problem;
  std::size_t position = 0;

 private:
  static bool is_name(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '[' || c == ']' || c == '.' || c == '$' || c == '<' || c == '>';
  }
  static bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\\';
  }

  std::size_t skip_blanks() noexcept {
    while (position < text_.size() && is_blank(text_[position])) ++position;
    return position;
  }
  /// The next sign, NUL at the end.
  char next() noexcept { return skip_blanks() < text_.size() ? text_[position] : '\0'; }
  bool refused(char const* sentence) {
    problem = sentence;
    return false;
  }
  /// Steps over one of two signs, which may be doubled as in C.
  bool take(char a, char b) noexcept {
    char const c = next();
    if (c == '\0' || (c != a && c != b)) return false;
    ++position;
    if ((c == '&' || c == '|') && position < text_.size() && text_[position] == c) ++position;
    return true;
  }
  bool at_operand() noexcept {
    char const c = next();
    return c == '(' || c == '!' || c == '"' || is_name(c);
  }

  bool disjunction() {
    if (!conjunction()) return false;
    while (take('|', '+')) {
      if (!conjunction()) return false;
      program.push(step_or);
    }
    return true;
  }
  bool conjunction() {
    if (!difference()) return false;
    while (take('&', '*') || at_operand()) {
      if (!difference()) return false;
      program.push(step_and);
    }
    return true;
  }
  bool difference() {
    if (!inversion()) return false;
    while (take('^', '^')) {
      if (!inversion()) return false;
      program.push(step_xor);
    }
    return true;
  }
  bool inversion() {
    bool inverted = false;
    while (take('!', '!')) inverted = !inverted;
    if (!operand()) return false;
    while (take('\'', '\'')) inverted = !inverted;
    if (inverted) program.push(step_not);
    return true;
  }
  bool operand() {
    char const c = next();
    if (c == '(') return parenthesis();
    if (c == '"') return quoted_name();
    if (!is_name(c)) return refused(c == '\0' ? "the expression ends too early" : "expected an operand");
    auto const start = position;
    while (position < text_.size() && is_name(text_[position])) ++position;
    auto const name = text_.substr(start, position - start);
    if (name == "0" || name == "1") {
      program.push(name == "1" ? step_one : step_zero);
    } else {
      program.push(operand_of(name));
    }
    return true;
  }
  bool parenthesis() {
    if (depth_ == deepest) return refused("parentheses are nested too deep");
    ++depth_;
    ++position;
    if (!disjunction()) return false;
    if (next() != ')') return refused("expected an operator or ')'");
    ++position;
    --depth_;
    return true;
  }
  /// A name in quotes of its own, `"1A"`; the backslash before a quote is a blank.
  bool quoted_name() {
    auto const start = ++position;
    auto const stop = text_.find_first_of("\"\\", start);
    if (stop == text_.npos || stop == start) return refused("expected a name in quotes");
    position = text_[stop] == '\\' ? stop + 1 : stop;
    if (position == text_.size() || text_[position] != '"') return refused("expected a name in quotes");
    ++position;
    program.push(operand_of(text_.substr(start, stop - start)));
    return true;
  }
  id operand_of(std::string_view name) {
    auto const [found, is_new] = known_.emplace(name, static_cast<id>(names.size()));
    if (is_new) names.push_back(name);
    return found->second;
  }

  std::string_view text_;
  std::unordered_map<std::string_view, id> known_;
  int depth_ = 0;
};

}  // namespace gsta::detail
