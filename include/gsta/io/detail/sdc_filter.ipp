#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/io/detail/sdc_attributes.ipp"

namespace gsta::io::detail {

/// Decides a filter such as `direction==input && (name=~x* || !is_hierarchical)` for one object.
class sdc_filter {
 public:
  /// An attribute's value; nothing where such an object has none of that name.
  using lookup = std::function<std::optional<std::string>(std::string const&)>;

  explicit sdc_filter(std::string_view text) : text_(text) {}

  /// Throws: sdc_error for what is no such expression, and for unknown attributes.
  bool holds_for(lookup const& attribute) {
    at_ = 0;
    depth_ = 0;
    attribute_ = &attribute;
    bool const result = any_of();
    if (skip_blanks(); at_ != text_.size()) fail();
    return result;
  }

 private:
  [[noreturn]] void fail() const {
    throw sdc_error("expected a filter such as direction==input && name=~a*, found " + in_quotes(text_));
  }
  void skip_blanks() noexcept {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  bool take(std::string_view sign) noexcept {
    skip_blanks();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  bool take_word(std::string_view word) noexcept {
    skip_blanks();
    auto const rest = text_.substr(at_);
    bool const found =
        sdc_lower_case(rest.substr(0, word.size())) == word &&
        (rest.size() == word.size() || is_blank(rest[word.size()]) || rest[word.size()] == '(');
    if (found) at_ += word.size();
    return found;
  }

  bool any_of() {
    bool result = all_of();
    while (take("||") || take_word("or")) result = all_of() || result;
    return result;
  }
  bool all_of() {
    bool result = term();
    while (take("&&") || take_word("and")) result = term() && result;
    return result;
  }
  bool term() {
    constexpr int deepest = 100;
    if (++depth_ > deepest) throw sdc_error("the filter is nested too deep");
    bool result = false;
    if (take("!") || take_word("not")) {
      result = !term();
    } else if (take("(")) {
      result = any_of();
      if (!take(")")) fail();
    } else {
      result = comparison();
    }
    --depth_;
    return result;
  }

  std::string word(std::string_view ends) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') {
      auto const stop = text_.find('"', at_ + 1);
      if (stop == text_.npos) fail();
      std::string const quoted(text_.substr(at_ + 1, stop - at_ - 1));
      at_ = stop + 1;
      return quoted;
    }
    auto const start = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && ends.find(text_[at_]) == ends.npos) ++at_;
    if (at_ == start) fail();
    return std::string(text_.substr(start, at_ - start));
  }

  bool comparison() {
    take("@");
    auto const name = word("=!~<>&|()\"");
    auto const value = (*attribute_)(name);
    if (!value) throw sdc_error("unknown attribute " + in_quotes(name));
    for (std::string_view const sign : {"==", "=~", "!=", "!~", "<=", ">=", "<", ">"}) {
      if (take(sign)) return compare(sign, *value, word("&|()"));
    }
    return *value == "1" || *value == "true";
  }

  static bool compare(std::string_view sign, std::string const& value, std::string const& wanted) {
    bool const negate = sign[0] == '!';
    if (sign[1 % sign.size()] == '~') return glob_match(wanted, value) != negate;
    double a = 0, b = 0;
    bool const numbers = to_number(value, a) && to_number(wanted, b);
    if (sign == "==" || sign == "!=") return (numbers ? a == b : same(value, wanted)) != negate;
    if (!numbers) throw sdc_error("expected numbers on both sides of " + std::string(sign));
    return sign == "<=" ? a <= b : sign == ">=" ? a >= b : sign == "<" ? a < b : a > b;
  }
  /// Directions and truth have several spellings.
  static bool same(std::string const& value, std::string const& wanted) {
    static constexpr std::pair<std::string_view, std::string_view> spellings[] = {
        {"in", "input"}, {"out", "output"}, {"inout", "bidirect"}, {"bidirection", "bidirect"},
        {"true", "1"},   {"false", "0"},    {"TRUE", "1"},         {"FALSE", "0"}};
    if (value == wanted) return true;
    return std::any_of(std::begin(spellings), std::end(spellings),
                       [&](auto const& s) { return s.first == wanted && s.second == value; });
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  lookup const* attribute_ = nullptr;
};

GSTA_INLINE void sdc_reader::keep_matching(sdc_objects& objects, std::string const& filter) {
  sdc_filter expression(filter);
  std::erase_if(objects, [&](sdc_object const& object) {
    return !expression.holds_for([&](std::string const& name) { return attribute(object, name); });
  });
}

}  // namespace gsta::io::detail
