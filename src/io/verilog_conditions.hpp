#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/io/source.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_lexis.hpp"
#include "src/io/verilog_words.hpp"

namespace gsta::io::detail {

/// Conditional text: where a directive stands, and where reading goes on behind it and behind what it leaves
/// out. Found in one pass before the file is read, as reading may go over a place twice.
class verilog_conditions {
 public:
  using set = std::unordered_set<std::string_view>;

  /// Without a directive's sign in the text there is none.
  verilog_conditions(source const& file, bool has_sign, set& defined) : file_(file), defined_(defined) {
    if (has_sign) scan();
  }
  static bool has_sign(std::string_view text) noexcept { return text.find('`') != text.npos; }

  /// Where reading goes on behind the directive at `at`.
  char const* skip_directive(char const* at, char const* end) const {
    auto const found = std::lower_bound(jumps_.begin(), jumps_.end(), std::pair{at, at},
                                        [](auto const& a, auto const& b) { return a.first < b.first; });
    if (found != jumps_.end() && found->first == at) return found->second;
    auto const* stop = at + 1;
    while (stop != end && is_name_char(*stop)) ++stop;
    std::string_view const word(at, static_cast<std::size_t>(stop - at)), name = word.substr(1);
    if (is_harmless_directive(name)) return skip_line(stop, end);
    auto const* const what = defined_.contains(name) ? "the macro " : "the directive ";
    fail(file_, offset_of(file_, word), what + in_quotes(word) + " is not supported yet");
  }
  /// The directives behind which something is left out.
  std::vector<std::string_view> const& left_out() const noexcept { return left_out_; }

 private:
  struct condition {
    std::string_view word;  ///< for the error that it is not closed
    bool was_true = false;  ///< one of its branches was read, or it stands in text that is left out
    bool had_else = false;
  };

  void scan();
  char const* read_directive(char const* at, char const* end);
  bool judge(std::string_view word, std::string_view name);
  void define(std::string_view word, std::string_view name);

  source const& file_;
  set& defined_;
  std::vector<condition> open_{};
  std::vector<std::pair<char const*, char const*>> jumps_{};
  std::vector<std::string_view> left_out_{};
  char const* out_since_ = nullptr;  ///< the directive behind which text is left out
  std::size_t out_depth_ = 0;        ///< how many conditions were open then
};

}  // namespace gsta::io::detail
