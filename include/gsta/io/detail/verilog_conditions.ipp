#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/io/detail/verilog_lexis.ipp"

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

GSTA_INLINE void verilog_conditions::scan() {
  auto const text = file_.text();
  char const* const end = text.data() + text.size();
  for (auto const* at = text.data(); at != end;) {
    at = *at == '`' ? read_directive(at, end) : skip_opaque(file_, at, end);
  }
  if (!open_.empty()) {
    fail(file_, offset_of(file_, open_.back().word), in_quotes(open_.back().word) + " is not closed");
  }
}

/// Behind a macro's name to the end of its lines; a backslash at the end of one continues it.
GSTA_INLINE char const* skip_macro(char const* at, char const* end) noexcept {
  for (at = skip_line(at, end); at != end && at[-1] == '\\'; at = skip_line(at, end)) ++at;
  return at;
}

/// Returns where the directive ends.
GSTA_INLINE char const* verilog_conditions::read_directive(char const* at, char const* end) {
  auto const word_at = [&](char const* from) {
    auto const* to = from;
    while (to != end && is_name_char(*to)) ++to;
    return std::string_view(from, static_cast<std::size_t>(to - from));
  };
  auto const directive = word_at(at + 1);
  std::string_view const word(at, directive.size() + 1);
  auto const* behind = word.data() + word.size();
  bool const is_condition = directive == "ifdef" || directive == "ifndef" || directive == "elsif" ||
                            directive == "else" || directive == "endif";
  if (!is_condition && directive != "define" && directive != "undef") return behind;
  std::string_view name;
  if (directive != "else" && directive != "endif") {
    while (behind != end && (*behind == ' ' || *behind == '\t')) ++behind;
    name = word_at(behind);
    if (name.empty()) fail(file_, offset_of(file_, word), "expected a name after " + in_quotes(word));
    behind = name.data() + name.size();
  }
  if (!is_condition) {
    if (directive == "define") behind = skip_macro(behind, end);
    if (out_since_ != nullptr) return behind;
    define(directive, name);
    jumps_.emplace_back(at, behind);
    return behind;
  }
  bool const was_out = out_since_ != nullptr;
  bool const is_read = judge(word, name);
  if (is_read) {
    jumps_.emplace_back(was_out ? std::exchange(out_since_, nullptr) : at, behind);
  } else if (!was_out) {
    out_since_ = at;
    out_depth_ = open_.size();
    left_out_.push_back(word);
  }
  return behind;
}

GSTA_INLINE void verilog_conditions::define(std::string_view word, std::string_view name) {
  if (word == "define") {
    defined_.insert(name);
  } else {
    defined_.erase(name);
  }
}

/// True if what stands behind a conditional directive is read.
GSTA_INLINE bool verilog_conditions::judge(std::string_view word, std::string_view name) {
  bool const is_out = out_since_ != nullptr;
  bool const holds = defined_.contains(name) == (word != "`ifndef");
  if (word == "`ifdef" || word == "`ifndef") {
    open_.push_back({word, is_out || holds});
    return !is_out && holds;
  }
  if (open_.empty()) fail(file_, offset_of(file_, word), in_quotes(word) + " has no `ifdef before it");
  if (word == "`endif") {
    bool const ends_it = !is_out || open_.size() == out_depth_;
    open_.pop_back();
    return ends_it;
  }
  auto& innermost = open_.back();
  if (innermost.had_else) fail(file_, offset_of(file_, word), in_quotes(word) + " stands behind an `else");
  innermost.had_else = word == "`else";
  if (innermost.was_true || !(word == "`else" || holds)) return false;
  innermost.was_true = true;
  return true;
}

}  // namespace gsta::io::detail
