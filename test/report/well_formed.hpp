#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace gsta_test {

/// What is wrong with a page's markup: tags that do not balance, attributes without quotes, bare ampersands.
/// Empty where nothing is. The page is held to the rules of XML, which are stricter than a browser's.
class markup_checker {
 public:
  explicit markup_checker(std::string_view page) : rest_(page) {}

  std::string fault() {
    while (fault_.empty() && !rest_.empty()) next();
    if (fault_.empty() && !open_.empty()) fault_ = "not closed: " + open_.back();
    return fault_;
  }

 private:
  void next() {
    auto const tag = rest_.find('<');
    auto const text = rest_.substr(0, tag);
    if (raw()) {  // style and script: anything up to their end
      rest_.remove_prefix(std::min(rest_.find("</" + open_.back() + ">"), rest_.size()));
      if (!rest_.empty()) return element();
    }
    check_text(text);
    rest_.remove_prefix(text.size());
    if (!rest_.empty()) element();
  }

  void element() {
    auto const end = end_of_tag();
    if (end == rest_.npos) return fail("a tag without an end");
    auto const inside = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    if (inside.starts_with("!DOCTYPE")) return;
    auto const name = std::string(inside.substr(inside.starts_with("/"), inside.find_first_of(" /", 1)));
    if (inside.starts_with("/")) {
      if (open_.empty() || open_.back() != inside.substr(1)) return fail("closed but not open: " + name);
      open_.pop_back();
    } else if (!inside.ends_with("/")) {
      open_.push_back(std::string(inside.substr(0, inside.find(' '))));
    }
  }

  /// The `>` of the tag in front, which no quoted value hides; every value is quoted.
  std::size_t end_of_tag() {
    bool quoted = false;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == '"') quoted = !quoted;
      if (rest_[i] == '<') fail("a < in a tag");
      if (!quoted && rest_[i] == '=' && rest_.substr(i + 1, 1) != "\"") fail("a value without quotes");
      if (!quoted && rest_[i] == '>') return i;
    }
    return rest_.npos;
  }

  void check_text(std::string_view text) {
    for (std::size_t i = text.find('&'); i != text.npos; i = text.find('&', i + 1)) {
      auto const end = text.find(';', i);
      auto const name = end == text.npos ? "" : text.substr(i, end - i + 1);
      if (name != "&lt;" && name != "&gt;" && name != "&amp;" && name != "&quot;" && name != "&#39;")
        return fail("a bare &");
    }
    if (text.find('>') != text.npos) fail("a bare >");
  }

  bool raw() const { return !open_.empty() && (open_.back() == "style" || open_.back() == "script"); }
  void fail(std::string const& what) {
    if (fault_.empty()) fault_ = what + " before: " + std::string(rest_.substr(0, 60));
  }

  std::string_view rest_;
  std::vector<std::string> open_;
  std::string fault_;
};

/// The page's own text and tags, without style and script.
inline std::string without_code(std::string page) {
  for (std::string const name : {"style", "script"}) {
    auto const first = page.find("<" + name + ">"), last = page.find("</" + name + ">");
    if (first != page.npos && last != page.npos) page.erase(first, last - first);
  }
  return page;
}

inline std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (auto i = text.find(what); i != text.npos; i = text.find(what, i + what.size())) ++count;
  return count;
}

/// Whether a word stands in a text, with no letter at its sides.
inline bool has_word(std::string_view text, std::string_view word) {
  auto const is_letter = [&](std::size_t i) { return i < text.size() && text[i] >= 'a' && text[i] <= 'z'; };
  for (auto i = text.find(word); i != text.npos; i = text.find(word, i + 1)) {
    if (!is_letter(i - 1) && !is_letter(i + word.size())) return true;
  }
  return false;
}

}  // namespace gsta_test
