#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gsta::io::detail {

using bit_list = std::vector<std::string>;

/// `NAME[from:to]`, as it stands in the text.
struct bit_range {
  std::string_view name;
  long from = 0, to = 0;
  std::size_t size() const noexcept {
    return static_cast<std::size_t>(from < to ? to - from : from - to) + 1;
  }
};

/// True where `text` is a range of bits that are numbered below a million.
bool is_bit_range(std::string_view text, bit_range& range) noexcept;

/// `name[from]` ... `name[to]`.
bit_list bits_named(std::string_view name, long from, long to);

/// The names of one cell that stand for several bits (buses, bundles, banks of states, ranges), and other
/// spellings of a bit.
class bit_names {
 public:
  void clear() { bits_.clear(); }
  bool empty() const noexcept { return bits_.empty(); }
  /// More bits of a name.
  void add(std::string_view name, bit_list const& more) {
    auto& bits = bits_[std::string(name)];
    bits.insert(bits.end(), more.begin(), more.end());
  }
  /// The bits that a name stands for, or a null pointer for an ordinary name.
  bit_list const* find(std::string_view name) const {
    if (bits_.empty()) return nullptr;
    auto const found = bits_.find(std::string(name));
    return found == bits_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string, bit_list> bits_;
};

/// The words between blanks and commas.
template <class F>
void for_each_word(std::string_view text, F const& visit) {
  constexpr std::string_view separators = " \t\r\n\f\v,\\";
  for (auto at = text.find_first_not_of(separators); at < text.size();) {
    auto const stop = std::min(text.find_first_of(separators, at), text.size());
    visit(text.substr(at, stop - at));
    at = text.find_first_not_of(separators, stop);
  }
}

/// The names in an expression in Liberty's syntax, ranges and their colons included.
template <class F>
void for_each_name(std::string_view text, F const& visit) {
  auto const is_name = [](char c, bool in_brackets) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '[' || c == ']' || c == '.' || c == '$' || c == '<' || c == '>' || (in_brackets && c == ':');
  };
  for (std::size_t at = 0; at < text.size();) {
    auto const start = at;
    bool in_brackets = false;
    while (at < text.size() && is_name(text[at], in_brackets)) {
      if (text[at] == '[' || text[at] == '<') in_brackets = true;
      if (text[at] == ']' || text[at] == '>') in_brackets = false;
      ++at;
    }
    if (at > start) {
      visit(text.substr(start, at - start));
    } else {
      ++at;
    }
  }
}

}  // namespace gsta::io::detail
